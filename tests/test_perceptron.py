"""The perceptron beside scikit-learn, the plain loop and exact rationals; runs; invariants."""

import itertools
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron

from lib.block_novikoff import orthonormal
from lib.datasets import breast_cancer, digits, iris, separable_pairs, wine
from lib.max_margin import max_margin
from lib.perceptron import margin_perceptron, perceptron
from lib.runs import Run
from lib.samples import Sample, lift, prepare, with_margin
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF

seeds = st.integers(0, 10_000)
PAIRS = separable_pairs()
WINE = PAIRS[1]


def name_of(sample):
    return sample.name


def plain_loop(sample, order=None, start=None, step=1.0, theta=0.0, max_passes=1000):
    """The algorithm as the chapter prints it: mistakes, weights, passes, halted."""
    order = range(sample.n) if order is None else order
    w, mistakes = np.zeros(sample.d) if start is None else np.array(start, dtype=float), []
    for passes in range(1, max_passes + 1):
        before = len(mistakes)
        for i in order:
            if sample.y[i] * (w @ sample.X[i]) <= theta * np.sqrt(w @ w):
                w = w + step * sample.y[i] * sample.X[i]
                mistakes.append(int(i))
        if len(mistakes) == before:
            return mistakes, w, passes, True
    return mistakes, w, max_passes, False


def grid_sample(seed, most=3, n=None, d=None):
    """Small whole numbers, so that ties are common."""
    rng = np.random.default_rng(seed)
    n, d = n or int(rng.integers(2, 40)), d or int(rng.integers(1, 6))
    X = rng.integers(-most, most + 1, size=(n, d)).astype(float)
    return Sample(X, rng.choice([-1, 1], size=n))


def agrees(run, mistakes, w, passes, halted):
    assert run.mistakes.tolist() == mistakes
    np.testing.assert_array_equal(run.w, w)
    assert (run.M, run.passes, run.halted) == (len(mistakes), passes, halted)


# Beside scikit-learn


@pytest.mark.parametrize("sample", PAIRS, ids=name_of)
def test_scikit_learn_ends_at_the_same_weights_bit_for_bit(sample):
    run = perceptron(sample)
    assert run.halted
    peer = Perceptron(fit_intercept=False, shuffle=False, tol=None, max_iter=run.passes)
    peer.fit(sample.X, sample.y)
    np.testing.assert_array_equal(peer.coef_[0], run.w)


@pytest.mark.parametrize("passes", [1, 2, 7])
@pytest.mark.parametrize(
    "sample",
    [iris("versicolor", "virginica"), breast_cancer(), digits(3, 8)],
    ids=name_of,
)
def test_scikit_learn_agrees_after_some_passes(sample, passes):
    """Not standardized, two of them not separable."""
    peer = Perceptron(fit_intercept=False, shuffle=False, tol=None, max_iter=passes)
    peer.fit(sample.X, sample.y)
    run = perceptron(sample, max_passes=passes)
    np.testing.assert_array_equal(peer.coef_[0], run.w)
    assert not run.halted


# Beside the plain loop


@pytest.mark.parametrize("scale", [1.0, 0.1])
def test_ties_on_grids_fall_as_in_the_plain_loop(scale):
    """200 samples; tenths have no exact binary form, so their ties are decided by rounding."""
    ties = 0
    for seed in range(200):
        sample = grid_sample(seed)
        sample = Sample(sample.X * scale, sample.y)
        run = perceptron(sample, max_passes=12)
        agrees(run, *plain_loop(sample, max_passes=12))
        q = (sample.signed[run.mistakes] * run.weights[:-1]).sum(axis=1)
        ties += (q == 0).sum()
    assert ties > 500


@pytest.mark.parametrize("theta", [0.25, 0.5])
def test_ties_with_a_threshold_fall_as_in_the_plain_loop(theta):
    for seed in range(100):
        sample = grid_sample(seed)
        sample = Sample(sample.X / max(1, sample.radius), sample.y)
        run = margin_perceptron(sample, 2 * theta, max_passes=12)
        agrees(run, *plain_loop(sample, theta=theta, max_passes=12))


