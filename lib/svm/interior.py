"""Walk to the optimum of a linear machine through the inside of the box 0 <= α <= C.

Where examples outnumber features, a step that moves one multiplier or two sees little of the
sample, so that such steps get slow. This one moves all: Newton's step towards Σ α y x = w and α l =
(C - α) ξ = μ, where l = max(0, y f - 1), solves equations for the d + 1 numbers in w and b.
Mehrotra's choice of μ (1992) takes some fifteen steps at any n and C. Chapter *Soft margins*.
"""

import numpy as np

from lib.samples import Sample

STEPS = 60  # at most; each costs n d²
SHORT = 0.995  # of the way to where the first number gets 0


def interior(sample: Sample, C: float, offset: bool) -> tuple[np.ndarray, np.ndarray]:
    """w, shape (d,), and α, shape (n,), near the optimum of the soft margin with a finite price C.

    Nothing is promised of the pair: its duality gap is for the caller to judge. The longest example
    should have a length near 1.
    """
    # Shares a = α/C lie in [0, 1], and with x = (w/√C, b) no number is extreme: f y = A x.
    root = np.sqrt(C)
    A = np.hstack([root * sample.signed, sample.y[:, None]]) if offset else root * sample.signed
    bend = np.ones(A.shape[1])
    bend[sample.d :] = 0  # b costs nothing
    x, a = np.zeros(A.shape[1]), np.full(sample.n, 0.5)
    room, over, xi = 1 - a, np.ones(sample.n), np.ones(sample.n)
    for _ in range(STEPS):
        mu = (a @ over + room @ xi) / (2 * sample.n)
        if mu < 1e-15:
            break
        left, rest = 1 - A @ x + over - xi, A.T @ a - bend * x
        weight = 1 / (over / a + xi / room)
        square = np.diag(bend) + (A.T * weight) @ A
        # First straight to μ = 0, to see how far that leads; then to a μ that fits, with the
        # products of two changes that the first step left out.
        low = high = 0.0
        for predict in (True, False):
            goal = left + low / a - over - high / room + xi
            try:
                dx = np.linalg.solve(square, rest + A.T @ (weight * goal))
            except np.linalg.LinAlgError:
                return root * x[: sample.d], C * a
            da = weight * (goal - A @ dx)
            do, dxi = (low - over * da) / a - over, (high + xi * da) / room - xi
            t = min(1.0, *(_reach(*pair) for pair in ((a, da), (room, -da), (over, do), (xi, dxi))))
            if predict:
                ahead = (a + t * da) @ (over + t * do) + (room - t * da) @ (xi + t * dxi)
                mu *= (ahead / (2 * sample.n * mu)) ** 3
                low, high = mu - da * do, mu + da * dxi
        if not t > 1e-6:
            break
        x, a, room = x + t * dx, a + t * da, room - t * da
        over, xi = over + t * do, xi + t * dxi
    return root * x[: sample.d], C * a


def _reach(z, dz) -> float:
    """How far the numbers z, all positive, can walk their steps and stay so."""
    return SHORT / max(1e-300, float((-dz / z).max()))
