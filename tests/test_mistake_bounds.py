"""The mistake-bound model: learners against brute force, bounds exhaustively and by chance."""

import hashlib
import itertools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import iris
from lib.figures import style
from lib.figures.mistake_bounds import box, learning
from lib.mistake_bounds.concepts import (
    Conjunction,
    DecisionList,
    all_conjunctions,
    all_decision_lists,
    all_examples,
    antecedents,
    as_bits,
    column,
    fit_conjunction,
    fit_decision_list,
    literal_at,
    threshold_bits,
)
from lib.mistake_bounds.games import adversary, optimum, sharp_adversary, worst_sequence
from lib.mistake_bounds.learners import Elimination, Halving, Levels, Perceptron
from lib.mistake_bounds.observers import (
    observe_elimination,
    observe_halving,
    observe_levels,
    observe_literals,
    observe_rules,
    rule_levels,
)
from lib.mistake_bounds.runs import MistakeRun, learn_online
from lib.proof.solver import slack
from lib.samples import Sample
from lib.theorems.mistake_bounds import ELIMINATION, HALVING, LEVELS, LITERAL, RULE

PAGE = Path(__file__).parent.parent / "chapters" / "mistake-bounds.ipynb"
WORDS = {True: 1, False: -1}


def conjunctions(n):
    signs = st.lists(st.sampled_from([0, 1, -1]), min_size=n, max_size=n)
    return signs.map(lambda s: Conjunction(n, [i * k for i, k in enumerate(s, 1) if k]))


@st.composite
def decision_lists(draw, n):
    variables = draw(st.permutations(range(1, n + 1)))[: draw(st.integers(0, n))]
    signs = st.sampled_from([1, -1])
    rules = [(i * draw(signs), draw(signs)) for i in variables]
    return DecisionList(n, (*rules, (0, draw(signs))))


def sequences(n):
    bits = st.lists(st.integers(0, 1), min_size=n, max_size=n)
    return st.lists(bits, min_size=1, max_size=40).map(lambda rows: np.array(rows, dtype=float))


def table(concepts, n):
    return np.array([concept(all_examples(n)) for concept in concepts])


# Concepts


@given(conjunctions(4))
def test_conjunction_labels_as_its_definition(c):
    for x, label in zip(all_examples(4), c(all_examples(4)), strict=True):
        assert label == WORDS[all(x[abs(a) - 1] == (a > 0) for a in c.literals)]


@given(decision_lists(4))
def test_decision_list_labels_as_its_definition(c):
    for x, label in zip(all_examples(4), c(all_examples(4)), strict=True):
        fired = [b for a, b in c.rules if a == 0 or x[abs(a) - 1] == (a > 0)]
        assert label == fired[0]


def test_how_many_concepts_there_are():
    for n, lists in ((1, 4), (2, 14), (3, 96)):
        assert len(np.unique(table(all_conjunctions(n), n), axis=0)) == 3**n + 1
        fitting = 0  # of all 2^(2^n) functions, by the greedy rule: an independent count
        for y in itertools.product((-1, 1), repeat=2**n):
            try:
                fitted = fit_decision_list(Sample(all_examples(n), np.array(y)))
            except ValueError:
                continue
            fitting += 1
            assert (fitted(all_examples(n)) == y).all()
        assert len(np.unique(table(all_decision_lists(n), n), axis=0)) == fitting == lists


def test_antecedents_and_literals_agree():
    X = all_examples(3)
    for j, held in enumerate(antecedents(X).T):
        literal = literal_at(j, 3)
        wanted = X[:, abs(literal) - 1] == (literal > 0) if literal else True
        assert (held == wanted).all()


def test_literals_may_be_numpy_s_integers():
    c, rules = Conjunction(3, np.array([1, -3])), DecisionList(3, np.array([[-2, 1], [0, -1]]))
    assert c == Conjunction(3, [1, -3]) and repr(c) == repr(Conjunction(3, [1, -3]))
    assert rules == DecisionList(3, [(-2, 1), (0, -1)])
    assert repr(rules) == repr(DecisionList(3, [(-2, 1), (0, -1)]))
    assert column(np.int8(-1), 100) == 100


