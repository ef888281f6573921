"""Down which hill does the perceptron walk? Losses, the risk's map and cut, steps and sizes.

Chapter *The perceptron as descent*.
"""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, PAPER, SOFT
from lib.figures.points import WEIGHTS, line, many, named, window
from lib.figures.style import MARKERS, Picture, frame, picture
from lib.perceptron_as_descent import (
    Descent,
    hinge_loss,
    perceptron_loss,
    risk,
    zero_one_loss,
)
from lib.samples import Sample


def losses(ax) -> Picture:
    """The 0/1, perceptron and hinge losses against the score z = y⟨w,x⟩.

    >>> from lib.figures.style import blank
    >>> losses(blank())
    Picture: Three losses for scores from −2 to 2. The 0/1 loss is a step: 1 up to the...
    """
    z = np.array([-2.0, 0.0, 1.0, 2.0])
    ax.plot([-2, 0], [1, 1], "-.", [0, 2], [0, 0], "-.", color=INK, lw=2.2)
    ax.plot(z, perceptron_loss(z), color=INK)
    ax.plot(z, hinge_loss(z), "--", color=INK)
    ax.plot(0, 1, "o", color=INK, ms=6)
    ax.plot(0, 0, "o", mec=INK, mfc=PAPER, ms=6, zorder=3)
    ax.text(-0.9, 2.1, "hinge")
    ax.text(-0.7, 0.4, "perceptron", ha="right")
    ax.text(-1.95, 1.1, "0/1")
    ax.set(xlabel=r"score $y\langle w,x\rangle$", ylabel="loss", ylim=(-0.1, 3.1))
    ax.locator_params(nbins=5)
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


def risk_map(
    ax, sample: Sample, weights=None, low=(-2.0, -2.0), high=(2.0, 2.0), apart: float = 0.5
) -> str:
    """Level lines of the risk over the plane of weights, so far apart, and each example's crease.

    A crease is the line ⟨w,x⟩ = 0, in the class's color, dashed for −1. The set of least risk is
    shaded. `weights`, shape (t + 1, 2), draws a path that starts at a ring and ends at a dot.
    Returns what the map shows.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> print(risk_map(blank(), EIGHT, apart=5))
    The plane of weights with the lines of 8 examples through the origin, on which the...
    """
    across, up = (np.linspace(a, b, 201) for a, b in zip(low, high, strict=True))
    heights = risk(sample, np.stack(np.meshgrid(across, up), axis=-1))
    ax.contourf(across, up, heights, levels=[-1, 0], colors=[BEST], alpha=0.25)
    levels = np.arange(apart, heights.max(), apart)
    lines = ax.contour(across, up, heights, levels=levels, colors=SOFT, linewidths=0.8)
    if weights is None:  # a path would cross the labels
        whole = levels[1::2]
        ray = np.array([1.0, -0.35])  # one of the risk's long slopes, where the labels stand
        places = [tuple(place) for place in np.outer(whole / risk(sample, ray), ray)]
        places = [place for place in places if place[0] < 0.92 * high[0]]
        for name in ax.clabel(lines, whole, fmt="%g", fontsize=10, colors=INK, manual=places):
            name.set_rotation(0)
    for x, y in zip(sample.X, sample.y, strict=True):
        line(ax, x, color=MARKERS[y][1], lw=1.5, ls="-" if y > 0 else (0, (5, 2)))
    window(ax, low, high, WEIGHTS)
    ax.locator_params(nbins=5)
    text = (
        f"The plane of weights with the lines of {sample.n} examples through the origin, on which "
        f"the contours of the risk bend. The risk is zero on {_wedge(sample)}, shaded."
    )
    if weights is None:
        return text
    path = np.asarray(weights)
    ax.plot(*path.T, ".-", color=INK, lw=1.2, ms=5)
    ax.plot(*path[0], "o", mfc=PAPER, mec=INK, ms=8)
    ax.plot(*path[-1], "o", color=NOW, ms=8)
    stops = ", ".join(f"({w[0]:.2f}, {w[1]:.2f})" for w in path)
    inside = "inside" if np.all(sample.signed @ path[-1] > 0) else "outside"
    return f"{text} A path leads from the ring to the dot, {inside} the shade: {stops}."


