"""Sequences without a separator that meet the bounds or stay below them."""

import numpy as np
import pytest

from lib.block_novikoff import orthonormal, ties
from lib.datasets import digit_against_rest, iris
from lib.not_separable.bounds import (
    deviation,
    exact_bound,
    freund_schapire_bound,
    moved,
    total_distance,
)
from lib.perceptron import perceptron
from lib.samples import Sample, prepare

IRIS = prepare(iris("versicolor", "virginica"))
E1 = [1.0, 0.0]


def test_orthonormal_meets_the_exact_bound_at_every_larger_margin():
    sample, u = orthonormal(25)
    for gamma in (0.2, 0.3, 0.9):
        assert exact_bound(gamma, total_distance(sample, u, gamma)) == pytest.approx(25)
    assert perceptron(sample).M == 25


@pytest.mark.parametrize("gamma", [0.3, 0.1, 0.05])
@pytest.mark.parametrize("every", [3, 4, 10])
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
    from scipy.optimize import linprog

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
    one_far = Sample([E1] * 9 + [[-1, 0]], [1] * 10)
    many_near = Sample([[0.5, 0.75**0.5]] * 400, [1] * 400)
    for sample, gamma, winner in ((one_far, 1.0, "TD"), (many_near, 0.55, "D")):
        exact = exact_bound(gamma, total_distance(sample, E1, gamma))
        squares = freund_schapire_bound(gamma, deviation(sample, E1, gamma))
        assert (exact < squares) == (winner == "TD")


def test_moved_points_leave_the_sphere():
    shifted = moved(Sample([[0.8, 0.6]], [1]), [0, 1], 0.9)
    length = np.linalg.norm(shifted.X)
    assert length == pytest.approx(1.204, abs=5e-4)
    assert 0.9 / length == pytest.approx(0.747, abs=5e-4)


def test_digit_against_rest_counts():
    sample = digit_against_rest(8)
    assert (sample.n, sample.d, int((sample.y > 0).sum())) == (1797, 64, 174)
