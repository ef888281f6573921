"""Pictures of chapter *Without a separator*: what each example lacks, and what bounds allow."""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import arrow, examples, many, marks, named, named_ends, place, slab, window
from lib.figures.style import MARKERS, Picture, frame, picture
from lib.not_separable import bounds
from lib.runs import Run
from lib.samples import Sample


def moves(ax, sample: Sample, u, gamma: float) -> Picture:
    """The line ⟨x,u⟩ = 0, those at γ, and an arrow to there for each example that lacks γ."""
    examples(ax, sample)
    d = bounds.distances(sample, u, gamma)
    ends = sample.X + np.outer(sample.y * d, u)
    short, ways = np.flatnonzero(d > 1e-9 * gamma), []
    window(ax, *frame(np.vstack([sample.X, ends])), sample.features)
    slab(ax, u, level=gamma)
    for i in short:
        marker, color = MARKERS[sample.y[i]]
        ax.plot(*ends[i], marker, ms=7, mfc="none", mec=color)
        arrow(ax, sample.X[i], ends[i], shrinkA=3, shrinkB=4)
        ways.append(f"from {place(sample.X[i])} to {place(ends[i])}, {d[i]:.2f} long")
    return picture(
        ax,
        f"{many(sample.n, 'example')}, a line through 0, and two dashed parallels at distance "
        f"{gamma:.2f} from it. {many(len(short), 'arrow')}: {'; '.join(ways)}.",
    )


def moved(ax, run: Run, row: int, u, gamma: float) -> str:
    """`moves`, with a grip on one example, and how a run on the sample ends."""
    x, away = run.sample.X[row], bounds.distances(run.sample, u, gamma)[row]
    moves(ax, run.sample, u, gamma)
    ax.plot(*x, "o", ms=13, mfc="none", mec=INK, gid="grip")
    ax.set(xlim=(-5, 5), ylim=(-4, 5))
    end = "and halts" if run.halted else "and does not halt"
    made = f"The perceptron makes {run.M} mistakes in {run.passes} passes, {end}."
    return f"{place(x)} is {away:.2f} away from the margin. {made}"


def shortfall(ax, sample: Sample, u, gamma: float) -> None:
    """The examples in order of y⟨x,u⟩; a stem up to γ on each that falls short of it."""
    order = np.argsort(sample.signed @ u, kind="stable")
    reach, d = (sample.signed @ u)[order], bounds.distances(sample, u, gamma)[order]
    rank = np.arange(sample.n)
    short = d > 1e-6 * gamma  # at the best γ some examples lie on the line
    ax.axhline(0, color=SOFT, lw=0.8)
    ax.axhline(gamma, color=BEST, lw=1.2)
    ax.vlines(rank[short], reach[short], gamma, color=INK, lw=1)
    marks(ax, sample.y[order], rank, reach, ms=3.5)
    ax.set(xlabel="examples, in order", ylabel=r"$y\langle x,u\rangle$", ymargin=0.12)
    named(ax, rf"$\gamma$ = {gamma:.3f}", (sample.n, gamma), "upper left", color=BEST)


