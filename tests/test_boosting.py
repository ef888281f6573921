"""Boosting beside fractions and the opponent's linear program; its theorems on runs."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from lib.boosting import boost, stumps
from lib.figures.boosting import plane
from lib.figures.style import blank
from lib.proof.watching import before_and_after, totals
from lib.samples import EIGHT
from lib.theorems import theorem
from tests.strategies import on_grid

GRIDS = [on_grid(np.random.default_rng(seed), 9, 4) for seed in range(8)]


@pytest.mark.parametrize("sample", [EIGHT, *GRIDS[:2]])
def test_a_round_takes_the_first_of_the_largest_edges_and_equals_its_sides(sample):
    """With fractions: a round divides chances by 1 + g where it is right, else by 1 - g."""
    cuts = [(k, cut) for k in range(sample.d) for cut in sorted({*sample.X[:, k]})[:-1]]
    ways = [sample.y * np.where(sample.X[:, k] > cut, s, -s) for s in (1, -1) for k, cut in cuts]
    Z, p = np.transpose(ways), np.full(sample.n, Fraction(1, sample.n))
    for step in boost(sample.y[:, None] * stumps(sample).answers(sample.X), 12).steps:
        edges = p @ Z.astype(int).astype(object)
        assert np.tanh(step) == pytest.approx(float(edges.max()), rel=1e-9)
        p = p / (1 + edges.max() * Z[:, edges.argmax()].astype(int))


@pytest.mark.parametrize("step", [None, 0.1])
@pytest.mark.parametrize("sample", GRIDS)
def test_the_margin_is_what_the_theorem_promises_and_at_most_every_largest_edge(sample, step):
    Z, T = sample.y[:, None] * stumps(sample).answers(sample.X), np.arange(1, 151)
    A, total = np.column_stack((Z.T, -np.ones(Z.shape[1]))), [[1] * 9 + [0]]
    value = linprog([0] * 9 + [1], A, 0 * A[:, 0], total, 1, [(0, 1)] * 9 + [(-1, 1)]).fun
    vote, low = boost(Z, 150, step=step), value * (1 - 1e-9)
    scores, h = vote.scores(Z), vote.steps
    W = np.exp(-scores).sum(axis=1)
    g = (np.exp(-scores) @ Z)[T - 1, vote.picks] / W[:-1]
    assert scores[-1].min() / h.sum() <= value + 1e-9 <= g.min() + 2e-9
    seen = before_and_after(A=-np.log(W), W=W, P=(1 - low**2) ** np.arange(151)) | totals(L=h)
    seen |= {"h": h, "eta": step, "g": g, "gamma": low, "t": T, "logn": np.log(9), "n": 9}
    seen |= {"C": np.cosh(h), "S": np.sinh(h), "wrong": (scores[-1] <= 0).sum()}
    seen |= {"c": low - step / 2 if step else low / 2, "s": scores[-1].min()}
    for name in ("vote_margin", *(["one_size"] if step else ["own_size", "adaboost"])):
        assert low <= 1e-9 or theorem(name).failing(seen) == []


def test_the_picture_has_the_chances_before_the_round_and_the_margins_after_it():
    (left, right), weak = blank(2), stumps(EIGHT)
    vote = boost(EIGHT.y[:, None] * weak.answers(EIGHT.X), 2)
    plane((left, right), EIGHT, weak, vote, 1 / 3, 2)
    sizes = [size for dots in left.collections[1:] for size in dots.get_sizes()]
    assert sorted(sizes) == pytest.approx([400 / 14] * 7 + [200])
    assert left.lines[0].get_xdata() == [2.5, 2.5]
    assert min(right.lines[0].get_xdata()) == pytest.approx(1 - 2 * vote.steps[0] / sum(vote.steps))
