"""Untick a hypothesis of a step: does the claim still follow, or which vectors break it?

On a page the verdict for every subset of hypotheses stands in the HTML, and untick.js shows the one
that is ticked. In a kernel the same view takes a claim of the reader's own, too.
"""

import re
from collections.abc import Iterable
from html import escape, unescape

from sympy import Basic
from sympy.core.relational import Relational
from traitlets import List, Unicode

from lib.explore import widget
from lib.figures import letters
from lib.figures.counterexample import Drawing
from lib.figures.style import is_live
from lib.proof.claims import in_code, parse
from lib.proof.subsets import Subsets, subsets
from lib.proof.theorem import Theorem
from lib.proof.vectors import names

FOLLOWS = "Still follows: no numbers and vectors satisfy what is ticked and break the claim."


def untick(theorem: Theorem, name: str = "", without: str = "") -> "widget.Still | Untick":
    """The hypotheses of a step, or of each step in turn, to untick; live or for a page.

    All are ticked at first, but for the one that `without` names. Raises ValueError when there is
    no such step or hypothesis, or the step uses none, and RuntimeError where z3 does not decide.

    >>> from lib.theorems import theorem
    >>> untick(theorem("block_novikoff"), "growth")
    growth follows from 8 of the 64 choices among update, mistake, radius, margin,...
    """
    chosen = [name] if name else [step.name for step in theorem.steps if step.uses]
    steps = [subsets(theorem, one) for one in chosen]
    known = dict.fromkeys(other for found in steps for other in found.names)
    if without and without not in known:
        raise ValueError(f"without={without!r} is no hypothesis here; name one of {list(known)}")
    if is_live():
        return Untick(theorem, steps, without)
    return widget.Still(view(theorem, steps, without=without), summary(steps))


def view(theorem: Theorem, steps: list[Subsets], shown: int = 0, without: str = "") -> str:
    """The HTML of some steps, one of which is shown, and all hypotheses but one ticked."""
    chosen = "".join(
        f"<option{' selected' * (i == shown)}>{escape(found.step.name)}</option>"
        for i, found in enumerate(steps)
    )
    choice = f"<p><label>Step <select disabled>{chosen}</select></label></p>" if steps[1:] else ""
    inner = "".join(_step(theorem, found, i != shown, without) for i, found in enumerate(steps))
    first = next((found.cases[0] for found in steps if found.cases), None)
    still = f"<noscript>{Drawing(first)._repr_html_()}</noscript>" if first else ""
    return f'<div class="untick">{choice}{inner}{still}<p role="status" class="told"></p></div>'


def _step(theorem: Theorem, found: Subsets, hidden: bool, without: str) -> str:
    """One step: a box for each hypothesis, and what there is to see."""
    relations = theorem.relations_and_induction(found.claim)
    boxes = "".join(
        f'<label><input type="checkbox"{" checked" * (name != without)} disabled> <span>'
        f"<em>{escape(name)}</em>: {letters.html(theorem.written(relations[name]))}</span></label>"
        for name in found.names
    )
    verdicts = "".join("." if i is None else chr(ord("A") + i) for i in found.verdicts)
    cases = [f"<div><p>{FOLLOWS}</p></div>", *(Drawing(case)._repr_html_() for case in found.cases)]
    verdict = found.verdicts[sum((name != without) << bit for bit, name in enumerate(found.names))]
    first = 0 if verdict is None else 1 + verdict
    shown = "".join(
        case.replace("<div", "<div hidden", 1) if i != first else case
        for i, case in enumerate(cases)
    )
    claim = f"<em>{escape(found.step.name)}</em>: {letters.html(theorem.written(found.claim))}"
    return (
        f'<div class="step" data-verdicts="{verdicts}"{" hidden" * hidden}>'
        f"<fieldset><legend>{claim}</legend>{boxes}</fieldset>"
        f'<div class="cases">{shown}</div></div>'
    )


class Untick(widget.Live):
    """The view in a kernel, which answers for a claim of the reader's own."""

    _esm = widget.module("untick.js", shell="shell(untick.ask)")
    _css = widget.joined("untick.css")
    status = Unicode().tag(sync=True)
    example = Unicode().tag(sync=True)
    request = List().tag(sync=True)

    def __init__(self, theorem: Theorem, steps: list[Subsets], without: str = ""):
        super().__init__(view(theorem, steps, without=without), summary(steps))
        self._theorem, self._steps = theorem, steps
        self._own = list(steps)
        symbols = names(*theorem.relations.values())
        self._symbols = {symbol.name: symbol for symbol in symbols}
        self._printed = printed_names(theorem, symbols)
        claims = [one.claim for one in (*steps, *theorem.steps)]
        printed = (letters.plain(theorem.written(claim)) for claim in claims)
        self.example = next(filter(self._is_read, printed), "")
        self.status = f"As the page prints it, or with inner(,), norm(), sqrt() in {self._names()}."
        self.observe(self._answer, "request")

    def _read(self, text: str) -> Relational:
        return parse(in_code(text, self._printed), self._symbols)

    def _is_read(self, text: str) -> bool:
        try:
            self._read(text)
        except ValueError:  # as of max(0, 1 − z)
            return False
        return True

    def _names(self) -> str:
        """The symbols, and for what is printed in another way what it is."""
        look = {name: printed for printed, name in reversed(self._printed.items())}
        return ", ".join(
            name if look[name] == name else f"{name} ({look[name]})" for name in self._symbols
        )

    def _answer(self, change):
        """Take a claim for a step's own; nothing typed takes the step's own back."""
        place, text, *_ = change.new
        found, own = self._own[place], not text.strip()
        try:
            if not own:
                found = subsets(self._theorem, found.step.name, self._read(text))
            follows = found.verdicts[-1] is None
            said = "It follows from all of them." if follows else "It does not follow."
        except (ValueError, RuntimeError) as error:  # not understood, or undecided
            found, own, said = self._own[place], True, f"{error}."
        self._steps[place] = found
        self.html, self.text = view(self._theorem, self._steps, place), summary(self._steps)
        self.status = f"{said} Above is the step’s own claim." if own else said


def printed_names(theorem: Theorem, symbols: Iterable[Basic]) -> dict[str, str]:
    """The names of symbols by what a page prints for them, and by what is copied from it.

    In copied text an index is on the line: wt−1 for w_{t−1}.
    """
    printed = {}
    for symbol in symbols:
        latex = theorem.written(symbol)
        copied = unescape(re.sub("<[^>]*>", "", letters.html(latex)))
        printed |= dict.fromkeys([letters.plain(latex), copied], symbol.name)
    return printed


def summary(steps: list[Subsets]) -> str:
    """What a view holds, in words."""
    return " ".join(
        f"{found.step.name} follows from {found.verdicts.count(None)} of the "
        f"{len(found.verdicts)} choices among {', '.join(found.names)}; "
        f"{len(found.cases)} counterexamples break the others."
        for found in steps
    )
