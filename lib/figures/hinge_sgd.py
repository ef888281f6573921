"""Pictures of chapter *Hinge SGD*: two learners, the hinge, one step, gaps along a run."""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import WEIGHTS, arrow, line, many, marks, named_ends, rings, weights, window
from lib.figures.style import MARKERS, Picture, picture
from lib.hinge_sgd import HingeRun, regularized_risk
from lib.perceptron_as_descent import hinge_loss
from lib.runs import Run

LOOKS = {"last": (NOW, "-"), "mean": (INK, "--"), "weighted": (INK, "-")}
REACH = 5  # of the scores that are drawn: beyond it an example stands at the edge
DEEPEST = -0.8  # of the distances that are drawn: a wrong example may lie much farther


def gaps(ax, at, curves: dict, bound) -> Picture:
    """Gaps to the optimum after the steps `at`, by how an answer is read off, and a bound."""
    at, bound = np.asarray(at), np.asarray(bound)
    for label, gap in curves.items():
        color, style = LOOKS[label]
        ax.plot(at, np.maximum(gap, 1e-12), style, color=color, label=label)
    ax.plot(at, bound, ":", color=INK, label="bound")
    ax.set(xscale="log", yscale="log", xlabel="step", ylabel="gap")
    named_ends(ax)
    values = ", ".join(f"{label} {gap[-1]:.2g}" for label, gap in curves.items())
    lowest = [min(curves, key=lambda label: curves[label][i]) for i in range(len(at))]
    since = max((i + 1 for i in range(len(at)) if lowest[i] != lowest[-1]), default=0)
    return picture(
        ax,
        f"Both axes are logarithmic. Over steps {at[0]} to {at[-1]} the bound falls from "
        f"{bound[0]:.3g} to {bound[-1]:.3g}, soon in a straight line. The gaps are below it, and "
        f"in the end {values}. From step {at[since]} on the lowest is {lowest[-1]}.",
    )


def slack(ax) -> Picture:
    """The slack that an example of each score may have, and at the lower edge the least."""
    z = np.array([-1.0, 1, 2.5])
    least, top = hinge_loss(z), 2.6
    ax.fill([*z, z[-1], z[0]], [*least, top, top], color=SOFT, alpha=0.25)
    ax.plot(z, 1 - z, "--", color=INK, lw=1.2)
    ax.plot(z, 0 * z, "--", color=INK, lw=1.2)
    ax.plot(z, least, color=INK, lw=3)
    falls = {-0.5: 2.2, 0.5: 1.6, 1.75: 1.0}
    for at, height in falls.items():
        arrow(ax, (at, height), (at, hinge_loss(at)))
    ax.text(1.15, 1.9, "feasible")
    ax.text(1.6, -0.45, r"$\xi = 1 - z$")
    ax.set(xlim=(-1, 2.5), ylim=(-0.6, top), xlabel="score $z = y f(x)$", ylabel="slack $ξ$")
    return picture(
        ax,
        "Slack against score. The dashed lines are slack 0 and slack 1 − z. Feasible, shaded, is "
        f"what lies above both. Arrows fall to its lower edge, the hinge: from {least[0]:g} at "
        f"score {z[0]:g} straight down to {least[1]:g} at score {z[1]:g}, and level from there on.",
    )


def beside(axes, walk: Run, run: HingeRun, seen: int) -> str:
    """The weights of a perceptron in its pass over `run.stream`, and of hinge SGD at that step."""
    sample, now, found = run.sample, run.at.tolist().index(seen), []
    walked = walk.weights[np.searchsorted(walk.when, run.at)]
    learners = ("perceptron", walked, INK, "--"), ("hinge SGD", run.paths["last"][:, :-1], NOW, "-")
    for ax, (name, path, color, dashes) in zip(axes, learners, strict=False):
        weights(ax, path[now], name)
        distances = path @ sample.signed.T / np.linalg.norm(path, axis=1, keepdims=True)
        closest = distances.min(axis=1)
        wrong = int((distances[now] < 1e-12).sum())  # a tie is wrong, and may be rounded
        away = "" if wrong else f", the closest {closest[now]:.3f} away"
        found.append(f"{name} has {wrong} of {sample.n} wrong{away}")
        course = np.maximum(closest[: now + 1], DEEPEST)  # no farther, or it would tell the end
        axes[2].plot(run.at[: now + 1], course, dashes, color=color)
        axes[2].plot(seen, course[-1], "o", color=color, ms=5, gid="grip")
    axes[2].figure.set_figwidth(2.9)  # a curve is wider than an image
    axes[2].axhline(0, color=SOFT, lw=0.8)
    axes[2].set(xscale="log", xlim=(0.7, 1.5 * run.at[-1]), ylim=(DEEPEST - 0.05, 0.3))
    axes[2].set(xlabel="digits seen", yticks=[-0.8, -0.4, 0], title="the closest")
    return f"After {many(seen, 'digit')} the {'; '.join(found)}."


def step_taken(axes, run: HingeRun, optimum, step: int) -> str:
    """A run after some steps, in the plane of w on the levels of the objective F, and on the hinge.

    `run` kept all its steps; `optimum` is the best w.
    """
    sample, (plane, hinge) = run.sample, axes
    path = np.vstack([np.zeros(2), run.paths["last"][:, :2]])
    w, i = path[step], run.stream[step]
    scores = sample.signed @ w
    middle, half = (path.max(axis=0) + path.min(axis=0)) / 2, 0.6 * np.ptp(path, axis=0).max()
    across, up = np.linspace(middle - half, middle + half, 41).T
    heights = np.array([[regularized_risk(sample, run.decay, (a, b)) for a in across] for b in up])
    least = regularized_risk(sample, run.decay, optimum)
    levels = least + (heights.max() - least) * np.linspace(0, 1, 9)[1:-1] ** 2
    plane.contour(across, up, heights, levels=levels, colors=[SOFT], linewidths=0.8)
    for k, (x, y) in enumerate(zip(sample.signed, sample.y, strict=True)):
        line(plane, x, -1, color=MARKERS[y][1], ls="-" if y > 0 else "--", lw=3 if k == i else 1)
    plane.plot(*path[: step + 1].T, ".-", color=INK, lw=1.2, ms=5)
    plane.plot(*optimum, "D", color=BEST, ms=7)
    plane.plot(*w, "o", color=NOW, ms=8, gid="grip")
    window(plane, middle - half, middle + half, WEIGHTS)
    plane.set_title("$F$, and the path of $w$")
    ticks = np.array([-REACH, 1, REACH])
    hinge.plot(ticks, hinge_loss(ticks), color=INK)
    at = np.clip(scores, -REACH, REACH)
    marks(hinge, sample.y, at, hinge_loss(at), ms=7)
    rings(hinge, (at[i], hinge_loss(at[i])), ms=15)
    hinge.axvline(1, color=SOFT, lw=0.8, ls=":")
    hinge.set(xlabel=r"score $y\langle w,x\rangle$", title=f"the hinge; example {i} is next")
    height = regularized_risk(sample, run.decay, w)
    course = ""
    if step:
        before = regularized_risk(sample, run.decay, path[step - 1])
        way = "up" if height > before else "down"
        course = ", as before" if np.isclose(height, before) else f", {way} from {before:.3f}"
    does = "less than 1: it pulls" if scores[i] < 1 else "at least 1: w only shrinks"
    return (
        f"After {many(step, 'step')} F is {height:.4f}{course}; the least is {least:.4f}. "
        f"Example {i} is next, with score {scores[i].round(2) + 0:.2f}, {does}."
    )