def test_one_bit_has_two_mistakes_whatever_the_learner_says():
    """All four answers of a learner of one bit, the last of which leaves no satisfiable target."""
    targets = set()
    for seed in range(200):
        sample, target = sharp_adversary(Arbitrary(1, seed))
        assert sample.n == 2 and (target(sample.X) == sample.y).all()
        targets.add(tuple(sorted(target.literals)))
    assert targets == {(), (1,), (-1,), (-1, 1)}


def test_rule_mutants_fall_in_whole_numbers_too():
    """z3 takes levels for reals; each mutant has a counterexample of whole numbers as well."""
    grid = list(itertools.product((1, 2, 3), repeat=5))  # i, first, level, before, used
    names = ("i", "first", "level", "before", "used")

    def holds(relation, point):
        return slack(relation, dict(zip(names, point, strict=True)) | {"ell": 3}) >= 0

    step = RULE.steps[0]
    for dropped in step.given:
        left = [RULE.hypotheses[name] for name in step.given if name != dropped]
        assert any(
            all(holds(relation, point) for relation in left) and not holds(step.claim, point)
            for point in grid
        )


def test_latex():
    assert Conjunction(3, [-2, 1]).latex() == r"x_{1}\,\bar x_{2}"
    assert Conjunction(3, []).latex() == r"\mathrm{always}"
    assert r"\bar x_{2} \Rightarrow \mathrm{True}" in DecisionList(2, [(-2, 1), (0, -1)]).latex()


@given(sequences(4), conjunctions(4))
def test_fit_conjunction_is_the_longest_that_fits(X, c):
    sample = Sample(X, c(X))
    fitted = fit_conjunction(sample)
    assert (fitted(X) == sample.y).all()
    assert c.literals <= fitted.literals or not (sample.y > 0).any()


@given(sequences(3), st.data())
def test_fit_conjunction_refuses_exactly_what_none_fits(X, data):
    y = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X))))
    possible = any((c(X) == y).all() for c in all_conjunctions(3))
    try:
        fit_conjunction(Sample(X, y))
    except ValueError as error:
        assert "no consistent conjunction" in str(error) and not possible
    else:
        assert possible


def test_threshold_bits_make_boxes():
    sample = iris()
    bits = threshold_bits(sample, 3)
    assert bits.d == 12 and bits.features[0].startswith("sepal length (cm) > ")
    low, high = sample.X.min(axis=0), sample.X.max(axis=0)
    assert (bits.X[:, 4:8] == (sample.X > (low + high) / 2)).all()
    setosa = Sample(bits.X, -bits.y)
    assert (fit_conjunction(setosa)(bits.X) == setosa.y).all()


# Learners


def learners(n):
    whole = table(all_conjunctions(n), n)
    return [Elimination(n), Levels(n), Halving(n, whole), Perceptron(n)]


@given(sequences(4), conjunctions(4))
@settings(deadline=None)
def test_runs_replay_and_end_consistent(X, c):
    sample = Sample(X, c(X))
    for learner in learners(4):
        run = learn_online(learner, sample)
        assert run.replay() is run and run.halted and len(run.states) == run.M + 1
        assert (learner.predict(run.states[-1], learner.encode(X)) == sample.y).all()


def test_blocks_walk_the_plain_loop_on_long_sequences():
    rng = np.random.default_rng(5)
    X = (rng.random((6000, 20)) < 0.8).astype(float)
    rules = DecisionList(20, [(4, 1), (-2, -1), (9, 1), (0, -1)])
    for target in (Conjunction(20, [3, -7, 11]), rules):
        sample = Sample(X, target(X))
        for learner in (Levels(20), Perceptron(20)):
            assert learn_online(learner, sample).replay().halted
    assert learn_online(Elimination(20), Sample(X, Conjunction(20, [3, -7])(X))).replay().M > 5


@given(sequences(4), conjunctions(4))
@settings(deadline=None)
def test_elimination_holds_what_every_missed_positive_has(X, c):
    run = learn_online(Elimination(4), Sample(X, c(X)))
    held = antecedents(X[run.mistakes])[:, :-1].all(axis=0)
    assert (run.states[-1] == held).all()
    assert (run.sample.y[run.mistakes] > 0).all()


def test_perceptron_adds_up_its_mistakes_and_separates():
    X = all_examples(4)
    run = learn_online(Perceptron(4), Sample(X, Conjunction(4, [1, -3])(X)))
    lifted = np.hstack([X, np.ones((16, 1))])
    assert (run.states[-1] == run.sample.y[run.mistakes] @ lifted[run.mistakes]).all()
    assert ((lifted @ run.states[-1] > 0) == (run.sample.y > 0)).all()


