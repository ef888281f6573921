"""Geometry of a hyperplane {x : ⟨w,x⟩ + b = 0}: distances, margins, scale.

Chapter *Linear separators*; Chevaleyre 1.1–1.3, Shewchuk (maximum margin classifiers).
Throughout, `w` has shape (d,), `b` is a number, and the margin is a distance.
"""

import numpy as np

from lib.checks import as_finite, as_vector
from lib.samples import Sample, of_sample


def _checked(sample: Sample, w, b) -> tuple[np.ndarray, float]:
    w = as_vector("w", w, sample.d)
    if not w.any():
        raise ValueError("w is zero and defines no hyperplane; give a nonzero w")
    return w, as_finite("b", b)


@of_sample
def decision(sample: Sample, w, b: float = 0.0) -> np.ndarray:
    """f(x) = ⟨w,x⟩ + b for each example, shape (n,).

    >>> from lib.samples import EIGHT
    >>> decision(EIGHT, [1, 1], -1)
    array([-2.,  5., -2., -3.,  2., -4.,  3.,  3.])
    """
    w, b = _checked(sample, w, b)
    return sample.X @ w + b


@of_sample
def signed_distance(sample: Sample, w, b: float = 0.0) -> np.ndarray:
    """f(x)/‖w‖ for each example, shape (n,): positive on the side that w points to.

    >>> from lib.samples import EIGHT
    >>> signed_distance(EIGHT, [3, 4])
    array([-0.4,  4.2, -1.2, -1.4,  2. , -1.6,  2.4,  3.2])
    """
    return decision(sample, w, b) / np.linalg.norm(w)


@of_sample
def functional_margin(sample: Sample, w, b: float = 0.0) -> float:
    """min y f(x): positive when (w, b) separates; it grows with the length of w.

    >>> from lib.samples import EIGHT
    >>> functional_margin(EIGHT, [1, 1]), functional_margin(EIGHT, [5, 5])
    (1.0, 5.0)
    """
    return float((sample.y * decision(sample, w, b)).min())


@of_sample
def margin(sample: Sample, w, b: float = 0.0) -> float:
    """min y f(x)/‖w‖: the nearest example's distance, or not positive if an answer is wrong.

    The book's only meaning of *margin*. Chevaleyre's margin is twice this number.

    >>> from lib.samples import EIGHT
    >>> margin(EIGHT, [3, 4])
    0.4
    """
    return functional_margin(sample, w, b) / float(np.linalg.norm(w))


@of_sample
def canonical(sample: Sample, w, b: float = 0.0) -> tuple[np.ndarray, float]:
    """Scale (w, b) by a positive number so that min |f(x)| = 1; the hyperplane stays.

    For a separator that is the book's canonical form, min y f(x) = 1; Chevaleyre calls any such
    (w, b) canonical. Raises ValueError when an example lies on the hyperplane.

    >>> from lib.samples import EIGHT
    >>> w, b = canonical(EIGHT, [2, 2], -2)
    >>> w, float(b)
    (array([0.5, 0.5]), -0.5)
    """
    w, b = _checked(sample, w, b)
    closest = np.abs(sample.X @ w + b).min()
    if closest == 0:
        raise ValueError("an example lies on the hyperplane, so min |f(x)| = 0; move w or b first")
    return w / closest, b / closest


@of_sample
def misclassified(sample: Sample, w, b: float = 0.0) -> np.ndarray:
    """Indices of the examples with y f(x) <= 0; a point on the hyperplane counts.

    >>> from lib.samples import EIGHT
    >>> misclassified(EIGHT, [1, 0])
    array([2, 7])
    """
    return np.flatnonzero(sample.y * decision(sample, w, b) <= 0)
