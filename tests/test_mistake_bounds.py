"""The mistake-bound model: concepts, learners, and opponents, by exhaustion over few bits."""

from functools import cache
from itertools import compress, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.mistake_bounds.concepts import (
    Conjunction,
    DecisionList,
    all_conjunctions,
    all_examples,
    fit_conjunction,
)
from lib.mistake_bounds.games import (
    adversary,
    against,
    alternating,
    deepest_tree,
    optimum,
    worst_sequence,
)
from lib.mistake_bounds.learners import Elimination, Halving, Levels, Perceptron, Winnow
from lib.mistake_bounds.runs import learn_online
from lib.proof.watching import before_and_after
from lib.samples import Sample
from lib.theorems import theorem


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


@st.composite
def labeled(draw, n):
    """A sequence whose labels may follow no rule."""
    X = draw(sequences(n))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X)))
    return Sample(X, y)


def all_decision_lists(n):
    """Those with no variable twice: any other has the labels of one of them, with no more rules."""
    for size in range(n + 1):
        for variables in permutations(range(1, n + 1), size):
            for signs in product((1, -1), repeat=size):
                literals = [i * s for i, s in zip(variables, signs, strict=True)]
                for labels in product((1, -1), repeat=size + 1):
                    yield DecisionList(n, zip([*literals, 0], labels, strict=True))


def table(concepts, n):
    return np.array([concept(all_examples(n)) for concept in concepts])


def learners(n):
    """One of each kind; halving knows the conjunctions."""
    whole = table(all_conjunctions(n), n)
    return [Elimination(n), Levels(n), Halving(n, whole), Perceptron(n)]


# Concepts


@given(st.one_of(conjunctions(4), decision_lists(4)))
@settings(max_examples=30)
def test_concepts_label_as_they_are_defined(c):
    def holds(literal, x):
        return literal == 0 or x[abs(literal) - 1] == (literal > 0)

    for x, label in zip(all_examples(4), c(all_examples(4)), strict=True):
        if isinstance(c, Conjunction):
            assert (label > 0) == all(holds(literal, x) for literal in c.literals)
        else:
            assert label == next(said for literal, said in c.rules if holds(literal, x))


@pytest.mark.slow
@given(labeled(3))
@settings(max_examples=30)
def test_fit_conjunction_is_the_longest_that_fits_and_refuses_what_none_fits(sample):
    fits = [c for c in all_conjunctions(3) if (c(sample.X) == sample.y).all()]
    try:
        fitted = fit_conjunction(sample)
    except ValueError as error:
        assert "no consistent conjunction" in str(error) and not fits
    else:
        assert (fitted(sample.X) == sample.y).all()
        if (sample.y > 0).any():
            assert all(c.literals <= fitted.literals for c in fits)


# Learners


def follows_the_plain_loop(run):
    """One example at a time it errs where the run says."""
    learner, sample, state, erred = run.learner, run.sample, run.learner.start, []
    rows = learner.encode(sample.X)
    for position in range(run.seen):
        i = position % sample.n
        if learner.predict(state, rows[i : i + 1])[0] != sample.y[i]:
            state = learner.learn(state, rows[i], sample.y[i])
            erred.append(position)
    assert run.when.tolist() == erred and run.halted
    assert (run.when % sample.n == run.mistakes).all()


@given(sequences(4), conjunctions(4))
@settings(max_examples=20)
def test_runs_walk_the_plain_loop_and_end_consistent(X, c):
    sample = Sample(X, c(X))
    for learner in learners(4):
        run = learn_online(learner, sample)
        follows_the_plain_loop(run)
        assert len(run.states) == run.M + 1
        assert (learner.predict(run.states[-1], learner.encode(X)) == sample.y).all()


@pytest.mark.parametrize(
    ("learner", "target"),
    [
        (Elimination(20), Conjunction(20, [3, -7])),
        (Perceptron(20), Conjunction(20, [3, -7, 11])),
        (Levels(20), DecisionList(20, [(4, 1), (-2, -1), (9, 1), (0, -1)])),
    ],
    ids=str,
)
def test_blocks_walk_the_plain_loop_on_long_sequences(learner, target):
    X = (np.random.default_rng(5).random((2000, 20)) < 0.8).astype(float)
    run = learn_online(learner, Sample(X, target(X)))
    follows_the_plain_loop(run)
    assert run.M > 5


@given(sequences(4), decision_lists(4))
@settings(max_examples=25)
def test_levels_follow_a_slow_reading_of_the_rule_and_keep_their_bound(X, target):
    run = learn_online(Levels(4), Sample(X, target(X)), max_passes=1)
    level = {(a, b): 1 for a in range(-4, 5) for b in (-1, 1)}
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
        at = 8 if a == 0 else a - 1 if a > 0 else 3 - a
        assert run.states[-1][int(b > 0), at] == depth
    run = learn_online(Levels(4), run.sample)
    assert run.M <= 18 * len(target.rules)
    assert not run.M or theorem("rule").failing(run.falls(target)) == []


