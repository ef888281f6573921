"""Pictures of generalization: shattered triangles, and bounds beside what is measured."""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, PAPER, SOFT
from lib.figures.points import line
from lib.figures.style import picture


def corner_cuts(X) -> tuple[np.ndarray, np.ndarray]:
    """For each of three points of the plane the nearest point of the opposite side, and its margin.

    The line halfway between the two separates the point from the others with the largest margin,
    half the distance. Shapes (3, 2) and (3,).
    """
    X = np.asarray(X, dtype=float)
    if X.shape != (3, 2):
        raise ValueError(f"X has shape {X.shape}; give three points of the plane")
    feet = np.array([_nearest_on_segment(X[i], X[i - 1], X[i - 2]) for i in range(3)])
    return feet, np.linalg.norm(X - feet, axis=1) / 2


def _nearest_on_segment(point, a, b) -> np.ndarray:
    along = b - a
    share = np.clip((point - a) @ along / max(along @ along, 1e-300), 0, 1)
    return a + share * along


def triangle(ax, X):
    """Three points of the plane in the unit disk, and for each the line that separates it best.

    The line of the least margin is drawn strong, with a dashed segment twice as long as that margin
    across it. Returns the Picture.
    """
    from matplotlib.patches import Circle

    X, (feet, margins) = np.asarray(X, dtype=float), corner_cuts(X)
    least = int(np.argmin(margins))
    ax.add_patch(Circle((0, 0), 1, fill=False, color=SOFT, lw=1, ls=":"))
    for i, (x, foot) in enumerate(zip(X, feet, strict=True)):
        across = x - foot
        if not across.any():
            continue
        look = {"color": BEST, "lw": 2.2} if i == least else {"color": SOFT, "lw": 1}
        line(ax, across, -across @ (x + foot) / 2, **look)
    ax.plot(*np.array([X[least], feet[least]]).T, color=BEST, lw=1.6, ls="--")
    ax.plot(*X.T, "o", color=INK, ms=7)
    ax.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    ax.set(xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    points = ", ".join(f"({x:.2f}, {y:.2f})" for x, y in X)
    cuts = ", ".join(f"{margin:.2f}" for margin in margins)
    return picture(
        ax,
        f"Three points, {points}, and a dotted circle of radius 1 around the origin. Three lines "
        f"each cut off one of the points, halfway to the other two, with margins {cuts}. One line "
        f"of the least margin is strong; a dashed segment of length {2 * margins[least]:.2f} "
        "crosses it at a right angle, from the point that it cuts off to the opposite side.",
    )


def least_margin(angle: float, radius: float) -> tuple[np.ndarray, float]:
    """Two corners of the regular triangle with a third point, and the least margin of a labeling.

    The third point is given by its angle, in degrees, and its distance from the center; -30 and 1
    make the triangle regular.
    """
    turn = np.radians(angle)
    third = radius * np.cos(turn), radius * np.sin(turn)
    X = np.array([(0, 1), (-np.sqrt(0.75), -0.5), third])
    return X, corner_cuts(X)[1].min()


def moved(axes, angle: float, radius: float, angles) -> str:
    """The triangle of `least_margin` beside the least margin at all `angles`.

    The bound 1 + R²/ρ² allows three points up to the dashed line. Returns what the state shows.
    """
    X, rho = least_margin(angle, radius)
    triangle(axes[0], X)
    axes[0].plot(*X[2], "o", color=NOW, ms=9)
    allowed, every = np.sqrt(0.5), np.linspace(min(angles), max(angles), 97)
    axes[1].axhline(allowed, color=INK, lw=1.4, ls="--")
    axes[1].text(min(angles), 0.8, "forbidden above 0.707")
    axes[1].plot(every, [least_margin(turn, radius)[1] for turn in every], color=BEST, lw=2)
    axes[1].plot(angle, rho, "o", color=NOW, ms=9)
    axes[1].set(
        xlabel="angle of the third point", ylabel=r"least margin $\rho$", ylim=(-0.03, 0.92)
    )
    ticks = np.linspace(min(angles), max(angles), 5)
    axes[1].set_xticks(ticks, [f"{tick:g}°".replace("-", "−") for tick in ticks])
    where = f"With the third point at {angle:g}°, {radius:g} from the center, ".replace("-", "−")
    if rho < 1e-9:
        return where + "two points coincide, and no line tells them apart."
    verdict = "forbids" if rho > allowed else "allows"
    return where + (
        f"the least margin of a labeling is {rho:.3f}, so R²/ρ² = {1 / rho**2:.2f}: "
        f"the printed bound {verdict} the three points."
    )


def squared_ratio(ax, n, ratio):
    """R²/ρ² of n shattered points against n, beside n - 1, the line below which none may lie.

    Points below that line contradict a bound 1 + R²/ρ²; they are open. Returns the Picture.
    """
    n, ratio = np.asarray(n), np.asarray(ratio)
    ax.plot(n, n - 1, color=INK, lw=1.2, ls="--")
    below = ratio < n - 1 - 1e-6
    ax.plot(n[~below], ratio[~below], "o", color=INK, ms=7)
    ax.plot(n[below], ratio[below], "s", color=INK, mfc=PAPER, mew=1.6, ms=7)
    for marks, said, way in (
        (~below, "$n$ even: on the line", -1),
        (below, "$n$ odd: below it", 1),
    ):
        at = np.flatnonzero(marks)[-1 if way < 0 else 0]
        ax.annotate(
            said, (n[at], ratio[at]), (12 * way, -4), textcoords="offset points",
            ha="left" if way > 0 else "right",
        )  # fmt: skip
    ax.annotate("$n-1$", (n[-1], n[-1] - 1), (7, -4), textcoords="offset points")
    ax.set(xlabel="points $n$", ylabel=r"$R^2/\rho^2$")
    at = ", ".join(f"{y:.2f} at {x}" for x, y in zip(n[below], ratio[below], strict=True))
    return picture(
        ax,
        f"Against the number of points from {n[0]} to {n[-1]}: the rising dashed line n minus 1, "
        f"dots on it at n = {', '.join(map(str, n[~below]))}, and open squares a little below it, "
        f"{at}.",
    )


def bounds_and_errors(ax, names: list[str], errors: dict, bounds: dict):
    """A row for each sample: errors on held-out examples as circles, each bound as a mark.

    `errors` and `bounds` map a label to one number a row. A bound that is beyond 1 on every row
    says nothing, and stands as a number beside its row. Returns the Picture.
    """
    rows, marked = np.arange(len(names))[::-1], {**errors, **bounds}
    looks = ("o", INK), ("o", PAPER), ("s", INK), ("D", PAPER)
    ax.axvline(1, color=SOFT, lw=1, ls=":")
    for label, values in marked.items():
        if min(values) <= 1:
            (marker, fill), *looks = looks
            ax.plot(values, rows, marker, color=INK, mfc=fill, ms=7, label=label)
            continue
        for value, row in zip(values, rows, strict=True):
            ax.text(1.05, row, f"{value:.2f}", va="center")
        ax.text(1.05, len(names) - 0.3, label)
    ax.set_yticks(rows, names)
    ax.set(xlabel="chance of error", xlim=(-0.04, 1.01), ylim=(-0.6, len(names) - 0.4))
    ax.legend(loc="lower center", bbox_to_anchor=(0.2, 1.05), ncols=2, handletextpad=0.2)
    ranges = "; ".join(
        f"{label} {min(values):.2g} to {max(values):.2g}" for label, values in marked.items()
    )
    orders = {tuple(sorted(marked, key=lambda label: marked[label][i])) for i in range(len(names))}
    order = f" From left to right, in every row: {'; '.join(*orders)}." if len(orders) == 1 else ""
    return picture(
        ax,
        f"A row for each of {len(names)} pairs of classes, and in it marks along the chance of "
        f"error, up to a dotted line at 1, or a number beyond it. They reach: {ranges}.{order}",
    )
