"""Kernels: inner products in a feature space, computed without the features. Chevaleyre 6.

A kernel takes two matrices of examples, of shapes (n, d) and (m, d), and returns the inner product
of every two of their features, shape (n, m). Its attribute `powers` says that a theorem proves it
an inner product, and by how many times the rounding of a sum of d products a value is rounded.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from lib.checks import as_finite, as_floats, as_positive, as_whole
from lib.samples import Sample, of_sample

Kernel = Callable[[np.ndarray, np.ndarray], np.ndarray]


def linear(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """⟨a, b⟩: the examples are their own features.

    >>> linear(np.array([[1, 2]]), np.array([[3, 4], [0, 1]]))
    array([[11.,  2.]])
    """
    return as_floats("A", A) @ as_floats("B", B).T


linear.powers = 1


def polynomial(degree: int, constant: float = 1.0) -> Kernel:
    """(⟨a, b⟩ + constant)^degree: all products of up to `degree` features.

    >>> polynomial(2)(np.array([[1, 2]]), np.array([[3, 4], [0, 1]]))
    array([[144.,   9.]])
    """
    degree, constant = as_whole("degree", degree), as_finite("constant", constant, at_least=0)
    kernel = partial(_polynomial, degree=degree, constant=constant)
    kernel.powers = degree
    return kernel


def _polynomial(A, B, degree, constant):
    return (linear(A, B) + constant) ** degree


def gaussian(width: float) -> Kernel:
    """exp(-‖a - b‖²/(2 width²)): a bump around each example, of radius 1 in feature space.

    >>> gaussian(1)(np.array([[0.0, 0.0]]), np.array([[0.0, 0.0], [0.0, 2.0]])).round(4)
    array([[1.    , 0.1353]])
    """
    kernel = partial(_gaussian, width=as_positive("width", width))
    kernel.powers = np.exp(-1)  # the largest t exp(-t), by which a share of t changes exp(-t)
    return kernel


def _gaussian(A, B, width):
    from scipy.spatial.distance import cdist, pdist, squareform

    A, B = as_floats("A", A), as_floats("B", B)
    # Differences, not ‖a‖² + ‖b‖² - 2⟨a,b⟩, whose terms cancel where examples lie far from 0;
    # and of numbers that are not rounded yet: to divide by a power of two rounds nothing.
    unit = 2.0 ** np.round(np.log2(width))
    squares = pdist(A / unit, "sqeuclidean") if A is B else cdist(A / unit, B / unit, "sqeuclidean")
    squares /= -2 * (width / unit) ** 2
    values = np.exp(squares, out=squares)
    if A is B:  # a Gram matrix, of which half was computed
        values = squareform(values)
        np.fill_diagonal(values, 1)
    return values


@of_sample
def gram(sample: Sample, kernel: Kernel) -> np.ndarray:
    """The kernel of every two examples, shape (n, n).

    Raises ValueError unless it is symmetric and positive semidefinite, up to rounding.

    >>> gram(Sample([[1, 0], [1, 1]], [1, -1]), linear)
    array([[1., 1.],
           [1., 2.]])
    """
    if not callable(kernel):
        raise ValueError(f"kernel={kernel!r}; give a function of two matrices, such as linear")
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused below
        value = kernel(sample.X, sample.X)
        K = as_floats("the kernel's value", value)
    if K.shape != (sample.n, sample.n) or not np.isfinite(size := max(K.max(), -K.min())):
        raise ValueError(
            f"kernel returned shape {K.shape} or a number that is not finite; give a function of "
            f"(n, d) and (m, d) with finite values of shape (n, m)"
        )
    proved = hasattr(kernel, "powers")
    if proved and sample.reach and size < np.finfo(float).tiny:
        raise ValueError(
            f"kernel returned no number above {size:.0e}, too small for floats, on "
            f"examples of up to {sample.reach:.0e}; multiply them by {1 / sample.reach:.0e}"
        )
    if proved or size == 0:
        return K  # symmetric and positive semidefinite, but for rounding
    dtype = np.asarray(value).dtype  # a kernel in single precision is rounded as such
    rounding = max(1e-9, 4 * np.finfo(dtype).eps) if dtype.kind == "f" else 1e-9
    if np.abs(K - K.T).max() > rounding * size:
        raise ValueError("kernel is not symmetric; give an inner product")
    room = rounding * size * sample.n
    try:
        np.linalg.cholesky(K + room * np.eye(sample.n))
    except np.linalg.LinAlgError:
        raise ValueError(
            f"kernel has the eigenvalue {np.linalg.eigvalsh(K)[0]:.3g} < 0 on {sample.name!r}, so "
            "it is no inner product; give a positive semidefinite kernel"
        ) from None
    return K


def factor(K: np.ndarray) -> np.ndarray:
    """A matrix F with F Fᵀ = K, shape (n, rank of K): features that have the inner products K."""
    K = as_floats("K", K)
    if K.ndim != 2 or K.shape[0] != K.shape[1] or not np.allclose(K, K.T):
        raise ValueError(f"K of shape {K.shape} is not symmetric; give a Gram matrix, as gram does")
    return decompose(K)[0]


def decompose(K: np.ndarray) -> tuple[np.ndarray, float]:
    """`factor(K)`, and how far below 0 rounding takes the least eigenvalue.

    That is where K is scaled to the diagonal 1. Left out of F are eigenvalues up to n · 1e-12 of
    the largest.
    """
    # Rows of length 1 first: where lengths differ much, the short ones would be lost in rounding.
    lengths = np.sqrt(np.maximum(K.diagonal(), 0))
    lengths[lengths == 0] = 1
    values, vectors = np.linalg.eigh(K / lengths / lengths[:, None])
    kept = values > 1e-12 * max(values[-1], 0) * len(K)
    kept[-1] = True  # of a zero matrix, a zero column
    defect = float(max(0.0, -values[0]))
    return lengths[:, None] * vectors[:, kept] * np.sqrt(np.maximum(values[kept], 0)), defect
