"""The margin perceptron: its runs, its bounds against oracles, its theorems, the unknown margin."""

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import in_three_dimensions
from lib.datasets import breast_cancer, iris, separable_pairs, wine
from lib.figures import margin_perceptron as margin_perceptron_figures
from lib.figures.block_novikoff import bounds, sandwich
from lib.figures.style import blank
from lib.linear_separators import margin
from lib.margin_perceptron.bounds import (
    dipping,
    last_crossing,
    observe_margin,
    only,
    potential,
    root,
    root_between,
    sharp_constant,
    update_bounds,
)
from lib.margin_perceptron.search import certificate, margin_search, observe_search
from lib.max_margin import max_margin
from lib.perceptron import margin_perceptron, perceptron
from lib.samples import Sample, prepare, with_margin
from lib.theorems.__main__ import THEOREMS
from lib.theorems.margin_perceptron.bounds import (
    ANY_EPSILON,
    BALCAN,
    LENGTH,
    MANSOUR_SCHWEIGER,
    MANSOUR_SCHWEIGER_SHORT,
    SAME_INEQUALITY,
)
from lib.theorems.margin_perceptron.potential import CALCULUS, ROOT, SHARP, THRESHOLD
from lib.theorems.margin_perceptron.search import CERTIFICATE, SEARCH

WINE = prepare(wine())
BOUNDED = (THRESHOLD, ROOT, SHARP)
OWN = (
    *BOUNDED,
    LENGTH,
    MANSOUR_SCHWEIGER,
    MANSOUR_SCHWEIGER_SHORT,
    BALCAN,
    SAME_INEQUALITY,
    ANY_EPSILON,
    CALCULUS,
    CERTIFICATE,
    SEARCH,
)
seeds = st.integers(0, 10_000)
epsilons = st.floats(0.05, 0.95)


@pytest.fixture(scope="module")
def best():
    return max_margin(WINE)


def random_sample(seed, gamma):
    return with_margin(30, 4, gamma, np.random.default_rng(seed))


# The algorithm


def test_the_plain_loop_in_exact_rationals_agrees():
    """y⟨w,x⟩ <= θ‖w‖ decided without square roots, on Pythagorean unit vectors, in two passes."""
    triples = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25)]
    points = [(s * a, b, c) for a, b, c in triples for s in (1, -1)]
    points += [(b, a, c) for a, b, c in triples]
    y = [1, 1, -1, 1, 1, -1, 1, 1, -1, 1, -1, 1]
    z = [(Fraction(y[i] * a, c), Fraction(y[i] * b, c)) for i, (a, b, c) in enumerate(points)]
    theta, w, updates = Fraction(1, 10), (Fraction(0), Fraction(0)), []
    for i in [*range(len(z)), *range(len(z))]:
        q, square = w[0] * z[i][0] + w[1] * z[i][1], w[0] ** 2 + w[1] ** 2
        if q <= 0 or q * q <= theta**2 * square:
            updates.append(i)
            w = (w[0] + z[i][0], w[1] + z[i][1])
    assert len(updates) > 5
    sample = Sample([(a / c, b / c) for a, b, c in points], y)
    assert margin_perceptron(sample, 0.2, 0.5, max_passes=2).mistakes.tolist() == updates


@given(seeds, st.floats(0.1, 0.5), epsilons)
@settings(max_examples=40, deadline=None)
def test_a_halted_run_has_the_margin_it_was_asked_for(seed, gamma, epsilon):
    sample, _ = random_sample(seed, gamma)
    run = margin_perceptron(sample, gamma, epsilon, max_passes=100_000)
    assert run.halted
    assert margin(sample, run.w) > (1 - epsilon) * gamma
    assert run.replay() is run


def test_epsilon_one_is_the_perceptron():
    one = margin_perceptron(WINE, 0.5, 1)
    np.testing.assert_array_equal(one.mistakes, perceptron(WINE).mistakes)


@pytest.mark.parametrize("sample", separable_pairs(), ids=lambda sample: sample.name)
def test_both_starts_walk_the_same_path(sample):
    gamma = max_margin(sample)[1]
    zero = margin_perceptron(sample, gamma)
    first = margin_perceptron(sample, gamma, start=sample.signed[0])
    np.testing.assert_array_equal(zero.mistakes[1:], first.mistakes)
    np.testing.assert_array_equal(zero.weights[1:], first.weights)


