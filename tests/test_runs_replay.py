"""A record of mistakes is replayed by the plain loop, and any change of it refused."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import separable_pairs, wine
from lib.margin_perceptron import margin_perceptron
from lib.perceptron import perceptron
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
    # One example errs, the other never, for a while: no pass is clean, and none has two mistakes.
    slow = perceptron(Sample([[1, 0], [-5, 10]], [1, 1]))
    assert slow.when.tolist() == [0, 1, 2, 4, 6, 8, 10]
    assert replay(slow.sample, slow.mistakes).seen == slow.seen


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


PAIRS = separable_pairs()
WINE = PAIRS[1]


def name_of(sample):
    return sample.name


# Replay


@pytest.mark.parametrize("sample", PAIRS, ids=name_of)
def test_a_run_replays(sample):
    for run in (perceptron(sample), perceptron(sample, seed=1), perceptron(sample, max_passes=1)):
        assert run.replay() is run
    assert margin_perceptron(sample, 0.1).replay()


def tampered(run, when):
    """The run with another list of updates, each where it is said to have fallen."""
    when = np.array(when, dtype=int)
    return replace(run, mistakes=run.order[when % len(run.order)], when=when)


def test_a_dropped_a_swapped_and_an_added_mistake_do_not_replay():
    run = perceptron(WINE)
    clean = next(p for p in range(run.seen) if p not in run.when)
    # The first mistake, left out, is missed at once; any later one as soon as its turn comes.
    for i in range(run.M):
        place = f"after {run.when[i]} examples it says no update, on example {run.mistakes[i]}"
        with pytest.raises(ValueError, match=f"{place} the rule says an update"):
            tampered(run, np.delete(run.when, i)).replay()
    with pytest.raises(ValueError, match=f"after {clean} examples it says an update, on example"):
        tampered(run, sorted([*run.when, clean])).replay()
    swapped = run.mistakes.copy()
    swapped[[0, 1]] = swapped[[1, 0]]
    with pytest.raises(ValueError, match="after 0 examples it says an update, on example 0 the"):
        replace(run, mistakes=swapped).replay()


def test_a_record_that_goes_on_or_says_wrongly_that_it_halted_does_not_replay():
    run = perceptron(WINE)
    fourth = int(run.when[3]) + 1
    for change in (
        {"when": np.append(run.when, run.seen), "mistakes": np.append(run.mistakes, 0)},
        {"when": run.when[[0, *range(run.M)]], "mistakes": run.mistakes[[0, *range(run.M)]]},
        {"seen": fourth},
        {"halted": False},
        {"seen": fourth, "when": run.when[:4], "mistakes": run.mistakes[:4]},
    ):
        with pytest.raises(ValueError, match="the record does not replay"):
            replace(run, **change).replay()


def test_other_weights_order_or_rule_do_not_replay():
    run = perceptron(WINE)
    assert run.start.tolist() == [0] * WINE.d
    for change in (
        {"start": np.ones(WINE.d)},
        {"threshold": 0.05},
        {"order": np.roll(run.order, 1)},
        {
            "seen": run.seen + 1,
            "when": np.append(run.when, run.seen),
            "mistakes": np.append(run.mistakes, 0),
        },
    ):
        with pytest.raises(ValueError, match="the record does not replay"):
            replace(run, **change).replay()
    far = perceptron(WINE, start=np.ones(WINE.d))
    with pytest.raises(ValueError, match="the record does not replay"):
        replace(far, step=0.01).replay()
