"""Certify a solution without knowing how it was found.

Chapters *Duality and support vectors* and *Soft margins*; Chevaleyre 4.1–4.2. Throughout `w` has
shape (d,), `b` is a number, `alpha` has shape (n,), f(x) = ⟨w,x⟩ + b, and v = Σ α y x. `C` is
infinite for the hard margin, and one price or n, one for each example. `offset=False` is the
problem without b.
"""

from dataclasses import dataclass

import numpy as np

from lib.checks import Price, as_finite, as_floats, as_positive, as_price, as_vector
from lib.samples import Sample, of_sample


def priced(sample: Sample, C: float, weights) -> Price:
    """C times the weight of each example; one price where all are equal, or C is infinite."""
    if weights is None:
        return C
    if isinstance(weights, dict):
        weights = [weights.get(label) for label in sample.y]
    weights = as_vector("weights", weights, sample.n, of="examples", above=0)
    with np.errstate(over="ignore", invalid="ignore"):  # an infinite product is refused later
        prices = C * weights
        return float(prices[0]) if np.isinf(C) or np.ptp(prices) == 0 else prices


def by_highest(C: Price, n: int) -> tuple[float, np.ndarray]:
    """The highest price, and what share of it each example has, shape (n,)."""
    highest = float(np.max(C))
    return highest, np.ones(n) if np.ndim(C) == 0 else C / highest


def slack(g: np.ndarray, C: Price) -> np.ndarray:
    """ξ = max(0, 1 - g) for g = y f; zero under an infinite C, which allows none."""
    g = as_floats("g", g)
    return np.zeros_like(g) if np.isinf(C).all() else np.maximum(0, 1 - g)


@dataclass(frozen=True)
class Gap:
    """The duality gap of (w, b) and α; the optimum lies between `primal` and `dual`."""

    primal: float  # ½‖w‖² + Σ C ξ
    dual: float  # Σα - ½‖v‖²
    distance: float  # ½‖w - v‖²
    slackness: float  # Σ α (y f - 1 + ξ)
    box: float  # Σ (C - α) ξ

    @property
    def total(self) -> float:
        """Primal minus dual, summed from the terms, so that rounding cannot make it negative."""
        return self.distance + self.slackness + self.box

    @property
    def relative(self) -> float:
        """The gap as a share of the primal objective."""
        return self.total / self.primal if self.total else 0.0

    @property
    def w_error(self) -> float:
        """‖w - w*‖ is at most this, √(2 gap); beside ‖w‖ it need not be small where the gap is."""
        return float(np.sqrt(2 * self.total))


@of_sample
def duality_gap(sample: Sample, w, b, alpha, C: Price = np.inf, *, offset: bool = True) -> Gap:
    """How far (w, b) and α can be from the optimum: at most the gap, and ‖w - w*‖² <= 2 gap.

    Raises ValueError when α is not feasible (0 <= α <= C, and Σ α y = 0 up to rounding), since
    only a feasible α bounds anything, and for the hard margin when some y f < 1.

    >>> sample = Sample([[0.0], [1.0]], [-1, 1])
    >>> gap = duality_gap(sample, [1.0], 0.0, [0.5, 0.5], C=1)
    >>> gap.primal, gap.dual, gap.total
    (1.5, 0.875, 0.625)
    """
    w, b, alpha, C = _checked(sample, w, b, alpha, C, offset)
    v, g = combined(sample, alpha, offset), sample.y * (sample.X @ w + b)
    return gap_of(g, alpha, C, w_square=w @ w, v_square=v @ v, apart_square=(w - v) @ (w - v))


def combined(sample: Sample, alpha, offset: bool) -> np.ndarray:
    """v = Σ α y x. Where Σ α y = 0, x may be measured from the mean, and less is rounded."""
    X = sample.X - sample.X.mean(axis=0) if offset else sample.X
    return (alpha * sample.y) @ X


def gap_of(g, alpha, C: Price, *, w_square: float, v_square: float, apart_square: float) -> Gap:
    """The gap of a feasible α from g = y f and the squares of ‖w‖, ‖v‖ and ‖w - v‖."""
    xi, hard, (price, share) = slack(g, C), np.isinf(C).all(), by_highest(C, len(g))
    if hard and g.min() < 1 - 1e-9:
        raise ValueError(
            f"example {int(np.argmin(g))} has y f = {g.min():.6g} < 1, so (w, b) is not feasible "
            "for the hard margin; scale with canonical(sample, w, b), or give a C"
        )
    return Gap(
        primal=float(w_square / 2 + (0 if hard else price * (share * xi).sum())),
        dual=float(alpha.sum() - v_square / 2),
        distance=float(apart_square / 2),
        slackness=float(alpha @ np.maximum(0, g - 1)),
        box=float(0 if hard else (C - alpha) @ xi),
    )


