"""Samples: what they hold, transformations, known margins, copies, and labels of new examples."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.preprocessing import StandardScaler, normalize

from lib.hinge_sgd import hinge_sgd
from lib.kernels.functions import gaussian, linear, polynomial
from lib.kernels.kernel_perceptron import kernel_perceptron
from lib.kernels.multiclass import Classes, multiclass_perceptron
from lib.kernels.svm import kernel_svm
from lib.max_margin import hard_margin
from lib.perceptron import perceptron
from lib.perceptron_as_descent import stochastic_descent
from lib.samples import EIGHT, Sample, lift, prepare, standardize, unit, with_margin
from lib.soft_margin import soft_margin
from lib.svm.separability import NotSeparable
from tests.strategies import mixed, seeds


def random_sample(seed):
    """Features of many scales, away from 0."""
    rng = np.random.default_rng(seed)
    X = mixed(rng, 12).X * 10.0 ** rng.integers(-3, 4, size=3) + rng.normal(size=3)
    return Sample(X, mixed(rng, 12).y)


def test_a_sample_is_a_read_only_copy():
    X, y = np.ones((3, 2), order="F"), np.array([1.0, -1.0, 1.0])
    sample = Sample(X, y)
    assert sample.X.flags.c_contiguous  # rows are read one by one
    X[0, 0], y[:] = np.nan, 0
    np.testing.assert_array_equal(sample.X, np.ones((3, 2)))
    np.testing.assert_array_equal(sample.y, [1, -1, 1])
    for derived in (sample, sample.columns("x2"), lift(sample)):
        for array in (derived.X, derived.y):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = np.nan
            assert array.flags.owndata, "not a view of what somebody else can write to"


@given(seeds, st.sampled_from([0.5, 1.0, 3.0]))
@settings(max_examples=25)
def test_lift_makes_the_offset_a_weight(seed, size):
    sample = random_sample(seed)
    lifted = lift(sample, size)
    w, b = np.array([1.0, -2.0, 0.5]), 0.75
    np.testing.assert_allclose(lifted.X @ [*w, b / size], sample.X @ w + b)
    np.testing.assert_array_equal(lifted.X[:, :-1], sample.X)
    assert lifted.radius == pytest.approx(np.hypot(sample.radius, size))


@given(seeds)
@settings(max_examples=25)
def test_unit_and_standardize_agree_with_scikit_learn(seed):
    sample, other = random_sample(seed), random_sample(seed + 1)
    np.testing.assert_allclose(unit(sample).X, normalize(sample.X))
    scaler = StandardScaler().fit(sample.X)
    for part in (sample, other):
        measured = standardize(part, like=sample).X
        np.testing.assert_allclose(measured, scaler.transform(part.X), rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(standardize(sample).X, standardize(sample, like=sample).X)
    rows = prepare(other.X.tolist(), like=sample)
    assert isinstance(rows, np.ndarray), "new examples have no labels"
    np.testing.assert_array_equal(rows, prepare(other, like=sample).X)
    constant = Sample(np.column_stack([np.arange(7.0), np.full(7, 1e6 + 0.1)]), np.ones(7))
    assert standardize([[1, 1e6 + 2.1]], like=constant)[0, 1] == pytest.approx(2), "only shifted"


@pytest.mark.parametrize("gamma", [0.2, 0.9])
def test_with_margin_uses_the_whole_range_and_both_labels(gamma):
    sample, u = with_margin(2000, 5, gamma, np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.norm(np.vstack([sample.X, u]), axis=1), 1)
    along = sample.signed @ u
    assert gamma - 1e-12 <= along.min() < gamma + 0.01
    assert along.max() == pytest.approx(1, abs=0.01)
    assert along.mean() == pytest.approx((1 + gamma) / 2, abs=0.02)
    assert abs(sample.y.mean()) < 0.1
    across = sample.X - np.outer(sample.X @ u, u)
    assert np.linalg.norm(across.mean(axis=0)) < 0.05, "no preference in other directions"


# What is taken for numbers


class Table:
    """The attributes of a DataFrame that lib reads."""

    def __init__(self, values, columns):
        self.values, self.columns = np.array(values), columns

    def __array__(self, dtype=None, copy=None):
        return self.values.astype(dtype or self.values.dtype)

    def keys(self):
        return self.columns


def test_a_table_keeps_the_names_of_its_columns():
    table = Table([[1, 2], [3, 4]], ["width", "height"])
    sample = Sample(table, [1, -1], "named")
    assert lift(sample).features == ("width", "height", "1")
    turned = sample.columns("height", "width")
    assert (turned.X.tolist(), turned.features) == ([[2, 1], [4, 3]], ("height", "width"))
    numbered = Sample(Table([[1, 2], [3, 4]], range(2)), [1, -1])
    assert numbered.features == ("x1", "x2"), "only a name is kept"


def test_columns_in_another_order_are_put_in_order():
    """A table, a sample of one, and every learner that predicts; other columns are refused."""
    names, turned = ("width", "height"), ["height", "width"]
    sample = Sample(Table(EIGHT.X, names), EIGHT.y)
    new, swapped = Table(EIGHT.X, names), Table(EIGHT.X[:, ::-1], turned)
    kinds = Classes(Table(EIGHT.X, names), (EIGHT.y > 0).astype(int))
    for found in (
        soft_margin(sample, 1),
        kernel_svm(sample, linear, 1)[0],
        perceptron(sample),
        hinge_sgd(sample, decay=0.1, steps=9),
        stochastic_descent(sample, [1, 2]),
        multiclass_perceptron(kinds),
    ):
        np.testing.assert_array_equal(found.decision(swapped), found.decision(new))
        if found.sample is not kinds:
            assert found.score(Sample(swapped, EIGHT.y)) == found.score(sample) >= 7 / 8
        with pytest.raises(ValueError, match=r"the columns \('depth', 'width'\); give those of"):
            found.decision(Table(EIGHT.X, ["depth", "width"]))
    other = Sample(swapped, EIGHT.y)
    for measured in (standardize(swapped, like=sample), standardize(other, like=sample).X):
        np.testing.assert_array_equal(measured, standardize(sample).X)
    assert standardize(other, like=sample).features == names
    np.testing.assert_array_equal(perceptron(EIGHT).decision(swapped), EIGHT.X[:, ::-1] @ [4, 3])


def test_numbers_of_any_kind_are_taken():
    kinds = [Fraction(1, 2), Decimal("0.5"), np.float32(0.5), np.longdouble(0.5), 0.5]
    column = Sample([[kind] for kind in kinds], [True, 1, 1.0, np.int8(1), -1])
    np.testing.assert_array_equal(column.X, np.full((5, 1), 0.5))
    np.testing.assert_array_equal(column.y, [1, 1, 1, 1, -1])
    assert Sample([[2**70], [True]], [1, -1]).X.tolist() == [[2.0**70], [1.0]]


def test_what_is_pickled_or_copied_is_as_it_was():
    few = Classes([[2, 0], [0, 2], [-1, -1]], [0, 1, 2])
    with pytest.raises(NotSeparable) as refused:
        hard_margin(Sample([[1.0], [1.0]], [1, -1]))
    found = [soft_margin(EIGHT, 1), perceptron(EIGHT), multiclass_perceptron(few)]
    found += [kernel_svm(EIGHT, kernel, 1.0)[0] for kernel in (linear, polynomial(3), gaussian(2))]
    for copied in (copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))):
        error, sample, kinds = copied(refused.value), copied(EIGHT), copied(few)
        assert (str(error), error.exact) == (str(refused.value), refused.value.exact)
        assert (sample.name, sample.features) == (EIGHT.name, EIGHT.features)
        for array, was in (
            (sample.X, EIGHT.X),
            (sample.y, EIGHT.y),
            (kinds.X, few.X),
            (kinds.labels, few.labels),
        ):
            np.testing.assert_array_equal(array, was)
            assert not array.flags.writeable
        for one in found:
            np.testing.assert_array_equal(copied(one).decision(few.X), one.decision(few.X))


def test_whatever_learned_labels_new_examples():
    """The labels are the signs of its own weights' scores, on the sample and beside it."""
    rng = np.random.default_rng(0)
    sample, _ = with_margin(30, 3, 0.2, rng)
    new = rng.normal(size=(20, 3))
    hard, run = hard_margin(sample), perceptron(sample)
    kernel_run = kernel_perceptron(sample, linear)
    machine, _ = kernel_svm(sample, linear, np.inf)
    w, b = (hinge := hinge_sgd(sample, 0.01, 200, offset=True)).weights()
    descent = stochastic_descent(sample)
    for learned, scores in (
        (run, new @ run.w),
        (kernel_run, new @ run.w),
        (descent, new @ descent.w),
        (hinge, new @ w + b),
        (hard, new @ hard.w + hard.b),
        (machine, new @ hard.w + hard.b),
    ):
        np.testing.assert_allclose(learned.decision(new), scores, atol=1e-7)
        with pytest.raises(ValueError, match="give rows of 3 features"):
            learned.decision(new[:, :2])
        np.testing.assert_array_equal(learned.predict(new), np.sign(learned.decision(new)))
        if learned is not hinge:
            np.testing.assert_array_equal(learned.predict(sample.X), sample.y)
        assert learned.score(Sample(new, np.ones(20))) == np.mean(scores > 0)
    on_it = perceptron(Sample([[1.0, 0.0]], [1])).predict([[0, 1], [1, 1], [-1, 0]])
    assert on_it.tolist() == [-1, 1, -1], "as in scikit-learn, a score has to be above 0"
