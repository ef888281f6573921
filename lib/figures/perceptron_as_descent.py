"""Pictures of chapter *The perceptron as descent*: losses, the map of their mean, walks on it."""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, PAPER, SOFT
from lib.figures.points import WEIGHTS, line, many, named_ends, rings, shade, weights, window
from lib.figures.style import MARKERS, Picture, frame, picture
from lib.perceptron_as_descent import Descent, perceptron_loss, risk
from lib.samples import Sample


def mean_loss(sample: Sample, w):
    """The mean of the perceptron losses at w; shapes as in `risk`, which is the sum."""
    return risk(sample, w) / sample.n


def roads(axes, walks: dict[str, tuple[Descent, np.ndarray]], looks: int) -> str:
    """The weights of two descents on digits after so many looks at one, and their mean loss so far.

    Each walk comes with the looks before each of its steps.
    """
    found, last, top = [], max(at[-1] for _, at in walks.values()), 0
    for ax, (name, (walk, at)), color in zip(axes, walks.items(), (INK, NOW), strict=False):
        step, heights = int(np.searchsorted(at, looks, side="right")), walk.risks / walk.sample.n
        w, course, top = walk.weights[step], heights[: step + 1], max(top, heights.max())
        weights(ax, w, name)
        axes[2].step([1, *at[:step], looks], [*course, course[-1]], where="post", color=color)
        axes[2].plot(looks, course[-1], "o", color=color, ms=5, gid="grip")
        wrong, up = (walk.sample.signed @ w <= 0).sum(), (np.diff(course) > 0).sum()
        rises = f", {up} of its {many(step, 'step')} led up" if step else ""
        mean = f"has the mean loss {course[-1]:.3f}{rises}"
        found.append(f"{name} misreads {wrong} digits and {mean}")
    axes[2].figure.set_figwidth(2.9)  # a curve is wider than an image
    axes[2].set(xscale="log", xlim=(0.7, 2 * last), ylim=(-0.04 * top, 1.05 * top))
    axes[2].set(xlabel="digits looked at", title="mean loss")
    return f"After {many(looks, 'look')} {'; '.join(found)}."


def losses(ax) -> Picture:
    """The 0/1 and the perceptron loss against the score z = y⟨w,x⟩."""
    z = np.array([-2.0, 0.0, 2.0])
    ax.plot([-2, 0], [1, 1], "--", [0, 2], [0, 0], "--", color=INK, lw=2.2)
    ax.plot(z, perceptron_loss(z), color=INK)
    ax.plot(0, 1, "o", color=INK, ms=6)
    ax.plot(0, 0, "o", mec=INK, mfc=PAPER, ms=6, zorder=3)
    ax.text(-1.5, 1.65, "perceptron")
    ax.text(0.1, 0.95, "0/1", va="center")
    ax.set(xlabel=r"score $y\langle w,x\rangle$", ylabel="loss", ylim=(-0.1, 2.1))
    return picture(
        ax,
        f"Two losses for scores from {z[0]:g} to {z[-1]:g}. The dashed 0/1 loss is a step: "
        "1 up to the score 0, and 0 beyond it. The perceptron loss falls "
        f"straight from {perceptron_loss(-2):g} to 0 at the score 0, and stays there.",
    )


def risk_map(
    ax, sample: Sample, path=None, low=(-2.0, -2.0), high=(2.0, 2.0), apart: float = 0.5
) -> None:
    """Level lines of the mean loss in the plane of weights, so far apart, and each example's line.

    The set of least loss is shaded. `path`, shape (t + 1, 2), leads from a ring to a dot.
    """
    across, up = np.linspace(low, high, 201).T
    heights = mean_loss(sample, np.stack(np.meshgrid(across, up), axis=-1))
    shade(ax, low, high, lambda plane: risk(sample, plane) <= 0)
    levels = np.arange(apart, heights.max(), apart)
    lines = ax.contour(across, up, heights, levels=levels, colors=SOFT, linewidths=0.8)
    for x, y in zip(sample.X, sample.y, strict=True):
        line(ax, x, color=MARKERS[y][1], ls="-" if y > 0 else "--")
    window(ax, low, high, WEIGHTS)
    if path is None:  # it would cross the heights; a line higher up is too short for its own
        ax.clabel(lines, levels[1:6:2], fmt="%g", colors=INK)
    else:
        ax.plot(*path.T, ".-", color=INK, lw=1.2, ms=5)
        rings(ax, path[0])
        ax.plot(*path[-1], "o", color=NOW, ms=8)


