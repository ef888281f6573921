"""Samples for the tests of the margin perceptron."""

import numpy as np
from hypothesis import strategies as st

from lib.datasets import wine
from lib.margin_perceptron.bounds import root
from lib.samples import prepare, with_margin

WINE = prepare(wine())
seeds = st.integers(0, 10_000)
epsilons = st.floats(0.05, 0.95)


def random_sample(seed, gamma):
    """A sample in R⁴ with that margin, and the separator that has it."""
    return with_margin(30, 4, gamma, np.random.default_rng(seed))


def updates_and_margin(run, u):
    """The updates of a run beside u, with u's margin γ, ε = 1 - θ/γ and the root of this ε."""
    gamma = float((run.sample.signed @ u).min())
    epsilon = 1 - run.threshold / gamma
    values = {"u": u, "gamma": gamma, "epsilon": epsilon, "zeta": root(epsilon)}
    return run.updates | values
