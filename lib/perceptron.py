"""The perceptron and the margin perceptron.

Chapters *The perceptron* and *The margin perceptron*; Rosenblatt 1958, and all five notes.
"""

import numpy as np

from lib.checks import as_finite, as_positive, as_rows, as_vector, as_whole
from lib.runs import Run
from lib.samples import Sample

SHORTEST, LONGEST = 16, 2048  # blocks of examples in which the next mistake is looked for


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
    The mistakes, ties included, are those of the plain loop over single examples. Chapter
    *The perceptron* (Algorithm 1) gives the loop.
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
    theta = (1 - epsilon) * gamma
    return _search(sample, theta, order, seed, start, 1.0, max_passes, floor)


@np.errstate(over="ignore", invalid="ignore")  # the record says it
def _search(sample, theta, order, seed, start, step, max_passes, floor=0.0) -> Run:
    """The run of the plain loop over single examples, sooner.

    It looks for the next mistake in a block of examples, which one product of matrices serves.
    """
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

    # A block's product may round otherwise than a single one; within this distance of the
    # threshold (times ‖w‖) the single product decides, so that ties fall as in the plain loop.
    doubt = 1e-15 * sample.d * np.sqrt(np.einsum("nd,nd->n", X, X).max())
    w, mistakes, size, last = start.copy(), [], SHORTEST, 0

    def record(mistakes, seen, halted):
        if not np.isfinite(w @ w):
            raise ValueError(
                f"the weights grew beyond what floats can square; give a step below {step:g} and a "
                "start of moderate length"
            )
        when = np.array(mistakes, dtype=int)
        return Run(sample, order[when % n], when, order, seen, halted, start, step, theta)

    for sweep in range(max_passes):
        i, before = 0, len(mistakes)
        while i < n:
            norm = np.sqrt(w @ w)
            margins = y[i : i + size] * (X[i : i + size] @ w)
            for j in np.flatnonzero(margins <= (theta + doubt) * norm):
                row = X[i + j]
                if margins[j] <= (theta - doubt) * norm or y[i + j] * (row @ w) <= theta * norm:
                    w = w + step * y[i + j] * row
                    # The next mistake is about as far ahead as the one before lies behind.
                    now = sweep * n + i + int(j)
                    size, last = min(max(SHORTEST, now - last), LONGEST), now
                    mistakes.append(now)
                    i += int(j) + 1
                    if floor and np.sqrt(w @ w) < floor * len(mistakes):
                        return record(mistakes, mistakes[-1] + 1, False)
                    break
            else:
                i, size = i + size, min(2 * size, LONGEST)
        if len(mistakes) == before:
            return record(mistakes, (sweep + 1) * n, True)
    return record(mistakes, (sweep + 1) * n, False)
