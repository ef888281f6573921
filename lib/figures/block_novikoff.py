"""Why does a perceptron err only so often? Its run between two bounds, one update, an opponent.

Chapter *The Block–Novikoff theorem*: `climb` counts the mistakes of a run, `sandwich` draws the
proof along it, `one_update` what a step of it allows, `contrarian` a learner who is always wrong.
"""

import numpy as np

from lib.checks import as_vector
from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import arrow, circle, line, many, named, weights
from lib.figures.style import MARKERS, Picture, picture
from lib.runs import Run


def climb(axes, runs: dict[str, Run], order: str) -> str:
    """The last weights of one of several runs as an image, and its mistakes as they come.

    `axes` are two, the examples square images. The second panel counts the mistakes against the
    examples shown; the frame holds all runs.
    """
    run = runs[order]
    weights(axes[0], run.w, "weights in the end")
    shown = np.append(0, run.when + 1)
    axes[1].step(shown, np.arange(run.M + 1), where="post", color=NOW)
    axes[1].plot(shown[-1], run.M, "o", color=NOW, ms=6)
    ends = [(other.when[-1] + 1, other.M) for other in runs.values()]
    right, top = 1.06 * np.max(ends, axis=0)
    axes[1].set(xlim=(-0.02 * right, right), ylim=(0, top))
    axes[1].set(xlabel="digits shown", ylabel="mistakes so far")
    axes[1].locator_params(nbins=5)
    made, different = many(run.M, "mistake"), len(np.unique(run.mistakes))
    return (
        f"{order.capitalize()}: {made}, on {different} different digits, the last of them when "
        f"digit no. {run.when[-1] + 1:,} comes."
    )


def contrarian(ax, predictions) -> str:
    """Predictions "+" or "−", one for each of k vectors, and below them the opposite labels."""
    said, names = [1 if sign == "+" else -1 for sign in predictions], {1: "+", -1: "−"}
    for height, signs in ((1, said), (0, [-sign for sign in said])):
        for column, sign in enumerate(signs):
            marker, color = MARKERS[sign]
            ax.plot(column, height, marker, color=color, ms=20)
            named(ax, names[sign], (column, height + 0.25), ha="center", color=color, size=14)
    ax.set(xlim=(-0.6, len(said) - 0.4), ylim=(-0.4, 1.7), yticks=[1, 0])
    ax.set(yticklabels=["you say", "the label"], xticks=range(len(said)))
    ax.set_xticklabels([f"$e_{i}$" for i in range(1, len(said) + 1)])
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    one = "½" if len(said) == 4 else f"1/√{len(said)}"
    u = ", ".join("−1" if sign > 0 else "1" for sign in said)
    return (
        f"You say {' '.join(predictions)}, and the labels are "
        f"{' '.join(names[-sign] for sign in said)}: {many(len(said), 'mistake')}. Yet "
        f"u = {one} ({u}) has all of them right, with margin {one}."
    )