@given(seeds, st.sampled_from([0.5, 1.0, 3.0]), st.integers(1, 20))
@settings(max_examples=40)
def test_any_order_start_and_step_agree_with_the_plain_loop(seed, step, max_passes):
    sample, rng = grid_sample(seed), np.random.default_rng(seed)
    order = rng.integers(sample.n, size=rng.integers(1, 2 * sample.n + 1))
    start = rng.integers(-5, 6, size=sample.d)
    run = perceptron(sample, order=order, start=start, step=step, max_passes=max_passes)
    agrees(run, *plain_loop(sample, order, start, step, max_passes=max_passes))
    assert run.replay() is run


@pytest.mark.parametrize("sample", PAIRS, ids=name_of)
def test_real_pairs_agree_with_the_plain_loop(sample):
    agrees(perceptron(sample), *plain_loop(sample))
    theta = max_margin(sample)[1] / 2
    agrees(margin_perceptron(sample, 2 * theta), *plain_loop(sample, theta=theta))


@pytest.mark.parametrize("late", [1, 15, 16, 17, 47, 48, 4999, 9999])
def test_a_late_mistake_is_found_in_a_long_stream(late):
    """Blocks grow while nothing happens; one other example waits at one place."""
    X = np.tile([1.0, 0.0], (10_000, 1))
    X[late] = [0.0, 1.0]
    run = perceptron(Sample(X, np.ones(10_000)))
    assert run.mistakes.tolist() == [0, late]
    assert run.halted
    assert run.replay() is run


# Beside exact rationals


def test_a_run_on_small_fractions_is_exact():
    for seed in range(30):
        sample = grid_sample(seed, most=4)
        eighths = Sample(sample.X / 8, sample.y)
        z = [[Fraction(int(v), 8) for v in row] for row in sample.signed]
        w, mistakes, weights = [Fraction(0)] * sample.d, [], [[0.0] * sample.d]
        for i in [*range(sample.n)] * 3:
            if sum(a * b for a, b in zip(w, z[i], strict=True)) <= 0:
                mistakes.append(i)
                w = [a + b for a, b in zip(w, z[i], strict=True)]
                weights.append([float(a) for a in w])
        run = perceptron(eighths, order=[*range(sample.n)] * 3, max_passes=1)
        assert run.mistakes.tolist() == mistakes
        np.testing.assert_array_equal(run.weights, weights)


def test_a_trace_by_hand():
    """Four points of the plane, from zero: ties in three of five updates."""
    sample = Sample([[2, 0], [0, 1], [-1, 1], [1, 2]], [1, -1, -1, 1])
    run = perceptron(sample)
    assert run.mistakes.tolist() == [0, 1, 3, 1, 1]
    assert run.when.tolist() == [0, 1, 3, 5, 9]
    np.testing.assert_array_equal(run.weights, [[0, 0], [2, 0], [2, -1], [3, 1], [3, 0], [3, -1]])
    assert (run.M, run.passes, run.seen, run.halted) == (5, 4, 16, True)
    assert run.errors.tolist() == [4, 1, 1, 1, 1, 0]


# What a run says of itself


def test_a_run_describes_itself():
    run = perceptron(WINE)
    assert repr(run) == f"Run on 'wine 0/1': 25 mistakes, {run.passes} passes, halted"
    assert repr(perceptron(WINE, max_passes=1)).endswith(", 1 pass, stopped short at its bound")
    refuted = margin_perceptron(WINE, 1, floor=0.9)
    assert refuted.seen < WINE.n
    assert repr(refuted) == f"Run on 'wine 0/1': {refuted.M} mistakes, stopped in pass 1"
    assert repr(replace(refuted, seen=2 * WINE.n + 1)).endswith("mistakes, stopped in pass 3")
    assert run.seen == run.passes * WINE.n
    assert run.when.max() < run.seen - WINE.n, "the last pass is without a mistake"
    np.testing.assert_array_equal(run.order[run.when % WINE.n], run.mistakes)


