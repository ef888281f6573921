"""The laboratory's script held to lib: its run, its separator, its verdicts; and its address."""

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from lib.explore.board import MOST, START
from lib.explore.laboratory import PASSES
from lib.explore.widget import joined
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.svm.separability import NotSeparable
from tests.test_laboratory import sample_of


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval(joined("board.js", "laboratory.js"))
        yield racer


def random_rows(rng):
    """Up to 12 points of the grid, near 0 or not, with labels that a line gives or chance."""
    reach = rng.choice([2, 8, 32])
    places = rng.integers(-reach, reach + 1, size=(rng.integers(1, 13), 2)) / 8
    by_line = np.where(places @ rng.standard_normal(2) > 0, 1, -1)
    labels = by_line if rng.random() < 0.6 else rng.choice([-1, 1], size=len(places))
    return np.column_stack([places, labels]).tolist()


@pytest.fixture(scope="module")
def samples():
    """200 samples, separable and not, with ties and near ties in many of their runs."""
    rng = np.random.default_rng(7)
    drawn = [random_rows(rng) for _ in range(200)]
    runs = [perceptron(sample_of(rows), max_passes=PASSES) for rows in drawn]
    later = [np.abs(run.sample.signed @ run.weights[1:].T) for run in runs]
    assert 60 <= sum(run.halted for run in runs) <= 140
    assert sum((scores == 0).any() for scores in later) >= 50
    assert sum(((scores > 0) & (scores <= 2 / 64)).any() for scores in later) >= 50
    return list(zip(drawn, runs, strict=True))


def test_the_script_walks_as_lib_does(script, samples):
    for rows, run in samples:
        walked = script.call("laboratory.perceptron", rows)
        assert walked["mistakes"] == run.mistakes.tolist()
        assert walked["weights"] == run.weights.tolist()
        assert walked["halted"] == run.halted


def test_the_script_finds_the_best_separator(script, samples):
    for rows, _ in samples[::4]:
        found = script.call("laboratory.separator", rows)
        try:
            u, gamma = max_margin(sample_of(rows))
        except NotSeparable:
            assert found is None
        else:
            assert found["gamma"] == pytest.approx(gamma, abs=1e-6)
            assert found["gamma"] >= gamma - 1e-12  # lib's u comes from a solver
            assert found["u"] == pytest.approx(u.tolist(), abs=1e-4)


def verdicts(rows, start):
    """What lib says of each challenge."""
    run = perceptron(sample_of(rows), max_passes=PASSES)
    try:
        gamma = max_margin(sample_of(rows))[1]
    except NotSeparable:
        gamma = None
    same = sorted(map(list, rows)) == sorted(map(list, start))
    return [
        gamma is not None and run.M > 100,
        gamma is not None and gamma < 0.1 - 1e-9,
        same and run.halted and run.M == 1,
    ]


def test_the_challenges_are_met_where_lib_says_so(script, samples):
    met = []
    for rows, _ in samples[::4]:
        turned = rows[::-1]
        expected = verdicts(turned, rows)
        assert script.call("laboratory.met", turned, rows) == expected
        met.append(expected)
    assert 0 < sum(narrow for _, narrow, _ in met) < len(met)
    assert 0 < sum(once for *_, once in met) < len(met)


LONG = [[4, 4, 1], [4, 3.875, -1]]  # separable, by a cone of a hair's width
HUNDRED = [[-1, -0.125, 1], [-0.5, 0, -1]]  # ends after 100 updates exactly
TENTH = [[0.125, 0, 1], [-0.25, -0.5, 1]]  # γ is 1/10 exactly
HAIR = [[0.125, 0, 1], [-0.25, -0.375, 1]]
FLAT = [[1, 0, 1], [-1, 0, 1]]  # no line through 0 separates: the run is long, and has no margin


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (LONG, [True, True, False]),
        (HUNDRED, [False, True, False]),
        (TENTH, [False, False, False]),
        (HAIR, [False, True, False]),
        (FLAT, [False, False, False]),
        ([START[1], START[0], *START[2:]], [False, False, True]),
        ([START[1], *START[2:]], [False, False, False]),  # without point 0
    ],
)
def test_challenges_at_their_edges(script, rows, expected):
    assert verdicts(rows, START) == expected
    assert script.call("laboratory.met", rows, START) == expected


def test_only_points_1_and_3_put_first_need_one_update(script):
    for i, row in enumerate(START):
        rest = [other for k, other in enumerate(START) if k != i]
        assert script.call("laboratory.met", [row, *rest], START)[2] == (i in (1, 3))


def test_an_address_keeps_the_state(script, samples):
    corners = [[x1, x2, y] for x1 in (-4, 4) for x2 in (-4, 4) for y in (-1, 1)]
    for t, rows in enumerate([corners, *(rows for rows, _ in samples)]):
        address = script.call("laboratory.write", {"points": rows, "t": t})
        assert len(address) <= 4 + 3 * len(rows)
        assert script.call("laboratory.read", address) == {"t": t, "points": rows}


@pytest.mark.parametrize(
    "address",
    [
        "",
        "3",
        "3.",
        ".001",
        "-1.001",
        "12345.001",
        "3.0012",
        "3.00A",
        "3.zzz",
        "3.6iq",  # the first that names no point
        "3.001&x=1",
        "3." + "001" * (MOST + 1),
    ],
)
def test_what_is_no_address_of_a_state(script, address):
    assert script.call("laboratory.read", address) is None


def test_the_last_address_of_a_point(script):
    assert script.call("laboratory.read", "0.6ip")["points"] == [[4, 4, 1]]
