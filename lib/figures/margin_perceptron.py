"""Pictures of the margin perceptron: its band, the growth of ‖w‖, the bounds, the certificate.

Longer than 200 lines because each of six pictures also says what it shows.
"""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import examples, line
from lib.figures.style import Picture, picture
from lib.linear_separators import margin
from lib.margin_perceptron.bounds import last_crossing, potential, sharp_constant, update_bounds
from lib.runs import Run
from lib.samples import Sample


def band(ax, sample: Sample, w, threshold: float) -> None:
    """A two-feature sample, the separator w, and the band |⟨w,x⟩|/‖w‖ <= θ in which it updates."""
    w = np.asarray(w, dtype=float) / np.linalg.norm(w)
    along = 3 * np.array([-w[1], w[0]])
    if threshold > 0:
        edges = np.array([[side + along, side - along] for side in (w * threshold, -w * threshold)])
        ax.fill(*np.concatenate([edges[0], edges[1][::-1]]).T, color=NOW, alpha=0.15, lw=0)
        for edge in edges:
            ax.plot(*edge.T, color=NOW, lw=1, ls="--")
    line(ax, w, color=NOW)
    examples(ax, sample)
    names = [feature.split(" (")[0] for feature in sample.features]
    ax.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    ax.set(xlabel=names[0], ylabel=names[1])


