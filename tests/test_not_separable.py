"""Without a separator: distances and their bounds, the best comparators, and cycles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize
from sklearn.svm import LinearSVC

from lib.block_novikoff import orthonormal, ties
from lib.datasets import iris
from lib.not_separable.bounds import (
    deviation,
    distances,
    exact_bound,
    freund_schapire_bound,
    moved,
    simple_bound,
    total_distance,
)
from lib.not_separable.comparators import (
    ACCURACY,
    best_exact,
    best_freund_schapire,
    best_simple,
)
from lib.perceptron import perceptron
from lib.proof.watching import totals
from lib.samples import Sample, prepare
from lib.theorems import theorem

EXCURSION = theorem("excursion")
FREUND_SCHAPIRE = theorem("freund_schapire")
PART = theorem("part")
SMALLER_MARGIN = theorem("smaller_margin")
TOTAL_DISTANCE = theorem("total_distance")

seeds = st.integers(0, 10_000)
IRIS = prepare(iris("versicolor", "virginica"))
E1 = [1.0, 0.0]
FAR = Sample([E1] * 9 + [[-1, 0]], [1] * 10)  # one example far on the wrong side


def noisy_sample(rng, n=25, d=3):
    """Unit examples with labels that mostly follow a hidden vector, and that vector."""
    X = rng.standard_normal((n, d))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = np.where(X @ u + 0.4 * rng.standard_normal(n) > 0, 1, -1)
    return Sample(X, y, "noisy"), u


@given(seeds, st.floats(0.05, 1))
@settings(max_examples=25)
def test_distance_is_the_least_move_along_u(seed, gamma):
    sample, u = noisy_sample(np.random.default_rng(seed))
    shifted = moved(sample, u, gamma)
    assert (shifted.signed @ u >= gamma - 1e-12).all()
    d = distances(sample, u, gamma)
    np.testing.assert_allclose(np.linalg.norm(shifted.X - sample.X, axis=1), d, atol=1e-12)
    stays = sample.signed @ u >= gamma
    np.testing.assert_array_equal(d[stays], 0)
    np.testing.assert_allclose((shifted.signed @ u)[~stays], gamma)


def test_moved_points_leave_the_sphere():
    shifted = moved(Sample([[0.8, 0.6]], [1]), [0, 1], 0.9)
    length = np.linalg.norm(shifted.X)
    assert length == pytest.approx(1.204, abs=5e-4)
    assert 0.9 / length == pytest.approx(0.747, abs=5e-4)


def test_repeats_count_each_time():
    u = np.eye(5)[0]
    once = distances(IRIS, u, 0.3)
    order = [3, 3, 3, 60]
    assert total_distance(IRIS, u, 0.3, order) == pytest.approx(3 * once[3] + once[60])
    squares = 3 * once[3] ** 2 + once[60] ** 2
    assert deviation(IRIS, u, 0.3, order) == pytest.approx(squares**0.5)
    assert total_distance(IRIS, u, 0.3) == pytest.approx(once.sum())


# The bounds

numbers = st.floats(0.02, 1), st.floats(0, 50), st.floats(0.5, 3)


@given(*numbers)
@settings(max_examples=40)
def test_exact_bound_is_the_largest_integer_that_the_sandwich_allows(gamma, td, R):
    M = np.arange(20_000)
    most = M[gamma * M - td <= R * M**0.5].max()
    assert abs(exact_bound(gamma, td, R) - most) <= 1 or most == M[-1]


@given(*numbers)
@settings(max_examples=40)
def test_the_simple_bound_gives_away_a_square(gamma, td, R):
    gamma = np.array([gamma, gamma / 2])
    given_away = simple_bound(gamma, td, R) - exact_bound(gamma, td, R)
    square = (exact_bound(gamma, td, R) ** 0.5 - R / gamma) ** 2
    assert given_away == pytest.approx(square, rel=1e-6, abs=1e-6)
    assert exact_bound(gamma, 0, R) == pytest.approx((R / gamma) ** 2)


def watched(run, u, gamma):
    """What the theorems with distances speak of: a run's updates, and sums of distances."""
    d, sequence = distances(run.sample, u, gamma)[run.mistakes], np.resize(run.order, run.seen)
    return (
        run.updates
        | totals(T=d, S=d**2)
        | {
            "u": u,
            "gamma": gamma,
            "TD": total_distance(run.sample, u, gamma, sequence),
            "D": deviation(run.sample, u, gamma, sequence),
        }
    )


