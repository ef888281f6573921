"""How does a step on one example lower the risk of all? The loss, a step, gaps along a run.

Chapter *Hinge SGD*.
"""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import line, many, marks, window
from lib.figures.style import MARKERS, picture
from lib.hinge_sgd import HingeRun, regularized_risk
from lib.perceptron_as_descent import hinge_loss, zero_one_loss
from lib.samples import Sample

LOOKS = {"last": (NOW, "-"), "mean": (INK, "--"), "weighted": (INK, "-")}


def gaps(ax, at, curves: dict, bound):
    """Gaps to the optimum after the steps `at`, on logarithmic axes, and a bound in ink.

    `curves` maps "last", "mean" and "weighted" to as many gaps; `bound` has as many numbers too.
    Returns the Picture.

    >>> from lib.figures.style import blank
    >>> gaps(blank(), [1, 2, 4], {"last": [0.5, 0.2, 0.1]}, [1, 0.5, 0.3])
    Picture: Both axes are logarithmic. Over steps 1 to 4 the bound falls from 1 to 0.3,...
    """
    at, bound = np.asarray(at), np.asarray(bound)
    for label, gap in curves.items():
        color, style = LOOKS[label]
        ax.plot(at, np.maximum(gap, 1e-12), style, color=color, label=label)
    ax.plot(at, bound, ":", color=INK, label="bound")
    ax.set(xscale="log", yscale="log", xlabel="step", ylabel="gap")
    ax.legend()
    middle = int(np.searchsorted(at, np.sqrt(at[0] * at[-1])))
    said = "; ".join(
        f"{label} {gap[0]:.3g}, {np.max(gap):.3g}, {gap[middle]:.2g} and {gap[-1]:.2g}"
        for label, gap in curves.items()
    )
    lowest = [min(curves, key=lambda label: curves[label][i]) for i in range(len(at))]
    since = max((i + 1 for i in range(len(at)) if lowest[i] != lowest[-1]), default=0)
    return picture(
        ax,
        f"Both axes are logarithmic. Over steps {at[0]} to {at[-1]} the bound falls from "
        f"{bound[0]:.3g} to {bound[-1]:.3g}, soon in a straight line. The gaps are below it. At "
        f"step {at[0]}, at their highest, at step {at[middle]} and at step {at[-1]} they are: "
        f"{said}. From step {at[since]} on the lowest is {lowest[-1]}.",
    )


def slack(ax):
    """The slack that an example of each margin may have, and at the lower edge the least.

    Returns the Picture.

    >>> from lib.figures.style import blank
    >>> slack(blank())
    Picture: Slack against margin. The dashed lines are slack 0 and slack 1 − z. Feasible,...
    """
    z = np.array([-1.0, 1, 2.5])
    least, top = hinge_loss(z), 2.6
    ax.fill([*z, z[-1], z[0]], [*least, top, top], color=SOFT, alpha=0.25)
    ax.plot(z, 1 - z, "--", color=INK, lw=1.2)
    ax.plot(z, 0 * z, "--", color=INK, lw=1.2)
    ax.plot(z, least, color=INK, lw=3)
    falls = {-0.5: 2.2, 0.5: 1.6, 1.75: 1.0}
    for at, height in falls.items():
        end = (at, float(hinge_loss(at)) + 0.05)
        ax.annotate("", end, (at, height), arrowprops={"arrowstyle": "->", "color": INK, "lw": 1.4})
    ax.text(1.15, 1.9, "feasible")
    ax.text(1.6, -0.45, r"$\xi = 1 - z$")
    ax.set(xlim=(-1, 2.5), ylim=(-0.6, top), xlabel="margin z = y f(x)", ylabel="slack ξ")
    return picture(
        ax,
        "Slack against margin. The dashed lines are slack 0 and slack 1 − z. Feasible, shaded, is "
        f"what lies above both. Arrows fall at the margins {', '.join(f'{at:g}' for at in falls)} "
        f"to its lower edge, the hinge: from {least[0]:g} at margin {z[0]:g} straight down to "
        f"{least[1]:g} at margin {z[1]:g}, and level from there on.".replace("-", "−"),
    )


