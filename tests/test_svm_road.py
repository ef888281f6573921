"""The road of every linear machine: odd samples at odd scales and prices, certified or refused.

Nothing here believes the library's own certificates. Objectives and constraints are computed anew,
small whole-number samples in exact fractions.
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import iris, wine
from lib.max_margin import hard_margin, max_margin
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm import road
from lib.svm.separability import NotSeparable, Undecided, exact_common_point, is_common_point
from lib.svm.solution import ROUNDED, Solution
from lib.svm_dual import dual

RNG = np.random.default_rng(0)
FLOWERS, EASY = iris("versicolor", "virginica"), iris()
CLOUD = RNG.normal(size=(1000, 2))
THIN = RNG.normal(size=(30, 3))
THIN[:, 0] = np.tile([-1, 1], 15) * (5e-8 + np.abs(THIN[:, 0]))
THIN[:2] = [[-5e-8, 0.3, 0.4], [5e-8, 0.3, 0.4]]


def beside(sample, column):
    return Sample(np.hstack([sample.X, np.full((sample.n, 1), column)]), sample.y)


ODD = {
    "two points": Sample([[0.0], [1.0]], [-1, 1]),
    "two far points": Sample([[0.0], [1e6]], [-1, 1]),
    "a line": Sample(RNG.normal(size=(20, 1)), np.tile([-1, 1], 10)),
    "a line in order": Sample(np.arange(10.0)[:, None], np.repeat([-1, 1], 5)),
    "duplicates": Sample(np.vstack([FLOWERS.X] * 2), np.tile(FLOWERS.y, 2)),
    "two labels on one point": Sample([[0, 0], [1, 0], [1, 0], [2, 0]], [-1, -1, 1, 1]),
    "a feature of 1e6": beside(FLOWERS, 1e6),
    "separable, a feature of 1e6": beside(EASY, 1e6),
    "far from 0": Sample(EASY.X + 1e5, EASY.y),
    "more features than examples": Sample(RNG.normal(size=(20, 200)), np.tile([-1, 1], 10)),
    "1 in 1000": Sample(np.vstack([CLOUD, [[3, 3]]]), np.append(-np.ones(1000), 1)),
    "1 in 1000, inside": Sample(np.vstack([CLOUD, [[0.1, 0.3]]]), np.append(-np.ones(1000), 1)),
    "margin 5e-8": Sample(THIN, np.tile([-1, 1], 15)),
    "margin 5e-10": Sample([[0.0], [1e-9], [1.0]], [-1, 1, 1]),
    "all zero": Sample(np.zeros((4, 2)), [-1, 1, 1, -1]),
    "as measured": FLOWERS,
    "wine as measured": wine(),
}
PRICES = (1e-6, 1e-3, 1.0, 1e3, 1e8)
SCALES = (1e-6, 1.0, 1e6)


def scaled(name, scale):
    return Sample(scale * ODD[name].X, ODD[name].y, name)


def certify(sample, found):
    """Both objectives agree, α is feasible, f is known, and a hard margin keeps all constraints."""
    w, b, alpha, hard = found.w, found.b, found.alpha, np.isinf(found.C)
    short = np.maximum(0, 1 - sample.y * (sample.X @ w + b))
    # Where Σ α y = 0, v is the same from any origin; far from it, its terms cancel.
    v = (alpha * sample.y) @ (sample.X - found.offset * sample.X.mean(axis=0))
    primal, lower = w @ w / 2 + (0 if hard else found.C * short.sum()), alpha.sum() - v @ v / 2
    assert primal - lower <= 2 * road.ACCEPTED * primal <= 2e-6 * primal
    assert found.rounding.max() <= ROUNDED
    assert found.alpha.min() >= 0
    assert found.alpha.max() <= found.C
    assert not found.offset or abs(alpha @ sample.y) <= 1e-12 * alpha.sum()
    assert not hard or short.max() <= 2e-6


@pytest.mark.slow  # a sweep
@pytest.mark.parametrize("offset", [True, False], ids=["offset", "through 0"])
@pytest.mark.parametrize("name", ODD)
def test_the_hard_margin_decides_and_no_scale_changes_that(name, offset):
    widths = []
    for scale in SCALES:
        sample = scaled(name, scale)
        try:
            found = hard_margin(sample, offset=offset)
        except NotSeparable as refusal:
            assert is_common_point(sample, refusal.exact, offset=offset)
            widths.append(0.0)
        else:
            certify(sample, found)
            widths.append(found.half_width / scale)
    assert widths == pytest.approx(widths[:1] * 3, rel=1e-5)


@pytest.mark.slow  # a sweep
@pytest.mark.parametrize("name", ODD)
def test_the_soft_margin_is_certified_and_not_beaten(name):
    """At the scale of the data, and wherever C asks for about as much at another scale."""
    refused = []
    for scale in SCALES:
        sample = scaled(name, scale)
        for C in PRICES:
            try:
                certify(sample, soft_margin(sample, C))
            except Undecided as reason:
                refused.append((scale, C, str(reason)))
    for scale, C, reason in refused:
        assert "undecided on" in reason
        assert scale == 1e6 or C == 1e8, (scale, C, reason)


@pytest.mark.parametrize("name", ["two far points", "separable, a feature of 1e6", "margin 5e-8"])
def test_beyond_the_greatest_multiplier_the_soft_margin_is_the_hard_one(name):
    sample = ODD[name]
    hard = hard_margin(sample)
    soft = soft_margin(sample, 2 * hard.alpha.max())
    assert soft.w == pytest.approx(hard.w, rel=1e-6)
    assert soft.xi.max() < 1e-6


def exactly_separable(sample, offset):
    """Whether some (w, b) has y f >= 1, by z3 in exact arithmetic."""
    z3 = pytest.importorskip("z3")
    w, b = z3.RealVector("w", sample.d), z3.Real("b") if offset else 0
    solver = z3.Solver()
    for x, y in zip(sample.X.astype(int).tolist(), sample.y.astype(int).tolist(), strict=True):
        solver.add(y * (sum(wi * xi for wi, xi in zip(w, x, strict=True)) + b) >= 1)
    return solver.check() == z3.sat


@pytest.mark.slow  # z3, sixty times
@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(2, 9), st.booleans())
def test_whole_numbers_are_decided_rightly(seed, d, n, offset):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.append([-1, 1], rng.choice([-1, 1], n - 2)))
    sample = Sample(rng.integers(-2, 3, size=(n, d)), y)
    if exactly_separable(sample, offset):
        found = hard_margin(sample, offset=offset)
        certify(sample, found)
        assert exact_common_point(sample, offset=offset) is None
    else:
        with pytest.raises(NotSeparable) as refusal:
            hard_margin(sample, offset=offset)
        exact = refusal.value.exact
        total = [
            sum(weight * int(sample.signed[row, j]) for row, weight in exact.items())
            for j in range(d)
        ]
        assert total == [0] * d
        assert not offset or sum(weight * int(y[row]) for row, weight in exact.items()) == 0
        assert min(exact.values()) > 0


# Remedies help in the case that they are named for


@pytest.mark.parametrize(
    ("X", "y", "why"),
    [
        (EASY.X + 1e13, EASY.y, "the examples lie far from 0 beside their spread"),
        (
            np.column_stack([np.arange(8.0), 1e-155 * np.tile([-1, 1], 4)]),
            np.tile([-1, 1], 4),
            "the features reach from",
        ),
    ],
    ids=["far from 0", "tiny spread"],
)
def test_the_remedy_for_odd_features(X, y, why):
    sample = Sample(X, y, "odd")
    with pytest.raises(Undecided, match=rf"undecided on 'odd'.*{why}.*standardize\(sample\) first"):
        hard_margin(sample)
    certify(standardize(sample), hard_margin(standardize(sample)))


def test_the_remedy_for_a_price_out_of_range():
    sample = Sample(1e6 * np.vstack([FLOWERS.X] * 2), np.tile(FLOWERS.y, 2), "dear")
    with pytest.raises(Undecided, match=r"undecided on 'dear'.*C is far from what such") as refusal:
        soft_margin(sample, 1e20)
    C = float(str(refusal.value).rsplit(" ", 1)[1])
    certify(sample, soft_margin(sample, C))
    for C in (1e-200, 1e200):
        with pytest.raises(ValueError, match=r"C=1e[-+]200 is out of range .*; give one nearer to"):
            soft_margin(sample, C)


def test_a_constant_feature_takes_no_part_beside_an_offset():
    sample = Sample(np.column_stack([np.full(8, 1e14), np.arange(8.0)]), np.repeat([-1, 1], 4))
    plain = Sample(sample.X[:, 1:], sample.y)
    assert soft_margin(sample, 1.0).w == pytest.approx([0, *soft_margin(plain, 1.0).w])


# Where rounding hides a slack, a large C finds it


def exact_share(sample, found):
    """(P - D)/P in exact fractions, with α as it is: only where Σ α y is 0 exactly, or nearly."""
    fractions = [[Fraction(float(x)) for x in row] for row in sample.X]
    w, b, C = [Fraction(float(x)) for x in found.w], Fraction(found.b), Fraction(found.C)
    f = [sum(wi * xi for wi, xi in zip(w, x, strict=True)) + b for x in fractions]
    short = [max(0, 1 - int(y) * fi) for y, fi in zip(sample.y, f, strict=True)]
    primal = sum(wi**2 for wi in w) / 2 + C * sum(short)
    center = fractions[0]
    v = [
        sum(
            Fraction(float(a)) * int(y) * (x[j] - center[j])
            for a, y, x in zip(found.alpha, sample.y, fractions, strict=True)
        )
        for j in range(sample.d)
    ]
    dual_value = sum(Fraction(float(a)) for a in found.alpha) - sum(vi**2 for vi in v) / 2
    return float((primal - dual_value) / primal)


@pytest.mark.parametrize("C", [1e2, 1e4, 1e6, 1e8, 1e10])
@pytest.mark.parametrize("shift", [0.0, 1e4, 1e7, 1e8])
def test_no_slack_is_rounded_away(shift, C):
    sample = Sample([[shift + 0.1], [shift + 1.3], [shift + 3.7]], [-1, 1, 1])
    try:
        found = soft_margin(sample, C)
    except Undecided:
        assert shift * C >= 1e12
    else:
        assert exact_share(sample, found) < 2e-6


def test_where_slack_is_dear_w_is_right_too():
    sample = Sample([[0.0, 0.0], [1.0, 2.0]], [1, -1])
    for C in (1e2, 1e5):
        assert dual(sample, C, offset=False).half_width == pytest.approx(5**0.5, rel=1e-6)


def test_a_margin_through_0_is_undecided_rather_than_wrong():
    """One part in 1e17: below what a float can hold beside 1."""
    sample = Sample([[1.0, 1e-17], [1.0, -1e-17]], [1, -1], "thin")
    try:
        u, gamma = max_margin(sample)
    except Undecided as reason:
        assert "undecided on 'thin'" in str(reason)
    else:
        assert (sample.signed @ u).min() == gamma > 0


# Answers


def test_where_no_answer_passes_the_error_is_clear(monkeypatch):
    monkeypatch.setattr(road, "proposals", lambda near: iter(()))
    with pytest.raises(Undecided, match=r"undecided on .* \(no answer passes\); the sol"):
        dual(standardize(FLOWERS), 1)


def test_answers_that_are_not_finite_are_passed_over():
    sample = standardize(EASY)
    best = hard_margin(sample)
    broken, none = np.full(sample.d, np.nan), np.full(sample.n, np.inf)
    judge = road.Judge(lambda w, alpha: Solution(sample, np.inf, w, best.b, alpha))
    judge.hear(iter([(broken, best.alpha), (best.w, none), (best.w, best.alpha)]))
    assert np.array_equal(judge.best.w, best.w)


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("C", [1e-4, 1.0, 1e4])
@pytest.mark.parametrize("shape", [(60, 3), (60, 59), (30, 30), (20, 80)], ids=str)
def test_a_soft_margin_is_exact_of_any_shape(shape, C, offset):
    rng = np.random.default_rng(sum(shape))
    X = rng.normal(size=shape) / np.sqrt(shape[1])
    y = np.where(X[:, 0] + 0.3 * rng.normal(size=shape[0]) > 0, 1, -1)
    assert soft_margin(Sample(X, y), C, offset=offset).gap.relative < 1e-8


def test_equal_examples_of_a_wide_sample_bear_equal_shares():
    sample = Sample([[1.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.0, 1.0, 0.0]], [1, 1, -1])
    alpha = soft_margin(sample, 1.0).alpha
    assert alpha[0] == alpha[1] == pytest.approx(alpha[2] / 2)
