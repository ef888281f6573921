"""Certified solutions of every machine: odd samples at odd scales and prices, certified or refused.

Nothing here believes the library's own certificates. Objectives and constraints are computed anew,
gaps in exact fractions.
"""

from fractions import Fraction
from itertools import product
from math import fsum

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer

from lib.datasets import iris
from lib.kernels.functions import gaussian, linear, polynomial
from lib.kernels.svm import kernel_svm
from lib.max_margin import hard_margin
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm import solve
from lib.svm.separability import NotSeparable, Undecided, is_common_point
from lib.svm.solution import ROUNDED
from tests.exact_margins import optimum

RNG = np.random.default_rng(0)
FLOWERS, EASY = iris("versicolor", "virginica"), iris()
CLOUD, POINTS = RNG.normal(size=(1000, 2)), RNG.normal(size=(24, 4))
THIN = RNG.normal(size=(30, 3))
THIN[:, 0] = np.tile([-1, 1], 15) * (5e-8 + np.abs(THIN[:, 0]))
THIN[:2] = [[-5e-8, 0.3, 0.4], [5e-8, 0.3, 0.4]]
SIGN, WEIGHTS = st.sampled_from([-1, 1]), st.sampled_from([0.25, 1, 4])  # a product is exact
COINS = np.append([-1, 1], RNG.choice([-1, 1], 22))


ODD = {
    "two points": Sample([[0.0], [1.0]], [-1, 1]),
    "duplicates": Sample(np.vstack([FLOWERS.X] * 2), np.tile(FLOWERS.y, 2)),
    "two labels on one point": Sample([[0, 0], [1, 0], [1, 0], [2, 0]], [-1, -1, 1, 1]),
    "both labels on every point": Sample(np.repeat(POINTS, 2, axis=0), np.tile([-1, 1], 24)),
    "labels by coin": Sample(POINTS, COINS),
    "a feature of 1e6": Sample(np.column_stack([FLOWERS.X, np.full(100, 1e6)]), FLOWERS.y),
    "a feature twice": Sample(np.hstack([POINTS, POINTS[:, :1]]), COINS),
    "features of many scales": Sample(POINTS * [1e-4, 1, 1e2, 1e4], COINS),
    "far from 0": Sample(EASY.X + 1e5, EASY.y),
    "an outlier": Sample(np.vstack([POINTS[:-1], 1e4 * POINTS[-1:]]), COINS),
    "heavy tails": Sample(RNG.standard_cauchy(size=(24, 4)), COINS),
    "more features than examples": Sample(RNG.normal(size=(20, 60)), np.tile([-1, 1], 10)),
    "rank 2": Sample((8 * POINTS[:, :2]).round() @ RNG.integers(-2, 3, size=(2, 30)), COINS),
    "1 in 1000, inside": Sample(np.vstack([CLOUD, [[0.1, 0.3]]]), np.append(-np.ones(1000), 1)),
    "margin 5e-8": Sample(THIN, np.tile([-1, 1], 15)),
    "margin 5e-10": Sample([[0.0], [1e-9], [1.0]], [-1, 1, 1]),
    "all zero": Sample(np.zeros((4, 2)), [-1, 1, 1, -1]),
    "one class": Sample(POINTS, np.ones(24)),
    "as measured": FLOWERS,
}
TWO = [name for name in ODD if name != "one class"]
# Of a linear machine, times 1/R²; and of a Gaussian one.
PRICES, GAUSSIAN = (1e-8, 1e-4, 1.0, 1e4, 1e8), (1e-5, 1.0, 1e3, 1e5)
SCALES = (1e-6, 1.0, 1e6)


def certify(sample, found):
    """Both objectives agree, α is feasible, f is known, and a hard margin keeps all constraints."""
    w, b, alpha, hard = found.w, found.b, found.alpha, np.isinf(found.C)
    short = np.maximum(0, 1 - sample.y * (sample.X @ w + b))
    # Where Σ α y = 0, v is the same from any origin; far from it, its terms cancel.
    v = (alpha * sample.y) @ (sample.X - found.offset * sample.X.mean(axis=0))
    primal, lower = w @ w / 2 + (0 if hard else found.C * short.sum()), alpha.sum() - v @ v / 2
    assert primal - lower <= 2 * solve.ACCEPTED * primal <= 2e-6 * primal
    assert found.rounding.max() <= ROUNDED
    assert found.alpha.min() >= 0
    assert found.alpha.max() <= found.C
    assert not found.offset or abs(alpha @ sample.y) <= 1e-12 * alpha.sum()
    assert not hard or short.max() <= 2e-6


