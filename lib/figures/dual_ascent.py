"""Pictures of chapter *Dual ascent*: the hill, the bounds on b, gaps that fall."""

import numpy as np

from lib.dual_ascent import dual_values, stopping
from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import arrow, many, rings, window
from lib.figures.style import MARKERS, Picture, picture
from lib.samples import Sample
from lib.svm.certificates import duality_gap


def hill(axes, sample: Sample, path, C: float, step: int) -> str:
    """The dual of two examples over its box after some steps, and the parabola of the next one.

    `path` holds (α, α) at the start and after each step; the axes take turns.
    """
    (plane, slice_), path = axes, np.asarray(path)
    i, heights = step % 2, dual_values(sample, path)
    ticks, corners = np.linspace(0, 1.25 * C, 41), [0, C / 2, C]
    grid = [dual_values(sample, np.stack([ticks, np.full(41, up)], axis=1)) for up in ticks]
    levels = heights[-1] * np.array([0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97])
    plane.contour(ticks, ticks, grid, levels=levels, colors=[SOFT], linewidths=0.8)
    plane.plot([0, C, C], [C, C, 0], "--", color=INK, lw=1.2)
    plane.plot(*path[: step + 1].T, ".-", color=INK, lw=1.4, ms=4)
    plane.plot(*path[-1], "D", color=BEST, ms=7)
    plane.plot(*path[step], "o", color=NOW, ms=8, gid="grip")
    window(plane, (0, 0), ticks[[-1, -1]], ("$α$ of the first", "$α$ of the second"))
    plane.set(xticks=corners, yticks=corners, title="the hill in its box")
    line = np.repeat(path[step][None], 41, axis=0)
    line[:, i] = ticks
    arrive, name = path[min(step + 1, len(path) - 1)], ("first", "second")[i]
    slice_.plot(ticks, dual_values(sample, line), color=INK)
    slice_.axvline(C, color=INK, ls="--", lw=1.2)
    rings(slice_, (arrive[i], dual_values(sample, arrive[None])[0]), ms=12)
    slice_.plot(path[step][i], heights[step], "o", color=NOW, ms=8)
    low, high = min(heights[step], 0), heights[-1]
    slice_.set(ylim=(low - 0.15 * high, 1.15 * high), xlim=(0, ticks[-1]), xticks=corners)
    slice_.set(xlabel=f"$α$ of the {name}", ylabel="$D$", title="the same, along the next axis")
    said = f"After {many(step, 'step')} D is {heights[step]:.3f}, of at most {heights[-1]:.3f}."
    moved = arrive[i] - path[step][i]
    if step + 1 >= len(path) or moved == 0:
        return f"{said} Neither axis leads higher."
    wall = " and stops at a wall" if arrive[i] in (0, C) else " to the top of its parabola"
    return f"{said} Next the {name} multiplier moves by {moved:+.3f}{wall}."


def crossing(ax, sample: Sample, path, C: float, step: int) -> str:
    """What each example asks of b after some steps: rays of the offsets that it allows."""
    path = np.asarray(path)
    alpha, offsets = path[step], sample.y - path @ sample.signed @ sample.X.T
    seen = stopping(sample, alpha, C)
    offset, rise, fall, b = (seen[name] for name in ("offset", "rise", "fall", "b"))
    i, j = np.where(rise > 0, offset, -np.inf).argmax(), np.where(fall > 0, offset, np.inf).argmin()
    ends = offsets.max() + 0.8, offsets.min() - 0.8
    crossed = seen["h"] > 1e-9
    if crossed:
        ax.axvspan(offset[j], offset[i], color=NOW, alpha=0.2)
    else:
        ax.axvline(b, color=BEST, lw=2)
    for row, (own, y) in enumerate(zip(offset, sample.y, strict=True)):
        marker, color = MARKERS[int(y)]
        for room, end, chosen in ((rise, ends[0], i), (fall, ends[1], j)):
            if room[row] > 0:
                hue, wide = (NOW, 2.6) if crossed and row == chosen else (SOFT, 1.2)
                arrow(ax, (own, row), (end, row), hue, arrowstyle="->", lw=wide, shrinkB=2)
        ax.plot(own, row, marker, color=color, ms=6)
    ax.set(xlim=ends[::-1], ylim=(sample.n - 0.5, -0.5), yticks=range(sample.n))
    ax.set(xlabel="$b$", ylabel="example")
    gap = duality_gap(sample, seen["w"], b, alpha, C).total
    after = f"After {many(step, 'step')}"
    if not crossed:
        return f"{after} b = {b:.2f} satisfies all conditions, and the gap is {gap:.2f}."
    return (
        f"{after} example {i} asks for b ≥ {offset[i]:.2f} and example {j} for b ≤ "
        f"{offset[j]:.2f}: these conditions cross by {seen['h']:.2f}. With b midway between them "
        f"the gap is {gap:.2f}."
    )


def falling(ax, curves: dict[str, tuple]) -> Picture:
    """Relative gaps against passes over the sample, by name, in the order solid, dashed, dotted."""
    said = []
    for (name, (passes, gaps)), style in zip(curves.items(), ("-", "--", ":"), strict=False):
        passes, gaps = np.asarray(passes), np.maximum(gaps, 1e-12)
        ax.plot(passes, gaps, style, color=NOW if style == "-" else INK, label=name)
        levels = [level for level in (0.1, 1e-3, 1e-6) if (gaps < level).any()]
        below = [f"below {at:g} after {passes[np.argmax(gaps < at)]:.3g}" for at in levels]
        said.append(f"{name} is {', '.join([*below, f'at {gaps[-1]:.1g} after {passes[-1]:.4g}'])}")
    ax.set(xscale="log", yscale="log", xlabel="passes over the sample", ylabel="gap, as a share")
    ax.legend(loc="lower left")
    return picture(ax, "Gaps against passes, both axes logarithmic. " + "; ".join(said) + ".")
