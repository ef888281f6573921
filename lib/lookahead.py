"""Look ahead for the next mistake in blocks of examples: a learner stays the same until then."""

from collections.abc import Callable, Iterator

import numpy as np

FEWEST, MOST = 16, 4096  # examples checked at once: after a mistake, and after none for long


def mistakes(is_mistake: Callable[[slice], np.ndarray], n: int, max_passes: int) -> Iterator[int]:
    """How many examples were seen before each mistake, pass after pass over n of them.

    `is_mistake` says which examples of a slice are mistakes of the learner as it stands; the caller
    updates it after each. Ends with a pass without mistakes, or at `max_passes`.
    """
    last = -1
    for begun in range(0, max_passes * n, n):
        i, size = 0, FEWEST
        while i < n:
            found = is_mistake(slice(i, i + size))
            ahead = int(found.argmax())
            if found[ahead]:
                last = begun + i + ahead
                yield last
                i, size = i + ahead + 1, FEWEST
            else:
                i, size = i + size, min(2 * size, MOST)
        if last < begun:
            return


def ending(when: list[int], n: int, max_passes: int) -> tuple[int, bool]:
    """How many examples were seen in all, and whether the last pass was without a mistake."""
    passes = (when[-1] if when else -1) // n + 2
    return min(passes, max_passes) * n, passes <= max_passes
