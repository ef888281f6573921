"""The proof map: theorems in a column with an arc for each debt, and what is assumed, in lists."""

from collections import Counter
from collections.abc import Iterable
from html import escape
from itertools import groupby

from lib.figures.points import many
from lib.figures.style import Still
from lib.proof.theorem import Theorem
from lib.tables import fold, linked, markdown, table
from lib.theorems.proof_map import THEOREMS, TITLES, Node, below, between, rests_on

GUTTER = 72  # pixels; a row of the grid is as high as its title needs, and an arc spans its rows
STYLE = f"""<style>
.proof-map {{
  display: grid; grid-template-columns: {GUTTER}px minmax(0, 1fr); margin: 0; padding: 0;
  font: 14px/1.3 var(--sans, system-ui, sans-serif);
}}
.proof-map :is(li, ul) {{ display: contents; }}
.proof-map a {{ text-decoration: none; }}
.proof-map :is(p, ul a) {{ grid-column: 2; }}
.proof-map p {{ margin: 8px 0 4px -6px; font-weight: 600; }}
.proof-map ul a {{ position: relative; padding: 5px 0 5px 12px; }}
.proof-map ul a::before {{
  content: ""; box-sizing: border-box; position: absolute; left: -4px; top: calc(1px + 0.5lh);
  width: 8px; height: 8px; border: 2px solid; border-radius: 50%;
  color: var(--ink, CanvasText); background: currentColor;
}}
.proof-map .open > a::before {{ background: var(--paper, Canvas); }}
.proof-map i {{
  grid-column: 1; justify-self: end; position: relative; top: calc(5px + 0.5lh); right: 6px;
  color: var(--soft, #85888f); border: 1.2px solid; border-right: 0; pointer-events: none;
  border-radius: 100% 0 0 100% / 50% 0 0 50%;
}}
.proof-map i::after {{
  content: ""; position: absolute; right: -2px; bottom: -4px;
  border: solid transparent; border-width: 3px 0 3px 5px; border-left-color: currentColor;
}}
.proof-map i.up::after {{ bottom: auto; top: -4px; }}
.proof-map li:is(:hover, :focus-within) > i {{ color: var(--now, #b558a8); border-width: 2.5px; }}
@media (forced-colors: active) {{
  .proof-map ul a::before, .proof-map i::after {{ forced-color-adjust: none; }}
  .proof-map {{ --ink: CanvasText; --paper: Canvas; --soft: GrayText; --now: Highlight; }}
}}
</style>"""


def overview(theorems: Iterable[Theorem] = THEOREMS) -> Still:
    """The theorems by chapter, an arc from each to those that it takes a hypothesis from."""
    theorems = tuple(theorems)
    chapters = [(name, [*its]) for name, its in groupby(theorems, lambda theorem: theorem.chapter)]
    order = [one for chapter, its in chapters for one in (chapter, *its)]
    rows = {one.name: row for row, one in enumerate(order, 1) if isinstance(one, Theorem)}
    debts, lines = between(theorems), ['<ul class="proof-map">']
    for chapter, its in chapters:
        lines.append(f'<li><p><a href="{chapter}.ipynb">{TITLES[chapter]}</a></p><ul>')
        for theorem in its:
            shape = ' class="open"' if any(theorem.open.values()) else ""
            link = f'<a href="{chapter}.ipynb#{theorem.label}">{escape(theorem.title)}</a>'
            arcs = "".join(arc(rows[theorem.name], rows[other]) for other in debts[theorem.name])
            lines.append(f"<li{shape}>{link}{arcs}</li>")
        lines.append("</ul></li>")
    text = f"{len(theorems)} theorems, and {sum(map(len, debts.values()))} arcs between them."
    return Still(f"{STYLE}\n" + linked("\n".join([*lines, "</ul>"])), text)


def arc(row: int, other: int) -> str:
    """An arc to a row's dot from that of another row, which is above it or below."""
    first, last, up = min(row, other), max(row, other), ' class="up"' * (other > row)
    width = GUTTER * (last - first) / (last - first + 7)
    return f'<i{up} style="grid-row: {first} / {last}; width: {width:.0f}px"></i>'


