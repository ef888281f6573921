"""The perceptron and the margin perceptron.

Chapters *The perceptron* and *The margin perceptron*; Rosenblatt 1958, and all five notes.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from operator import add

import numpy as np

from lib.checks import as_finite, as_positive, as_rows, as_vector, as_whole
from lib.runs import Run
from lib.samples import Sample

BLOCK, LONGEST, NEAR = 40, 2048, 48  # examples read at once; from mistake to mistake where dense


def perceptron(
    sample: Sample,
    *,
    order=None,
    seed: int | None = None,
    start=None,
    step: float = 1.0,
    max_passes: int = 1000,
) -> Run:
    """Cycle through the sample; on y⟨w,x⟩ <= 0 add y x to w; stop after a pass without mistakes.

    Parameters
    ----------
    sample : Sample
        Lift it first (`lib.samples.lift`) for a separator with an offset.
    order : sequence of int, optional
        The rows of one pass, repeats allowed; the order of the sample when left out.
    seed : int, optional
        Draw one random order with this seed instead.
    start : array, shape (d,), optional
        Weights to start from; zero when left out.
    step : float
        The size of an update. From zero it only rescales w.
    max_passes : int
        The bound for samples that no hyperplane separates; the run then says that it stopped short.

    Raises
    ------
    ValueError
        On a bad order, start, step or bound, when both `order` and `seed` are given, or when the
        squares of the weights are no floats.

    Notes
    -----
    The mistakes, ties included, are those of the loop in chapter *The perceptron*, Algorithm 1.
    """
    return _search(sample, 0.0, order, seed, start, step, max_passes)


def margin_perceptron(
    sample: Sample,
    gamma: float,
    epsilon: float = 0.5,
    *,
    order=None,
    seed: int | None = None,
    start=None,
    floor: float = 0.0,
    max_passes: int = 1000,
) -> Run:
    """The perceptron that also updates when y⟨w,x⟩/‖w‖ <= (1 - epsilon) gamma.

    Parameters
    ----------
    sample : Sample
        Unit examples, as in the theorems (`lib.samples.unit`).
    gamma : float
        In (0, 1]: a margin that the sample is believed to have.
    epsilon : float
        In (0, 1]: the share of that margin one is ready to lose; 1 is the plain perceptron.
    order, seed, start, max_passes
        As in `perceptron`. From `start=sample.signed[0]`, Balcan's start, the updates are those
        from zero without the first one.
    floor : float
        Stop short once ‖w‖ < floor times the number of updates. From zero, that proves that no
        unit vector has a margin of `floor`.

    Raises
    ------
    ValueError
        When gamma or epsilon lies outside (0, 1], floor is negative, or an example is longer
        than 1.

    Notes
    -----
    Chapter *The margin perceptron*; Mansour–Schweiger 4.2, Balcan 1.1.
    """
    gamma = as_positive("gamma", gamma, at_most=1)
    epsilon = as_positive("epsilon", epsilon, at_most=1)
    floor = as_finite("floor", floor, at_least=0)
    if sample.radius > 1 + 1e-9:
        raise ValueError(
            f"the longest example has length {sample.radius:.4g}; scale with unit(sample)"
        )
    return _search(sample, (1 - epsilon) * gamma, order, seed, start, 1.0, max_passes, floor)


@np.errstate(over="ignore", invalid="ignore")  # the record says it
def _search(sample, theta, order, seed, start, step, max_passes, floor=0.0) -> Run:
    """The run of the plain loop over single examples, sooner."""
    if order is not None and seed is not None:
        raise ValueError("give order or seed, not both: a seed draws an order")
    if seed is not None:
        order = np.random.default_rng(as_whole("seed", seed, 0)).permutation(sample.n)
    X, y, n = sample.X, sample.y, sample.n
    if order is None:
        order = np.arange(n)
    else:
        order = as_rows("order", order, n).copy()  # the run keeps it
        X, y, n = X[order], y[order], len(order)
    max_passes, step = as_whole("max_passes", max_passes), as_positive("step", step)
    start = np.zeros(sample.d) if start is None else as_vector("start", start, sample.d).copy()
    w, when = start.copy(), []
    for now in _mistakes(X, y, w, theta, step, max_passes):
        when.append(now)
        if floor and math.sqrt(w @ w) < floor * len(when):
            seen, halted = now + 1, False
            break
    else:
        passes = (when[-1] if when else -1) // n + 2  # to the end of one without a mistake
        seen, halted = min(passes, max_passes) * n, passes <= max_passes
    if not np.isfinite(w @ w):
        raise ValueError(
            f"the weights grew beyond what floats can square; give a step below {step:g} and a "
            "start of moderate length"
        )
    when = np.array(when, dtype=int)
    return Run(sample, order[when % n], when, order, seen, halted, start, step, theta)


def _mistakes(X, y, w, theta, step, max_passes) -> Iterator[int]:
    """How many examples were seen before each mistake, told after the update of w, in place.

    Where mistakes are sparse, products of w with many examples find the next: each rounds as the
    product with one alone. Where they are dense, `_walk` goes through a block of examples.
    """

    @lru_cache(4096)  # for the next pass
    def effect(j: int, stop: int) -> tuple[np.ndarray, list[float]]:
        """What an update on example j adds to w, and to the scores of those after it to stop."""
        change, ahead = step * y[j] * X[j], slice(j + 1, stop)
        return change, (y[ahead] * X[ahead].dot(change)).tolist()

    n, last, gap = len(X), -1, 0
    radius = math.sqrt(np.vecdot(X, X).max())
    for begun in range(0, max_passes * n, n):
        i, reach = 0, float(np.abs(w).sum()) + n * step * radius  # no w of the pass is longer
        doubt = 1e-15 * (len(w) + BLOCK) * radius * reach + 1e-300 if reach < 1e150 else math.inf
        while i < n:
            if gap <= NEAR:
                stop = i - i % BLOCK + BLOCK
                for j in _walk(X, y, w, theta, i, stop, effect, doubt):
                    last = begun + j
                    yield last
                gap, i = begun + stop - last, stop
                continue
            # The next mistake is about as far ahead as the one before lies behind.
            size = min(max(gap, BLOCK), LONGEST)
            wrong = y[i : i + size] * np.vecdot(X[i : i + size], w) <= theta * math.sqrt(w.dot(w))
            j = i + int(wrong.argmax())
            if wrong[j - i]:
                w += step * y[j] * X[j]
                gap, last, i = begun + j - last, begun + j, j + 1
                yield last
            else:
                i, gap = i + size, 2 * size
        if last < begun:
            return


def _walk(X, y, w, theta, i, stop, effect, doubt) -> Iterator[int]:
    """The mistakes among examples i to stop, one after another, as lists of Python's floats.

    A product with w gives the scores y⟨w,x⟩, and an update on x' adds step·yy'⟨x,x'⟩ to those
    ahead. After k of them, a score and the product with the w of the moment are 3(d + k + 1)
    roundings of R‖w‖ apart: d + 1 in each product, with w or x', and 3 in each update. `doubt` is
    more, and infinite where squares may overflow. So near to the threshold, the product decides.
    """
    scores = (y[i:stop] * X[i:stop].dot(w)).tolist()
    while scores:
        level = theta * math.sqrt(w.dot(w)) if theta else 0.0
        low, high = level - doubt, level + doubt
        for j, q in enumerate(scores, i):
            if q <= high and (q <= low or y[j] * (X[j] @ w) <= theta * math.sqrt(w @ w)):
                break
        else:
            return
        change, ahead = effect(j, stop)
        w += change
        yield j
        scores, i = list(map(add, scores[j + 1 - i :], ahead)), j + 1
