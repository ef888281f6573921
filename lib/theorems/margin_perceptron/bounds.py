"""The margin perceptron as the notes prove it: 16/γ², 12/γ², what their inequality gives, any ε.

Chapter *The margin perceptron*. Examples are unit, the update rule is y⟨w,x⟩ <= θ‖w‖ with
θ = (1-ε)γ, and the notes take ε = ½. `potential`, beside, has the sharper bounds. The `sharper`
claims are false of runs, not of numbers alone: tests/test_margin_perceptron.py holds the runs.
Longer than other modules, because each bound rests on the steps of the one before.
"""

from sympy import Eq, Rational, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.vocabulary import (
    ALIGNMENT,
    BEFORE,
    LATEX,
    PROGRESS,
    START,
    UPDATE,
    gamma,
    p,
    q,
    r,
    r_before,
    s,
    t,
)

theta, T, r_T, r_before_T = symbols("theta T r_T r_before_T", nonnegative=True)
epsilon = symbols("epsilon", positive=True)
LATEX = LATEX | {
    theta: r"\theta",
    epsilon: r"\varepsilon",
    T: "T",
    r_T: r"\lVert w_T\rVert",
    r_before_T: r"\lVert w_{T-1}\rVert",
}

ONE_UPDATE = Step(
    "one update",
    r**2 <= r_before**2 + 2 * theta * r_before + 1,
    ("expansion", "margin mistake", "unit examples"),
    sharper=(r**2 < r_before**2 + 2 * theta * r_before + 1,),
)

# What every bound below rests on: the first line is the Block–Novikoff chapter's.
ALIGNED = {"alignment": ALIGNMENT.claim, "Cauchy–Schwarz": p <= r}
UPDATED = {"one update": ONE_UPDATE.claim}
W_STARTS = {"w starts at 0": START["w starts at 0"]}
GAMMA = {"γ at most 1": gamma <= 1}
SHORTER = (t <= Rational(5, 2) / gamma**2,)  # the worst sequences pass it
THETA = {"threshold": Eq(theta, (1 - epsilon) * gamma)}
HALF = {"half the margin": Eq(theta, gamma / 2)}
QUARTER = Rational(3, 4) * gamma

LENGTH = Theorem(
    "margin_length",
    "What one update does to the length",
    {
        "expansion": UPDATE["expansion"],
        "margin mistake": q <= theta * r_before,
        "unit examples": s <= 1,
        "Cauchy–Schwarz": q <= r_before * s,
        "w is not zero": r_before > 0,
        **HALF,
        "long": r_before >= 2 / gamma,
    },
    (
        ONE_UPDATE,
        Step(
            "triangle",
            r <= r_before + 1,
            ("expansion", "Cauchy–Schwarz", "unit examples"),
            sharper=(r < r_before + 1,),
        ),
        Step(
            "(4.1)",
            r <= r_before + 1 / (2 * r_before) + theta,
            ("one update", "w is not zero"),
            sharper=(r <= r_before + theta, r <= r_before + 1 / (2 * r_before)),
        ),
        Step(
            "three quarters",
            r <= r_before + QUARTER,
            ("(4.1)", "half the margin", "long"),
            sharper=(r <= r_before + Rational(7, 10) * gamma,),
        ),
    ),
    BEFORE,
    LATEX,
    "margin-perceptron",
)

CHAIN = 1 + 2 / gamma + QUARTER * t
LESS = (r <= 1 + QUARTER * t,)

# Mansour and Schweiger cut the run at T, the update from which on ‖w‖ stays at 2/γ or above.

MANSOUR_SCHWEIGER = Theorem(
    "mansour_schweiger",
    "Mansour–Schweiger, Theorem 4.1: 16/γ², where there is a T",
    {
        **ALIGNED,
        **GAMMA,
        "triangle at T": r_T <= r_before_T + 1,
        "short before T": r_before_T < 2 / gamma,
        "three quarters": r <= r_before + QUARTER,
        "t starts at T": Eq(t, T),
        "w starts at w_T": Eq(r, r_T),
    },
    (
        Step("crossing", r_T <= 1 + 2 / gamma, ("triangle at T", "short before T"),
             sharper=(r_T <= 2 / gamma,)),
        Step("after T", r <= r_T + QUARTER * (t - T), ("three quarters",),
             base=("t starts at T", "w starts at w_T"), sharper=(r < r_T + QUARTER * (t - T),)),
        Step("length", r <= CHAIN, ("crossing", "after T"), sharper=LESS),
        Step("bound", t <= 16 / gamma**2,
             ("alignment", "Cauchy–Schwarz", "length", "γ at most 1"), sharper=SHORTER),
    ),
    BEFORE,
    LATEX,
    "margin-perceptron",
)  # fmt: skip

