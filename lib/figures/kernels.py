"""How does a line in another space bend here? Digits swapped, curved regions, weights by class.

Chapter *Kernels*; the lifting that one turns by hand is lib/explore/lifting.py.
"""

import numpy as np

from lib.figures.colors import BEST, INK, NEGATIVE, NOW, PAPER, POSITIVE
from lib.figures.points import cells, examples, rings, weights
from lib.figures.style import Picture, frame, picture
from lib.kernels.separator import KernelSeparator
from lib.samples import Sample

TICKS = 81
SQUARE = np.array([[0, 1, 1, 0], [0, 0, 1, 1]])


def swapped(ax, sample: Sample) -> Picture:
    """Digits 3 (-1) and 8 (+1) in a row, and below each the same with ink and paper swapped.

    A pixel goes from -1, paper, to 1, ink; there are 64.
    """
    for k, x in enumerate(sample.X):
        ink = (1 + x) / 2
        cells(ax, ink, corner=(10 * k, 10))
        ax.fill(*(10 * k + 8 * SQUARE[0], 8 * SQUARE[1]), color=INK, lw=0)
        cells(ax, ink, color=PAPER, corner=(10 * k, 0))
    ax.set(xlim=(0, 10 * sample.n - 2), ylim=(0, 18))
    said = ", ".join("8" if y > 0 else "3" for y in sample.y)
    return picture(
        ax,
        f"{sample.n} handwritten digits in a row, {said}, and below each the same with ink and "
        "paper swapped.",
    )


def regions(ax, separator: KernelSeparator, slab: bool = True) -> Picture:
    """A two-feature sample on the regions f > 0 and f < 0, with a ring on each support vector.

    With `slab` it is a best separator, and the faces f = ±1 are dashed.
    """
    sample = separator.sample
    examples(ax, sample)
    low, high = frame(sample.X)
    across, up = np.linspace(low, high, TICKS).T
    plane = np.stack(np.meshgrid(across, up), axis=-1)
    f = separator.decision(plane.reshape(-1, 2)).reshape(TICKS, TICKS)
    lowest, highest = min(f.min(), -1e-9) - 1, max(f.max(), 1e-9) + 1
    ax.contourf(across, up, f, levels=[lowest, 0, highest], colors=[NEGATIVE, POSITIVE], alpha=0.13)
    border = ax.contour(across, up, f, levels=[0], colors=[BEST if slab else NOW], linewidths=1.8)
    if slab:
        ax.contour(across, up, f, levels=[-1, 1], colors=[BEST], linewidths=1, linestyles="dashed")
    rings(ax, sample.X[separator.support], ms=9, mew=1.2)
    pieces = [curve for curve in border.allsegs[0] if len(curve) > 1]
    closed = sum(np.allclose(curve[0], curve[-1]) for curve in pieces)
    right = sample.y * separator.decision(sample.X) > 0
    circle, square = sample.y > 0, sample.y < 0
    center = sample.X[circle].mean(axis=0) if circle.any() else np.zeros(2)
    below, above = ((side(sample.X, center)).all(axis=1) & square for side in (np.less, np.greater))
    return picture(
        ax,
        f"{sample.features[0]} to the right, {sample.features[1]} upward: {circle.sum()} circles "
        f"with y = +1 and {square.sum()} squares with y = −1. From the circles' mean {below.sum()} "
        f"squares lie down to the left and {above.sum()} up to the right. The curve f = 0 has "
        f"{closed} closed and {len(pieces) - closed} open pieces in the frame, and f is positive "
        f"on {np.mean(f > 0):.0%} of it. Of the circles {np.sum(circle & right)} are where f is "
        f"positive, of the squares {np.sum(square & right)} where it is negative. Rings mark the "
        "support vectors.",
    )


def class_images(axes, W: np.ndarray, shape: tuple[int, int]) -> Picture:
    """The weights of each class as an image, one on each Axes, all on one scale.

    A disc stands for a positive weight, a square for a negative one, by its area.
    """
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
