"""Hard and soft margins against other solvers, other formulations, and geometry by hand."""

from types import SimpleNamespace

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from lib.datasets import breast_cancer, digits, iris, wine
from lib.linear_separators import functional_margin, margin
from lib.max_margin import hard_margin, max_margin
from lib.samples import Sample, prepare, standardize, with_margin
from lib.soft_margin import SoftMargin, soft_margin
from lib.svm.certificates import check_optimal, margin_interval
from lib.svm.separability import NotSeparable, common_point
from lib.svm.solution import Solution, offset_interval
from lib.svm_dual import dual


def sixteenths(sample):
    """Pixels as multiples of 1/16: their products are exact in libsvm's single precision."""
    return Sample(sample.X / 16, sample.y, f"{sample.name} / 16")


REAL = [
    standardize(iris("versicolor", "virginica")),
    standardize(wine(0, 1)),
    standardize(breast_cancer(10)),
    sixteenths(digits(3, 8)),
    sixteenths(digits(8, 9)),
]
FLOWERS, WINES = REAL[0], REAL[1]


def svc(sample, C):
    machine = SVC(kernel="linear", C=C, tol=1e-12).fit(sample.X, sample.y)
    return machine.coef_[0], machine.intercept_[0], machine


# Against other solvers


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("sample", REAL[3:], ids=lambda s: s.name)
def test_equal_to_libsvm_where_it_is_exact(sample, C):
    found, (w, b, machine) = soft_margin(sample, C), svc(sample, C)
    assert np.linalg.norm(found.w - w) < 1e-9 * np.linalg.norm(w)
    assert found.b == pytest.approx(b, abs=1e-9 * np.linalg.norm(w))
    assert found.support.tolist() == sorted(machine.support_)
    signed = np.zeros(sample.n)
    signed[machine.support_] = machine.dual_coef_[0]
    assert np.abs(found.alpha * sample.y - signed).max() < 2e-7


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("sample", REAL[:3], ids=lambda s: s.name)
def test_close_to_libsvm_elsewhere_and_never_above_it(sample, C):
    """libsvm rounds inner products to single precision, so ours must be the lower objective."""
    found, (w, b, _) = soft_margin(sample, C), svc(sample, C)
    assert np.linalg.norm(found.w - w) < 1e-4 * np.linalg.norm(w)
    assert found.b == pytest.approx(b, abs=1e-4)
    theirs = 0.5 * w @ w + C * np.maximum(0, 1 - sample.y * (sample.X @ w + b)).sum()
    assert found.objective <= theirs + 1e-10
    assert found.objective == pytest.approx(theirs, rel=1e-4)


@pytest.mark.parametrize(
    ("sample", "C"),
    [(sample, C) for sample in REAL for C in (0.1, 1.0, 10.0)]
    + [(sample, np.inf) for sample in (WINES, REAL[3], REAL[4])],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_primal_and_dual_agree(sample, C):
    one = hard_margin(sample) if np.isinf(C) else soft_margin(sample, C)
    two = dual(sample, C)
    assert two.objective == pytest.approx(one.objective, rel=1e-7)
    assert np.linalg.norm(one.w - two.w) < 1e-4 * np.linalg.norm(one.w)
    assert two.b == pytest.approx(one.b, abs=1e-4)
    assert two.gap.distance < 1e-20
    assert one.gap.distance < 1e-8


@pytest.mark.parametrize("C", [0.1, 10.0])
def test_against_a_quadratic_program_with_other_variables(C):
    """The same problem over the slack alone, minimized by a first-order-free textbook form."""
    w, b = cp.Variable(FLOWERS.d), cp.Variable()
    hinge = cp.sum(cp.pos(1 - cp.multiply(FLOWERS.y, FLOWERS.X @ w + b)))
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + C * hinge))
    assert soft_margin(FLOWERS, C).objective == pytest.approx(problem.solve(cp.CLARABEL), rel=1e-6)