@pytest.mark.parametrize(
    ("index", "updates"), [(0, 3), (1, 33), (2, 6), (3, 40), (4, 217), (5, 73), (6, 30)]
)
def test_updates_on_real_pairs(index, updates):
    sample = separable_pairs()[index]
    u, gamma = max_margin(sample)
    run = margin_perceptron(sample, gamma)
    assert run.M == updates
    for theorem in BOUNDED:
        assert theorem.failing(observe_margin(run, u)) == []


@pytest.mark.parametrize("times", [2, 2.1])
def test_a_guess_of_twice_the_margin_or_more_never_halts(best, times):
    gamma = best[1]
    assert margin_perceptron(WINE, 1.9 * gamma).halted
    assert not margin_perceptron(WINE, times * gamma, max_passes=500).halted


@given(seeds, st.floats(0.1, 0.4), epsilons, st.floats(0.5, 2))
@settings(max_examples=30, deadline=None)
def test_any_guess_with_threshold_below_the_margin_obeys_its_bound(seed, gamma, epsilon, share):
    sample, _ = random_sample(seed, gamma)
    guess = min(1, share * gamma)
    if (1 - epsilon) * guess > 0.9 * gamma:
        guess = gamma
    run = margin_perceptron(sample, guess, epsilon, max_passes=100_000)
    assert run.halted
    assert (1 / (gamma - run.threshold)) ** 2 >= run.M


def test_floor_stops_as_soon_as_the_guess_is_refuted(best):
    gamma = best[1]
    run = margin_perceptron(WINE, 1, floor=0.9)
    lengths = np.linalg.norm(run.weights, axis=1)
    t = np.arange(1, run.M + 1)
    assert not run.halted
    assert (lengths[1:-1] >= 0.9 * t[:-1]).all()
    assert gamma <= lengths[-1] / run.M < 0.9
    assert run.seen == run.when[-1] + 1
    assert run.replay() is run


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
    assert len(rungs) == (6 if epsilon == 0.5 else 5)
    assert (np.diff(rungs) <= 1e-9 * rungs[0]).all()


def test_the_ladder_of_the_notes():
    assert list(update_bounds(0.5)) == [
        "Mansour–Schweiger",
        "Balcan",
        "the same inequality",
        "threshold",
        "potential with a root",
        "sharp",
    ]
    bounds = [bound * 0.25 for bound in update_bounds(0.5).values()]
    np.testing.assert_allclose(bounds, [16, 12, 10, 4, 3, 2.51286], rtol=1e-5)


@given(st.floats(0, 50), st.floats(0.05, 2), st.floats(0, 1))
def test_an_update_raises_the_potential_by_at_most_one(r, beta, share):
    longest = np.sqrt(r**2 + beta * r + 1)
    after = longest * share
    assert potential(after, beta) <= potential(r, beta) + 1 + 1e-9


@pytest.mark.parametrize("epsilon", [0.5, 0.1])
def test_the_worst_sequence_keeps_up_with_the_potential(epsilon):
    """The two facts from which the chapter concludes that the constant is sharp."""
    sample, u = in_three_dimensions(0.05, epsilon)
    run = margin_perceptron(sample, 0.05, epsilon, max_passes=1)
    seen = only(observe_margin(run, u), np.arange(run.M) > 0)
    gained = seen["phi"] - seen["phi_before"]
    assert (gained >= 1 - seen["beta"] / (4 * seen["r_before"]) - 1e-9).all()
    assert (gained < 1).all()
    end = 0.05 * run.M / np.linalg.norm(run.w)
    assert np.sqrt(1 - 0.05**2 / (1 - 0.05**2)) < end <= 1


def test_potential_is_nearly_the_square_for_small_beta():
    assert potential(3.0, 1e-4) == pytest.approx(9, abs=0.01)


# The theorems


@pytest.mark.parametrize("theorem", OWN, ids=lambda theorem: theorem.name)
def test_every_step_is_proved_and_every_mutant_refuted(theorem):
    assert theorem in THEOREMS
    for verdict in theorem.prove():
        assert verdict.ok, (verdict.step.name, verdict.mutants)


