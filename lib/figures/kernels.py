"""Pictures of chapter *Kernels*: points lifted, digits swapped, curved regions, classes."""

from functools import cache

import numpy as np

from lib.figures.colors import BEST, INK, NEGATIVE, NOW, POSITIVE, SOFT
from lib.figures.points import cells, examples, rings, view, weights, window
from lib.figures.style import MARKERS, Picture, frame, picture
from lib.kernels.kernel_perceptron import KernelSeparator
from lib.max_margin import hard_margin
from lib.samples import Sample
from lib.svm.solution import Solution
from lib.tables import minus

# Turns (x₁², √2 x₁x₂, x₂²) so that the cone has its axis upright.
UPRIGHT = np.array([[1, 0, -1], [0, np.sqrt(2), 0], [1, 0, 1]]) / np.sqrt(2)
MIDDLE = np.array([0, 0, 1.5])  # of the cone, around which it turns
NAMES = "$x_1^2$", "−√2 $x_1x_2$", "$x_2^2$"  # toward the reader, where it hides no point
ROUND = np.radians(np.arange(0, 361, 6))
CIRCLE = np.stack([np.cos(ROUND), np.sin(ROUND)], axis=1)
GAP = np.full((1, 3), np.nan)  # after a line, so that the next one begins elsewhere


def squares(X) -> np.ndarray:
    """(x₁², √2 x₁x₂, x₂²) for each row x of X, shape (n, 3): the features of `polynomial(2, 0)`."""
    x1, x2 = np.transpose(X)
    return np.stack([x1**2, np.sqrt(2) * x1 * x2, x2**2], axis=1)


@cache
def two_rings() -> tuple[Sample, Solution]:
    """Two classes that an ellipse around 0 separates, and the plane that does so, lifted.

    They lie by pairs, as images in the axis at 30°, and one of two may be negated. So the ellipse
    has its axes at 30° and 120°.
    """
    inside = [(1.1, 0.25), (0.45, 0.55), (1.4, 0.1), (0.75, 0.75)]
    outside = [(1.2, 1.05), (0.3, 1.35), (1.9, 0.4), (1.65, 0.75), (0.75, 1.6), (1.98, 0.12)]
    along = np.array([np.sqrt(3), 1]) / 2
    across, rows = np.array([-along[1], along[0]]), [-0.35 * np.array([-0.5, np.sqrt(0.75)])]
    for k, (a, b) in enumerate(inside + outside):
        rows += [a * along + b * across, (-1) ** k * (b * across - a * along)]
    sample = Sample(rows, [1] * 9 + [-1] * 12, "rings")
    return sample, hard_margin(Sample(squares(sample.X), sample.y))


def lifting(axes, turn: float, height: float) -> str:
    """`two_rings` in the plane, and lifted to (x₁², √2 x₁x₂, x₂²), a cone, with the best plane."""
    flat, space = axes
    sample, best = two_rings()
    normal, b = UPRIGHT @ best.w / best.norm, best.b / best.norm
    directions = view(turn, height)

    def seen(points):
        return (points - MIDDLE) @ directions.T

    def lifted(points):
        return squares(points) @ UPRIGHT.T

    examples(flat, sample)
    window(flat, (-2.2, -2.2), (2.2, 2.2), sample.features)
    level = np.array([-normal[1], normal[0], 0]) / np.hypot(*normal[:2])
    corners = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)]) * (1.9, 2.5)
    plane = seen(corners @ [level, np.cross(normal, level)] - [0, 0, b / normal[2]])
    space.fill(*plane[:, :2].T, color=BEST, alpha=0.14)
    border = CIRCLE * np.sqrt(-best.b / (squares(CIRCLE) @ best.w))[:, None]
    spokes = [np.outer((2, 0, -2), u) for u in CIRCLE[:30:5]]
    grid = np.vstack([part for way in (CIRCLE, 2 * CIRCLE, *spokes) for part in (way, GAP[:, :2])])
    for way, look in ((grid, {"color": SOFT, "lw": 0.6}), (border, {"color": BEST})):
        flat.plot(*way.T, zorder=1, **look)
        space.plot(*seen(lifted(way))[:, :2].T, **look)
    for name, end in zip(NAMES, [[4.2], [-3], [4.2]] * UPRIGHT.T, strict=True):
        space.plot(*seen(np.array([0 * end, end]))[:, :2].T, color=INK, lw=1)
        space.text(*seen(1.18 * end)[:2], name, ha="center", va="center", zorder=3)
    space.plot(*seen([4.2, 0, 0] @ UPRIGHT.T)[:2], ".", color=INK, ms=6, gid="grip")
    points = lifted(sample.X)
    feet = points - np.outer(points @ normal + b, normal)
    # Point, foot, gap, in turn.
    ways = np.hstack([points, feet, np.repeat(GAP, sample.n, axis=0)]).reshape(-1, 3)
    space.plot(*seen(ways)[:, :2].T, ":", color=INK, lw=1)
    for (x, y, near), label in zip(seen(points), sample.y, strict=True):
        marker, color = MARKERS[label]
        space.plot(x, y, marker, color=color, ms=6 + near, zorder=2.5 + near / 100)
    window(space, (-4, -4), (4, 4))
    space.set_axis_off()
    off = round(float(np.degrees(np.arcsin(abs(directions[2] @ normal)))))
    edge = "seen edge-on, a line, with every circle below it and every square above."
    inside = sum(sample.y > 0)
    return minus(
        f"Left, {inside} circles inside an ellipse, {sample.n - inside} squares outside. "
        f"Right, the same on a cone, turned by {turn}°, from {height}° above: the plane is "
        + (f"{off}° from edge-on." if off else edge)
    )


