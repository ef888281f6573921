"""Random concepts and sequences of bits, and every concept of few bits, for the tests of bounds."""

from itertools import permutations, product

import numpy as np
from hypothesis import strategies as st

from lib.mistake_bounds.bits import all_examples
from lib.mistake_bounds.concepts import Conjunction, DecisionList, all_conjunctions
from lib.mistake_bounds.learners import Elimination, Halving, Levels, Perceptron
from lib.proof.watching import before_and_after
from lib.samples import Sample

XOR = Sample(all_examples(2), [-1, 1, 1, -1])


def conjunctions(n):
    signs = st.lists(st.sampled_from([0, 1, -1]), min_size=n, max_size=n)
    return signs.map(lambda s: Conjunction(n, [i * k for i, k in enumerate(s, 1) if k]))


@st.composite
def decision_lists(draw, n):
    variables = draw(st.permutations(range(1, n + 1)))[: draw(st.integers(0, n))]
    signs = st.sampled_from([1, -1])
    rules = [(i * draw(signs), draw(signs)) for i in variables]
    return DecisionList(n, (*rules, (0, draw(signs))))


def all_decision_lists(n):
    """The decision lists of n bits with no variable twice, shortest first.

    Any other list has one of these with the same labels and no more rules: nothing passes
    the two literals of one variable.
    """
    for size in range(n + 1):
        for variables in permutations(range(1, n + 1), size):
            for signs in product((1, -1), repeat=size):
                literals = [i * s for i, s in zip(variables, signs, strict=True)]
                for labels in product((1, -1), repeat=size + 1):
                    yield DecisionList(n, zip([*literals, 0], labels, strict=True))


def sequences(n):
    bits = st.lists(st.integers(0, 1), min_size=n, max_size=n)
    return st.lists(bits, min_size=1, max_size=40).map(lambda rows: np.array(rows, dtype=float))


def table(concepts, n):
    return np.array([concept(all_examples(n)) for concept in concepts])


def learners(n):
    """One of each kind; halving knows the conjunctions."""
    whole = table(all_conjunctions(n), n)
    return [Elimination(n), Levels(n), Halving(n, whole), Perceptron(n)]


def plain_loop(learner, sample, seen):
    """After how many examples the learner errs, one example at a time, among the first `seen`."""
    state, erred = learner.start, []
    rows = learner.encode(sample.X)
    for position in range(seen):
        i = position % sample.n
        if learner.predict(state, rows[i : i + 1])[0] != sample.y[i]:
            state = learner.learn(state, rows[i], sample.y[i])
            erred.append(position)
    return erred


# What theorems watch, from runs.


def eliminated(run, n, k):
    sizes = np.array([state.sum() for state in run.states])
    gone = sizes[:-1] - sizes[1:]
    return before_and_after(H=sizes) | {"t": np.arange(1, run.M + 1), "G": gone, "n": n, "k": k}


def sunk(run, target):
    fallen = np.array([state - 1 for state in run.states])
    sums = before_and_after(F=fallen.sum(axis=(1, 2)), q=fallen.max(axis=(1, 2)))
    sizes = {"t": np.arange(1, run.M + 1), "n": target.n}
    return run.falls(target) | sums | sizes


def halved(run, labels):
    """`labels`: those of the target on all examples."""
    mine = (run.learner.table == labels).all(axis=1)
    V, a = (np.array([state[which].sum() for state in run.states]) for which in (mine | True, mine))
    return before_and_after(V=V, a=a, P=2.0 ** np.arange(run.M + 1)) | {"N": V[0]}