@given(seeds, st.floats(0.1, 0.5), epsilons)
@settings(max_examples=25, deadline=None)
def test_the_sharper_proofs_hold_along_any_run(seed, gamma, epsilon):
    sample, u = random_sample(seed, gamma)
    run = margin_perceptron(sample, gamma, epsilon, max_passes=100_000)
    # θ from the run and γ from u, which the sample may exceed: ε is then 1 - θ/γ.
    values = observe_margin(run, u)
    for theorem in BOUNDED:
        assert theorem.failing(values) == []


@pytest.mark.parametrize("dips", [1, 5])
def test_the_chain_of_mansour_and_schweiger_holds_across_dips(dips):
    sample, u = dipping(0.1, dips)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    T = last_crossing(run, 20)
    lengths = np.linalg.norm(run.weights, axis=1)
    assert lengths[T - 1] < 20 <= lengths[T:].min()
    seen = observe_margin(run, u)
    seen |= {"T": float(T), "r_T": lengths[T], "r_before_T": lengths[T - 1]}
    after = only(seen, seen["t"] > T)
    assert MANSOUR_SCHWEIGER.failing(after) == []
    assert LENGTH.failing(after) == []
    assert MANSOUR_SCHWEIGER_SHORT.failing(after) == ["no T", "bound"]
    before = only(seen, seen["r"] < 20)
    assert MANSOUR_SCHWEIGER_SHORT.failing(before) == []
    assert LENGTH.failing(only(seen, (seen["t"] > 1) & (seen["r_before"] < 20))) == [
        "long",
        "three quarters",
    ]


def test_balcans_proof_on_his_start(best):
    u, gamma = best
    run = margin_perceptron(WINE, gamma, start=WINE.signed[0])
    assert BALCAN.failing(run.observe(u)) == []


def test_a_wrong_run_is_caught(best):
    u, gamma = best
    eager = margin_perceptron(WINE, 1.8 * gamma)
    values = observe_margin(eager, u) | {"theta": gamma / 2, "epsilon": 0.5}
    assert "one update" in THRESHOLD.failing(values)


# The unknown margin


@given(seeds, st.floats(0.1, 0.5), epsilons)
@settings(max_examples=25, deadline=None)
def test_certificate_encloses_the_best_margin(seed, gamma, epsilon):
    sample, _ = random_sample(seed, gamma)
    best = max_margin(sample)[1]
    plain, eager = perceptron(sample), margin_perceptron(sample, gamma, epsilon, max_passes=10_000)
    for runs in ((plain,), (eager,), (plain, eager)):
        low, high = certificate(*runs)
        assert low - 1e-9 <= best <= high + 1e-9


def test_certificate_on_wine(best):
    low, high = certificate(margin_perceptron(WINE, best[1], 0.02))
    assert (round(low, 5), round(best[1], 5), round(high, 5)) == (0.12388, 0.12625, 0.13019)


@pytest.mark.parametrize("sample", separable_pairs(), ids=lambda sample: sample.name)
@pytest.mark.parametrize("epsilon", [0.5, 0.1])
def test_search_finds_the_share_of_a_margin_nobody_named(sample, epsilon):
    gamma = max_margin(sample)[1]
    attempts = margin_search(sample, epsilon)
    low, high = certificate(*attempts)
    assert attempts[-1].halted
    assert not any(run.halted for run in attempts[:-1])
    assert (1 - epsilon) * gamma < low <= gamma + 1e-9 <= high + 1e-8
    assert low > (1 - epsilon) * high
    total = 0
    for run in attempts:
        guess = run.threshold / (1 - epsilon)
        assert guess >= gamma - 1e-9
        assert run.M <= 4 / (epsilon * guess) ** 2 + 1
        total += run.M
    assert total <= 20 / (3 * epsilon**3 * gamma**2)
    assert SEARCH.failing(observe_search(attempts, epsilon, gamma)) == []


def test_search_on_what_nothing_separates_says_that_it_stopped_short():
    attempts = margin_search(prepare(breast_cancer()), max_passes=100)
    assert not any(run.halted for run in attempts)
    assert sum(run.passes for run in attempts) <= 100
    both = Sample([[1.0, 0.0], [1.0, 0.0]], [1, -1])
    (only_attempt,) = margin_search(both)
    assert not only_attempt.halted
    assert certificate(only_attempt) == (-np.inf, 0)


