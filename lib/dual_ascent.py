"""Dual ascent: climb the dual by one multiplier at a time, or by two whose forces keep their sum.

Chapter *Dual ascent*; Hsieh et al. 2008 for one multiplier, and `lib.svm.climb` for two. A run is
its path, the multipliers α at the start and after each step, of shape (T + 1, n).
"""

from collections.abc import Iterator

import numpy as np

from lib.checks import as_floats, as_positive, as_vector
from lib.samples import Sample, of_sample


@of_sample
def coordinate_ascent(sample: Sample, C: float) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Pairs of w = Σ α y x, shape (d,), and α, shape (n,), after each pass over the sample.

    Maximizes Σα - ½‖w‖² subject to 0 <= α <= C. A step sets one α to its best value, the others
    held: α + (1 - y⟨w,x⟩)/‖x‖², cut to [0, C]. Never ends.

    >>> w, alpha = next(coordinate_ascent(Sample([[2.0], [1.0]], [1, 1]), C=0.4))
    >>> w.round(6), alpha.round(6)
    (array([0.9]), array([0.25, 0.4 ]))
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


@of_sample
def dual_values(sample: Sample, path) -> np.ndarray:
    """D = Σα - ½‖Σαyx‖² along a path, shape (T + 1,)."""
    path = _as_path(sample, path)
    return path.sum(axis=1) - ((path @ sample.signed) ** 2).sum(axis=1) / 2


@of_sample
def coordinate_steps(sample: Sample, path, C: float) -> dict[str, np.ndarray]:
    """The steps that change one multiplier, as the theorem `coordinate` names them.

    >>> sample = Sample([[2.0], [1.0]], [1, 1])
    >>> seen = coordinate_steps(sample, [[0, 0], [0.25, 0], [0.25, 0.4]], C=0.4)
    >>> seen["s"], seen["g"], seen["D"].round(6)
    (array([0.25, 0.4 ]), array([1. , 0.5]), array([0.125, 0.245]))
    """
    path, rows = _moves(sample, path, 1)
    (i,) = rows.T
    x, y, s = sample.X[i], sample.y[i], np.diff(path, axis=0)[np.arange(len(i)), i]
    w = path @ sample.signed
    seen = {"x": x, "y": y, "s": s, "g": 1 - y * (w[:-1] * x).sum(axis=1)}
    return seen | _climbed(sample, path, C, x * s[:, None])


@of_sample
def pair_steps(sample: Sample, path, C: float) -> dict[str, np.ndarray]:
    """The steps that change a pair, i whose force αy rises and j whose falls, as `pair` names them.

    >>> seen = pair_steps(Sample([[0.0], [1.0]], [-1, 1]), [[0, 0], [1, 1], [2, 2]], C=10)
    >>> seen["s"], seen["g"], seen["D"]
    (array([1., 1.]), array([2., 1.]), array([1.5, 2. ]))
    """
    path, rows = _moves(sample, path, 2)
    force = path * sample.y
    if np.abs(force.sum(axis=1)).max() > 1e-9 * max(1.0, np.abs(path).max()):
        raise ValueError("path leaves Σ α y = 0; give steps that move two forces by s and -s")
    steps, each = np.diff(force, axis=0), np.arange(len(rows))
    rising = steps[each, rows[:, 0]] > 0
    i, j = np.where(rising, rows.T, rows.T[::-1])
    w, seen = path @ sample.signed, {"s": steps[each, i]}
    for name, row in (("i", i), ("j", j)):
        seen |= {
            f"x_{name}": sample.X[row],
            f"y_{name}": sample.y[row],
            f"alpha_{name}": path[each + 1, row],
            f"alpha_{name}_before": path[each, row],
        }
    own = [sample.y[row] - (w[:-1] * sample.X[row]).sum(axis=1) for row in (i, j)]
    apart = (sample.X[i] - sample.X[j]) * seen["s"][:, None]
    return seen | {"g": own[0] - own[1]} | _climbed(sample, path, C, apart)


def _climbed(sample: Sample, path: np.ndarray, C: float, moves: np.ndarray) -> dict:
    """The states of a path before and after each step, which moves w by these vectors."""
    from lib.proof.watching import before_and_after, totals

    states = before_and_after(w=path @ sample.signed, D=dual_values(sample, path))
    return states | totals(moved=(moves**2).sum(axis=1)) | {"n": sample.n, "C": C}


