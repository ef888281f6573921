"""One letter, one meaning: the tables of *Notation* against the formulas of the chapters' prose."""

import re
from collections import Counter

from tests.chapters import TEACHING, chapter, each_check, fail_with

BOOK, LOCAL, SCRATCH = "## The notation of this book", "### Local letters", "### Scratch letters"
FORMULA = re.compile(r"\$\$(.*?)\$\$|\$([^$]+)\$", re.DOTALL)
CODE = re.compile(r"^(`{3,})\w[^\n]*\n.*?^\1$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]+\]\(([\w-]+)\.ipynb\)")
TOKEN = re.compile(
    r"\\(?P<upright>mathrm|operatorname)\*?\s*(?:\{(?P<name>[^{}]*)\}|(?P<one>\w))"
    r"|\\(?P<font>mathcal|mathbb|mathbf)\s*\{?(?P<letter>\w)\}?"
    r"|\\(?:text|label|begin|end|tag)\{[^{}]*\}"
    r"|\\(?P<command>[a-zA-Z]+)"
    r"|(?P<plain>[a-zA-Z])(?P<index>'*_)?"
)
GREEK = re.compile(
    "alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|vartheta|iota|kappa|lambda|mu|nu|xi|"
    "pi|rho|varrho|sigma|tau|upsilon|phi|varphi|chi|psi|omega|"
    "Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|ell"
)


def symbols(formula: str, indexed: frozenset = frozenset()) -> list[str]:
    r"""The letters of a formula in order, \alpha and \mathcal{C} too, and words set upright.

    A letter with an index is another symbol, "d_", when `indexed` holds it.
    """
    found = []
    for token in TOKEN.finditer(formula):
        if token["upright"]:
            found.append(rf"\mathrm{{{token['name'] or token['one']}}}")
        elif token["font"] and not token["letter"].isdigit():
            found.append(rf"\{token['font']}{{{token['letter']}}}")
        elif token["command"] and GREEK.fullmatch(token["command"]):
            found.append("\\" + token["command"])
        elif token["plain"]:
            both = token["plain"] + "_"
            found.append(both if token["index"] and both in indexed else token["plain"])
    return found


def formulas(source: str) -> list[str]:
    """The formulas of Markdown, outside code."""
    return [one or other for one, other in FORMULA.findall(CODE.sub(" ", source))]


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    lines = page.split(heading + "\n")[1].strip().split("\n\n")[1].splitlines()
    assert lines[1].startswith("|---"), f"no table under {heading}"
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


class Letters:
    """What the page gives to each chapter."""

    def __init__(self, page: str):
        book, local = rows(page, BOOK), rows(page, LOCAL)
        scratch = formulas(page.split(SCRATCH + "\n")[1].split("\n#")[0])
        named = [formulas(row[0])[0] for row in book + local]
        self.indexed = frozenset(
            name for name in (n.partition("_")[0] + "_" for n in named if re.match(r"[a-zA-Z]_", n))
        )
        self.named = [symbols(name, self.indexed)[0] for name in named]
        self.scratch = [symbol for each in scratch for symbol in symbols(each)]
        self.first = {s: LINK.findall(row[2]) for s, row in zip(self.named, book, strict=False)}
        mine = zip(self.named[len(book) :], local, strict=True)
        self.local = {symbol: set(LINK.findall(row[1])) for symbol, row in mine}

    def of(self, stem: str) -> set[str]:
        """The symbols that may stand in a chapter's formulas."""
        here = {symbol for symbol, stems in self.local.items() if stem in stems}
        return {*self.first, *self.scratch} | here

    def used(self, source: str) -> set[str]:
        """The symbols of the formulas of some Markdown."""
        return {s for formula in formulas(source) for s in symbols(formula, self.indexed)}


PAGE = chapter("notation").text
LETTERS = Letters(PAGE)
RISK = re.compile(r"\\bar R|\bR\(|\bR_\{?\\mathrm")
WHERE = "chapters/notation.ipynb"


def letters_are_on_the_page_notation(chapter):
    """In a table, for this chapter; or among the letters that a paragraph may use as it likes."""
    known, told = LETTERS.of(chapter.stem), set()
    for number, cell in chapter.of("markdown"):
        for letter in sorted(LETTERS.used(cell.source) - known - told):
            told.add(letter)
            link = f"[{chapter.text.splitlines()[0][2:]}]({chapter.stem}.ipynb)"
            does = f"add {link} to its row" if letter in LETTERS.local else "add the row"
            yield (
                f"{chapter.at(number)}: ${letter}$ is no letter of this chapter; take one that is "
                f"(scratch: {', '.join(LETTERS.scratch)}), or {does} under {LOCAL!r} of {WHERE}: "
                f"`| ${letter}$ | what it stands for: {link} |`"
            )
        if RISK.search(" ".join(formulas(cell.source))):
            yield f"{chapter.at(number)}: $R$ is the radius; a risk is `\\operatorname{{risk}}`"


def local_letters_occur(chapter):
    used = LETTERS.used(chapter.text)
    for letter, stems in LETTERS.local.items():
        if chapter.stem in stems and letter not in used:
            yield f"{WHERE}: {chapter.name} has no ${letter}$; take its link from that row"


CHECKS = (letters_are_on_the_page_notation, local_letters_occur)
test_a_chapter = each_check(CHECKS, TEACHING)


def test_no_symbol_stands_twice():
    counts = Counter([*LETTERS.named, *LETTERS.scratch])
    fail_with(f"{WHERE}: ${s}$ stands in {n} rows; keep one" for s, n in counts.items() if n > 1)


def test_a_letter_is_first_met_where_the_page_says():
    met = {}
    for stem in TEACHING:  # in the order of the contents
        for symbol in LETTERS.used(chapter(stem).text):
            met.setdefault(symbol, stem)
    fail_with(
        f"{WHERE}: ${symbol}$ is first met in {met.get(symbol)}.ipynb, and the page says {said}"
        for symbol, said in LETTERS.first.items()
        if said != [met.get(symbol)]
    )
