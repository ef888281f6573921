"""Geometry of a hyperplane {x : ⟨w,x⟩ + b = 0}: distances, margins, scale. Chevaleyre 1.1–1.3."""

import numpy as np

from lib.checks import as_finite, as_vector
from lib.samples import Sample, of_sample


@of_sample
def decision(sample: Sample, w, b: float = 0.0) -> np.ndarray:
    """f(x) = ⟨w,x⟩ + b for each example, shape (n,).

    >>> decision(Sample([[1, 2], [-3, 0]], [1, -1]), [1, 1], -1)
    array([ 2., -4.])
    """
    w = as_vector("w", w, sample.d)
    if not w.any():
        raise ValueError("w is zero and defines no hyperplane; give a nonzero w")
    return sample.X @ w + as_finite("b", b)


@of_sample
def signed_distance(sample: Sample, w, b: float = 0.0) -> np.ndarray:
    """f(x)/‖w‖ for each example, shape (n,): positive on the side that w points to.

    >>> signed_distance(Sample([[1, 2], [-3, 1]], [1, -1]), [3, 4])
    array([ 2.2, -1. ])
    """
    return decision(sample, w, b) / np.linalg.norm(w)


@of_sample
def margin(sample: Sample, w, b: float = 0.0) -> float:
    """min y f(x)/‖w‖: the nearest example's distance, or not positive if an answer is wrong.

    The book's only meaning of *margin*. Chevaleyre's margin is twice this number.

    >>> margin(Sample([[1, 2], [-3, 1]], [1, -1]), [3, 4])
    1.0
    """
    return float((sample.y * signed_distance(sample, w, b)).min())


@of_sample
def canonical(sample: Sample, w, b: float = 0.0) -> tuple[np.ndarray, float]:
    """Scale (w, b) by a positive number so that min |f(x)| = 1; the hyperplane stays.

    For a separator that is the book's canonical form, min y f(x) = 1; Chevaleyre calls any such
    (w, b) canonical. Raises ValueError when an example lies on the hyperplane.

    >>> canonical(Sample([[1], [4]], [-1, 1]), [2], -4)[0]
    array([1.])
    """
    closest = np.abs(decision(sample, w, b)).min()
    if closest == 0:
        raise ValueError("an example lies on the hyperplane, so min |f(x)| = 0; move w or b first")
    return np.asarray(w) / closest, b / closest


@of_sample
def misclassified(sample: Sample, w, b: float = 0.0) -> np.ndarray:
    """Indices of the examples with y f(x) <= 0; a point on the hyperplane counts.

    >>> misclassified(Sample([[0, 1], [3, 1]], [1, 1]), [1, 0])
    array([0])
    """
    return np.flatnonzero(sample.y * decision(sample, w, b) <= 0)