@pytest.mark.slow  # a sweep
@pytest.mark.parametrize("offset", [True, False], ids=["offset", "through 0"])
@pytest.mark.parametrize("name", TWO)
def test_the_hard_margin_decides_and_no_scale_changes_that(name, offset):
    widths = []
    for scale in SCALES:
        sample = Sample(scale * ODD[name].X, ODD[name].y, name)
        try:
            found = hard_margin(sample, offset=offset)
        except NotSeparable as refusal:
            assert is_common_point(sample, refusal.exact, offset=offset)
            widths.append(0.0)
        else:
            certify(sample, found)
            widths.append(found.half_width / scale)
    assert widths == pytest.approx(widths[:1] * 3, rel=1e-5)


def exact(numbers):
    """Floats as fractions, of the same shape."""
    return np.array([Fraction(float(x)) for x in np.ravel(numbers)]).reshape(np.shape(numbers))


def exact_share(sample, found, w=None):
    """(P - D)/P in exact fractions, of the solution's w or, with `w` left out, of w = Σ α y x.

    Measured from the first example, where Σ α y is 0 but for rounding.
    """
    X, alpha, y = exact(sample.X), exact(found.alpha), exact(sample.y)
    C, v = Fraction(found.C), (alpha * y) @ (X - X[0] if found.offset else X)
    w = v if w is None else exact(w)
    short = np.maximum(0, 1 - y * (X @ w + Fraction(float(found.b))))
    primal = w @ w / 2 + C * short.sum()
    return float((primal - alpha.sum() + v @ v / 2) / primal)


@pytest.mark.nightly
def test_a_thin_margin_of_real_data_is_certified():
    """Thirty measurements as they are: only the linear program finds the separator."""
    X, y = load_breast_cancer(return_X_y=True)
    assert hard_margin(Sample(X, 2.0 * y - 1)).gap.relative < 1e-6


@pytest.mark.nightly
@pytest.mark.parametrize("name", ODD)
def test_at_a_finite_price_there_is_an_optimum(name):
    """Linear machines up to C R² = 1e8, and kernel machines, which know w from α alone."""
    for scale in SCALES if name == "labels by coin" else (1.0,):
        sample = Sample(scale * ODD[name].X, ODD[name].y, name)
        size = sample.radius or 1.0
        prices = PRICES if sample.X.size < 1000 else PRICES[::2]  # fractions take their time
        for C, offset in product(prices, (True, False) if name in TWO else (False,)):
            found = soft_margin(sample, C / size**2, offset=offset)
            certify(sample, found)
            assert exact_share(sample, found, found.w) < 2e-6
            separator, found = kernel_svm(sample, linear, C / size**2, offset=offset)
            assert exact_share(sample, found) < 2e-6
            near = 1e-12 * C * sample.n + 1e-6
            assert separator.decision(sample.X) == pytest.approx(found.f, abs=near)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ODD)
def test_at_a_finite_price_there_is_an_optimum_of_a_gaussian_machine(name):
    sample = ODD[name]
    spread = np.linalg.norm(sample.X - sample.X.mean(axis=0), axis=1).max() or 1.0
    offset = name in TWO
    for width, C in product((0.1, 1.0), GAUSSIAN if sample.n < 100 else GAUSSIAN[1:2]):
        _, found = kernel_svm(sample, gaussian(width * spread), C, offset=offset)
        alpha, y = found.alpha, sample.y
        scores = np.array([fsum(row) for row in found.K * (alpha * y)])
        slack = np.maximum(0, 1 - y * (scores + found.b))
        square = fsum(alpha * y * scores)
        primal = square / 2 + C * fsum(slack)
        assert fsum([square, C * fsum(slack), -fsum(alpha)]) <= 2e-6 * primal
        assert 0 <= alpha.min() and alpha.max() <= C
        assert not offset or abs(alpha @ y) <= 1e-12 * alpha.sum()


