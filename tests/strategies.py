"""Samples for the tests: two real ones, and random ones, which a seed repeats."""

import numpy as np
from hypothesis import strategies as st
from sklearn.datasets import make_moons

from lib.datasets import iris, wine
from lib.margin_perceptron.bounds import root
from lib.samples import Sample, prepare, standardize, with_margin

WINE, FLOWERS = prepare(wine()), standardize(iris("versicolor", "virginica"))
seeds = st.integers(0, 10_000)


def mixed(rng, n=9, d=3):
    """Random points of both labels in turn, which no hyperplane needs to separate."""
    return Sample(rng.normal(size=(n, d)), np.where(np.arange(n) % 2 == 0, 1, -1))


def on_grid(rng, n=12, d=3, most=2):
    """Small whole numbers, so that ties are common, with labels by coin."""
    return Sample(rng.integers(-most, most + 1, (n, d)), rng.choice([-1, 1], n))


def leaning(rng, n=25, d=3):
    """Unit examples with labels that mostly follow a hidden vector, and that vector."""
    X, u = rng.standard_normal((n, d)), rng.standard_normal(d)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    u /= np.linalg.norm(u)
    return Sample(X, np.where(X @ u + 0.4 * rng.standard_normal(n) > 0, 1, -1), "leaning"), u


def separable(rng, n=30, d=4):
    """A sample with a margin, some examples longer than others."""
    X = rng.standard_normal((4 * n, d))
    X = X[np.abs(X[:, 0]) > 0.4 * np.linalg.norm(X, axis=1)][:n]
    return Sample(X * rng.uniform(0.5, 2, (len(X), 1)), np.sign(X[:, 0]))


def random_sample(seed, gamma):
    """A sample in R⁴ with that margin, and the separator that has it."""
    return with_margin(30, 4, gamma, np.random.default_rng(seed))


def updates_and_margin(run, u):
    """The updates of a run beside u, with u's margin γ, ε = 1 - θ/γ and the root of this ε."""
    gamma = float((run.sample.signed @ u).min())
    epsilon = 1 - run.threshold / gamma
    values = {"u": u, "gamma": gamma, "epsilon": epsilon, "zeta": root(epsilon)}
    return run.updates | values


def moons(noise=0.1):
    X, y = make_moons(80, noise=noise, random_state=0)
    return Sample(X, 2 * y - 1, "moons")
