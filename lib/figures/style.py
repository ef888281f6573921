"""Colors, markers and the blank figure that every picture of the book starts from."""

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

    `options` go to `matplotlib.pyplot.subplots`.
    """
    import matplotlib.pyplot as plt

    plt.rcParams.update(RC)
    _, axes = plt.subplots(1, columns, figsize=size, layout="constrained", **options)
    return axes


def frame(points: np.ndarray, room: float = 0.12) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper corner of a box around 2-D points, with a share of room on each side."""
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    pad = room * np.maximum(high - low, 1e-9)
    return low - pad, high + pad