@settings(max_examples=12)
@given(seeds, st.floats(0.02, 1), st.integers(1, 4), st.booleans())
def test_no_run_exceeds_a_bound(seed, gamma, passes, along):
    rng = np.random.default_rng(seed)
    sample, u = noisy_sample(rng)
    if not along:
        u = np.roll(u, 1)
    run = perceptron(sample, order=rng.integers(0, sample.n, 40), max_passes=passes)
    seen = watched(run, u, gamma)
    for one in (TOTAL_DISTANCE, FREUND_SCHAPIRE):
        assert one.failing(seen) == []
    assert run.M <= exact_bound(gamma, seen["TD"]) + 1e-9
    assert run.M <= freund_schapire_bound(gamma, seen["D"]) + 1e-9


def test_a_false_sum_is_noticed():
    seen = watched(perceptron(IRIS, max_passes=1), np.eye(5)[0], 0.3)
    nothing = totals(T=np.zeros_like(seen["t"]))
    assert TOTAL_DISTANCE.failing(seen | nothing) == ["sum", "alignment"]
    assert "whole sequence" in TOTAL_DISTANCE.failing(seen | {"TD": 0.0})
    assert "whole sequence" in FREUND_SCHAPIRE.failing(seen | {"D": 0.0})


@given(seeds, st.floats(0.05, 1))
@settings(max_examples=15)
def test_the_mistakes_are_part_of_the_sequence(seed, gamma):
    """And at a smaller margin the total distance does as well as Freund and Schapire."""
    rng = np.random.default_rng(seed)
    sample, u = noisy_sample(rng)
    run = perceptron(sample, order=rng.integers(0, sample.n, 40), max_passes=1)
    d, counted = distances(sample, u, gamma)[run.order], np.zeros(40)
    counted[run.when] = 1
    seen = totals(T=counted * d, TD=d, S=counted * d**2, squares=d**2)
    seen |= {"D": np.sqrt(seen["squares"]), "D_before": np.sqrt(seen["squares_before"])}
    seen |= {"x": sample.signed[run.order], "u": u, "gamma": gamma, "counted": counted}
    assert PART.failing(seen) == []
    assert "mistake or not" in PART.failing(seen | {"counted": 2 * counted})
    R, D = sample.radius, seen["D"][-1]
    smaller = gamma * (1 - D / (2 * (R + D)))
    less = distances(sample, u, smaller)[run.order]
    at_smaller = seen | totals(T=less, S=d**2) | {"R": R, "D": D, "smaller": smaller}
    assert SMALLER_MARGIN.failing(at_smaller) == (["smaller"] if D == 0 else [])
    assert "choice of γ'" in SMALLER_MARGIN.failing(at_smaller | {"smaller": smaller / 2})
    best = exact_bound(smaller, less.sum(), R)
    assert best <= freund_schapire_bound(gamma, D, R) * (1 + 1e-12)


# Sequences that meet the bounds, or stay below them


def test_orthonormal_meets_the_exact_bound_at_every_larger_margin():
    sample, u = orthonormal(25)
    for gamma in (0.2, 0.3, 0.9):
        assert exact_bound(gamma, total_distance(sample, u, gamma)) == pytest.approx(25)
    assert perceptron(sample).M == 25


@pytest.mark.parametrize(("gamma", "every"), [(0.3, 3), (0.1, 4), (0.05, 10)])
def test_wrong_labels_in_three_dimensions_meet_the_exact_bound(gamma, every):
    z, u = ties([gamma] * (every - 1) + [-gamma]), np.eye(3)[2]
    y = np.sign(z[:, 2])
    sample = Sample(y[:, None] * z, y)
    run = perceptron(sample, max_passes=1)
    bound = exact_bound(gamma, total_distance(sample, u, gamma))
    assert run.M == sample.n
    assert bound - 2 < run.M <= bound
    wrong = np.sign(z @ u) < 0
    assert np.flatnonzero(wrong).tolist() == list(range(every - 1, sample.n, every))


def test_mistakes_a_pass_stay_below_the_least_hinge_loss():
    n, d = IRIS.n, IRIS.d
    cost = np.r_[np.zeros(d), np.ones(n)]
    rows = np.hstack([-IRIS.signed, -np.eye(n)])
    free = [(None, None)] * d + [(0, None)] * n
    least = linprog(cost, A_ub=rows, b_ub=-np.ones(n), bounds=free).fun
    run = perceptron(IRIS, max_passes=400)
    assert (run.M, run.halted) == (2083, False)
    assert least == pytest.approx(6.08, abs=0.01)
    assert run.M / 400 < least


def test_either_bound_wins_at_a_fixed_margin():
    many_near = Sample([[0.5, 0.75**0.5]] * 400, [1] * 400)
    for sample, gamma, winner in ((FAR, 1.0, "TD"), (many_near, 0.55, "D")):
        exact = exact_bound(gamma, total_distance(sample, E1, gamma))
        squares = freund_schapire_bound(gamma, deviation(sample, E1, gamma))
        assert (exact < squares) == (winner == "TD")


# The best comparators

