"""From a sample to new examples: the VC bound, shattering, mistakes into risk. Chevaleyre 3."""

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np

from lib.checks import as_chance, as_examples, as_positive, as_whole
from lib.max_margin import hard_margin
from lib.samples import Sample
from lib.svm.separability import NotSeparable

MOST_POINTS = 8  # 2^8 labelings, half of them solved, take a few seconds


def vc_bound(n: int, D: float, delta: float) -> float:
    """How far risk and training error may differ for any classifier of a class, but for chance δ:

        √(8 (D (ln(2n/D) + 1) + ln(4/δ)) / n)   at most.

    The n training examples are independent draws; D is the VC dimension, from 1 to 2n. The 8 is
    that of 4 S(2n) exp(-nτ²/8), with S the growth function; Chevaleyre leaves it open.

    >>> round(vc_bound(100_000, D=65, delta=0.05), 3)
    0.218
    """
    n, D, delta = as_whole("n", n), as_positive("D", D), as_chance("delta", delta)
    if D > 2 * n:
        raise ValueError(
            f"D={D:g} exceeds 2n={2 * n}, where nothing is bounded; give more examples"
        )
    return math.sqrt(8 * (D * (math.log(2 * n / D) + 1) + math.log(4 / delta)) / n)


def hoeffding(n: int, delta: float) -> float:
    """√(ln(1/δ)/(2n)): how far a chance of error exceeds a share of errors, but for chance δ.

    For one fixed classifier on a held-out sample (Hoeffding 1963), and for a learner in one pass
    (the Hoeffding–Azuma inequality; Cesa-Bianchi and Lugosi 2006, appendix A).

    >>> round(hoeffding(1000, delta=0.05), 3)
    0.039
    """
    return math.sqrt(math.log(1 / as_chance("delta", delta)) / (2 * as_whole("n", n)))


def compression_bound(n: int, k: int, delta: float) -> float:
    """The risk of a classifier that k rows of the sample determine and the others confirm.

    But for chance δ it is at most 1 - (δ / (n·binom(n, k)))^(1/(n-k)), for all k below n and all
    choices of k rows at once. Nothing in the making of the classifier, such as a standardization,
    may look at the other n - k. Floyd and Warmuth 1995.

    >>> round(compression_bound(179, 25, 0.05), 2)
    0.4
    """
    n, delta = as_whole("n", n), as_chance("delta", delta)
    k = as_whole("k", k, 0, n - 1)
    choices = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return -math.expm1((math.log(delta / n) - choices) / (n - k))


def simplex(n: int) -> np.ndarray:
    """n points of R^(n-1) at distance 1 from 0 and equal distances from each other; n >= 2.

    The best separator of k of them from the other n - k has margin n / (2√(k (n - k) (n - 1))).

    >>> simplex(2)
    array([[ 1.],
           [-1.]])
    """
    n = as_whole("n", n, at_least=2)
    points = np.zeros((n, n - 1))
    for j in range(1, n):
        points[:j, j - 1] = 1 / math.sqrt(j * (j + 1))
        points[j, j - 1] = -math.sqrt(j / (j + 1))
    return points * math.sqrt(n / (n - 1))


def labelings(n: int) -> Iterator[np.ndarray]:
    """All 2^n label vectors of n examples, each of shape (n,) in {-1, +1}.

    >>> [y.tolist() for y in labelings(1)]
    [[-1.0], [1.0]]
    """
    for code in range(2 ** as_whole("n", n)):
        yield np.array([1.0 if code >> i & 1 else -1.0 for i in range(n)])


def shattering_margins(X, *, offset: bool = True) -> np.ndarray:
    """The largest margin under each labeling, in the order of `labelings`, shape (2^n,).

    0 where no hyperplane realizes the labeling, and infinite where an offset serves a single class
    from any distance. At most 8 points.

    >>> shattering_margins([[0], [1], [2]]).round(6)  # on a line no threshold cuts out the middle
    array([inf, 0.5, 0. , 0.5, 0.5, 0. , 0.5, inf])
    """
    X = as_examples("X", X)
    if len(X) > MOST_POINTS:
        raise ValueError(
            f"X has {len(X)} rows, which is 2^{len(X)} labelings; give at most {MOST_POINTS} rows"
        )
    margins = []
    for y in islice(labelings(len(X)), 2 ** (len(X) - 1)):
        alone = offset and abs(y.sum()) == len(y)
        try:
            best = None if alone else hard_margin(Sample(X, y), offset=offset)
            margins.append(best.half_width if best else math.inf)
        except NotSeparable:
            margins.append(0.0)
    return np.array(margins + margins[::-1])  # the opposite labels have the same margin
