"""What the programs of the chapters on margins share, before a solver is asked and after.

Solvers get examples moved to 0 and scaled to length 1, where their tolerances mean something. An
answer leaves the library only when its duality gap on the data as given, with what rounding may
hide of it, is a small share of its objective, whatever the solver says of itself.
"""

import warnings
from collections.abc import Callable, Iterator

import numpy as np

from lib.samples import Sample
from lib.svm.active_set import refine
from lib.svm.interior import interior
from lib.svm.pairs import climb
from lib.svm.separability import NotSeparable, Undecided, exact_common_point
from lib.svm.solution import Machine, Solution

TIGHT = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}
ACCEPTED = 1e-6  # the largest gap, as a share of the objective, of a solution that is returned
Answers = Iterator[tuple[np.ndarray, np.ndarray]]


def refuse_one_class(sample: Sample, offset: bool) -> None:
    """Raise ValueError where one class is missing and an offset makes the problem empty."""
    if offset and abs(sample.y.sum()) == sample.n:
        raise ValueError(
            f"y holds one class only, {sample.y[0]:+g}, so w = 0 with b = {sample.y[0]:+g} solves "
            "the problem; give examples of both classes, or offset=False"
        )


def normalized(sample: Sample, offset: bool) -> tuple[Sample, float]:
    """The sample with its mean at 0, if b is free, and its longest example between ½ and 2.

    Also the unit of length: a power of two, so that dividing by it rounds nothing.
    """
    X = sample.X - sample.X.mean(axis=0) if offset else sample.X
    reach = np.abs(X).max()
    reach = reach * np.linalg.norm(X / reach, axis=1).max() if reach > 0 else 1.0
    unit = 2.0 ** np.round(np.log2(reach))
    return Sample(X / unit, sample.y, sample.name, sample.features), float(unit)


def priced(C: float, unit: float) -> float:
    """C for examples in units of `unit`; raises ValueError where floats cannot hold it."""
    near = C * unit**2
    if np.isfinite(C) and not 1e-150 < near < 1e150:
        raise ValueError(
            f"C={C!r} is out of range for examples of this length; "
            f"give one nearer to {1 / unit**2:.0e}"
        )
    return near


def direct(sample: Sample, C: float, offset: bool) -> Answers:
    """What the book's own solvers find for a finite C: pairs of w and α, the most exact first."""
    if sample.n > sample.d:
        yield from inside(sample, C, offset)
    else:
        alpha = shared(sample, climb(sample.X @ sample.X.T, sample.y, C, offset))
        yield from _lengthened(alpha @ sample.signed, alpha, C)


def inside(sample: Sample, C: float, offset: bool) -> Answers:
    """What equations make of the point that `interior` comes to, and that point."""
    w, alpha = interior(sample, C, offset)
    for pair in refine(sample, C, alpha, offset):
        yield from _lengthened(*pair, C)
    yield w, alpha


def shared(sample: Sample, alpha: np.ndarray) -> np.ndarray:
    """α with what equal examples bear shared by all of them: as good, and of no one order."""
    kinds: dict[bytes, int] = {}
    rows = np.column_stack([sample.X, sample.y]) + 0.0  # -0 becomes 0
    same = [kinds.setdefault(row.tobytes(), len(kinds)) for row in rows]
    return (np.bincount(same, alpha) / np.bincount(same))[same]


def _lengthened(w, alpha, C: float) -> Answers:
    """An answer; where no multiplier comes to C, also a little longer."""
    yield w, np.minimum(C, alpha)
    if alpha.max() < C:
        yield from longer(w, alpha, C)


def longer(w, alpha, C: float) -> Answers:
    """An answer a little longer: no rounding leaves a slack, which a large C would make dear."""
    for more in (1 + 1e-9, 1 + 2e-7):
        yield more * w, np.minimum(C, more * alpha)


