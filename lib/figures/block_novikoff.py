"""Pictures of chapter *The Block–Novikoff theorem*: mistakes, and the two bounds of the proof."""

import numpy as np

from lib.checks import as_vector
from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import arrow, circle, line, many, marks, named, weights, window
from lib.figures.style import Picture, picture
from lib.runs import Run


def climb(axes, runs: dict[str, Run], order: str) -> str:
    """The mistakes of one of several runs as they come, and its last weights as an image."""
    (left, right), run = axes, runs[order]
    weights(right, run.w, "weights in the end")
    shown = np.append(0, run.when + 1)
    left.step(shown, np.arange(run.M + 1), where="post", color=NOW)
    left.plot(shown[-1], run.M, "o", color=NOW, ms=6)
    end, top = 1.1 * np.max([(other.when[-1] + 1, other.M) for other in runs.values()], axis=0)
    left.set(xlim=(-0.02 * end, end), ylim=(0, top))
    left.set(xlabel="digits shown", title="mistakes so far")
    left.locator_params(nbins=3)
    made, different = many(run.M, "mistake"), len(np.unique(run.mistakes))
    return (
        f"{order.capitalize()}: {made}, on {different} different digits, the last of them "
        f"on number {run.when[-1] + 1} of the digits shown."
    )


def contrarian(ax, predictions) -> str:
    """Predictions "+" or "−", one for each of k vectors, and below them the opposite labels."""
    k, signs = len(predictions), np.array([1 if sign == "+" else -1 for sign in predictions])
    marks(ax, signs, np.arange(k), np.ones(k), ms=20)
    marks(ax, -signs, np.arange(k), np.zeros(k), ms=20)
    ax.set(xlim=(-0.6, k - 0.4), ylim=(-0.6, 1.6))
    ax.set_xticks(range(k), [f"$e_{i + 1}$" for i in range(k)])
    ax.set_yticks([1, 0], ["you say", "the label"])
    one = "½" if k == 4 else f"1/√{k}"
    return (
        f"You say {' '.join(predictions)}, and the labels are "
        f"{' '.join('−' if sign > 0 else '+' for sign in signs)}: {many(k, 'mistake')}. Yet "
        f"u = {one} ({', '.join(f'{-sign}' for sign in signs)}) classifies all of them "
        f"correctly, with margin {one}."
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
    end, granted = upto or 1.08 * bound, BEST if best else INK
    seen, ticks = min(bound, end), end * np.linspace(0, 1, 100) ** 2
    ax.plot(ticks, radius * np.sqrt(ticks), color=INK)
    ax.plot(ticks, gamma * ticks, color=granted)
    ax.plot(t, length, "o", ms=3.5, color=NOW, label=r"$\|w_t\|$")
    ax.plot(t, aligned, "s", ms=3.5, color=granted, label=r"$\langle w_t,u\rangle$")
    ax.axvline(bound, color=SOFT, ls=":", lw=1)
    named(ax, r"$(R/\gamma)^2$", (bound, 0), "upper left")
    named(ax, r"$R\sqrt{t}$", (seen / 2, radius * np.sqrt(seen / 2)), "upper left")
    named(ax, r"$\gamma t$", (0.6 * seen, 0.6 * gamma * seen), "lower right")
    top = 1.3 * radius * np.sqrt(upto) if upto else None
    # A run is short beside the bound: a root scale has room for it, and keeps γt straight.
    ax.set_xscale("function", functions=(np.sqrt, np.square))
    ax.set_yscale("function", functions=(np.sqrt, np.square))
    ax.set(xlim=(0, end), ylim=(0, top), xlabel="updates $t$ (both axes have a root scale)")
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
    R, feet = run.sample.radius, np.array([old, new]) @ np.outer(u, u)
    line(axes[0], [-u[1], u[0]], color=BEST, lw=1)
    for w, foot in zip((old, new), feet, strict=True):
        axes[0].plot(*np.transpose([w, foot]), ":", color=SOFT, lw=1.2)
    axes[0].plot(*feet.T, color=BEST, lw=5, solid_capstyle="butt")
    named(axes[0], "$u$", 5.8 * u / np.abs(u).max(), "lower right")
    circle(axes[1], (0, 0), np.sqrt(old @ old + R**2), color=SOFT, ls="--")
    for ax, title in zip(axes, ("progress", "growth"), strict=True):
        arrow(ax, (0, 0), old, INK, "$w_{t-1}$", "lower right" if old[0] > new[0] else "upper left")
        arrow(ax, (0, 0), new, NOW)
        named(ax, "$w_t$", new, far=10, color=NOW)
        ax.plot(*new, "o", color=NOW, ms=3, gid="grip")
        window(ax, (-3, -3), (7, 7))
        ax.set_title(title)
    arrow(axes[1], old, new, SOFT)
    across = np.array([-x[1], x[0]]) / np.linalg.norm(x)
    away = 1.1 * across * (-1 if across @ (old + new) < 0 else 1)  # from the origin
    named(axes[1], "$y_tx_t$", (old + new) / 2 + away, "center")
    row, step = run.mistakes[t - 1], feet[1] @ u - feet[0] @ u
    return (
        f"Update {t}, on example {row}: the alignment grows by {step:.2f}, and has to grow by "
        f"{(run.sample.signed @ u).min():.2f} at least. The score is {x @ old + 0:g}, and the "
        f"squared length goes from {old @ old:g} to {new @ new:g}; it may reach "
        f"{old @ old + R**2:.0f}."
    )
