"""Slack eliminated, the hinge loss and its slopes, and the decay that belongs to C.

Chapter *Hinge SGD*. z = y f(x) is the margin of an example, which has the hinge loss max(0, 1 - z)
and the slack xi. Xi and L sum the slack and the loss over the examples seen so far.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import norm, vectors

(w,) = vectors("w")
z, z_other, slope, xi, err = symbols("z z_other slope xi err", real=True)
Xi, Xi_before, L, L_before = symbols("Xi Xi_before L L_before", real=True)
C, n, lam = symbols("C n lambda", positive=True)
LATEX = {
    z_other: "z'",
    slope: "g",
    err: r"\ell^{0/1}(z)",
    xi: r"\xi",
    Xi: r"\sum_{i\le t}\xi_i",
    Xi_before: r"\sum_{i<t}\xi_i",
    L: r"\sum_{i\le t}\ell(z_i)",
    L_before: r"\sum_{i<t}\ell(z_i)",
    lam: r"\lambda",
}


def hinge(margin):
    """The hinge loss of a margin."""
    return Max(0, 1 - margin)


SLACK = Theorem(
    "slack",
    "Slack eliminated",
    {
        "slack is nonnegative": xi >= 0,
        "constraint": xi >= 1 - z,
        "no slack yet": Eq(Xi, 0),
        "no loss yet": Eq(L, 0),
        "one more slack": Eq(Xi, Xi_before + xi),
        "one more loss": Eq(L, L_before + hinge(z)),
    },
    (
        Step("feasible", hinge(z) >= 1 - z, (), sharper=(hinge(z) > 1 - z,)),
        Step(
            "least slack",
            xi >= hinge(z),
            ("slack is nonnegative", "constraint"),
            sharper=(xi > hinge(z),),
        ),
        Step(
            "sum",
            Xi >= L,
            ("least slack", "one more slack", "one more loss"),
            base=("no slack yet", "no loss yet"),
            sharper=(Xi > L,),
        ),
        Step(
            "objective",
            norm(w) ** 2 / 2 + C * Xi >= norm(w) ** 2 / 2 + C * L,
            ("sum",),
            sharper=(norm(w) ** 2 / 2 + C * Xi > norm(w) ** 2 / 2 + C * L,),
        ),
    ),
    {Xi: Xi_before, L: L_before},
    LATEX,
    "hinge-sgd",
)

HINGE = Theorem(
    "hinge",
    "The hinge loss and its subgradients",
    {
        "0 or 1": Eq(err * (err - 1), 0),
        "an error has z ≤ 0": err * z <= 0,
        "slope at most 0": slope <= 0,
        "slope at least −1": slope >= -1,
        "slope fits": Eq(hinge(z), -slope * (1 - z)),
    },
    (
        Step(
            "above the error",
            hinge(z) >= err,
            ("0 or 1", "an error has z ≤ 0"),
            sharper=(hinge(z) > err, 2 * hinge(z) >= 3 * err),
        ),
        Step(
            "corner",
            hinge(z_other) >= slope * (z_other - 1),
            ("slope at most 0", "slope at least −1"),
            sharper=(hinge(z_other) > slope * (z_other - 1),),
        ),
        Step(
            "subgradient",
            hinge(z_other) >= hinge(z) + slope * (z_other - z),
            ("corner", "slope fits"),
            sharper=(hinge(z_other) > hinge(z) + slope * (z_other - z),),
        ),
    ),
    latex=LATEX,
    chapter="hinge-sgd",
)

RISK = lam * norm(w) ** 2 / 2 + L / n
DECAY = Theorem(
    "decay",
    "The decay that belongs to C",
    {"corrected decay": Eq(lam, 1 / (n * C)), "printed decay": Eq(lam, 1 / C)},
    (
        Step("corrected", Eq(n * C * RISK, norm(w) ** 2 / 2 + C * L), ("corrected decay",)),
        Step(
            "printed",
            Eq(C * RISK, norm(w) ** 2 / 2 + C / n * L),
            ("printed decay",),
            sharper=(Eq(n * C * RISK, norm(w) ** 2 / 2 + C * L),),
        ),
    ),
    latex=LATEX | {L: r"\sum_i\ell(z_i)"},
    chapter="hinge-sgd",
)
