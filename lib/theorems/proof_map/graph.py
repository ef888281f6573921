"""All theorems of the book as one graph: what rests on what, what is assumed, and where it stands.

Page *The proof map*. The graph is read off the theorems' own data.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import NamedTuple

from lib.proof.page import formula
from lib.proof.step import Verdict
from lib.proof.theorem import Theorem
from lib.tables import table
from lib.theorems import (
    block_novikoff,
    dual_ascent,
    kernels,
    linear_separators,
    max_margin,
    not_separable,
    perceptron,
    soft_margin,
    svm_dual,
)
from lib.theorems.generalization import risk as risk_of_classifiers
from lib.theorems.generalization import shattering, shattering_offset
from lib.theorems.hinge_sgd import convexity, loss, rate
from lib.theorems.margin_perceptron import bounds, potential, search
from lib.theorems.mistake_bounds import conjunctions, decision_lists, halving
from lib.theorems.perceptron_as_descent import risk, step_size
from lib.theorems.proof_map.places import LABELS

# Named one by one, so that the page is built anew where one of them has changed.
CHAPTERS = {
    "Linear separators": (linear_separators,),
    "The perceptron": (perceptron,),
    "The Block–Novikoff theorem": (block_novikoff,),
    "Maximum margins": (max_margin,),
    "Duality and support vectors": (svm_dual,),
    "Soft margins": (soft_margin,),
    "The perceptron as descent": (risk, step_size),
    "Hinge SGD": (loss, convexity, rate),
    "Kernels": (kernels,),
    "Generalization": (shattering, shattering_offset, risk_of_classifiers),
    "The margin perceptron": (bounds, potential, search),
    "Without a separator": (not_separable,),
    "Mistake bounds": (conjunctions, halving, decision_lists),
    "Dual ascent": (dual_ascent,),
}


def collect(module: ModuleType) -> dict[str, Theorem]:
    """The theorems of a module by name, in the order of its text."""
    return {value.name: value for value in vars(module).values() if isinstance(value, Theorem)}


# A module may import another's theorem: each counts once, where it stands first.
MODULES = [module for modules in CHAPTERS.values() for module in modules]
THEOREMS = tuple({name: t for m in MODULES for name, t in collect(m).items()}.values())


class Node(NamedTuple):
    """A hypothesis or a step of a theorem, by the names of both."""

    theorem: str
    name: str


def rests_on(theorems: Iterable[Theorem] = THEOREMS) -> dict[Node, list[Node]]:
    """What each hypothesis and each step of some theorems, in the order of the book, rests on.

    A step rests on the hypotheses and the earlier steps that it uses. A hypothesis rests on the
    step that claims the same relation, if the book claims it before it supposes it anywhere; what
    it supposes first is a premise, and rests on nothing.
    """
    found, first = {}, {}
    for theorem in theorems:
        for name, relation in theorem.hypotheses.items():
            node = Node(theorem.name, name)
            origin, claimed = first.setdefault(relation, (node, False))
            found[node] = [origin] if claimed else []
        for step in theorem.steps:
            node = Node(theorem.name, step.name)
            first.setdefault(step.claim, (node, True))
            used = dict.fromkeys([*step.base, *step.given])
            found[node] = [Node(theorem.name, name) for name in used]
    return found


def below(graph: dict[Node, list[Node]], node: Node) -> list[Node]:
    """All that a node rests on, directly or through others, the nearest first."""
    found = [node]
    for upper in found:  # which grows
        found += [lower for lower in graph[upper] if lower not in found]
    return found[1:]


def between(theorems: Iterable[Theorem] = THEOREMS) -> dict[str, list[str]]:
    """The names of the theorems that each theorem takes a hypothesis from."""
    theorems = tuple(theorems)
    found = {theorem.name: [] for theorem in theorems}
    for upper, lowers in rests_on(theorems).items():
        for lower in lowers:
            if lower.theorem != upper.theorem and lower.theorem not in found[upper.theorem]:
                found[upper.theorem].append(lower.theorem)
    return found


# Counted


def summary(theorems: Sequence[Theorem], proofs: Iterable[Iterable[Verdict]]) -> str:
    """How many theorems, steps proved and mutants refuted there are, and how much is not assumed.

    `proofs` holds what `Theorem.prove` gave for each theorem.
    """
    verdicts = [verdict for proof in proofs for verdict in proof]
    fell = [found for verdict in verdicts for found in verdict.mutants.values() if found]
    return (
        f"{len(theorems)} theorems, {sum(verdict.proved for verdict in verdicts)} steps proved, "
        f"{len(fell)} mutants refuted ({sum(bool(found.vectors) for found in fell)} by vectors), "
        f"{sum(not (t.assumed or t.cited) for t in theorems)} with nothing assumed"
    )


def trusted(theorems: Iterable[Theorem] = THEOREMS) -> str:
    """How many theorems assume something, or cite it."""
    theorems = tuple(theorems)
    assume = sum(bool(theorem.assumed) for theorem in theorems)
    return (
        f"{assume} with something assumed, {sum(bool(t.cited) for t in theorems)} with a citation"
    )


# In tables


def place(theorem: Theorem) -> str:
    """A link to where the book states a theorem."""
    return f"[{theorem.title}]({theorem.chapter}.ipynb#{LABELS[theorem.name]})"


def assumed(theorems: Iterable[Theorem] = THEOREMS):
    """The facts that no step proves, with the theorem that each carries, and why it is true."""
    rows = [
        [place(theorem), formula(theorem, name), word, why]
        for theorem in theorems
        for word, facts in (("assumed", theorem.assumed), ("cited", theorem.cited))
        for name, why in facts.items()
    ]
    return table(["theorem", "hypothesis", "how", "why it is true"], rows)


def most_used(theorems: Iterable[Theorem] = THEOREMS, count: int = 5):
    """The hypotheses that most steps use, each word for word, with the first theorem's letters."""
    steps, where, written = Counter(), {}, {}
    for theorem in theorems:
        for name, relation in theorem.hypotheses.items():
            using = [s for s in theorem.steps if name in (*s.base, *s.given)]
            steps[relation] += len(using)
            where.setdefault(relation, []).append(theorem)
            written.setdefault(relation, [name, f"${theorem.typeset(name)}$"])
    rows = [[*written[r], number, len(where[r])] for r, number in steps.most_common(count)]
    return table(["hypothesis", "says", "steps that use it", "theorems"], rows)


def grounds(theorem: Theorem, theorems: Iterable[Theorem] = THEOREMS):
    """The premises that the last step of a theorem rests on, each with its theorem and its fate."""
    by_name = {other.name: other for other in theorems}
    graph = rests_on(by_name.values())
    rows = []
    for node in below(graph, Node(theorem.name, theorem.steps[-1].name)):
        other = by_name[node.theorem]
        if node.name in other.hypotheses and not graph[node]:
            facts = {"assumed": other.assumed, "cited": other.cited}
            fate = next((word for word, named in facts.items() if node.name in named), "premise")
            rows.append([node.name, f"${other.typeset(node.name)}$", place(other), fate])
    return table(["hypothesis", "says", "of", "is"], rows)
