"""Which of a solver's answers may leave the library, and what to say when none may.

Chapters *Duality and support vectors* and *Soft margins*. An answer is judged by its duality gap on
the data as given, and by what rounding may hide of it.
"""

from collections.abc import Iterable

import numpy as np

from lib.samples import Sample
from lib.svm.separability import NotSeparable, Undecided, exact_common_point
from lib.svm.solution import Machine

ACCEPTED = 1e-6  # the largest gap, as a share of the objective, of a solution that is returned


def best_of(answers: Iterable[Machine | None]) -> tuple[Machine | None, float]:
    """The first answer whose gap is a small share of ½‖w‖²; else of those that pass, the best.

    An answer passes when its gap, with what rounding may hide, is at most ACCEPTED times its
    objective. Beside ½‖w‖² the gap bounds the error of w itself: where slack is dear, the objective
    alone would not. Also the least share that was seen.
    """
    best, least = None, np.inf
    with np.errstate(all="ignore"):  # what overflows is not finite, and does not pass
        for answer in answers:
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


def refuse(sample: Sample, C: float, offset: bool, least: float, status: str) -> None:
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
        f"undecided on {sample.name!r}: no certificate of {what} ({seen(least, status)}); "
        f"{_remedy(sample, C, offset)}"
    )


def seen(least: float, status: str) -> str:
    """What was tried, in words."""
    return f"cvxpy: {status}; " + (
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
