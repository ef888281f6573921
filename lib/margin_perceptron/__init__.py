"""The margin perceptron: whenever y⟨w,x⟩ <= θ‖w‖, add y x to w. Mansour–Schweiger 4.2, Balcan 1.1.

The loop is that of `lib.perceptron.plain_perceptron`, with this rule.
"""

from lib.checks import as_finite, as_positive
from lib.perceptron import learn
from lib.runs import Run
from lib.samples import Sample, of_sample


@of_sample
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
    """The perceptron that also updates when y⟨w,x⟩/‖w‖ <= θ = (1 - epsilon) gamma.

    sample : unit examples, as in the theorems (`lib.samples.unit`)
    gamma : in (0, 1]: a margin that the sample is believed to have
    epsilon : in (0, 1]: the share of that margin one is ready to lose; 1 is the plain perceptron
    order, seed, start, max_passes : as in `lib.perceptron.perceptron`. From `sample.signed[0]`,
        Balcan's start, the updates are those from zero without the first one.
    floor : stop short once ‖w‖ < floor times the number of updates. From zero, that proves that no
        unit vector has a margin of `floor`.

    Raises ValueError when one of these is out of its range, or an example is longer than 1.

    >>> from lib.samples import EIGHT, unit
    >>> margin_perceptron(unit(EIGHT), 0.2)
    Run on 'eight points': 2 mistakes, 2 passes, halted
    """
    gamma = as_positive("gamma", gamma, at_most=1)
    epsilon = as_positive("epsilon", epsilon, at_most=1)
    floor = as_finite("floor", floor, at_least=0)
    if sample.radius > 1 + 1e-9:
        raise ValueError(
            f"the longest example has length {sample.radius:.4g}; scale with unit(sample)"
        )
    theta = (1 - epsilon) * gamma
    return learn(
        sample, theta, order=order, seed=seed, start=start, max_passes=max_passes, floor=floor
    )
