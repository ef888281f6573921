"""The lifting (x₁², √2 x₁x₂, x₂²), to be turned by hand: chapter *Kernels*.

A point of the plane at the distance r from 0 is lifted to the height r²/√2 of a cone, and the angle
at which it lies is doubled. Everything is drawn here, for the first view; each path and word has
its points of space, and lifting.js, beside this file, projects them again as one turns.
"""

import numpy as np

from lib.explore import widget
from lib.explore.frames import details_html, question_html, status_html
from lib.figures.letters import lettered
from lib.figures.strokes import element, line
from lib.figures.style import shown
from lib.kernels.functions import squares
from lib.max_margin import hard_margin
from lib.samples import Sample

UPRIGHT = np.array([[1, 0, -1], [0, np.sqrt(2), 0], [1, 0, 1]]) / np.sqrt(2)  # the cone's axis up
MIDDLE = 1.5  # the height around which the space turns
SIDE, PLANE, SPACE = 320, 70, 47  # px: a panel, and the unit of each
START = (-20, 26)
NAMES = "$x_1^2$", "√2 $x_1x_2$", "$x_2^2$"
ROUND = np.radians(np.arange(0, 361, 6))


def rings() -> Sample:
    """Two classes that an oblique ellipse around 0 separates: nine points inside, twelve outside.

    They lie by pairs, as images of each other in the axis at 30°, where one of two may be negated:
    the lifting does not tell x from -x. So the ellipse has its axes at 30° and 120°.
    """
    inside = [(1.1, 0.25), (0.45, 0.55), (1.4, 0.1), (0.75, 0.75)]
    outside = [(1.2, 1.05), (0.3, 1.35), (1.9, 0.4), (1.65, 0.75), (0.75, 1.6), (1.98, 0.12)]
    along = np.array([np.sqrt(3), 1]) / 2
    across, rows = np.array([-along[1], along[0]]), [-0.35 * np.array([-0.5, np.sqrt(0.75)])]
    for k, (a, b) in enumerate(inside + outside):
        rows += [a * along + b * across, (-1) ** k * (b * across - a * along)]
    return Sample(rows, [1] * 9 + [-1] * 12, "rings")


def project(points, turn: float, height: float) -> np.ndarray:
    """Points of space in the view, shape (n, 3): to the right, down, and how near.

    Parameters
    ----------
    points : array, shape (n, 3)
        The third coordinate points upward.
    turn, height : float
        The view angle, in degrees: around the upright axis, and above the horizon.
    """
    t, h = np.radians(turn), np.radians(height)
    a, b, c = np.asarray(points, dtype=float).T
    away, up = b * np.cos(t) - a * np.sin(t), c - MIDDLE
    right = a * np.cos(t) + b * np.sin(t)
    down = -away * np.sin(h) - up * np.cos(h)
    return np.stack([right, down, up * np.sin(h) - away * np.cos(h)], axis=1)


def sentence(normal, turn: float, height: float) -> str:
    """What the view shows of the plane with a unit normal: how far it is from edge-on."""
    t, h = np.radians(turn), np.radians(height)
    toward = np.array([np.sin(t) * np.cos(h), -np.cos(t) * np.cos(h), np.sin(h)])
    off = int(np.degrees(np.arcsin(abs(toward @ normal))) + 0.5)
    line = "seen edge-on, a line, with every circle below it and every square above."
    where = f"Turned by {turn}°, from {height}° above".replace("-", "−")
    return f"{where}: the plane is {f'{off}° from edge-on.' if off else line}"


def lifting(question: str = "", insight: str = ""):
    """Return the picture of `rings`: in the plane, and lifted, with the best plane between them.

    Live or static, as `lib.explore.explore`, which has a question and an insight as well.

    >>> lifting("Where is it a line?")
    Picture: Left, 9 circles inside an ellipse and 12 squares outside. Right, the same...
    """
    html, text = view(question, insight)
    return widget.of(Lifting, html, f"Picture: {text}")


