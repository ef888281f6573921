"""Certified separators, hard or soft, linear or with a kernel: from a sample to a proved optimum.

1. **Rescale.** The mean goes to 0, if b is free, and the longest example to a length near 1.
2. **Propose** candidates: dual ascent where a Gram matrix is at hand; else, or where that does not
   suffice, an interior-point method. A hard margin is solved at a price that no multiplier reaches
   or, where it is thin, by a linear program.
3. **Refine.** The candidate shows which multipliers are 0, which are C and which lie between; then
   w and α solve linear equations, to the last digits.
4. **Accept** a candidate only when its duality gap on the data as given, with what rounding may
   hide of it, is a small share of its objective, whatever a solver says of itself.
5. **Finish** in rational arithmetic where the gap is not small beside ½‖w‖²: else w could be off.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from lib.checks import Price
from lib.samples import Sample
from lib.svm.active_set import refine
from lib.svm.certificates import by_highest
from lib.svm.climb import climb
from lib.svm.finish import Optimum, exact_optimum
from lib.svm.interior import interior
from lib.svm.separability import NotSeparable, Undecided, common_point, softer, usual_price
from lib.svm.solution import UNPRINTED, Machine, Solution

ACCEPTED = 1e-6  # the largest gap, as a share of the objective, of a solution that is returned
PRECISE = 1e-6  # the largest error of w, as a share of ‖w‖, without an exact finish
HIGH_PRICES = (1e3, 1e7, 1e12)  # tried in place of a price that is infinite or higher still

Candidates = Iterator[tuple[np.ndarray | None, np.ndarray]]  # w and α; None for w = Σ α y x


def certified(sample: Sample, C: Price, offset: bool, *, by_alpha: bool = False) -> Solution:
    """The solution of a linear machine, for prices C that are checked; infinite: hard margin.

    With `by_alpha`, w is no more exact than Σ α y x. Raises ValueError when one class is missing
    and an offset is wanted, NotSeparable with an exact certificate, Undecided without any.
    """
    refuse_one_class(sample, offset)
    near, unit = rescale(sample, offset)
    # The offset makes up for a constant feature; its weight could only be a solver's noise.
    spread = np.ptp(sample.X, axis=0) > 0 if offset else np.ones(sample.d, dtype=bool)

    def complete(w, alpha, optimum):
        w = alpha @ near.signed if w is None or (by_alpha and optimum is None) else w
        return Solution.complete(sample, C, spread * w / unit, alpha / unit**2, offset, optimum)

    def finish(alpha):
        return exact_optimum(sample.X, sample.y, C, offset, alpha / unit**2)

    K = near.X @ near.X.T if near.n <= near.d else None
    found = solve(Problem(near, rescale_price(C, unit), offset, K), complete, finish, unit)
    if found is None:
        _refuse(sample, C, offset)
    return found


@dataclass(frozen=True)
class Problem:
    """A machine whose longest example has a length near 1."""

    sample: Sample
    C: Price
    offset: bool
    K: np.ndarray | None  # the Gram matrix, of a kernel or where features outnumber examples
    linear: bool = True  # whether the sample has the features


def refuse_one_class(sample: Sample, offset: bool) -> None:
    """Raise ValueError where one class is missing and an offset makes the problem empty."""
    if offset and abs(sample.y.sum()) == sample.n:
        raise ValueError(
            f"y holds one class only, {sample.y[0]:+g}, so w = 0 with b = {sample.y[0]:+g} solves "
            "the problem; give examples of both classes, or offset=False"
        )


def rescale(sample: Sample, offset: bool) -> tuple[Sample, float]:
    """The sample with its mean at 0, if b is free, and its longest example near 1; and the unit.

    That is a power of two, so that dividing by it rounds nothing.
    """
    X = sample.X - sample.X.mean(axis=0) if offset else sample.X
    reach = np.abs(X).max()
    reach = reach * np.linalg.norm(X / reach, axis=1).max() if reach > 0 else 1.0
    unit = 2.0 ** np.round(np.log2(reach))
    return Sample(X / unit, sample.y, sample.name, sample.features), float(unit)


def rescale_price(C: Price, unit: float) -> Price:
    """C for examples in units of `unit`; raises ValueError where floats cannot hold it."""
    near = C * unit**2
    if np.isfinite(C).all() and not 1e-150 < np.min(near) <= np.max(near) < 1e150:
        wrong = float(np.min(C) if np.min(near) <= 1e-150 else np.max(C))
        times = " times a weight" if np.ndim(C) else ""
        raise ValueError(
            f"C{times}={wrong!r} is out of range for examples of this length; "
            f"give C{times}={1 / unit**2:.0e}, or one nearer to it"
        )
    return near


def candidates(problem: Problem) -> Candidates:
    """The solvers' w and α, the most exact first."""
    sample, C, offset, K = problem.sample, problem.C, problem.offset, problem.K
    if K is not None:
        yield None, _share_evenly(sample, C, climb(K, sample.y, C, offset))
    X = sample.X
    if K is not None:  # features that have these inner products, up to rounding
        sizes, directions = np.linalg.eigh(K)
        X = directions * np.sqrt(np.maximum(0, sizes))
    prices = [price for price in HIGH_PRICES if price < np.min(C) / 1e3]
    for price in prices if np.isinf(C).all() else [*prices, C]:
        w, alpha = interior(X, sample.y, price, offset)
        if price is not C and alpha.max() > price / 2:
            continue  # only a price that no multiplier reaches has the optimum of all higher ones
        if problem.linear:
            yield from refine(sample, C, alpha, offset)
        yield (w if K is None else None), alpha
    if problem.linear and np.min(C) > HIGH_PRICES[-1]:
        yield from refine(sample, C, _widest_in_a_cube(sample, offset), offset)