def losses_at(ax, sample: Sample, w, b: float):
    """The hinge loss as a function of the margin y f, and each example of the sample on it.

    Returns the Picture.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> losses_at(blank(), EIGHT, [0.5, 0.5], -0.5)
    Picture: The hinge loss falls in a straight line of slope −1, meets zero at margin 1,...
    """
    margins = sample.y * (sample.X @ np.asarray(w) + b)
    ticks = np.linspace(min(margins.min(), -0.5) - 0.2, max(margins.max(), 1.5) + 0.2, 601)
    ax.plot(ticks, hinge_loss(ticks), color=INK)
    ax.plot(ticks, zero_one_loss(ticks), color=INK, lw=1.2, ls="--")
    ax.text(-0.3, 1.4, "hinge")
    ax.text(ticks[0], 0.95, "0/1", va="top")
    marks(ax, sample.y, margins, hinge_loss(margins), ms=5)
    ax.axvline(1, color=SOFT, lw=0.8, ls=":")
    ax.set(xlabel="margin y f(x)", ylabel="loss")
    flat, wrong = int((margins >= 1 - 1e-6).sum()), int((margins <= 0).sum())
    return picture(
        ax,
        "The hinge loss falls in a straight line of slope −1, meets zero at margin 1, and stays "
        "zero. It is nowhere below the 0/1 loss, a step from one to zero at margin 0. The "
        f"{sample.n} examples lie along the hinge loss: {flat} on its flat part, "
        f"{sample.n - flat - wrong} on the slope with margins between 0 and 1, and {wrong} with "
        f"margins at or below 0, the least {margins.min():.2f}.".replace("-", "−"),
    )


def step_taken(axes, run: HingeRun, optimum, step: int) -> str:
    """A run on a two-feature sample after some steps, in the plane of w and on the hinge.

    The plane shows the regularized risk by its level lines, and for each example the line where its
    margin is 1, thick for the one that comes next. `axes` are two; `run` kept all its steps;
    `optimum` is the best w. Returns what they show.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> from lib.hinge_sgd import hinge_sgd
    >>> run = hinge_sgd(EIGHT, 1, 3, seed=0, at=[1, 2, 3])
    >>> print(step_taken(blank(2), run, [0.3, 0.3], 1))
    After 1 step the risk is 10.375, up from 1.000; the least is 0.340. Row 4 is next, with...
    """
    sample, (plane, hinge) = run.sample, axes
    path = np.vstack([np.zeros(2), run.paths["last"][:, :2]])
    w, i = path[step], run.stream[step]
    margins = sample.signed @ w
    now = margins[i].round(2) + 0.0  # no minus before a zero

    middle, half = (path.max(axis=0) + path.min(axis=0)) / 2, 0.6 * np.ptp(path, axis=0).max()
    low, high = middle - half, middle + half
    across, up = np.linspace(low[0], high[0], 41), np.linspace(low[1], high[1], 41)
    risks = np.array([[regularized_risk(sample, run.decay, (a, b)) for a in across] for b in up])
    least = regularized_risk(sample, run.decay, optimum)
    levels = least + (risks.max() - least) * np.linspace(0, 1, 9)[1:-1] ** 2
    plane.contour(across, up, risks, levels=levels, colors=[SOFT], linewidths=0.8)
    for k, (x, y) in enumerate(zip(sample.signed, sample.y, strict=True)):
        style = "-" if y > 0 else "--"
        line(plane, x, -1, color=MARKERS[y][1], ls=style, lw=3 if k == i else 1)
    plane.plot(*path[: step + 1].T, "-", color=INK, lw=1.2, marker=".", ms=5)
    plane.plot(*optimum, "D", color=BEST, ms=7)
    plane.plot(*w, "o", color=NOW, ms=8)
    window(plane, low, high, ("w₁", "w₂"))
    plane.set_title("the risk, and the path of w")

    reach = np.abs(sample.signed @ path.T).max() + 0.3
    ticks = np.array([-reach, 1, reach])
    hinge.plot(ticks, hinge_loss(ticks), color=INK)
    marks(hinge, sample.y, margins, hinge_loss(margins), ms=7)
    hinge.plot(margins[i], hinge_loss(margins[i]), "o", mfc="none", mec=INK, ms=15, mew=1.8)
    hinge.axvline(1, color=SOFT, lw=0.8, ls=":")
    hinge.set(xlabel="margin y⟨w,x⟩", title=f"the hinge; row {i} is next")

    risk = regularized_risk(sample, run.decay, w)
    before = regularized_risk(sample, run.decay, path[step - 1]) if step else risk
    course = f", {'up' if risk > before else 'down'} from {before:.3f}" if step else ""
    does = "less than 1: it pulls" if margins[i] < 1 else "at least 1: w only shrinks"
    return (
        f"After {many(step, 'step')} the risk is {risk:.3f}{course}; the least is {least:.3f}. "
        f"Row {i} is next, with margin {now:.2f}, {does}."
    ).replace("-", "−")
