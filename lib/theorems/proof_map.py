"""All theorems of the book as one graph: what rests on what, what is assumed, and where it stands.

Page *The proof map*. The graph is read off the theorems' own data. A fork's contents may leave a
chapter out: its theorems come last, and on the site they lead to the full book.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from lib.proof.reading import Text
from lib.proof.theorem import Theorem
from lib.theorems import homes

PROJECT = "perceptrons-and-large-margins"
REPOSITORY = Path(__file__).parents[2]


def contents() -> str:
    """The text of `_toc.yml`, in which the chapters have their order.

    It stands beside `lib`, or among the files of an installed one (pyproject.toml).
    """
    beside = REPOSITORY / "_toc.yml"
    if beside.is_file():
        return beside.read_text("utf-8")
    with suppress(metadata.PackageNotFoundError):
        for file in metadata.files(PROJECT) or ():
            if file.name == beside.name:
                return file.read_text("utf-8")
    raise FileNotFoundError(
        f"{beside}, which has the order of the chapters, is missing, and no installed copy of "
        f"{PROJECT} has it; take both lib and _toc.yml from the book's repository"
    )


def collect(texts: Mapping[str, Text], toc: str) -> tuple[Theorem, ...]:
    """The theorems of some texts, in the order of the contents, then of their text."""
    order = re.findall(r"^ *- file: chapters/(\S+)", toc, re.MULTILINE)
    beside, left_out = REPOSITORY / "chapters", sorted({*texts} - {*order})
    found = []
    for text in [texts[chapter] for chapter in (*order, *left_out) if chapter in texts]:
        nowhere = text.chapter in left_out and beside.is_dir()
        if nowhere and not any(beside.glob(f"{text.chapter}.*")):
            raise ValueError(f"{text.where} is of no chapter; add one to _toc.yml, or rename it")
        if not text.title:
            raise ValueError(f"{text.where} has no title; begin it 'chapter: Title'")
        for theorem in map(text.theorem, text.drafts):
            if not theorem.label:
                named = f"theorem {theorem.name}"
                raise ValueError(f"the {named} has no label; give it, as in '{named} (thm-…): …'")
            found.append(theorem)
    return tuple(found)


TEXTS = {text.chapter: text for text in homes().values()}
THEOREMS = collect(TEXTS, contents())
TITLES = {chapter: one.title for chapter, one in TEXTS.items()}


class Node(NamedTuple):
    """A hypothesis or a step of a theorem, by the names of both."""

    theorem: str
    name: str


def rests_on(theorems: Iterable[Theorem] = THEOREMS) -> dict[Node, list[Node]]:
    """What each hypothesis and each step of theorems rests on, which hold those they take from.

    A hypothesis rests on the step from which it was taken. Equal relations are not one fact: each
    holds by what its own theorem supposes.
    """
    found = {}
    for theorem in theorems:
        taken = {name: [Node(other.name, step)] for name, (other, step) in theorem.taken.items()}
        found |= {Node(theorem.name, name): taken.get(name, []) for name in theorem.hypotheses}
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
    return {t.name: [*dict.fromkeys(other.name for other, _ in t.taken.values())] for t in theorems}


def summary(theorems: Sequence[Theorem]) -> str:
    """How many theorems, steps proved and mutants refuted there are, by what they have proved.

    >>> summary(THEOREMS[1:2])
    '1 theorems, 5 steps proved, 8 mutants refuted (8 by vectors), 1 with nothing assumed'
    """
    verdicts = [verdict for theorem in theorems for verdict in theorem.prove()]
    fell = [found for verdict in verdicts for found in verdict.refutations]
    return (
        f"{len(theorems)} theorems, {sum(verdict.proved for verdict in verdicts)} steps proved, "
        f"{len(fell)} mutants refuted ({sum(bool(found.vectors) for found in fell)} by vectors), "
        f"{sum(not any(t.open.values()) for t in theorems)} with nothing assumed"
    )
