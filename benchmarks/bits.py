"""Conjunctions and decision lists against the plain loop.

The learners of the chapter on mistake bounds look for the next mistake a block of examples at a
time. The peer is the loop as the notes print it, one example after another, over Python's own sets
and lists. Both err on the same examples in the same order.
"""

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Row, compare
from lib.mistake_bounds.concepts import Conjunction, DecisionList
from lib.mistake_bounds.learners import Elimination, Levels
from lib.mistake_bounds.runs import learn_online
from lib.samples import Sample

PEER = "plain loop"


def rows(small: bool = False) -> Iterator[Row]:
    """Random bits, labelled by a random concept of each class."""
    m = 200 if small else 20_000
    for learner, concept, loop in (
        (Elimination(20), conjunction(20), eliminate),
        (Elimination(200), conjunction(200), eliminate),
        (Levels(20), decision_list(20), sink),
        (Levels(50), decision_list(50), sink),
    ):
        sample = labelled(concept, m)
        bits, labels = sample.X.astype(int).tolist(), sample.y.astype(int).tolist()
        name = "conjunction" if loop is eliminate else "decision list"
        yield compare(
            f"{name} of {learner.n} bits, {m} examples",
            lambda learner=learner, sample=sample: learn_online(learner, sample).when.tolist(),
            lambda loop=loop, bits=bits, labels=labels: loop(bits, labels),
            list.__eq__,
            small=small,
        )


def conjunction(n: int) -> Conjunction:
    """Three literals of n bits."""
    return Conjunction(n, frozenset({1, -2, n}))


def decision_list(n: int) -> DecisionList:
    """Ten rules on random literals and labels, and a default."""
    rng = np.random.default_rng(0)
    variables = rng.permutation(n)[:10] + 1
    literals = (variables * rng.choice([-1, 1], size=10)).tolist()
    return DecisionList(
        n, (*zip(literals, rng.choice([-1, 1], size=10).tolist(), strict=True), (0, 1))
    )


def labelled(concept: Conjunction | DecisionList, m: int) -> Sample:
    """m random examples with the labels of the concept."""
    X = np.random.default_rng(1).integers(0, 2, size=(m, concept.n)).astype(float)
    return Sample(X, concept(X))


def eliminate(examples: list[list[int]], labels: list[int]) -> list[int]:
    """When elimination errs: after how many examples seen."""
    kept = {(i, bit) for i in range(len(examples[0])) for bit in (0, 1)}
    erred, seen, before = [], 0, -1
    while before < len(erred):
        before = len(erred)
        for x, label in zip(examples, labels, strict=True):
            if (1 if all(x[i] == bit for i, bit in kept) else -1) != label:
                kept = {(i, bit) for i, bit in kept if x[i] == bit}
                erred.append(seen)
            seen += 1
    return erred


def sink(examples: list[list[int]], labels: list[int]) -> list[int]:
    """When the learner of decision lists errs; its terms sink a level each time they are wrong."""
    n = len(examples[0])
    level = {(i, bit, said): 1 for i in range(n) for bit in (0, 1) for said in (-1, 1)}
    level |= {(None, None, said): 1 for said in (-1, 1)}
    erred, seen, before = [], 0, -1
    while before < len(erred):
        before = len(erred)
        for x, label in zip(examples, labels, strict=True):
            fires = [term for term in level if term[0] is None or x[term[0]] == term[1]]
            top = min(level[term] for term in fires)
            deciding = [term for term in fires if level[term] == top]
            if (1 if sum(said for *_, said in deciding) >= 0 else -1) != label:
                for term in deciding:
                    level[term] += term[2] != label
                erred.append(seen)
            seen += 1
    return erred