def sandwich(ax, seen: dict) -> Picture:
    """γt − T_t ≤ ⟨w_t,u⟩ ≤ ‖w_t‖ ≤ R√t along a run: `run.updates`, u, gamma, and T."""
    t, top, free = seen["t"], seen["R"] * np.sqrt(seen["t"]), seen["gamma"] * seen["t"]
    floor, align = free - seen["T"], seen["w"] @ seen["u"]
    length = np.linalg.norm(seen["w"], axis=1)
    ax.plot(t, top, color=INK)
    ax.plot(t, free, color=BEST, ls=":")
    ax.plot(t, length, "o", ms=3, color=NOW)
    ax.plot(t, align, "s", ms=3, color=BEST)
    ax.plot(t, floor, color=BEST)
    end, high = t[-1], 1.1 * top[-1]
    ax.set(xlabel="mistakes $t$", xlim=(0, 1.2 * end), ylim=(min(0, floor.min()), high))
    named(ax, r"$R\sqrt{t}$", (end, top[-1]), "right")
    named(ax, r"$\|w_t\|$", (end, length[-1]), "upper right", color=NOW)
    named(ax, r"$\langle w_t,u\rangle$", (end, align[-1]), "right", color=BEST)
    named(ax, r"$\gamma t - T_t$", (end, floor[-1]), "right", color=BEST)
    named(ax, r"$\gamma t$", (0.97 * high / seen["gamma"], 0.97 * high), "right", color=BEST)
    return picture(
        ax,
        f"Against the mistakes, 1 to {len(t)}, four quantities in this order at every one. Lowest, "
        f"γt less the distances so far, between {floor.min():.1f} and {floor.max():.1f}; the "
        f"alignment, at most {(align - floor).max():.1f} above it; the length, between "
        f"{length.min():.1f} and {length.max():.1f}; highest, the curve R√t, which reaches "
        f"{top[-1]:.1f}. A dotted line, γt, crosses it and rises out of the picture.",
    )


def promised(axes, γ: float, sample: Sample, u, gammas, mistakes: int) -> str:
    """What falls short of γ; and the three bounds against `gammas`, over the mistakes made."""

    def allowed(gamma):
        td, radius = bounds.total_distance(sample, u, gamma), sample.radius
        root = bounds.deviation(sample, u, gamma)
        return {
            "exact": bounds.exact_bound(gamma, td, radius),
            "simple": bounds.simple_bound(gamma, td, radius),
            "Freund–Schapire": bounds.freund_schapire_bound(gamma, root, radius),
        }

    shortfall(axes[0], sample, u, γ)
    at, here = [allowed(gamma) for gamma in gammas], allowed(γ)
    for (kind, now), dash in zip(here.items(), ("-", "--", ":"), strict=True):
        axes[1].plot(gammas, [each[kind] for each in at], dash, color=INK, label=kind)
        axes[1].plot(γ, now, "o", ms=5, color=INK, gid="grip")
    axes[1].axhline(mistakes, color=SOFT, lw=1.2)
    named(axes[1], f"{mistakes} mistakes", (gammas[-1], mistakes), "upper left")
    axes[1].set(xlabel=r"$\gamma$", ylim=(0, 6.5 * min(each["exact"] for each in at)))
    axes[1].legend(loc="upper right")
    listed = ", ".join(f"{kind} {now:.2f}" for kind, now in here.items())
    together = bounds.total_distance(sample, u, γ)
    return f"The distances add up to {together:.2f}. Bounds: {listed}."


def lengths(ax, run: Run) -> Picture:
    """‖w_t‖ along a long run, and R√t, which no run exceeds; both scales are logarithmic."""
    length = np.linalg.norm(run.weights[1:], axis=1)
    t = np.arange(1, run.M + 1)
    some = np.unique(np.geomspace(1, run.M, 400).astype(int)) - 1  # as many as a reader can see
    longest = np.maximum.accumulate(length)
    top = run.sample.radius * np.sqrt(t)
    ax.plot(t[some], top[some], color=INK, label=r"$R\sqrt{t}$")
    ax.plot(t[some], longest[some], color=INK, lw=1, ls="--", label="longest so far")
    ax.plot(t[some], length[some], ".", ms=3, color=NOW, label=r"$\|w_t\|$")
    ax.set(xscale="log", yscale="log", xlabel="mistakes $t$")
    named_ends(ax)
    early, last = longest[run.M // 10 - 1], longest[-1]
    return picture(
        ax,
        f"Against the mistakes, 1 to {run.M}, both axes logarithmic: a line R√t rises to "
        f"{top[-1]:.0f}. The lengths of the weights rise with it at first, and then stay flat: "
        f"the longest is {early:.2f} up to a tenth of the mistakes, and {last:.2f} up to the end.",
    )
