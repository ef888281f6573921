"""Climb the dual of a support vector machine without an offset, one multiplier at a time.

Chapter *Dual ascent*; Hsieh et al. 2008.
"""

from collections.abc import Iterator

import numpy as np

from lib.checks import as_positive
from lib.samples import Sample


def coordinate_ascent(sample: Sample, C: float) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Pairs of w = Σ α y x, shape (d,), and α, shape (n,), after each pass over the sample.

    Maximizes Σα - ½‖w‖² subject to 0 <= α <= C. A step sets one α to its best value, the others
    held: α + (1 - y⟨w,x⟩)/‖x‖², cut to [0, C]. The examples come in the sample's order. Never ends;
    raises ValueError when C is not positive and finite.
    """
    C = as_positive("C", C)
    squares = (sample.X**2).sum(axis=1)
    w, alpha = np.zeros(sample.d), np.zeros(sample.n)
    while True:
        for i, (z, square) in enumerate(zip(sample.signed, squares, strict=True)):
            rise = 1 - w @ z
            best = alpha[i] + rise / square if square > 0 else C
            best = min(max(best, 0.0), C)
            w += (best - alpha[i]) * z
            alpha[i] = best
        yield w.copy(), alpha.copy()
