"""Mistakes without separability: the total distance, Freund and Schapire, and one from the other.

Chapter *Without a separator*. An example is short of margin γ by max(0, γ - y⟨x,u⟩), its distance;
T is the sum of the distances over the mistakes so far, S that of their squares; TD is the sum of
the distances over the sequence, and Δ² (D in the code) that of the squares.

`EXCURSION` is what a solver can see of the perceptron cycling theorem: w = a e + q walks from
w_start by examples orthogonal to the unit vector e, until a mistake z comes that is not. `CYCLING`
names the words that make the theorem of it.
"""

from sympy import Abs, Eq, Max, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.theorems.vocabulary import (
    BEFORE,
    GROWTH,
    LATEX,
    LENGTH,
    START,
    UNIT,
    UPDATE,
    R,
    gamma,
    indexed,
    starts,
    t,
    u,
    w,
    w_before,
    x,
)

T, T_before, S, S_before = symbols("T T_before S S_before", nonnegative=True)
TD, TD_before, D, D_before, H = symbols("TD TD_before D D_before H", nonnegative=True)
smaller, s = symbols("smaller s", positive=True)
counted = symbols("counted")  # 1 where the example is a mistake, else 0
NOISE_LATEX = LATEX | {
    **indexed("t", (T, T_before), (S, S_before)),
    TD: r"\mathrm{TD}_\gamma",
    D: r"\Delta",
}
# Induction over the examples of the sequence, in their order.
SUMS_LATEX = LATEX | {
    x: "y_jx_j",
    **indexed("j", (T, T_before), (S, S_before)),
    TD: r"\mathrm{TD}_j",
    TD_before: r"\mathrm{TD}_{j-1}",
    D: r"\Delta_j",
    D_before: r"\Delta_{j-1}",
    counted: r"\mathbb{1}_j",
    smaller: r"\gamma'",
}
SHORT = Max(0, gamma - inner(x, u))
NOISY = {name: claim for name, claim in UPDATE.items() if name != "margin"} | {
    **starts(T),
    "sum": Eq(T, T_before + SHORT),
}
PROGRESS = Step(
    "progress",
    inner(w, u) >= inner(w_before, u) + gamma - SHORT,
    ("update",),
    tight=True,
    sharper=(inner(w, u) >= inner(w_before, u) + gamma,),
)
ALIGNMENT = Step(
    "alignment",
    inner(w, u) >= gamma * t - T,
    ("progress", "sum"),
    base=("t starts at 0", "w starts at 0"),
    tight=True,
    sharper=(inner(w, u) >= gamma * t,),
)

PART = Theorem(
    "part",
    "The mistakes are part of the sequence",
    {
        "mistake or not": Eq(counted**2, counted),
        **starts(T),
        "sum over the mistakes": Eq(T, T_before + counted * SHORT),
        "sum over the sequence": Eq(TD, TD_before + SHORT),
        **starts(S),
        "squares over the mistakes": Eq(S, S_before + counted * SHORT**2),
        "squares over the sequence": Eq(D**2, D_before**2 + SHORT**2),
    },
    (
        Step(
            "distances",
            T <= TD,
            ("mistake or not", "sum over the mistakes", "sum over the sequence"),
            base=("T starts at 0",),
        ),
        Step(
            "squares",
            S <= D**2,
            ("mistake or not", "squares over the mistakes", "squares over the sequence"),
            base=("S starts at 0",),
        ),
    ),
    {T: T_before, TD: TD_before, S: S_before, D: D_before},
    SUMS_LATEX,
    "not-separable#thm-total-distance",
)

TOTAL_DISTANCE = Theorem(
    "total_distance",
    "Mistakes and the total distance",
    {
        **START,
        **{name: claim for name, claim in NOISY.items() if name != "T starts at 0"},
        **UNIT,
        "whole sequence": (PART, "distances"),
    },
    (
        PROGRESS,
        ALIGNMENT,
        GROWTH,
        LENGTH,
        Step(
            "sandwich",
            gamma * t - TD <= R * sqrt(t),
            ("alignment", "u is unit", "whole sequence", "length"),
            tight=True,
            sharper=(gamma * t <= R * sqrt(t),),
        ),
        Step(
            "exact",
            t <= ((R + sqrt(R**2 + 4 * gamma * TD)) / (2 * gamma)) ** 2,
            ("sandwich",),
            tight=True,
            sharper=(t <= (R**2 + 4 * gamma * TD) / (2 * gamma) ** 2,),
        ),
        Step(
            "simple",
            t <= R**2 / gamma**2 + 2 * TD / gamma,
            ("sandwich",),
            tight=True,
            sharper=(t <= R**2 / gamma**2 + TD / gamma,),
        ),
    ),
    BEFORE | {T: T_before},
    NOISE_LATEX,
    "not-separable#thm-total-distance",
    constants=(gamma, u, R),
)

