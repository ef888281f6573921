"""The dual against the primal, and the picture of its saddle."""

import cvxpy as cp
import numpy as np
import pytest

from lib.datasets import breast_cancer, digits, iris, wine
from lib.figures import style
from lib.figures import svm_dual as figures
from lib.max_margin import hard_margin
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm_dual import dual

FLOWERS, WINES = standardize(iris("versicolor", "virginica")), standardize(wine(0, 1))
PIXELS = [Sample(pair.X / 16, pair.y, pair.name) for pair in (digits(3, 8), digits(8, 9))]


@pytest.mark.parametrize(
    ("sample", "C"),
    [(s, C) for s in (FLOWERS, WINES, standardize(breast_cancer(10))) for C in (0.1, 1.0, 10.0)]
    + [(PIXELS[0], 1.0)]
    + [(s, np.inf) for s in (WINES, *PIXELS)],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_it_is_the_optimum_of_the_primal(sample, C):
    w, b = cp.Variable(sample.d), cp.Variable()
    g, xi = cp.multiply(sample.y, sample.X @ w + b), cp.Variable(sample.n, nonneg=True)
    slack, short = (0, 0) if np.isinf(C) else (C * cp.sum(xi), xi)
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + slack), [g >= 1 - short])
    problem.solve(cp.CLARABEL)
    found = dual(sample, C)
    assert found.gap.dual == pytest.approx(problem.value, rel=1e-6)
    assert np.linalg.norm(found.w - w.value) < 1e-3 * found.norm
    assert found.w == pytest.approx(found.alpha @ sample.signed, abs=1e-8)
    one = hard_margin(sample) if np.isinf(C) else soft_margin(sample, C)
    assert one.objective == found.objective


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
    np.testing.assert_allclose(curve[:, 1], np.interp(curve[:, 0], w, lagrangian), atol=1e-6)
