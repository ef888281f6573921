"""A margin that was found: coins by brute force, and the parts of the bound by hand."""

from itertools import product
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.margin_bounds import coin_fits, margin_bounds
from lib.samples import EIGHT
from tests.strategies import seeds


def normal(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


@given(seed=seeds, n=st.integers(1, 6), d=st.integers(1, 4))
def test_the_best_fit_is_found_by_trying_directions(seed, n, d):
    X, rng = normal(seed, n, d), np.random.default_rng(seed)
    fits = coin_fits(X, rng)
    assert fits.mean() <= np.linalg.norm(X, axis=1).max() / sqrt(n) + 1e-12
    tried = rng.standard_normal((200, d))
    tried /= np.linalg.norm(tried, axis=1)[:, None]
    for y, fit in zip(product((-1, 1), repeat=n), sorted_like(fits, n), strict=True):
        scores = np.array(y) @ X / n
        along = scores / max(np.linalg.norm(scores), 1e-300)
        assert fit == pytest.approx(along @ scores)
        assert (tried @ scores).max() <= fit + 1e-12


def sorted_like(fits, n):
    """The fits in the order of `product`, whose last label changes first."""
    order = [sum((y > 0) << i for i, y in enumerate(ys)) for ys in product((-1, 1), repeat=n)]
    return fits[order]


def test_drawn_labelings_agree_with_all_of_them():
    X = np.random.default_rng(1).standard_normal((12, 3))
    exact = coin_fits(X, np.random.default_rng(0))
    assert len(exact) == 2**12
    padded = np.vstack([X, np.zeros((1, 3))])  # a row of zeros changes no sum, and forces draws
    drawn = coin_fits(padded, np.random.default_rng(0), draws=20_000) * 13 / 12
    assert len(drawn) == 20_000
    assert abs(drawn.mean() - exact.mean()) < 4 * exact.std() / sqrt(20_000)


def test_the_parts_by_hand():
    gammas, parts = margin_bounds(EIGHT, [3, 4], EIGHT.radius, 0.05, margins=3)
    R, scores = sqrt(18), EIGHT.y * (EIGHT.X @ [0.6, 0.8])
    for k, (gamma, part) in enumerate(zip(gammas, parts, strict=True), 1):
        assert gamma == pytest.approx(R / 2 ** (k - 1))
        mean = sum(min(1, max(0, 1 - s / gamma)) for s in scores) / 8
        luck = sqrt(log(k * (k + 1) / 0.05) / 16)
        assert part == pytest.approx([mean, 2 * R / (gamma * sqrt(8)), luck])
