"""The dual against the primal, and its errors."""

import cvxpy as cp
import numpy as np
import pytest

from lib.datasets import breast_cancer, digits, iris, wine
from lib.figures import style
from lib.figures import svm_dual as figures
from lib.max_margin import hard_margin, max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, standardize
from lib.soft_margin import SoftMargin, soft_margin
from lib.svm.certificates import feasible, margin_interval
from lib.svm.separability import NotSeparable
from lib.svm_dual import dual

REAL = [
    standardize(iris("versicolor", "virginica")),
    standardize(wine(0, 1)),
    standardize(breast_cancer(10)),
    *(Sample(pair.X / 16, pair.y, pair.name) for pair in (digits(3, 8), digits(8, 9))),
]
FLOWERS, WINES = REAL[:2]


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


def test_a_solver_that_gives_up_leads_to_a_clear_error(monkeypatch):
    def give_up(problem, **options):
        raise cp.SolverError

    monkeypatch.setattr(cp.Problem, "solve", give_up)
    with pytest.raises(
        ValueError, match=r"undecided on .* \(cvxpy: solver error; no answer\); the sol"
    ):
        dual(WINES, 1)


def test_the_margin_lies_in_its_interval():
    """From a perceptron's run: w below, and the counts of its mistakes, balanced, above."""
    wines = prepare(wine())
    best = hard_margin(wines)
    run = perceptron(wines)
    counts = feasible(wines, np.bincount(run.mistakes, minlength=wines.n))
    low, high = margin_interval(wines, run.w, 0.0, counts)
    assert low < best.half_width < high
    tight = margin_interval(wines, best.w, best.b, best.alpha)
    assert tight == pytest.approx((best.half_width, best.half_width), rel=1e-9)


def test_the_margin_interval_does_not_feel_scale():
    wines = prepare(wine())
    best = hard_margin(wines)
    small = margin_interval(wines, best.w, best.b, best.alpha)
    large = margin_interval(wines, 7 * best.w, 7 * best.b, 0.1 * best.alpha)
    assert large == pytest.approx(small)


# Bad input


@pytest.mark.parametrize("solve", [hard_margin, dual], ids=["primal", "dual"])
def test_not_separable_comes_with_a_certificate(solve):
    with pytest.raises(NotSeparable, match=r"no hyperplane separates 'iris ver.*soft_margin") as e:
        solve(FLOWERS)
    assert np.abs(e.value.weights @ FLOWERS.signed).max() < 1e-9
    assert (e.value.weights > 0).sum() <= FLOWERS.d + 2


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


@pytest.mark.parametrize(
    ("price", "why"), [(0.5, "too low"), (1, "has reached"), (1.5, "too high")]
)
def test_the_saddle_is_drawn_where_it_is(price, why):
    """The Lagrangian of ½w² with w ≥ 1, minimized on a grid, against what the figure draws."""
    w = np.linspace(-3, 3, 6001)
    lagrangian = w**2 / 2 + price * (1 - w)
    axes = style.blank(2)
    assert why in figures.saddle(axes, price)
    for ax, across in zip(axes, (w[lagrangian.argmin()], price), strict=True):
        dots = [line for line in ax.lines if line.get_marker() == "o"]
        np.testing.assert_allclose(dots[-1].get_xydata(), [[across, lagrangian.min()]], atol=1e-6)
    curve = max(axes[0].lines, key=lambda line: line.get_linewidth()).get_xydata()
    assert curve[:, 1].min() >= lagrangian.min() - 1e-9
    np.testing.assert_allclose(curve[:, 1], np.interp(curve[:, 0], w, lagrangian), atol=1e-6)
