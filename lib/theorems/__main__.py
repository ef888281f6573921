"""Prove the whole book: `python -m lib.theorems`."""

import sys
import time

from lib.theorems.proof_map import THEOREMS, prove_all, summary


def main() -> int:
    """Prove every theorem, with a line a step; return how many steps failed."""
    begun, proofs, failures = time.perf_counter(), prove_all(THEOREMS), 0
    for theorem, verdicts in zip(THEOREMS, proofs, strict=True):
        for verdict in verdicts:
            said = "proved" if verdict.proved else "NOT PROVED"
            count = len(verdict.refutations)
            print(f"{theorem.name}: {verdict.step.name}: {said}, {count} mutants refuted")
            if verdict.why:
                print(f"    {verdict.why}")
            for change in verdict.survivors:
                print(f"    SURVIVED: {change}")
            failures += not verdict.ok
    print(f"{summary(THEOREMS, proofs)}, {time.perf_counter() - begun:.1f} s")
    return failures


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
