"""The theorems on distances: watched on random hyperplanes, and what Cauchy–Schwarz rests on."""

import numpy as np
import pytest
from hypothesis import given

from lib.proof.vectors import evaluate
from lib.theorems.linear_separators import CAUCHY_SCHWARZ, DISTANCE
from tests.test_linear_separators import drawn, offsets, seeds


@given(seeds, offsets)
def test_the_theorem_on_distances_watches_the_library(seed, b):
    """The foot comes from least squares inside the hyperplane, and not from f(x)/‖w‖."""
    sample, w = drawn(seed)
    rng = np.random.default_rng(seed + 1)
    inside = np.linalg.svd(w[None])[2][1:]  # a basis of the directions of the hyperplane
    start = np.linalg.lstsq(w[None], [-b], rcond=None)[0]
    foot = start + (sample.X - start) @ inside.T @ inside
    gap = sample.X - (start + rng.normal(size=(sample.n, 2)) @ inside)
    seen = {"w": w, "b": b, "x": sample.X, "z": sample.X - gap, "foot": foot}
    assert DISTANCE.failing(seen) == []
    way, wrong = sample.X - foot, {}
    wrong["foot"] = foot + 0.01 * way, {"the foot", "on the hyperplane", "its distance"}
    wrong["z"] = foot + 0.9 * way, {"z on the hyperplane", "no point is nearer"}
    wrong["b"] = b + 0.01, {"the foot", "z on the hyperplane", "on the hyperplane"}
    for name, (value, caught) in wrong.items():
        assert caught <= set(DISTANCE.failing(seen | {name: value})), name
    assert DISTANCE.failing(seen | {"z": foot}) == ["z is another point", "any other is further"]


class Form:
    """A space of numpy vectors whose product is any symmetric form, so that ⟨v,v⟩ may be < 0."""

    def __init__(self, matrix, **values):
        self.matrix, self.values = matrix, values

    def symbol(self, symbol):
        return self.values[symbol.name]

    def ratio(self, p, q):
        return p / q

    def scale(self, factor, vector):
        return factor * vector

    def dot(self, a, b):
        return a @ self.matrix @ b


def test_what_is_left_needs_only_that_products_expand():
    """It entitles the solver to the inequality, so it must not rest on it."""
    rng, broken = np.random.default_rng(0), 0
    left, inequality, _ = CAUCHY_SCHWARZ.steps
    for _ in range(100):
        matrix = rng.normal(size=(3, 3))
        matrix = matrix + matrix.T
        a, v = rng.normal(size=(2, 3))
        space = Form(matrix, a=a, v=v, s=(a @ matrix @ v) / (v @ matrix @ v))
        assert evaluate(left.claim.lhs, space) == pytest.approx(evaluate(left.claim.rhs, space))
        broken += evaluate(inequality.claim.lhs, space) > evaluate(inequality.claim.rhs, space)
    assert broken > 10, "in such a space Cauchy–Schwarz is false"
