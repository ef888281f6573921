"""Markers, the blank figure that every picture starts from, and what a picture says."""

import os
from html import escape

import numpy as np

from lib.figures.colors import CSS, INK, NEGATIVE, NOW, PAPER, POSITIVE, SOFT
from lib.tables import minus

# Each class has a marker besides its color.
MARKERS = {-1: ("s", NEGATIVE), 1: ("o", POSITIVE)}

# An inch is 100 px on the page, so letters are of 13.9 px, in every window: a panel of the widest
# is as wide as the narrowest window, and none shrinks.
WIDEST = 3.2
RC = {
    "font.size": 10,
    "axes.titlesize": "medium",
    "axes.titley": 1.0,  # to find a place for a title, matplotlib would measure all ticks
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "lines.linewidth": 1.6,
    "patch.linewidth": 0,
    "scatter.edgecolors": PAPER,
    "axes.formatter.min_exponent": 4,  # 0.001 and 1000 are no powers of ten on a logarithmic axis
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
}


def blank(panels: int = 1, size: tuple[float, float] | None = None):
    """The Axes of an empty picture in the book's style, an array of them if panels > 1.

    panels : drawings side by side, or one below the other where a page is narrow
    size : width, at most 3.2, and height of a panel in inches of 100 px

    Nothing is shown before `picture` is. Raises ValueError where a panel is too wide.

    >>> len(blank(2, size=(3.0, 2.5)))
    2
    """
    import matplotlib
    from cycler import cycler

    from lib.figures.svg import panel

    size = size or (WIDEST, 2.8)
    if size[0] > WIDEST:
        raise ValueError(
            f"size={size}; a panel is at most {WIDEST} inches wide, or a phone shows its words too "
            "small: draw several panels, or less"
        )
    matplotlib.rcParams.update(RC | {"axes.prop_cycle": cycler(color=[INK, NOW, SOFT])})
    axes = [panel(size) for _ in range(panels)]
    return np.array(axes) if panels > 1 else axes[0]


def panels_of(ax) -> list:
    """The figures of some Axes."""
    return [axes.figure for axes in np.ravel(ax)]


class Picture:
    """Drawings with what they show, in words: a notebook's stored text, and a page's alt text.

    A test compares the words with a fresh run, so a number in them is computed.
    """

    def __init__(self, figures: list, text: str):
        self.figures, self.text = figures, text

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"Picture: {self}"

    @property
    def panels(self) -> list[str]:
        """The panels as <svg>."""
        from lib.figures.svg import elements

        return ["".join(elements(figure)) for figure in self.figures]

    def _repr_mimebundle_(self, include=None, exclude=None):
        html = shown("".join(self.panels), f'aria-label="{escape(self.text)}"')
        return {"text/html": html, "text/plain": repr(self)}


class Still:
    """HTML for a page, and what it is in words."""

    def __init__(self, html: str, text: str):
        self.html, self.text = html, text

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def is_live() -> bool:
    """Whether a kernel shows figures itself, or `BOOK_EXPLORE=static` asks for those of a page."""
    mode = os.environ.get("BOOK_EXPLORE", "live")
    if mode not in ("live", "static"):
        raise ValueError(
            f"BOOK_EXPLORE must be 'live' or 'static', got {mode!r}: correct or unset it"
        )
    return mode == "live"


def shown(svg: str, label: str) -> str:
    """Panels as a picture, with the attribute that says in words what it shows."""
    sheet = f"<style>{CSS}</style>" if is_live() else ""  # a page has it already
    return f'{sheet}<div class="picture" role="img" {label}>{svg}</div>'


def picture(ax, text: str) -> Picture:
    """The figures of some Axes (one, or an array of them) with their description.

    Its numbers get a true minus. Raises ValueError when the text is empty.

    >>> picture(blank(), "A line that falls to -1.")
    Picture: A line that falls to −1.
    """
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"text={text!r}; describe what the picture shows")
    return Picture(panels_of(ax), " ".join(minus(text).split()))


def frame(points: np.ndarray, room: float = 0.12) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper corner of a box around 2-D points, with a share of room on each side."""
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    pad = room * np.maximum(high - low, 1e-9)
    return low - pad, high + pad