def solve(problem) -> str:
    """Solve to the tightest tolerance and return the status; the certificate judges the rest."""
    import cvxpy as cp

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Solution may be inaccurate")
        try:
            problem.solve(solver=cp.CLARABEL, **TIGHT)
        except cp.SolverError:
            return "solver error"
    return problem.status


def certified(sample, C, offset, unit, answers, said) -> Solution:
    """The best answer on the data as given; `answers` are for another unit of length.

    cvxpy's statuses get into `said` when the answers come to it.
    """
    # A feature without a spread has no say beside an offset; a solver's noise in it would.
    spread = np.ptp(sample.X, axis=0) > 0 if offset else np.ones(sample.d, dtype=bool)

    def complete(w, alpha):
        return Solution.complete(sample, C, spread * w / unit, alpha / unit**2, offset)

    best, least = best_of(answers, complete)
    if best is None:
        _refuse(sample, C, offset, least, said)
    return best


def best_of(answers: Answers, complete: Callable) -> tuple[Machine | None, float]:
    """The first answer whose gap is a small share of ½‖w‖²; else of those that pass, the best.

    `complete(w, alpha)` makes a solution of a finite answer, or None. It passes when its gap, with
    what rounding may hide, is at most ACCEPTED times its objective. Beside ½‖w‖² the gap bounds the
    error of w itself: where slack is dear, the objective alone would not. Also the least share.
    """
    best, least = None, np.inf
    with np.errstate(all="ignore"):  # what overflows is not finite, and does not pass
        for w, alpha in answers:
            finite = np.isfinite(w).all() and np.isfinite(alpha).all()
            answer = complete(w, alpha) if finite else None
            if answer is None:
                continue
            missing = answer.gap.total + answer.doubt
            share = missing / answer.objective if missing else 0.0
            if not share < least:
                continue
            least = share
            if share <= ACCEPTED:
                best = answer
                if missing <= ACCEPTED * answer.norm**2 / 2:
                    break
    return best, least


def _refuse(sample: Sample, C: float, offset: bool, least: float, said: list[str]) -> None:
    """Raise NotSeparable with an exact certificate, or Undecided with a reason and a remedy."""
    exact = exact_common_point(sample, offset=offset) if np.isinf(C) else None
    if exact is not None:
        through, remedy = (
            ("", "") if offset else (" through 0", "lift the sample for an offset, or ")
        )
        raise NotSeparable(
            f"no hyperplane{through} separates {sample.name!r}: the weights of this error certify "
            f"it; {remedy}use a soft margin, soft_margin(sample, C)",
            exact,
            sample.n,
        )
    what = "a separator, nor an exact proof that there is none" if np.isinf(C) else "an optimum"
    raise Undecided(
        f"undecided on {sample.name!r}: no certificate of {what} ({seen(least, said)}); "
        f"{_remedy(sample, C, offset)}"
    )


def seen(least: float, said: list[str]) -> str:
    """What was tried, in words."""
    return f"cvxpy: {', '.join(said)}; " + (
        f"the best gap is {least:.1e} of its objective" if least < np.inf else "no answer"
    )


def _remedy(sample: Sample, C: float, offset: bool) -> str:
    spread = np.ptp(sample.X, axis=0) if offset else np.abs(sample.X).max(axis=0)
    spread = spread[spread > 0]
    if offset and np.abs(sample.X.mean(axis=0)).max() > 1e3 * spread.max(initial=0.0):
        return (
            "the examples lie far from 0 beside their spread, and f is rounded: "
            "standardize(sample) first"
        )
    if spread.max() > 1e3 * spread.min():
        change = "standardize(sample) first" if offset else "divide each by its largest value"
        return f"the features reach from {spread.min():.3g} to {spread.max():.3g}: {change}"
    usual = 1 / spread.max() ** 2
    if np.isinf(C):
        return (
            "up to rounding the classes may touch or overlap: use a soft margin, "
            f"soft_margin(sample, {usual:.0e})"
        )
    if 1e-6 < C / usual < 1e6:
        return "the solver should not fail here: report the sample"
    return f"C is far from what such examples ask for: try one nearer to {usual:.0e}"
