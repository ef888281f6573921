"""The mistake-bound model: the theorems along random runs, what observes them, and the page."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from lib.figures import style
from lib.figures.mistake_bounds import box, learning
from lib.mistake_bounds.bits import all_examples, threshold_bits
from lib.mistake_bounds.concepts import Conjunction, DecisionList, all_conjunctions
from lib.mistake_bounds.learners import Elimination, Halving, Levels
from lib.mistake_bounds.observers import (
    observe_elimination,
    observe_halving,
    observe_levels,
    observe_literals,
    observe_rules,
    rule_levels,
)
from lib.mistake_bounds.runs import learn_online
from lib.proof.watching import slack
from lib.samples import Sample
from lib.theorems.mistake_bounds import ELIMINATION, HALVING, LEVELS, LITERAL, RULE
from tests.bits import conjunctions, decision_lists, sequences, table

PAGE = Path(__file__).parent.parent / "chapters" / "mistake-bounds.ipynb"
RUN = learn_online(Elimination(2), Sample(all_examples(2), Conjunction(2, [1])(all_examples(2))))
LIST_RUN = learn_online(Levels(1), Sample([[0.0], [1.0]], [-1, -1]))


@given(sequences(5), conjunctions(5))
@settings(deadline=None)
def test_elimination_keeps_its_bound_and_its_invariants(X, c):
    run = learn_online(Elimination(5), Sample(X, c(X)))
    assert run.M <= 6 - len(c.literals)
    if run.M:
        assert ELIMINATION.failing(observe_elimination(run, c)) == []
        assert LITERAL.failing(observe_literals(run, c)) == []


@given(sequences(5), decision_lists(5))
@settings(deadline=None)
def test_levels_keep_their_bound_and_their_invariants(X, c):
    run = learn_online(Levels(5), Sample(X, c(X)))
    ell = len(c.rules)
    assert run.M <= 22 * ell
    if run.M:
        levels = rule_levels(run, c)
        assert (levels <= np.arange(1, ell + 1)).all()
        assert LEVELS.failing(observe_levels(run, c)) == []
        if (levels[-1] > 1).any():
            assert RULE.failing(observe_rules(run, c)) == []


@given(sequences(3), conjunctions(3))
@settings(deadline=None)
def test_halving_keeps_its_bound(X, c):
    run = learn_online(Halving(3, table(all_conjunctions(3), 3)), Sample(X, c(X)))
    assert 2**run.M <= 28
    if run.M:
        assert HALVING.failing(observe_halving(run)) == []


def test_wrong_numbers_fail_the_theorems():
    X = all_examples(3)
    c = Conjunction(3, [1])
    run = learn_online(Elimination(3), Sample(X, c(X)))
    seen = observe_elimination(run, c)
    assert ELIMINATION.failing(seen | {"k": 3.0}) == ["kept", "bound for a target"]
    assert "size" in ELIMINATION.failing(seen | {"h": seen["h_before"]})


def test_rule_mutants_fall_in_whole_numbers_too():
    """z3 takes levels for reals; each mutant has a counterexample of whole numbers as well."""
    grid = list(itertools.product((1, 2, 3), repeat=5))  # i, first, level, before, used
    names = ("i", "first", "level", "before", "used")

    def holds(relation, point):
        return slack(relation, dict(zip(names, point, strict=True)) | {"ell": 3})[0] >= 0

    step = RULE.steps[0]
    for dropped in step.given:
        left = [RULE.hypotheses[name] for name in step.given if name != dropped]
        assert any(
            all(holds(relation, point) for relation in left) and not holds(step.claim, point)
            for point in grid
        )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: observe_elimination(RUN, Conjunction(2, [2])), r"target labels row 1 \+1, the"),
        (lambda: observe_literals(LIST_RUN, Conjunction(1, [])), "run is of Levels; give a run of"),
        (lambda: observe_levels(RUN, DecisionList(2, [(0, 1)])), "give a run of Levels"),
        (lambda: observe_rules(LIST_RUN, DecisionList(1, [(0, -1)])), "no rule of the target fell"),
        (lambda: rule_levels(LIST_RUN, DecisionList(1, [(0, 1)])), "target labels row 0"),
        (lambda: observe_halving(RUN), "give a run of Halving"),
        (
            lambda: observe_elimination(
                learn_online(Elimination(1), Sample([[0.0]], [-1])), Conjunction(1, [1])
            ),
            "the run made no mistake",
        ),
    ],
)
def test_observers_refuse(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# The page


def test_the_chapter_states_each_learner_and_its_bound():
    cells = json.loads(PAGE.read_text())["cells"]
    text = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    for learner in ("elimination", "levels", "halving"):
        for kind in ("alg", "thm"):
            assert f":label: {kind}-{learner}\n" in text, (kind, learner)


def test_halving_s_bound_rounded_down_exceeds_elimination_s_from_four_bits_on():
    for n in range(1, 40):
        assert ((3**n + 1).bit_length() - 1 > n + 1) == (n >= 4)


def test_a_box_is_told_on_each_pixel_s_own_scale():
    images = threshold_bits(Sample([[0, 0], [8, 1], [8, 0]], [-1, 1, -1]), 3)
    run = learn_online(Elimination(images.d), images, max_passes=1)
    said = box(style.blank(2), run.states[-1], (1, 2), cuts=3).text
    assert "4 equal parts, from 0, drawn white, to 3, drawn black" in said
    assert "darkness: 2 pixels must lie above their part 0. Row by row: 33." in said
    assert "most: 2 pixels may lie in their part 3. Row by row: 33." in said


def test_learning_tells_where_its_axis_turns_logarithmic():
    X = all_examples(4)
    c = Conjunction(4, [1])
    ax = style.blank()
    said = learning(ax, [learn_online(Elimination(4), Sample(X, c(X), "four bits"))]).text
    assert f"logarithmic from {ax.xaxis.get_transform().linthresh} on" in said
