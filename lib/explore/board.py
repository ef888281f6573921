"""The points that both laboratories share: rows (x₁, x₂, y) on a grid, which are a sample.

board.js, beside this file, is the same in the browser: there they are dragged and flipped.
"""

import numpy as np

from lib.checks import as_floats
from lib.samples import EIGHT, Sample

# As in the script. On this grid no sum or product is rounded, so ties fall alike on both sides.
REACH, STEP, MOST = 4, 1 / 8, 20
START = [(*map(int, x), int(y)) for x, y in zip(EIGHT.X, EIGHT.y, strict=True)]


class OnBoard:
    """The base of both laboratories, which have `points`."""

    @property
    def sample(self) -> Sample:
        """The points as a sample."""
        rows = np.array(self.points)
        return Sample(rows[:, :2], rows[:, 2], "laboratory")


def as_points(value) -> list[list[float]]:
    """Return `value` as rows [x1, x2, y] of a laboratory.

    Raises ValueError unless there are 1 to 20, with labels -1 or +1, and coordinates from -4 to 4
    that are multiples of 1/8.
    """
    rows = as_floats("points", value)
    if rows.ndim != 2 or rows.shape[1] != 3 or not 1 <= len(rows) <= MOST:
        raise ValueError(f"points has shape {rows.shape}; give 1 to {MOST} rows (x1, x2, y)")
    for row in rows.tolist():
        if row[2] not in (-1, 1):
            raise ValueError(f"points holds {row}; the third number is a label, -1 or +1")
        if not all(abs(x) <= REACH and x / STEP % 1 == 0 for x in row[:2]):
            raise ValueError(
                f"points holds {row}; give coordinates from -{REACH} to {REACH} that are multiples "
                "of 1/8, as numpy.round(8 * x) / 8"
            )
    return rows.tolist()