def risk_cut(axes, sample: Sample, height: float = 1.0, **shown) -> Picture:
    """The map of the mean loss, and the loss along the line w₂ = height, marked at the creases."""
    risk_map(axes[0], sample, **shown)
    ends = axes[0].get_xlim()
    axes[0].axhline(height, color=INK, lw=1.2, ls=":")
    axes[0].plot(ends[0], height, ">", color=INK, ms=8, gid="grip")
    slanted = sample.X[:, 0] != 0  # another crease is parallel to the line
    meets = -sample.X[slanted, 1] * height / sample.X[slanted, 0] + 0.0  # no -0
    along = np.unique([*ends, *np.clip(meets, *ends)])
    values = mean_loss(sample, np.stack([along, np.full(len(along), height)], axis=-1))
    axes[1].plot(along, values, color=INK)
    least = along[values <= 1e-12]
    axes[1].plot(least, 0 * least, color=BEST, lw=4, zorder=3)
    for at, y in zip(meets, sample.y[slanted], strict=True):
        marker, color = MARKERS[y]
        for ax, up in zip(axes, (height, mean_loss(sample, [at, height])), strict=True):
            ax.plot(at, up, marker, color=color, mec=PAPER, ms=8, zorder=4)
    axes[1].set(xlabel=f"$w_1$, where $w_2 = {height:g}$", ylabel="mean loss", xlim=ends)
    bends = ", ".join(f"{at:.2f}" for at in sorted({*meets}) if ends[0] < at < ends[1])
    reach = "is nowhere zero"
    if len(least):
        end = f" to {least[-1]:.2f}" if least[-1] > least[0] else ""
        reach = f"is zero {'from' if end else 'only at'} {least[0]:.2f}{end}"
    rises = values[-1] > 1e-12
    rest = f"{reach}, and rises to {values[-1]:.2f}" if rises else f"and {reach}, the right edge"
    return picture(
        axes,
        f"The plane of weights, shaded where the mean loss is zero. Beside it the mean loss along "
        f"the dotted line, where the second weight is {height:g}: it falls from {values[0]:.2f}, "
        f"{rest}. It is straight except for bends at {bends}.",
    )


def descent(axes, walks: dict[float, Descent], step: float, apart: float = 0.5) -> str:
    """The batch descent with one of several step sizes over the map, and its mean loss by steps."""
    walk = walks[step]
    low, high = frame(np.vstack([other.weights for other in walks.values()]))
    risk_map(axes[0], walk.sample, walk.weights, low, high, apart)
    heights = walk.risks / walk.sample.n
    axes[0].plot(*walk.weights[1], ".", color=INK, ms=5, gid="grip")
    axes[1].plot(heights, ".-", color=INK, lw=1.2)
    axes[1].plot(walk.T, heights[-1], "o", color=NOW, ms=8)
    most = max(other.T for other in walks.values())
    top = max(other.risks.max() for other in walks.values()) / walk.sample.n
    axes[1].set(xlim=(-0.05 * most, 1.05 * most), ylim=(-0.05 * top, 1.05 * top))
    axes[1].set(xlabel="step", ylabel="mean loss")
    over, rises = jumps(walk.sample, walk), int((np.diff(heights) > 0).sum())
    flights = {0: "none jumps", 1: "one jumps"}.get(over, f"{over} jump")
    course = f"rises at {many(rises, 'step')}" if rises else "always falls"
    return (
        f"With η = {step:g} the walk halts after {many(walk.T, 'step')}: {flights} over the cone, "
        f"and the mean loss {course}."
    )


def jumps(sample: Sample, walk: Descent) -> int:
    """The steps that pass through the set of least loss, in which they do not end."""
    share = np.linspace(0, 1, 1001)[:, None]
    along = (1 - share) * walk.weights[:-1, None] + share * walk.weights[1:, None]
    inside = (along @ sample.signed.T > 0).all(axis=-1)
    return int((inside.any(axis=1) & ~inside[:, -1]).sum())


def step_sizes(ax, ratios, curves: dict[str, list[int]], bound) -> Picture:
    """Updates against ‖w_0‖/η, one curve a start, below the bound; both axes logarithmic."""
    described = []
    for (name, counts), marker, fill in zip(curves.items(), "os", (INK, PAPER), strict=True):
        ax.plot(ratios, counts, f"-{marker}", ms=4.5, lw=1.2, color=INK, mfc=fill, label=name)
        described.append(
            f"The curve {name.replace('$', '')} starts at {counts[0]} updates, is lowest at "
            f"{min(counts)}, and ends at {counts[-1]}."
        )
    ax.plot(ratios, bound, "--", color=INK, label="bound")
    ax.set(xscale="log", yscale="log", xlabel=r"$\|w_0\|/\eta$", ylabel="updates")
    named_ends(ax)
    return picture(
        ax,
        f"Updates against the ratio of the start's length to the step, from {ratios[0]:g} to "
        f"{ratios[-1]:g}, on logarithmic axes. {' '.join(described)} The dashed bound rises from "
        f"{bound[0]:.0f} to {bound[-1]:.0f}.",
    )
