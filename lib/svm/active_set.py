"""Refine a solver's multipliers to the optimum near them, by linear equations.

Once one knows which multipliers are 0 and which are C, the optimum solves linear equations, to the
last digits: a free support vector has y f = 1, and w = Σ α y x with Σ α y = 0.
"""

from collections.abc import Iterator

import numpy as np

from lib.checks import Price
from lib.samples import Sample
from lib.svm.certificates import by_highest

SHARES = (1e-3, 1e-5, 1e-7, 1e-2, 1e-9)  # of the largest multiplier, that count as positive
ROUNDS = 12  # guesses of the free support vectors, each corrected by the last one's solution
LARGEST = 2000  # free support vectors and features; beyond, the equations cost more than solvers


def refine(
    sample: Sample, C: Price, alpha: np.ndarray, offset: bool
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Pairs of w, shape (d,), and α, shape (n,), that solve the equations for a guess of the sets.

    `alpha` is near an optimum. The duality gap of a pair is for the caller to check.
    """
    if not np.isfinite(alpha).all() or alpha.max() <= 0:
        return
    alpha = np.clip(alpha, 0, C)
    for share in SHARES:
        full = alpha >= (1 - share) * C
        free = (alpha > share * np.minimum(C, alpha.max())) & ~full
        yield from _corrected(sample, C, free, full, offset)


def _corrected(sample, C, free, full, offset):
    """The pairs for a guess of the free and the full rows, corrected by each solution in turn."""
    tried, (highest, share) = set(), by_highest(C, sample.n)
    for _ in range(ROUNDS):
        guess = free.tobytes() + full.tobytes()
        if guess in tried or free.sum() + sample.d > LARGEST:
            return
        tried.add(guess)
        if not free.any():
            if full.any():
                yield highest * (share[:, None] * sample.signed)[full].sum(axis=0), C * full
            return
        w, b, alpha = _solved(sample, C, free, full, offset)
        yield w, alpha
        g = sample.y * (sample.X @ w + b)
        full = (alpha >= C) | (full & (g < 1 + 1e-9))
        free = ((alpha > 0) & (g < 1 + 1e-6) | (g < 1 - 1e-9)) & ~full


def _solved(sample, C, free, full, offset):
    """The w, b and α with y f = 1 on the free rows, α = C on the full ones, and 0 elsewhere."""
    X, y = sample.X[free], sample.y[free]
    pull, rest = np.zeros(sample.d), 0.0
    if full.any():
        highest, share = by_highest(C, sample.n)
        pull = highest * (share[:, None] * sample.signed)[full].sum(axis=0)
        rest = -highest * (share * sample.y)[full].sum()
    # With an offset, differences to one free row take the place of rows: b and Σ α y = 0 are gone.
    rows, goal = (X[1:] - X[0], y[1:] - y[0]) if offset else (X, y)
    w = pull + rest * X[0] if offset else pull
    inverse = np.linalg.pinv(rows, rcond=np.finfo(float).eps * max(rows.shape))
    step, force = np.zeros(sample.d), np.zeros(len(rows))
    for _ in range(2):  # the second time for what was rounded
        step = step + inverse @ (goal - rows @ (w + step))
    for _ in range(2):
        force = force + inverse.T @ (step - rows.T @ force)
    force = np.concatenate([[rest - force.sum()], force]) if offset else force
    w, alpha = w + step, np.where(full, C, 0.0)
    alpha[free] = y * force
    return w, float(np.mean(y - X @ w)) if offset else 0.0, alpha
