"""Pictures of a run: the sandwich of the Block–Novikoff proof, and what the updates do."""

import numpy as np

from lib.figures.style import ACCENT, GREEN, INK, NEGATIVE, POSITIVE, SOFT
from lib.perceptron import Run


def sandwich(ax, run: Run, u) -> None:
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


def misclassified(ax, run: Run) -> None:
    """How many examples w_t misclassifies, after each update t."""
    counts = run.misclassified
    ax.step(np.arange(len(counts)), counts, where="post", color=INK)
    ax.plot(np.arange(len(counts)), counts, ".", color=ACCENT)
    ax.set(xlabel="updates $t$", ylabel="misclassified examples", ylim=(0, None))


def mistakes(ax, run: Run) -> None:
    """Where in the stream the mistakes fell, counted up, with a line at the end of each pass."""
    ax.step([0, *run.when + 1, run.seen], [*range(run.M + 1), run.M], where="post", color=INK)
    for end in range(1, run.passes + 1):
        ax.axvline(end * len(run.order), color=SOFT, lw=0.7, ls=":")
    ax.set(xlabel="examples seen", ylabel="mistakes so far", xlim=(0, run.seen), ylim=(0, None))


def image(ax, w, shape: tuple[int, int], limit: float | None = None) -> None:
    """Weights as an image: blue pixels speak for +1, orange ones for −1, white ones are silent."""
    w = np.asarray(w, dtype=float)
    if w.size != shape[0] * shape[1]:
        raise ValueError(
            f"w has {w.size} numbers, an image of shape {shape} needs {np.prod(shape)}"
        )
    limit = max(np.abs(w).max(), 1e-12) if limit is None else limit
    ax.imshow(w.reshape(shape), cmap="PuOr", vmin=-limit, vmax=limit)
    ax.set(xticks=[], yticks=[])


def bounds(ax, names: list[str], measured: list[int], bound: list[float]) -> None:
    """Measured mistakes beside what a theorem allows, one row a sample, on a logarithmic axis."""
    rows = np.arange(len(names))[::-1]
    ax.hlines(rows, measured, bound, color=SOFT, lw=1)
    ax.plot(measured, rows, "o", color=POSITIVE, label="mistakes")
    ax.plot(bound, rows, "|", color=NEGATIVE, ms=14, mew=2, label="bound")
    ax.set_yticks(rows, names)
    ax.set(xscale="log", xlabel="updates")
    ax.legend(loc="lower right")