def sandwich(ax, run: Run, u, best: bool = True, upto: float | None = None) -> Picture:
    """γt ≤ ⟨w_t,u⟩ ≤ ‖w_t‖ ≤ R√t along a run, and the last t at which γt ≤ R√t allows it.

    What u grants is green only where u is the best separator. The axes end at t = `upto`, so that
    several u can be compared, or else shortly after the bound.
    """
    u = as_vector("u", u, run.sample.d)
    t, w, radius = (run.updates[name] for name in ("t", "w", "R"))
    gamma, aligned, length = (run.sample.signed @ u).min(), w @ u, np.linalg.norm(w, axis=1)
    bound = (radius / gamma) ** 2
    end = upto or 1.08 * bound
    seen, ticks = min(bound, end), np.linspace(0, end, 100)
    ax.plot(ticks, radius * np.sqrt(ticks), color=INK)
    granted = BEST if best else INK
    ax.plot(ticks, gamma * ticks, color=granted)
    ax.plot(t, length, "o", ms=3.5, color=NOW, label=r"$\|w_t\|$")
    ax.plot(t, aligned, "s", ms=3.5, color=granted, label=r"$\langle w_t,u\rangle$")
    ax.axvline(bound, color=SOFT, ls=":", lw=1)
    named(ax, r"$(R/\gamma)^2$", (bound, 0), (-4, 6), ha="right")
    named(ax, r"$R\sqrt{t}$", (seen / 2, radius * np.sqrt(seen / 2)), (-6, 6), ha="right")
    named(ax, r"$\gamma t$", (0.6 * seen, 0.6 * gamma * seen), (6, -9))
    top = 1.3 * radius * np.sqrt(upto) if upto else None
    ax.set(xlim=(0, end), ylim=(0, top), xlabel="updates $t$")
    ax.locator_params(axis="y", integer=True)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:2.0f}".replace(" ", "\u2007"))
    ax.legend(loc="upper left")
    low, high = aligned - gamma * t, radius * np.sqrt(t) - length
    squares = "on the line" if low.max() < 1e-6 else "on or above the line"
    circles = "on the curve" if high.max() < 1e-6 else "on or below the curve"
    return picture(
        ax,
        f"Against the number of updates t, a straight line γt and a curve R√t, which rises above "
        f"it, bends, and meets it at t = {bound:.1f}. Squares, the alignment of w_t with u, "
        f"lie {squares}; circles, its length, lie {circles}. They end at "
        f"t = {run.M}, with γt = {gamma * run.M:.2f}, alignment {aligned[-1]:.2f}, length "
        f"{length[-1]:.2f} and R√t = {radius * np.sqrt(run.M):.2f}.",
    )


def one_update(axes, run: Run, u, t: int) -> str:
    """The t-th update in the plane, on two Axes: its progress along u, and how far it may grow."""
    u = as_vector("u", u, run.sample.d)
    old, x, new = (run.updates[name][t - 1] for name in ("w_before", "x", "w"))
    R, zero = run.sample.radius, np.zeros(2)
    feet = np.array([w @ u * u for w in (old, new)])
    line(axes[0], [-u[1], u[0]], color=BEST, lw=1)
    for w, foot in zip((old, new), feet, strict=True):
        axes[0].plot(*np.transpose([w, foot]), ":", color=SOFT, lw=1.2)
    axes[0].plot(*feet.T, color=BEST, lw=5, solid_capstyle="butt")
    named(axes[0], "$u$", 5.8 * u / np.abs(u).max(), (5, -8))
    circle(axes[1], zero, np.sqrt(old @ old + R**2), color=SOFT, ls="--")
    for ax, title in zip(axes, ("progress", "growth"), strict=True):
        _arrow(ax, zero, old, INK, "$w_{t-1}$", left=True)
        _arrow(ax, zero, new, NOW, "$w_t$")
        ax.plot(0, 0, "o", ms=4, color=INK)
        ax.set(xlim=(-3, 7), ylim=(-3, 7), aspect="equal", title=title)
    _arrow(axes[1], old, new, SOFT, "")
    across = np.array([-x[1], x[0]]) / np.linalg.norm(x)
    beside = (old + new) / 2 + 0.75 * across * (-1 if across @ (old + new) < 0 else 1)
    axes[1].annotate("$y_tx_t$", beside, ha="center", va="center")
    row, step = run.mistakes[t - 1], feet[1] @ u - feet[0] @ u
    return (
        f"Update {t}, on example {row}: the alignment grows by {step:.2f}, and must by "
        f"{(run.sample.signed @ u).min():.2f}. The score is {x @ old + 0:g}, and "
        f"the squared length goes from {old @ old:g} to {new @ new:g}; "
        f"{old @ old + R**2:.0f} is allowed."
    )


def _arrow(ax, start, end, color, name, left=False) -> None:
    if np.any(end != start):
        arrow(ax, start, end, color, lw=1.8)
    off, side = ((-4, 2), "right") if left else ((4, 4), "left")
    named(ax, name, end, off, ha=side, color=color)