def _moves(sample: Sample, path, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The path without steps that change nothing, and the rows that each of them changes."""
    path = _as_path(sample, path)
    path = path[np.append(True, (np.diff(path, axis=0) != 0).any(axis=1))]
    changed = np.diff(path, axis=0) != 0
    if len(path) < 2 or (changed.sum(axis=1) != size).any():
        raise ValueError(
            f"path changes {np.unique(changed.sum(axis=1))} multipliers in a step; "
            f"give one or more steps that change {size}"
        )
    return path, np.nonzero(changed)[1].reshape(-1, size)


def _as_path(sample: Sample, path) -> np.ndarray:
    path = as_floats("path", path)
    if path.ndim != 2 or path.shape[1] != sample.n or len(path) < 1:
        raise ValueError(
            f"path has shape {path.shape}; give a row of {sample.n} multipliers for "
            "the start and one for each step"
        )
    return path


@of_sample
def stopping(sample: Sample, alpha, C: float) -> dict[str, np.ndarray | float]:
    """What each example asks of b where w = Σαyx, as the theorem `stopping` names it.

    An example asks for b >= b_i where its force α_i y_i may rise, and for b <= b_i where it may
    fall. `offset` has b_i = y_i - ⟨w, x_i⟩, which puts the example on its face; `rise` and `fall`
    how far the force may go up and down, with the sum C; all of shape (n,). `highest` and `lowest`
    are the strictest of these bounds, b is their middle, and h says by how much they cross, 0 where
    they do not. Some force must be free to rise, some to fall.

    >>> seen = stopping(Sample([[0.0], [1.0]], [-1, 1]), [1, 1], C=10)
    >>> seen["offset"], seen["highest"], seen["lowest"], seen["h"], seen["b"]
    (array([-1.,  0.]), 0.0, -1.0, 1.0, -0.5)
    """
    alpha, C = as_vector("alpha", alpha, sample.n, of="examples"), as_positive("C", C)
    if (alpha < 0).any() or (alpha > C).any():
        raise ValueError(
            f"alpha reaches from {alpha.min():.6g} to {alpha.max():.6g}; "
            f"give multipliers from 0 to C = {C:g}"
        )
    rise = np.where(sample.y > 0, C - alpha, alpha)
    fall = np.where(sample.y > 0, alpha, C - alpha)
    if not rise.any() or not fall.any():
        raise ValueError(
            "alpha lets no force rise, or none fall; give a sample of both classes "
            "and alpha with Σ alpha y = 0"
        )
    offset = sample.y - sample.X @ (alpha @ sample.signed)
    highest, lowest = float(offset[rise > 0].max()), float(offset[fall > 0].min())
    seen = {"offset": offset, "rise": rise, "fall": fall, "highest": highest, "lowest": lowest}
    seen |= _terms(sample, alpha, (highest + lowest) / 2, C)
    return seen | {"h": max(0.0, highest - lowest)}


@of_sample
def shares(sample: Sample, alpha, C: float) -> dict[str, np.ndarray | float]:
    """What the best step on each example would gain from one α without offset, as `share` names it.

    >>> seen = shares(Sample([[2.0], [1.0]], [1, 1]), [0.25, 0.0], C=0.4)
    >>> seen["s"].round(6), seen["gains"].round(6)
    (array([0. , 0.4]), array([0.  , 0.12]))
    """
    from lib.proof.watching import totals

    alpha, C = as_vector("alpha", alpha, sample.n, of="examples"), as_positive("C", C)
    m, squares = sample.signed @ (alpha @ sample.signed), (sample.X**2).sum(axis=1)
    if not squares.all():
        raise ValueError(f"row {squares.argmin()} is 0, so its slope never ends; leave it out")
    s = np.clip(alpha + (1 - m) / squares, 0, C) - alpha
    seen = _terms(sample, alpha, 0.0, C)
    gap = seen["slack_terms"][-1] + seen["bound_terms"][-1]
    t = min(1.0, gap / (sample.n * C**2 * sample.radius**2))
    c = np.where(m < 1, C, 0)
    seen |= totals(gains=s * (1 - m) - s**2 * squares / 2)
    return seen | {"c": c, "m": m, "s": s, "t": t, "part": t * (c - alpha), "R": sample.radius}


def _terms(sample: Sample, alpha: np.ndarray, b: float, C: float) -> dict[str, np.ndarray | float]:
    """The gap of α and of w = Σαyx with an offset b, example by example."""
    from lib.proof.watching import totals

    w = alpha @ sample.signed
    beyond = sample.y * (sample.X @ w + b) - 1
    sums = totals(
        slack_terms=alpha * np.maximum(0, beyond),
        Xi=np.maximum(0, -beyond),
        A=alpha,
        bound_terms=(C - alpha) * np.maximum(0, -beyond),
        beta=alpha * sample.y,
        n=np.ones(sample.n),
    )
    v = np.cumsum(alpha[:, None] * sample.signed, axis=0)
    seen = {"w": w, "v": v, "b": b, "C": C, "x": sample.X, "y": sample.y, "alpha": alpha}
    return sums | seen
