"""Prove the whole book: `python -m lib.theorems`."""

import sys
import time
from collections.abc import Iterable, Sequence

from lib.proof.theorem import Theorem, Verdict
from lib.theorems.proof_map import THEOREMS, prove_all, summary


def report(theorems: Sequence[Theorem], proofs: Iterable[Iterable[Verdict]]) -> int:
    """Print a line a step, and one for each mutant that survived; return how many steps failed."""
    failures = 0
    for theorem, verdicts in zip(theorems, proofs, strict=True):
        for verdict in verdicts:
            said = "proved" if verdict.proved else "NOT PROVED"
            count = len(verdict.refutations)
            print(f"{theorem.name}: {verdict.step.name}: {said}, {count} mutants refuted")
            if verdict.why:
                print(f"    {verdict.why}")
            for change in verdict.survivors:
                print(f"    SURVIVED: {change}")
            failures += not verdict.ok
    return failures


def main() -> int:
    """Prove every theorem, some at a time, and count; return how many steps failed."""
    begun = time.perf_counter()
    proofs = prove_all(THEOREMS)
    failures = report(THEOREMS, proofs)
    print(f"{summary(THEOREMS, proofs)}, {time.perf_counter() - begun:.1f} s")
    return failures


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
