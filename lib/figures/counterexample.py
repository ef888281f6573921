"""A counterexample as a picture: its vectors as arrows, and what fails with the numbers."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape
from itertools import combinations

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.figures import letters
from lib.figures.points import view
from lib.figures.strokes import element, line
from lib.proof.theorem import Refuted, Theorem, short
from lib.proof.vectors import evaluate
from lib.proof.watching import Numbers

WIDTH, HEIGHT, SIZE = 296, 200, 13.9  # SIZE of the letters, as in lib/figures/style.py
CENTER = np.array([WIDTH, HEIGHT]) / 2
ROOM, LONGEST = np.array([206, 136]), 140  # of the arrows, since the names stand around them
# The colors of lib/figures/picture.css, or some that show on white and on black.
NOW, BEST, INK = "var(--now, #b558a8)", "var(--best, #3b9468)", "var(--ink, currentColor)"
SOFT, SEPARATORS = "var(--soft, #85888f)", {"u", "w_star"}
GROUND = "var(--paper, var(--jp-layout-color0, transparent))"
TURNS, RISE = np.arange(105, 180, 5), 24  # view angles in three dimensions, in degrees
ROUND = np.radians(np.arange(0, 360, 15))  # the ways from a tip to its name
OPPOSITE = {"<=": ">", "<": "≥", ">=": "<", ">": "≤", "==": "≠", "!=": "="}


def counterexample(
    theorem: Theorem, name: str, *, without: str = "", claim: str | Relational | None = None
) -> "Drawing":
    """What breaks a step, without a hypothesis or with another claim; the value of a cell.

    Raises ValueError as `Theorem.counterexample` does.

    >>> from lib.theorems import theorem
    >>> counterexample(theorem("block_novikoff"), "growth", without="mistake")
    Picture: Arrows from the origin in the plane: w_t to (2, −1), w_{t−1} to (1, −1),...
    """
    return Drawing(theorem.counterexample(name, without=without, claim=claim))


class Drawing:
    """A counterexample drawn, with a sentence on what fails."""

    def __init__(self, found: Refuted):
        self.found = found
        known = {name: name for name in found.numbers}  # a logarithm has no symbol
        self._latex = known | found.theorem.symbol_latex(found.claim)

    def sentence(self, html: bool = False) -> str:
        """What fails, in a sentence of text or of HTML."""
        name, write = ("<em>{}</em>", letters.html) if html else ("{}", letters.plain)
        written, numbers = self.found.theorem.written, _unbroken if html else str
        without = " and ".join(
            f"{name.format(dropped)}, {write(written(relation))} "
            f"(here {numbers(self._sides(relation))})"
            for dropped, relation in self.found.dropped.items()
        )
        broken = self.found.claim
        claim = f"{write(written(broken))} fails: {numbers(self._sides(broken))}."
        return f"Without {without}, the claim {claim}" if without else f"The claim {claim}"

    def _sides(self, relation: Relational) -> str:
        """The two sides with the sign between them, in as many digits as tell them apart."""
        with np.errstate(divide="ignore", invalid="ignore"):
            sides = [evaluate(side, Numbers(self.found.values)) for side in relation.args]
        if isinstance(relation.lhs, sp.MatrixExpr):
            return " ≠ ".join(map(value, map(tuple, np.broadcast_arrays(*sides))))
        if not np.all(np.isfinite(sides)):
            return "it has no value"
        for digits in range(4, 17):
            shown = [f"{float(side) + 0.0:.{digits}g}".replace("-", "−") for side in sides]  # no −0
            if shown[0] != shown[1]:
                break
        return f" {OPPOSITE[relation.rel_op]} ".join(shown)

    def _listed(self, found: Mapping, write: Callable[[str], str], numbers=str) -> str:
        return ", ".join(
            f"{write(self._latex[name])}{numbers(f' = {value(entry)}')}"
            for name, entry in found.items()
        )

    def _repr_html_(self) -> str:
        found = self.found
        drawn = svg(found.vectors, self._latex) if found.vectors else ""
        where = self._listed(found.vectors | found.numbers, letters.html, _unbroken)
        return f'<div class="refuted">{drawn}<p>{self.sentence(html=True)}</p><p>{where}.</p></div>'

    def __repr__(self) -> str:
        found = self.found
        numbers = f" {self._listed(found.numbers, letters.plain)}." if found.numbers else ""
        seen = f"Picture: {alt(found.vectors, self._latex)} " if found.vectors else ""
        return f"{seen}{self.sentence()}{numbers}"


def _unbroken(text: str) -> str:
    """Numbers with a sign between them as HTML of one line."""
    return escape(text).replace(" ", "\N{NO-BREAK SPACE}")


def svg(vectors: Mapping[str, tuple], latex: Mapping[str, str]) -> str:
    """Vectors of the plane or of space as arrows from the origin, with their names; an <svg>.

    Those that are equal share an arrow, and 0 is a dot. `latex` has at least their names. The
    <svg>, in one line, takes its colors from the page and has the text `alt`.
    """
    points = np.array([[float(entry) for entry in vector] for vector in vectors.values()])
    points = points[:, :2] if points.shape[1] > 2 and not points[:, 2:].any() else points
    names = {}
    for name, point in zip(vectors, map(tuple, points), strict=True):
        names.setdefault(point, []).append(name)
    tips = np.array(list(names))
    onto = _view(tips) if tips.shape[1] == 3 else np.eye(2)
    feet = tips * (1, 1, 0) if tips.shape[1] == 3 else tips[:0]  # below the tips, at height 0
    shown = np.vstack([tips, feet, 0 * tips[:1]]) @ onto.T
    low, high = shown.min(axis=0), shown.max(axis=0)
    longest = np.linalg.norm(shown, axis=1).max() or 1.0
    scale = min([LONGEST / longest, *(ROOM / np.maximum(high - low, 1e-3 * longest))])
    *heads, origin = CENTER + (shown - (low + high) / 2) * scale * (1, -1)
    heads, feet = heads[: len(tips)], heads[len(tips) :]
    parts = [
        line([origin - 2 * WIDTH * way, origin + 2 * WIDTH * way], stroke=SOFT)
        for way in onto.T * (1, -1)
    ]
    for head, foot in zip(heads, feet, strict=False):
        parts.append(line([origin, foot, head], stroke=SOFT, stroke_dasharray="2 4"))
    for i in np.argsort(-np.linalg.norm(heads - origin, axis=1)):  # a short one above a long one
        name = names[tuple(tips[i])][0]
        color = BEST if name in SEPARATORS else NOW if name.partition("_")[0] == "w" else INK
        parts.append(_arrow(origin, heads[i], color))
    texts = [
        " = ".join([latex[name] for name in same] + ["0"] * (not any(tip)))
        for tip, same in names.items()
    ]
    parts += _labels(texts, np.array(heads), origin)
    size = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "width": WIDTH, "height": HEIGHT}
    look = {"fill": "none", "stroke": "currentColor", "font_family": "serif", "font_size": SIZE}
    said = {"role": "img", "aria_label": escape(alt(vectors, latex))}
    style = "max-width:100%;height:auto"
    return element("svg", "".join(parts), **said, **size, style=style, **look)


def alt(vectors: Mapping[str, tuple], latex: Mapping[str, str]) -> str:
    """What a drawing shows, in words."""
    where = "in the plane" if len(next(iter(vectors.values()))) == 2 else "in space"
    tips = (f"{letters.plain(latex[name])} to {value(tip)}" for name, tip in vectors.items())
    return f"Arrows from the origin {where}: {', '.join(tips)}."


def value(found: Fraction | float | tuple) -> str:
    """A number or a vector as `short` has it, with a true minus."""
    return short(found).replace("-", "−")


def _view(tips: np.ndarray) -> np.ndarray:
    """The orthographic projection, of shape (2, 3), that keeps tips and origin best apart."""

    def apart(turn: float) -> float:
        seen = np.vstack([tips, np.zeros(3)]) @ view(turn, RISE)[:2].T
        return min(np.linalg.norm(a - b) for a, b in combinations(seen, 2))

    return view(max(TURNS, key=apart), RISE)[:2]


def _arrow(origin: np.ndarray, head: np.ndarray, color: str) -> str:
    along = head - origin
    length = np.linalg.norm(along)
    if length < 1:
        x, y = origin
        return element("circle", cx=x, cy=y, r=4.5, fill="currentColor", stroke="none")
    along, across = along / length, np.array([-along[1], along[0]]) / length
    back = head - min(11, 0.6 * length) * along
    shaft = line([origin, back], stroke_width=2.5)
    corners = [head, back + 5 * across, back - 5 * across]
    tip = line(corners, "z", fill="currentColor", stroke="none")
    return element("g", shaft + tip, style=f"color:{color}")


def _labels(texts: list[str], heads: np.ndarray, origin: np.ndarray) -> list[str]:
    """A name at each tip, where it hides no other name, tip or arrow as far as can be."""
    share = np.linspace(0, 1, 30)[:, None]
    shafts = np.concatenate([origin + (head - origin) * share for head in heads])
    parts, boxes = [], []
    for text, head in zip(texts, heads, strict=True):
        length = sum(len(run) for run, *_ in letters.label_runs(f"${text}$"))
        half = np.array([0.28 * SIZE * length + 2, 10.0])

        def cost(middle: np.ndarray, head=head, half=half) -> float:
            covered = (np.abs(shafts - middle) < half).all(axis=1).sum()
            covered += 40 * (np.abs(heads - middle) < half + 3).all(axis=1).sum()
            hidden = ((np.abs(box - middle) < half + other).all() for box, other in boxes)
            outside = (np.abs(middle - CENTER) + half > CENTER - 2).any()
            far, outward = np.linalg.norm(middle - head), np.linalg.norm(middle - origin)
            return covered + 200 * sum(hidden) + 500 * outside + (far - outward) / 20

        ways = np.stack([np.cos(ROUND), np.sin(ROUND)], axis=1)
        places = (head + way * (far + np.abs(way) @ half) for way in ways for far in (7, 16))
        middle = min(places, key=cost)
        boxes.append((middle, half))
        (x, y), (wide, tall) = middle - half, 2 * half
        box = {"x": x, "y": y, "width": wide, "height": tall, "fill": GROUND, "fill_opacity": 0.8}
        parts.append(element("rect", stroke="none", **box))
        look = {"text_anchor": "middle", "fill": "currentColor", "stroke": "none"}
        written = letters.svg_text(f"${text}$", SIZE)
        parts.append(element("text", written, x=middle[0], y=middle[1] + 5, **look))
    return parts
