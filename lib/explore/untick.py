"""Untick a hypothesis of a step: does the claim still follow, or which vectors break it?

The verdict for every subset of hypotheses stands in the HTML, and untick.js shows the one that is
ticked.
"""

from html import escape

from lib.explore import widget
from lib.figures import letters
from lib.figures.counterexample import Drawing
from lib.proof.subsets import subsets
from lib.proof.theorem import Theorem

FOLLOWS = "Still follows: no numbers and vectors satisfy what is ticked and break the claim."


def untick(theorem: Theorem, name: str, without: str = "") -> "widget.Still | Untick":
    """The hypotheses of a step to untick; live or for a page.

    All are ticked at first, but for the one that `without` names. Raises ValueError when there is
    no such step or hypothesis, or the step uses none, and RuntimeError where z3 does not decide.

    >>> from lib.theorems import theorem
    >>> untick(theorem("block_novikoff"), "growth")
    growth follows from 8 of the 64 choices among update, mistake, radius, margin,...
    """
    found = subsets(theorem, name)
    if without and without not in found.names:
        raise ValueError(f"without={without!r} is no hypothesis here; name one of {found.names}")
    relations = theorem.relations_and_induction(found.step.claim)
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
    claim = f"<em>{escape(found.step.name)}</em>: {letters.html(theorem.written(found.step.claim))}"
    still = f"<noscript>{cases[1]}</noscript>" if found.cases else ""
    html = (
        f'<div class="untick"><div class="step" data-verdicts="{verdicts}">'
        f"<fieldset><legend>{claim}</legend>{boxes}</fieldset>"
        f'<div class="cases">{shown}</div></div>{still}<p role="status" class="told"></p></div>'
    )
    text = (
        f"{name} follows from {found.verdicts.count(None)} of the {len(found.verdicts)} choices "
        f"among {', '.join(found.names)}; {len(found.cases)} counterexamples break the others."
    )
    return widget.of(Untick, html, text)


class Untick(widget.Live):
    """The view in a kernel."""

    _esm = widget.module("untick.js", shell="written(untick.connect)")
    _css = widget.joined("untick.css")
