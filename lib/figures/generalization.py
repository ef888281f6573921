"""Pictures of chapter *Generalization*: digits unseen or left out, bounds, and why margins cost."""

from itertools import product
from statistics import NormalDist

import numpy as np

from lib.figures import points
from lib.figures.colors import BEST, INK, PAPER, SOFT
from lib.figures.points import circle, line, many, rings, window
from lib.figures.style import Picture, picture


def learning(axes, weights: np.ndarray, errors: np.ndarray) -> str:
    """The 64 pixels of some weights, and the held-out errors so far, as shares, from w_0 on."""
    points.weights(axes[0], weights[:64], "")
    t = np.arange(len(errors))
    axes[1].step(t[1:], errors[1:], where="post", color=SOFT, lw=1.2)
    axes[1].axhline(0.05, color=SOFT, lw=0.8, ls=":")
    points.named(axes[1], "1 in 20", (43, 0.05), "upper left", far=3)
    axes[1].plot(t[-1], errors[-1], "o", color=INK, ms=7, gid="grip")
    axes[1].set(xlabel="mistakes so far", ylabel="share misread, put aside")
    axes[1].set(xlim=(-1, 43), ylim=(-0.01, 0.32))
    made = many(len(errors) - 1, "mistake")
    return f"After {made} these weights misread {errors[-1]:.1%} of the digits put aside."


def left_out(axes, ink, w, x, y: int, times: int, answered: bool) -> str:
    """A digit of 64 grays up to 16, beside weights w that never met it; if `answered`, its votes.

    `x` has the digit's 65 numbers as w meets them; the run with it made `times` mistakes on it.
    """
    votes, digit = w * x, "an 8" if y > 0 else "a 3"
    points.cells(axes[0], np.asarray(ink) / 16, "left out")
    if not answered:
        points.weights(axes[1], w[:64], "learned without it")
        cost = many(times, "mistake") if times else "no mistake"
        return f"This is {digit}. The run on all digits made {cost} on it. Now it is left out."
    points.weights(axes[1], votes[:64], "$w_i x_i$ of its pixels")
    score = votes.sum()
    answer, verdict = 8 if score > 0 else 3, "right" if y * score > 0 else "missed"
    return f"The score is {score:.2f}, so the machine says {answer}. It is {digit}: {verdict}."


def shaken(axes, nearest: float, trained, promised, tested) -> str:
    """The chance that shaken weights err, by distance, and by firmness beside what is promised.

    `trained`, `promised` and `tested` have one number for each firmness from 1 on; `nearest` is the
    distance of the nearest example.
    """
    firm = np.arange(1, len(trained) + 1)
    distances = np.linspace(0, 0.5, 41)
    chances = [NormalDist().cdf(-firm[-1] * distance) for distance in distances]
    axes[0].plot(distances, chances, color=BEST)
    axes[0].axvline(nearest, color=SOFT, ls="--", lw=1)
    axes[0].set(xlabel="distance to the border", ylabel="chance of an error", ylim=(-0.01, 0.52))
    axes[1].plot(firm, promised, "s", color=INK, ms=6, label="promised", gid="grip")
    axes[1].plot(firm, tested, "o", color=INK, mfc=PAPER, ms=9, label="put aside")
    axes[1].plot(firm, trained, "o", color=INK, ms=4, label="learned from")
    axes[1].set(xlabel="firmness", ylabel="chance of an error", xlim=(0, 13), ylim=(-0.02, 0.82))
    axes[1].legend(loc="upper right")
    return (
        f"Shaken at firmness {firm[-1]}, the weights misread {trained[-1]:.1%} of the "
        f"digits learned from and {tested[-1]:.1%} of those put aside; promised: at most "
        f"{promised[-1]:.1%}."
    )


def corner_cuts(X) -> tuple[np.ndarray, np.ndarray]:
    """For each of three points the nearest of the opposite side, and half the way, its margin."""
    feet = []
    for i in range(3):
        start, along = X[i - 1], X[i - 2] - X[i - 1]
        share = np.clip((X[i] - start) @ along / max(along @ along, 1e-300), 0, 1)
        feet.append(start + share * along)
    return np.array(feet), np.linalg.norm(X - feet, axis=1) / 2


