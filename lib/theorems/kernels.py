"""A kernel's features written out, and the mistakes of the multiclass perceptron.

Chapter *Kernels*. For the polynomial kernel x and z are points of the plane, c the constant. For
the multiclass perceptron W and the comparator are matrices with one row a class, p and r are their
inner product and the length of W; q = ⟨w_y - w_k, x⟩ is the lead of the right class y over the
wrong class k that won, and m its lead under the comparator. A mistake moves both rows by x.
"""

from sympy import Eq, Rational, sqrt, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.vocabulary import (
    ALIGNMENT,
    BEFORE,
    LATEX,
    PROGRESS,
    START,
    UPDATE,
    R,
    gamma,
    m,
    p,
    p_before,
    q,
    r,
    r_before,
    s,
    t,
)

x1, x2, z1, z2 = symbols("x1 x2 z1 z2", real=True)
c = symbols("c", positive=True)


def features(a, b, root):
    """The six features of (a, b) under the polynomial kernel of degree 2."""
    return (a**2, b**2, root * a * b, root * sqrt(c) * a, root * sqrt(c) * b, c)


def inner(first, second):
    """Their inner product."""
    return sum(one * other for one, other in zip(first, second, strict=True))


KERNEL = (x1 * z1 + x2 * z2 + c) ** 2
POLYNOMIAL = Theorem(
    "polynomial_kernel",
    "The features of a polynomial kernel",
    {},
    (
        Step(
            "degree 2",
            Eq(KERNEL, inner(features(x1, x2, sqrt(2)), features(z1, z2, sqrt(2)))),
            (),
            sharper=(Eq(KERNEL, inner(features(x1, x2, 1), features(z1, z2, 1))),),
            by="sympy",
        ),
    ),
    chapter="kernels",
)

MULTICLASS = Theorem(
    "multiclass",
    "Block–Novikoff for several classes",
    {
        **START,
        **UPDATE,
        "expansion": Eq(r**2, r_before**2 + 2 * q + 2 * s**2),
        "Cauchy–Schwarz": p <= r,
    },
    (
        PROGRESS,
        ALIGNMENT,
        Step(
            "growth",
            r**2 <= r_before**2 + 2 * R**2,
            ("expansion", "mistake", "radius"),
            sharper=(r**2 < r_before**2 + 2 * R**2, r**2 <= r_before**2 + R**2),
        ),
        Step(
            "length",
            r**2 <= 2 * R**2 * t,
            ("growth",),
            base=("w starts at 0",),
            sharper=(r**2 <= 2 * R**2 * (t - 1), r**2 <= 2 * R**2 * t * Rational(9, 10)),
        ),
        Step(
            "bound",
            t <= 2 * (R / gamma) ** 2,
            ("alignment", "Cauchy–Schwarz", "length"),
            sharper=(t < 2 * (R / gamma) ** 2, t <= (R / gamma) ** 2),
        ),
    ),
    BEFORE,
    LATEX
    | {
        p: r"\langle W_t, U\rangle",
        r: r"\lVert W_t\rVert",
        r_before: r"\lVert W_{t-1}\rVert",
        p_before: r"\langle W_{t-1}, U\rangle",
        q: r"\langle w_y-w_k, x_t\rangle",
        m: r"\langle u_y-u_k, x_t\rangle",
    },
    "kernels",
)