def _widest_in_a_cube(sample: Sample, offset: bool) -> np.ndarray:
    """α, shape (n,), of a separator easier to find: the one of largest y f where |w_j| <= 1.

    The simplex method distinguishes thin margins from none better than an interior-point one.
    Zeros where it finds none.
    """
    from scipy.optimize import linprog

    columns = [sample.signed, *([sample.y[:, None]] if offset else []), -np.ones((sample.n, 1))]
    least = np.zeros(sum(column.shape[1] for column in columns))
    least[-1] = -1
    bounds = [(-1, 1)] * sample.d + [(None, None)] * (len(least) - sample.d)
    sharp = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    found = linprog(
        least, -np.hstack(columns), np.zeros(sample.n), bounds=bounds, method="highs", options=sharp
    )
    return -found.ineqlin.marginals if found.status == 0 else np.zeros(sample.n)


def _share_evenly(sample: Sample, C: Price, alpha: np.ndarray) -> np.ndarray:
    """α with equal examples sharing their sum by price: as good, and independent of their order."""
    kinds: dict[bytes, int] = {}
    rows = np.column_stack([sample.X, sample.y]) + 0.0  # -0 becomes 0
    same = [kinds.setdefault(row.tobytes(), len(kinds)) for row in rows]
    _, share = by_highest(C, sample.n)
    return share * (np.bincount(same, alpha) / np.bincount(same, share))[same]


def _with_longer(candidates: Candidates, C: Price) -> Candidates:
    """Each candidate; where no multiplier reaches a finite C, also longer: no slack by rounding."""
    for w, alpha in candidates:
        yield w, np.minimum(C, alpha)
        if np.isfinite(C).all() and (alpha < C).all():
            for more in (1 + 1e-9, 1 + 2e-7):
                yield None if w is None else more * w, np.minimum(C, more * alpha)