BEST = {  # each with its bound, what the bound asks of a sample, and the bound as a function of v
    best_exact: (
        exact_bound,
        total_distance,
        lambda v, short: ((v + np.sqrt(v**2 + 4 * short.sum())) / 2) ** 2,
    ),
    best_simple: (simple_bound, total_distance, lambda v, short: v**2 + 2 * short.sum()),
    best_freund_schapire: (
        freund_schapire_bound,
        deviation,
        lambda v, short: (v + np.linalg.norm(short)) ** 2,
    ),
}
each_best = pytest.mark.parametrize("best", BEST)


@each_best
def test_best_comparators_beat_scipy_from_many_starts(best):
    def value(v):
        return BEST[best][2](np.linalg.norm(v), np.maximum(0, 1 - IRIS.signed @ v))

    rng, found = np.random.default_rng(0), best(IRIS)
    assert found.bound == pytest.approx(value(found.u / found.gamma))
    for _ in range(2):
        start = found.u / found.gamma + rng.standard_normal(IRIS.d)
        other = minimize(value, start, method="Powell", options={"maxiter": 200})
        assert found.bound <= other.fun * (1 + 1e-5)
    assert perceptron(IRIS, max_passes=1).M <= found.bound


def test_best_simple_is_the_soft_margin_machine_with_C_1():
    model = LinearSVC(loss="hinge", C=1, fit_intercept=False, dual=True, tol=1e-10, max_iter=10**6)
    found = best_simple(IRIS)
    v = model.fit(IRIS.X, IRIS.y).coef_[0]
    np.testing.assert_allclose(found.u / found.gamma, v, atol=1e-3)


@each_best
@pytest.mark.parametrize("scale", [1e-100, 1e3, 1e100])
def test_the_unit_of_the_features_does_not_matter(best, scale):
    found, scaled = best(IRIS), best(Sample(scale * IRIS.X, IRIS.y))
    assert scaled.bound == pytest.approx(found.bound, rel=1e-6)
    assert scaled.gamma == pytest.approx(scale * found.gamma, rel=1e-3)


@each_best
@pytest.mark.parametrize(
    "order",
    [[0] * 3, [70] * 5000 + [*range(100)], np.tile(np.arange(100), 20_000)],
    ids=["one example", "one repeated", "twenty thousand passes"],
)
def test_bound_and_floor_meet_on_odd_sequences(best, order):
    found = best(IRIS, order)
    assert found.floor <= found.bound * (1 + 1e-12)
    assert found.bound - found.floor <= ACCURACY * found.bound


@each_best
def test_an_order_counts_like_a_stacked_sample(best):
    order = [*range(IRIS.n), *[70] * 4, *range(0, 50, 3)]
    stacked = Sample(IRIS.X[order], IRIS.y[order])
    assert best(IRIS, order).bound == pytest.approx(best(stacked).bound, rel=1e-6)


@each_best
@given(seeds, st.integers(1, 60), st.integers(1, 4))
@settings(max_examples=8)
def test_no_comparator_goes_below_the_floor(best, seed, n, d):
    rng = np.random.default_rng(seed)
    sample = Sample(rng.standard_normal((n, d)), rng.choice([-1, 1], n))
    R, total = sample.radius, np.linalg.norm(sample.signed.sum(axis=0))
    bound, shortfall, _ = BEST[best]
    try:
        floor = best(sample).floor
    except ValueError:
        assert total <= R * n**0.5 * (1 + 1e-9)
        floor = n
    for _ in range(20):
        u = rng.standard_normal(d) + 2 * rng.random() * sample.signed.sum(axis=0) / total
        u, gamma = u / np.linalg.norm(u), 4 * R * rng.random() + 1e-3
        assert bound(gamma, shortfall(sample, u, gamma), R) >= floor * (1 - 1e-9)


def test_freund_and_schapire_may_want_a_margin_above_the_radius():
    found = best_freund_schapire(FAR)
    assert found.gamma == pytest.approx(5 / 3, rel=1e-4) and found.bound == pytest.approx(6.76)


def test_a_program_that_is_not_solved_says_so(monkeypatch):
    import cvxpy as cp

    def fail(*args, **options):
        raise cp.SolverError("no")

    monkeypatch.setattr(cp.Problem, "solve", lambda *args, **options: None)
    with pytest.raises(RuntimeError, match=r"is not settled \(cvxpy: None\)"):
        best_simple(IRIS)
    monkeypatch.setattr(cp.Problem, "solve", fail)
    with pytest.raises(RuntimeError, match=r"'iris versicolor/virginica' .* \(cvxpy failed\)"):
        best_exact(IRIS)