def view(question: str, insight: str) -> tuple[str, str]:
    """The HTML of the picture in the first view, and what it shows."""
    sample = rings()
    best = hard_margin(Sample(squares(sample.X), sample.y))
    normal, b = UPRIGHT @ best.w, best.b
    normal, b = normal / np.linalg.norm(normal), b / np.linalg.norm(normal)
    circle = np.stack([np.cos(ROUND), np.sin(ROUND)], axis=1)
    border = circle * np.sqrt(-best.b / (squares(circle) @ best.w))[:, None]
    spokes = [2 * np.array([[0, 0], u]) for u in circle[:-1:5]]
    lines = [("grid", way) for way in (circle, 2 * circle, *spokes)] + [("border", border)]
    kinds = np.where(sample.y > 0, "positive", "negative")

    def up(points):
        return squares(points) @ UPRIGHT.T

    level = np.array([-normal[1], normal[0], 0]) / np.hypot(*normal[:2])
    corners = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1), (1, 1)]) * (1.9, 2.5)
    plane = corners @ [level, np.cross(normal, level)] - [0, 0, b / normal[2]]
    lifted = up(sample.X)
    feet = lifted - np.outer(lifted @ normal + b, normal)
    axes = np.array([[3.2], [2.5], [3.2]]) * UPRIGHT.T
    flat = [_path("axis", [-2.15 * end, 2.15 * end]) for end in np.eye(2)]
    flat += [_path(kind, way) for kind, way in lines]
    flat += [_path(f"mark {kind}", [x]) for kind, x in zip(kinds, sample.X, strict=True)]
    space = [_path("plane", plane, True), *(_path(kind, up(way), True) for kind, way in lines)]
    space += [_path("axis", [[0, 0, 0], end], True) for end in axes]
    space += [_path("foot", ends, True) for ends in zip(feet, lifted, strict=True)]
    flat += [_word("$x_1$", [2.1, -0.2]), _word("$x_2$", [0.15, 2.1])]
    space += [_path(f"mark {kind}", [x], True) for kind, x in zip(kinds, lifted, strict=True)]
    space += [_word(name, 1.1 * end, True) for name, end in zip(NAMES, axes, strict=True)]
    turn, height = START
    alt = (
        f"Left, {sum(sample.y > 0)} circles inside an ellipse and {sum(sample.y < 0)} squares "
        "outside. Right, the same points on a cone, and a plane that cuts the cone between them."
    )
    size = f'viewBox="{-SIDE / 2:g} {-SIDE / 2:g} {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}"'
    panels = f'<svg {size}>{"".join(flat)}</svg><svg {size} class="space">{"".join(space)}</svg>'
    numbers = ",".join(f"{value:.6f}" for value in normal)
    edge = round(np.degrees(np.arctan2(normal[1], normal[0])))
    picture = shown(panels, f'aria-label="{alt}"')
    return (
        f'<div class="explorer lifting" data-normal="[{numbers}]">{question_html(question)}'
        f"{picture}{status_html(sentence(normal, turn, height), sentence(normal, edge, 0))}"
        f"{_slider('turn', -180, 180, turn)}{_slider('height', 0, 90, height)}"
        '<p class="control"><button disabled>From above</button> '
        f"<button disabled>Show it</button></p>{details_html(insight)}</div>"
    ), alt


def _slider(name: str, least: int, most: int, value: int) -> str:
    """A slider of whole degrees, which the script enables."""
    said = f"{value}°".replace("-", "−")
    look = f'min="{least}" max="{most}" value="{value}" aria-valuetext="{said}"'
    slider = f'<input type="range" {look} disabled><span aria-hidden="true">{said}</span>'
    return f'<p class="control"><label>{name} {slider}</label></p>'


def _path(kind: str, points, space: bool = False) -> str:
    """A line through points of the plane, or of space, as an SVG path; one point is a dot."""
    spots, data = _placed(points, space)
    dot = "h0" if len(spots) == 1 else ""
    wide = 10 + 1.5 * spots[0, 2] / SPACE if dot and space else ""
    return line(spots[:, :2], dot, **{"class": kind, "stroke-width": wide, "data-at": data})


def _word(text: str, point, space: bool = False) -> str:
    """A word at a point of the plane, or of space."""
    spots, data = _placed([point], space)
    return element("text", lettered(text, 14), x=spots[0, 0], y=spots[0, 1], data_at=data)


def _placed(points, space: bool) -> tuple[np.ndarray, str]:
    """The places of points in the picture, and those of space as data for the script."""
    points = np.asarray(points, dtype=float)
    if not space:
        return points * (PLANE, -PLANE), ""
    points = points.round(3) + 0
    data = str(points.tolist()).replace(" ", "")
    return project(points, *START) * SPACE, data


class Lifting(widget.Live):
    """The picture in a kernel."""

    _esm = widget.module("lifting.js", shell="written(lifting.connect)")
    _css = widget.joined("lifting.css")