@of_sample
def check_optimal(
    sample: Sample, w, b, alpha, C: Price = np.inf, *, offset: bool = True, tolerance: float = 1e-6
) -> Gap:
    """Return the gap when it is at most `tolerance` times the objective; raise ValueError if not.

    That certifies the objective, to this share, and not w, which may be off by the gap's `w_error`.
    The message names the largest of the three terms, which shows what is wrong.

    >>> sample = Sample([[0.0], [1.0]], [-1, 1])
    >>> check_optimal(sample, [1.5], -0.75, [1.0, 1.0], C=1)
    Traceback (most recent call last):
    ValueError: not optimal: the gap is 0.125, of an objective of 1.625; mostly because ...
    """
    tolerance = as_positive("tolerance", tolerance)
    gap = duality_gap(sample, w, b, alpha, C, offset=offset)
    if not gap.total <= tolerance * gap.primal:
        terms = {
            "w is not Σ α y x": gap.distance,
            "α > 0 where y f > 1": gap.slackness,
            "α < C where y f < 1": gap.box,
        }
        raise ValueError(
            f"not optimal: the gap is {gap.total:.3g}, of an objective of {gap.primal:.6g}; "
            f"mostly because {max(terms, key=terms.get)}"
        )
    return gap


@of_sample
def margin_interval(sample: Sample, w, b, alpha, *, offset: bool = True) -> tuple[float, float]:
    """Bounds min y f/‖w‖ <= γ <= ‖v‖/Σα on the largest margin γ, from any w and any α.

    The right end is half the distance between two points of the convex hulls of the classes. It is
    0 when the hulls meet, and then α certifies that no hyperplane separates. Raises ValueError when
    w or α is zero, or α is not feasible.

    >>> sample = Sample([[0, 0], [3, 4], [6, 0]], [-1, 1, 1])
    >>> low, high = margin_interval(sample, [1, 0], -1.5, [2, 1, 1])
    >>> round(low, 3), round(high, 3)
    (1.5, 2.462)
    """
    w, b, alpha, _ = _checked(sample, w, b, alpha, np.inf, offset)
    for name, numbers in {"alpha": alpha, "w": w}.items():
        if not numbers.any():
            raise ValueError(f"{name} is zero and bounds nothing; give at least one that is not")
    narrowest = (sample.y * (sample.X @ w + b)).min() / np.linalg.norm(w)
    return float(narrowest), float(np.linalg.norm(alpha @ sample.signed) / alpha.sum())


@of_sample
def feasible(sample: Sample, alpha, C: Price = np.inf, *, offset: bool = True) -> np.ndarray:
    """Move α into [0, C] and scale the heavier class down until Σ α y = 0."""
    alpha, C = as_vector("alpha", alpha, sample.n, of="examples"), as_price("C", C, sample.n)
    alpha = np.clip(alpha, 0, C)
    if not offset:
        return alpha
    sides = sample.y > 0, sample.y < 0
    lighter = min(alpha[side].sum() for side in sides)
    for side in sides:
        if (heavy := alpha[side].sum()) > lighter:
            alpha[side] *= lighter / heavy
    return alpha


def _checked(sample, w, b, alpha, C, offset):
    """The arguments in their proper form, of which α is feasible."""
    w, b = as_vector("w", w, sample.d), as_finite("b", b)
    alpha = as_vector("alpha", alpha, sample.n, of="examples")
    if not offset and b != 0:
        raise ValueError(f"b={b!r} in a problem without an offset; give b=0, or offset=True")
    C = as_price("C", C, sample.n)
    if not (np.all(alpha >= 0) and np.all(alpha <= C)):
        i = int(np.argmax(np.maximum(-alpha, alpha - C)))
        raise ValueError(
            f"alpha[{i}]={alpha[i]:.6g} lies outside [0, {np.broadcast_to(C, sample.n)[i]:g}] and "
            "bounds nothing; repair rounding with feasible(sample, alpha, C)"
        )
    if offset and not abs(alpha @ sample.y) <= 1e-9 * alpha.sum():
        raise ValueError(
            f"Σ alpha y = {alpha @ sample.y:.6g}, not 0, so alpha bounds nothing; "
            "repair rounding with feasible(sample, alpha, C)"
        )
    return w, b, alpha, C