PRICED = st.one_of(st.integers(-6, 10), st.floats(-6, 10)).map(lambda k: 10.0**k)


@settings(max_examples=60)
@given(st.data(), st.integers(1, 3), PRICED | st.just(np.inf), st.booleans(), st.integers(1, 3))
@pytest.mark.slow
def test_ties_duplicates_and_any_price_leave_nothing_wrong(data, d, C, offset, power):
    """By the oracle w, b and all claimed of them are right, with polynomial kernels, or refused."""
    points = data.draw(st.lists(st.lists(st.integers(-3, 3), min_size=d, max_size=d), min_size=1))
    rows = data.draw(st.lists(st.tuples(st.sampled_from(points[:5]), SIGN), min_size=2, max_size=8))
    X, y = map(list, zip(*rows, strict=True))
    offset = offset and len(set(y)) == 2
    sample, X = Sample(X, y), np.array(X, dtype=object)
    K = (X @ X.T + (power > 1)) ** power
    weights = data.draw(st.lists(WEIGHTS, min_size=len(y), max_size=len(y)) | st.none())
    prices = C if weights is None or np.isinf(C) else [C * weight for weight in weights]
    best = optimum(K, y, prices, offset)
    known = {"offset": offset, "weights": weights}
    try:
        found = kernel_svm(sample, polynomial(power), C, **known)[1] if power > 1 else None
        found = found or kernel_svm(sample, linear, C, **known)[1]
    except NotSeparable:
        assert best is None
        return
    except Undecided:
        assert power > 1, "floats hold every linear machine here"
        return
    beta, low, high = np.array(best[0]) * np.array(y), *(best[1:] if offset else (0, 0))
    norm = float(beta @ K @ beta) ** 0.5
    if power == 1:
        w = (beta @ X).astype(float)
        off = np.linalg.norm(found.w - w)
        assert off <= 1e-6 * norm and off <= found.w_error + 1e-15 * norm
    assert abs(found.norm - norm) <= min(1e-6 * norm + 1e-12, found.w_error + 1e-12)
    assert found.offsets == pytest.approx((float(low), float(high)), abs=1e-6)
    assert low - 1e-6 <= found.b <= high + 1e-6


def test_where_the_objective_is_all_slack_w_is_right_and_what_may_be_off_is_said(monkeypatch):
    """The gap was below 1e-6 of it with w = (.0173, -1), and worse."""
    X = [[1, 1], [-3, 2], [-3, 2], [-3, 0], [2, 2], [-2, 3]]
    sample = Sample(X, [1, -1, -1, 1, -1, 1])
    found = soft_margin(sample, 1e6)
    assert found.w.tolist() == pytest.approx([0, -1], abs=1e-9) and found.w_error < 1e-9
    monkeypatch.setattr(solve, "exact_optimum", lambda *_: None)
    found = soft_margin(sample, 1e6)
    assert np.linalg.norm(found.w - [0, -1]) <= found.w_error
    assert found.w_error > 1e-4 and "off by at most" in repr(found)


def test_the_remedy_for_features_far_from_0():
    sample = Sample(EASY.X + 1e13, EASY.y, "odd")
    with pytest.raises(Undecided, match=r"'odd'.*the examples lie far .*: standardize\(sample\)"):
        hard_margin(sample)
    certify(standardize(sample), hard_margin(standardize(sample)))


def test_a_constant_feature_takes_no_part_beside_an_offset():
    sample = Sample(np.column_stack([np.full(8, 1e14), np.arange(8.0)]), np.repeat([-1, 1], 4))
    plain = Sample(sample.X[:, 1:], sample.y)
    assert soft_margin(sample, 1.0).w == pytest.approx([0, *soft_margin(plain, 1.0).w])


@pytest.mark.parametrize("C", [1e2, 1e4, 1e6, 1e8, 1e10])
@pytest.mark.parametrize("shift", [0.0, 1e4, 1e7, 1e8])
def test_no_slack_is_rounded_away(shift, C):
    """Where rounding hides one, a large C finds it."""
    sample = Sample([[shift + 0.1], [shift + 1.3], [shift + 3.7]], [-1, 1, 1])
    try:
        found = soft_margin(sample, C)
    except Undecided:
        assert shift * C >= 1e12
    else:
        assert exact_share(sample, found, found.w) < 2e-6