def test_multipliers_that_prove_little_are_noticed(monkeypatch):
    words = r"lies between 13\.967 and 27\.08.* allow best_exact more rounds"
    with pytest.raises(RuntimeError, match=words):
        best_exact(IRIS, rounds=1)
    monkeypatch.setattr("lib.not_separable.comparators.ACCURACY", 1e-16)
    with pytest.raises(RuntimeError, match=r"it lies between 30\.2391 and 30\.2391"):
        best_freund_schapire(IRIS)


# Cycles


def excursion(rng, d):
    """A walk near a unit vector e by multiples of one vector, up to the first other update.

    On a line no walk gets farther from its start than by R: there B = R will do.
    """
    e, line = np.linalg.qr(rng.standard_normal((d, 2)))[0].T
    along = rng.uniform(0.2, 2, (2, 1)) * [line, -line]
    others = rng.standard_normal((4, d))
    Z = np.vstack([along, others, -others])
    R, mu = np.linalg.norm(Z, axis=1).max(), np.abs(others @ e).min()
    a = 4 * R**2 / mu * rng.uniform(1, 3)
    q_start = rng.uniform(0, mu * a / (4 * R)) * line
    walk, steps = [q_start], []  # w without its a e, beside which q would drown in rounding
    while True:
        wrong = np.flatnonzero(Z @ (a * e + walk[-1]) <= 0)
        i = wrong[0] if rng.random() < 0.8 else rng.choice(wrong)
        if i >= len(along):
            break
        walk.append(walk[-1] + Z[i])
        steps.append(Z[i])
    if not steps:
        return excursion(rng, d)
    before, after = np.array(walk[:-1]), np.array(walk[1:])
    return {
        "w": a * e + after,
        "w_before": a * e + before,
        "x": np.array(steps),
        "w_start": a * e + q_start,
        "q": after,
        "q_before": before,
        "q_start": q_start,
        "e": e,
        "a": a,
        "z": Z[i],
        "B": R,
        "R": R,
        "mu": mu,
    }


@settings(max_examples=20)
@given(seeds, st.integers(2, 5))
def test_an_excursion_stays_near_and_comes_back_no_longer(seed, d):
    seen = excursion(np.random.default_rng(seed), d)
    assert EXCURSION.failing(seen) == []
    last = np.linalg.norm(seen["w"][-1] + seen["z"])
    assert last <= np.linalg.norm(seen["w_start"])


@pytest.mark.parametrize(
    ("wrong", "noticed"),
    [
        (lambda seen: {"mu": 100 * seen["mu"]}, "not orthogonal"),
        (lambda seen: {"w_before": seen["w"]}, "update"),
        (lambda seen: {"x": seen["x"] + seen["e"]}, "orthogonal"),
        (lambda seen: {"x": -seen["x"]}, "mistake"),
        (lambda seen: {"q_before": seen["q"]}, "w before splits"),
        (lambda seen: {"q": 2 * seen["q"]}, "w splits"),
        (lambda seen: {"B": 9 * seen["a"]}, "far"),
        (lambda seen: {"z": -seen["z"]}, "next mistake"),
        (lambda seen: {"w_start": seen["w_start"] + seen["e"]}, "height"),
    ],
)
def test_what_is_no_excursion_is_noticed(wrong, noticed):
    seen = excursion(np.random.default_rng(1), 3)
    assert noticed in EXCURSION.failing(seen | wrong(seen))


@settings(max_examples=40)
@given(seeds, st.integers(1, 3), st.integers(1, 6))
def test_no_order_leads_integer_weights_out_of_a_finite_set(seed, d, n):
    rng = np.random.default_rng(seed)
    Z = [tuple(z) for z in rng.integers(-3, 4, (n, d)).tolist()]
    front, reached = {(0,) * d}, {(0,) * d}
    while front:
        front = {
            tuple(a + b for a, b in zip(w, z, strict=True))
            for w in front
            for z in Z
            if sum(a * b for a, b in zip(w, z, strict=True)) <= 0
        }
        front -= reached
        reached |= front
        assert len(reached) < 100_000


@given(seeds)
@settings(max_examples=15)
def test_a_cycle_of_integer_weights_sums_to_zero_and_repeats(seed):
    rng = np.random.default_rng(seed)
    sample = Sample(rng.integers(-4, 5, (8, 2)), rng.choice([-1, 1], 8))
    run = perceptron(sample, max_passes=400)
    if run.halted:
        return
    starts = run.weights[np.searchsorted(run.when, np.arange(run.passes) * sample.n)]
    first = {}
    k = next(k for k, w in enumerate(map(tuple, starts)) if first.setdefault(w, k) < k)
    period = k - first[tuple(starts[k])]
    np.testing.assert_array_equal(starts[k - period : -period], starts[k:])
    once = (run.when >= (k - period) * sample.n) & (run.when < k * sample.n)
    assert not sample.signed[run.mistakes[once]].sum(axis=0).any()
