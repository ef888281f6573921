"""Support vector machines against scikit-learn's.

Both climb the dual of a kernel machine by pairs; linear machines walk through the inside of the
box, where libsvm, behind `SVC`, climbs by pairs again. The peer gets the largest tolerance, of a
tenth, a hundredth and so on, at which its duality gap on the data, by the book's certificates, is
at most a millionth of the objective; where libsvm's single precision keeps it from that, the one of
its least gap. The book's gap is below a billionth, and its time includes the Gram matrix and the
certificate.

Theory says how this grows. A Gram matrix costs n²d, a step of pairs n, and Newton's step the cube
of the number of multipliers strictly between 0 and C. A step through the inside of the box costs
nd² + d³ with features and n³ with a Gram matrix, and the number of such steps hardly grows. How
many steps the pairs take depends on the data: no bound on it is as good as what is seen here.
"""

from collections.abc import Callable, Iterator

import numpy as np
from sklearn.svm import SVC

from benchmarks.timing import Row, compare
from lib.datasets import digit_against_rest, digits
from lib.kernels.functions import gaussian
from lib.kernels.svm import KernelSolution, kernel_svm
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm.solution import Solution

ENOUGH = 1e-6  # the peer's gap, as a share of the objective
C = 1.0


def rows(small: bool = False) -> Iterator[Row]:
    """Kernel machines, and linear machines."""
    yield by_kernel(standardize(digits(8, 9)), small)
    for sample in () if small else (standardize(digit_against_rest(8)), noisy(5000, 10)):
        yield by_kernel(sample, small)
    for n, d in [(60, 5)] if small else [(1000, 10), (1000, 100), (200, 5000)]:
        yield linear(noisy(n, d), small)


def by_kernel(sample: Sample, small: bool) -> Row:
    """A machine with the kernel exp(-‖a - b‖²/d)."""
    kernel = gaussian(np.sqrt(sample.d / 2))
    K = kernel(sample.X, sample.X)
    return against_svc(
        f"gaussian kernel, {sample.name}",
        sample,
        lambda: kernel_svm(sample, kernel, C)[1],
        {"gamma": 1 / sample.d},
        lambda alpha: KernelSolution.complete(sample, K, C, alpha),
        small,
    )


def linear(sample: Sample, small: bool) -> Row:
    """A linear machine."""
    return against_svc(
        f"linear, {sample.name}",
        sample,
        lambda: soft_margin(sample, C),
        {"kernel": "linear"},
        lambda alpha: Solution.complete(sample, C, alpha @ sample.signed, alpha),
        small,
    )


def against_svc(data, sample, book: Callable, options: dict, complete: Callable, small) -> Row:
    """One row; `complete` makes a solution with its gap of the multipliers that libsvm found."""

    def peer(tol: float) -> SVC:
        return SVC(C=C, tol=tol, **options).fit(sample.X, sample.y)

    def gap(machine: SVC) -> float:
        alpha = np.zeros(sample.n)
        alpha[machine.support_] = np.abs(machine.dual_coef_[0])
        return complete(alpha).gap.relative

    gaps = {}
    for tol in 0.1 ** np.arange(1, 9):
        gaps[tol] = gap(peer(tol))
        if gaps[tol] <= ENOUGH:
            break
    tol = min(gaps, key=gaps.get)

    def agree(solution, machine: SVC) -> bool:
        return solution.gap.relative <= 1e-9 and gap(machine) <= max(ENOUGH, gaps[tol])

    return compare(data, book, lambda: peer(tol), agree, small)


def noisy(n: int, d: int) -> Sample:
    """Normal examples, of which about a quarter have a label that a hyperplane would not give."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    f = X @ rng.normal(size=d) / np.sqrt(d) + rng.normal(size=n)
    return Sample(X, np.where(f > 0, 1, -1), f"n={n}, d={d}")
