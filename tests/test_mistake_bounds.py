"""The mistake-bound model: the theorems along random runs, what observes them, and the page."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.mistake_bounds.bits import all_examples, antecedents
from lib.mistake_bounds.concepts import Conjunction, DecisionList, all_conjunctions
from lib.mistake_bounds.games import worst_sequence
from lib.mistake_bounds.learners import Elimination, Halving, Levels, Perceptron
from lib.mistake_bounds.runs import learn_online
from lib.proof.watching import slack
from lib.samples import Sample
from lib.theorems.mistake_bounds import ELIMINATION, HALVING, LEVELS, LITERAL, RULE
from tests.bits import (
    conjunctions,
    decision_lists,
    eliminated,
    halved,
    sequences,
    sunk,
    table,
)


def literals(run, c):
    """Every literal on every example that a run of elimination saw."""
    each, states = run.rounds, np.array(run.states, dtype=float)
    return {
        "c": np.broadcast_to(c.mask, (run.seen, 2 * c.n)),
        "v": antecedents(run.sample.X)[each["row"], :-1],
        "h": states[each["after"]],
        "h_before": states[each["before"]],
        "y": each["y"][:, None],
        "p": each["p"][:, None],
    }


@given(sequences(5), conjunctions(5))
@settings(deadline=None)
def test_elimination_keeps_its_bound_and_its_invariants(X, c):
    run = learn_online(Elimination(5), Sample(X, c(X)))
    assert run.M <= 6 - len(c.literals)
    assert LITERAL.failing(literals(run, c)) == []
    if run.M:
        assert ELIMINATION.failing(eliminated(run, 5, len(c.literals))) == []


@given(sequences(4), st.sampled_from([Elimination, Levels, Perceptron]), conjunctions(4))
@settings(deadline=None)
def test_rounds_tell_every_prediction(X, kind, c):
    run = learn_online(kind(4), Sample(X, c(X)))
    each, rows = run.rounds, run.learner.encode(X)
    for row, y, p, before, after in zip(*each.values(), strict=True):
        assert p == (run.learner.predict(run.states[before], rows[row : row + 1])[0] > 0)
        assert (y, after - before) == (run.sample.y[row] > 0, y != p)
    assert each["after"][-1] == run.M


@given(sequences(5), decision_lists(5))
@settings(deadline=None)
def test_levels_keep_their_bound_and_their_invariants(X, c):
    run = learn_online(Levels(5), Sample(X, c(X)))
    ell = len(c.rules)
    assert run.M <= 22 * ell
    if run.M:
        assert (run.levels(c) <= np.arange(1, ell + 1)).all()
        assert RULE.failing(run.falls(c)) == []
        assert LEVELS.failing(sunk(run, c)) == []


@given(sequences(3), conjunctions(3))
@settings(deadline=None)
def test_halving_keeps_its_bound(X, c):
    run = learn_online(Halving(3, table(all_conjunctions(3), 3)), Sample(X, c(X)))
    assert 2**run.M <= 28
    if run.M:
        assert HALVING.failing(halved(run, c(all_examples(3)))) == []


def test_wrong_numbers_fail_the_theorems():
    X = all_examples(3)
    c = Conjunction(3, [1])
    run = learn_online(Elimination(3), Sample(X, c(X)))
    seen = eliminated(run, 3, 1)
    assert ELIMINATION.failing(seen | {"k": 3.0}) == ["kept", "bound for a target"]
    assert "size" in ELIMINATION.failing(seen | {"H": seen["H_before"]})
    watched = literals(run, c)
    assert LITERAL.failing(watched | {"p": watched["y"]}) == ["elimination", "the hypothesis holds"]
    assert "kept" in LITERAL.failing(watched | {"c": 1.0 - watched["c"]})


def test_a_rule_that_sinks_too_low_is_caught():
    c = DecisionList(3, [(1, 1), (2, -1), (3, 1), (0, -1)])
    X = worst_sequence(Levels(3), c)
    falls = learn_online(Levels(3), Sample(X, c(X))).falls(c)
    assert falls["f"].any()
    low = falls["e"] + falls["f"]
    broken = falls | {"e": low, "level": falls["level"] + falls["f"]}
    assert RULE.failing(broken) == ["one below the deciding level", "rule level"]
    late = RULE.failing(falls | {"j": falls["j"] + falls["r"]})
    assert set(late) >= {"the first that fires decides", "the deciding rule comes earlier"}


def test_rule_mutants_fall_in_whole_numbers_too():
    """z3 takes rules and levels for reals; a fall has counterexamples of whole numbers as well."""
    names = ("i", "j", "level", "level_before", "level_j", "used")
    step, grid = RULE.step("rule level"), itertools.product((1, 2, 3), repeat=len(names))
    points = [dict(zip(names, point, strict=True)) for point in grid]
    points = [
        at | {"f": f, "e_before": 0, "e": at["level"] - at["i"]} for at in points for f in (0, 1)
    ]

    def holds(relation, point):
        return slack(relation, point).holds

    for dropped in set(step.given) - {"the worst rule", "falls or not"}:
        left = [RULE.relations[name] for name in step.given if name != dropped]
        broken = (at for at in points if not holds(step.claim, at))
        assert any(all(holds(relation, at) for relation in left) for at in broken), dropped
