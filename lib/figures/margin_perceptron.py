"""Pictures of chapter *The margin perceptron*: the band, the length of w, bounds on updates."""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import arrow, examples, many, named, named_ends, place, slab, window
from lib.figures.style import Picture, picture
from lib.linear_separators import margin
from lib.margin_perceptron.bounds import sharp_constant
from lib.runs import Run
from lib.samples import Sample


def band(ax, sample: Sample, w, threshold: float) -> None:
    """A two-feature sample, the separator w, and the band |⟨w,x⟩|/‖w‖ <= θ in which it updates."""
    examples(ax, sample)
    names = [feature.split(" (")[0] for feature in sample.features]
    edge = 1.15 * np.abs(sample.X).max()
    window(ax, (-edge, -edge), (edge, edge), names)
    slab(ax, w, level=threshold * np.linalg.norm(w), color=NOW)


def demanded(ax, sample: Sample, run: Run, gamma: float) -> str:
    """A two-feature sample, and the line and band of a run on it, or on a multiple of it."""
    scale = sample.radius / run.sample.radius
    w, theta, reached = scale * run.w, scale * run.threshold, margin(sample, run.w)
    band(ax, sample, w, theta)
    ax.plot(*theta * w / np.linalg.norm(w), "o", color=NOW, ms=6, gid="grip")
    return (
        f"θ = {theta / gamma:.2g} γ: {run.M} updates end at w = {place(w)}, and the nearest point "
        f"lies {reached:.3f} from the line, {reached / gamma:.0%} of γ."
    )


def step(ax, r: float, theta: float) -> Picture:
    """One update from a w of length r by a unit example on the threshold: a right triangle."""
    tip = np.array([r + theta, np.sqrt(1 - theta**2)])
    arrow(ax, (0, 0), (r, 0), NOW)
    arrow(ax, (r, 0), tip)
    arrow(ax, (0, 0), tip, NOW)
    ax.plot([r, tip[0], tip[0]], [0, 0, tip[1]], color=INK, lw=1, ls="--")
    named(ax, "$w_{t-1}$, of length $r$", (r / 2, 0), "lower", color=NOW)
    named(ax, "$y_tx_t$", (r + theta / 2, tip[1] / 2), "upper left")
    named(ax, "$w_t$", tip / 2, "upper left", color=NOW)
    named(ax, r"$\theta$", (r + theta / 2, 0), "lower")
    named(ax, r"$\sqrt{1-\theta^2}$", (tip[0], tip[1] / 2), "right")
    window(ax, (-0.05, -0.3), (tip[0] + 0.75, tip[1] + 0.1))
    ax.set_axis_off()
    return picture(
        ax,
        f"From the tip of an arrow w_(t−1) of length r = {r:g} an arrow of length 1 leads to the "
        f"tip of w_t. Along w_(t−1) it covers θ = {theta:g}, and across √(1 − θ²) = {tip[1]:.3g}: "
        f"dashed legs of a right triangle, whose longest side is w_t, of length "
        f"{np.linalg.norm(tip):.3f}.",
    )


def price(axes, runs: dict[float, Run], epsilon: float, gamma: float) -> str:
    """The band of one of several runs with γ, and what each of them, by its ε, costs in updates."""
    run, shares, ax = runs[epsilon], np.array([*runs]), axes[1]
    band(axes[0], run.sample, run.w, run.threshold)
    sharp = [sharp_constant(share) / gamma**2 for share in shares]
    ax.plot(shares, 1 / (shares * gamma) ** 2, ":", color=INK, lw=1.2, label="theorem")
    ax.plot(shares, sharp, "--", color=INK, lw=1.2, label="best bound")
    ax.plot(shares, [run.M for run in runs.values()], ".-", color=INK, lw=1.2, label="runs")
    ax.plot(epsilon, run.M, "o", color=NOW, ms=9, gid="grip")
    ax.set(xscale="log", yscale="log", xlabel="$ε$, the part of $γ$ given up", ylabel="updates")
    ax.set_xticks([1, 0.5, 0.2, 0.1, 0.05, 0.02], ["1", "0.5", "0.2", "0.1", "0.05", "0.02"])
    ax.set_xlim(1.15 * max(shares), 0.85 * min(shares))
    named_ends(ax)
    reached = margin(run.sample, run.w)
    return (
        f"ε = {epsilon:g}: {run.M} updates. The run ends when every flower is farther than "
        f"{run.threshold:.3f} from the line. The nearest is at {reached:.3f}, "
        f"{reached / gamma:.0%} of γ."
    )