def risk_cut(axes, sample: Sample, height: float = 1.0, **shown) -> Picture:
    """The map of the risk beside the risk along a straight line through it, w₂ = height.

    Where the line meets a crease, both panels have the mark of the example's class. `shown` goes to
    `risk_map`.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> print(risk_cut(blank(2), EIGHT, apart=5).text[-60:])
    aight but for bends at −1.00, −0.50, 0.00, 0.25, 0.50, 1.50.
    """
    text = risk_map(axes[0], sample, **shown)
    ends = axes[0].get_xlim()
    axes[0].axhline(height, color=INK, lw=1.2, ls=":")
    slanted = sample.X[:, 0] != 0  # another crease is parallel to the line
    meets = -sample.X[slanted, 1] * height / sample.X[slanted, 0] + 0.0  # no -0
    along = np.unique([*ends, *np.clip(meets, *ends)])
    values = risk(sample, np.stack([along, np.full(len(along), height)], axis=-1))
    axes[1].plot(along, values, color=INK)
    least = along[values <= 1e-12]
    if len(least):
        axes[1].plot(least[[0, -1]], [0, 0], color=BEST, lw=4, zorder=3)
    for at, y in zip(meets, sample.y[slanted], strict=True):
        shape, color = MARKERS[y]
        look = {"marker": shape, "color": color, "mec": PAPER, "ms": 8, "zorder": 4}
        axes[0].plot(at, height, **look)
        axes[1].plot(at, risk(sample, [at, height]), **look)
    axes[1].set(xlabel=f"$w_1$, where $w_2 = {height:g}$", ylabel="risk", xlim=ends)
    axes[1].locator_params(nbins=5)
    bends = ", ".join(f"{at:.2f}" for at in sorted({*meets}))
    reach = f"zero from {least[0]:.2f} to {least[-1]:.2f}" if len(least) else "nowhere zero"
    return picture(
        axes,
        f"{text} Beside it the risk along the dotted line, where the second weight is {height:g}: "
        f"it falls from {values[0]:.2f}, is {reach}, and rises to {values[-1]:.2f}, straight but "
        f"for bends at {bends}.",
    )


def descent(axes, walks: dict[float, Descent], step: float, apart: float = 0.5) -> str:
    """The batch descent with one of several steps over the map, and its risk after each step.

    `walks` has one for each step size; the frame holds them all. Returns how many steps the one
    takes, and what they are like.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> from lib.perceptron_as_descent import batch_descent
    >>> print(descent(blank(2), {1: batch_descent(EIGHT, [1, 0], 1)}, 1, apart=5))
    With η = 1 the walk halts after 3 steps: 2 jump over the wedge, and the risk rises at 1...
    """
    walk, every = walks[step], np.vstack([other.weights for other in walks.values()])
    low, high = frame(every)
    risk_map(axes[0], walk.sample, walk.weights, tuple(low), tuple(high), apart)
    axes[1].plot(walk.risks, ".-", color=INK, lw=1.2)
    axes[1].plot(walk.T, walk.risks[-1], "o", color=NOW, ms=8)
    most = max(other.T for other in walks.values())
    top = max(other.risks.max() for other in walks.values())
    axes[1].set(xlim=(-0.05 * most, 1.05 * most), ylim=(-0.05 * top, 1.05 * top))
    axes[1].set(xlabel="step", ylabel="risk")
    axes[1].locator_params(nbins=5)
    over, rises = jumps(walk.sample, walk), int((np.diff(walk.risks) > 0).sum())
    flights = {0: "none jumps", 1: "one jumps"}.get(over, f"{over} jump")
    course = f"rises at {many(rises, 'step')}" if rises else "always falls"
    return (
        f"With η = {step:g} the walk halts after {many(walk.T, 'step')}: {flights} over the wedge, "
        f"and the risk {course}."
    )


def jumps(sample: Sample, walk: Descent) -> int:
    """The steps that pass through the set of least risk, in which they do not end."""
    share = np.linspace(0, 1, 1001)[:, None]
    along = (1 - share) * walk.weights[:-1, None] + share * walk.weights[1:, None]
    inside = (along @ sample.signed.T > 0).all(axis=-1)
    return int((inside.any(axis=1) & ~inside[:, -1]).sum())


def step_sizes(ax, ratios, curves: dict[str, list[int]], bound) -> Picture:
    """Updates against ‖w_0‖/η, one curve a start, below the bound; both axes logarithmic.

    >>> from lib.figures.style import blank
    >>> step_sizes(blank(), [0.1, 1], {"from 0": [5, 3]}, np.array([6.0, 7]))
    Picture: Updates against the ratio of the start's length to the step, from 0.1 to 1, on...
    """
    said = []
    for (name, counts), look in zip(curves.items(), ({}, {"mfc": PAPER}), strict=False):
        marker = "s" if look else "o"
        ax.plot(ratios, counts, marker=marker, ms=4.5, lw=1.2, color=INK, **look)
        named(ax, name, (ratios[-1], counts[-1]), (7, -4))
        low = int(np.argmin(counts))
        said.append(
            f"The curve {name.replace('$', '')} starts at {counts[0]} updates, is lowest at "
            f"{counts[low]} where the ratio is {ratios[low]:.3g}, and ends at {counts[-1]}."
        )
    ax.plot(ratios, bound, color=INK, ls="--")
    named(ax, "bound", (ratios[-1], bound[-1]), (7, -4))
    ax.set(xscale="log", yscale="log", xlabel=r"$\|w_0\|/\eta$", ylabel="updates")
    over = all(np.all(np.asarray(counts) <= bound) for counts in curves.values())
    return picture(
        ax,
        f"Updates against the ratio of the start's length to the step, from {ratios[0]:g} to "
        f"{ratios[-1]:g}, on logarithmic axes. {' '.join(said)} The dashed bound rises from "
        f"{bound[0]:.0f} to {bound[-1]:.0f}" + (", above every curve." if over else "."),
    )


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
