"""Pictures of a descent: losses of a score, the risk over the plane of weights, steps and sizes."""

import numpy as np

from lib.figures.colors import BEST, INK, NEGATIVE, NOW, POSITIVE, SOFT
from lib.figures.points import line
from lib.figures.style import MARKERS, Picture, picture
from lib.perceptron_as_descent import Descent, hinge_loss, perceptron_loss, risk, zero_one_loss
from lib.samples import Sample


def losses(ax) -> Picture:
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
    ax.set(xlabel=r"score $y\langle w,x\rangle$", ylabel="loss", ylim=(-0.1, 3.1))
    ax.legend()
    above = np.all(hinge_loss(z) >= np.maximum(perceptron_loss(z), zero_one_loss(z)))
    return picture(
        ax,
        f"Three losses for scores from {z[0]:g} to {z[-1]:g}. The 0/1 loss is a step: "
        f"{zero_one_loss(0):g} up to the score 0, and 0 beyond it. The perceptron loss falls "
        f"straight from {perceptron_loss(-2):g} to 0 at the score 0, stays there, and crosses the "
        f"0/1 loss at the score -1, where both are {perceptron_loss(-1):g}. The dashed hinge loss "
        f"falls beside it from {hinge_loss(-2):g} to {hinge_loss(1):g} at the score 1"
        + (", and is nowhere below either." if above else "."),
    )


def risk_surface(ax, sample: Sample, size: float) -> Picture:
    """The risk of a two-feature sample over the plane of weights, on a 3-D Axes.

    Each crease, the line ⟨w,x⟩ = 0 of an example, is drawn on the surface.
    """
    plane = _grid(size, 61)
    heights = risk(sample, plane)
    ax.plot_surface(*np.moveaxis(plane, -1, 0), heights, cmap="viridis", alpha=0.75, lw=0)
    for x, y in zip(sample.X, sample.y, strict=True):
        along = np.array([-x[1], x[0]]) / np.abs(x).max() * size
        crease = np.linspace(-1, 1, 101)[:, None] * along
        ax.plot(*crease.T, risk(sample, crease), color=MARKERS[y][1], lw=2, zorder=5)
    ax.set(xlabel="$w_1$", ylabel="$w_2$", zlabel="$R(w)$")
    ax.locator_params(nbins=5)
    ax.view_init(elev=40, azim=110)
    top = plane[np.unravel_index(heights.argmax(), heights.shape)]
    return picture(
        ax,
        f"A surface over the weights from {-size:g} to {size:g} in both directions. It bends along "
        f"{sample.n} lines through the origin, the creases, and is flat between them. It rises to "
        f"{heights.max():.3g} at the corner ({top[0]:g}, {top[1]:g}) and lies at zero on "
        f"{_wedge(sample)}.",
    )


def risk_plane(ax, sample: Sample, weights=None, size: float = 2.0) -> Picture:
    """Isocontours of the risk over the plane of weights, with a crease on each example's line.

    The set of least risk is shaded. `weights`, shape (t + 1, 2), draws a path that starts at a ring
    and ends at a dot; the picture reaches from -size to size.
    """
    plane = _grid(size, 201)
    ticks, heights = plane[0, :, 0], risk(sample, plane)
    ax.contour(ticks, ticks, heights, levels=12, colors=SOFT, linewidths=0.6)
    ax.contourf(ticks, ticks, heights <= 0, levels=[0.5, 1.5], colors=[BEST], alpha=0.25)
    for x, y in zip(sample.X, sample.y, strict=True):
        line(ax, x, color=MARKERS[y][1], lw=1.2, alpha=min(1.0, 10 / sample.n))
    text = (
        f"The plane of weights with the lines of {sample.n} examples through the origin, on which "
        f"the contours of the risk bend. The risk is zero on {_wedge(sample)}, shaded."
    )
    if weights is not None:
        path = np.asarray(weights)
        ax.plot(*path.T, ".-", color=INK, lw=1.2, ms=5)
        ax.plot(*path[0], "o", mfc="white", mec=INK, ms=8)
        ax.plot(*path[-1], "o", color=NOW, ms=8)
        stops = ", ".join(f"({w[0]:.2f}, {w[1]:.2f})" for w in path)
        inside = "inside" if np.all(sample.signed @ path[-1] > 0) else "outside"
        text += f" A path leads from the ring to the dot, {inside} the shade: {stops}."
    ax.set(xlim=(-size, size), ylim=(-size, size), aspect="equal", xlabel="$w_1$", ylabel="$w_2$")
    return picture(ax, text)


def risks(ax, walk: Descent, upto: int | None = None) -> None:
    """The risk after each step, with a dot on the last one shown."""
    values = walk.risks[: None if upto is None else upto + 1]
    ax.plot(values, ".-", color=INK, lw=1.2)
    ax.plot(len(values) - 1, values[-1], "o", color=NOW, ms=7)
    ax.set(xlabel="step", ylabel="$R(w)$", xlim=(-0.5, max(walk.T, 1) + 0.5))
    ax.set_ylim(bottom=0)


def step_sizes(ax, ratios, curves: dict[str, list[int]], bound) -> Picture:
    """Updates against ‖w_0‖/ε, one curve a start, below the bound; both axes logarithmic."""
    styles = zip(("o", "s", "^", "D"), (POSITIVE, NEGATIVE, BEST, NOW), strict=True)
    said = []
    for (name, counts), (marker, color) in zip(curves.items(), styles, strict=False):
        ax.plot(ratios, counts, marker=marker, ms=4, lw=1, color=color, label=name)
        low = int(np.argmin(counts))
        said.append(
            f"The curve {name.replace('$', '')} starts at {counts[0]} updates, is lowest at "
            f"{counts[low]} where the ratio is {ratios[low]:.3g}, and ends at {counts[-1]}."
        )
    ax.plot(ratios, bound, color=INK, ls="--", label="bound")
    ax.set(xscale="log", yscale="log", xlabel=r"$\|w_0\|/\varepsilon$", ylabel="updates")
    ax.legend()
    over = all(np.all(np.asarray(counts) <= bound) for counts in curves.values())
    return picture(
        ax,
        f"Updates against the ratio of the start's length to the step, from {ratios[0]:g} to "
        f"{ratios[-1]:g}, on logarithmic axes. {' '.join(said)} The dashed bound rises from "
        f"{bound[0]:.0f} to {bound[-1]:.0f}" + (", above every curve." if over else "."),
    )


def _grid(size: float, steps: int) -> np.ndarray:
    """Points of a square around the origin, shape (steps, steps, 2)."""
    ticks = np.linspace(-size, size, steps)
    return np.stack(np.meshgrid(ticks, ticks), axis=-1)


def _wedge(sample: Sample) -> str:
    """Where the risk of a two-feature sample is zero, in words."""
    angles = np.radians(np.arange(3600) / 10)
    rays = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    zero = rays[risk(sample, rays) <= 0]
    if len(zero) == 0:
        return "the origin alone"
    x, y = zero.mean(axis=0)
    middle = np.degrees(np.arctan2(y, x)) % 360
    return f"a wedge {len(zero) / 10:.0f} degrees wide, around the ray at {middle:.0f} degrees"