def test_halving_counts_each_function_once():
    assert Halving(1, [[1, 1], [-1, 1], [1, 1]]).start.tolist() == [True, True]


def test_the_note_s_conjunction_example():
    learner = Elimination(4)
    state = learner.learn(learner.start, np.array([1.0, 0, 0, 1]), 1)
    assert {literal_at(int(j), 4) for j in np.flatnonzero(state)} == {1, -2, -3, 4}


def terms(state, level):
    """The terms on a level as (literal, label), for comparison with the note."""
    return {
        (literal_at(int(j), 2), 1 if label else -1)
        for label, j in np.argwhere(state == level).tolist()
    }


def test_the_note_s_decision_list_example():
    target = DecisionList(2, [(1, -1), (-2, 1), (0, -1)])
    X = np.array([[0.0, 1], [0, 0]])
    run = learn_online(Levels(2), Sample(X, target(X)), max_passes=1)
    assert run.sample.y.tolist() == [-1, 1] and run.mistakes.tolist() == [0, 1]
    _, first, second = run.states
    assert terms(first, 1) == {(1, 1), (1, -1), (-1, -1), (2, -1), (-2, 1), (-2, -1), (0, -1)}
    assert terms(first, 2) == {(-1, 1), (2, 1), (0, 1)}
    assert terms(second, 1) == {(1, 1), (1, -1), (2, -1), (-2, 1)}
    assert terms(second, 2) == {(-1, 1), (-1, -1), (2, 1), (-2, -1), (0, 1), (0, -1)}


@given(sequences(4), decision_lists(4))
@settings(deadline=None)
def test_levels_follow_a_slow_reading_of_the_rule(X, target):
    run = learn_online(Levels(4), Sample(X, target(X)), max_passes=1)
    level = {(a, b): 1 for a in (*range(-4, 5),) for b in (-1, 1)}
    erred = []
    for i, (x, y) in enumerate(zip(X, run.sample.y, strict=True)):
        fires = [term for term in level if term[0] == 0 or x[abs(term[0]) - 1] == (term[0] > 0)]
        best = min(level[term] for term in fires)
        deciding = [term for term in fires if level[term] == best]
        if (1 if sum(b for _, b in deciding) >= 0 else -1) != y:
            erred.append(i)
            for term in deciding:
                level[term] += term[1] != y
    assert run.when.tolist() == erred
    for (a, b), depth in level.items():
        column = 8 if a == 0 else a - 1 if a > 0 else 3 - a
        assert run.states[-1][int(b > 0), column] == depth


# Bounds


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
        if ell > 1:
            assert LEVELS.failing({**observe_levels(run, c), "L": ell - 1}) == []
        if (levels[-1] > 1).any():
            assert RULE.failing(observe_rules(run, c)) == []


@given(sequences(3), conjunctions(3))
@settings(deadline=None)
def test_halving_keeps_its_bound(X, c):
    run = learn_online(Halving(3, table(all_conjunctions(3), 3)), Sample(X, c(X)))
    assert 2**run.M <= 28
    if run.M:
        assert HALVING.failing(observe_halving(run)) == []


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_elimination_exhaustively(n):
    *satisfied, never = all_conjunctions(n)
    for c in satisfied:
        assert (c(all_examples(n)) > 0).any()
        assert len(worst_sequence(Elimination(n), c)) == n + 1 - len(c.literals)
    assert (never(all_examples(n)) < 0).all()
    assert len(worst_sequence(Elimination(n), never)) == 0


def test_levels_exhaustively():
    for n, most in ((1, [2, 2]), (2, [3, 4, 5])):
        worst = dict.fromkeys(range(1, n + 2), 0)
        for c in all_decision_lists(n):
            drawn = len(worst_sequence(Levels(n), c, any_rule=True))
            assert drawn <= (4 * n + 2) * len(c.rules)
            X = worst_sequence(Levels(n), c)
            if len(X):
                run = learn_online(Levels(n), Sample(X, c(X)), max_passes=1)
                assert run.M == len(X) <= drawn
            worst[len(c.rules)] = max(worst[len(c.rules)], drawn)
        assert list(worst.values()) == most
    # Renaming and negating variables changes nothing, so for n = 3 lists over x_1, x_2, … suffice.
    for size, most in enumerate([4, 6, 8, 12]):
        lists = [
            DecisionList(3, zip([*range(1, size + 1), 0], labels, strict=True))
            for labels in itertools.product((1, -1), repeat=size + 1)
        ]
        assert max(len(worst_sequence(Levels(3), c, any_rule=True)) for c in lists) == most


