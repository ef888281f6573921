"""Distance to a hyperplane, and Cauchy–Schwarz.

Chapter *Linear separators*. The hyperplane is f = 0 with f(x) = ⟨w,x⟩ + b; for a point x of the
space, foot is the point x_H where the foot meets it, and z is any of its points.
"""

from sympy import Abs, Eq, Ne, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors

a, v, w, x, z, foot = vectors("a v w x z foot")
b, s = symbols("b s", real=True)
LATEX = {foot: "x_H"}
f_x = inner(w, x) + b

CAUCHY_SCHWARZ = Theorem(
    "cauchy_schwarz",
    "Cauchy–Schwarz",
    {
        "the best multiple": Eq(s * norm(v) ** 2, inner(a, v)),
        "equality": Eq(inner(a, v) ** 2, norm(a) ** 2 * norm(v) ** 2),
        "v is not 0": Ne(v, ZERO),
    },
    (
        Step(
            "what is left",
            Eq(norm(s * v - a) ** 2 * norm(v) ** 2, norm(a) ** 2 * norm(v) ** 2 - inner(a, v) ** 2),
            ("the best multiple",),
        ),
        # No step before it helps: the solver has it as the 2 × 2 minor, which the first step shows
        # to be a product of squares.
        Step("Cauchy–Schwarz", inner(a, v) ** 2 <= norm(a) ** 2 * norm(v) ** 2, ()),
        Step("parallel", Eq(a, s * v), ("the best multiple", "equality", "v is not 0")),
    ),
    latex=LATEX,
    place="linear-separators#lem-cauchy-schwarz",
    in_words={"Cauchy–Schwarz": "the solver is told it; *what is left* is why it holds"},
)

DISTANCE = Theorem(
    "distance",
    "Distance to a hyperplane",
    {
        "the foot": Eq(foot, x - f_x / norm(w) ** 2 * w),
        "z on the hyperplane": Eq(inner(w, z) + b, 0),
        "z is another point": Ne(z, foot),
    },
    (
        Step("on the hyperplane", Eq(inner(w, foot) + b, 0), ("the foot",)),
        Step("its distance", Eq(norm(foot - x), Abs(f_x) / norm(w)), ("the foot",)),
        Step(
            "Pythagoras",
            Eq(norm(x - z) ** 2, norm(foot - x) ** 2 + norm(foot - z) ** 2),
            ("the foot", "z on the hyperplane"),
        ),
        Step("no point is nearer", norm(foot - x) <= norm(x - z), ("Pythagoras",)),
        Step(
            "any other is further",
            norm(foot - x) < norm(x - z),
            ("Pythagoras", "z is another point"),
        ),
    ),
    latex=LATEX,
    place="linear-separators#thm-distance",
)
