"""A kernel's features written out, and the mistakes of the multiclass perceptron.

Chapter *Kernels*. For the polynomial kernel x and z are points of the plane, c the constant. For
the multiclass perceptron w and u are matrices with one row a class, as long vectors. A mistake
adds x: `right` has the example in the row of its class, `rival` in the row of the one that won.
"""

from sympy import Eq, Rational, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.theorems.vocabulary import (
    ALIGNMENT,
    BEFORE,
    LATEX,
    PROGRESS,
    START,
    UNIT,
    UPDATE,
    R,
    gamma,
    t,
    u,
    w,
    w_before,
    x,
)

x1, x2, z1, z2 = symbols("x1 x2 z1 z2", real=True)
c = symbols("c", positive=True)
right, rival = vectors("right rival")


def features(a, b, root):
    """The six features of (a, b) under the polynomial kernel of degree 2."""
    return (a**2, b**2, root * a * b, root * sqrt(c) * a, root * sqrt(c) * b, c)


def product(first, second):
    """The inner product of two lists of features."""
    return sum(one * other for one, other in zip(first, second, strict=True))


KERNEL = (x1 * z1 + x2 * z2 + c) ** 2
POLYNOMIAL = Theorem(
    "polynomial_kernel",
    "The features of a polynomial kernel",
    {},
    (
        Step(
            "degree 2",
            Eq(KERNEL, product(features(x1, x2, sqrt(2)), features(z1, z2, sqrt(2)))),
            (),
            sharper=(Eq(KERNEL, product(features(x1, x2, 1), features(z1, z2, 1))),),
            by="sympy",
        ),
    ),
    latex={x1: "x_1", x2: "x_2", z1: "z_1", z2: "z_2", c: "a"},
    place="kernels#inner-products-are-enough",
)

MULTICLASS = Theorem(
    "multiclass",
    "Block–Novikoff for several classes",
    {
        **START,
        "update": UPDATE["update"],
        "the move": Eq(x, right - rival),
        "different rows": Eq(inner(right, rival), 0),
        "the same example": Eq(norm(right), norm(rival)),
        "mistake": UPDATE["mistake"],
        "radius": norm(right) <= R,
        "margin": UPDATE["margin"],
        **UNIT,
    },
    (
        PROGRESS,
        ALIGNMENT,
        Step(
            "two rows",
            norm(x) ** 2 <= 2 * R**2,
            ("the move", "different rows", "the same example", "radius"),
            tight=True,
            sharper=(norm(x) <= R,),
        ),
        Step(
            "growth",
            norm(w) ** 2 <= norm(w_before) ** 2 + 2 * R**2,
            ("update", "mistake", "two rows"),
            tight=True,
            sharper=(norm(w) ** 2 <= norm(w_before) ** 2 + R**2,),
        ),
        Step(
            "length",
            norm(w) ** 2 <= 2 * R**2 * t,
            ("growth",),
            base=("w starts at 0",),
            sharper=(
                norm(w) ** 2 <= 2 * R**2 * (t - 1),
                norm(w) ** 2 <= 2 * R**2 * t * Rational(9, 10),
            ),
        ),
        Step(
            "bound",
            t <= 2 * (R / gamma) ** 2,
            ("alignment", "u is unit", "length"),
            tight=True,
            sharper=(t <= (R / gamma) ** 2,),
        ),
    ),
    BEFORE,
    LATEX | {w: "W_t", w_before: "W_{t-1}", x: "X_t", u: "U", right: "X_t^{y}", rival: "X_t^{j}"},
    "kernels#thm-multiclass",
    constants=(gamma, u, R),
)
