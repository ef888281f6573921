r"""Theorems as text: a line is a hypothesis or a step, written as on a board.

    positive: R, γ                     the kinds of symbols: vectors, real, nonnegative, positive,
                                       and numbers, of which no sign is known
    vectors: w, x                      w_before is then the w of one update earlier
    latex: x y_tx_t; γ \gamma          how symbols look on the page
    let f(z) = max(0, 1 - z)           an abbreviation

    theorem growth (lem-growth): What one update adds
      before: w_before                 what an update changes; t - 1 where t counts them
      constant: R                      what keeps its value throughout a run
      suppose update: w = w_before + x
      suppose length: bound of lengths   a hypothesis that is the claim of a step of another theorem
      at the end all: k = n            one about the last state of a run
      growth: ‖w‖² ≤ ‖w_before‖² + R² | from update; length
          | not ‖w‖² ≤ ‖w_before‖²
      assumed update: why it is true

A step says after each | what it uses: `from` hypotheses and earlier steps, `starting` those of an
induction's base case; `not` which sharper claims are false, `tight` that the one with < is among
them; `by SymPy` who decides, `by z3 alone` that cvc5 does not. `assumed` says why a hypothesis is
true that no step proves, `cited` who proves it, `in words` what no relation says. Names stand
between semicolons. What stands above a theorem holds from there on, what stands in it for it alone.
A theorem's line is indented by two spaces, what goes on by four or more; # begins a comment.
`lib.proof.claims` reads the formulas, and no text is ever run.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from fractions import Fraction
from textwrap import dedent

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.claims import FUNCTIONS, GREEK, Let, parse, tree_of, value
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import SIGNS, of_state, vectors

KINDS = ("vectors", *SIGNS)
HEAD = re.compile(r"theorem (\w+)(?: \(([\w-]+)\))?: (.+)")
LET = re.compile(r"let (\w+)(?:\(([\w, ]+)\))? = (.+)")
FACT = re.compile(r"(assumed|cited|in words) (.+?): (.+)")
SUPPOSED = re.compile(r"(suppose|at the end) (.+)")
TAKEN = re.compile(r"(.+) of (\w+)")
DECIMAL = re.compile(
    r"(?<![\w.])(?:\d[\d_]*)?(?:\.\d+|\d\.|\d(?=[eE]\d|[eE][-+]\d))(?:[eE][-+]?\d+)?"
)
PART = re.compile(r"(from|starting|not) (.+)|tight|by SymPy|by z3 alone")


class LineError(ValueError):
    """What is wrong in a text, with its file and line."""


def read(text: str, find: Callable[[str], Theorem] | None = None) -> Theorem:
    """The last theorem of a text, which may take claims of those above it.

    `find` gives other theorems by name, as `lib.theorems.theorem` those of the book. Raises
    ValueError, with the line and what to write there, for a text that states none.

    >>> order = read('''
    ... real: a, b, c
    ... theorem order: Order
    ...   suppose first: a ≤ b
    ...   suppose second: b ≤ c
    ...   order: a ≤ c | from first; second
    ... ''')
    >>> order.trust()
    '**Checked:** the solver z3 proved 1 step; all 3 mutants are refuted. **Assumed:** nothing ...'
    """
    found = Text(dedent(text), find=find)
    if not found.drafts:
        raise ValueError("the text has no theorem; begin one as 'theorem order: Order'")
    return found.theorem([*found.drafts][-1])


class Text:
    """The theorems of a text, each of which is read when it is asked for.

    `where` is what messages call the text, `chapter` where its theorems have their places, and
    `find` gives the theorems of other texts by name. Raises ValueError for a line that is wrong,
    those of a theorem when that is asked for.
    """

    def __init__(self, text: str, where: str = "", chapter: str = "", find=None):
        self.where, self.chapter, self.find, self.title = where, chapter, find, ""
        self.drafts: dict[str, Draft] = {}
        self.done: dict[str, Theorem | None] = {}  # None is being read
        above, draft = Scope(), None
        for number, depth, line in self._lines(text):
            with self.at(number):
                head = HEAD.fullmatch(line)
                if depth and draft is None:
                    raise ValueError("no theorem stands above; begin one as 'theorem name: Title'")
                if depth:
                    draft.lines.append((number, line))
                elif head and head[1] in self.drafts:
                    raise ValueError(f"a theorem {head[1]} stands above; rename one")
                elif head:
                    draft = self.drafts[head[1]] = Draft(above, self, number, head)
                elif line.startswith("chapter: "):
                    self.title = line.removeprefix("chapter: ")
                elif not above.declares(line):
                    raise ValueError(
                        f"{line!r} begins no theorem, as 'theorem name: Title', and is none of "
                        f"{', '.join(KINDS)}, latex, let; indent a theorem's lines by two spaces"
                    )

    def theorem(self, name: str) -> Theorem:
        """The theorem of that name, of this text or of those that `find` knows."""
        if name not in self.drafts and self.find:
            return self.find(name)
        if name not in self.drafts:
            raise ValueError(f"no theorem is called {name!r}; {hint(name, self.drafts)}")
        if name not in self.done:
            self.done[name] = None
            try:
                self.done[name] = self.drafts[name].theorem()
            except ValueError:
                del self.done[name]
                raise
        if self.done[name] is None:
            raise ValueError(f"{name} takes what rests on {name} itself; state it without that")
        return self.done[name]

    @contextmanager
    def at(self, number: int) -> Iterator[None]:
        """Put the place before what is wrong there."""
        try:
            yield
        except LineError:
            raise
        except ValueError as error:
            where = f"{self.where}, " if self.where else ""
            raise LineError(f"{where}line {number}: {error}") from error

    def _lines(self, text: str) -> list[tuple[int, int, str]]:
        """Number, indentation and words of each line, with those that go on with it."""
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            words, depth = line.strip(), len(line) - len(line.lstrip())
            if not words or words.startswith("#"):
                continue
            with self.at(number):
                if depth in (1, 3) or (depth > 3 and not found):
                    raise ValueError("indent a theorem's line by two spaces, what goes on by four")
            if depth > 3:
                found[-1] = (*found[-1][:2], f"{found[-1][2]} {words}")
            else:
                found.append((number, depth, words))
        return found


class Scope:
    """What names stand for, and how they look, from some line on."""

    def __init__(self, symbols=(), latex=()):
        self.symbols: dict[str, sp.Expr | Let] = dict(symbols)
        self.latex: dict[str, str] = dict(latex)

    def declares(self, text: str) -> bool:
        """Whether a line declares something, which then is known."""
        word, _, said = text.partition(": ")
        if let := LET.fullmatch(text):
            if isinstance(self.symbols.get(let[1].translate(GREEK)), sp.Symbol | sp.MatrixSymbol):
                raise ValueError(f"{let[1]!r} is a symbol; give the abbreviation another name")
            parameters = tuple(re.findall(r"\w+", (let[2] or "").translate(GREEK)))
            body, known = self.tree(let[3], parameters), dict(self.symbols)
            found = Let(parameters, body, known) if parameters else value(body, known)
            self.symbols[let[1].translate(GREEK)] = found
        elif word in KINDS:
            for name in said.split(", "):
                self._symbol(word, name)
        elif word == "latex":
            for part in said.split(";"):
                name, _, look = part.strip().partition(" ")
                self.symbol(name)
                if not look:
                    raise ValueError(f"{name!r} has no look; write one, as 'latex: {name} w_t'")
                self.latex[name.translate(GREEK)] = look
        return bool(let) or word in (*KINDS, "latex")

    def _symbol(self, kind: str, written: str) -> None:
        name = written.translate(GREEK)
        if not (name.isidentifier() and name.isascii()):
            raise ValueError(
                f"{written!r} is no name; write Latin or Greek letters, as '{kind}: w, x'"
            )
        symbol = vectors(name)[0] if kind == "vectors" else sp.Symbol(name, **SIGNS[kind])
        self.symbols |= {name: symbol, f"{name}_before": of_state(symbol, "before")}
        if len(written) == 1 and name != written:
            self.latex[name] = f"\\{name}"

    def symbol(self, name: str):
        """The symbol of that name."""
        found = self.symbols.get(name.translate(GREEK))
        if not isinstance(found, sp.Symbol | sp.MatrixSymbol):
            raise ValueError(f"{name!r} is no symbol here; {hint(name, self.symbols)}")
        return found

    def tree(self, formula: str, parameters: Iterable[str] = ()) -> ast.expr:
        """The tree of a formula without decimal fractions, whose names are all known."""
        if decimal := DECIMAL.search(formula):
            raise ValueError(f"{decimal[0]} is a decimal fraction; write {Fraction(decimal[0])}")
        tree, known = tree_of(formula), (*self.symbols, *FUNCTIONS, *parameters)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id.translate(GREEK) not in known:
                raise ValueError(
                    f"{node.id!r} is declared nowhere above; {hint(node.id, self.symbols)}, or "
                    f"declare it, as 'real: {node.id}'"
                )
        return tree

    def claim(self, text: str) -> Relational:
        """The relation that a text states."""
        self.tree(text)
        return parse(text, self.symbols)


class Draft(Scope):
    """A theorem that is not read yet, with what stands above it."""

    def __init__(self, above: Scope, text: Text, number: int, head: re.Match):
        super().__init__(above.symbols, above.latex)
        self.text, self.number = text, number
        self.name, self.label, self.title = head.groups()
        self.lines: list[tuple[int, str]] = []

    def theorem(self) -> Theorem:
        """The theorem, of which every line is read."""
        self.hypotheses, self.steps, self.before = {}, {}, {}
        self.end, self.constants = [], []
        self.facts = {"assumed": {}, "cited": {}, "in_words": {}}
        for number, line in self.lines:
            with self.text.at(number):
                self._line(line)
        with self.text.at(self.number):
            return Theorem(
                self.name,
                self.title,
                self.hypotheses,
                tuple(self.steps.values()),
                before=self.before,
                latex={self.symbols[name]: look for name, look in self.latex.items()},
                chapter=self.text.chapter,
                label=self.label or "",
                end=tuple(self.end),
                constants=tuple(self.constants),
                **self.facts,
            )

    def _line(self, text: str) -> None:
        word, _, said = text.partition(": ")
        if fact := FACT.fullmatch(text):
            facts = self.facts[fact[1].replace(" ", "_")]
            if fact[2] in facts:
                raise ValueError(f"of {fact[2]!r} a line above says why; make one of the two")
            facts[fact[2]] = fact[3]
        elif supposed := SUPPOSED.fullmatch(text):
            name, claim = self._named(supposed[2])
            if taken := TAKEN.fullmatch(claim):
                theorem = self.text.theorem(taken[2])
                self.hypotheses[name] = theorem, theorem.step(taken[1]).name
            else:
                self.hypotheses[name] = self.claim(claim)
            self.end += [name] * (supposed[1] == "at the end")
        elif word == "before":
            for part in said.split(", "):
                symbol = self.symbol(part.removesuffix(" - 1").removesuffix("_before"))
                counts = part.endswith(" - 1")
                if counts and symbol.is_Matrix:
                    raise ValueError(f"{symbol} is a vector, and counts nothing; end it by _before")
                self.before[symbol] = symbol - 1 if counts else of_state(symbol, "before")
        elif word == "constant":
            self.constants += map(self.symbol, said.split(", "))
        elif not self.declares(text):
            self._step(*map(str.strip, text.split("|")))

    def _step(self, said: str, *parts: str) -> None:
        (name, claim), options = self._named(said), {}
        for part in parts:
            known = PART.fullmatch(part)
            if not known:
                raise ValueError(
                    f"{part!r} does not begin as what follows a |; write from, starting, not, "
                    "tight, by SymPy or by z3 alone"
                )
            options[known[1] or part] = re.split("; *", known[2] or "")
        above = [*self.hypotheses, *self.steps]
        given, base = options.get("from", ()), options.get("starting", ())
        for other in (*given, *base):
            if other not in above:
                raise ValueError(f"{other!r} names nothing above; {hint(other, above)}")
        self.steps[name] = Step(
            name,
            self.claim(claim),
            tuple(given),
            base=tuple(base),
            sharper=tuple(map(self.claim, options.get("not", ()))),
            by="sympy" if "by SymPy" in options else "z3",
            alone="by z3 alone" in options,
            tight="tight" in options,
        )

    def _named(self, said: str) -> tuple[str, str]:
        """The name and the claim of a line, which is not taken."""
        name, _, claim = said.rpartition(": ")
        if not name:
            raise ValueError(f"{said!r} has no name; write one and a colon before the claim")
        if name in self.hypotheses or name in self.steps:
            raise ValueError(f"the name {name!r} is taken above; rename one")
        return name, claim


def hint(word: str, known: Iterable[str]) -> str:
    """A remedy for an unknown word: the known one that is like it, or all of them."""
    known = [one for one in known if not one.endswith("_before")]
    close = get_close_matches(word, known, 1)
    return f"write {close[0]}" if close else f"use one of {', '.join(known)}"
