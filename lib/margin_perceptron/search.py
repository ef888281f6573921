"""A large margin without knowing how large it can be: the certificate, and the search it guides."""

import numpy as np

from lib.checks import as_positive, as_whole
from lib.linear_separators import margin
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import sharp_constant
from lib.runs import Run
from lib.samples import Sample, of_sample


def certificate(*runs: Run) -> tuple[float, float]:
    """Numbers around the sample's best margin γ: (best min y⟨w,x⟩/‖w‖, least ‖w‖/M) of the runs.

    w/M is an average of the mistakes y x, so ⟨w/M,u⟩ >= γ for the best unit u, and ‖w‖/M >= γ; and
    no w has a margin above γ. Any runs from zero on one sample will do, halted or not; ValueError
    for others, and for a run without an update.

    >>> from lib.perceptron import perceptron
    >>> from lib.samples import EIGHT
    >>> certificate(perceptron(EIGHT))  # the best margin through 0 is 0.7071
    (0.2, 1.0)
    """
    if not runs:
        raise ValueError("runs is empty; give at least one run")
    for run in runs:
        if run.M == 0 or run.start.any() or run.step != 1:
            raise ValueError(
                f"{run!r} has {run.M} updates, step {run.step:g} and start {run.start}; a "
                "certificate needs an update, step 1 and start 0"
            )
        if run.sample is not runs[0].sample:
            names = f"{runs[0].sample.name!r} and of {run.sample.name!r}"
            raise ValueError(f"runs are of {names}; give runs of one sample")
    reached = [margin(run.sample, run.w) for run in runs if run.w.any()]
    return max(reached, default=-np.inf), min(float(np.linalg.norm(run.w)) / run.M for run in runs)


@of_sample
def margin_search(
    sample: Sample, epsilon: float = 0.5, *, seed: int | None = None, max_passes: int = 10_000
) -> list[Run]:
    """Run the margin perceptron with falling guesses of γ until one halts; return all attempts.

    The first guess is 1, the largest margin that unit examples can have. An attempt whose ‖w‖/t
    falls below (1 - epsilon/2) times its guess has refuted the guess, and ‖w‖/t is the next one,
    so no guess is below γ, and an attempt that halts has a margin above (1 - epsilon)γ.
    `max_passes` bounds all attempts together. A search that stops at it, or at w = 0, which proves
    that nothing separates the sample, returns a last run that has not halted.

    >>> from lib.datasets import iris
    >>> from lib.samples import prepare
    >>> [run.halted for run in margin_search(prepare(iris()))]
    [False, False, True]
    """
    epsilon = as_positive("epsilon", epsilon, at_most=1)
    guess, attempts, left = 1.0, [], as_whole("max_passes", max_passes)
    while guess > 0 and left > 0:
        run = margin_perceptron(
            sample, guess, epsilon, seed=seed, floor=(1 - epsilon / 2) * guess, max_passes=left
        )
        attempts.append(run)
        if run.halted:
            break
        left -= -(-run.seen // sample.n)
        guess = float(np.linalg.norm(run.w)) / run.M
    return attempts


def search_constant(epsilon: float) -> float:
    """C in the bound on a search: C/γ² updates, and one more for each attempt.

    A guess g that is not refuted has ‖w‖ >= γ't with γ' = (1-ε/2)g, so the sharp constant for the
    share ε' = 1 - (1-ε)/(1-ε/2) holds in 1/γ'²; the attempts' bounds are a geometric sum.

    >>> round(search_constant(0.5), 2)
    17.41
    """
    kept = 1 - as_positive("epsilon", epsilon, at_most=1) / 2
    return sharp_constant(1 - (1 - epsilon) / kept) / (kept**2 * (1 - kept**2))
