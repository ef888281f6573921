"""Pictures of a run: the sandwich of the Block–Novikoff proof, and what the updates do."""

import numpy as np

from lib.figures.style import ACCENT, GREEN, INK, NEGATIVE, POSITIVE, SOFT, Picture, picture
from lib.perceptron import Run


def sandwich(ax, run: Run, u) -> Picture:
    """γt ≤ ⟨w_t,u⟩ ≤ ‖w_t‖ ≤ R√t along a run, and the last t at which γt ≤ R√t allows it."""
    seen = run.observe(u)
    t, gamma, radius = seen["t"], seen["gamma"], seen["R"]
    bound = (radius / gamma) ** 2
    ticks = np.linspace(0, 1.08 * bound, 300)
    ax.plot(ticks, radius * np.sqrt(ticks), color=NEGATIVE, label=r"$R\sqrt{t}$")
    ax.plot(t, seen["r"], "o", ms=3.5, color=ACCENT, label=r"$\|w_t\|$")
    ax.plot(t, seen["p"], "s", ms=3.5, color=GREEN, label=r"$\langle w_t,u\rangle$")
    ax.plot(ticks, gamma * ticks, color=POSITIVE, label=r"$\gamma t$")
    ax.axvline(bound, color=SOFT, ls=":", lw=1)
    ax.annotate(
        r"$(R/\gamma)^2$", (bound, 0), xytext=(-4, 6), textcoords="offset points", ha="right"
    )
    ax.set(xlim=(0, 1.08 * bound), ylim=(0, None), xlabel="updates $t$")
    ax.legend(loc="upper left")
    low, high = seen["p"] - gamma * t, radius * np.sqrt(t) - seen["r"]
    squares = "on the line" if low.max() < 1e-6 else "on or above the line"
    circles = "on the curve" if high.max() < 1e-6 else "on or below the curve"
    return picture(
        ax,
        f"Against the number of updates t, a blue straight line γt and an orange curve R√t, which "
        f"rises above it, bends, and meets it at t = {bound:.1f}. Green squares, the alignment of "
        f"w_t with u, lie {squares}; purple circles, its length, lie {circles}. They end at "
        f"t = {run.M}, with γt = {gamma * run.M:.2f}, alignment {seen['p'][-1]:.2f}, length "
        f"{seen['r'][-1]:.2f} and R√t = {radius * np.sqrt(run.M):.2f}.",
    )


def misclassified(ax, run: Run) -> Picture:
    """How many examples w_t misclassifies, after each update t."""
    counts = run.misclassified
    ax.step(np.arange(len(counts)), counts, where="post", color=INK)
    ax.plot(np.arange(len(counts)), counts, ".", color=ACCENT)
    ax.set(xlabel="updates $t$", ylabel="misclassified examples", ylim=(0, None))
    jumps = np.diff(counts)
    text = (
        f"A jagged line from {counts[0]} misclassified examples before the first update to "
        f"{counts[-1]} after update {run.M}. It falls at {(jumps < 0).sum()} updates, stays at "
        f"{(jumps == 0).sum()} and rises at {(jumps > 0).sum()}"
    )
    if (jumps > 0).any():
        t = int(jumps.argmax())
        text += f", by most at update {t + 1}, from {counts[t]} to {counts[t + 1]}"
    return picture(ax, text + ".")


def mistakes(ax, run: Run) -> Picture:
    """Where in the stream the mistakes fell, counted up, with a line at the end of each pass."""
    ax.step([0, *run.when + 1, run.seen], [*range(run.M + 1), run.M], where="post", color=INK)
    size = len(run.order)
    for end in range(1, run.passes + 1):
        ax.axvline(end * size, color=SOFT, lw=0.7, ls=":")
    ax.set(xlabel="examples seen", ylabel="mistakes so far", xlim=(0, run.seen), ylim=(0, None))
    each = ", ".join(str(count) for count in np.bincount(run.when // size, minlength=run.passes))
    return picture(
        ax,
        f"A staircase that climbs to {run.M} mistakes over {run.seen} examples, in passes of "
        f"{size}. The passes bring, in turn, {each} mistakes.",
    )


def orders(ax, counts: list[int]) -> Picture:
    """A histogram of the mistakes of many runs, a bar for each number from the least to the most.

    The description names each top: the bars of equal height with lower ones on both sides.
    """
    fewest, most = min(counts), max(counts)
    bars = ax.hist(counts, np.arange(fewest, most + 2) - 0.5, color=POSITIVE)[0].astype(int)
    ax.set(xlabel="mistakes", ylabel="orders")
    groups = np.split(np.arange(len(bars)), np.flatnonzero(np.diff(bars)) + 1)
    heights = [0, *(bars[group[0]] for group in groups), 0]
    tops = [
        f"{heights[i + 1]} at {' and '.join(str(fewest + k) for k in group)}"
        for i, group in enumerate(groups)
        if heights[i] < heights[i + 1] > heights[i + 2]
    ]
    return picture(
        ax,
        f"A histogram from {fewest} to {most} mistakes. Its bars count "
        f"{', '.join(str(bar) for bar in bars)} orders, with a top of {', of '.join(tops)}.",
    )


def image(ax, w, shape: tuple[int, int], limit: float | None = None) -> Picture:
    """Weights as an image: purple pixels speak for +1, orange to brown ones for -1.

    A weight of size `limit` has the darkest color; the strongest one, when left out. Raises
    ValueError when w does not fill the shape.
    """
    w = np.asarray(w, dtype=float)
    if w.size != shape[0] * shape[1]:
        raise ValueError(
            f"w has {w.size} numbers, an image of shape {shape} needs {np.prod(shape)}"
        )
    w, limit = w.reshape(shape), max(np.abs(w).max(), 1e-12) if limit is None else limit
    ax.imshow(w, cmap="PuOr", vmin=-limit, vmax=limit)
    ax.set(xticks=[], yticks=[])
    said = []
    for name, part in (("purple", w.clip(min=0)), ("orange to brown", -w.clip(max=0))):
        left = part[:, : shape[1] // 2].sum() / max(part.sum(), 1e-12)
        where = f", with {left:.0%} of their weight in the left half" if part.any() else ""
        said.append(f"{(part > 0).sum()} {name} cells{where}")
    return picture(ax, "; ".join(said) + ".")


def bounds(ax, names: list[str], measured: list[int], bound: list[float]) -> Picture:
    """Measured mistakes beside what a theorem allows, one row a sample, on a logarithmic axis."""
    rows = np.arange(len(names))[::-1]
    ax.hlines(rows, measured, bound, color=SOFT, lw=1)
    ax.plot(measured, rows, "o", color=POSITIVE, label="mistakes")
    ax.plot(bound, rows, "|", color=NEGATIVE, ms=14, mew=2, label="bound")
    ax.set_yticks(rows, names)
    ax.set(xscale="log", xlabel="updates")
    ax.legend(loc="lower right")
    shares = np.divide(measured, bound)
    rows = zip(names, measured, bound, strict=True)
    pairs = "; ".join(f"{name} {count} against {most:.1f}" for name, count, most in rows)
    return picture(
        ax,
        f"{len(names)} rows on a logarithmic axis, each with a blue dot for the mistakes joined to "
        f"an orange tick for the bound: {pairs}. A dot lies at {shares.min():.2f} to "
        f"{shares.max():.2f} of its bound.",
    )
