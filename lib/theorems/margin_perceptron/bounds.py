"""The margin perceptron as the notes prove it: 16/γ², 12/γ², what their inequality gives, any ε.

Chapter *The margin perceptron*. Examples are unit, the update rule is y⟨w,x⟩ <= θ‖w‖ with
θ = (1-ε)γ, and the notes take ε = ½. `ALIGNED` and `LENGTH` prove of vectors what the others take
from them: lengths alone. `potential`, beside, has the sharper bounds. The `sharper` claims are
false of runs too: tests/test_theorems_runs.py holds the runs.
"""

from sympy import Eq, Max, Rational, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm
from lib.theorems.vocabulary import (
    ALIGNMENT,
    BEFORE,
    LATEX,
    PROGRESS,
    START,
    UNIT,
    UPDATE,
    gamma,
    t,
    u,
    w,
    w_before,
    x,
)

theta, T, T_before = symbols("theta T T_before", nonnegative=True)
epsilon = symbols("epsilon", positive=True)
CHAPTER = "margin-perceptron"
LATEX = LATEX | {theta: r"\theta", epsilon: r"\varepsilon", T: "T_t", T_before: "T_{t-1}"}

UNIT_EXAMPLES = {"unit examples": norm(x) <= 1}
HALF = {"half the margin": Eq(theta, gamma / 2)}
THETA = {"threshold": Eq(theta, (1 - epsilon) * gamma)}
W_STARTS = {"w starts at 0": START["w starts at 0"]}
QUARTER = Rational(3, 4) * gamma

ALIGNED = Theorem(
    "margin_alignment",
    "Every update makes w longer",
    {**START, "update": UPDATE["update"], "margin": UPDATE["margin"], **UNIT, **UNIT_EXAMPLES},
    (
        PROGRESS,
        ALIGNMENT,
        Step(
            "at least",
            gamma * t <= norm(w),
            ("alignment", "u is unit"),
            sharper=(gamma * t < norm(w),),
        ),
        Step(
            "γ at most 1",
            gamma <= 1,
            ("margin", "u is unit", "unit examples"),
            sharper=(gamma < 1,),
        ),
    ),
    BEFORE,
    LATEX,
    CHAPTER,
)

LENGTH = Theorem(
    "margin_length",
    "What one update does to the length",
    {
        "update": UPDATE["update"],
        "margin mistake": inner(w_before, x) <= theta * norm(w_before),
        **UNIT_EXAMPLES,
        "w is not zero": norm(w_before) > 0,
        **HALF,
        "long": norm(w_before) >= 2 / gamma,
    },
    (
        Step(
            "one update",
            norm(w) ** 2 <= norm(w_before) ** 2 + 2 * theta * norm(w_before) + 1,
            ("update", "margin mistake", "unit examples"),
            sharper=(norm(w) ** 2 < norm(w_before) ** 2 + 2 * theta * norm(w_before) + 1,),
        ),
        Step(
            "triangle",
            norm(w) <= norm(w_before) + 1,
            ("update", "unit examples"),
            sharper=(norm(w) < norm(w_before) + 1,),
        ),
        Step(
            "(4.1)",
            norm(w) <= norm(w_before) + 1 / (2 * norm(w_before)) + theta,
            ("one update", "w is not zero"),
            sharper=(
                norm(w) <= norm(w_before) + theta,
                norm(w) <= norm(w_before) + 1 / (2 * norm(w_before)),
            ),
        ),
        Step(
            "three quarters",
            norm(w) <= norm(w_before) + QUARTER,
            ("(4.1)", "half the margin", "long"),
            sharper=(norm(w) <= norm(w_before) + Rational(7, 10) * gamma,),
        ),
    ),
    BEFORE,
    LATEX,
    CHAPTER,
)

# What every bound below rests on: claims of the two theorems above.
AT_LEAST = {"at least": ALIGNED.relations["at least"]}
ONE_UPDATE = {"one update": LENGTH.relations["one update"]}
TRIANGLE = {"triangle": LENGTH.relations["triangle"]}
GAMMA = {"γ at most 1": gamma <= 1}

SUMMED = gamma * t <= 1 + 2 / gamma + QUARTER * t
SHORTER = (t <= Rational(5, 2) / gamma**2,)  # the worst sequences pass it

# Mansour and Schweiger cut the run at T, the update from which on ‖w‖ stays at 2/γ or above. A run
# that is stopped after t updates has a T_t: the first after the last update from a short w. Where
# w_t is short, they say that there is no T.

MANSOUR_SCHWEIGER = Theorem(
    "mansour_schweiger",
    "Mansour–Schweiger, Theorem 4.1: 16/γ²",
    {
        **AT_LEAST,
        **ONE_UPDATE,
        **TRIANGLE,
        **HALF,
        **GAMMA,
        **W_STARTS,
        "T is not ahead": T <= t,
        "short, or the same T": Max(2 / gamma - norm(w_before), T_before - T) >= 0,
    },
    (
        Step(
            "length",
            norm(w) <= 1 + 2 / gamma + QUARTER * (t - T),
            ("one update", "triangle", "half the margin", "T is not ahead", "short, or the same T"),
            base=("w starts at 0", "T is not ahead"),
            sharper=(norm(w) <= 2 / gamma + QUARTER * (t - T),),
        ),
        Step("summed", SUMMED, ("at least", "length"), sharper=(gamma * t <= 1 + QUARTER * t,)),
        Step("bound", t <= 16 / gamma**2, ("summed", "γ at most 1"), sharper=SHORTER),
    ),
    BEFORE | {T: T_before},
    LATEX,
    CHAPTER,
)