@given(labeled(2))
@settings(max_examples=25)
def test_levels_refuse_only_what_no_list_fits(sample):
    possible = any((c(sample.X) == sample.y).all() for c in all_decision_lists(2))
    try:
        run = learn_online(Levels(2), sample)
    except ValueError:
        assert not possible
    else:
        assert possible and run.halted


# Opponents, and the exact values of games over few bits


@pytest.mark.parametrize("n", [1, 2, 3])
def test_elimination_exhaustively(n):
    *satisfied, never = all_conjunctions(n)
    assert len(np.unique(table([*satisfied, never], n), axis=0)) == 3**n + 1
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


@pytest.mark.parametrize("n", [1, 2, 4])
def test_whatever_one_answers_is_wrong_and_a_conjunction_explains_it(n):
    targets = set()
    for answers in product((-1, 1), repeat=n + 1):
        sample, c = against(answers)
        assert sample.y.tolist() == [-said for said in answers]
        assert (c(sample.X) == sample.y).all()
        assert n == 1 or not {a for a in c.literals if -a in c.literals}
        targets.add(c.literals)
    if n == 1:  # whose last leaves no target that is ever true
        assert targets == {frozenset(said) for said in ((), (1,), (-1,), (-1, 1))}


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_book_s_learners_are_forced(n):
    for learner in learners(n):
        sample, target = adversary(learner)
        assert (target(sample.X) == sample.y).all()
        assert learn_online(learner, sample, max_passes=1).M == sample.n == n + 1


# Winnow, the perceptron on lists, and the optimum


def disjunction(n, r):
    """True where one of the first r bits is 1."""
    return DecisionList(n, [*((i, 1) for i in range(1, r + 1)), (0, -1)])


@pytest.mark.parametrize(("n", "r"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2)])
def test_winnow_keeps_its_bound_on_every_sequence(n, r):
    worst = len(worst_sequence(Winnow(n), disjunction(n, r)))
    assert worst <= 2 * r * np.ceil(np.log2(n))  # without the theorem's 1: an exercise


def test_winnow_walks_the_loop_of_the_page():
    X = (np.random.default_rng(0).random((300, 40)) < 0.15).astype(float)
    run = learn_online(Winnow(40), Sample(X, disjunction(40, 2)(X)))
    assert run.halted and run.M > 5
    w = np.ones(40)
    for row in run.mistakes:
        on, label = X[row] > 0, run.sample.y[row] > 0
        assert (w[on].sum() >= 40) != label
        w[on] *= 2 if label else 0
    np.testing.assert_array_equal(run.states[-1], w)


@pytest.mark.parametrize("n", [1, 3, 9])
@pytest.mark.parametrize("seed", [None, 0])
def test_an_alternating_list_costs_the_perceptron_a_fibonacci_number(n, seed):
    sample = alternating(n)
    target = DecisionList(n, [*((i, 1 if i % 2 else -1) for i in range(1, n + 1)), (0, -1)])
    np.testing.assert_array_equal(target(sample.X), sample.y)
    if seed is not None:
        order = np.random.default_rng(seed).permutation(n + 1)
        sample = Sample(sample.X[order], sample.y[order])
    run = learn_online(Perceptron(n), sample, max_passes=10**5)
    fibonacci = [1, 1]
    while len(fibonacci) < n + 1:
        fibonacci.append(sum(fibonacci[-2:]))
    assert run.halted and run.M >= fibonacci[n - 1]
    *w, b = run.states[-1]
    assert w[0] >= fibonacci[n - 1]
    odd, even = np.cumsum(w[::-2]), np.append(0, np.cumsum(-np.array(w[-2::-2])))
    odd_fib, even_fib = fibonacci[1::2], fibonacci[::2]
    if n > 1:
        seen = before_and_after(
            odd=odd, even=even, fib=np.array(odd_fib), fib_even=np.array(even_fib)
        )
        seen |= {"drop": -b, "w_one": w[0], "mistakes": run.M}
        assert theorem("fibonacci").failing(seen) == []


def test_the_optimum_is_the_value_of_the_game():
    """Round by round, over all classes on three examples: any prediction, any label that fits."""

    @cache
    def value(alive, rounds):
        if not rounds:
            return 0
        left = [{y: frozenset(c for c in alive if c[x] == y) for y in (-1, 1)} for x in range(3)]
        return max(
            min(
                max((said != y) + value(part, rounds - 1) for y, part in parts.items() if part)
                for said in (-1, 1)
            )
            for parts in left
        )

    functions = list(product((-1, 1), repeat=3))
    for kept in product((False, True), repeat=8):
        if any(kept):
            concepts = frozenset(compress(functions, kept))
            assert optimum(list(concepts)) == value(concepts, 3) == value(concepts, 4)


@given(seed=st.integers(0, 10_000))
def test_a_deepest_tree_forces_every_path(seed):
    rng = np.random.default_rng(seed)
    table = np.unique(rng.choice((-1, 1), (rng.integers(1, 9), 4)), axis=0)
    depth, tree = optimum(table), deepest_tree(table)
    assert len(tree) == 2**depth - 1
    for path in product((-1, 1), repeat=depth):
        shown = [tree[path[:i]] for i in range(depth)]
        assert (table[:, shown] == path).all(axis=1).any()
