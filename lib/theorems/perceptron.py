"""What every update of the perceptron does bring closer. Chapter *The perceptron*."""

from sympy import symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import norm
from lib.theorems.vocabulary import LATEX, UPDATE, R, gamma, u, w, w_before

s = symbols("s", positive=True)

NEARER = Theorem(
    "nearer",
    "Every update comes nearer to a far separator",
    UPDATE | {"far enough": s >= R**2 / gamma},
    (
        Step(
            "nearer",
            norm(s * u - w) ** 2 <= norm(s * u - w_before) ** 2 - R**2,
            ("update", "mistake", "radius", "margin", "far enough"),
        ),
    ),
    latex=LATEX,
    place="perceptron#thm-nearer",
)
