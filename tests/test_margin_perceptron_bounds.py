"""The bounds of the margin perceptron against oracles: roots, potentials, the ladder."""

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import in_three_dimensions
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import (
    dipping,
    potential,
    root,
    root_between,
    sharp_constant,
    update_bounds,
)

# The bounds


@pytest.mark.parametrize("epsilon", [0.001, 0.02, 0.1, 0.25, 0.5, 0.9, 0.999])
def test_root_against_scipy_and_against_its_equation(epsilon):
    from scipy.optimize import brentq

    z = root(epsilon)
    assert np.log1p(z) == pytest.approx(epsilon * z, rel=1e-9)
    other = brentq(lambda v: np.log1p(v) - epsilon * v, 1e-4, 1e6, xtol=1e-12, rtol=1e-14)
    assert z == pytest.approx(other, rel=1e-6)
    low, high = root_between(epsilon)
    assert low <= z <= high
    assert high - low < 2e-6


@pytest.mark.parametrize("shift", [-1e-3, 1e-3])
def test_intervals_refuse_a_wrong_root(monkeypatch, shift):
    wrong = root(0.5) + shift
    monkeypatch.setattr("lib.margin_perceptron.bounds.root", lambda epsilon: wrong)
    with pytest.raises(RuntimeError, match=r"signs at .* are not certain"):
        root_between(0.5)


def test_sharp_constant_is_lamberts():
    from scipy.special import lambertw

    assert sharp_constant(0.5) == pytest.approx(
        float((-1 - 2 * lambertw(-1 / (2 * np.sqrt(np.e)), -1)).real)
    )
    assert sharp_constant(0.5) == pytest.approx(2.51286, abs=5e-6)
    assert sharp_constant(1) == 1
    assert sharp_constant(1 - 1e-6) == pytest.approx(1, abs=1e-5)


@given(st.floats(0.01, 1), st.floats(0.01, 1))
def test_the_ladder_descends(gamma, epsilon):
    rungs = list(update_bounds(gamma, epsilon).values())
    assert len(rungs) == (7 if epsilon == 0.5 else 6)
    assert (np.diff(rungs) <= 1e-9 * rungs[0]).all()


def test_the_ladder_of_the_notes():
    assert list(update_bounds(0.5)) == [
        "Mansour–Schweiger",
        "Balcan",
        "the same inequality",
        "without the jump",
        "threshold",
        "potential with a root",
        "sharp",
    ]
    bounds = [bound * 0.25 for bound in update_bounds(0.5).values()]
    np.testing.assert_allclose(bounds, [16, 12, 10, 8, 4, 3, 2.51286], rtol=1e-5)


@given(st.floats(0, 50), st.floats(0.05, 2), st.floats(0, 1))
def test_an_update_raises_the_potential_by_at_most_one(r, beta, share):
    longest = np.sqrt(r**2 + beta * r + 1)
    after = longest * share
    assert potential(after, beta) <= potential(r, beta) + 1 + 1e-9


@pytest.mark.parametrize("epsilon", [0.5, 0.1])
def test_the_worst_sequence_keeps_up_with_the_potential(epsilon):
    """The two facts from which the chapter concludes that the constant is sharp."""
    sample, _ = in_three_dimensions(0.05, epsilon)
    run = margin_perceptron(sample, 0.05, epsilon, max_passes=1)
    lengths, beta = np.linalg.norm(run.weights[1:], axis=1), 2 * run.threshold
    gained = np.diff(potential(lengths, beta))
    assert (gained >= 1 - beta / (4 * lengths[:-1]) - 1e-9).all()
    assert (gained < 1).all()
    end = 0.05 * run.M / np.linalg.norm(run.w)
    assert np.sqrt(1 - 0.05**2 / (1 - 0.05**2)) < end <= 1


@pytest.mark.parametrize("gamma", [Fraction(1), Fraction(1, 2), Fraction(1, 7), Fraction(1, 30)])
@pytest.mark.parametrize("epsilon", [Fraction(1), Fraction(1, 2), Fraction(1, 4)])
def test_every_rung_allows_what_one_update_allows_in_exact_rationals(gamma, epsilon):
    """r² = r_before² + 2θ r_before + 1 as long as γt <= r: roots rounded up, so r is no shorter."""
    theta, scale = (1 - epsilon) * gamma, 10**30
    r, t = Fraction(0), 0
    while True:
        square = r**2 + 2 * theta * r + 1
        r = Fraction(isqrt(square.numerator * scale**2 // square.denominator) + 1, scale)
        if gamma * (t + 1) > r:
            break
        t += 1
        # The length of the rung 8/γ², for every ε; at no t does it need the 1 of the notes.
        assert r <= 1 / (epsilon * gamma) + (theta + epsilon * gamma / 2) * t + Fraction(1, 10**20)
    rungs = update_bounds(float(gamma), float(epsilon))
    assert all(t <= bound + 1e-9 for bound in rungs.values())
    assert rungs["without the jump"] == pytest.approx(float(2 / (epsilon * gamma) ** 2))
    assert t * gamma**2 > 0.7


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.floats(0.02, 0.5), st.floats(0.1, 1))
def test_no_greedy_run_of_tilted_examples_passes_a_rung(seed, gamma, epsilon):
    """Unit examples of margin at least γ, each drawn among those that are updates."""
    rng, w, t, theta = np.random.default_rng(seed), np.zeros(3), 0, (1 - epsilon) * gamma
    while t < 3 / gamma**2 / epsilon**2:
        heights, angles = (
            rng.uniform(gamma, min(1, 1.2 * gamma), 200),
            rng.uniform(0, 2 * np.pi, 200),
        )
        flat = np.sqrt(1 - heights**2)
        x = np.column_stack([flat * np.cos(angles), flat * np.sin(angles), heights])
        length = np.linalg.norm(w)
        products = x @ w
        missed = np.flatnonzero(products <= theta * length)
        if not missed.size:
            break
        w, t = w + x[missed[products[missed].argmax()]], t + 1
        assert np.linalg.norm(w) <= 1 / (epsilon * gamma) + (theta + epsilon * gamma / 2) * t
    assert t <= min(update_bounds(gamma, epsilon).values())


def test_potential_is_nearly_the_square_for_small_beta():
    assert potential(3.0, 1e-4) == pytest.approx(9, abs=0.01)


# Dipping


@pytest.mark.parametrize("dips", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("gamma", [0.1, 0.05])
def test_dipping_falls_below_the_level_as_often_as_told(gamma, dips):
    sample, u = dipping(gamma, dips)
    np.testing.assert_allclose(np.linalg.norm(sample.X, axis=1), 1)
    assert (sample.signed @ u).min() == pytest.approx(gamma)
    run = margin_perceptron(sample, gamma, max_passes=1)
    assert run.M == sample.n
    long = np.linalg.norm(run.weights, axis=1) >= 2 / gamma
    assert (long[:-1] & ~long[1:]).sum() == dips
    assert long[-1]
