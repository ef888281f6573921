"""Pictures of the chapter *Linear separators*: a separator with its margin."""

import numpy as np

from lib.figures.colors import INK, NOW, SOFT
from lib.figures.points import examples, line, many, two_features
from lib.figures.style import Picture, picture
from lib.linear_separators import margin, misclassified, signed_distance
from lib.samples import Sample


def separator(ax, sample: Sample, w, b: float = 0.0) -> Picture:
    """The hyperplane, its margin on both sides, and a ring on each example at that distance.

    A stem joins a ring to the hyperplane. When an example is misclassified there is no margin: the
    hyperplane alone is drawn, with a cross under each misclassified example. The description counts
    the examples as well.
    """
    two_features(sample)
    line(ax, w, b, color=NOW)
    distances = signed_distance(sample, w, b)
    gap = margin(sample, w, b)
    scene = f"{_classes(sample)}, and a {_course(w)} line"
    if gap <= 0:
        wrong = sample.X[sample.y * distances <= 0]
        ax.plot(*wrong.T, "x", color=INK, ms=12, mew=1.5, zorder=0.5)
        return picture(ax, f"{scene} that misclassifies {len(wrong)}, each over a cross.")
    for side in (-1, 1):
        line(ax, w, b + side * gap * np.linalg.norm(w), color=SOFT, lw=1, ls="--")
    rows = sample.y * distances <= gap * (1 + 1e-9)
    nearest = sample.X[rows]
    feet = nearest - distances[rows, None] * np.asarray(w) / np.linalg.norm(w)
    ax.plot(*np.stack([nearest, feet], axis=2).transpose(1, 2, 0), color=INK, lw=1.2, zorder=0.5)
    ax.plot(*nearest.T, "o", mfc="none", mec=INK, ms=11, mew=1.2)
    rings = " and ".join(_point(x) for x in np.unique(nearest, axis=0))
    return picture(
        ax,
        f"{scene} that separates them. On each side a dashed parallel at distance {gap:.3g}, that "
        f"of the nearest: a ring at {rings}.",
    )


def leaning(ax, slope: float, shift: float, sample: Sample, point) -> str:
    """A separator of some slope, shifted by some distance from `point`; how it does, in words."""
    w = np.array([slope, -1]) / np.hypot(slope, 1)
    b = -(w @ point) - shift
    examples(ax, sample)
    separator(ax, sample, w, b)
    drawn = f"The line of slope {slope:g}, shifted by {f'{shift:g}'.replace('-', '−')} cm,"
    if wrong := len(misclassified(sample, w, b)):
        return f"{drawn} misclassifies {many(wrong, 'flower')}."
    return f"{drawn} separates the species with margin {margin(sample, w, b):.3f} cm."


def _point(x) -> str:
    return f"({x[0]:.3g}, {x[1]:.3g})"


def _classes(sample: Sample) -> str:
    """How many squares and circles there are, and around which points."""
    said = []
    for y, shape in ((-1, "square"), (1, "circle")):
        rows = sample.X[sample.y == y]
        if len(rows):
            said.append(f"{len(rows)} {shape}{'s' * (len(rows) > 1)} around {_point(rows.mean(0))}")
    across, up = sample.features
    return f"{' and '.join(said)} in the plane of {across} and {up}"


def _course(w) -> str:
    """How the line ⟨w,x⟩ + b = 0 runs, read from left to right."""
    if w[0] == 0 or w[1] == 0:
        return "level" if w[0] == 0 else "vertical"
    return "falling" if w[0] * w[1] > 0 else "rising"
