"""The proof map: the theorems in a column with an arc for each debt, and all steps in a list."""

from collections.abc import Iterable
from html import escape

from lib.figures.points import many
from lib.figures.strokes import element
from lib.figures.style import Still
from lib.proof.theorem import Theorem
from lib.tables import fold, linked, markdown
from lib.theorems.proof_map import THEOREMS, TITLES, Node, between, place, rests_on

GUTTER, LINE, LONG = 72, 28, 34  # pixels, pixels, and characters that a line of a phone holds
STYLE = f"""<style>
.proof-map, .proof-map ul {{ list-style: none; margin: 0; padding: 0; }}
.proof-map p, .proof-map ul > li {{
  position: relative; box-sizing: border-box; display: flex; align-items: center; margin: 0;
  padding-left: {GUTTER + 12}px; font: 14px/18px var(--sans, system-ui, sans-serif);
}}
.proof-map p {{ padding-left: {GUTTER - 6}px; font-weight: 600; height: {LINE}px; }}
.proof-map a {{ text-decoration: none; padding: 5px 0; }}
.proof-map a:is(:hover, :focus) {{ text-decoration: underline; }}
.proof-map svg {{
  position: absolute; left: 0; top: 0; overflow: visible; pointer-events: none; fill: none;
  stroke: var(--soft, #85888f); stroke-width: 1.2;
}}
.proof-map circle {{ fill: var(--ink, currentColor); stroke: var(--ink, currentColor); }}
.proof-map .open circle {{ fill: var(--paper, Canvas); stroke-width: 2; }}
.proof-map li:is(:hover, :focus-within) > svg path {{
  stroke: var(--now, #b558a8); stroke-width: 2.5;
}}
@media (forced-colors: active) {{
  .proof-map svg {{ stroke: GrayText; }}
  .proof-map circle {{ fill: CanvasText; stroke: CanvasText; }}
  .proof-map .open circle {{ fill: Canvas; }}
  .proof-map li:is(:hover, :focus-within) > svg path {{ stroke: Highlight; }}
}}
</style>"""


def overview(theorems: Iterable[Theorem] = THEOREMS) -> Still:
    """The theorems by chapter, an arc from each to those that it takes a hypothesis from."""
    theorems = tuple(theorems)
    debts, dots, top, lines, chapter = between(theorems), {}, 0, [], ""
    for before, theorem in zip((None, *theorems), theorems, strict=False):
        top += LINE * (before is None or theorem.chapter != before.chapter)
        dots[theorem.name] = top + tall(theorem) // 2
        top += tall(theorem)
    for theorem in theorems:
        if theorem.chapter != chapter:
            lines.append("</ul></li>" * bool(chapter))
            chapter = theorem.chapter
            lines.append(f'<li><p><a href="{chapter}.ipynb">{TITLES[chapter]}</a></p><ul>')
        height, dot = tall(theorem), dots[theorem.name]
        arcs = "".join(arc(height // 2, dot - dots[other]) for other in debts[theorem.name])
        shape = ' class="open"' if any(theorem.open.values()) else ""
        drawn = arcs + element("circle", cx=GUTTER, cy=height // 2, r=4)
        svg = element("svg", drawn, aria_hidden="true", width=GUTTER, height=height)
        lines.append(
            f'<li{shape} style="height: {height}px">{svg}'
            f'<a href="{chapter}.ipynb#{theorem.label}">{escape(theorem.title)}</a></li>'
        )
    text = f"{len(theorems)} theorems, and {sum(map(len, debts.values()))} arcs between them."
    body = "\n".join(lines)
    return Still(f'{STYLE}\n<ul class="proof-map">\n{linked(body)}\n</ul></li></ul>', text)


def tall(theorem: Theorem) -> int:
    """The height of a theorem's line, in pixels."""
    return LINE if len(theorem.title) <= LONG else LINE + 18


def arc(y: int, rise: int) -> str:
    """An arc to a height y, from the dot that stands `rise` above it, or below it if negative."""
    x, far = GUTTER - 5, GUTTER - 5 - GUTTER * 1.2 * abs(rise) / (abs(rise) + 200)
    curve = f"M{x} {y - rise}C{far:.0f} {y - rise} {far:.0f} {y} {x} {y}"
    return element("path", d=f"{curve}M{x - 5} {y - 4}L{x} {y}L{x - 6} {y + 2}")


def listing(theorems: Iterable[Theorem] = THEOREMS):
    """Each chapter as a line that opens: its theorems' claims, steps with what they use, debts."""
    theorems = {theorem.name: theorem for theorem in theorems}
    graph, debts, chapters = rests_on(theorems.values()), between(theorems.values()), {}
    for theorem in theorems.values():
        chapters.setdefault(theorem.chapter, []).append(theorem)
    folds = []
    for chapter, its in chapters.items():
        lines = []
        for theorem in its:
            claim = "".join(f": ${theorem.typeset(step.name)}$" for step in theorem.steps[-1:])
            lines.append(f"{place(theorem)}{claim} ({counted(theorem)})")
            names = [step.name for step in theorem.steps]
            steps = [f"- *{name}* ← {uses(graph, theorem, name, theorems)}" for name in names]
            lines.append("\n".join(steps))
            if carries := [place(theorems[name]) for name in debts if theorem.name in debts[name]]:
                lines.append(f"Carries: {', '.join(carries)}")
        steps = many(sum(len(theorem.steps) for theorem in its), "step")
        summary = f"{TITLES[chapter]}: {many(len(its), 'theorem')}, {steps}"
        folds.append(fold(summary, "\n\n".join(lines)))
    return markdown("\n\n".join(folds))


def counted(theorem: Theorem) -> str:
    """How many steps a theorem has, and how many facts that none of them proves."""
    steps, facts = len(theorem.steps), theorem.open.items()
    counts = [many(steps, "step")] if steps else []
    counts += [f"{len(named)} {word.lower()}" for word, named in facts if named]
    return ", ".join(counts) + ", nothing assumed" * (not any(theorem.open.values()))


def uses(graph, theorem: Theorem, name: str, theorems: dict[str, Theorem]) -> str:
    """What a step rests on, in words, with a link where another theorem proves it."""
    found = []
    for node in graph[Node(theorem.name, name)]:
        origin = [lower for lower in graph[node] if node.name in theorem.hypotheses]
        found.append(node.name + "".join(f" ({place(theorems[o.theorem])})" for o in origin))
    induction = theorem.step(name).uses[-1:] if theorem.step(name).base else []
    return ", ".join(found + induction) or "no hypothesis"