def listing(theorems: Iterable[Theorem] = THEOREMS):
    """Each chapter as a line that opens: its theorems, their steps with what these use, debts."""
    theorems = {theorem.name: theorem for theorem in theorems}
    graph, debts, chapters = rests_on(theorems.values()), between(theorems.values()), {}
    for theorem in theorems.values():
        chapters.setdefault(theorem.chapter, []).append(theorem)
    folds = []
    for chapter, its in chapters.items():
        lines = []
        for theorem in its:
            lines.append(f"{place(theorem)} ({counted(theorem)})")
            names = [step.name for step in theorem.steps]
            steps = [f"- {name} ← {uses(graph, theorem, name, theorems)}" for name in names]
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


def trusted() -> str:
    """How many theorems assume something, how many others cite it, or argue it in words."""
    count = Counter(next((k for k, facts in t.open.items() if facts), "") for t in THEOREMS)
    return (
        f"{count['Assumed']} with something assumed, {count['Cited']} more with a citation, "
        f"{count['Argued in words']} more partly or wholly in words"
    )


def two_solvers() -> str:
    """How many of the steps that z3 proves a second solver, cvc5, proves as well."""
    steps = [step for theorem in THEOREMS for step in theorem.steps if step.by == "z3"]
    both = sum(not step.alone for step in steps)
    return f"{both} of {len(steps)} steps by z3 are proved by cvc5 as well"


def one_solver():
    """The steps that z3 alone proves, because cvc5 does not decide them in its time."""
    return by_theorem((t, f"*{step.name}*") for t in THEOREMS for step in t.steps if step.alone)


def place(theorem: Theorem) -> str:
    """A link to where the book states a theorem."""
    return f"[{theorem.title}]({theorem.chapter}.ipynb#{theorem.label})"


def by_theorem(facts: Iterable[tuple[Theorem, str]]):
    """Facts under the theorems to which they belong, each of which is named once."""
    under = {}
    for theorem, fact in facts:
        under.setdefault(place(theorem), []).append(f"- {fact}")
    return markdown("\n\n".join(f"{name}:\n\n" + "\n".join(under[name]) for name in under))


def assumed():
    """What no step proves, a hypothesis as a formula, under its theorem, and why it is true."""
    found = []
    for theorem in THEOREMS:
        for word, facts in theorem.unchecked.items():
            for name, why in facts.items():
                fact = theorem.formula(name) if name in theorem.hypotheses else name
                found.append((theorem, f"{fact} ({word.lower()}): {why}"))
    return by_theorem(found)


def most_used():
    """The five hypotheses that most steps use, each in the first theorem's letters."""
    steps, where, written = Counter(), {}, {}
    for theorem in THEOREMS:
        for name, relation in theorem.hypotheses.items():
            using = [s for s in theorem.steps if name in (*s.base, *s.given)]
            steps[relation] += len(using)
            where.setdefault(relation, []).append(theorem)
            written.setdefault(relation, [name, f"${theorem.typeset(name)}$"])
    rows = [[*written[r], number, len(where[r])] for r, number in steps.most_common(5)]
    return table(["hypothesis", "says", "steps that use it", "theorems"], rows)


def grounds(theorem: Theorem):
    """The premises that a theorem's last step rests on, under their theorems, and their fate."""
    if not theorem.steps:
        raise ValueError(f"{theorem.name} has no step; its trust line says what it rests on")
    by_name, graph, found = {other.name: other for other in THEOREMS}, rests_on(), []
    for node in below(graph, Node(theorem.name, theorem.steps[-1].name)):
        other = by_name[node.theorem]
        if node.name in other.hypotheses and not graph[node]:
            facts = other.unchecked.items()
            fate = next((word.lower() for word, named in facts if node.name in named), "premise")
            found.append((other, f"*{node.name}*, {fate}: {other.formula(node.name)}"))
    return by_theorem(found)