def test_the_numbers_of_the_notes():
    """Versicolor and virginica at C = 1: b from all support vectors, and from the free ones."""
    found = soft_margin(FLOWERS, 1)
    offsets = (FLOWERS.y - FLOWERS.X @ found.w)[found.support]
    assert offsets.min() == pytest.approx(-1.50, abs=0.01)
    assert offsets.max() == pytest.approx(1.21, abs=0.01)
    assert found.b == pytest.approx(0.28825, abs=1e-5)
    free = (FLOWERS.y - FLOWERS.X @ found.w)[found.free]
    assert np.ptp(free) < 1e-9
    assert (len(found.support), len(found.free), len(found.bound)) == (16, 5, 11)
    assert np.linalg.norm(soft_margin(FLOWERS, 10).w) == pytest.approx(4.585, abs=1e-3)


# By hand


def test_two_points():
    """Half the distance between them is the margin, and α = 1/(2 γ²) each."""
    found = hard_margin(Sample([[0.0, 0.0], [3.0, 4.0]], [-1, 1]))
    assert found.half_width == pytest.approx(2.5)
    assert found.w == pytest.approx([0.24, 0.32])
    assert found.b == pytest.approx(-1)
    assert found.alpha == pytest.approx([0.08, 0.08])


def test_without_a_free_support_vector_b_is_an_interval():
    """x = 0, 1 at C = 0.1: any b from -1 to 0.9 has the same objective."""
    sample = Sample([[0.0], [1.0]], [-1, 1])
    found = soft_margin(sample, 0.1)
    assert found.offsets == pytest.approx((-1, 0.9))
    assert len(found.free) == 0
    assert found.w == pytest.approx([0.1])
    for b in (-1, -0.9, -0.5, -0.1, 0.9):
        check_optimal(sample, found.w, b, found.alpha, 0.1)
    for b in (-1.1, 1.0):
        with pytest.raises(ValueError, match="not optimal"):
            check_optimal(sample, found.w, b, found.alpha, 0.1)


def test_real_flowers_without_a_free_support_vector():
    sample = FLOWERS.columns("petal length (cm)", "petal width (cm)")
    found = soft_margin(sample, 0.113)
    low, high = found.offsets
    assert len(found.free) == 0
    assert high - low > 0.02
    for b in np.linspace(low, high, 5):
        check_optimal(sample, found.w, b, found.alpha, 0.113, tolerance=1e-9)
    assert svc(sample, 0.113)[1] == pytest.approx(found.b, abs=1e-4)


def test_classes_with_the_same_mean_leave_w_at_zero():
    sample = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
    found = soft_margin(sample, 1)
    assert found.half_width > 1e6
    assert found.offsets == pytest.approx((-1, 1), abs=1e-6)
    assert found.objective == pytest.approx(4)


def test_for_small_C_w_points_from_mean_to_mean():
    """Balanced classes with every α = C: w = C (sum of positives - sum of negatives)."""
    v = FLOWERS.signed.sum(axis=0)
    reach = FLOWERS.X @ v
    limit = 2 / (reach[FLOWERS.y > 0].max() - reach[FLOWERS.y < 0].min())
    found = soft_margin(FLOWERS, 0.9 * limit)
    assert len(found.bound) == FLOWERS.n
    assert found.w == pytest.approx(0.9 * limit * v)
    assert len(soft_margin(FLOWERS, 1.5 * limit).bound) < FLOWERS.n


def test_for_large_C_the_soft_margin_is_the_hard_one():
    hard = hard_margin(WINES)
    soft = soft_margin(WINES, 1.01 * hard.alpha.max())
    assert soft.w == pytest.approx(hard.w, rel=1e-6)
    assert soft.xi.max() < 1e-9
    assert soft_margin(WINES, 0.5 * hard.alpha.max()).xi.max() > 0.01


def test_max_margin_goes_through_the_origin():
    sample = prepare(wine())
    u, gamma = max_margin(sample)
    assert gamma == pytest.approx(0.1262, abs=1e-4)
    assert np.linalg.norm(u) == pytest.approx(1)
    assert gamma == pytest.approx(margin(sample, u))
    assert gamma <= hard_margin(sample).half_width


