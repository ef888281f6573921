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
    starts,
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
    "The six features of degree 2 in the plane",
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

# The kernel perceptron beside the perceptron on the lifted examples. S is its score of the lifted
# signed example x_next: a sum over the examples, each with its count c, its label y and its kernel
# K; v sums their lifted points likewise. phi is such a point.
v, v_before, phi, x_next = vectors("v v_before phi x_next")
count, y, K, S, S_before = symbols("count y K S S_before", real=True)
SCORES = {
    count: "c_i",
    y: "y_i",
    phi: r"\phi(x_i)",
    K: "y_jk(x_i, x_j)",
    x_next: r"y_j\phi(x_j)",
    v: r"{\textstyle\sum c_iy_i\phi(x_i)}",
    S: r"{\textstyle\sum c_iy_iy_jk(x_i, x_j)}",
}

KERNEL_SCORE = Theorem(
    "kernel_score",
    "A score by kernels",
    {
        **starts(S, v),
        "kernel": Eq(K, inner(phi, x_next)),
        "score grows": Eq(S, S_before + count * y * K),
        "sum grows": Eq(v, v_before + count * y * phi),
    },
    (
        Step(
            "score",
            Eq(S, inner(v, x_next)),
            ("kernel", "score grows", "sum grows"),
            base=("S starts at 0", "v starts at 0"),
        ),
    ),
    {S: S_before, v: v_before},
    SCORES | {S_before: "S_{<i}", v_before: "v_{<i}"},
    "kernels#thm-kernel-perceptron",
    constants=(x_next,),
)

KERNEL_PERCEPTRON = Theorem(
    "kernel_perceptron",
    "Mistakes of the kernel perceptron",
    {
        **starts(w, v),
        "update": UPDATE["update"],
        "a count grows": Eq(v, v_before + x),
        "score": (KERNEL_SCORE, "score"),
        "w errs next": inner(w, x_next) <= 0,
        "the kernels err next": S <= 0,
        "kernel with itself": inner(x, x) <= R**2,
    },
    (
        Step(
            "in step",
            Eq(w, v),
            ("update", "a count grows"),
            base=("w starts at 0", "v starts at 0"),
        ),
        Step("the kernels err where w errs", S <= 0, ("in step", "score", "w errs next")),
        Step(
            "w errs where the kernels err",
            inner(w, x_next) <= 0,
            ("in step", "score", "the kernels err next"),
        ),
        Step("radius", norm(x) <= R, ("kernel with itself",)),
    ),
    {w: w_before, v: v_before},
    LATEX
    | SCORES
    | {x: r"y_t\phi(x_t)", v: "v_t", v_before: "v_{t-1}", S: r"S", x_next: r"y_{t+1}\phi(x_{t+1})"},
    "kernels#thm-kernel-perceptron",
    in_words={
        "the bound": "the two make the same mistakes, so Block–Novikoff bounds those of either"
    },
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

# Weights w = v + z, v a sum over the examples and z at a right angle to each of them, x. s is v's
# share of a sum of examples: it grows by one example with some factor at a time.
z, example, part = vectors("z x s")
factor = symbols("c_i", real=True)
(part_before,) = vectors("s_before")
REPRESENTER = Theorem(
    "representer",
    "The best weights are a sum over the examples",
    {
        **starts(part),
        "one example more": Eq(part, part_before + factor * example),
        "at a right angle": Eq(inner(z, example), 0),
        "all examples": Eq(v, part),
        "two parts": Eq(w, v + z),
        "no longer": norm(w) <= norm(v),
    },
    (
        Step(
            "the same score",
            Eq(inner(w, example), inner(v, example)),
            ("two parts", "at a right angle"),
        ),
        Step(
            "apart",
            Eq(inner(z, part), 0),
            ("one example more", "at a right angle"),
            base=("s starts at 0",),
        ),
        Step(
            "Pythagoras",
            Eq(norm(w) ** 2, norm(v) ** 2 + norm(z) ** 2),
            ("two parts", "apart", "all examples"),
        ),
        Step("nothing else", Eq(norm(z), 0), ("Pythagoras", "no longer")),
    ),
    {part: part_before},
    {v: r"{\textstyle\sum c_i\phi(x_i)}", example: r"\phi(x_i)", part: "s", part_before: "s'"},
    "kernels#thm-representer",
    in_words={
        "two parts": "that each vector has such parts is orthogonal projection onto the span of "
        "the features",
        "no longer": "weights with the same scores pay the same loss, so the best are no longer",
    },
    end=("all examples",),
    constants=(z, w, v),
)