def test_a_run_that_is_not_separable_stops_short():
    run = perceptron(breast_cancer(), max_passes=5)
    assert (run.passes, run.seen, run.halted) == (5, 5 * 569, False)
    assert perceptron(breast_cancer()).passes == 1000


def test_a_pass_without_mistakes_from_a_separator():
    u, _ = max_margin(WINE)
    run = perceptron(WINE, start=u)
    assert (run.M, run.passes, run.halted) == (0, 1, True)
    np.testing.assert_array_equal(run.weights, [u])
    with pytest.raises(ValueError, match="made no mistake, so there is no update to observe"):
        run.observe(u)


def test_the_bound_counts_passes_exactly():
    whole = perceptron(WINE)
    assert perceptron(WINE, max_passes=whole.passes).halted
    short = perceptron(WINE, max_passes=whole.passes - 1)
    assert (short.halted, short.M, short.passes) == (False, whole.M, whole.passes - 1)


def test_errors_do_not_only_fall():
    """Erratum A18: an update may spoil other examples."""
    counts = perceptron(prepare(wine())).errors
    assert counts[0] == WINE.n, "at w = 0 every example is a tie"
    assert counts[1:10].tolist() == [13, 18, 16, 10, 8, 4, 3, 4, 3]
    assert counts[-1] == 0


def test_a_seed_draws_an_order():
    run = perceptron(WINE, seed=3)
    assert sorted(run.order.tolist()) == list(range(WINE.n))
    assert run.order.tolist() != list(range(WINE.n))
    np.testing.assert_array_equal(run.mistakes, perceptron(WINE, seed=3).mistakes)
    np.testing.assert_array_equal(run.mistakes, perceptron(WINE, order=run.order).mistakes)
    assert run.mistakes.tolist() != perceptron(WINE, seed=4).mistakes.tolist()


def test_from_zero_the_step_only_rescales():
    one, four = perceptron(WINE), perceptron(WINE, step=4)
    np.testing.assert_array_equal(one.mistakes, four.mistakes)
    np.testing.assert_array_equal(4 * one.weights, four.weights)


def test_only_the_start_over_the_step_matters():
    """Errata A41 and A42."""
    start = np.full(WINE.d, 1.0)
    once = perceptron(WINE, start=start, step=0.25)
    again = perceptron(WINE, start=8 * start, step=2)
    np.testing.assert_array_equal(once.mistakes, again.mistakes)


@pytest.mark.parametrize("sample", PAIRS, ids=name_of)
def test_the_bound_holds_on_real_pairs(sample):
    u, gamma = max_margin(sample)
    for seed in range(10):
        run = perceptron(sample, seed=seed)
        assert run.halted
        assert (sample.signed @ run.w > 0).all()
        assert (sample.radius / gamma) ** 2 >= run.M
        assert BLOCK_NOVIKOFF.failing(run.observe(u)) == []


def test_mistakes_on_real_pairs():
    assert [perceptron(sample).M for sample in PAIRS] == [1, 25, 1, 11, 71, 23, 10]


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


def test_other_weights_order_or_rule_do_not_replay():
    run = perceptron(WINE)
    assert run.start.tolist() == [0] * WINE.d
    for change in (
        {"start": np.ones(WINE.d)},
        {"threshold": 0.05},
        {"order": np.roll(run.order, 1)},
        {"seen": run.seen + 1, "when": np.append(run.when, run.seen),
         "mistakes": np.append(run.mistakes, 0)},
    ):  # fmt: skip
        with pytest.raises(ValueError, match="the record does not replay"):
            replace(run, **change).replay()
    far = perceptron(WINE, start=np.ones(WINE.d))
    with pytest.raises(ValueError, match="the record does not replay"):
        replace(far, step=0.01).replay()


# Invariants


@given(seeds, st.floats(0.02, 0.9), st.integers(2, 8))
@settings(max_examples=60)
def test_no_separable_sample_exceeds_the_bound(seed, gamma, d):
    sample, u = with_margin(25, d, gamma, np.random.default_rng(seed))
    run = perceptron(sample, seed=seed, max_passes=10_000)
    margin = (sample.signed @ u).min()
    assert run.halted
    assert (sample.radius / margin) ** 2 >= run.M
    assert BLOCK_NOVIKOFF.failing(run.observe(u)) == []
    stretched = Sample(7 * sample.X * np.linspace(0.5, 1, 25)[:, None], sample.y)
    run = perceptron(stretched, max_passes=100_000)
    margin = (stretched.signed @ u).min()
    assert run.halted
    assert (stretched.radius / margin) ** 2 >= run.M