def test_a_search_that_skips_guesses_is_caught(best):
    attempts = margin_search(WINE, 0.2)
    values = observe_search(attempts, 0.2, best[1])
    assert SEARCH.failing(values | {"g_before": values["g"]}) == ["next guess"]
    assert "g is not below γ" in SEARCH.failing(values | {"gamma": 0.2})


def test_search_draws_its_order_from_the_seed():
    runs = margin_search(WINE, seed=3)
    assert sorted(runs[0].order.tolist()) == list(range(WINE.n))
    assert all((run.order == runs[0].order).all() for run in runs)
    assert (runs[0].order != np.arange(WINE.n)).any()


# The pictures


@pytest.fixture
def ax():
    from matplotlib.figure import Figure

    return Figure().subplots()


def test_growth_marks_each_bound_on_the_line(ax):
    sample, u = in_three_dimensions(0.1, 0.5)
    shown = margin_perceptron_figures.growth(ax, margin_perceptron(sample, 0.1, max_passes=1), u)
    assert re.findall(r"(?:at|end at t =) (\d+)\b", shown.text) == ["249", "251", "400", "840"]
    marks = [line.get_xydata()[0] for line in ax.lines if len(line.get_xydata()) == 1]
    np.testing.assert_allclose([t for t, _ in marks], [840, 400, 251.286], rtol=1e-5)
    np.testing.assert_allclose([length / t for t, length in marks], 0.1)
    with pytest.raises(ValueError, match=r"threshold 0\.09; the notes' proof needs 0\.05"):
        margin_perceptron_figures.growth(ax, margin_perceptron(sample, 0.1, 0.1, max_passes=1), u)


def test_bands_say_how_near_the_nearest_example_is():
    sample = Sample([[0.6, 0.8], [0.8, 0.6], [-1, 0]], [1, 1, -1])
    runs = {epsilon: margin_perceptron(sample, 0.8, epsilon) for epsilon in (1, 0.5)}
    shown = margin_perceptron_figures.bands(blank(2), runs)
    reached = margin(sample, runs[0.5].w)
    assert (
        f"ε = 0.5: a green band 0.400 wide to each side, the nearest example at {reached:.3f}"
        in (shown.text)
    )
    assert "ε = 1: no band, the nearest example at" in shown.text
    assert "on the unit circle" in shown.text
    assert [ax.get_title() for ax in shown.figure.axes] == [
        f"ε = {epsilon}: {run.M} updates, margin {margin(sample, run.w):.3f}"
        for epsilon, run in runs.items()
    ]


def test_the_sandwich_says_whether_the_run_is_tight(ax):
    sample, u = in_three_dimensions(0.2)
    tight = sandwich(ax, perceptron(sample), u).text
    assert "meets it at t = 25.0" in tight
    assert "lie on the line; purple circles, its length, lie on the curve" in tight
    loose = sandwich(ax, perceptron(WINE), max_margin(WINE)[0]).text
    assert (
        "lie on or above the line; purple circles, its length, lie on or below the curve" in loose
    )
    assert "end at t = 25, with γt = 3.16" in loose


def test_bounds_say_how_far_the_mistakes_stay_below(ax):
    text = bounds(ax, ["one", "two"], [1, 5], [4, 10]).text
    assert "one 1 against 4.0; two 5 against 10.0. A dot lies at 0.25 to 0.50 of its bound" in text


def test_rungs_hold_the_measured_points(ax):
    shown = margin_perceptron_figures.rungs(ax, [(0.1, 50)], [(0.1, 249), (0.2, 61)])
    assert "2.44 to 2.490" in shown.text
    assert "0.50 to 0.50" in shown.text
    worst, real = ax.lines[-2:]
    np.testing.assert_allclose(worst.get_ydata(), [2.49, 2.44])
    np.testing.assert_allclose(real.get_ydata(), [0.5])
    assert len(ax.lines) == 8


def test_crossing_marks_the_last_one(ax):
    sample, _ = dipping(0.1, 3)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    shown = margin_perceptron_figures.crossing(ax, run, 20)
    assert f"From update {last_crossing(run, 20)} on" in shown.text
    assert "crosses upward 4 times" in shown.text
    assert [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"] == [
        last_crossing(run, 20)
    ]
    with pytest.raises(ValueError, match="does not rise to level=30 for good"):
        margin_perceptron_figures.crossing(ax, run, 30)


