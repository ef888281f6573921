"""Samples that the comparisons share."""

import numpy as np

from lib.datasets import digits, retina, separable_pairs
from lib.samples import Sample, prepare, with_margin


def separable(small: bool) -> list[Sample]:
    """Seven pairs of real classes, digits on 400 photocells, and larger random samples."""
    if small:
        return [separable_pairs()[0], drawn(500, 10, 0.1)]
    return [
        *separable_pairs(),
        prepare(retina(digits(3, 8))),
        drawn(10_000, 50, 0.02),
        drawn(100_000, 20, 0.05),
        drawn(20_000, 200, 0.02),
        drawn(100_000, 100, 0.02),
    ]


def drawn(n: int, d: int, gamma: float) -> Sample:
    """Random unit examples with a margin of at least gamma."""
    sample, _ = with_margin(n, d, gamma, np.random.default_rng(0))
    return Sample(sample.X, sample.y, f"random, n={n}, d={d}, γ={gamma:g}")


def overlapping(n: int, d: int) -> Sample:
    """Random unit examples, one label in ten wrong."""
    rng = np.random.default_rng(0)
    sample, _ = with_margin(n, d, 0.1, rng)
    return Sample(sample.X, np.where(rng.random(n) < 0.1, -sample.y, sample.y), f"n={n}, d={d}")