# Balcan starts at an example and sums both facts at once: an induction in place of T.

BALCAN = Theorem(
    "balcan",
    "Balcan, Theorem 2: 12/γ²",
    {
        "update": UPDATE["update"],
        "margin": UPDATE["margin"],
        **ONE_UPDATE,
        **GAMMA,
        **HALF,
        **UNIT,
        "t starts at 0": START["t starts at 0"],
        "w starts at the margin": inner(w, u) >= gamma,
        "w starts at length 1": norm(w) <= 1,
    },
    (
        PROGRESS,
        Step(
            "alignment",
            inner(w, u) >= gamma * (t + 1),
            ("progress",),
            base=("t starts at 0", "w starts at the margin"),
            sharper=(inner(w, u) > gamma * (t + 1),),
        ),
        Step(
            "length",
            norm(w) <= 1 + 2 / gamma + QUARTER * t,
            ("one update", "half the margin"),
            base=("w starts at length 1",),
            sharper=(norm(w) <= 1 + QUARTER * t,),
        ),
        Step(
            "first counted",
            gamma * (t + 1) <= 1 + 2 / gamma + QUARTER * t,
            ("alignment", "u is unit", "length"),
            sharper=(gamma * (t + 1) <= 1 + QUARTER * t,),
        ),
        Step("summed", SUMMED, ("first counted",), sharper=(gamma * t <= 1 + QUARTER * t,)),
        Step("bound", t <= 12 / gamma**2, ("summed", "γ at most 1"), sharper=SHORTER),
    ),
    BEFORE,
    LATEX,
    CHAPTER,
)

SAME_INEQUALITY = Theorem(
    "same_inequality",
    "What the same inequality gives",
    {
        **GAMMA,
        "summed": SUMMED,
        "first counted": BALCAN.relations["first counted"],
    },
    (
        Step(
            "solved",
            t <= 8 / gamma**2 + 4 / gamma,
            ("summed",),
            sharper=(t < 8 / gamma**2 + 4 / gamma,),
        ),
        Step(
            "solved with the first",
            t + 1 <= 8 / gamma**2 + 4 / gamma - 3,
            ("first counted",),
            sharper=(t + 1 < 8 / gamma**2 + 4 / gamma - 3,),
        ),
        Step("Balcan", t <= 12 / gamma**2, ("solved", "γ at most 1"), sharper=(t < 12 / gamma**2,)),
        Step("Mansour–Schweiger", t <= 16 / gamma**2, ("Balcan",), sharper=(t < 12 / gamma**2,)),
    ),
    latex=LATEX,
    chapter=CHAPTER,
)

SLOPE = theta + epsilon * gamma / 2
ONE_OVER_SHARE = (t < 1 / (epsilon * gamma) ** 2,)  # at ε = 1 a run can have just as many

ANY_EPSILON = Theorem(
    "any_epsilon",
    "The notes' proof for any ε: polynomial in 1/(εγ)",
    {
        **AT_LEAST,
        **ONE_UPDATE,
        **THETA,
        **GAMMA,
        **W_STARTS,
    },
    (
        Step(
            "length",
            norm(w) <= 1 + 1 / (epsilon * gamma) + SLOPE * t,
            ("one update",),
            base=("w starts at 0",),
            sharper=(norm(w) <= 1 + SLOPE * t,),
        ),
        Step(
            "bound",
            t <= 2 / (epsilon * gamma) ** 2 + 2 / (epsilon * gamma),
            ("at least", "length", "threshold"),
            sharper=ONE_OVER_SHARE,
        ),
        Step(
            "polynomial",
            t <= 4 / (epsilon * gamma) ** 2,
            ("bound", "threshold", "γ at most 1"),
            sharper=ONE_OVER_SHARE,
        ),
    ),
    BEFORE,
    LATEX,
    CHAPTER,
)

WITHOUT_THE_JUMP = Theorem(
    "without_the_jump",
    "The notes' proof without the jump: 2/(εγ)², at ε = ½ 8/γ²",
    {**AT_LEAST, **ONE_UPDATE, **THETA, **W_STARTS},
    (
        Step(
            "length",
            norm(w) <= 1 / (epsilon * gamma) + SLOPE * t,
            ("one update",),
            base=("w starts at 0",),
            sharper=(norm(w) <= SLOPE * t,),
        ),
        Step(
            "bound",
            t <= 2 / (epsilon * gamma) ** 2,
            ("at least", "length", "threshold"),
            sharper=ONE_OVER_SHARE,
        ),
    ),
    BEFORE,
    LATEX,
    CHAPTER,
)
