"""Pictures of chapter *Linear separators*: sums of pixels, distances from a line, margins."""

import numpy as np

from lib.figures import points
from lib.figures.colors import INK, SOFT
from lib.figures.points import arrow, line, many, named, place, rings
from lib.figures.style import MARKERS, Picture, picture
from lib.linear_separators import margin, signed_distance
from lib.samples import Sample
from lib.svm.solution import Solution


def weighed(axes, ink, w, added: bool) -> str:
    """A digit, 64 pixels of ink from 0 to 1, beside weights or, if `added`, ink times weight."""
    points.cells(axes[0], ink, "the ink")
    if not added:
        points.weights(axes[1], w)
        return "The ink of the digit, and the weights."
    parts = ink * w
    points.weights(axes[1], parts, "ink × weight", limit=np.abs(w).max())
    blue, orange, total = parts.clip(0).sum(), parts.clip(max=0).sum(), parts.sum()
    answer = "an 8" if total > 0 else "a 3"
    return f"Blue adds up to {blue:.1f}, orange to {orange:.1f}. The sum is {total:.1f}: {answer}."


def seen_through(axes, found: Solution, pixels) -> str:
    """The weights of a few of 64 pixels, and how many digits lie how far from their hyperplane.

    `found` is for a sample that has the `pixels`, by number, for features. A distance beyond 1.5
    counts as 1.5.
    """
    w, y = np.zeros(64), found.sample.y
    w[pixels] = found.w
    points.weights(axes[0], w)
    distances = found.f / np.linalg.norm(found.w)
    edges = np.arange(-15, 16) / 10
    for label, dashes, name in ((-1, "--", "3"), (1, "-", "8")):
        heights, _ = np.histogram(distances[y == label].clip(-1.5, 1.5), edges)
        look = {"color": MARKERS[label][1]}
        axes[1].step(edges, [*heights, 0], where="post", ls=dashes, **look)
        named(axes[1], name, (1.2 * label, 50), "center", **look)
    axes[1].axvline(0, color=INK, lw=1)
    axes[1].set(xlabel="distance from the hyperplane", ylabel="digits")
    axes[1].set(xlim=(-1.5, 1.5), ylim=(0, 60))
    nearest, wrong = (y * distances).min(), int((y * distances <= 0).sum())
    count = f"{wrong or 'none'} of the {len(y)} digits {'is' if wrong < 2 else 'are'}"
    away = "" if wrong else f"; the nearest is {nearest:.3f} away"
    return f"With {many(len(pixels), 'pixel')} {count} on the wrong side{away}."


def separator(ax, sample: Sample, w, b: float = 0.0, color: str = INK) -> Picture:
    """The hyperplane, its margin on both sides, and a ring with a stem on each example there.

    When some are misclassified, the hyperplane alone, with a cross under each of them.
    """
    points.two_features(sample)
    distances, gap = signed_distance(sample, w, b), margin(sample, w, b)
    across, up = sample.features
    scene = f"{points.clouds(sample)} along {across} and {up}, and the line of w = {place(w)}"
    if gap <= 0:
        wrong = sample.X[sample.y * distances <= 0]
        line(ax, w, b, color=color)
        ax.plot(*wrong.T, "x", color=INK, ms=12, mew=1.5, zorder=0.5)
        return picture(ax, f"{scene} that misclassifies {len(wrong)}, each over a cross.")
    points.slab(ax, w, b, gap * np.linalg.norm(w), color)
    rows = sample.y * distances <= gap * (1 + 1e-9)
    nearest = sample.X[rows]
    feet = nearest - distances[rows, None] * np.asarray(w) / np.linalg.norm(w)
    ax.plot(*np.stack([nearest, feet], axis=2).transpose(1, 2, 0), color=INK, lw=1.2, zorder=0.5)
    rings(ax, nearest)
    places = " and ".join(place(x) for x in np.unique(nearest, axis=0))
    return picture(
        ax,
        f"{scene} that separates them. On each side a dashed parallel at distance {gap:.3g}, that "
        f"of the nearest: a ring at {places}.",
    )


def foot(ax, w, b: float, x, z) -> Picture:
    """The shortest way from a point x to the line, at a right angle, and one to another point z.

    Raises ValueError unless z lies on the line.
    """
    w, x, z = np.asarray(w, dtype=float), np.asarray(x, dtype=float), np.asarray(z, dtype=float)
    if abs(w @ z + b) > 1e-9:
        raise ValueError(f"z={place(z)} has f(z) = {w @ z + b:g}; give a point of the line, f = 0")
    at = x - (w @ x + b) / (w @ w) * w
    line(ax, w, b)
    ax.plot(*np.transpose([x, at]), color=INK, lw=2.6)
    ax.plot(*np.transpose([x, z]), color=SOFT, ls="--")
    _right_angle(ax, at, x - at, z - at)
    arrow(ax, 2 * at - z, 2 * at - z + w / np.linalg.norm(w), INK, "$w$")
    ax.plot(*np.transpose([x, at, z]), "o", color=INK, ms=5)
    named(ax, "$x$", x, "right")
    named(ax, "$x_H$", at, "lower left")
    named(ax, "$z$", z, "lower left")
    near, far, across = (np.linalg.norm(way) for way in (x - at, x - z, at - z))
    return picture(
        ax,
        f"From x = {place(x)} a thick segment of length {near:.2f} meets a line at a right "
        f"angle, in x_H = {place(at)}. A dashed one of length {far:.2f} goes to another point of "
        f"the line, z = {place(z)}, at {across:.2f} from x_H. An arrow w stands at a right angle "
        "on the line.",
    )


def shadow(ax, a, v) -> Picture:
    """What is left of a vector a beyond its nearest point sv on the line of v."""
    a, v = np.asarray(a, dtype=float), np.asarray(v, dtype=float)
    s = (a @ v) / (v @ v)
    line(ax, [-v[1], v[0]], color=SOFT, lw=1)
    ax.plot(*np.transpose([a, s * v]), color=INK, lw=2.6)
    _right_angle(ax, s * v, a - s * v, -v)
    arrow(ax, (0, 0), v, INK, "$v$", "lower right")
    arrow(ax, (0, 0), a, INK, "$a$", "upper left")
    ax.plot(*s * v, "o", color=INK, ms=5)
    named(ax, "$sv$", s * v, "lower right")
    return picture(
        ax,
        f"Arrows from 0 to a = {place(a)} and to v = {place(v)}. From the end of a, a thick "
        f"segment of length {np.linalg.norm(a - s * v):.2f} meets the line of v at a right angle, "
        f"in sv = {place(s * v)}.",
    )


def _right_angle(ax, corner, one, other) -> None:
    one, other = (0.3 * side / np.linalg.norm(side) for side in (one, other))
    ax.plot(*np.transpose([corner + one, corner + one + other, corner + other]), color=INK, lw=0.8)
