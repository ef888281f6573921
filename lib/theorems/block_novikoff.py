"""The Block–Novikoff theorem, three readings of it, and its form with an offset.

Chapter *The Block–Novikoff theorem*.
"""

from sympy import Abs, Eq, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
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
    x,
)

rho = symbols("rho", positive=True)
(canonical,) = vectors("w_star")

BLOCK_NOVIKOFF = Theorem(
    "block_novikoff",
    "Block–Novikoff",
    {**START, **UPDATE, **UNIT},
    (
        PROGRESS,
        ALIGNMENT,
        GROWTH,
        LENGTH,
        Step("sandwich", gamma * t <= R * sqrt(t), ("alignment", "u is unit", "length")),
        Step("bound", t <= (R / gamma) ** 2, ("sandwich",)),
    ),
    BEFORE,
    LATEX,
    "block-novikoff#thm-block-novikoff",
    constants=(gamma, u, R),
)

# One theorem, three readings: each follows from a run beside any comparator.

ANY_COMPARATOR = Theorem(
    "any_comparator",
    "Block–Novikoff for a comparator of any length",
    {**START, **UPDATE},
    (
        PROGRESS,
        ALIGNMENT,
        GROWTH,
        LENGTH,
        Step("bound", t <= (R * norm(u) / gamma) ** 2, ("alignment", "length")),
    ),
    BEFORE,
    LATEX | {gamma: "m"},  # not a margin: u has any length
    "block-novikoff#any-separator-will-do",
    constants=(gamma, u, R),
)

READINGS = Theorem(
    "readings",
    "Three readings of Block–Novikoff",
    {
        "any comparator": (ANY_COMPARATOR, "bound"),
        "unit comparator": Eq(norm(u), 1),
        "unit examples": Eq(R, 1),
        "canonical comparator": Eq(canonical, u / gamma),
        "half-margin": Eq(rho, 1 / norm(canonical)),
    },
    (
        Step(
            "unit separator",
            t <= (R / gamma) ** 2,
            ("any comparator", "unit comparator"),
            sharper=(t <= R / gamma,),
        ),
        Step(
            "all of length one",
            t <= 1 / gamma**2,
            ("any comparator", "unit comparator", "unit examples"),
            sharper=(t <= 1 / gamma,),
        ),
        Step(
            "canonical separator",
            t <= R**2 / rho**2,
            ("any comparator", "canonical comparator", "half-margin"),
            sharper=(t <= R**2 / (2 * rho) ** 2,),
        ),
    ),
    latex=LATEX | {canonical: "w^*", rho: r"\rho"},
    place="block-novikoff#one-theorem-four-notes",
)

# The offset. R, u and x are those of the lifted space, so that ANY_COMPARATOR speaks of them; r, v
# and z are what they were before the lift, z an example times its label; e is the new axis.
v, z, e = vectors("v z e")
r, beta = symbols("r beta", positive=True)
b, y = symbols("b y", real=True)
LIFTED = (r**2 + beta**2) * (1 + b**2 / beta**2)

OFFSET = Theorem(
    "offset",
    "Block–Novikoff with an offset",
    {
        "new axis": Eq(norm(e), 1),
        "no example on it": Eq(inner(e, z), 0),
        "no separator on it": Eq(inner(e, v), 0),
        "label": Eq(y**2, 1),
        "radius": norm(z) <= r,
        "margin": inner(v, z) + y * b >= gamma,
        "unit separator": Eq(norm(v), 1),
        "lifted example": Eq(x, z + y * beta * e),
        "lifted radius": Eq(R**2, r**2 + beta**2),
        "lifted comparator": Eq(u, v + b / beta * e),
        "any comparator": (ANY_COMPARATOR, "bound"),
        "best bias": Eq(beta**2, r * Abs(b)),
    },
    (
        Step(
            "length of the lifted",
            Eq(norm(x) ** 2, norm(z) ** 2 + beta**2),
            ("lifted example", "label", "new axis", "no example on it"),
        ),
        Step(
            "radius of the lifted",
            norm(x) <= R,
            ("length of the lifted", "radius", "lifted radius"),
        ),
        Step(
            "margin of the lifted",
            inner(x, u) >= gamma,
            (
                "lifted example",
                "lifted comparator",
                "margin",
                "new axis",
                "no example on it",
                "no separator on it",
            ),
        ),
        Step(
            "length of the comparator",
            Eq(norm(u) ** 2, 1 + b**2 / beta**2),
            ("lifted comparator", "unit separator", "new axis", "no separator on it"),
        ),
        Step(
            "bound",
            t <= LIFTED / gamma**2,
            ("any comparator", "lifted radius", "length of the comparator"),
            sharper=(t <= r**2 * (1 + b**2 / beta**2) / gamma**2, t <= (r**2 + beta**2) / gamma**2),
        ),
        Step("no bias does better", LIFTED >= (r + Abs(b)) ** 2, ()),
        Step("the best bias", Eq(LIFTED, (r + Abs(b)) ** 2), ("best bias",)),
    ),
    latex=LATEX
    | {R: "R'", u: "u'", x: "y_tx'_t", v: "u", z: "y_tx_t", r: "R", y: "y_t", beta: r"\beta"},
    place="block-novikoff#with-an-offset",
)