@given(seeds, st.integers(-30, 30))
@settings(max_examples=30)
def test_the_unit_of_measure_does_not_matter(seed, power):
    sample, _ = with_margin(30, 3, 0.05, np.random.default_rng(seed))
    scaled = Sample(2.0**power * sample.X, sample.y)
    run, other = perceptron(sample), perceptron(scaled)
    np.testing.assert_array_equal(run.mistakes, other.mistakes)
    np.testing.assert_array_equal(2.0**power * run.weights, other.weights)


@given(seeds)
@settings(max_examples=30)
def test_opposite_labels_give_opposite_weights(seed):
    sample = grid_sample(seed)
    run = perceptron(sample, max_passes=10)
    flipped = perceptron(Sample(sample.X, -sample.y), max_passes=10)
    np.testing.assert_array_equal(run.mistakes, flipped.mistakes)
    np.testing.assert_array_equal(run.weights, -flipped.weights)
    mirrored = perceptron(Sample(-sample.X, -sample.y), max_passes=10)
    np.testing.assert_array_equal(run.weights, mirrored.weights)


@given(seeds, st.permutations(range(4)), st.tuples(*[st.sampled_from([-1, 1])] * 4))
@settings(max_examples=30)
def test_a_rotation_of_the_axes_turns_the_weights(seed, order, signs):
    """On whole numbers, where a rotation by signed permutations is exact."""
    sample = grid_sample(seed, d=4)
    turned = Sample(sample.X[:, order] * np.array(signs), sample.y)
    run, other = perceptron(sample, max_passes=10), perceptron(turned, max_passes=10)
    np.testing.assert_array_equal(run.mistakes, other.mistakes)
    np.testing.assert_array_equal(run.weights[:, order] * np.array(signs), other.weights)


@given(seeds)
@settings(max_examples=20)
def test_a_permuted_stream_is_a_permuted_sample(seed):
    sample = grid_sample(seed)
    order = np.random.default_rng(seed).permutation(sample.n)
    run = perceptron(sample, order=order, max_passes=10)
    moved = perceptron(Sample(sample.X[order], sample.y[order]), max_passes=10)
    np.testing.assert_array_equal(run.mistakes, order[moved.mistakes])
    np.testing.assert_array_equal(run.when, moved.when)


# The scalars of an update


@given(seeds)
@settings(max_examples=30)
def test_observe_keeps_the_identities_of_every_update(seed):
    sample = grid_sample(seed)
    u = np.random.default_rng(seed + 1).normal(size=sample.d)
    run = perceptron(sample, max_passes=5)
    seen = run.observe(u)
    for name in ("t", "p", "p_before", "r", "r_before", "q", "m", "s"):
        assert seen[name].shape == (run.M,)
    np.testing.assert_allclose(seen["p"], seen["p_before"] + seen["m"], atol=1e-9)
    np.testing.assert_allclose(
        seen["r"] ** 2, seen["r_before"] ** 2 + 2 * seen["q"] + seen["s"] ** 2, atol=1e-9
    )
    np.testing.assert_array_equal(seen["t"], np.arange(1, run.M + 1))
    np.testing.assert_array_equal(seen["p"][:-1], seen["p_before"][1:])
    np.testing.assert_array_equal(seen["r"][:-1], seen["r_before"][1:])
    assert (seen["q"] <= 0).all()
    assert (seen["m"] >= seen["gamma"] - 1e-12).all()
    assert (seen["s"] <= seen["R"]).all()
    assert (np.abs(seen["p"]) <= seen["r"] * seen["U"] + 1e-9).all()
    assert seen["U"] == pytest.approx(np.sqrt((u**2).sum()))
    assert seen["gamma"] == pytest.approx(min(sample.signed @ u))
    assert seen["theta"] == 0