SQUARING = Theorem(
    "squaring",
    "When the sandwich may be squared",
    {
        "sandwich": (TOTAL_DISTANCE, "sandwich"),
        "far enough": gamma * t >= TD,
        "not far": gamma * t <= TD,
    },
    (
        Step("squared", (gamma * t - TD) ** 2 <= R**2 * t, ("sandwich", "far enough")),
        Step(
            "far enough: bound",
            t <= R**2 / gamma**2 + 2 * TD / gamma,
            ("squared",),
            sharper=(t <= R**2 / gamma**2 + TD / gamma,),
        ),
        Step(
            "not far: bound",
            t <= R**2 / gamma**2 + 2 * TD / gamma,
            ("not far",),
            sharper=(t <= TD / (2 * gamma),),
        ),
    ),
    latex=NOISE_LATEX,
    place="not-separable#the-quadratic-solved-or-squared",
)

EXACT_AND_SIMPLE = Theorem(
    "exact_and_simple",
    "How much the simple bound gives away",
    {"exact root": Eq(gamma * s**2 - TD, R * s), "hinge loss": Eq(H, TD / gamma)},
    (
        Step(
            "given away",
            Eq(R**2 / gamma**2 + 2 * TD / gamma - s**2, (s - R / gamma) ** 2),
            ("exact root",),
        ),
        Step(
            "between",
            s**2 <= H + sqrt(H) * R / gamma + R**2 / gamma**2,
            ("exact root", "hinge loss"),
            tight=True,
            sharper=(s**2 <= H + R**2 / gamma**2,),
        ),
    ),
    latex=NOISE_LATEX,
    place="not-separable#how-much-the-simple-bound-gives-away",
)

FREUND_SCHAPIRE = Theorem(
    "freund_schapire",
    "Freund–Schapire",
    {
        **START,
        **NOISY,
        **UNIT,
        "sum of squares": Eq(S, S_before + SHORT**2),
        "whole sequence": (PART, "squares"),
    },
    (
        PROGRESS,
        ALIGNMENT,
        GROWTH,
        LENGTH,
        Step(
            "sum of the distances",
            T**2 <= t * S,
            ("sum", "sum of squares"),
            base=("T starts at 0",),
            tight=True,
            sharper=(T <= S,),
        ),
        Step(
            "sandwich",
            gamma * t <= (R + D) * sqrt(t),
            ("alignment", "u is unit", "length", "sum of the distances", "whole sequence"),
            tight=True,
            sharper=(gamma * t <= R * sqrt(t),),
        ),
        Step(
            "bound",
            t <= ((R + D) / gamma) ** 2,
            ("sandwich",),
            tight=True,
            sharper=(t <= (R**2 + D**2) / gamma**2,),
        ),
    ),
    BEFORE | {T: T_before, S: S_before},
    NOISE_LATEX,
    "not-separable#thm-freund-schapire",
    constants=(gamma, u, R),
)

# At a smaller margin γ' the distances are less; here T sums those, over the sequence.
LESS = Max(0, smaller - inner(x, u))
SMALLER_MARGIN = Theorem(
    "smaller_margin",
    "Freund–Schapire from the total distance at a smaller margin",
    {
        **starts(T),
        "sum": Eq(T, T_before + LESS),
        "sum of squares": Eq(S, S_before + SHORT**2),
        "whole sequence": Eq(S, D**2),
        "smaller": smaller < gamma,
        "choice of γ'": Eq(gamma - smaller, gamma * D / (2 * (R + D))),
    },
    (
        Step(
            "all examples",
            4 * (gamma - smaller) * T <= S,
            ("sum", "sum of squares"),
            base=("T starts at 0",),
            sharper=(5 * (gamma - smaller) * T <= S,),
        ),
        Step(
            "smaller total",
            2 * gamma * T <= D * (R + D),
            ("all examples", "whole sequence", "smaller", "choice of γ'"),
        ),
        Step(
            "discriminant",
            R**2 + 4 * smaller * T <= (R + D) ** 2,
            ("smaller total", "choice of γ'"),
        ),
        Step(
            "bound",
            (R + sqrt(R**2 + 4 * smaller * T)) / (2 * smaller) <= (R + D) / gamma,
            ("discriminant", "choice of γ'"),
        ),
    ),
    {T: T_before, S: S_before},
    SUMS_LATEX | {S: "S", T: "T'", T_before: "T'_{-}", S_before: "S_{-}", D: r"\Delta"},
    "not-separable#thm-smaller-margin",
    in_words={"no distance": "the total distance is then 0, and both bounds are $(R/\\gamma)^2$"},
    end=("whole sequence",),
    constants=(gamma, smaller),
)

