"""Pictures of a two-feature sample: examples, separators, margins, and the plane of weights."""

import numpy as np

from lib.figures.style import ACCENT, GREEN, INK, MARKERS, SOFT, Picture, frame, picture
from lib.samples import Sample
from lib.separators import margin, signed_distance


def _two_features(sample: Sample) -> None:
    if sample.d != 2:
        raise ValueError(f"{sample.name!r} has {sample.d} features; choose two with sample.columns")


def examples(ax, sample: Sample, labels: tuple[str, str] = ("y = −1", "y = +1")) -> None:
    """Scatter a two-feature sample, squares for −1 and circles for +1, with equal scales."""
    _two_features(sample)
    for (y, (marker, color)), label in zip(MARKERS.items(), labels, strict=True):
        rows = sample.X[sample.y == y]
        ax.scatter(*rows.T, marker=marker, s=26, c=color, edgecolors="white", lw=0.5, label=label)
    low, high = frame(sample.X)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
    ax.set(xlabel=sample.features[0], ylabel=sample.features[1])


def line(ax, w, b: float = 0.0, **look) -> None:
    """The hyperplane ⟨w,x⟩ + b = 0 in the plane."""
    w = np.asarray(w, dtype=float)
    foot = -b * w / (w @ w)
    ax.axline(foot, foot + np.array([-w[1], w[0]]), **{"color": INK, "lw": 1.6} | look)


def separator(ax, sample: Sample, w, b: float = 0.0) -> Picture:
    """The hyperplane, its margin on both sides, and a ring on each example at that distance.

    When an example is misclassified there is no margin: the hyperplane alone is drawn, with a
    cross on each misclassified example. The description counts the examples as well.
    """
    _two_features(sample)
    line(ax, w, b)
    distances = sample.y * signed_distance(sample, w, b)
    gap = margin(sample, w, b)
    scene = f"{_classes(sample)}, and a {_course(w)} line"
    if gap <= 0:
        wrong = sample.X[distances <= 0]
        ax.plot(*wrong.T, "x", color=ACCENT, ms=9, mew=2, label="misclassified")
        return picture(ax, f"{scene} that misclassifies {len(wrong)}, each under a cross.")
    for side in (-1, 1):
        line(ax, w, b + side * gap * np.linalg.norm(w), color=SOFT, lw=1, ls="--")
    nearest = sample.X[distances <= gap * (1 + 1e-9)]
    ax.plot(*nearest.T, "o", mfc="none", mec=GREEN, ms=12, mew=2, label="nearest")
    rings = " and ".join(_point(x) for x in np.unique(nearest, axis=0))
    return picture(
        ax,
        f"{scene} that separates them. On each side a dashed parallel at distance {gap:.3g}, that "
        f"of the nearest: a ring at {rings}.",
    )


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


def weight_plane(ax, sample: Sample, weights: np.ndarray, size: float) -> None:
    """The plane of weights: each example a line that bounds a half-plane, and the path of w.

    The set of w with y⟨w,x⟩ > 0 for all examples, the cone of separators, is shaded. `weights` has
    shape (t + 1, 2); the picture reaches from -size to size.
    """
    _two_features(sample)
    for y, (_, color) in MARKERS.items():
        for x in sample.X[(sample.y == y) & sample.X.any(axis=1)]:  # zero bounds no half-plane
            line(ax, x, color=color, lw=0.8, alpha=0.5)
    ticks = np.linspace(-size, size, 301)
    plane = np.stack(np.meshgrid(ticks, ticks), axis=-1)
    cone = (plane @ sample.signed.T > 0).all(axis=-1)
    ax.contourf(ticks, ticks, cone, levels=[0.5, 1.5], colors=[GREEN], alpha=0.25)
    ax.plot(*weights.T, "-", color=INK, lw=1.2)
    ax.plot(*weights.T, ".", color=INK, ms=5)
    ax.plot(*weights[-1], "o", color=ACCENT, ms=8)
    ax.set(xlim=(-size, size), ylim=(-size, size), aspect="equal", xlabel="$w_1$", ylabel="$w_2$")
