"""The solution of a support vector machine: a separator, its slack, and its multipliers.

Chapters *Duality and support vectors* and *Soft margins*; Chevaleyre 4.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lib.checks import Price, as_examples
from lib.samples import Classifier, Sample
from lib.svm.certificates import Gap, by_highest, combined, duality_gap, feasible, slack

ROUNDED = 1e-6  # the largest rounding of f, beside its 1 on the faces, of a solution
UNPRINTED = 1e-4  # the largest error of w, as a share of ‖w‖, that a solution leaves unprinted


class Machine:
    """What every solution has; subclasses give `scores`, `norm`, `apart`, `gap` and roundings."""

    @property
    def objective(self) -> float:
        """½‖w‖² + Σ C ξ."""
        return self.gap.primal

    @property
    def half_width(self) -> float:
        """1/‖w‖: half the width of the slab |f| < 1, and for the hard margin the margin."""
        return 1 / self.norm if self.norm > 0 else np.inf

    @property
    def f(self) -> np.ndarray:
        """f(x) of each example, shape (n,)."""
        return self.scores + self.b

    @cached_property
    def xi(self) -> np.ndarray:
        """The slack max(0, 1 - y f) of each example, shape (n,); zero for the hard margin."""
        return slack(self.sample.y * self.f, self.C)

    @property
    def support(self) -> np.ndarray:
        """Rows of the support vectors, α > 0."""
        return np.flatnonzero(positive(self.alpha, self.C))

    @property
    def free(self) -> np.ndarray:
        """Rows of the free support vectors, 0 < α < C; they have y f = 1."""
        return np.flatnonzero(positive(self.alpha, self.C) & _below(self.alpha, self.C))

    @property
    def bound(self) -> np.ndarray:
        """Rows of the support vectors at their bound, α = C."""
        return np.flatnonzero(~_below(self.alpha, self.C))

    @property
    def offsets(self) -> tuple[float, float]:
        """The least and the greatest optimal b: equal when there is a free support vector."""
        return _interval(self.sample.y, self.scores, self.C) if self.offset else (0.0, 0.0)

    @property
    def w_error(self) -> float:
        """How far w may be from the optimal one: ‖w - w*‖ is at most this."""
        return min(self.known, float(np.sqrt(2 * (self.gap.total + self.gap_error))) + self.rounded)

    @property
    def feasible(self) -> bool:
        """Whether a hard margin keeps its constraints, as its gap asks."""
        return bool(np.isfinite(self.C).all() or (self.sample.y * self.f).min() >= 1 - 1e-9)

    @cached_property
    def gap_error(self) -> float:
        """How much of the gap rounding of f may hide: infinite where f itself may be wrong."""
        if self.rounding.max() > ROUNDED:
            return np.inf
        if np.isinf(self.C).all():
            return 0.0
        g = self.sample.y * self.f
        hidden = np.where(g < 1 + self.rounding, self.C - self.alpha, 0)
        hidden += np.where(g > 1 - self.rounding, self.alpha, 0)
        return float(hidden @ self.rounding + np.finfo(float).eps * abs(self.b) * self.alpha.sum())

    @cached_property
    def residuals(self) -> dict[str, float]:
        """By how much each optimality condition fails, 0 at the optimum.

        *stationarity* ‖w - Σ α y x‖, *balance* |Σ α y|, and the largest *box* step of α outside
        [0, C], *constraints* 1 - ξ - y f, *slackness* |α (y f - 1 + ξ)|, and *bound* (C - α) ξ.
        """
        g, alpha, xi = self.sample.y * self.f, self.alpha, self.xi
        return {
            "stationarity": self.apart,
            "balance": float(abs(alpha @ self.sample.y)) if self.offset else 0.0,
            "box": float(max(0.0, -alpha.min(), (alpha - self.C).max())),
            "constraints": float(max(0.0, (1 - xi - g).max())),
            "slackness": float(np.abs(alpha * (g - 1 + xi)).max()),
            "bound": float(np.abs((self.C - alpha) * xi).max()) if xi.any() else 0.0,
        }

    def __repr__(self):
        low, high = self.offsets
        point = high - low <= 1e-5 * min(1, abs(low) + abs(high))
        b = f"{self.b + 0:.5g}" if point else f"anywhere from {low:.5g} to {high:.5g}"
        small = self.w_error <= UNPRINTED * self.norm
        off = "" if small else f"\n  w                off by at most {self.w_error:.1g}"
        prices = " to ".join(f"{C:g}" for C in np.unique([np.min(self.C), np.max(self.C)]))
        price = "hard margin" if np.isinf(self.C).all() else f"C = {prices}"
        kinds = f"{len(self.free)} free, {len(self.bound)} at C" if len(self.bound) else "all free"
        total = f"{round(self.xi.sum(), 9):.5g}"
        return (
            f"{self.sample.name}, {price}\n"
            f"  objective        {self.objective:.6g}, duality gap {_small(self.gap.total)}\n"
            f"  half-width       {self.half_width:.5g}, total slack {total}\n"
            f"  offset           {b if self.offset else 'none'}\n"
            f"  support vectors  {len(self.support)} of {self.sample.n}: {kinds}\n"
            f"  KKT residuals    {_small(max(self.residuals.values()))}{off}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Machine, Classifier):
    """A separator with maximal margin, hard or soft, and the multipliers that certify it.

    `C`, the price of slack, is infinite for the hard margin, and has shape (n,) where examples have
    weights; `w` has shape (d,); `b` is the middle of `offsets`; `alpha` has a multiplier for each
    example; `known` is a bound on ‖w - w*‖.
    """

    sample: Sample
    C: Price
    w: np.ndarray
    b: float
    alpha: np.ndarray
    offset: bool = True
    known: float = np.inf

    @classmethod
    def complete(cls, sample, C: Price, w, alpha, offset: bool = True, optimum=None):
        """A solution from a solver's w and α, or None where they are too far from one.

        α is repaired, b put in its middle, a hard margin scaled. With the exact `optimum` it knows
        w's error.
        """
        alpha = feasible(sample, alpha, C, offset=offset)
        found = completed(sample.y, sample.X @ w, alpha, C, offset)
        if found is None:
            return None
        b, alpha, least = found
        w, known = w / least, np.inf
        if optimum is not None:
            known = np.linalg.norm(w - optimum.w) + np.finfo(float).eps * np.linalg.norm(optimum.w)
        solution = cls(sample, C, w, b, alpha, offset, float(known))
        return solution if solution.feasible else None

    def decision(self, X) -> np.ndarray:
        """f(x) = ⟨w,x⟩ + b for each row x of X, shape (m,); `predict` has its labels.

        X has the features of the solution's sample: where that was standardized, so is X, like it.

        >>> from lib.max_margin import hard_margin
        >>> found = hard_margin(Sample([[0, 0], [3, 4]], [-1, 1]))
        >>> found.decision([[6, 8], [0, 1]]).round(6), found.predict([[6, 8], [0, 1]])
        (array([ 3.  , -0.68]), array([ 1., -1.]))
        """
        return as_examples("X", X, self.sample.features) @ self.w + self.b

    @cached_property
    def rounding(self) -> np.ndarray:
        """By how much f may be rounded on each example, shape (n,): its terms may cancel."""
        size = np.abs(self.sample.X) @ np.abs(self.w) + abs(self.b)
        return np.finfo(float).eps * (self.sample.d + 2) / 2 * size

    @property
    def rounded(self) -> float:
        """By how much rounding of Σ α y x may hide ‖w - v‖."""
        X = self.sample.X
        near = np.linalg.norm(X - X.mean(axis=0) if self.offset else X, axis=1)
        size = (self.sample.n + 3) / 2 * near + np.linalg.norm(X, axis=1)
        return float(np.finfo(float).eps * self.alpha @ size)

    @property
    def scores(self) -> np.ndarray:
        """⟨w,x⟩ of each example, shape (n,)."""
        return self.sample.X @ self.w

    @property
    def norm(self) -> float:
        """‖w‖."""
        return float(np.linalg.norm(self.w))

    @cached_property
    def gap(self) -> Gap:
        """The duality gap and its three terms."""
        return duality_gap(self.sample, self.w, self.b, self.alpha, self.C, offset=self.offset)

    @property
    def apart(self) -> float:
        """‖w - Σ α y x‖."""
        return float(np.linalg.norm(self.w - combined(self.sample, self.alpha, self.offset)))


def completed(y, scores, alpha, C: Price, offset: bool):
    """b, α and the least y f of a hard margin (else 1), by which b and α are divided; or None."""
    least = 1.0
    if not alpha.any():
        return None
    low, high = _interval(y, scores, C) if offset else (0.0, 0.0)
    b = (low + high) / 2
    if np.isinf(C).all() and (least := float((y * (scores + b)).min())) <= 0:
        return None
    return b / least, alpha / least, least


def _interval(y, scores, C: Price) -> tuple[float, float]:
    """The least and the greatest b that is best for these scores.

    Where an example comes onto its face, the slope of Σ C ξ in b rises by its price; it begins at
    minus the prices of the positive ones. A hard margin has no slack: it is largest at the middle.
    """
    at = y - scores
    if np.isinf(C).all():
        return float(at[y > 0].max()), float(at[y < 0].min())
    order, (_, share) = np.argsort(at), by_highest(C, len(y))
    slope = share[order].cumsum() - share[y > 0].sum()
    flat = len(y) * np.finfo(float).eps * share.sum()  # what is rounded of a slope of 0
    low, high = at[order][[np.argmax(slope > -flat), np.argmax(slope > flat)]]
    return float(low), float(high)


def positive(alpha: np.ndarray, C: Price = np.inf) -> np.ndarray:
    """α > 0, up to what an interior-point solver leaves above zero."""
    return alpha > 1e-6 * np.minimum(C, alpha.max())


def _below(alpha: np.ndarray, C: Price) -> np.ndarray:
    """α < C, up to the same rounding."""
    return alpha < (1 - 1e-6) * C


def _small(number: float) -> str:
    return "below 1e-8" if number < 1e-8 else f"{number:.1g}"
