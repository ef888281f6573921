"""The Block–Novikoff theorem, its readings in four notes, and its form with an offset.

Chapter *The Block–Novikoff theorem*.
"""

from sympy import Eq, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import norm
from lib.theorems.vocabulary import (
    ALIGNMENT,
    BEFORE,
    GROWTH,
    LATEX,
    LENGTH,
    PROGRESS,
    START,
    UNIT,
    UPDATE,
    R,
    gamma,
    t,
    u,
)

rho, b, beta, R_lifted, U_lifted = symbols("rho b beta R_lifted U_lifted", positive=True)
# b stands for |b| > 0: at b = 0 the bound falls to (R/γ)² as β does to 0, and no β is best.
OFFSET_LATEX = LATEX | {
    b: r"\lvert b\rvert",
    beta: r"\beta",
    R_lifted: "R'",
    U_lifted: r"\lVert w'\rVert",
}

BLOCK_NOVIKOFF = Theorem(
    "block_novikoff",
    "Block–Novikoff",
    {**START, **UPDATE, **UNIT},
    (
        PROGRESS,
        ALIGNMENT,
        GROWTH,
        LENGTH,
        Step(
            "sandwich",
            gamma * t <= R * sqrt(t),
            ("alignment", "u is unit", "length"),
            sharper=(gamma * t < R * sqrt(t),),
        ),
        Step("bound", t <= (R / gamma) ** 2, ("sandwich",), sharper=(t < (R / gamma) ** 2,)),
    ),
    BEFORE,
    LATEX,
    "block-novikoff",
)

# One theorem, four notes: what each of them states follows from a run beside any comparator.

ANY_COMPARATOR = Theorem(
    "any_comparator",
    "Block–Novikoff for a comparator of any length",
    {**START, **UPDATE},
    (
        PROGRESS,
        ALIGNMENT,
        GROWTH,
        LENGTH,
        Step(
            "bound",
            t <= (R * norm(u) / gamma) ** 2,
            ("alignment", "length"),
            sharper=(t < (R * norm(u) / gamma) ** 2,),
        ),
    ),
    BEFORE,
    LATEX,
    "block-novikoff",
)

READINGS = Theorem(
    "readings",
    "What the notes print",
    {
        "any comparator": t <= (R * norm(u) / gamma) ** 2,
        "unit comparator": Eq(norm(u), 1),
        "unit examples": Eq(R, 1),
        "canonical comparator": Eq(gamma, 1),
        "half-margin": Eq(norm(u), 1 / rho),
    },
    (
        Step("CS229", t <= (R / gamma) ** 2, ("any comparator", "unit comparator"),
             sharper=(t <= R / gamma,)),
        Step("Mansour–Schweiger, Balcan", t <= 1 / gamma**2,
             ("any comparator", "unit comparator", "unit examples"), sharper=(t <= 1 / gamma,)),
        Step("Chevaleyre", t <= R**2 / rho**2,
             ("any comparator", "canonical comparator", "half-margin"),
             sharper=(t <= R**2 / (2 * rho) ** 2,)),
    ),
    latex=LATEX | {rho: r"\rho"},
    chapter="block-novikoff",
)  # fmt: skip


OFFSET = Theorem(
    "offset",
    "Block–Novikoff with an offset",
    {
        "lifted bound": t <= (R_lifted * U_lifted) ** 2,
        "lifted radius": Eq(R_lifted**2, R**2 + beta**2),
        "lifted comparator": Eq(U_lifted**2, (1 + b**2 / beta**2) / gamma**2),
        "best bias": Eq(beta**2, R * b),
    },
    (
        Step(
            "bound",
            t <= (R**2 + beta**2) * (1 + b**2 / beta**2) / gamma**2,
            ("lifted bound", "lifted radius", "lifted comparator"),
            sharper=(t <= R**2 * (1 + b**2 / beta**2) / gamma**2,
                     t <= (R**2 + beta**2) / gamma**2),
        ),
        Step(
            "no bias does better",
            (R**2 + beta**2) * (1 + b**2 / beta**2) >= (R + b) ** 2,
            (),
            sharper=((R**2 + beta**2) * (1 + b**2 / beta**2) > (R + b) ** 2,),
        ),
        Step(
            "the best bias",
            Eq((R**2 + beta**2) * (1 + b**2 / beta**2), (R + b) ** 2),
            ("best bias",),
        ),
    ),
    latex=OFFSET_LATEX,
    chapter="block-novikoff",
)  # fmt: skip
