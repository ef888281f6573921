"""What the scene's script computes, compared with lib: runs, separators, margins, hulls."""

import math
from fractions import Fraction

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from lib.explore.scene import HALFWAY, PASSES, PRICES
from lib.explore.widget import joined
from lib.max_margin import hard_margin, max_margin
from lib.perceptron import perceptron
from lib.perceptron_as_descent import risk
from lib.soft_margin import soft_margin
from lib.svm.certificates import duality_gap
from lib.svm.separability import NotSeparable
from lib.svm.solution import Solution
from tests.boards import random_rows, sample_of

FINITE = PRICES[:-1]


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval(joined("scene.js"))
        yield racer


@pytest.fixture(scope="module")
def solve(script):
    return lambda rows, C: script.call("scene.solve", rows, C)


@pytest.fixture(scope="module")
def samples():
    """100 samples of both classes, among them many that have no separator or hardly one."""
    rng = np.random.default_rng(16)
    drawn = [random_rows(rng) for _ in range(135)]
    drawn = [rows for rows in drawn if len({row[2] for row in rows}) == 2]
    assert len(drawn) >= 100
    return drawn


def certified(found, rows):
    """The gap of an answer of the script, measured by lib: a small share of its objective."""
    C = found["C"] or math.inf  # JSON has no infinity
    sample, alpha = sample_of(rows), np.array(found["alpha"])
    for b in (found["low"], found["b"], found["high"]):
        gap = duality_gap(sample, found["w"], b, alpha, C)
        assert gap.total <= 1e-11 * gap.primal
    assert found["low"] == found["high"] or found["high"] - found["low"] > 1e-9
    residuals = Solution(sample, C, np.array(found["w"]), found["b"], alpha).residuals
    assert max(residuals.values()) <= 1e-9 * max(1, np.abs(alpha).max(), *map(abs, found["w"]))
    assert found["primal"] == pytest.approx(gap.primal, rel=1e-11)
    assert found["dual"] == pytest.approx(gap.dual, rel=1e-9)
    return gap


@pytest.mark.slow
def test_every_answer_has_a_certificate_and_all_offsets(solve, samples):
    rng = np.random.default_rng(17)
    unclear = 0
    for k, rows in enumerate(samples):
        for C in rng.choice(FINITE, 3):
            found = solve(rows, float(C))
            certified(found, rows)
            unclear += found["high"] > found["low"]
        if k % 2:
            theirs = soft_margin(sample_of(rows), float(C))
            assert [found["low"], found["high"]] == pytest.approx(theirs.offsets, abs=1e-4)
    assert unclear >= 15


@pytest.mark.slow
def test_the_hard_margin_is_that_of_lib(solve, samples):
    failed = 0
    for rows in samples:
        ours = solve(rows, math.inf)
        try:
            theirs = hard_margin(sample_of(rows))
        except NotSeparable:
            failed += 1
            assert ours["failed"]
            assert not any(ours["alpha"]) and not any(ours["kinds"])
            assert ours["w"] == [0, 0]
            assert ours["p"] == pytest.approx(ours["q"], abs=1e-9)  # a point of both hulls
        else:
            gap = certified(ours, rows)
            assert ours["slack"] == 0
            assert gap.primal == pytest.approx(theirs.objective, rel=1e-9 + theirs.gap.relative)
    assert 30 <= failed <= 70


@pytest.mark.parametrize("y", [-1, 1])
def test_one_class_alone(solve, y):
    for C in PRICES:
        found = solve([[1, 2, y], [3, -1, y], [3, -1, y]], C)
        assert (found["one"], found["w"], found["b"]) == (True, [0, 0], y)
        assert (found["primal"], found["alpha"]) == (0, [0, 0, 0])


