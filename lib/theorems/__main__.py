"""Prove the whole book: `python -m lib.theorems`."""

import sys
import time
from concurrent.futures import ProcessPoolExecutor

from lib.proof.theorem import Theorem
from lib.theorems.proof_map import THEOREMS, summary


def main() -> int:
    """Prove every theorem, some at a time, print a line a step; return how many steps failed."""
    begun, failures = time.perf_counter(), 0
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
            failures += not verdict.ok
    print(f"{summary(THEOREMS, proofs)}, {time.perf_counter() - begun:.1f} s")
    return failures


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