def growth(ax, run: Run, u) -> Picture:
    """‖w_t‖ along a run with θ = γ/2, and three proofs' limits, which meet γt at their bounds.

    Raises ValueError when θ is not γ/2.
    """
    gamma, theta = float((run.sample.signed @ np.asarray(u)).min()), run.threshold
    if abs(theta - gamma / 2) > 1e-9:
        raise ValueError(f"the run has threshold {theta:.4g}; give one with γ/2 = {gamma / 2:.4g}")
    bounds = {"the same inequality": 8 / gamma**2 + 4 / gamma, "threshold": 4 / gamma**2}
    bounds["sharp"] = sharp_constant(0.5) / gamma**2
    end = 1.05 * bounds["the same inequality"]
    t, lengths = np.linspace(0, end, 400), np.linspace(0, gamma * end, 2000)
    potential = 2 / gamma**2 * (gamma * lengths - np.log1p(gamma * lengths))  # at most t
    ax.plot(t, gamma * t, color=BEST)
    named(ax, r"$\gamma t$", (0.72 * end, 0.72 * gamma * end), "lower right", color=BEST)
    for name, curve, dashes, side in (
        ("the same inequality", 1 + 2 / gamma + 0.75 * gamma * t, "-.", "upper left"),
        ("threshold", theta * t + np.sqrt(t), "--", "lower right"),
        ("sharp", np.interp(t, potential, lengths), "-", "lower right"),
    ):
        under, met = t <= 1.02 * bounds[name], (bounds[name], gamma * bounds[name])
        ax.plot(t[under], curve[under], color=INK, lw=1.2, ls=dashes)
        ax.plot(*met, "o", ms=5, color=INK)
        named(ax, f"{name}: {bounds[name]:.0f}", met, side)
    every, steps = max(1, run.M // 16), np.arange(1, run.M + 1)
    reached = np.linalg.norm(run.weights[1:], axis=1)
    ax.plot(steps, reached, "o", color=INK, ms=4, markevery=every, label=r"$\|w_t\|$")
    ax.set(xlim=(0, 1.05 * end), ylim=(0, gamma * end), xlabel="updates $t$", ylabel="length")
    ax.legend(loc="lower right")
    short = np.interp(steps, potential, lengths) - reached
    return picture(
        ax,
        f"Lengths against the number of updates t. Dots for ‖w_t‖ end at t = {run.M}, at "
        f"most {short.max():.2f} below a solid curve that bends down to the green straight line γt "
        f"and meets it at {bounds['sharp']:.0f}. A dashed curve runs above the solid one and meets "
        f"the line at {bounds['threshold']:.0f}. A straight line of dashes and dots starts at the "
        f"height {1 + 2 / gamma:.0f} and meets it only at {bounds['the same inequality']:.0f}.",
    )


def crossing(ax, run: Run, level: float) -> Picture:
    """‖w_t‖ along a run where it crosses the level 2/γ of a proof, and T, the last time.

    Raises ValueError when the run never stays at the level.
    """
    lengths = np.linalg.norm(run.weights, axis=1)
    long = lengths >= level
    if not long[-1] or long.all():
        raise ValueError(f"the run does not rise to level={level!r} for good; give a lower level")
    first, T = int(long.argmax()), len(long) - int(long[::-1].argmin())
    shown = np.arange(max(0, first - 12), min(T + 13, len(lengths)))
    ax.plot(shown, lengths[shown], "-o", color=INK, lw=1, ms=4)
    ax.axhline(level, color=INK, lw=1.2, ls="--")
    ax.axvline(T, color=SOFT, lw=1, ls=":")
    named(ax, r"$2/\gamma$", (shown[0], level), "upper right")
    named(ax, "$T$", (T, lengths[shown[0]]), "upper right")
    ax.set(xlabel="updates $t$", ylabel=r"$\|w_t\|$")
    falls = (long[:-1] & ~long[1:]).sum()
    return picture(
        ax,
        f"A line of dots, the length of w_t, rises and first reaches the dashed level {level:g} at "
        f"update {first}; it falls below it {many(falls, 'time')}. From update {T} on, which a "
        "dotted line marks T, it stays there or above.",
    )


def rungs(ax, real: list[tuple[float, int]], worst: list[tuple[float, int]]) -> Picture:
    """The bounds at ε = ½: every one on M, times γ², against γ, with measured pairs (γ, M)."""
    low = 0.7 * min(gamma for gamma, _ in (*real, *worst))
    gammas, sharp = np.geomspace(low, 1, 50), f"{sharp_constant(0.5):.3f}"
    for words, bound, side in (
        ("16 Mansour–Schweiger", 16, "upper right"),
        ("12 Balcan", 12, "upper right"),
        ("8 + 4γ both proofs", 8 + 4 * gammas, "upper right"),
        ("8 without the jump", 8, "lower right"),
        ("4 threshold", 4, "upper right"),
        ("3 potential with a root", 3, "upper right"),
        (f"{sharp} sharp", sharp_constant(0.5), "lower left"),
    ):
        bound = np.broadcast_to(bound, len(gammas))
        ax.plot(gammas, bound, color=INK, lw=2 if words.endswith("sharp") else 1)
        at, far = (low, 2) if "right" in side else (1, 8)  # below the diamonds
        named(ax, words, (at, bound[0]), side, far)
    reached = [[(gamma, M * gamma**2) for gamma, M in sorted(pairs)] for pairs in (worst, real)]
    for points, marker in zip(reached, "Do", strict=True):
        ax.plot(*np.transpose(points), marker, color=INK, ms=5)
    named(ax, "sequences in R³", reached[0][0], "lower right")
    named(ax, "real pairs", min(reached[1], key=lambda pair: pair[1]), "left")
    ax.set(xscale="log", yscale="log", xlim=(low, 1), ylim=(0.3, 24))
    ax.set(xlabel=r"margin $\gamma$", ylabel=r"updates, times $\gamma^2$")
    heights = [[height for _, height in points] for points in reached]
    return picture(
        ax,
        f"Against the margin γ, both axes logarithmic: horizontal lines at 16, 12, 8, 4, 3 and, "
        f"thicker, {sharp}, and a curve 8 + 4γ that rises from {8 + 4 * low:.2f} at the "
        f"left edge to 12 at γ = 1, above the line at 8. Diamonds for the sequences lie under the "
        f"thick line, {min(heights[0]):.2f} to {max(heights[0]):.3f}. Dots for the real pairs lie "
        f"far below, {min(heights[1]):.2f} to {max(heights[1]):.2f}.",
    )


def certificate(ax, run: Run, gamma: float, guess: float | None = None) -> Picture:
    """The two numbers around γ along a run from zero, ‖w_t‖/t and the margin of w_t; its guess."""
    lengths = np.linalg.norm(run.weights[1:], axis=1)
    t = np.arange(1, run.M + 1)
    keep = np.unique(np.geomspace(1, run.M, 400).astype(int)) - 1
    margins = (run.sample.signed @ run.weights[1:][keep].T).min(axis=0) / lengths[keep]
    ratios = lengths[keep] / t[keep]
    ax.plot(t[keep], margins, color=INK, lw=0.8, label=r"margin of $w_t$")
    ax.plot(t[keep], ratios, color=INK, lw=2.2, label=r"$\|w_t\|/t$")
    ax.axhline(gamma, color=BEST, ls="--", label=r"$\gamma$")
    ax.set(xscale="log", xlabel="updates $t$", xlim=(1, None), ylim=(-0.1, None))
    if guess:
        ax.axhline(guess, color=INK, lw=1.2, ls=":", label="guess $g$")
    ax.legend(loc="upper right")
    return picture(
        ax,
        f"Against the number of updates t on a logarithmic axis, a thick curve ‖w_t‖/t goes from "
        f"{ratios[0]:.3f} to {ratios[-1]:.4f} at t = {run.M}, above a dashed green line at "
        f"{gamma:.4f}. A thin, jagged curve, the margin of w_t, stays below the line, and ends at "
        f"{margins[-1]:.4f}.",
    )


def guessed(axes, run: Run, times: float, epsilon: float, gamma: float) -> str:
    """A run that was given the guess times γ, on two features: its band, and its certificate."""
    guess = times * gamma
    band(axes[0], run.sample, run.w, run.threshold)
    certificate(axes[1], run, gamma, guess)
    axes[1].plot(1, guess, "o", color=INK, ms=6, gid="grip", clip_on=False)
    reached, above = margin(run.sample, run.w) / gamma, np.linalg.norm(run.w) / run.M
    end = f"halts after {run.M} updates" if run.halted else f"goes on after {run.passes} passes"
    refutes = "refutes" if above < guess else "does not refute"
    return (
        f"With the guess {times:g} γ and ε = {epsilon:g} the threshold is "
        f"{(1 - epsilon) * times:.3g} γ. The run {end}, with margin {reached:.2f} γ, and ‖w‖/t = "
        f"{above / gamma:.2f} γ {refutes} the guess."
    )
