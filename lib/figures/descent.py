"""Pictures of a descent: losses of a score, the risk over the plane of weights, steps and sizes."""

import numpy as np

from lib.descent import Descent, hinge_loss, perceptron_loss, risk, zero_one_loss
from lib.figures.plane import line
from lib.figures.style import ACCENT, GREEN, INK, MARKERS, NEGATIVE, POSITIVE, SOFT
from lib.samples import Sample


def losses(ax) -> None:
    """The 0/1, perceptron and hinge losses against the score z = y⟨w,x⟩."""
    wrong, right = np.linspace(-2, 0, 50), np.linspace(1e-9, 2, 50)
    z = np.concatenate([wrong, right])
    for side in (wrong, right):
        label = "0/1" if side is wrong else None
        ax.plot(side, zero_one_loss(side), color=INK, label=label)
    ax.plot(0, 1, "o", color=INK, ms=5)
    ax.plot(0, 0, "o", mec=INK, mfc="white", ms=5, zorder=3)
    ax.plot(z, perceptron_loss(z), color=NEGATIVE, label="perceptron")
    ax.plot(z, hinge_loss(z), "--", color=POSITIVE, label="hinge")
    ax.set(xlabel=r"score $y\langle w,x\rangle$", ylabel="loss", ylim=(-0.1, 3))
    ax.legend()


def risk_surface(ax, sample: Sample, size: float) -> None:
    """The risk of a two-feature sample over the plane of weights, on a 3-D Axes.

    Each crease, the line ⟨w,x⟩ = 0 of an example, is drawn on the surface.
    """
    ticks = np.linspace(-size, size, 61)
    plane = np.stack(np.meshgrid(ticks, ticks), axis=-1)
    ax.plot_surface(
        *np.moveaxis(plane, -1, 0), risk(sample, plane), cmap="viridis", alpha=0.75, lw=0
    )
    for x, y in zip(sample.X, sample.y, strict=True):
        along = np.array([-x[1], x[0]]) / np.abs(x).max() * size
        crease = np.linspace(-1, 1, 101)[:, None] * along
        ax.plot(*crease.T, risk(sample, crease), color=MARKERS[y][1], lw=2, zorder=5)
    ax.set(xlabel="$w_1$", ylabel="$w_2$", zlabel="$R(w)$")
    ax.locator_params(nbins=5)
    ax.view_init(elev=40, azim=110)


def risk_plane(ax, sample: Sample, weights=None, size: float = 2.0) -> None:
    """Isocontours of the risk over the plane of weights, with a crease on each example's line.

    The set of least risk is shaded. `weights`, shape (t + 1, 2), draws a path that starts at a ring
    and ends at a dot; the picture reaches from -size to size.
    """
    ticks = np.linspace(-size, size, 201)
    plane = np.stack(np.meshgrid(ticks, ticks), axis=-1)
    heights = risk(sample, plane)
    ax.contour(ticks, ticks, heights, levels=12, colors=SOFT, linewidths=0.6)
    ax.contourf(ticks, ticks, heights <= 0, levels=[0.5, 1.5], colors=[GREEN], alpha=0.25)
    for x, y in zip(sample.X, sample.y, strict=True):
        line(ax, x, color=MARKERS[y][1], lw=1.2, alpha=min(1.0, 10 / sample.n))
    if weights is not None:
        path = np.asarray(weights)
        ax.plot(*path.T, ".-", color=INK, lw=1.2, ms=5)
        ax.plot(*path[0], "o", mfc="white", mec=INK, ms=8)
        ax.plot(*path[-1], "o", color=ACCENT, ms=8)
    ax.set(xlim=(-size, size), ylim=(-size, size), aspect="equal", xlabel="$w_1$", ylabel="$w_2$")


def risks(ax, walk: Descent, upto: int | None = None) -> None:
    """The risk after each step, with a dot on the last one shown."""
    values = walk.risks[: None if upto is None else upto + 1]
    ax.plot(values, ".-", color=INK, lw=1.2)
    ax.plot(len(values) - 1, values[-1], "o", color=ACCENT, ms=7)
    ax.set(xlabel="step", ylabel="$R(w)$", xlim=(-0.5, max(walk.T, 1) + 0.5))
    ax.set_ylim(bottom=0)


def step_sizes(ax, ratios, curves: dict[str, list[int]], bound) -> None:
    """Updates against ‖w_0‖/ε, one curve a start, below the bound; both axes logarithmic."""
    styles = zip(("o", "s", "^", "D"), (POSITIVE, NEGATIVE, GREEN, ACCENT), strict=True)
    for (name, counts), (marker, color) in zip(curves.items(), styles, strict=False):
        ax.plot(ratios, counts, marker=marker, ms=4, lw=1, color=color, label=name)
    ax.plot(ratios, bound, color=INK, ls="--", label="bound")
    ax.set(xscale="log", yscale="log", xlabel=r"$\|w_0\|/\varepsilon$", ylabel="updates")
    ax.legend()
