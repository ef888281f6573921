"""Pictures of kernels: curved regions in the plane, Gram matrices, one weight image a class."""

import numpy as np

from lib.figures.plane import examples
from lib.figures.runs import image
from lib.figures.style import GREEN, INK, NEGATIVE, POSITIVE, frame
from lib.kernel_machines import KernelSeparator

TICKS = 121


def regions(ax, separator: KernelSeparator, slab: bool = True) -> None:
    """A two-feature sample on the regions f > 0 and f < 0, with a ring on each support vector.

    With `slab` the faces f = ±1 are dashed.
    """
    sample = separator.sample
    examples(ax, sample)
    low, high = frame(sample.X)
    across, up = np.linspace(low[0], high[0], TICKS), np.linspace(low[1], high[1], TICKS)
    plane = np.stack(np.meshgrid(across, up), axis=-1)
    f = separator.decision(plane.reshape(-1, 2)).reshape(TICKS, TICKS)
    lowest, highest = min(f.min(), -1e-9) - 1, max(f.max(), 1e-9) + 1
    ax.contourf(across, up, f, levels=[lowest, 0, highest], colors=[NEGATIVE, POSITIVE], alpha=0.13)
    ax.contour(across, up, f, levels=[0], colors=[INK], linewidths=1.6)
    if slab:
        ax.contour(across, up, f, levels=[-1, 1], colors=[INK], linewidths=0.8, linestyles="dashed")
    ax.plot(*sample.X[separator.support].T, "o", mfc="none", mec=GREEN, ms=9, mew=1.2)


def gram_matrix(ax, K: np.ndarray, labels) -> None:
    """A Gram matrix as an image, its examples sorted by their labels."""
    order = np.argsort(labels, kind="stable")
    ax.imshow(K[np.ix_(order, order)], cmap="viridis")
    ax.set(xticks=[], yticks=[], xlabel="examples, sorted by class")


def class_images(axes, W: np.ndarray, shape: tuple[int, int]) -> None:
    """The weights of each class as an image, one on each Axes, all on one scale of colors."""
    pixels = W[:, : shape[0] * shape[1]]
    for k, (ax, w) in enumerate(zip(axes, pixels, strict=True)):
        image(ax, w, shape, limit=np.abs(pixels).max())
        ax.set_title(str(k))
