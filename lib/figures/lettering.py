"""The words of a figure: a label as SVG text, its formulas with signs below and above the line."""

from functools import lru_cache
from html import escape
from itertools import groupby

from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties

from lib.figures import letters
from lib.figures.strokes import UNITS, number

# Small signs that a typeface has; smaller letters would be too small on a phone.
SMALL = (
    str.maketrans("0123456789+−", "₀₁₂₃₄₅₆₇₈₉₊₋"),
    str.maketrans("0123456789+−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"),
)


def spoken(s: str):
    """What a label says, formulas between dollars included: text, whether it is slanted, level."""
    for i, part in enumerate(s.split("$")):
        found = letters.runs(part) if i % 2 else [(part, False, 0)]
        for level, same in groupby(found, lambda run: run[2]):
            same = list(same)
            text = "".join(text for text, *_ in same)
            small = text.translate(SMALL[level > 0]) if level else text
            yield from [(small, False, 0)] if not set(small) & set(text) else same


def lettered(s: str, size: float) -> str:
    """What a <text> holds."""
    said, shift = "", 0.0
    for text, slanted, level in spoken(s):
        moved, shift = -0.25 * level * size - shift, -0.25 * level * size
        look = f' dy="{number(moved)}"' * (number(moved) != "0") + ' font-style="italic"' * slanted
        look += f' font-size="{number(0.95 * size)}"' * bool(level)
        said += f"<tspan{look}>{escape(text)}</tspan>" if look else escape(text)
    return said


@lru_cache(None)
def measured(text: str, points: float) -> tuple[float, float, float]:
    """Width, height and depth of a line in matplotlib's typeface, which is wider than most."""
    size = FontProperties(size=points)
    found = RendererBase().get_text_width_height_descent(text, size, False)
    return tuple(float(side) * UNITS / 72 for side in found)