def price(axes, runs: dict[float, Run], epsilon: float, gamma: float) -> str:
    """The band of one of several runs with γ, and what each of them costs in updates.

    `runs` maps ε to a run on two features, and holds `epsilon`.
    """
    run, shares = runs[epsilon], list(runs)
    band(axes[0], run.sample, run.w, run.threshold)
    counts, ax = [run.M for run in runs.values()], axes[1]
    allowed = [sharp_constant(share) / gamma**2 for share in shares]
    ax.plot(shares, allowed, color=INK, lw=1.2, ls="--")
    ax.plot(shares, counts, "-o", color=INK, lw=1, ms=4)
    ax.plot(epsilon, run.M, "o", color=NOW, ms=9)
    for text, at, place, side in (
        ("bound", allowed, (-6, 4), "right"),
        ("runs", counts, (5, -15), "left"),
    ):
        at = shares[len(shares) // 2], at[len(shares) // 2]
        ax.annotate(text, at, xytext=place, textcoords="offset points", ha=side)
    ax.set(xscale="log", yscale="log", xlabel="share $ε$ given up", ylabel="updates")
    ax.set_xlim(1.15 * max(shares), 0.85 * min(shares))
    ax.set_xticks([1, 0.5, 0.2, 0.1, 0.05, 0.02], ["1", "0.5", "0.2", "0.1", "0.05", "0.02"])
    ax.set_yticks([30, 100, 300, 1000, 3000, 10000], ["30", "100", "300", "1000", "3000", "10,000"])
    ax.minorticks_off()
    reached = margin(run.sample, run.w)
    return (
        f"ε = {epsilon:g}: {run.M} updates. The learner asks every flower for more than "
        f"{run.threshold:.3f}, and the nearest ends at {reached:.3f}: {reached / gamma:.0%} of γ."
    )


def growth(ax, run: Run, u) -> Picture:
    """‖w_t‖ along a run with θ = γ/2, over γt, under what three proofs allow it to be.

    Each curve meets γt at the bound that its proof gives. Raises ValueError when θ is not γ/2.
    """
    gamma, theta = float((run.sample.signed @ np.asarray(u)).min()), run.threshold
    if abs(theta - gamma / 2) > 1e-9:
        raise ValueError(
            f"the run has threshold {theta:.4g}; the notes' proof needs {gamma / 2:.4g}"
        )
    bounds = update_bounds(gamma)
    end = 1.05 * bounds["the same inequality"]
    t, lengths = np.linspace(0, end, 400), np.linspace(0, gamma * end, 2000)
    ax.plot(t, gamma * t, color=BEST)
    ax.annotate(r"$\gamma t$", (0.72 * end, 0.72 * gamma * end), xytext=(5, -12),
                textcoords="offset points", color=BEST)  # fmt: skip
    for name, curve, dashes in (
        ("the same inequality", 1 + 2 / gamma + 0.75 * gamma * t, "-."),
        ("threshold", theta * t + np.sqrt(t), "--"),
        ("sharp", np.interp(t, potential(lengths, gamma), lengths), "-"),
    ):
        under = t <= 1.02 * bounds[name]
        ax.plot(t[under], curve[under], color=INK, lw=1.2, ls=dashes)
        ax.plot(bounds[name], gamma * bounds[name], "o", ms=5, color=INK)
        side, place = ("right", (-16, -4)) if name == "the same inequality" else ("left", (7, -10))
        ax.annotate(f"{name}: {bounds[name]:.0f}", (bounds[name], gamma * bounds[name]),
                    xytext=place, textcoords="offset points", ha=side)  # fmt: skip
    every, steps = max(1, run.M // 16), np.arange(1, run.M + 1)
    reached = np.linalg.norm(run.weights[1:], axis=1)
    ax.plot(steps, reached, "o", color=NOW, ms=4, markevery=every, label=r"$\|w_t\|$")
    ax.set(xlim=(0, 1.05 * end), ylim=(0, gamma * end), xlabel="updates $t$", ylabel="length")
    ax.legend(loc="lower right", labelcolor=NOW)
    short = np.interp(steps, potential(lengths, gamma), lengths) - reached
    return picture(
        ax,
        f"Lengths against the number of updates t. Magenta dots for ‖w_t‖ end at t = {run.M}, at "
        f"most {short.max():.2f} below a solid curve that bends down to the green straight line γt "
        f"and meets it at {bounds['sharp']:.0f}. A dashed curve runs above the solid one and meets "
        f"the line at {bounds['threshold']:.0f}. A straight line of dashes and dots starts at the "
        f"height {1 + 2 / gamma:.0f} and meets it only at {bounds['the same inequality']:.0f}.",
    )


def crossing(ax, run: Run, level: float) -> Picture:
    """‖w_t‖ along a run where it crosses the level 2/γ of the notes' proof, and T, the last time.

    Raises ValueError when the run never stays at the level.
    """
    lengths = np.linalg.norm(run.weights, axis=1)
    T = last_crossing(run, level)
    if not T:
        raise ValueError(f"the run does not rise to level={level!r} for good; give a lower level")
    first = int(np.flatnonzero(lengths >= level)[0])
    shown = np.arange(max(0, first - 12), min(T + 13, len(lengths)))
    ax.axvline(T, color=SOFT, lw=1, ls=":")
    ax.axhline(level, color=INK, lw=1.2, ls="--")
    ax.plot(shown, lengths[shown], "-o", color=NOW, lw=1, ms=4)
    for text, at, place, color in (
        (r"$2/\gamma$", (shown[0], level), (0, 5), INK),
        (r"$\|w_t\|$", (shown[6], lengths[shown[6]]), (-34, 6), NOW),
        ("$T$", (T, lengths[shown].min()), (5, 0), INK),
    ):
        ax.annotate(text, at, xytext=place, textcoords="offset points", color=color)
    ax.set(xlabel="updates $t$", ylabel="length")
    falls = np.flatnonzero((lengths[:-1] >= level) & (lengths[1:] < level)) + 1
    fallen = f" It falls below it at {', '.join(map(str, falls))}." if falls.size else ""
    return picture(
        ax,
        f"A magenta line of dots, the length of w_t, rises and first reaches the dashed level "
        f"{level:g} at update {first}.{fallen} From update {T} on, which a dotted line marks "
        f"T, it stays there or above; it crosses upward {len(falls) + 1} times in all.",
    )


def rungs(ax, real: list[tuple[float, int]], worst: list[tuple[float, int]]) -> Picture:
    """The bounds at ε = ½: every one on M, times γ², against γ, with measured pairs (γ, M)."""
    low = 0.7 * min(gamma for gamma, _ in (*real, *worst))
    gammas = np.geomspace(low, 1, 50)
    names = {"Mansour–Schweiger": "16", "Balcan": "12", "the same inequality": "8 + 4γ",
             "without the jump": "8", "threshold": "4", "potential with a root": "3",
             "sharp": f"{sharp_constant(0.5):.3f}"}  # fmt: skip
    for name, text in names.items():
        bound = [update_bounds(gamma)[name] * gamma**2 for gamma in gammas]
        ax.plot(gammas, bound, color=INK, lw=2 if name == "sharp" else 1)
        # The one curve is labeled where it is away from its neighbor; the lowest two are close.
        named = f"{text} {'both proofs' if 'γ' in text else name}"
        at, place = ((low, bound[0]), (6, 8)) if "γ" in text else ((1, bound[-1]), (5, 0))
        ax.annotate(named, at, xytext=(place[0], place[1] - 4 * (name == "sharp")), fontsize=10,
                    textcoords="offset points", va="center", annotation_clip=False)  # fmt: skip
    for pairs, marker, label, place, side in (
        (worst, "D", "sequences in R³", (0, -16), "left"),
        (real, "o", "real pairs", (-8, -4), "right"),
    ):
        gamma, M = np.transpose(sorted(pairs))
        ax.plot(gamma, M * gamma**2, marker, color=NOW, ms=5)
        ax.annotate(label, (gamma[0], M[0] * gamma[0] ** 2), xytext=place, color=NOW, ha=side,
                    textcoords="offset points")  # fmt: skip
    ax.set(xscale="log", yscale="log", xlim=(low, 1), ylim=(0.3, 20))
    ax.set_yticks([0.5, 1, 2, 5, 10, 20], ["0.5", "1", "2", "5", "10", "20"])
    ax.set_xticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    ax.minorticks_off()
    ax.set(xlabel=r"margin $\gamma$", ylabel=r"updates, times $\gamma^2$")
    reached = [sorted(M * gamma**2 for gamma, M in pairs) for pairs in (worst, real)]
    (least, most), (low_real, high_real) = ((values[0], values[-1]) for values in reached)
    return picture(
        ax,
        f"Against the margin γ, both axes logarithmic: horizontal lines at 16, 12, 8, 4, 3 and, "
        f"thicker, {names['sharp']}, and a curve 8 + 4γ that rises from {8 + 4 * low:.2f} at the "
        f"left edge to 12 at γ = 1, above the line at 8. Diamonds for the sequences lie "
        f"under the thick line, {least:.2f} to {most:.3f}. Dots for the real pairs lie far "
        f"below, {low_real:.2f} to {high_real:.2f}.",
    )


def certificate(ax, run: Run, gamma: float, guess: float | None = None) -> Picture:
    """The two numbers around γ along a run from zero: ‖w_t‖/t above it, the margin of w_t below.

    If the run was given a guess of γ, it is drawn, too.
    """
    lengths = np.linalg.norm(run.weights[1:], axis=1)
    t = np.arange(1, run.M + 1)
    keep = np.unique(np.geomspace(1, run.M, 400).astype(int)) - 1
    margins = (run.sample.signed @ run.weights[1:][keep].T).min(axis=0) / lengths[keep]
    ax.plot(t[keep], margins, color=NOW, lw=1, label=r"margin of $w_t$")
    ax.plot(t[keep], lengths[keep] / t[keep], color=INK, label=r"$\|w_t\|/t$")
    ax.axhline(gamma, color=BEST, ls="--", label=r"$\gamma$")
    ax.set(xscale="log", xlabel="updates $t$", xlim=(1, None), ylim=(-0.1, None))
    ax.minorticks_off()
    if guess:
        ax.axhline(guess, color=INK, lw=1.2, ls=":", label="guess $g$")
    handles, labels = ax.get_legend_handles_labels()  # from the top of the picture down
    order = [1, 3, 2, 0] if guess else [1, 2, 0]
    ax.legend([handles[i] for i in order], [labels[i] for i in order], loc="upper right")
    ratios = lengths[keep] / t[keep]
    at = f"it first exceeds 0 at t = {t[keep][np.argmax(margins > 0)]} and"
    return picture(
        ax,
        f"Against the number of updates t on a logarithmic axis, a dark curve ‖w_t‖/t goes from "
        f"{ratios[0]:.3f} to {ratios[-1]:.4f} at t = {run.M}, above a dashed green line at "
        f"{gamma:.4f}. A jagged magenta curve, the margin of w_t, stays below the line; "
        f"{at if (margins > 0).any() else 'it'} ends at {margins[-1]:.4f}.",
    )


def guessed(axes, run: Run, times: float, epsilon: float, gamma: float) -> str:
    """A run that was given the guess times γ, on two features: its band, and its certificate."""
    guess = times * gamma
    band(axes[0], run.sample, run.w, run.threshold)
    certificate(axes[1], run, gamma, guess)
    reached, above = margin(run.sample, run.w) / gamma, np.linalg.norm(run.w) / run.M
    end = f"halts after {run.M} updates" if run.halted else f"goes on after {run.passes} passes"
    refutes = "refutes" if above < guess else "does not refute"
    return (
        f"A guess of {times:g} γ with ε = {epsilon:g} asks for more than "
        f"{(1 - epsilon) * times:.3g} γ. The run {end}, with margin {reached:.2f} γ, and ‖w‖/t = "
        f"{above / gamma:.2f} γ {refutes} the guess."
    ).replace("-", "−")
