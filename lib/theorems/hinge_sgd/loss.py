"""Slack eliminated, the hinge loss as an upper bound, and the decay that belongs to C.

Chapter *Hinge SGD*. For one example z = y f(x) is its margin and h = max(0, 1 - z) its hinge loss,
which the solver knows as: h is 0 or 1 - z, and at least both. Xi and L sum the slack and the hinge
loss over the examples seen so far.
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem

z, z_other, h, h_other, g, xi, err = symbols("z z_other h h_other g xi err", real=True)
Xi, Xi_before, L, L_before = symbols("Xi Xi_before L L_before", real=True)
U, C, n, lam = symbols("U C n lambda", positive=True)
LATEX = {
    z_other: "z'",
    h: r"\ell(z)",
    h_other: r"\ell(z')",
    err: r"\ell^{0/1}(z)",
    xi: r"\xi",
    Xi: r"\sum_{i\le t}\xi_i",
    Xi_before: r"\sum_{i<t}\xi_i",
    L: r"\sum_{i\le t}\ell(z_i)",
    L_before: r"\sum_{i<t}\ell(z_i)",
    U: r"\lVert w\rVert",
    lam: r"\lambda",
}

SLACK = Theorem(
    "slack",
    "Slack eliminated",
    {
        "slack is nonnegative": xi >= 0,
        "constraint": xi >= 1 - z,
        "0 or 1 − z": Eq(h * (h - 1 + z), 0),
        "no example": Eq(Xi, 0),
        "no loss": Eq(L, 0),
        "one more slack": Eq(Xi, Xi_before + xi),
        "one more loss": Eq(L, L_before + h),
    },
    (
        Step(
            "least slack",
            xi >= h,
            ("slack is nonnegative", "constraint", "0 or 1 − z"),
            sharper=(xi > h,),
        ),
        Step(
            "sum",
            Xi >= L,
            ("least slack", "one more slack", "one more loss"),
            base=("no example", "no loss"),
            sharper=(Xi > L,),
        ),
        Step(
            "objective",
            U**2 / 2 + C * Xi >= U**2 / 2 + C * L,
            ("sum",),
            sharper=(U**2 / 2 + C * Xi > U**2 / 2 + C * L,),
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
        "above 0": h >= 0,
        "above 1 − z": h >= 1 - z,
        "0 or 1": Eq(err * (err - 1), 0),
        "an error has z ≤ 0": err * z <= 0,
        "slope at most 0": g <= 0,
        "slope at least −1": g >= -1,
        "slope fits": Eq(h, -g * (1 - z)),
        "above 0 at z′": h_other >= 0,
        "above 1 − z′": h_other >= 1 - z_other,
    },
    (
        Step(
            "above the error",
            h >= err,
            ("above 0", "above 1 − z", "0 or 1", "an error has z ≤ 0"),
            sharper=(h > err, 2 * h >= 3 * err),
        ),
        Step(
            "corner",
            h_other >= g * (z_other - 1),
            ("slope at most 0", "slope at least −1", "above 0 at z′", "above 1 − z′"),
            sharper=(h_other > g * (z_other - 1),),
        ),
        Step(
            "subgradient",
            h_other >= h + g * (z_other - z),
            ("corner", "slope fits"),
            sharper=(h_other > h + g * (z_other - z),),
        ),
    ),
    latex=LATEX,
    chapter="hinge-sgd",
)

RISK = lam * U**2 / 2 + L / n
DECAY = Theorem(
    "decay",
    "The decay that belongs to C",
    {"corrected decay": Eq(lam, 1 / (n * C)), "printed decay": Eq(lam, 1 / C)},
    (
        Step("corrected", Eq(n * C * RISK, U**2 / 2 + C * L), ("corrected decay",)),
        Step(
            "printed",
            Eq(C * RISK, U**2 / 2 + C / n * L),
            ("printed decay",),
            sharper=(Eq(n * C * RISK, U**2 / 2 + C * L),),
        ),
    ),
    latex=LATEX | {L: r"\sum_i\ell(z_i)"},
    chapter="hinge-sgd",
)