def swapped(ax, sample: Sample) -> Picture:
    """Digits of 64 pixels, from -1, paper, to 1, ink; and below each the same, swapped."""
    for k, x in enumerate(sample.X):
        cells(ax, (1 + x) / 2, corner=(10 * k, 10))
        cells(ax, (1 - x) / 2, corner=(10 * k, 0))
    ax.set(xlim=(0, 10 * sample.n - 2), ylim=(0, 18))
    row = ", ".join("8" if y > 0 else "3" for y in sample.y)
    return picture(
        ax,
        f"{sample.n} handwritten digits in a row, {row}, and below each the same with ink and "
        "paper swapped.",
    )


def regions(ax, separator: KernelSeparator, slab: bool = True) -> Picture:
    """A two-feature sample on the regions f > 0 and f < 0; with `slab` also the faces f = ±1."""
    sample = separator.sample
    examples(ax, sample)
    step = 1 if slab else 4  # where two lines cross, a coarse grid would part them, not the shades
    across, up = np.linspace(*frame(sample.X), 80 * step + 1).T
    plane = np.stack(np.meshgrid(across, up), axis=-1)
    f = separator.decision(plane.reshape(-1, 2)).reshape(len(up), -1)
    look = {"levels": [min(f.min(), 0) - 1, 0, max(f.max(), 0) + 1], "alpha": 0.13}
    ax.contourf(across[::step], up[::step], f[::step, ::step], colors=[NEGATIVE, POSITIVE], **look)
    ax.contour(across, up, f, levels=[0], colors=[BEST if slab else NOW], linewidths=1.8)
    if slab:
        ax.contour(across, up, f, levels=[-1, 1], colors=[BEST], linewidths=1, linestyles="dashed")
    rings(ax, sample.X[separator.support], ms=9)
    circle, right = sample.y > 0, sample.y * separator.decision(sample.X) > 0
    return picture(
        ax,
        f"{sample.features[0]} to the right, {sample.features[1]} upward: {circle.sum()} circles "
        f"with y = +1, of which {np.sum(circle & right)} are where f is positive, and "
        f"{np.sum(~circle)} squares with y = −1, of which {np.sum(~circle & right)} are where it "
        f"is negative. It is positive on {np.mean(f > 0):.0%} of the frame. Rings mark "
        f"{len(separator.support)} of the examples.",
    )


def class_images(axes, W: np.ndarray, shape: tuple[int, int]) -> Picture:
    """The weights of each class as an image, one on each Axes, all on one scale."""
    pixels = W[:, : shape[0] * shape[1]]
    for k, (ax, w) in enumerate(zip(axes, pixels, strict=True)):
        weights(ax, w.reshape(shape), str(k), limit=np.abs(pixels).max())
    middle = pixels.reshape(-1, *shape)[:, shape[0] // 2 - 1 :, shape[1] // 2 - 1 :][:, :2, :2]
    against = [str(k) for k, w in enumerate(middle) if (w < 0).all()]
    high, low = (int(k) for k in (pixels.max(axis=1).argmax(), pixels.min(axis=1).argmin()))
    return picture(
        axes,
        f"{len(pixels)} images of {shape[0]} by {shape[1]} pixels, titled by their class: discs "
        "for positive weights, open squares for negative ones. The largest disc is in the image of "
        f"{high}, the largest square in that of {low}. All four pixels in the middle are squares "
        f"for {', '.join(against) or 'no class'}.",
    )