# Properties


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 5), st.floats(0.05, 0.5))
def test_no_separator_beats_the_hard_margin(seed, d, gamma):
    rng = np.random.default_rng(seed)
    sample, u = with_margin(25, d, gamma, rng)
    y = np.array([1, -1, *sample.y[2:]])
    sample = Sample(sample.X * (y * np.sign(sample.X @ u))[:, None], y)
    best = hard_margin(sample)
    assert best.half_width >= gamma * (1 - 1e-9)
    assert margin(sample, best.w, best.b) == pytest.approx(best.half_width)
    low, high = margin_interval(sample, best.w, best.b, best.alpha)
    assert low == pytest.approx(high, rel=1e-6)
    for _ in range(20):
        w, b = best.w + 0.1 * rng.normal(size=d), best.b + 0.1 * rng.normal()
        assert margin(sample, w, b) <= best.half_width * (1 + 1e-9)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 50), st.floats(1.1, 10))
def test_a_higher_price_buys_less_slack(seed, C, factor):
    rng = np.random.default_rng(seed)
    solve = SoftMargin(Sample(rng.normal(size=(16, 2)), np.tile([-1, 1], 8)))
    cheap, dear = solve(C), solve(factor * C)
    assert dear.xi.sum() <= cheap.xi.sum() + 1e-6
    assert dear.half_width <= cheap.half_width * (1 + 1e-6)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 20), st.floats(0.1, 10))
def test_shift_rotation_and_scale(seed, C, scale):
    """X → scale X Q + c with C/scale² turns w with Q, divides it by the scale, and keeps α."""
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(14, 3)), np.tile([-1, 1], 7))
    Q, c = np.linalg.qr(rng.normal(size=(3, 3)))[0], rng.normal(size=3)
    moved = soft_margin(Sample(scale * sample.X @ Q + c, sample.y), C / scale**2)
    here = soft_margin(sample, C)
    assert moved.objective * scale**2 == pytest.approx(here.objective, rel=1e-6)
    assert moved.w @ Q.T * scale == pytest.approx(here.w, abs=2e-3 * np.linalg.norm(here.w))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_either_a_separator_or_a_common_point(seed, offset):
    """Exactly one of the two exists; each is checked without a solver."""
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(7, 2)), np.where(np.arange(7) < 4, 1, -1))
    weights = common_point(sample, offset=offset)
    if weights is None:
        found = hard_margin(sample, offset=offset)
        assert margin(sample, found.w, found.b) > 0
    else:
        assert weights.min() >= 0
        assert weights.sum() == pytest.approx(1)
        assert np.abs(weights @ sample.signed).max() < 1e-8
        with pytest.raises(NotSeparable) as caught:
            hard_margin(sample, offset=offset)
        weights = caught.value.weights
        low, high = margin_interval(sample, np.ones(2), 0.0, weights, offset=offset)
        assert low <= 0
        assert high < 1e-8


def test_the_scale_of_a_feature_does_not_matter_to_a_common_point():
    far = Sample(FLOWERS.X * [1e6, 1, 1e-6, 1], FLOWERS.y)
    assert common_point(far).sum() == pytest.approx(1)
    assert common_point(Sample(WINES.X * 10.0 ** np.arange(-6, 7), WINES.y)) is None
    assert common_point(Sample([[1, -1e-10], [1, 1e-10]], [-1, 1])) is None


def test_weights_that_certify_nothing_are_not_returned(monkeypatch):
    """A linear program that claims to be solved is not believed."""
    claim = SimpleNamespace(status=0, x=np.full(WINES.n, 1 / WINES.n))
    monkeypatch.setattr("scipy.optimize.linprog", lambda *args, **options: claim)
    assert common_point(WINES) is None


def test_multipliers_of_zero_are_no_solution():
    assert Solution.complete(WINES, 1.0, np.ones(WINES.d), np.zeros(WINES.n)) is None


def test_a_hard_margin_is_scaled_to_a_functional_margin_of_1():
    best = hard_margin(WINES)
    again = Solution.complete(WINES, np.inf, 3 * best.w, best.alpha)
    assert functional_margin(WINES, again.w, again.b) == pytest.approx(1, rel=1e-12)


def test_a_solver_that_gives_up_leads_to_a_clear_error(monkeypatch):
    def give_up(problem, **options):
        raise cp.SolverError

    monkeypatch.setattr(cp.Problem, "solve", give_up)
    with pytest.raises(
        ValueError, match=r"undecided on .* \(cvxpy: solver error; no answer\); the sol"
    ):
        dual(WINES, 1)