def triangle(ax, X) -> None:
    """Three points of the unit disk, and for each the line that separates it best."""
    feet, margins = corner_cuts(X)
    least = int(np.argmin(margins))
    circle(ax, (0, 0), 1, color=SOFT, lw=1, ls=":")
    for i, (x, foot) in enumerate(zip(X, feet, strict=True)):
        across = x - foot
        if across.any():
            look = {"color": BEST, "lw": 2.2} if i == least else {"color": SOFT, "lw": 1}
            line(ax, across, -across @ (x + foot) / 2, **look)
    ax.plot(*np.array([X[least], feet[least]]).T, "--", color=BEST)
    ax.plot(*X.T, "o", color=INK, ms=7)
    window(ax, (-1.25, -1.25), (1.25, 1.25), ("x1", "x2"))


def least_margin(angle: float, radius: float) -> tuple[np.ndarray, float]:
    """Two corners of a regular triangle with a third point, and the least margin of a labeling."""
    third = radius * np.cos(np.radians(angle)), radius * np.sin(np.radians(angle))
    X = np.array([(0, 1), (-np.sqrt(0.75), -0.5), third])
    return X, corner_cuts(X)[1].min()


def moved(axes, angle: float, radius: float, angles) -> str:
    """The triangle of `least_margin`, its third point ringed, beside the margin at all `angles`."""
    X, gamma = least_margin(angle, radius)
    triangle(axes[0], X)
    rings(axes[0], X[2], ms=13, gid="grip")
    every = np.linspace(min(angles), max(angles), 97)
    axes[1].plot(every, [least_margin(turn, radius)[1] for turn in every], color=BEST)
    axes[1].plot(angle, gamma, "o", color=INK, ms=7)
    rings(axes[1], (angle, gamma), ms=13, gid="grip")
    axes[1].set(xlabel="degrees of the third point", ylabel=r"least margin $\gamma$")
    axes[1].set_ylim(-0.03, 0.92)
    where = f"With the third point at {angle:g}°, {radius:g} from the center, "
    if gamma < 1e-9:
        return where + "two points coincide, and no line tells them apart."
    return where + f"the least margin of the three cuts is {gamma:.3f}."


def signed_sums(ax, X) -> Picture:
    """The sums ±x₁ ± … ± x_n of points of the plane, filled within their root mean square."""
    X = np.asarray(X, dtype=float)
    sums = np.array(list(product((1, -1), repeat=len(X)))) @ X
    lengths, radius = np.linalg.norm(sums, axis=1), np.sqrt((X**2).sum())
    inside = lengths <= radius
    circle(ax, (0, 0), radius, color=INK, ls="--")
    ax.plot(*sums[inside].T, "o", color=INK, ms=7)
    ax.plot(*sums[~inside].T, "o", color=INK, mfc=PAPER, ms=7)
    reach = 1.15 * lengths.max()
    window(ax, (-reach, -reach), (reach, reach))
    return picture(
        ax,
        f"The {len(sums)} signed sums of {len(X)} vectors as dots, and a dashed circle of radius "
        f"√{radius**2:g} around the origin. Inside it are {inside.sum()} filled dots, outside "
        f"{np.sum(~inside)} open ones.",
    )


def bounds_and_errors(ax, names: list[str], errors: dict, bounds: dict) -> Picture:
    """A row for each of the samples' `names`, with its errors and bounds.

    Both map a label of the legend to one number for each row; there are at most four labels.
    """
    rows, marked = np.arange(len(names))[::-1], errors | bounds
    looks = ("o", INK), ("o", PAPER), ("s", INK), ("D", PAPER)
    for (marker, fill), (label, values) in zip(looks, marked.items(), strict=False):
        ax.plot(values, rows, marker, color=INK, mfc=fill, ms=7, label=label)
    ax.set_yticks(rows, names)
    ax.set(xlabel="chance of error", ylim=(-0.6, len(names) - 0.4))
    ax.legend(loc="lower center", bbox_to_anchor=(0.2, 1.05), ncols=2, handletextpad=0.2)
    ranges = "; ".join(
        f"{label} {min(values):.2g} to {max(values):.2g}" for label, values in marked.items()
    )
    orders = {tuple(sorted(marked, key=lambda label: marked[label][i])) for i in range(len(names))}
    order = f" From left to right, in every row: {'; '.join(*orders)}." if len(orders) == 1 else ""
    return picture(
        ax,
        f"A row for each of {len(names)} pairs of classes, and in it marks along the chance of "
        f"error. They reach: {ranges}.{order}",
    )
