"""Pictures of the margin perceptron: its band, the growth of ‖w‖, the bounds, the certificate."""

import numpy as np

from lib.figures.colors import BEST, INK, NEGATIVE, NOW, POSITIVE, SOFT
from lib.figures.points import examples, line
from lib.figures.style import Picture, picture
from lib.linear_separators import signed_distance
from lib.margin_perceptron.bounds import last_crossing, potential, sharp_constant, update_bounds
from lib.runs import Run
from lib.samples import Sample


def band(ax, sample: Sample, w, threshold: float) -> None:
    """A two-feature sample, the separator w, and the band |⟨w,x⟩|/‖w‖ <= θ in which it updates."""
    examples(ax, sample)
    w = np.asarray(w, dtype=float) / np.linalg.norm(w)
    line(ax, w)
    if threshold > 0:
        across, along = w * threshold, 3 * np.array([-w[1], w[0]])
        corners = [across + along, across - along, -across - along, -across + along]
        ax.fill(*np.transpose(corners), color=BEST, alpha=0.15, lw=0)
    names = [feature.split(" (")[0] for feature in sample.features]
    ax.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), xlabel=names[0], ylabel=names[1])


def bands(axes, runs: dict[float, Run]) -> Picture:
    """The band of each run beside the others: `runs` maps ε to a run on two features."""
    said = []
    for ax, (epsilon, run) in zip(axes, runs.items(), strict=True):
        band(ax, run.sample, run.w, run.threshold)
        distances = run.sample.y * signed_distance(run.sample, run.w)
        nearest = int(distances.argmin())
        ax.set_title(f"ε = {epsilon}: {run.M} updates, margin {distances[nearest]:.3f}")
        x = run.sample.X[nearest]
        where = f"{'upper' if x[1] > 0 else 'lower'} {'right' if x[0] > 0 else 'left'}"
        kind = "circle" if run.sample.y[nearest] > 0 else "square"
        wide = f"a green band {run.threshold:.3f} wide to each side" if run.threshold else "no band"
        near = f"the nearest example at {distances[nearest]:.3f}, a {kind} at the {where}"
        said.append(f"ε = {epsilon}: {wide}, {near}")
    unit = np.allclose(np.linalg.norm(run.sample.X, axis=1), 1)
    return picture(
        axes,
        f"{len(said)} pictures of the same examples, orange squares and blue circles"
        f"{' on the unit circle' if unit else ''}, with a black line through the center. "
        f"{'; '.join(said)}.",
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
    ax.plot(t, gamma * t, color=POSITIVE, label=r"$\gamma t$")
    for name, curve, color in (
        ("the same inequality", 1 + 2 / gamma + 0.75 * gamma * t, NEGATIVE),
        ("threshold", theta * t + np.sqrt(t), NOW),
        ("sharp", np.interp(t, potential(lengths, gamma), lengths), BEST),
    ):
        under = t <= 1.02 * bounds[name]
        ax.plot(t[under], curve[under], color=color, lw=1.2)
        ax.plot(bounds[name], gamma * bounds[name], "o", ms=5, color=color)
        ax.annotate(f"{name}: {bounds[name]:.0f}", (bounds[name], gamma * bounds[name]),
                    xytext=(6, -10), textcoords="offset points", color=color)  # fmt: skip
    every, steps = max(1, run.M // 25), np.arange(1, run.M + 1)
    reached = np.linalg.norm(run.weights[1:], axis=1)
    ax.plot(steps, reached, ".", color=INK, ms=7, markevery=every, label=r"$\|w_t\|$")
    ax.set(xlim=(0, 1.25 * end), ylim=(0, gamma * end), xlabel="updates $t$", ylabel="length")
    ax.legend(loc="upper left")
    short = np.interp(steps, potential(lengths, gamma), lengths) - reached
    return picture(
        ax,
        f"Lengths against the number of updates t. Black dots for ‖w_t‖ end at t = {run.M}, at "
        f"most {short.max():.2f} below a green curve that bends down to the blue straight line γt "
        f"and meets it at {bounds['sharp']:.0f}. A purple curve runs above the green one and meets "
        f"the line at {bounds['threshold']:.0f}. An orange straight line starts at the height "
        f"{1 + 2 / gamma:.0f} and meets it only at {bounds['the same inequality']:.0f}.",
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
    ax.axhline(level, color=NEGATIVE, lw=1, label=r"$2/\gamma$")
    ax.plot(shown, lengths[shown], ".-", color=INK, lw=1, label=r"$\|w_t\|$")
    ax.axvline(T, color=BEST, lw=1, ls="--")
    ax.annotate(
        "$T$", (T, lengths[shown].min()), xytext=(4, 0), textcoords="offset points", color=BEST
    )
    ax.set(xlabel="updates $t$", ylabel="length")
    ax.legend(loc="upper left")
    falls = np.flatnonzero((lengths[:-1] >= level) & (lengths[1:] < level)) + 1
    fallen = f" It falls below it at {', '.join(map(str, falls))}." if falls.size else ""
    return picture(
        ax,
        f"A black line of dots, the length of w_t, rises and first reaches the orange level "
        f"{level:g} at update {first}.{fallen} From update {T} on, which a dashed green line marks "
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
        color = BEST if name == "sharp" else SOFT
        ax.plot(gammas, bound, color=color, lw=1.4 if name == "sharp" else 1)
        # The one curve is labeled where it is away from its neighbor.
        at, place = ((low, bound[0]), (6, 8)) if "γ" in text else ((1, bound[-1]), (5, 0))
        ax.annotate(
            f"{text}  {name}", at, xytext=place, textcoords="offset points", va="center",
            color=color if name == "sharp" else INK, fontsize=9, annotation_clip=False,
        )  # fmt: skip
    for pairs, marker, color, label in (
        (worst, "s", NOW, "sequence in R³"),
        (real, "o", POSITIVE, "real pairs"),
    ):
        gamma, M = np.transpose(pairs)
        ax.plot(gamma, M * gamma**2, marker, color=color, ms=5, label=label)
    ax.set(xscale="log", yscale="log", xlim=(low, 1), ylim=(0.3, 20))
    ax.set_yticks([0.5, 1, 2, 5, 10, 20], ["0.5", "1", "2", "5", "10", "20"])
    ax.minorticks_off()
    ax.set(xlabel=r"margin $\gamma$", ylabel=r"updates, times $\gamma^2$")
    ax.legend(loc="lower left", ncols=2)
    reached = [sorted(M * gamma**2 for gamma, M in pairs) for pairs in (worst, real)]
    (least, most), (low_real, high_real) = ((values[0], values[-1]) for values in reached)
    return picture(
        ax,
        f"Against the margin γ, both axes logarithmic: horizontal lines at 16, 12, 8, 4, 3 and, in "
        f"green, {names['sharp']}, and a curve 8 + 4γ that rises from {8 + 4 * low:.2f} at the "
        f"left edge to 12 at γ = 1, above the line at 8. Purple squares for the sequences lie "
        f"under the green line, {least:.2f} to {most:.3f}. Blue circles for the real pairs lie far "
        f"below, {low_real:.2f} to {high_real:.2f}.",
    )


def certificate(ax, run: Run, gamma: float) -> Picture:
    """The two numbers around γ along a run from zero: ‖w_t‖/t above it, the margin of w_t below."""
    lengths = np.linalg.norm(run.weights[1:], axis=1)
    t = np.arange(1, run.M + 1)
    keep = np.unique(np.geomspace(1, run.M, 400).astype(int)) - 1
    margins = (run.sample.signed @ run.weights[1:][keep].T).min(axis=0) / lengths[keep]
    ax.plot(t[keep], lengths[keep] / t[keep], color=NEGATIVE, label=r"$\|w_t\|/t$")
    ax.plot(t[keep], margins, color=POSITIVE, label=r"margin of $w_t$")
    ax.axhline(gamma, color=BEST, lw=1, ls="--", label=r"$\gamma$")
    ax.set(xscale="log", xlabel="updates $t$", xlim=(1, None), ylim=(-0.1, None))
    ax.minorticks_off()
    ax.legend(loc="upper right")
    ratios = lengths[keep] / t[keep]
    at = f"it first exceeds 0 at t = {t[keep][np.argmax(margins > 0)]} and"
    return picture(
        ax,
        f"Against the number of updates t on a logarithmic axis, an orange curve ‖w_t‖/t goes from "
        f"{ratios[0]:.3f} to {ratios[-1]:.4f} at t = {run.M}, above a dashed green line at "
        f"{gamma:.4f}. A jagged blue curve, the margin of w_t, stays below the line; "
        f"{at if (margins > 0).any() else 'it'} ends at {margins[-1]:.4f}.",
    )