def test_compiled_once_answers_as_if_fresh():
    """Far apart values of C in one compiled problem: no scaling of the first one may linger."""
    solve = SoftMargin(FLOWERS)
    for C in (1e-6, 1e6, 1e-3, 1.0, 1e3):
        again, fresh = solve(C), soft_margin(FLOWERS, C)
        assert again.objective == fresh.objective
        assert again.gap.relative < 1e-8


def test_solutions_print_themselves():
    assert repr(soft_margin(FLOWERS, 1)) == (
        "iris versicolor/virginica, C = 1\n"
        "  objective        11.2501, duality gap below 1e-8\n"
        "  half-width       0.42399, total slack 8.4687\n"
        "  offset           0.28825\n"
        "  support vectors  16 of 100: 5 free, 11 at C\n"
        "  KKT residuals    below 1e-8"
    )
    assert "anywhere from -1 to 0.9" in repr(soft_margin(Sample([[0.0], [1.0]], [-1, 1]), 0.1))
    assert "hard margin" in repr(hard_margin(WINES))
    assert "9 of 130: all free" in repr(hard_margin(WINES))
    assert "offset           none" in repr(soft_margin(FLOWERS, 1, offset=False))


# Bad input


@pytest.mark.parametrize("solve", [hard_margin, dual], ids=["primal", "dual"])
def test_not_separable_comes_with_a_certificate(solve):
    with pytest.raises(NotSeparable, match=r"no hyperplane separates 'iris ver.*soft_margin") as e:
        solve(FLOWERS)
    assert np.abs(e.value.weights @ FLOWERS.signed).max() < 1e-9
    assert (e.value.weights > 0).sum() <= FLOWERS.d + 2


def test_not_separable_through_the_origin():
    with pytest.raises(NotSeparable, match=r"through 0 separates 'sample'.*lift the sample"):
        max_margin(Sample([[1.0], [2.0]], [-1, 1]))


@pytest.mark.parametrize(
    "solve",
    [hard_margin, dual, SoftMargin, lambda s: soft_margin(s, 1)],
    ids=["hard", "dual", "class", "soft"],
)
def test_one_class(solve):
    sample = Sample([[1.0], [2.0]], [1, 1])
    with pytest.raises(ValueError, match=r"y holds one class only, \+1, so w = 0 with b = \+1"):
        solve(sample)
    assert max_margin(sample)[1] == pytest.approx(1)


@pytest.mark.parametrize("C", [0, -1, np.nan])
@pytest.mark.parametrize("solve", [soft_margin, dual])
def test_bad_C(solve, C):
    with pytest.raises(ValueError, match=f"C={C}; give a (finite )?number above 0"):
        solve(FLOWERS, C)


def test_an_infinite_C_is_the_hard_margin():
    with pytest.raises(ValueError, match="C=inf; give a finite number above 0"):
        soft_margin(FLOWERS, np.inf)
    with pytest.raises(ValueError, match="C=-inf; give a number above 0"):
        dual(FLOWERS, -np.inf)


def test_bad_multipliers():
    with pytest.raises(ValueError, match="alpha leaves b unbounded"):
        offset_interval(FLOWERS, np.ones(4), FLOWERS.y > 0, C=1)
    with pytest.raises(ValueError, match="alpha holds NaN"):
        offset_interval(FLOWERS, np.ones(4), np.full(100, np.nan))
    with pytest.raises(ValueError, match=r"w has shape \(2,\)"):
        offset_interval(FLOWERS, np.ones(2), np.ones(100))


@pytest.mark.parametrize("seed", [526, 759, 1123])
def test_a_multiplier_that_rounding_made_look_free(seed):
    """The middle of its two ends is no optimal offset; one end is."""
    rng = np.random.default_rng(seed)
    X, u = rng.standard_normal((40, 6)), rng.standard_normal(6)
    noise = 0.7 * rng.standard_normal(40)
    y = np.where(X @ u / np.linalg.norm(u) + noise > -0.6, 1, -1)
    assert soft_margin(standardize(Sample(X, y)), 0.003).gap.relative <= 1e-6
