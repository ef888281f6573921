"""A bound for a margin that was found: unit weights against coins, the ramp, margins in a list."""

import numpy as np

from lib.checks import as_chance, as_examples, as_generator, as_positive, as_whole
from lib.generalization import hoeffding, labelings
from lib.linear_separators import signed_distance
from lib.samples import Sample, of_sample

EXACT = 12  # rows up to which all labelings are taken


def coin_fits(X, rng, draws: int = 2000) -> np.ndarray:
    """How well unit weights fit labels by coins: the best mean score ‖Σ y x‖/n for each labeling.

    All 2^n labelings of at most 12 rows, else as many as `draws`, by the generator `rng`. Their
    mean is the Rademacher complexity of the unit weights on X, at most the longest row over √n.

    >>> coin_fits([[3, 4]], np.random.default_rng(0))
    array([5., 5.])
    """
    X, rng, draws = as_examples("X", X), as_generator(rng), as_whole("draws", draws)
    n = len(X)
    y = list(labelings(n)) if n <= EXACT else rng.choice((-1.0, 1.0), (draws, n))
    return np.linalg.norm(np.asarray(y) @ X, axis=1) / n


@of_sample
def margin_bounds(sample: Sample, w, R: float, delta: float, margins: int = 10):
    """The parts of the bound on the risk of w, for the margins R, R/2, R/4, ... of a fixed list.

    Returns the margins, and an array of shape (margins, 3): the mean ramp of w/‖w‖ on the sample,
    2R/(γ√n), and √(ln(k(k+1)/δ)/(2n)) for the k-th. But for chance δ the risk exceeds no row's sum,
    for all w at once (Koltchinskii and Panchenko 2002). No example that may be drawn is longer than
    R, which is known before the draw.

    >>> sample = Sample([[3, 4], [-3, -4]], [1, -1])
    >>> gammas, parts = margin_bounds(sample, [3, 4], 5, 0.05, margins=2)
    >>> gammas, parts.round(2)
    (array([5. , 2.5]), array([[0.  , 1.41, 0.96],
           [0.  , 2.83, 1.09]]))
    """
    R, delta = as_positive("R", R), as_chance("delta", delta)
    ks = range(1, as_whole("margins", margins, at_most=60) + 1)
    if sample.radius > R * (1 + 1e-9):
        raise ValueError(
            f"R={R:g}, and an example is {sample.radius:g} long; give a bound on every length that "
            "may be drawn, or scale the examples to length one (lib.samples.unit)"
        )
    scores = sample.y * signed_distance(sample, w)
    gammas = R / 2.0 ** np.arange(len(ks))
    fitted = [np.clip(1 - scores / gamma, 0, 1).mean() for gamma in gammas]
    complexity = 2 * R / (gammas * np.sqrt(sample.n))
    luck = [hoeffding(sample.n, delta / (k * (k + 1))) for k in ks]
    return gammas, np.column_stack((fitted, complexity, luck))
