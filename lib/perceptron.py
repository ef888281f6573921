"""The perceptron: whenever y⟨w,x⟩ <= 0, add y x to w. Rosenblatt 1958, and all five notes.

First comes the loop as the chapter prints it. `perceptron` makes the same mistakes, for which it
looks ahead (`lib.runs.mistakes`).
"""

import math

import numpy as np

from lib.checks import as_rows, as_step, as_vector, as_whole
from lib.runs import Run, ending, mistakes
from lib.samples import Sample, of_sample


def plain_perceptron(X, y, max_passes: int = 1000) -> list[int]:
    """The rows of X, shape (n, d), that are updated on, in order, one example after another.

    It is here to be read, and the tests hold `perceptron` to it.
    """
    w, rows = np.zeros(X.shape[1]), []
    for _ in range(max_passes):
        before = len(rows)
        for i in range(len(X)):
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                rows.append(i)
        if len(rows) == before:
            break
    return rows


@of_sample
def perceptron(
    sample: Sample, *, order=None, seed=None, start=None, step=1.0, max_passes=1000
) -> Run:
    """Cycle through the sample; on y⟨w,x⟩ <= 0 add y x to w; stop after a pass without mistakes.

    sample : lift it first (`lib.samples.lift`) for a separator with an offset
    order : the rows of one pass, repeats allowed; the order of the sample when left out
    seed : draws one random order instead
    start, shape (d,) : the weights to start from, zero when left out
    step : the size of an update; from zero it only rescales w
    max_passes : the bound where nothing separates; the run then says that it stopped short

    Raises ValueError when one of these is out of its range, when both `order` and `seed` are given,
    or when the squares of the updates or of the weights are too large or too small for floats.

    >>> from lib.samples import EIGHT
    >>> run = perceptron(EIGHT)
    >>> run
    Run on 'eight points': 5 mistakes, 4 passes, halted
    >>> run.mistakes.tolist(), run.w.tolist()
    ([0, 2, 5, 2, 0], [4.0, 3.0])
    """
    return learn(sample, 0.0, order=order, seed=seed, start=start, step=step, max_passes=max_passes)


@np.errstate(over="ignore", invalid="ignore")  # the weights are checked at the end
def learn(
    sample: Sample, theta: float, *, order, seed, start, max_passes, step=1.0, floor=0.0
) -> Run:
    """The run with the rule y⟨w,x⟩ <= θ‖w‖, stopped short once ‖w‖ < floor · (updates)."""
    if order is not None and seed is not None:
        raise ValueError("give order or seed, not both: a seed draws an order")
    if seed is not None:
        order = np.random.default_rng(as_whole("seed", seed, 0)).permutation(sample.n)
    # The run keeps the order, so it is a copy.
    order = np.arange(sample.n) if order is None else as_rows("order", order, sample.n).copy()
    X, y = sample.X[order], sample.y[order]
    n, max_passes = len(order), as_whole("max_passes", max_passes)
    step = as_step("step", step, sample.reach)
    start = np.zeros(sample.d) if start is None else as_vector("start", start, sample.d).copy()
    w, when, stopped = start.copy(), [], False

    def is_mistake(rows: slice) -> np.ndarray:
        # np.vecdot rounds each product as w @ x does, so that ties fall as in the plain loop.
        return y[rows] * np.vecdot(X[rows], w) <= theta * math.sqrt(w @ w)

    for now in mistakes(is_mistake, n, max_passes):
        w += step * y[now % n] * X[now % n]
        when.append(now)
        if stopped := math.sqrt(w @ w) < floor * len(when):
            break
    if not np.isfinite(w @ w):
        raise ValueError(
            f"the weights grew beyond what floats can square; give a step below {step:g} and a "
            "start of moderate length"
        )
    seen, halted = (now + 1, False) if stopped else ending(when, n, max_passes)
    when = np.array(when, dtype=int)
    return Run(sample, order[when % n], when, order, seen, halted, start, step, theta)
