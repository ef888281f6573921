"""Real data against scikit-learn's, and the retina that shows digits in bits."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn import datasets

from lib.datasets import breast_cancer, digit_against_rest, digits, iris, retina, wine
from lib.samples import Sample, subset


@pytest.mark.parametrize(
    ("ours", "loader", "classes"),
    [
        (lambda: iris("virginica", "setosa"), "iris", (2, 0)),
        (lambda: wine(2, 1), "wine", (2, 1)),
        (lambda: digits(3, 8), "digits", (3, 8)),
        (breast_cancer, "breast_cancer", (0, 1)),
    ],
)
def test_pairs_are_two_classes_of_the_data_set(ours, loader, classes):
    sample, data = ours(), getattr(datasets, f"load_{loader}")()
    rows = np.isin(data.target, classes)
    d = 10 if loader == "breast_cancer" else data.data.shape[1]
    np.testing.assert_array_equal(sample.X, data.data[rows][:, :d])
    np.testing.assert_array_equal(sample.y > 0, data.target[rows] == classes[1])
    assert sample.features == tuple(data.feature_names[:d])


def test_two_classes_are_made_of_ten_digits():
    sample, data = digit_against_rest(9), datasets.load_digits()
    np.testing.assert_array_equal(sample.X, data.data)
    np.testing.assert_array_equal(sample.y > 0, data.target == 9)


def test_the_retina_interpolates_and_cuts_at_half_ink():
    """Against the definition, cell by cell, in exact rationals."""
    few = subset(digits(3, 8), slice(5))
    seen = retina(few, 12)
    for image, cells in zip(few.X.reshape(-1, 8, 8).astype(int), seen.X, strict=True):
        for row in range(12):
            for column in range(12):
                u, v = Fraction(7 * row, 11), Fraction(7 * column, 11)
                i, j = min(int(u), 6), min(int(v), 6)
                ink = sum(
                    (1 - abs(u - a)) * (1 - abs(v - b)) * int(image[a, b])
                    for a in (i, i + 1)
                    for b in (j, j + 1)
                )
                assert ink == 8 or cells[12 * row + column] == (ink > 8)
    half = Sample([[8.0] * 64, [7.9] * 64, [8.1] * 64], [1, 1, -1])
    np.testing.assert_array_equal(retina(half, 8).X.mean(axis=1), [1, 0, 1])
