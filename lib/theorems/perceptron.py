"""What every update of the perceptron does bring closer. Chapter *The perceptron*."""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.vocabulary import LATEX, UPDATE, R, gamma, p, p_before, r, r_before

c = symbols("c", positive=True)
far, far_before = symbols("far far_before", nonnegative=True)

NEARER = Theorem(
    "nearer",
    "Every update comes nearer to a far separator",
    UPDATE
    | {
        "distance after": Eq(far**2, r**2 - 2 * c * p + c**2),
        "distance before": Eq(far_before**2, r_before**2 - 2 * c * p_before + c**2),
        "far enough": c >= R**2 / gamma,
    },
    (
        Step(
            "nearer",
            far**2 <= far_before**2 - R**2,
            ("distance after", "distance before", "bilinearity", "expansion", "mistake",
             "radius", "margin", "far enough"),
            sharper=(far**2 < far_before**2 - R**2,),
        ),
    ),
    latex=LATEX
    | {
        far: r"\lVert w_t-cu\rVert",
        far_before: r"\lVert w_{t-1}-cu\rVert",
        c: "c",
    },
    chapter="perceptron",
)  # fmt: skip
