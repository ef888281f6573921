"""The papers of an assignment: a master holds several, and the course's secret chooses one.

Lines between ``### BEGIN VARIANT 2`` and ``### END VARIANT 2`` (in a text cell
``<!-- BEGIN VARIANT 2 -->`` and ``<!-- END VARIANT 2 -->``) are released in paper 2 alone.
"""

import hashlib
import os
import re

from nbgrader.preprocessors import NbGraderPreprocessor

MARK = re.compile(r" *(?:###|<!--) (BEGIN|END) VARIANT (\d)(?: -->)?")


def paper(assignment: str, sources: list[str]) -> int:
    """The number of the paper that the course's secret chooses; 1 without a secret."""
    lines = (line for text in sources for line in text.split("\n"))
    count = max((int(mark[2]) for mark in map(MARK.fullmatch, lines) if mark), default=1)
    secret = os.environ.get("HOMEWORK_SECRET")
    if not secret:
        return 1
    digest = hashlib.sha256(f"paper\0{assignment}\0{secret}".encode()).digest()
    return 1 + digest[0] % count


def chosen(source: str, number: int) -> str:
    """A cell's source as paper `number` has it. Raises ValueError where a mark has no partner."""
    kept, inside = [], None
    for line in source.split("\n"):
        mark = MARK.fullmatch(line)
        if not mark:
            if inside in (None, number):
                kept.append(line)
            continue
        begins, variant = mark[1] == "BEGIN", int(mark[2])
        if inside != (None if begins else variant):
            raise ValueError(f"{line.strip()!r} has no partner; pair each BEGIN with an END")
        inside = variant if begins else None
    if inside is not None:
        raise ValueError(f"BEGIN VARIANT {inside} has no END VARIANT {inside}; add it")
    return "\n".join(kept)


class ChooseVariants(NbGraderPreprocessor):
    """nbgrader's first step in making an assignment: keep one paper of the master."""

    def preprocess(self, nb, resources):
        number = paper(resources["nbgrader"]["assignment"], [cell.source for cell in nb.cells])
        for cell in nb.cells:
            cell.source = chosen(cell.source, number)
        if number > 1:
            nb.metadata["paper"] = number
        return nb, resources