def test_certificate_draws_both_numbers_around_the_margin(ax, best):
    run = margin_perceptron(WINE, best[1], 0.1)
    shown = margin_perceptron_figures.certificate(ax, run, best[1])
    assert "at t = 108, above a dashed green line at 0.1262" in shown.text
    above, below, level = (line.get_ydata() for line in ax.lines)
    assert below.max() <= level[0] + 1e-9 <= above.min() + 1e-8


# Dipping


@pytest.mark.parametrize("dips", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("gamma", [0.1, 0.05])
def test_dipping_falls_below_the_level_as_often_as_told(gamma, dips):
    sample, u = dipping(gamma, dips)
    np.testing.assert_allclose(np.linalg.norm(sample.X, axis=1), 1)
    assert np.abs(sample.signed @ u).min() == pytest.approx(gamma)
    run = margin_perceptron(sample, gamma, max_passes=1)
    assert run.M == sample.n
    long = np.linalg.norm(run.weights, axis=1) >= 2 / gamma
    assert (long[:-1] & ~long[1:]).sum() == dips
    assert long[-1]


# Bad input

RUN = margin_perceptron(WINE, 0.1)
OTHER = margin_perceptron(prepare(iris()), 0.1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: margin_perceptron(WINE, 0), "gamma=0; give a finite number above 0 and at most 1"),
        (lambda: margin_perceptron(WINE, -0.1), "gamma=-0.1; give"),
        (lambda: margin_perceptron(WINE, 1.5), "gamma=1.5; give"),
        (lambda: margin_perceptron(WINE, np.nan), "gamma=nan; give"),
        (lambda: margin_perceptron(WINE, 0.1, 0), "epsilon=0; give a finite number above 0"),
        (lambda: margin_perceptron(WINE, 0.1, 1.1), "epsilon=1.1; give"),
        (lambda: margin_perceptron(WINE, 0.1, floor=-1), "floor=-1; give a finite number of at"),
        (lambda: margin_perceptron(WINE, 0.1, floor=np.nan), "floor=nan; give a finite"),
        (lambda: margin_perceptron(WINE, 0.1, start=[1, 2]), r"start has shape \(2,\); give one"),
        (lambda: margin_perceptron(wine(), 0.1), r"longest example has length .*; scale with unit"),
        (lambda: dipping(0.3, 1), "gamma=0.3; give a finite number above 0 and at most 0.1"),
        (lambda: dipping(0.1, 6), "dips=6; give a whole number from 1 to 5"),
        (lambda: root(0), "epsilon=0; give"),
        (lambda: root(2), "epsilon=2; give"),
        (lambda: root_between(1), "epsilon=1; give a number below 1"),
        (lambda: sharp_constant(-1), "epsilon=-1; give"),
        (lambda: update_bounds(0), "gamma=0; give"),
        (lambda: update_bounds(0.1, 3), "epsilon=3; give"),
        (lambda: potential(1, 0), "beta=0; give"),
        (lambda: observe_margin(perceptron(WINE), np.eye(14)[0]), "threshold is 0 and u has"),
        (lambda: observe_margin(RUN, np.ones(3)), r"u has shape \(3,\); give one"),
        (lambda: last_crossing(RUN, 0), "level=0; give"),
        (lambda: only({"t": np.arange(3.0)}, np.array([0, 1])), "where has int64 of shape"),
        (lambda: only({"t": np.arange(3.0)}, np.zeros(3, bool)), "at least True|one at least"),
        (lambda: certificate(), "runs is empty; give at least one run"),
        (lambda: certificate(RUN, OTHER), "runs are of 'wine 0/1' and of 'iris.*one sample"),
        (lambda: certificate(perceptron(WINE, step=2)), "a certificate needs an update, step 1"),
        (lambda: certificate(perceptron(WINE, start=np.ones(14))), "needs an update, step 1 and"),
        (lambda: observe_search([RUN], 0.5, 0.1), "attempts holds 1; give the two or more"),
        (lambda: margin_search(WINE, 0), "epsilon=0; give"),
        (lambda: margin_search(WINE, max_passes=0), "max_passes=0; give a whole number"),
        (lambda: margin_search(wine()), "longest example has length"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
