"""Pictures of the chapter *The Block–Novikoff theorem*: the proof's sandwich, and the bound."""

import numpy as np

from lib.checks import as_vector
from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.style import Picture, picture
from lib.runs import Run


def sandwich(ax, run: Run, u) -> Picture:
    """γt ≤ ⟨w_t,u⟩ ≤ ‖w_t‖ ≤ R√t along a run, and the last t at which γt ≤ R√t allows it."""
    u = as_vector("u", u, run.sample.d)
    t, w, radius = (run.updates[name] for name in ("t", "w", "R"))
    gamma, aligned, length = (run.sample.signed @ u).min(), w @ u, np.linalg.norm(w, axis=1)
    bound = (radius / gamma) ** 2
    ticks = np.linspace(0, 1.08 * bound, 100)
    ax.plot(ticks, radius * np.sqrt(ticks), color=INK)
    ax.plot(ticks, gamma * ticks, color=BEST)
    ax.plot(t, length, "o", ms=3.5, color=NOW, label=r"$\|w_t\|$")
    ax.plot(t, aligned, "s", ms=3.5, color=BEST, label=r"$\langle w_t,u\rangle$")
    ax.axvline(bound, color=SOFT, ls=":", lw=1)
    beside = {"textcoords": "offset points"}
    ax.annotate(r"$(R/\gamma)^2$", (bound, 0), xytext=(-4, 6), ha="right", **beside)
    ax.annotate(
        r"$R\sqrt{t}$",
        (bound / 2, radius * np.sqrt(bound / 2)),
        xytext=(-6, 6),
        ha="right",
        **beside,
    )
    ax.annotate(r"$\gamma t$", (0.6 * bound, 0.6 * gamma * bound), xytext=(6, -9), **beside)
    ax.set(xlim=(0, 1.08 * bound), ylim=(0, None), xlabel="updates $t$")
    ax.locator_params(axis="y", integer=True)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:2.0f}".replace(" ", "\u2007"))
    ax.legend(loc="upper left")
    low, high = aligned - gamma * t, radius * np.sqrt(t) - length
    squares = "on the line" if low.max() < 1e-6 else "on or above the line"
    circles = "on the curve" if high.max() < 1e-6 else "on or below the curve"
    return picture(
        ax,
        f"Against the number of updates t, a straight line γt and a curve R√t, which rises above "
        f"it, bends, and meets it at t = {bound:.1f}. Green squares, the alignment of w_t with u, "
        f"lie {squares}; magenta circles, its length, lie {circles}. They end at "
        f"t = {run.M}, with γt = {gamma * run.M:.2f}, alignment {aligned[-1]:.2f}, length "
        f"{length[-1]:.2f} and R√t = {radius * np.sqrt(run.M):.2f}.",
    )


def bounds(ax, names: list[str], measured: list[int], bound: list[float]) -> Picture:
    """Measured mistakes beside what a theorem allows, one row a sample, on a logarithmic axis."""
    rows = np.arange(len(names))[::-1]
    ax.hlines(rows, measured, bound, color=SOFT, lw=1)
    ax.plot(measured, rows, "o", color=INK, label="mistakes")
    ax.plot(bound, rows, "|", color=INK, ms=14, mew=2, label="bound")
    ax.set_yticks(rows, names)
    ax.set(xscale="log", xlabel="updates")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    shares = np.divide(measured, bound)
    rows = zip(names, measured, bound, strict=True)
    pairs = "; ".join(f"{name} {count} against {most:.1f}" for name, count, most in rows)
    return picture(
        ax,
        f"{len(names)} rows on a logarithmic axis, each with a dot for the mistakes joined to "
        f"a tick for the bound: {pairs}. A dot lies at {shares.min():.2f} to "
        f"{shares.max():.2f} of its bound.",
    )
