"""Pictures of chapter *Soft margins*: digits and their labels, slack, forces, the choice of C."""

import numpy as np

from lib.figures.colors import INK, NOW, PAPER, SOFT
from lib.figures.max_margin import slab
from lib.figures.points import many, marks, named, named_ends, rings, scans, weights, window
from lib.figures.style import MARKERS, Picture, frame, picture
from lib.samples import Sample
from lib.soft_margin import Tuning
from lib.svm.solution import Solution

DIGIT = {-1: "3", 1: "8"}  # of lib.datasets.digits(3, 8)


def labeled(axes, sample: Sample, slips=(), across: int = 4, first: int = 0) -> Picture:
    """Digits, 8 by 8 pixels, each with its number, from `first` on, above and its label below.

    A bar underlines the label of each row in `slips`.
    """
    labels = []
    for ax, rows in zip(axes, np.array_split(np.arange(sample.n), len(axes)), strict=True):
        text = 0.14 * (11 * across - 1) / ax.figure.get_figwidth()  # a line of it, in pixels
        corners = [(11 * (k % across), -(12 + 2 * text) * (k // across)) for k in range(len(rows))]
        low, high = (-1, corners[-1][1] - text - 3), (11 * across - 2, 9 + text)
        scans(ax, sample.X[rows], corners, low, high)
        for row, (left, low) in zip(rows, corners, strict=True):
            y = int(sample.y[row])
            ax.text(left + 3.5, low + 8, str(first + row), ha="center", va="bottom", color=INK)
            ax.text(left + 3.5, low - 1, DIGIT[y], ha="center", va="top", color=MARKERS[y][1])
            if row in slips:
                ax.plot([left + 1.5, left + 5.5], [low - text - 2] * 2, color=NOW, lw=2.4)
            labels.append(f"{first + row} has {DIGIT[y]}")
    under = f" Underlined: {', '.join(str(first + row) for row in slips)}." if len(slips) else ""
    return picture(
        axes, f"{sample.n} handwritten digits. The labels below them: {', '.join(labels)}.{under}"
    )


def slipped(axes, solutions: list[Solution], new: Sample, wrong: int) -> str:
    """The weights of the widest slab after so many `wrong` labels, and its margin from none on."""
    (left, right), count = axes, int((solutions[wrong].predict(new.X) != new.y).sum())
    weights(left, solutions[wrong].w)
    right.bar(range(wrong + 1), [s.half_width for s in solutions[: wrong + 1]], color=INK)
    right.plot(wrong, solutions[wrong].half_width, "o", color=NOW, ms=6, gid="grip")
    right.axhline(solutions[0].half_width / 2, color=NOW, lw=1, ls=":")
    right.set(xlabel="wrong labels", ylabel="margin", xlim=(-0.6, len(solutions) - 0.4))
    right.set_xticks(range(0, len(solutions), 5))
    right.set_ylim(0, 1.1 * solutions[0].half_width)
    return (
        f"{many(wrong, 'wrong label')}: the margin is {solutions[wrong].half_width:.4f}. "
        f"Of {many(new.n, 'new digit')}, {count} {'is' if count == 1 else 'are'} misread."
    )


def pushes(axes, solution: Solution, slips) -> str:
    """Each digit at (y f, α), those of `slips` in rings, and the weights that they add up to."""
    (left, right), sample, C = axes, solution.sample, solution.C
    g = sample.y * solution.f
    ends = min(g.min(), 0) - 0.3, g.max() + 0.3
    left.plot([ends[0], 1, 1, ends[1]], [C, C, 0, 0], color=SOFT, lw=1.2)
    marks(left, sample.y, g, solution.alpha, ms=4.5, mec=PAPER, mew=0.4)
    left.axvline(0, color=SOFT, lw=0.8, ls=":")
    left.set(xlabel="$y f(x)$", ylabel=r"$\alpha$", xlim=ends, ylim=(-0.06 * C, 1.1 * C))
    left.set_yticks([0, C], ["0", "$C$"])
    rings(left, np.transpose([g, solution.alpha])[slips])
    weights(right, solution.w)
    full = np.isin(slips, solution.bound).sum()
    return (
        f"C = {C:g}: half-width {solution.half_width:.3f}. {len(solution.bound)} of "
        f"{sample.n} digits have the force C, among them {full} of {len(slips)} mislabeled; "
        f"{np.sum(g[slips] > 0)} of these {len(slips)} have a score above 0."
    )


def slack(ax, solution: Solution) -> Picture:
    """The slab, the examples numbered, and a stem to its face from each that has slack."""
    sample, w, slacks = solution.sample, solution.w, []
    text = slab(ax, solution).text
    window(ax, *frame(sample.X, room=0.16), sample.features)
    along = np.array([w[1], -w[0]]) / solution.norm
    for row, (x, y, xi) in enumerate(zip(sample.X, sample.y, solution.xi, strict=True)):
        if xi <= 1e-6:  # its number stands outside the slab
            named(ax, str(row), x, "upper right" if y > 0 else "lower left")
            continue
        ax.plot(*np.array([x, x + y * xi * w / (w @ w)]).T, color=INK, lw=1.6)
        up = y * w[1] > 0  # where the stem leads, and the words do not
        named(ax, str(row), x, "upper left" if up else "right", far=9)
        named(ax, f"$ξ$ = {xi:.3g}", x + 1.2 * up * along, "center" if up else "upper", far=8)
        slacks.append(f"{xi:.3g} at example {row}")
    return picture(ax, f"{text} A stem leads to the face from each slack: {', '.join(slacks)}.")


def price(ax, Cs, solutions: list[Solution]) -> Picture:
    """Half-width 1/‖w‖ and total slack Σξ against C, on logarithmic axes."""
    widths, slacks = [s.half_width for s in solutions], [s.xi.sum() for s in solutions]
    ax.plot(Cs, widths, color=INK, label=r"$1/\|w\|$")
    ax.plot(Cs, slacks, color=INK, ls="--", label=r"$\sum\xi$")
    ax.set(xscale="log", yscale="log", xlabel="$C$")
    named_ends(ax)
    return picture(
        ax,
        f"Two curves against C from {Cs[0]:g} to {Cs[-1]:g}, all axes logarithmic. The dashed "
        f"total slack lies above and falls from {slacks[0]:.1f} to {slacks[-1]:.1f}; the "
        f"solid half-width falls from {widths[0]:.2f} to {widths[-1]:.2f}.",
    )


def tuning(ax, crossed: Tuning, single: Tuning) -> Picture:
    """The held-out error against C by cross-validation, a thin line a fold, and by one part."""
    ax.plot(crossed.Cs, crossed.errors, color=SOFT, lw=0.6)
    curves = []
    for found, style, name, label in (
        (crossed, "-", "solid", f"mean of {crossed.errors.shape[1]} parts"),
        (single, "--", "dashed", "one validation set"),
    ):
        ax.plot(found.Cs, found.mean, style, color=INK)
        rings(ax, (found.best, found.mean.min()), clip_on=False)
        curves.append(
            f"The {name} curve, {label}, begins at {found.mean[0]:.3f}, is lowest first at "
            f"C = {found.best:.3g} with {found.mean.min():.3f}, where a ring is, and ends at "
            f"{found.mean[-1]:.3f}."
        )
    ax.set(xscale="log", xlabel="$C$", ylabel="error", ylim=(0, None))
    return picture(
        ax,
        f"The held-out error against C from {crossed.Cs[0]:g} to {crossed.Cs[-1]:g}, logarithmic. "
        f"{' '.join(curves)} Thin gray lines, one for each part, reach up to "
        f"{crossed.errors.max():.2f}.",
    )
