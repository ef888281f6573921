"""The index of terms: each leads somewhere, stands in order, and no named result is missing."""

import re
from itertools import pairwise

from tests.chapters import BOX, ROOT, TEACHING, each_check, fail_with

ENTRY = re.compile(r"^- \[(.+?)\]\(([\w-]+)\.ipynb(?:#([\w-]+))?\)", re.MULTILINE)
TERMS = (ROOT / "chapters/terms.md").read_text("utf-8")


def order(term: str) -> str:
    """A term as the alphabet has it."""
    return " ".join(re.findall(r"\w+", term.casefold().replace("\\", "")))


def terms_lack_no_result(chapter, terms=TERMS):
    """What is defined, stated or proved under a title."""
    known = {(stem, anchor) for _, stem, anchor in ENTRY.findall(terms)}
    for number, (kind, title, label) in ((n, found.groups()) for n, found in chapter.matches(BOX)):
        if (chapter.stem, label) not in known:
            term = re.sub(r"^(?:The|An?) ", "", title)
            yield (
                f"{chapter.at(number)}: the {kind} {title!r} is not in the index; add to "
                f"chapters/terms.md, under {term[0].upper()}, in the words that a reader would "
                f"look up: `- [{term[0].lower()}{term[1:]}]({chapter.stem}.ipynb#{label})`"
            )


CHECKS = (terms_lack_no_result,)
test_a_chapter = each_check(CHECKS, TEACHING)


def test_the_terms_are_in_order():
    terms, letter = [], ""
    for line in TERMS.splitlines():
        letter = line[3:] if line.startswith("## ") else letter
        if found := ENTRY.match(line):
            terms.append(found[1])
            assert found[1][0].upper() == letter, f"chapters/terms.md: move [{found[1]}]"
    fail_with(
        f"chapters/terms.md: [{after}] stands below [{before}]; move one, or merge them"
        for before, after in pairwise(terms)
        if order(before) >= order(after)
    )
