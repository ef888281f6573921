"""The picture of chapter *Boosting*: the rounds of a vote of stumps in the plane."""

import numpy as np

from lib.figures.colors import BEST, NOW, SOFT
from lib.figures.points import examples, many, marks, named
from lib.figures.style import frame


def plane(axes, sample, weak, vote, gamma: float, t: int) -> str:
    """Round t in the plane, each point as large as its chance, and the margin of the vote on it."""
    (left, right), (low, high) = axes, frame(sample.X)
    scores = vote.scores(sample.y[:, None] * weak.answers(sample.X))[t - 1 : t + 1]
    chances, margins = np.exp(-scores[0]), scores[1] / vote.steps[:t].sum()
    cuts = [np.unique([*weak.threshold[weak.feature == k], low[k], high[k]]) for k in (0, 1)]
    middles = np.stack(np.meshgrid(*[(one[1:] + one[:-1]) / 2 for one in cuts]), axis=-1)
    says = weak.answers(middles.reshape(-1, 2))[:, vote.picks[:t]] @ vote.steps[:t]
    mesh = left.pcolormesh(*cuts, says.reshape(middles.shape[:2]), edgecolor="none")
    mesh.set(array=None, facecolor=[(BEST, 0.25 * (one > 0)) for one in says])
    examples(left, sample, np.maximum(8, 400 * chances / chances.sum()))
    feature, threshold, sign = (one[vote.picks[t - 1]] for one in weak[:3])
    (left.axhline if feature else left.axvline)(threshold, color=NOW)
    for row, x in enumerate(sample.X):
        named(left, str(row), x, "lower", 8)
    left.set_axis_off()
    marks(right, sample.y, margins, -np.arange(sample.n), ms=5)
    for value, color in ((0, SOFT), (gamma, BEST)):
        right.axvline(value, color=color, lw=1)
    right.set(xlim=(-1.1, 1.1), title="margins")
    right.set_yticks(-np.arange(sample.n), range(sample.n))
    return (
        f"Round {t} adds the stump “{'+1' if sign > 0 else '−1'} where x{'₁₂'[feature]} > "
        f"{threshold:g}”, with the edge {np.tanh(vote.steps[t - 1]):.2f}. The vote is wrong about "
        f"{many((margins < 1e-9).sum(), 'point')}; its smallest margin is {margins.min():.2f}."
    )
