"""The road to every certified separator, hard or soft, linear or with a kernel.

1. **Rescale.** The mean goes to 0, if b is free, and the longest example to a length near 1: there
   the tolerances of solvers mean something.
2. **Propose** multipliers. Dual ascent climbs where a Gram matrix is at hand; where there is none,
   or that does not suffice, a walk leads through the inside of the box 0 <= α <= C. To a hard
   margin it leads at a price that no multiplier comes to, or by a linear program where that is
   thin.
3. **Refine.** The proposal tells which multipliers are 0, which are C and which lie between; then
   w and α solve linear equations, to the last digits.
4. **Judge.** An answer leaves the library only when its duality gap on the data as given, with what
   rounding may hide of it, is a small share of its objective, whatever a solver says of itself.
5. **Finish** in rational arithmetic, where the gap is not small beside ½‖w‖²: that would leave w in
   doubt.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from lib.samples import Sample
from lib.svm.active_set import refine
from lib.svm.climb import climb
from lib.svm.finish import exact_optimum
from lib.svm.interior import interior
from lib.svm.programs import widest_in_a_cube
from lib.svm.separability import (
    NotSeparable,
    Undecided,
    exact_common_point,
    softer,
    usual_price,
)
from lib.svm.solution import SURE, Machine, Solution

ACCEPTED = 1e-6  # the largest gap, as a share of the objective, of a solution that is returned
PRECISE = 1e-6  # the largest error of w, as a share of ‖w‖, without an exact finish
DEAR = (1e3, 1e7, 1e12)  # prices at which a hard margin is looked for, and at a higher price

Answers = Iterator[tuple[np.ndarray | None, np.ndarray]]  # w and α; None for w = Σ α y x


def certified(sample: Sample, C: float, offset: bool, *, by_alpha: bool = False) -> Solution:
    """The solution of a linear machine, for a price C that is checked; infinite: hard margin.

    With `by_alpha`, w is no more exact than Σ α y x, as kernels have it. Raises ValueError when one
    class is missing and an offset is wanted; NotSeparable, with an exact certificate, when there is
    no hard margin; and Undecided when nothing is certified.
    """
    refuse_one_class(sample, offset)
    near, unit = rescaled(sample, offset)
    # A feature without a spread has no say beside an offset; a solver's noise in it would.
    spread = np.ptp(sample.X, axis=0) > 0 if offset else np.ones(sample.d, dtype=bool)

    def complete(w, alpha, best):
        w = alpha @ near.signed if w is None or (by_alpha and best is None) else w
        best = None if best is None else best.w
        return Solution.complete(sample, C, spread * w / unit, alpha / unit**2, offset, best)

    def finish(alpha):
        return exact_optimum(sample.X, sample.y, C, offset, alpha / unit**2)

    K = near.X @ near.X.T if near.n <= near.d else None
    judge = travel(Near(near, priced(C, unit), offset, K), complete, finish, unit)
    if judge.best is None:
        _refuse(sample, C, offset, judge)
    return judge.best


# Rescale


@dataclass(frozen=True)
class Near:
    """A machine whose longest example has a length near 1.

    `K`, shape (n, n), is the Gram matrix where it stands for the features: those of a kernel, or
    where there are more than examples. Only a `linear` machine has them in its sample.
    """

    sample: Sample
    C: float
    offset: bool
    K: np.ndarray | None
    linear: bool = True


def refuse_one_class(sample: Sample, offset: bool) -> None:
    """Raise ValueError where one class is missing and an offset makes the problem empty."""
    if offset and abs(sample.y.sum()) == sample.n:
        raise ValueError(
            f"y holds one class only, {sample.y[0]:+g}, so w = 0 with b = {sample.y[0]:+g} solves "
            "the problem; give examples of both classes, or offset=False"
        )


def rescaled(sample: Sample, offset: bool) -> tuple[Sample, float]:
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
            f"give C={1 / unit**2:.0e}, or one nearer to it"
        )
    return near


# Propose, and refine


def proposals(near: Near) -> Answers:
    """What the solvers find, the most exact first."""
    if near.K is not None:
        yield None, _shared(near.sample, climb(near.K, near.sample.y, near.C, near.offset))
    prices = [price for price in DEAR if price < near.C / 1e3]
    for price in prices if np.isinf(near.C) else [*prices, near.C]:
        w, alpha = interior(near.sample, price, near.offset, near.K)
        if price < near.C and alpha.max() > price / 2:
            continue  # a price that no multiplier comes to is as good as any higher one
        if near.linear:
            yield from refine(near.sample, near.C, alpha, near.offset)
        yield w, alpha
    if near.linear and near.C > DEAR[-1]:
        alpha = widest_in_a_cube(near.sample, near.offset)
        yield from refine(near.sample, near.C, alpha, near.offset)


def _shared(sample: Sample, alpha: np.ndarray) -> np.ndarray:
    """α with what equal examples bear shared by all of them: as good, and of no one order."""
    kinds: dict[bytes, int] = {}
    rows = np.column_stack([sample.X, sample.y]) + 0.0  # -0 becomes 0
    same = [kinds.setdefault(row.tobytes(), len(kinds)) for row in rows]
    return (np.bincount(same, alpha) / np.bincount(same))[same]


def _longer(answers: Answers, C: float) -> Answers:
    """Each answer; where no multiplier comes to a finite C, also a little longer.

    Then no rounding leaves a slack, which a large C would make dear.
    """
    for w, alpha in answers:
        yield w, np.minimum(C, alpha)
        if alpha.max() < C < np.inf:
            for more in (1 + 1e-9, 1 + 2e-7):
                yield None if w is None else more * w, np.minimum(C, more * alpha)


# Judge


@dataclass
class Judge:
    """Keeps the first answer whose gap is a small share of ½‖w‖²; else the best that passes.

    An answer passes when its gap, with what rounding may hide, is at most ACCEPTED times its
    objective. Beside ½‖w‖² the gap bounds the error of w itself: where slack is dear, the objective
    alone would not. `complete(w, alpha, best)` makes a solution of a finite answer, or None; where
    the exact optimum `best` is known, one that knows its error.
    """

    complete: Callable[..., Machine | None]
    best: Machine | None = None
    least: float = np.inf
    alpha: np.ndarray | None = None

    def hear(self, answers: Answers, best=None) -> None:
        """Hear answers up to one whose w is right too; the others are not asked for."""
        for w, alpha in answers:
            finite = np.isfinite(alpha).all() and (w is None or np.isfinite(w).all())
            answer = self.complete(w, alpha, best) if finite else None
            if answer is None:
                continue
            missing = answer.gap.total + answer.doubt
            share = missing / answer.objective if missing else 0.0
            if not share < self.least:
                continue
            self.least, self.alpha = share, alpha
            if share <= ACCEPTED:
                self.best = answer
                if best is not None or missing <= ACCEPTED * answer.norm**2 / 2:
                    return

    @property
    def sure(self) -> bool:
        """Whether w is right to PRECISE, as computed, and to SURE with all that rounding hides."""
        best = self.best
        if best is None or not best.w_error <= SURE * best.norm:
            return False
        return best.gap.w_error <= PRECISE * best.norm

    @property
    def heard(self) -> str:
        """How near the answers came, in words."""
        if self.least == np.inf:
            return "no answer passes"
        return f"the best gap is {self.least:.1e} of its objective"


def travel(near: Near, complete: Callable, finish: Callable, unit: float) -> Judge:
    """The judge, once it has heard what the solvers find and, where w is in doubt, the optimum.

    `finish(alpha)` is the optimum, in the sample's own units: `unit` of them are one here.
    """
    judge = Judge(complete)
    with np.errstate(all="ignore"):  # what overflows is not finite, and does not pass
        judge.hear(_longer(proposals(near), near.C))
        if not judge.sure:
            start = np.zeros(near.sample.n) if judge.alpha is None else judge.alpha
            if (best := finish(start)) is not None:
                alpha = _shared(near.sample, best.alpha * unit**2)
                answer = None if best.w is None else best.w * unit, alpha
                judge = Judge(complete)
                judge.hear(_longer(iter([answer]), near.C), best)
    return judge


def _refuse(sample: Sample, C: float, offset: bool, judge: Judge) -> None:
    """Raise NotSeparable with an exact certificate, or Undecided with a reason and a remedy."""
    exact = exact_common_point(sample, offset=offset) if np.isinf(C) else None
    if exact is not None:
        through, remedy = (
            ("", "") if offset else (" through 0", "lift the sample for an offset, or ")
        )
        raise NotSeparable(
            f"no hyperplane{through} separates {sample.name!r}: the weights of this error certify "
            f"it; {remedy}use a soft margin, {softer(sample, offset)}",
            exact,
            sample.n,
        )
    what = "a separator, nor an exact proof that there is none" if np.isinf(C) else "an optimum"
    raise Undecided(
        f"undecided on {sample.name!r}: no certificate of {what} ({judge.heard}); "
        f"{_remedy(sample, C, offset)}"
    )


def _remedy(sample: Sample, C: float, offset: bool) -> str:
    spread = np.ptp(sample.X, axis=0) if offset else np.abs(sample.X).max(axis=0)
    spread = spread[spread > 0]
    if np.abs(sample.X.mean(axis=0)).max() > 1e3 * np.ptp(sample.X, axis=0).max():
        return (
            "the examples lie far from 0 beside their spread, and f is rounded: "
            "standardize(sample) first"
        )
    usual = usual_price(sample, offset)
    if not spread.size:
        return f"no feature tells the examples apart: give features that do, or C={usual:.0e}"
    if spread.max() > 1e3 * spread.min():
        largest = "numpy.abs(sample.X).max(axis=0, initial=1e-300)"
        scaled = f"give Sample(sample.X / {largest}, sample.y)"
        change = "standardize(sample) first" if offset else scaled
        return f"the features reach from {spread.min():.3g} to {spread.max():.3g}: {change}"
    if np.isinf(C):
        soft = softer(sample, offset)
        return f"up to rounding the classes may touch or overlap: use a soft margin, {soft}"
    if 1e-6 < C / usual < 1e6:
        return "the solver should not fail here: report the sample"
    return f"C is far from what such examples ask for: try C={usual:.0e}"
