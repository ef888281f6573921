"""The margin laboratory's script, held to lib: objectives, certificates, offsets, hulls."""

import math

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from lib.explore.board import START
from lib.explore.margins import PRICES
from lib.explore.widget import HERE
from lib.max_margin import hard_margin
from lib.soft_margin import soft_margin
from lib.svm.certificates import duality_gap, kkt_residuals
from lib.svm.separability import NotSeparable
from tests.test_laboratory import sample_of

FINITE = PRICES[:-1]


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        for name in ("board.js", "margins.js"):
            racer.eval((HERE / name).read_text("utf-8"))
        yield racer


@pytest.fixture(scope="module")
def solve(script):
    return lambda rows, C: script.call("margins.solve", rows, "hard" if math.isinf(C) else C)


def random_rows(rng):
    """Up to 20 points of the grid: far or near, in a line or not, twice or not, labels by chance
    or by a line.
    """
    reach, n = rng.choice([1, 4, 32]), rng.integers(2, 21)
    places = rng.integers(-reach, reach + 1, size=(n, 2)) / 8
    if rng.random() < 0.2:
        places[:, 1] = rng.choice([-1, 0, 1]) * places[:, 0]
    by_line = np.where(places @ rng.standard_normal(2) > rng.normal() / 2, 1, -1)
    labels = by_line if rng.random() < 0.5 else rng.choice([-1, 1], size=n)
    return np.column_stack([places, labels]).tolist()


@pytest.fixture(scope="module")
def samples():
    """300 samples of both classes, among them many that have no separator or hardly one."""
    rng = np.random.default_rng(16)
    drawn = [random_rows(rng) for _ in range(400)]
    drawn = [rows for rows in drawn if len({row[2] for row in rows}) == 2]
    assert len(drawn) >= 300
    return drawn


def certified(found, rows):
    """The gap of an answer of the script, measured by lib: a small share of its objective."""
    C = math.inf if found["price"] == "hard" else found["price"]
    sample, alpha = sample_of(rows), np.array(found["alpha"])
    for b in (found["low"], found["b"], found["high"]):
        gap = duality_gap(sample, found["w"], b, alpha, C)
        assert gap.total <= 1e-11 * gap.primal
    assert found["low"] == found["high"] or found["high"] - found["low"] > 1e-9
    residuals = kkt_residuals(sample, found["w"], found["b"], alpha, C)
    assert max(residuals.values()) <= 1e-9 * max(1, np.abs(alpha).max(), *map(abs, found["w"]))
    assert found["primal"] == pytest.approx(gap.primal, rel=1e-11)
    assert found["dual"] == pytest.approx(gap.dual, rel=1e-9)
    return gap


def test_every_answer_has_a_certificate(solve, samples):
    rng = np.random.default_rng(17)
    unclear = 0
    for rows in samples:
        for C in rng.choice(FINITE, 3):
            found = solve(rows, float(C))
            certified(found, rows)
            unclear += found["high"] > found["low"]
    assert unclear >= 50


def test_the_objective_slack_and_offsets_are_those_of_lib(solve, samples):
    rng = np.random.default_rng(18)
    for rows in samples[:200]:
        C = float(rng.choice(FINITE))
        ours, theirs = solve(rows, C), soft_margin(sample_of(rows), C)
        loose = 1e-9 + theirs.gap.relative
        assert ours["primal"] == pytest.approx(theirs.objective, rel=loose)
        assert ours["w"] == pytest.approx(theirs.w.tolist(), abs=1e-4)
        assert ours["slack"] == pytest.approx(theirs.xi.sum(), rel=1e-4, abs=1e-4)
        assert [ours["low"], ours["high"]] == pytest.approx(theirs.offsets, abs=1e-4)


def test_the_hard_margin_is_that_of_lib(solve, samples):
    failed = 0
    for rows in samples[:200]:
        ours = solve(rows, math.inf)
        try:
            theirs = hard_margin(sample_of(rows))
        except NotSeparable:
            failed += 1
            assert ours["failed"]
            assert ours["w"] == [0, 0]
            assert ours["p"] == pytest.approx(ours["q"], abs=1e-9)  # a point of both hulls
        else:
            gap = certified(ours, rows)
            assert ours["slack"] == 0
            assert gap.primal == pytest.approx(theirs.objective, rel=1e-9 + theirs.gap.relative)
    assert 60 <= failed <= 140


def test_a_price_above_every_multiplier_is_the_hard_margin(solve, samples):
    same = 0
    for rows in samples:
        hard, soft = solve(rows, math.inf), solve(rows, 100)
        if not hard["failed"] and max(hard["alpha"]) <= 100:
            same += 1
            assert [soft["w"], soft["alpha"]] == [hard["w"], hard["alpha"]]
    assert same >= 50


@pytest.mark.parametrize("C", PRICES)
def test_one_class_alone(solve, C):
    for y in (-1, 1):
        found = solve([[1, 2, y], [3, -1, y], [3, -1, y]], C)
        assert found["one"]
        assert (found["w"], found["b"], found["primal"]) == ([0, 0], y, 0)
        assert found["alpha"] == [0, 0, 0]
        with pytest.raises(ValueError, match=rf"w = 0 with b = \{y:+g} solves"):
            hard_margin(sample_of([[1, 2, y], [3, -1, y]]))


def test_one_place_with_both_labels(solve):
    rows = [[1, 1, 1], [1, 1, -1]]
    assert solve(rows, math.inf)["failed"]
    for C in FINITE:
        found = solve(rows, C)
        certified(found, rows)
        assert found["w"] == [0, 0]
        assert (found["low"], found["high"], found["primal"]) == (-1, 1, 2 * C)


def test_the_start_is_the_story(solve):
    """What the chapters say of the eight points: separable, and at C = 0.01 b is not unique."""
    rows = [list(row) for row in START]
    hard, cheap, cheaper = (solve(rows, C) for C in (math.inf, 0.1, 0.01))
    assert [i for i, kind in enumerate(hard["kinds"]) if kind] == [0, 2, 4]
    assert cheap["slack"] > 0
    assert {"free", "bound"} <= set(cheap["kinds"])
    assert "free" not in cheaper["kinds"]
    assert cheaper["high"] - cheaper["low"] > 0.1


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
            corners = np.array(script.call("margins.hull", places, found["most"]))
            assert (y * (corners - end) @ (p - q)).min() >= -1e-9
            assert corners.shape == (120, 2)
    whole = np.array(script.call("margins.hull", [[0, 0], [2, 0], [0, 2]], 1))
    assert set(map(tuple, whole.tolist())) == {(0, 0), (2, 0), (0, 2)}
    middle = np.array(script.call("margins.hull", [[0, 0], [2, 0]], 0.5))
    assert np.unique(middle, axis=0).tolist() == [[1, 0]]


def test_the_slider_has_the_prices_of_lib(script):
    listed = list(script.eval("margins.PRICES"))
    assert listed == [*FINITE, "hard"]


def test_points_travel_through_the_address(script, samples):
    for rows in samples[:50]:
        assert script.call("board.read", script.call("board.write", rows)) == rows
    corners = [[-4, -4, -1], [4, 4, 1], [-4, 4, 1], [4, -4, -1]]
    assert script.call("board.read", script.call("board.write", corners)) == corners
    for letters in ("", "0", "0000", "zzz", "00!", "6iq", "000" * 21):
        assert script.call("board.read", letters) is None
