"""The proof map drawn: the theorems in a column with an arc for each debt, and all steps in a list.

Both are text of the page, in its colors: the arcs belong to the line of the theorem that owes them,
and light up with it.
"""

from collections.abc import Iterable
from html import escape

from lib.proof.theorem import Theorem
from lib.theorems.proof_map.graph import (
    CHAPTERS,
    THEOREMS,
    Node,
    between,
    collect,
    place,
    rests_on,
)
from lib.theorems.proof_map.places import LABELS

TITLES = {
    theorem.chapter: title
    for title, modules in CHAPTERS.items()
    for module in modules
    for theorem in collect(module)
}
ROW, GUTTER = 28, 104  # pixels
STYLE = f"""<style>
.proof-map, .proof-map ul {{ list-style: none; margin: 0; padding: 0; }}
.proof-map p, .proof-map ul > li {{
  position: relative; box-sizing: border-box; height: {ROW}px; line-height: {ROW}px; margin: 0;
  padding-left: {GUTTER + 12}px; overflow-wrap: normal; font-size: 14px;
  font-family: var(--sans, system-ui, sans-serif);
}}
.proof-map p {{ padding-left: {GUTTER - 6}px; font-weight: 600; }}
.proof-map a {{
  display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  text-decoration: none;
}}
.proof-map a:is(:hover, :focus) {{ text-decoration: underline; }}
.proof-map svg {{
  position: absolute; left: 0; top: 0; overflow: visible; pointer-events: none; fill: none;
  stroke: var(--muted, #5b606b); stroke-width: 1.2;
}}
.proof-map circle {{ fill: var(--blue, #2f6fb2); stroke: var(--blue, #2f6fb2); }}
.proof-map .open circle {{ fill: var(--paper, #fff); stroke: var(--amber, #a86a10); }}
.proof-map li:is(:hover, :focus-within) > svg path {{
  stroke: var(--red, #b23a3a); stroke-width: 2.5;
}}
</style>"""


class Html:
    """Text of the page as HTML; in a terminal it says what it is."""

    def __init__(self, html: str, text: str):
        self.html, self.text = html, text

    def __repr__(self):
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def overview(theorems: Iterable[Theorem] = THEOREMS) -> Html:
    """The theorems by chapter, an arc from each to those that it takes a hypothesis from.

    A full dot is a theorem in which nothing is assumed, an open one assumes or cites something.
    """
    theorems = tuple(theorems)
    debts, rows, lines = between(theorems), {}, []
    chapters = list(dict.fromkeys(theorem.chapter for theorem in theorems))
    top = 0
    for chapter in chapters:
        top += 1
        mine = [theorem for theorem in theorems if theorem.chapter == chapter]
        lines.append(f'<li><p><a href="{chapter}.ipynb">{escape(TITLES[chapter])}</a></p><ul>')
        for theorem in mine:
            rows[theorem.name] = top
            arcs = "".join(arc(top - rows[other]) for other in debts[theorem.name])
            open_ = ' class="open"' if theorem.assumed or theorem.cited else ""
            lines.append(
                f'<li{open_}><svg aria-hidden="true" width="{GUTTER}" height="{ROW}">{arcs}'
                f'<circle cx="{GUTTER}" cy="{ROW // 2}" r="4"/></svg>'
                f'<a href="{theorem.chapter}.ipynb#{LABELS[theorem.name]}">'
                f"{escape(theorem.title)}</a></li>"
            )
            top += 1
        lines.append("</ul></li>")
    arrows = sum(map(len, debts.values()))
    text = f"{len(theorems)} theorems, and {arrows} arcs between them."
    return Html(f'{STYLE}\n<ul class="proof-map">\n{"".join(lines)}\n</ul>', text)


def arc(rows: int) -> str:
    """An arc from a line of the column to the one that many rows above it."""
    reach = GUTTER * 4 / 3 * rows / (rows + 8)  # a Bézier curve goes three quarters of it out
    x, y, up = GUTTER - 5, ROW // 2, ROW // 2 - rows * ROW
    return f'<path d="M{x} {y}C{x - reach:.0f} {y} {x - reach:.0f} {up} {x} {up}"/>'


def listing(theorems: Iterable[Theorem] = THEOREMS):
    """Each theorem as a line that opens: its claim, its steps with what they use, its debts."""
    from IPython.display import Markdown

    theorems = {theorem.name: theorem for theorem in theorems}
    graph, debts, lines, chapter = rests_on(theorems.values()), between(theorems.values()), [], ""
    carries = {name: [o for o in debts if name in debts[o]] for name in debts}
    for theorem in theorems.values():
        if theorem.chapter != chapter:
            chapter = theorem.chapter
            lines.append(f"**[{TITLES[chapter]}]({chapter}.ipynb)**")
        steps, plural = len(theorem.steps), "s" * (len(theorem.steps) > 1)
        facts = [*theorem.assumed, *theorem.cited]
        rest = f"{len(facts)} assumed or cited" if facts else "nothing assumed"
        lines += [
            f"<details><summary>{escape(theorem.title)}: {steps} step{plural}, {rest}</summary>",
            f"{place(theorem)}: ${theorem.typeset(theorem.steps[-1].name)}$",
            "\n".join(f"- *{step.name}* ← {uses(graph, theorem, step.name, theorems)}"
                      for step in theorem.steps),
        ]  # fmt: skip
        if carries[theorem.name]:
            lines.append("Carries: " + ", ".join(place(theorems[o]) for o in carries[theorem.name]))
        lines.append("</details>")
    return Markdown("\n\n".join(lines))


def uses(graph, theorem: Theorem, name: str, theorems: dict[str, Theorem]) -> str:
    """What a step rests on in words; a hypothesis that another theorem proves, with a link to it."""
    said = []
    for node in graph[Node(theorem.name, name)]:
        origin = [lower for lower in graph[node] if node.name in theorem.hypotheses]
        said.append(node.name + "".join(f" ({place(theorems[o.theorem])})" for o in origin))
    induction = ["induction"] if theorem.step(name).base else []
    return ", ".join(said + induction) or "no hypothesis"