MANSOUR_SCHWEIGER_SHORT = Theorem(
    "mansour_schweiger_short",
    "Mansour–Schweiger, Theorem 4.1, where there is no T: below 2/γ²",
    {**ALIGNED, "no T": r < 2 / gamma},
    (
        Step("bound", t < 2 / gamma**2, ("alignment", "Cauchy–Schwarz", "no T"),
             sharper=(t <= Rational(3, 2) / gamma**2,)),
    ),
    latex=LATEX,
    chapter="margin-perceptron",
)  # fmt: skip

# Balcan starts at an example and sums both facts at once: an induction in place of T.

BALCAN = Theorem(
    "balcan",
    "Balcan, Theorem 2: 12/γ²",
    {
        "bilinearity": UPDATE["bilinearity"],
        "margin": UPDATE["margin"],
        **UPDATED,
        **GAMMA,
        **HALF,
        "t starts at 0": START["t starts at 0"],
        "alignment starts at the margin": p >= gamma,
        "w starts at an example": Eq(r, 1),
        "Cauchy–Schwarz": p <= r,
    },
    (
        PROGRESS,
        Step("alignment", p >= gamma * t, ("progress",),
             base=("t starts at 0", "alignment starts at the margin"),
             sharper=(p > gamma * (t + 1),)),
        Step("length", r <= CHAIN, ("one update", "half the margin"),
             base=("w starts at an example",), sharper=LESS),
        Step("bound", t <= 12 / gamma**2,
             ("alignment", "Cauchy–Schwarz", "length", "γ at most 1"), sharper=SHORTER),
    ),
    BEFORE,
    LATEX,
    "margin-perceptron",
)  # fmt: skip

SAME_INEQUALITY = Theorem(
    "same_inequality",
    "What the same inequality gives",
    {
        **GAMMA,
        "summed": gamma * t <= 1 + 2 / gamma + QUARTER * t,
        "summed from the first update": gamma * t <= 1 + 2 / gamma + QUARTER * (t - 1),
    },
    (
        Step("solved", t <= 8 / gamma**2 + 4 / gamma, ("summed",),
             sharper=(t < 8 / gamma**2 + 4 / gamma,)),
        Step("first update counted", t <= 8 / gamma**2 + 4 / gamma - 3,
             ("summed from the first update",), sharper=(t < 8 / gamma**2 + 4 / gamma - 3,)),
        Step("Balcan", t <= 12 / gamma**2, ("solved", "γ at most 1"), sharper=(t < 12 / gamma**2,)),
        Step("Mansour–Schweiger", t <= 16 / gamma**2, ("Balcan",), sharper=(t < 12 / gamma**2,)),
    ),
    latex=LATEX,
    chapter="margin-perceptron",
)  # fmt: skip

SLOPE = (1 - epsilon / 2) * gamma
ONE_OVER_SHARE = (t < 1 / (epsilon * gamma) ** 2,)  # at ε = 1 a run can have just as many

ANY_EPSILON = Theorem(
    "any_epsilon",
    "The notes' proof for any ε: polynomial in 1/(εγ)",
    {
        **ALIGNED,
        **UPDATED,
        **W_STARTS,
        **GAMMA,
        **THETA,
        "t starts at 0": START["t starts at 0"],
        "ε at most 1": epsilon <= 1,
        "long": r_before >= 1 / (epsilon * gamma),
    },
    (
        Step("long increment", r <= r_before + SLOPE, ("one update", "threshold", "long"),
             sharper=(r <= r_before + theta,)),
        Step("length", r <= 1 + 1 / (epsilon * gamma) + SLOPE * t,
             ("one update", "threshold"), base=("t starts at 0", "w starts at 0"),
             sharper=(r <= 1 + SLOPE * t,)),
        Step("bound", t <= 2 / (epsilon * gamma) ** 2 + 2 / (epsilon * gamma),
             ("alignment", "Cauchy–Schwarz", "length"), sharper=ONE_OVER_SHARE),
        Step("polynomial", t <= 4 / (epsilon * gamma) ** 2,
             ("bound", "γ at most 1", "ε at most 1"), sharper=ONE_OVER_SHARE),
    ),
    BEFORE,
    LATEX,
    "margin-perceptron",
)  # fmt: skip
