"""Pictures of chapter *In practice*: prices, widths, units, thresholds, a flat valley, chances."""

import numpy as np

from lib.figures.colors import BEST, INK, NEGATIVE, NOW, PAPER, POSITIVE, SOFT
from lib.figures.points import cells, marks, named_ends, rings
from lib.figures.style import Picture, frame, picture
from lib.samples import Sample


def plane(axes, wrong, prices, widths, at: tuple[int, int], sample: Sample, decision) -> str:
    """The held-out errors for each width (row) and price, and the border of the machine `at` one.

    `wrong` has a whole number for each of the widths and prices, in increasing order; `decision`
    gives f at points of the plane of `sample`, shape (..., 2).
    """
    (left, right), (row, column) = axes, at
    cells(left, 0.4 * np.log(wrong / wrong.min())[::-1] / np.log(wrong.max() / wrong.min()))
    for j, line in enumerate(wrong):
        for i, count in enumerate(line):
            left.text(i + 0.5, j + 0.5, str(count), ha="center", va="center", zorder=3)
    left.plot(column + 0.5, row + 0.5, "o", color=NOW, mfc="none", mew=2, ms=25, gid="grip")
    left.set_axis_on()
    left.set_xticks(np.arange(len(prices)) + 0.5, [f"{C:g}" for C in prices], rotation=45)
    left.set_yticks(np.arange(len(widths)) + 0.5, [f"{width:g}" for width in widths])
    left.set(xlabel="price $C$", ylabel="width $σ$")
    low, high = frame(sample.X, 0.05)
    across, up = np.linspace(low, high, 49).T
    f = decision(np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)).reshape(49, 49)
    ends = [min(f.min(), 0) - 1, 0, max(f.max(), 0) + 1]
    right.contourf(across, up, f, levels=ends, colors=[NEGATIVE, POSITIVE], alpha=0.13)
    if f.min() < 0 < f.max():
        right.contour(across, up, f, levels=[0], colors=[BEST], linewidths=1.8)
    marks(right, sample.y, *sample.X.T, ms=3)
    right.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    right.set(xlabel=sample.features[0], ylabel=sample.features[1])
    return (
        f"C = {prices[column]:g}, σ = {widths[row]:g}: {wrong[row, column]} of {sample.n} rows are "
        f"misread when held out. Malignant is predicted on {np.mean(f > 0):.0%} of the plane drawn."
    )


def sorted_column(axes, columns, y, titles) -> Picture:
    """A column in increasing order, on a logarithmic axis; one panel for each version of it."""
    said = []
    for ax, values, title in zip(axes, columns, titles, strict=True):
        order = np.argsort(values, kind="stable")
        up = values[order]
        marks(ax, y[order], np.arange(len(up)), up, ms=3)
        ax.set(yscale="log", xlabel="rows, in order", title=title, ylim=(4, 1e5))
        jump = (up[1:] / up[:-1]).argmax()
        said.append(
            f"{title}: from {up[0]:.0f} to {up[-1]:,.0f}; the largest step from one value to the "
            f"next is from {up[jump]:,.0f} to {up[jump + 1]:,.0f}."
        )
    return picture(axes, "A column in increasing order, on a logarithmic axis. " + " ".join(said))


def threshold(axes, f, y, thresholds, at: int) -> str:
    """Scores f of both classes with a threshold, and precision and recall for each threshold."""
    (left, right), t = axes, thresholds[at]
    edges = np.arange(-4.5, 2.6, 0.5)
    looks = {1: (POSITIVE, "-", "8"), -1: (NEGATIVE, "--", "the rest")}
    for label, (color, ls, name) in looks.items():
        share = np.histogram(f[y == label], edges)[0] / (y == label).sum()
        left.step(edges, [0, *share], color=color, ls=ls, label=name)
    left.axvline(t, color=NOW, lw=1.2)
    left.plot(t, 0.48, "o", color=NOW, ms=7, gid="grip")
    left.set(xlabel="$f(x)$ of a held-out digit", ylabel="share of the class", ylim=(-0.01, 0.5))
    left.legend(loc="upper left")
    called = f > np.reshape(thresholds, (-1, 1))
    found, alarms, n = called[:, y > 0].sum(axis=1), called[:, y < 0].sum(axis=1), np.sum(y > 0)
    recall, precision = found / n, found / (found + alarms)
    right.plot(recall, precision, color=SOFT, lw=1.2)
    right.plot(recall, precision, "o", color=SOFT, ms=4)
    right.plot(recall[at], precision[at], "o", color=NOW, ms=8)
    right.set(xlabel="recall", ylabel="precision", xlim=(0, 1.05), ylim=(0, 1.08))
    return (
        f"Threshold {t:g}: {found[at]} of {n} eights are found and {n - found[at]} are missed; the "
        f"recall is {recall[at]:.2f}. {alarms[at]} other digits are called 8, so the precision is "
        f"{precision[at]:.2f}. The accuracy is {np.mean(called[at] == (y > 0)):.3f}."
    )


def valley(ax, prices, curves: dict) -> Picture:
    """Held-out errors against C, a curve for each machine; the first's least and its deviation."""
    said = []
    lowest = min(next(iter(curves.values())))
    ax.axhline(lowest + lowest**0.5, color=SOFT, lw=1, ls=":")
    for (name, wrong), ls in zip(curves.items(), ("-", "--"), strict=True):
        least = min(wrong)
        ax.plot(prices, wrong, color=INK, ls=ls, marker=".", label=name)
        rings(ax, (prices[wrong.index(least)], least))
        said.append(
            f"{name}: {wrong[0]} at C = {prices[0]:g}, the least, {least}, first at "
            f"C = {prices[wrong.index(least)]:.2g}, and {wrong[-1]} at C = {prices[-1]:g}"
        )
    ax.set(xscale="log", xlabel="$C$", ylabel="held-out errors", ylim=(0, 60))
    named_ends(ax)
    return picture(ax, f"Held-out errors against C, logarithmic. {'; '.join(said)}.")


def reliability(ax, guesses: dict, y) -> Picture:
    """How many are positive among the examples with about the same predicted chance."""
    ax.plot([0, 1], [0, 1], color=SOFT, lw=1, ls=":")
    said, looks = [], (("s-", PAPER), ("o-", INK))
    for (name, chance), (look, fill) in zip(guesses.items(), looks, strict=True):
        part = np.minimum(5 * chance, 4).astype(int)
        means = [np.bincount(part, v) / np.bincount(part) for v in (chance, y > 0)]
        ax.plot(*means, look, color=INK, mfc=fill, label=name)
        pairs = ", ".join(f"{guess:.2f} and {share:.2f}" for guess, share in np.transpose(means))
        said.append(f"{name}: {pairs}")
    ax.set(xlabel="predicted chance", ylabel="share of eights", xlim=(0, 1), ylim=(-0.02, 1.02))
    ax.legend(loc="upper left")
    return picture(ax, f"Predicted chance and share of eights, five groups. {'; '.join(said)}.")
