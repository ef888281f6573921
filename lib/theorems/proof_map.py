"""All theorems of the book as one graph: what rests on what, what is assumed, and where it stands.

Page *The proof map*. The graph is read off the theorems' own data. They are collected from the
texts beside this module: a text has the name of its chapter, and names its title first; a theorem
says under which label or heading the page states it: one place each, and several theorems may share
a place. Chapters follow each other as in `_toc.yml`, and theorems as in their text. A fork's
contents may leave a chapter out: its theorems come last, and on the site they lead to the full
book.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from lib.proof.reading import Text
from lib.proof.theorem import Theorem, Verdict
from lib.tables import markdown, table
from lib.theorems import homes, text

PROJECT = "perceptrons-and-large-margins"


def contents() -> str:
    """The text of `_toc.yml`, in which the chapters have their order.

    It stands beside `lib` in the repository, and an installed `lib` has a copy among the files of
    its distribution (pyproject.toml). Raises FileNotFoundError where there is neither.
    """
    beside = Path(__file__).parents[2] / "_toc.yml"
    if beside.is_file():
        return beside.read_text("utf-8")
    try:
        copies = [file for file in metadata.files(PROJECT) or () if file.name == "_toc.yml"]
    except metadata.PackageNotFoundError:
        copies = []
    if not copies:
        raise FileNotFoundError(
            f"{beside}, which has the order of the chapters, is missing, and no installed copy of "
            f"{PROJECT} has it; take both lib and _toc.yml from the book's repository"
        )
    return Path(copies[0].locate()).read_text("utf-8")


def left_out(chapters: Iterable[str], named: Sequence[str]) -> list[str]:
    """Those of some chapters that the contents do not name, but the repository has.

    An installed `lib` comes without the chapters: then all count.
    """
    beside = Path(__file__).parents[2] / "chapters"
    others = sorted(set(chapters) - set(named))
    return [one for one in others if not beside.is_dir() or any(beside.glob(f"{one}.*"))]


def collect(texts: Mapping[str, Text], toc: str) -> tuple[Theorem, ...]:
    """The theorems of some texts, by chapter, in the order of the contents and of their text.

    Those of chapters that the contents leave out come last.

    Raises ValueError, which names the theorem and says what to do, when one has no place, and when
    a text is of a chapter that is nowhere, or does not say its title.
    """
    order = re.findall(r"^ *- file: chapters/(\S+)", toc, re.MULTILINE)
    order += left_out(texts, order)
    for chapter, one in texts.items():
        if chapter not in order:
            raise ValueError(
                f"{one.where} is of the chapter {chapter!r}, which _toc.yml does not name; add the "
                "chapter there, or rename the text"
            )
        if not one.title:
            raise ValueError(f"{one.where} does not name its chapter; begin it 'chapter: Title'")
    found = [
        texts[name].theorem(one) for name in order if name in texts for one in texts[name].names
    ]
    for theorem in found:
        if not theorem.label:
            raise ValueError(
                f"the theorem {theorem.name!r} has no place; after its name give the label under "
                f"which the page states it, as in 'theorem {theorem.name} (thm-…): …'"
            )
    return tuple(found)


TEXTS = {stem.replace("_", "-"): text(stem) for stem in dict.fromkeys(homes().values())}
THEOREMS = collect(TEXTS, contents())
TITLES = {chapter: one.title for chapter, one in TEXTS.items()}


class Node(NamedTuple):
    """A hypothesis or a step of a theorem, by the names of both."""

    theorem: str
    name: str


def rests_on(theorems: Iterable[Theorem] = THEOREMS) -> dict[Node, list[Node]]:
    """What each hypothesis and each step of some theorems rests on among them.

    A step rests on the hypotheses and the earlier steps that it uses. A hypothesis rests on the
    step that it was taken from, and on nothing if it was written down as a relation: equal
    relations are not one fact, because each holds by what its own theorem supposes.
    """
    theorems = tuple(theorems)
    held, found = {theorem.name for theorem in theorems}, {}
    for theorem in theorems:
        origin = {name: Node(other.name, step) for name, (other, step) in theorem.taken.items()}
        for name in theorem.hypotheses:
            lowers = [origin[name]] if name in origin and origin[name].theorem in held else []
            found[Node(theorem.name, name)] = lowers
        for step in theorem.steps:
            used = dict.fromkeys([*step.base, *step.given])
            found[Node(theorem.name, step.name)] = [Node(theorem.name, name) for name in used]
    return found


def below(graph: dict[Node, list[Node]], node: Node) -> list[Node]:
    """All that a node rests on, directly or through others, the nearest first."""
    found = [node]
    for upper in found:  # the loop appends to it
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


def prove_all(theorems: Sequence[Theorem] = THEOREMS) -> list[list[Verdict]]:
    """What `Theorem.prove` says of each theorem, some at a time where there are processes.

    >>> [len(verdicts) for verdicts in prove_all(THEOREMS[:2])]
    [3, 5]
    """
    if sys.platform == "emscripten":
        return list(map(Theorem.prove, theorems))
    from concurrent.futures import ProcessPoolExecutor  # which a browser's Python may not import

    with ProcessPoolExecutor() as pool:  # neighbors in one process: they rest on each other
        return list(pool.map(Theorem.prove, theorems, chunksize=15))


# Counted


def summary(theorems: Sequence[Theorem], proofs: Iterable[Iterable[Verdict]]) -> str:
    """How many theorems, steps proved and mutants refuted there are.

    `proofs` holds what `Theorem.prove` gave for each theorem. With nothing assumed are theorems
    of which nothing is listed as assumed, cited or argued in words; `trusted` counts the others.

    >>> summary(THEOREMS[1:2], [THEOREMS[1].prove()])
    '1 theorems, 5 steps proved, 8 mutants refuted (8 by vectors), 1 with nothing assumed'
    """
    verdicts = [verdict for proof in proofs for verdict in proof]
    fell = [found for verdict in verdicts for found in verdict.refutations]
    return (
        f"{len(theorems)} theorems, {sum(verdict.proved for verdict in verdicts)} steps proved, "
        f"{len(fell)} mutants refuted ({sum(bool(found.vectors) for found in fell)} by vectors), "
        f"{sum(not any(t.open.values()) for t in theorems)} with nothing assumed"
    )


def trusted(theorems: Iterable[Theorem] = THEOREMS) -> str:
    """How many theorems assume something, and how many others cite it, or argue it in words.

    Each theorem is counted once, at the first of these that it does.

    >>> trusted(THEOREMS[4:7])
    '0 with something assumed, 0 more with a citation, 0 more partly or wholly in words'
    """
    count = Counter(next((k for k, facts in t.open.items() if facts), "") for t in theorems)
    return (
        f"{count['Assumed']} with something assumed, {count['Cited']} more with a citation, "
        f"{count['Argued in words']} more partly or wholly in words"
    )


# What cvc5 leaves open, of the questions that z3 answers: tests/test_second_solver.py asks it, and
# compares at night. Of all others both say the same.
ONE_SOLVER = {
    "exchange": ("v moves along one difference",),
    "hinge_rate": ("sum and distance",),
    "any_epsilon": ("length",),
    "without_the_jump": ("length",),
    "threshold": ("square",),
    "longest": ("w meets it too",),
    "root_potential": ("increment",),
    "pair": ("w moves along one difference",),
    "stopping": ("its term", "one example"),
    "share": ("a part of the way", "gains and gap", "all examples"),
    "canonical": ("no distance changes",),
    "worst_example": ("not much longer",),
}


def two_solvers(theorems: Iterable[Theorem] = THEOREMS) -> str:
    """How many of the steps that z3 proves a second solver, cvc5, proves as well.

    >>> two_solvers(THEOREMS[:1])
    '3 of 3 steps by z3 are proved by cvc5 as well'
    """
    steps = [(t.name, step.name) for t in theorems for step in t.steps if step.by == "z3"]
    both = sum(name not in ONE_SOLVER.get(theorem, ()) for theorem, name in steps)
    return f"{both} of {len(steps)} steps by z3 are proved by cvc5 as well"


def one_solver(theorems: Iterable[Theorem] = THEOREMS):
    """The steps that z3 alone proves, because cvc5 does not decide them in its time.

    >>> print(one_solver([theorem for theorem in THEOREMS if theorem.name == "pair"]).data)
    [What a pair gains](dual-ascent.ipynb#thm-pair):
    <BLANKLINE>
    - *w moves along one difference*
    """
    return by_theorem((t, f"*{name}*") for t in theorems for name in ONE_SOLVER.get(t.name, ()))


# In tables


def place(theorem: Theorem) -> str:
    """A link to where the book states a theorem.

    >>> place(THEOREMS[0])
    '[Cauchy–Schwarz](linear-separators.ipynb#lem-cauchy-schwarz)'
    """
    return f"[{theorem.title}]({theorem.chapter}.ipynb#{theorem.label})"


def by_theorem(facts: Iterable[tuple[Theorem, str]]):
    """Facts under the theorems to which they belong, each of which is named once."""
    under = {}
    for theorem, fact in facts:
        under.setdefault(place(theorem), []).append(f"- {fact}")
    return markdown("\n\n".join(f"{name}:\n\n" + "\n".join(under[name]) for name in under))


def assumed(theorems: Iterable[Theorem] = THEOREMS):
    """What no step proves, under the theorem that it belongs to, and why it is true.

    A fact is a hypothesis, which stands as a formula, or what no relation says, by its name.

    >>> print(assumed([theorem for theorem in THEOREMS if theorem.name == "excursion"]).data)
    [One excursion](not-separable.ipynb#lem-excursion):
    <BLANKLINE>
    - ... (assumed): ...
    """
    found = []
    for theorem in theorems:
        for word, facts in theorem.unchecked.items():
            for name, why in facts.items():
                fact = theorem.formula(name) if name in theorem.hypotheses else name
                found.append((theorem, f"{fact} ({word.lower()}): {why}"))
    return by_theorem(found)


def most_used(theorems: Iterable[Theorem] = THEOREMS, count: int = 5):
    """The hypotheses that most steps use, each word for word, with the first theorem's letters.

    >>> print(most_used(THEOREMS[3:6], 1).data)
    | hypothesis | says | steps that use it | theorems |
    | --- | --- | --- | --- |
    | w starts at 0 | $w_t = 0$ | 4 | 2 |
    """
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
    """The premises that the last step of a theorem rests on, under their theorems; and their fate.

    Raises ValueError when it has no step.

    >>> print(grounds(THEOREMS[1]).data)
    [Distance to a hyperplane](linear-separators.ipynb#thm-distance):
    <BLANKLINE>
    - ...
    """
    if not theorem.steps:
        raise ValueError(f"{theorem.name} has no step; its trust line says what it rests on")
    by_name = {other.name: other for other in theorems}
    graph = rests_on(by_name.values())
    found = []
    for node in below(graph, Node(theorem.name, theorem.steps[-1].name)):
        other = by_name[node.theorem]
        if node.name in other.hypotheses and not graph[node]:
            facts = other.unchecked.items()
            fate = next((word.lower() for word, named in facts if node.name in named), "premise")
            found.append((other, f"*{node.name}*, {fate}: {other.formula(node.name)}"))
    return by_theorem(found)
