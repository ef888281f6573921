"""An interior-point method for the soft margin: its steps stay inside the box 0 <= α <= C.

A step moves all multipliers at once, where dual ascent moves one or two. It is Newton's step
towards Σ α y x = w and α l = (C - α) ξ = μ, where l = max(0, y f - 1). Mehrotra's choice of μ
(1992) takes some twenty steps at any n and C. A step solves equations for the d + 1 numbers in w
and b or, where a Gram matrix stands for the features, for α. Chapter *Soft margins*.
"""

import numpy as np

from lib.samples import Sample

STEPS = 60  # at most; each costs n d², or n³
SHORT = 0.995  # the share of a step that would take the first number to 0


def interior(
    sample: Sample, C: float, offset: bool, K: np.ndarray | None = None
) -> tuple[np.ndarray | None, np.ndarray]:
    """w, shape (d,), and α, shape (n,), near the optimum of the soft margin with a finite price C.

    With a Gram matrix K, shape (n, n), it stands for the features, and w is None: it is Σ α y x.
    Nothing is promised of the pair: its duality gap is for the caller to check. The longest example
    should have a length near 1.
    """
    # In these units no number is extreme: a = α/C lies in [0, 1], and w becomes w/√C.
    n, y, root = sample.n, sample.y, np.sqrt(C)
    ones = y[:, None] if offset else np.empty((n, 0))
    system = _ByFeatures(root * sample.signed, ones) if K is None else _ByGram(C * K, y, ones)
    x, a = np.zeros(system.size), np.full(n, 0.5)
    below, over, xi = 1 - a, np.ones(n), np.ones(n)
    for _ in range(STEPS):
        mu = (a @ over + below @ xi) / (2 * n)
        if mu < 1e-15 * a.max():
            break
        f, rest = system.residuals(x, a)
        left, weight = 1 - f + over - xi, 1 / (over / a + xi / below)
        try:
            step = system.newton(weight)
            # Predictor: the step to μ = 0. Corrector: to a μ by how far that would lead, with the
            # products of two changes that the first step left out.
            low = high = 0.0
            for predict in (True, False):
                dx, da = step(left + low / a - over - high / below + xi, rest)
                do, dxi = (low - over * da) / a - over, (high + xi * da) / below - xi
                pairs = (a, da), (below, -da), (over, do), (xi, dxi)
                t = min(1.0, *(_longest(*pair) for pair in pairs))
                if predict:
                    ahead = (a + t * da) @ (over + t * do) + (below - t * da) @ (xi + t * dxi)
                    mu *= (ahead / (2 * n * mu)) ** 3
                    low, high = mu - da * do, mu + da * dxi
        except np.linalg.LinAlgError:
            break
        if not t > 1e-6:
            break
        x, a, below = x + t * dx, a + t * da, below - t * da
        over, xi = over + t * do, xi + t * dxi
    return (root * x[: sample.d] if K is None else None), C * a


class _ByFeatures:
    """y f = A x for x = (w/√C, b), and the steps of x and a from equations for x."""

    def __init__(self, signed, ones):
        self.A = np.hstack([signed, ones])
        self.size = self.A.shape[1]
        self.bend = np.repeat([1.0, 0.0], [signed.shape[1], ones.shape[1]])  # b costs nothing

    def residuals(self, x, a):
        """y f, and by how much w = Σ α y x and Σ α y = 0 fail."""
        return self.A @ x, self.A.T @ a - self.bend * x

    def newton(self, weight):
        """The steps to any goal: those of a are weight · (goal - what those of x add to y f)."""
        half = np.sqrt(weight)[:, None] * self.A
        square = np.diag(self.bend) + half.T @ half

        def step(goal, rest):
            dx = np.linalg.solve(square, rest + self.A.T @ (weight * goal))
            return dx, weight * (goal - self.A @ dx)

        return step


class _ByGram:
    """The same from equations for a, where w is Σ α y x and x has b alone."""

    def __init__(self, K, y, ones):
        self.K, self.ones, self.size = K * y * y[:, None], ones, ones.shape[1]
        self.flat = 4 * np.finfo(float).eps * self.K.trace()  # so that equations have a solution

    def residuals(self, x, a):
        return self.K @ a + self.ones @ x, self.ones.T @ a

    def newton(self, weight):
        from scipy.linalg import cho_factor, cho_solve

        square = self.K.copy()
        square[np.diag_indices(len(square))] += 1 / weight + self.flat
        factor = cho_factor(square, overwrite_a=True, check_finite=False)
        even = cho_solve(factor, self.ones)

        def step(goal, rest):
            da = cho_solve(factor, goal)
            dx = np.linalg.solve(self.ones.T @ even, self.ones.T @ da + rest)
            return dx, da - even @ dx

        return step


def _longest(z, dz) -> float:
    """The largest t at which z + t dz stays positive, as z is, with a little to spare."""
    return SHORT / max(1e-300, float((-dz / z).max()))