def test_the_best_bounds_of_any_learner():
    assert [optimum(table(all_conjunctions(n), n)) for n in (1, 2, 3)] == [2, 3, 4]
    assert [optimum(table(list(all_conjunctions(n))[:-1], n)) for n in (1, 2, 3)] == [1, 3, 4]
    assert [optimum(table(all_decision_lists(n), n)) for n in (1, 2)] == [2, 3]
    assert optimum([[1, 1, -1]]) == 0
    everything = list(itertools.product((-1, 1), repeat=4))
    assert optimum(everything) == 4
    for n in (1, 2, 3):
        concepts = list(all_conjunctions(n))
        halving = Halving(n, table(concepts, n))
        assert max(len(worst_sequence(halving, c)) for c in concepts) >= n + 1


# Adversaries


@dataclass(frozen=True)
class Arbitrary:
    """A deterministic learner whose answers are a hash of all it has seen."""

    n: int
    seed: int

    @property
    def start(self):
        return b""

    def encode(self, X):
        return as_bits(X)

    def predict(self, state, rows):
        words = [hashlib.sha256(b"%d" % self.seed + state + row.tobytes()).digest() for row in rows]
        return np.array([1 if word[0] % 2 else -1 for word in words])

    def learn(self, state, row, label):
        return state + row.tobytes() + (b"+" if label > 0 else b"-")


@given(st.integers(1, 9), st.integers(0, 10**6))
@settings(deadline=None)
def test_no_deterministic_learner_escapes(n, seed):
    for play, mistakes in ((adversary, n), (sharp_adversary, n + 1)):
        sample, target = play(Arbitrary(n, seed))
        assert (target(sample.X) == sample.y).all()
        assert n == 1 or not {a for a in target.literals if -a in target.literals}
        run = learn_online(Arbitrary(n, seed), sample, max_passes=1)
        assert run.M == sample.n == mistakes


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_book_s_learners_are_forced(n):
    for learner in learners(n):
        for play, mistakes in ((adversary, n), (sharp_adversary, n + 1)):
            sample, target = play(learner)
            assert (target(sample.X) == sample.y).all()
            assert learn_online(learner, sample, max_passes=1).M == sample.n == mistakes


# What the checks refuse


def test_a_run_that_stops_at_its_bound_says_so():
    xor = Sample(all_examples(2), [-1, 1, 1, -1])
    run = learn_online(Perceptron(2), xor, max_passes=7)
    assert not run.halted and "stopped short at its bound" in repr(run) and run.seen == 28


def test_inconsistent_labels_are_named():
    X = np.array([[1.0, 1], [0, 0], [0, 1]])
    with pytest.raises(ValueError, match="row 2, after 2 mistakes: no consistent conjunction"):
        learn_online(Elimination(2), Sample(X, [1, 1, -1]))
    xor = Sample(all_examples(2), [-1, 1, 1, -1])
    with pytest.raises(ValueError, match=r"no consistent decision list: a mistake on level 4"):
        learn_online(Levels(2), xor)
    with pytest.raises(ValueError, match="no consistent concept: every concept of the class erred"):
        learn_online(Halving(2, table(all_conjunctions(2), 2)), xor)


@given(sequences(2), st.data())
@settings(deadline=None)
def test_levels_refuse_only_what_no_list_fits(X, data):
    y = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X))))
    possible = any((c(X) == y).all() for c in all_decision_lists(2))
    try:
        run = learn_online(Levels(2), Sample(X, y))
    except ValueError:
        assert not possible
    else:
        assert possible and run.halted


def test_a_tampered_record_does_not_replay():
    X = all_examples(3)
    run = learn_online(Elimination(3), Sample(X, Conjunction(3, [1])(X)))
    for mistakes, when in ((run.mistakes[:-1], run.when[:-1]), (run.mistakes[::-1], run.when)):
        with pytest.raises(ValueError, match="the record does not replay"):
            MistakeRun(run.learner, run.sample, mistakes, when, run.seen, True).replay()