def test_p_and_q_are_nearest_points_of_the_reduced_hulls(script, solve, samples):
    """In the direction of p - q no point of either hull comes nearer to the other."""
    rng = np.random.default_rng(19)
    for rows in samples[:100]:
        found = solve(rows, float(rng.choice(FINITE)))
        if not found["p"]:
            continue
        p, q = np.array(found["p"]), np.array(found["q"])
        assert found["w"] == pytest.approx((found["total"] / 2 * (p - q)).tolist(), abs=1e-9)
        for y, end in ((1, p), (-1, q)):
            places = [row[:2] for row in rows if row[2] == y]
            corners = np.array(script.call("scene.hull", places, found["most"]))
            assert (y * (corners - end) @ (p - q)).min() >= -1e-9


def test_the_slider_has_the_prices_of_lib(script):
    assert list(script.eval("scene.PRICES")) == PRICES


def test_two_learners_see_the_same_examples(script):
    """Hinge SGD with λ = ½ by its algorithm, in exact rationals, and the perceptron of lib."""
    rng = np.random.default_rng(8)
    for _ in range(30):
        rows = random_rows(rng, off=0)
        signed, w, path = sample_of(rows).signed, np.array([Fraction(0)] * 2), []
        for t in range(1, 5 * len(rows) + 1):
            z = np.array([Fraction(c) for c in signed[(t - 1) % len(rows)].tolist()])
            w = (1 - Fraction(1, t)) * w + Fraction(2, t) * z * int(z @ w < 1)
            path.append(w.astype(float))
        found = script.call("scene.together", rows)
        assert np.allclose(found["others"][1:], path, rtol=1e-12, atol=0)
        run = perceptron(sample_of(rows), max_passes=5)
        made = [(run.when < t).sum() for t in range(len(path) + 1)]
        assert found["weights"] == run.weights[made].tolist()


@pytest.mark.slow
def test_the_script_walks_and_separates_as_lib_does(script):
    """On samples, separable and not, with ties and near ties in many of their runs."""
    rng, failed = np.random.default_rng(7), 0
    for _ in range(100):
        rows = random_rows(rng, off=0)
        start = rng.integers(-32, 33, size=2) / 8 * rng.integers(2)
        run = perceptron(sample_of(rows), start=start, max_passes=PASSES)
        walked = script.call("scene.perceptron", rows, start.tolist())
        assert walked["mistakes"] == run.mistakes.tolist()
        assert walked["weights"] == run.weights.tolist()
        assert walked["halted"] == run.halted
        w = run.weights[len(run.weights) // 2]
        assert script.call("scene.loss", rows, w.tolist()) == risk(run.sample, w) / run.sample.n
        found = script.call("scene.separator", rows)
        try:
            u, gamma = max_margin(run.sample)
        except NotSeparable:
            failed += 1
            assert found is None
        else:
            assert found["gamma"] == pytest.approx(gamma, abs=1e-6)
            assert found["gamma"] >= gamma - 1e-12  # lib's u comes from a solver
            assert found["u"] == pytest.approx(u.tolist(), abs=1e-4)
    assert 20 <= failed <= 80


ORDER = [HALFWAY[4], *HALFWAY[:4], *HALFWAY[5:]]  # needs one update
CHALLENGES = {  # points, and whether each challenge is met: a long run, a narrow γ, one update
    "separable, by a very narrow cone": ([[4, 4, 1], [4, 3.875, -1]], [True, True, False]),
    "100 updates exactly": ([[-1, -0.125, 1], [-0.5, 0, -1]], [False, True, False]),
    "γ is 1/10 exactly": ([[0.125, 0, 1], [-0.25, -0.5, 1]], [False, False, False]),
    "slightly less": ([[0.125, 0, 1], [-0.25, -0.375, 1]], [False, True, False]),
    "a long run, and no separator": ([[1, 0, 1], [-1, 0, 1]], [False, False, False]),
    "the start in another order": (ORDER, [False, False, True]),
    "one point fewer": (ORDER[1:], [False, False, False]),
}


@pytest.mark.parametrize("name", CHALLENGES)
def test_challenges_at_their_edges(script, name):
    rows, expected = CHALLENGES[name]
    assert script.call("scene.met", rows, HALFWAY) == expected