def test_a_run_keeps_what_it_was_given():
    order, start = np.arange(WINE.n)[::-1].copy(), np.ones(WINE.d)
    run = perceptron(WINE, order=order, start=start)
    order[:], start[:] = 0, np.nan
    assert run.replay() is run
    for array in (run.weights, run.w, run.sample.X):
        with pytest.raises(ValueError, match="read-only"):
            array[-1] = 0
    mine = run.weights[:3] * 2
    mine[0] = 7
    assert run.weights[0, 0] == 1


def test_observe_from_the_definitions():
    sample = Sample([[3, 4], [0, -2], [1, 1]], [1, -1, 1])
    run = perceptron(sample)
    assert run.mistakes.tolist() == [0]
    assert {name: np.squeeze(value).item() for name, value in run.observe([0, 1]).items()} == {
        "t": 1, "p": 4, "p_before": 0, "r": 5, "r_before": 0, "q": 0, "m": 4, "s": 5,
        "R": 5, "gamma": 1, "U": 1, "theta": 0,
    }  # fmt: skip
    assert run.observe([0, 1], gamma=0.5)["gamma"] == 0.5
    assert run.observe([0, 1], gamma=0.0)["gamma"] == 0
    assert margin_perceptron(WINE, 0.1).observe(WINE.X[0])["theta"] == 0.05


def test_a_run_can_be_built_from_its_list():
    sample, u = orthonormal(3)
    when = np.arange(3)
    run = Run(sample, when, when, when, 6, True, np.zeros(3))
    assert (run.step, run.threshold, run.M, run.passes) == (1, 0, 3, 2)
    np.testing.assert_array_equal(run.w, np.ones(3))
    assert run.replay().observe(u)["p"][-1] == pytest.approx(np.sqrt(3))


# With an offset


def test_the_lifted_perceptron_separates_what_the_plain_one_cannot():
    """Erratum A25: x = .1 (−) and .2 (+) need an offset; the augmented bound is 425."""
    sample = Sample([[0.1], [0.2]], [-1, 1])
    assert not perceptron(sample).halted
    lifted = lift(sample)
    run = perceptron(lifted)
    assert (run.M, run.halted) == (103, True)
    gamma = max_margin(lifted)[1]
    assert (lifted.radius / gamma) ** 2 == pytest.approx(425, abs=8)


# The margin perceptron


def test_half_the_margin_is_the_default():
    assert margin_perceptron(WINE, 0.2).threshold == 0.1
    assert margin_perceptron(WINE, 0.2, 0.25).threshold == pytest.approx(0.15)
    assert margin_perceptron(WINE, 0.2, 1).threshold == 0


def test_a_start_and_an_order_for_the_margin_perceptron():
    start, order = WINE.signed[5], np.arange(WINE.n)[::-1]
    run = margin_perceptron(WINE, 0.12, order=order, start=start)
    agrees(run, *plain_loop(WINE, order, start, theta=0.06))
    seeded = margin_perceptron(WINE, 0.12, seed=2)
    agrees(seeded, *plain_loop(WINE, perceptron(WINE, seed=2).order, theta=0.06))
    assert margin_perceptron(WINE, 0.12, max_passes=1).passes == 1


@pytest.mark.parametrize("length", [1, 1 + 5e-10])
def test_examples_a_hair_longer_than_one_pass(length):
    assert margin_perceptron(Sample([[length, 0]], [1]), 0.5).halted


def test_all_small_samples_of_two_points():
    """Every sample of two points on a 3 by 3 grid: the run halts exactly when a w exists."""
    grid = list(itertools.product((-1, 0, 1), repeat=2))
    directions = [(np.cos(a), np.sin(a)) for a in np.arange(0.01, 2 * np.pi, 0.05)]
    for a, b in itertools.product(grid, repeat=2):
        for labels in itertools.product((-1, 1), repeat=2):
            sample = Sample([a, b], labels)
            exists = any((sample.signed @ w > 1e-9).all() for w in directions)
            assert perceptron(sample, max_passes=50).halted == exists
