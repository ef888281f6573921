"""How a cost grows: measured times on logarithmic axes, beside the slope that theory gives."""

import numpy as np

from lib.figures.style import NEGATIVE, POSITIVE


def growth(ax, label: str, sizes, seconds, slope: float) -> None:
    """Times against sizes, and the line of that slope through the last of them."""
    sizes, seconds = np.asarray(sizes, dtype=float), np.asarray(seconds)
    theory = seconds[-1] * (sizes / sizes[-1]) ** slope
    ax.loglog(sizes, theory, "--", color=NEGATIVE, label=f"slope {slope:g}")
    ax.loglog(sizes, seconds, "o", ms=4, color=POSITIVE, label="measured")
    ax.set(xlabel=label, ylabel="seconds")
    ax.tick_params(which="minor", labelleft=False, labelbottom=False)
    ax.legend(loc="upper left")
