"""Prove the whole book: `python -m lib.theorems`."""

import sys
import time

from lib.theorems.proof_map import THEOREMS, summary


def main() -> int:
    """Prove every theorem, with a line a step; return how many steps failed."""
    begun, failures = time.perf_counter(), 0
    for theorem in THEOREMS:
        for verdict in theorem.prove():
            said = "proved" if verdict.proved else "NOT PROVED"
            count = len(verdict.refutations)
            print(f"{theorem.name}: {verdict.step.name}: {said}, {count} mutants refuted")
            if verdict.why:
                print(f"    {verdict.why}")
            for change in verdict.survivors:
                print(f"    SURVIVED: {change}")
            failures += not verdict.ok
    print(f"{summary(THEOREMS)}, {time.perf_counter() - begun:.1f} s")
    return failures


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
