"""Relatives of the perceptron: rules that update on close calls, and games with a worst example.

A rule takes the weights w, a signed example z = yx, and how many updates there were, and returns
the new weights, or None where it leaves them.
"""

from collections.abc import Callable

import numpy as np

from lib.checks import as_positive, as_whole
from lib.samples import Sample, of_sample

Rule = Callable[[np.ndarray, np.ndarray, int], np.ndarray | None]
CLOSE = 1e-9  # a score this near to 1 counts as 1


def passive_aggressive(w, z, updates: int = 0) -> np.ndarray | None:
    """Move w as little as brings the score ⟨w,z⟩ to 1 (Crammer et al. 2006).

    >>> passive_aggressive(np.array([0.5, 0]), np.array([0, 2]))
    array([0.5, 0.5])
    """
    short = 1 - w @ z
    return w + short / (z @ z) * z if short > CLOSE else None


def romma(w, z, updates: int = 0) -> np.ndarray | None:
    """The shortest weights v with ⟨v,z⟩ >= 1 and ⟨v,w⟩ >= ‖w‖² (Li and Long 2002, aggressive).

    >>> romma(np.array([0.5, 0]), np.array([0, 2]))
    array([0.5, 0.5])
    """
    score, long, own = w @ z, w @ w, z @ z
    if score >= 1 - CLOSE:
        return None
    if score >= long * own:  # as for w = 0: along z alone both hold
        return z / own
    apart = long * own - score**2
    if apart <= 1e-12 * long * own:
        raise ValueError(
            "z points straight against w, so no weights have score 1 and ⟨v,w⟩ >= ‖w‖²; no "
            "hyperplane through the origin separates the sample: lift it, or soften the margin"
        )
    return ((long * own - score) * w + long * (1 - score) * z) / apart


def alma(share: float) -> Rule:
    """The rule that ends with the margin (1 - share)γ (Gentile 2001); its weights have length <= 1.

    >>> alma(0.5)(np.zeros(2), np.array([0.0, 2.0]), 0)
    array([0., 1.])
    """
    share = as_positive("share", share, 1)

    def rule(w, z, updates):
        z, k = z / np.linalg.norm(z), updates + 1
        if w @ z > (1 - share) * np.sqrt(8 / k) / share:
            return None
        w = w + np.sqrt(2 / k) * z
        return w / max(1, np.linalg.norm(w))

    return rule


@of_sample
def follow(sample: Sample, rule: Rule, passes: int) -> tuple[np.ndarray, np.ndarray]:
    """The weights after each update of a rule, and how many examples it had seen before each.

    Shapes (M + 1, d), from 0 on, and (M,). Ends after a pass without an update, or after `passes`.

    >>> follow(Sample([[2, 0], [0, 2]], [1, 1]), passive_aggressive, 100)[0][-1]
    array([0.5, 0.5])
    """
    if not sample.signed.any(axis=1).all():
        raise ValueError("sample has an example 0, which no update can help; leave it out")
    weights, when = [np.zeros(sample.d)], []
    for now in range(as_whole("passes", passes) * sample.n):
        if now % sample.n == 0 and now and (not when or now - when[-1] > sample.n):
            break
        new = rule(weights[-1], sample.signed[now % sample.n], len(when))
        if new is not None:
            weights.append(new)
            when.append(now)
    return np.array(weights), np.array(when, dtype=int)


@of_sample
def worst_examples(sample: Sample, rounds: int) -> np.ndarray:
    """Add the signed example with the least score, round after round (Krauth and Mézard 1987).

    The sums w_0, …, w_T, shape (T + 1, d). w_t/t is a point of the hull of the signed examples.

    >>> worst_examples(Sample([[1, 1], [-1, 1]], [1, 1]), 2)
    array([[0., 0.],
           [1., 1.],
           [0., 2.]])
    """
    path = [np.zeros(sample.d)]
    for _ in range(as_whole("rounds", rounds)):
        path.append(path[-1] + sample.signed[(sample.signed @ path[-1]).argmin()])
    return np.array(path)


@of_sample
def nearest(sample: Sample, rounds: int) -> np.ndarray:
    """Approach the point of the signed examples' hull nearest to 0 (Gilbert 1966).

    Each round goes toward the example with the least score, as far as it leads nearer. The points,
    shape (T + 1, d), from the first example on.

    >>> nearest(Sample([[1, 1], [-1, 1]], [1, 1]), 1)
    array([[1., 1.],
           [0., 1.]])
    """
    path = [sample.signed[0]]
    for _ in range(as_whole("rounds", rounds)):
        v = path[-1]
        aside = sample.signed[(sample.signed @ v).argmin()] - v
        bend = aside @ aside
        path.append(v + np.clip(-(v @ aside) / bend, 0, 1) * aside if bend else v)
    return np.array(path)
