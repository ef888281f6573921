"""Climb the dual from a Gram matrix: the pair steps of *Dual ascent*, and Newton's steps.

Pairs find soon which multipliers are 0 and which are C; Newton's step balances the others. Platt
1998, Keerthi et al. 2001.
"""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from lib.checks import Price

ROUNDS, SHARE = 5, 20  # climbs by pairs, of SHARE n steps at most, each followed by Newton's steps
FACES = 50  # Newton's steps of a round, at most
SLOW = 0.01  # by what share the objective must rise in a round that brings it no nearer
WORK = 10  # times n³, the cost of the pair steps: as much may be spent on equations
FLAT = 1e-11  # what is added to a diagonal, as a share of it, so that equations have a solution


def climb(K: np.ndarray, y: np.ndarray, C: Price, offset: bool) -> np.ndarray:
    """α, shape (n,), near the maximum of the dual; its duality gap is for the caller to check."""
    n, low, high = len(y), np.minimum(0, C * y), np.maximum(0, C * y)
    beta, missing, height, spent = np.zeros(n), 2.0, 0.0, 0
    if not offset:
        # An example at the origin, with no label and no bounds, takes what is out of balance. As
        # the first it is the one that a pair takes among equals, and it allows any step.
        K, y, beta = np.pad(K, (1, 0)), np.append(0.0, y), np.zeros(n + 1)
        low, high = np.append(-np.inf, low), np.append(np.inf, high)
    for _ in range(ROUNDS):
        *_, beta = islice(ascend_by_pairs(K, y, low, high, beta, missing / 50), SHARE)
        rise = y - K @ beta
        for _ in range(FACES):
            spent += ((beta > low) & (beta < high)).sum() ** 3
            if _newton_step(K, rise, low, high, beta) or spent > WORK * n**3:
                break
        rise = y - K @ beta
        up, down = slopes(rise, low, high, beta)
        pair = [up.argmax(), down.argmin()]
        before, missing = missing, up.max() - down.min()
        below, height = height, beta @ (y + rise) / 2
        rounded = 1e-14 * (1 + np.abs(K[pair]) @ np.abs(beta)).max()
        # With distant bounds a constant slope may be climbed for many rounds.
        stuck = missing > before / 2 and height < (1 + SLOW) * below
        if not missing > rounded or stuck or spent > WORK * n**3:
            break
    return beta[-n:] * y[-n:]


def ascend_by_pairs(K, y, low, high, beta, least: float) -> Iterator[np.ndarray]:
    """β after every n steps, and at the end, where no pair gains more than `least` by a unit."""
    n, diagonal, step = len(y), K.diagonal().tolist(), np.empty(len(y))
    up, down = slopes(y - K @ beta, low, high, beta)
    beta, low, high = beta.tolist(), low.tolist(), high.tolist()
    while True:
        for _ in range(n):
            i, j = int(up.argmax()), int(down.argmin())
            rise_i, rise_j = float(up[i]), float(down[j])
            gain, bend = rise_i - rise_j, diagonal[i] + diagonal[j] - 2 * float(K[i, j])
            t = min(gain / bend if bend > 0 else np.inf, high[i] - beta[i], beta[j] - low[j])
            if not gain > least + 1e-14 * (1 + abs(rise_i) + abs(rise_j)) or t == np.inf:
                yield np.array(beta)
                return
            beta[i] = high[i] if t == high[i] - beta[i] else beta[i] + t
            beta[j] = low[j] if t == beta[j] - low[j] else beta[j] - t
            np.subtract(K[i], K[j], out=step)
            step *= t
            up -= step
            down -= step
            # i could grow and may have come to shrink; j the other way round.
            down[i], up[j] = rise_i - step[i], rise_j - step[j]
            if beta[i] == high[i]:
                up[i] = -np.inf
            if beta[j] == low[j]:
                down[j] = np.inf
        yield np.array(beta)


def slopes(rise, low, high, beta) -> tuple[np.ndarray, np.ndarray]:
    """The slope of the objective in β: -∞ where β cannot grow; and again, ∞ where not shrink."""
    return np.where(beta < high, rise, -np.inf), np.where(beta > low, rise, np.inf)


def _newton_step(K, rise, low, high, beta) -> bool:
    """Move the free β to the top, or to the first bound, in place; return whether no bound came."""
    free = np.flatnonzero((beta > low) & (beta < high))
    if not len(free):
        return True
    rows = K[free]
    square = rows[:, free]
    size = square.diagonal().max() or 1.0
    # (Σ step)² is 0, so its size may bend the objective where it does not bend by itself. Where it
    # is flat and rises, the step gets so long that a bound comes first.
    square += size
    square[np.diag_indices(len(free))] += FLAT * size
    step, even = np.linalg.solve(square, np.stack([rise[free], np.ones(len(free))], axis=1)).T
    step -= step.sum() / even.sum() * even
    step -= step.mean()  # what was rounded
    bound = np.where(step > 0, high[free], low[free])
    reach = np.full(len(free), np.inf)
    np.divide(bound - beta[free], step, out=reach, where=step != 0)
    first = int(reach.argmin())
    t = min(1.0, reach[first])
    beta[free] += t * step
    if t < 1:
        beta[free[first]] = bound[first]
    rise -= (t * step) @ rows
    return t == 1