e, z, w_start, q, q_before, q_start = vectors("e z w_start q q_before q_start")
B, mu, a = symbols("B", nonnegative=True), symbols("mu", positive=True), symbols("a", positive=True)
EXCURSION = Theorem(
    "excursion",
    "One excursion",
    {
        "w starts": Eq(w, w_start),
        "height": Eq(inner(w_start, e), a),
        "e is unit": Eq(norm(e), 1),
        "start splits": Eq(w_start, a * e + q_start),
        "update": UPDATE["update"],
        "mistake": UPDATE["mistake"],
        "orthogonal": Eq(inner(x, e), 0),
        "w before splits": Eq(w_before, a * e + q_before),
        "w splits": Eq(w, a * e + q),
        "fewer dimensions": norm(q) <= norm(q_start) + B,
        "next mistake": inner(w, z) <= 0,
        "radius": norm(z) <= R,
        "not orthogonal": Abs(inner(z, e)) >= mu,
        "near e": 2 * (B + R) * norm(q_start) <= mu * a,
        "far": mu * a >= (B + R) ** 2,
    },
    (
        Step("level", Eq(inner(w, e), a), ("update", "orthogonal"), base=("w starts", "height")),
        Step("same updates", Eq(q, q_before + x), ("update", "w before splits", "w splits")),
        Step(
            "same mistakes", inner(q_before, x) <= 0, ("mistake", "orthogonal", "w before splits")
        ),
        Step(
            "start",
            Eq(norm(w_start) ** 2, a**2 + norm(q_start) ** 2),
            ("height", "e is unit", "start splits"),
        ),
        Step("now", Eq(norm(w) ** 2, a**2 + norm(q) ** 2), ("level", "e is unit", "w splits")),
        Step(
            "stays",
            norm(w) <= norm(w_start) + B,
            ("start", "now", "fewer dimensions"),
            tight=True,
            sharper=(norm(w) <= norm(w_start),),
        ),
        Step(
            "thin",
            R * norm(q) < mu * a,
            ("fewer dimensions", "near e", "far"),
            sharper=(2 * R * norm(q) < mu * a,),
        ),
        Step(
            "down",
            inner(z, e) <= -mu,
            ("w splits", "next mistake", "radius", "not orthogonal", "thin"),
        ),
        Step("product", inner(w, z) <= R * norm(q) - mu * a, ("w splits", "radius", "down")),
        Step(
            "length",
            norm(w + z) ** 2 <= a**2 + (norm(q) + R) ** 2 - 2 * mu * a,
            ("now", "product", "radius"),
        ),
        Step(
            "paid",
            (norm(q) + R) ** 2 <= norm(q_start) ** 2 + 2 * mu * a,
            ("fewer dimensions", "near e", "far"),
            sharper=((norm(q) + R) ** 2 <= norm(q_start) ** 2 + mu * a,),
        ),
        Step("returns", norm(w + z) <= norm(w_start), ("length", "start", "paid")),
    ),
    {w: w_before},
    {
        **indexed("t", (w, w_before), (q, q_before)),
        x: "z_t",
        w_start: "w_0",
        q_start: "q_0",
        B: "B_e",
        mu: r"\mu",
    },
    "not-separable#lem-excursion",
    assumed={
        "fewer dimensions": "the cycling theorem for the examples orthogonal to $e$, by which "
        "$q_t$ walks and which span fewer dimensions: the induction of the written proof"
    },
    constants=(a, e, w_start),
)

CYCLING = Theorem(
    "cycling",
    "Perceptron cycling theorem",
    {},
    (),
    place="not-separable#thm-cycling",
    in_words={
        "fewer dimensions": "the induction gives the bound that *One excursion* takes",
        "a cone for every long w": "finitely many cover the unit sphere, which is compact",
        "from cut to cut": "by *One excursion*, which is checked, no cut lengthens a long w",
        "any start": "no update changes what is orthogonal to all examples",
    },
)
