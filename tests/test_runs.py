"""A list of mistakes is replayed by the plain loop, and any change of it refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import wine
from lib.perceptron import margin_perceptron, perceptron
from lib.runs import replay
from lib.samples import Sample, lift, prepare, with_margin


@pytest.fixture(scope="module")
def wines():
    return prepare(wine())


@pytest.mark.parametrize("seed", range(4))
def test_replay_rebuilds_the_run(wines, seed):
    run = perceptron(wines, seed=seed)
    again = replay(wines, run.mistakes.tolist(), order=run.order)
    assert np.array_equal(again.when, run.when)
    assert again.seen == run.seen
    assert np.array_equal(again.w, run.w)
    again.replay()


def test_replay_knows_the_margin_perceptron(wines):
    run = margin_perceptron(wines, 0.126)
    assert replay(wines, run.mistakes, threshold=run.threshold).M == run.M
    with pytest.raises(ValueError, match="but the rule"):
        replay(wines, run.mistakes)


def test_replay_of_a_run_that_repeats_an_example():
    sample = lift(Sample([[0.1], [0.2]], [-1, 1]))
    run = perceptron(sample)
    assert run.M == 103
    assert replay(sample, run.mistakes).seen == run.seen


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_any_change_to_the_list_is_refused(seed, d):
    sample, _ = with_margin(30, d, 0.1, np.random.default_rng(seed))
    mistakes = perceptron(sample).mistakes
    assert replay(sample, mistakes).M == len(mistakes)
    changed = mistakes.copy()
    place = seed % len(mistakes)
    changed[place] = (changed[place] + 1) % sample.n
    for wrong in (mistakes[:-1], changed, np.append(mistakes, mistakes[-1])):
        with pytest.raises(ValueError, match="mistakes"):
            replay(sample, wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda m: m[:-1], r"mistakes ends after 24, but example \d+ is then a mistake"),
        (lambda m: [], "mistakes ends after 0, but example 0"),
        (lambda m: [*m, 3], "mistakes holds 26 rows, but the rule halts after 25"),
        (lambda m: [m[1], m[0], *m[2:]], r"mistakes\[0\]=\d+, but the rule updates on example 0"),
        (lambda m: [*m[:-1], 130], "mistakes names row 130; rows go from 0 to 129"),
        (lambda m: [-1, *m[1:]], "mistakes names row -1"),
        (lambda m: np.array(m, dtype=float), "; give a list of row numbers"),
        (lambda m: [*m[:-1], np.nan], "; give a list of row numbers"),
        (lambda m: [m], "; give a list of row numbers"),
        (lambda m: "0, 5", "; give a list of row numbers"),
        (lambda m: None, "; give a list of row numbers"),
    ],
)
def test_replay_refuses(wines, wrong, message):
    mistakes = perceptron(wines).mistakes.tolist()
    with pytest.raises(ValueError, match=message):
        replay(wines, wrong(mistakes))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": []}, r"order=\[\]; give a non-empty list"),
        ({"order": [0.5]}, r"order=\[0.5\]; give a non-empty list of row numbers"),
        ({"order": [0, 200]}, "order names row 200"),
        ({"threshold": np.nan}, "threshold=nan; give a finite number of at least 0"),
        ({"threshold": -0.1}, "threshold=-0.1"),
        ({"threshold": np.inf}, "threshold=inf"),
    ],
)
def test_replay_refuses_its_options(wines, options, message):
    with pytest.raises(ValueError, match=message):
        replay(wines, [0], **options)
