"""Samples for the tests of the margin perceptron."""

import numpy as np
from hypothesis import strategies as st

from lib.datasets import wine
from lib.samples import prepare, with_margin

WINE = prepare(wine())
seeds = st.integers(0, 10_000)
epsilons = st.floats(0.05, 0.95)


def random_sample(seed, gamma):
    """A sample in R⁴ with that margin, and the separator that has it."""
    return with_margin(30, 4, gamma, np.random.default_rng(seed))