def test_wrong_numbers_fail_the_theorems():
    X = all_examples(3)
    c = Conjunction(3, [1])
    run = learn_online(Elimination(3), Sample(X, c(X)))
    seen = observe_elimination(run, c)
    assert ELIMINATION.failing(seen | {"k": 3.0}) == ["kept", "bound for a target"]
    assert "size" in ELIMINATION.failing(seen | {"h": seen["h_before"]})


XOR = Sample(all_examples(2), [-1, 1, 1, -1])
RUN = learn_online(Elimination(2), Sample(all_examples(2), Conjunction(2, [1])(all_examples(2))))
LIST_RUN = learn_online(Levels(1), Sample([[0.0], [1.0]], [-1, -1]))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: as_bits([1, 0]), r"X has shape \(2,\)"),
        (lambda: as_bits([[1, 0.5]]), r"X\[0, 1\] is 0.5; bits are 0 or 1"),
        (lambda: as_bits([[1, np.nan]]), r"X\[0, 1\] is nan"),
        (lambda: all_examples(0), "n=0; give a whole number"),
        (lambda: all_examples(2.5), "n=2.5"),
        (lambda: Conjunction(2, [3]), "literal 3; with n=2"),
        (lambda: Conjunction(2, [0]), "literal 0; with n=2"),
        (lambda: Conjunction(2, [1])([[1, 0, 1]]), "X has 3 columns; give n=2 bits a row"),
        (lambda: DecisionList(2, [(1, 1)]), r"the last rule is \(0, label\)"),
        (lambda: DecisionList(2, []), r"the last rule is \(0, label\)"),
        (lambda: DecisionList(2, [(-3, 1), (0, 1)]), "literal -3"),
        (lambda: DecisionList(2, [(1, 0), (0, 1)]), r"labels are -1 or \+1"),
        (lambda: threshold_bits(iris(), 0), "cuts=0; give a whole number"),
        (lambda: fit_conjunction(XOR), "no consistent conjunction: .* row 0"),
        (lambda: fit_decision_list(XOR), "no consistent decision list: after 0 rules"),
        (lambda: fit_decision_list(iris()), "bits are 0 or 1: see threshold_bits"),
        (lambda: Elimination(0), "n=0; give a whole number"),
        (lambda: Levels(1.5), "n=1.5"),
        (lambda: Perceptron(-1), "n=-1"),
        (lambda: Halving(2, [[1, 1]]), r"table has shape \(1, 2\); .* 2\^2 = 4 columns"),
        (lambda: Halving(1, [[0, 1]]), "give labels -1 or"),
        (lambda: learn_online(Elimination(3), XOR), "X has 2 columns; give n=3 bits a row"),
        (lambda: learn_online(Elimination(4), iris()), "bits are 0 or 1"),
        (lambda: learn_online(Levels(2), XOR, max_passes=0), "max_passes=0"),
        (lambda: adversary(Elimination(0)), "n=0"),
        (lambda: Conjunction(2, [1.0]), "literal 1.0; with n=2"),
        (
            lambda: worst_sequence(Elimination(2), Conjunction(2, []), True),
            "any_rule=True with Elim",
        ),
        (lambda: optimum([1, -1]), r"table has shape \(2,\)"),
        (lambda: optimum([[1, 0]]), "give labels -1 or"),
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
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_levels_write_their_terms():
    learner = Levels(1)
    state = learner.start.copy()
    state[0, 0] = 2  # x₁ with the label false
    first, second = learner.written(state)
    assert second == r"x_{1}\Rightarrow \mathrm{F}"
    assert first.split(r",\ ") == [
        r"x_{1}\Rightarrow \mathrm{T}",
        r"\bar x_{1}\Rightarrow \mathrm{T}",
        r"\bar x_{1}\Rightarrow \mathrm{F}",
        r"\mathrm{always}\Rightarrow \mathrm{T}",
        r"\mathrm{always}\Rightarrow \mathrm{F}",
    ]


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


@given(st.integers(1, 5), st.data())
@settings(deadline=None)
def test_the_empty_conjunction_costs_the_perceptron_one_mistake(n, data):
    X = data.draw(sequences(n))
    assert learn_online(Perceptron(n), Sample(X, np.ones(len(X)), "always")).M == 1


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
