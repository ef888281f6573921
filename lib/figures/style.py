"""Colors, markers, the blank figure that every picture starts from, and what a picture says."""

import io

import numpy as np

# Okabe and Ito's colors, told apart by readers with any color vision; each class also has a marker.
NEGATIVE, POSITIVE, INK, SOFT = "#b34700", "#0072b2", "#222222", "#8a8a8a"
ACCENT, GREEN = "#a3306f", "#00795a"
MARKERS = {-1: ("s", NEGATIVE), 1: ("o", POSITIVE)}

RC = {
    "figure.facecolor": "white",
    "figure.dpi": 160,
    "savefig.dpi": 160,
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.labelsize": 10,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
}


def blank(columns: int = 1, size: tuple[float, float] = (6.4, 4.0), **options):
    """A blank figure in the book's style; returns its Axes, an array of them if columns > 1.

    `options` go to `matplotlib.figure.Figure.subplots`. Nothing is shown before `picture` is.
    """
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams.update(RC)
    return Figure(figsize=size, layout="constrained").subplots(1, columns, **options)


class Picture:
    """A figure together with what it shows, in words: the value of a cell that draws.

    The words, after "Picture:", are the picture's text in a notebook, where a test compares them
    with a fresh run; they are its alt text on the page. So a number in them is computed, like any
    other output.
    """

    def __init__(self, figure, text: str):
        self.figure, self.text = figure, text

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"Picture: {self}"

    def _repr_png_(self) -> bytes:
        stream = io.BytesIO()
        self.figure.savefig(stream, format="png", bbox_inches="tight")
        return stream.getvalue()


def picture(ax, text: str) -> Picture:
    """The figure of some Axes (one, or an array of them) with its description.

    Raises ValueError when the text is empty.
    """
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"text={text!r}; describe what the picture shows")
    return Picture(np.ravel(ax)[0].figure, " ".join(text.split()))


def frame(points: np.ndarray, room: float = 0.12) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper corner of a box around 2-D points, with a share of room on each side."""
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    pad = room * np.maximum(high - low, 1e-9)
    return low - pad, high + pad