def best_of(candidates: Candidates, complete: Callable, optimum: Optimum | None = None):
    """The first solution whose gap is a small share of ½‖w‖², else the best that passes, or None.

    It passes when its gap, with what rounding may hide, is at most ACCEPTED times its objective.
    Also the α of the least gap. `complete(w, alpha, optimum)` makes a solution of a candidate.
    """
    best, nearest, least = None, None, np.inf
    for w, alpha in candidates:
        finite = np.isfinite(alpha).all() and (w is None or np.isfinite(w).all())
        solution = complete(w, alpha, optimum) if finite else None
        if solution is None:
            continue
        gap = solution.gap.total + solution.gap_error
        share = gap / solution.objective if gap else 0.0
        if share < least:
            nearest, least = alpha, share
            if share <= ACCEPTED:
                best = solution
                if optimum is not None or gap <= ACCEPTED * best.norm**2 / 2:
                    break  # the other candidates are never computed
    return best, nearest


def solve(problem: Problem, complete: Callable, finish: Callable, unit: float) -> Machine | None:
    """The best of the solvers' candidates or, where w may be wrong, the exact optimum.

    `finish(alpha)` is that, in the sample's own units: `unit` of them are one here.
    """
    with np.errstate(all="ignore"):  # what overflows is not finite, and does not pass
        best, alpha = best_of(_with_longer(candidates(problem), problem.C), complete)
        if best is not None:
            right = best.gap.w_error <= PRECISE * best.norm  # as computed; and with all rounding
            if right and best.w_error <= UNPRINTED * best.norm:
                return best
        optimum = finish(np.zeros(problem.sample.n) if alpha is None else alpha)
        if optimum is None:
            return best
        alpha = _share_evenly(problem.sample, problem.C, optimum.alpha * unit**2)
        w = None if optimum.w is None else optimum.w * unit
        return best_of(_with_longer(iter([(w, alpha)]), problem.C), complete, optimum)[0]


def _refuse(sample: Sample, C: Price, offset: bool) -> None:
    """Raise NotSeparable with an exact certificate, or Undecided with a reason and a remedy."""
    exact = common_point(sample, offset=offset) if np.isinf(C).all() else None
    if exact is not None:
        through, lift = ("", "") if offset else (" through 0", "lift the sample for an offset, or ")
        message = (
            f"no hyperplane{through} separates {sample.name!r}: the weights of this error certify "
            f"it; {lift}use a soft margin, {softer(sample, offset)}"
        )
        raise NotSeparable(message, exact, sample.n)
    what = (
        "a separator, nor an exact proof that there is none" if np.isinf(C).any() else "an optimum"
    )
    remedy = _remedy(sample, C, offset)
    raise Undecided(f"undecided on {sample.name!r}: no certificate of {what}; {remedy}")


def _remedy(sample: Sample, C: Price, offset: bool) -> str:
    spread = np.ptp(sample.X, axis=0) if offset else np.abs(sample.X).max(axis=0)
    spread, usual = spread[spread > 0], usual_price(sample, offset)
    if np.abs(sample.X.mean(axis=0)).max() > 1e3 * np.ptp(sample.X, axis=0).max():
        return "the examples lie far from 0, and f is rounded: standardize(sample) first"
    if not spread.size:
        return f"no feature tells the examples apart: give features that do, or C={usual:.0e}"
    if spread.max() > 1e3 * spread.min():
        largest = "numpy.abs(sample.X).max(axis=0, initial=1e-300)"
        scaled = f"give Sample(sample.X / {largest}, sample.y)"
        change = "standardize(sample) first" if offset else scaled
        return f"the features reach from {spread.min():.3g} to {spread.max():.3g}: {change}"
    if np.isinf(C).all():
        soft = softer(sample, offset)
        return f"up to rounding the classes may touch or overlap: use a soft margin, {soft}"
    if 1e-6 < np.min(C) / usual <= np.max(C) / usual < 1e6:
        return "the solver should not fail here: report the sample"
    return f"C is far from what such examples ask for: try C={usual:.0e}"
