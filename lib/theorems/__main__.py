"""Prove the whole book: `python -m lib.theorems`."""

import pkgutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from types import ModuleType

import lib.theorems
from lib.proof.theorem import Theorem

CHAPTERS = (
    "linear_separators", "perceptron", "block_novikoff", "perceptron_as_descent",
    "margin_perceptron", "not_separable", "mistake_bounds", "max_margin", "svm_dual",
    "soft_margin", "hinge_sgd", "generalization", "kernels",
)  # fmt: skip


def collect(module: ModuleType) -> list[Theorem]:
    """The theorems of a module, or of the modules of a package, in the order of their text."""
    found = [value for value in vars(module).values() if isinstance(value, Theorem)]
    for inner in pkgutil.iter_modules(getattr(module, "__path__", ())):
        found += collect(import_module(f"{module.__name__}.{inner.name}"))
    return found


THEOREMS = tuple(
    theorem
    for chapter in CHAPTERS
    for theorem in collect(import_module(f"{lib.theorems.__name__}.{chapter}"))
)


def main() -> int:
    """Prove every theorem, some at a time, print a line a step; return how many steps failed."""
    begun, steps, mutants, failures = time.perf_counter(), 0, 0, 0
    with ProcessPoolExecutor() as pool:
        proofs = list(pool.map(Theorem.prove, THEOREMS))
    for theorem, verdicts in zip(THEOREMS, proofs, strict=True):
        for verdict in verdicts:
            survivors = [change for change, found in verdict.mutants.items() if found is None]
            said = "proved" if verdict.proved else "NOT PROVED"
            fell = len(verdict.mutants) - len(survivors)
            print(f"{theorem.name}: {verdict.step.name}: {said}, {fell} mutants refuted")
            for change in survivors:
                print(f"    SURVIVED: {change}")
            steps, mutants = steps + verdict.proved, mutants + fell
            failures += not verdict.ok
    print(
        f"{len(THEOREMS)} theorems, {steps} steps proved, {mutants} mutants refuted, "
        f"{time.perf_counter() - begun:.1f} s"
    )
    return failures


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
