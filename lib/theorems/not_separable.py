"""Mistakes without separability: the total distance, Freund and Schapire, and one from the other.

Chapter *Without a separator*. Beside the symbols of an update: d is the example's distance
max(0, γ - y⟨x,u⟩), T the sum of d over the mistakes so far, S that of d²; TD is the sum of d over
the sequence, D² that of d². `lib.not_separable.bounds.observe` computes them from a run.
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.vocabulary import (
    BEFORE,
    GROWTH,
    LATEX,
    LENGTH,
    START,
    UPDATE,
    R,
    gamma,
    m,
    p,
    p_before,
    r,
    t,
)

d, T, T_before, S, S_before, TD, less = symbols("d T T_before S S_before TD less", nonnegative=True)
D, root, rho, smaller, delta = symbols("D root rho smaller delta", positive=True)
D_any, ell, largest = symbols("D_any ell largest", nonnegative=True)
NOISE_LATEX = LATEX | {
    d: "d_t",
    T: "T_t",
    T_before: "T_{t-1}",
    S: "S_t",
    S_before: "S_{t-1}",
    TD: r"\mathrm{TD}_\gamma",
    D_any: "D",
    root: r"\sqrt t",
    rho: r"\sqrt{R^2+4\gamma\,\mathrm{TD}_\gamma}",
}
NOISY = {name: claim for name, claim in UPDATE.items() if name != "margin"} | {
    "distance": m >= gamma - d,
    "sum": Eq(T, T_before + d),
    "Cauchy–Schwarz": p <= r,
    "root": Eq(root**2, t),
}
PROGRESS = Step("progress", p >= p_before + gamma - d, ("bilinearity", "distance"),
                sharper=(p > p_before + gamma - d, p >= p_before + gamma))  # fmt: skip
ALIGNMENT = Step("alignment", p >= gamma * t - T, ("progress", "sum"),
                 base=("t starts at 0", "alignment starts at 0"),
                 sharper=(p > gamma * t - T, p >= gamma * t))  # fmt: skip

TOTAL_DISTANCE = Theorem(
    "total_distance",
    "Mistakes and the total distance",
    {
        **START,
        **NOISY,
        "whole sequence": T <= TD,
        "discriminant": Eq(rho**2, R**2 + 4 * gamma * TD),
    },
    (
        PROGRESS,
        ALIGNMENT,
        GROWTH,
        LENGTH,
        Step("sandwich", gamma * t - TD <= R * root,
             ("alignment", "whole sequence", "Cauchy–Schwarz", "length", "root"),
             sharper=(gamma * t - TD < R * root, gamma * t <= R * root)),
        Step("exact", t <= ((R + rho) / (2 * gamma)) ** 2, ("sandwich", "root", "discriminant"),
             sharper=(t < ((R + rho) / (2 * gamma)) ** 2, t <= (rho / gamma) ** 2 / 4)),
        Step("simple", t <= R**2 / gamma**2 + 2 * TD / gamma, ("sandwich", "root"),
             sharper=(t < R**2 / gamma**2 + 2 * TD / gamma, t <= R**2 / gamma**2 + TD / gamma)),
    ),
    {**BEFORE, T: T_before},
    NOISE_LATEX,
    "not-separable",
)  # fmt: skip

SQUARING = Theorem(
    "squaring",
    "When the sandwich may be squared",
    {
        "sandwich": gamma * t - TD <= R * root,
        "root": Eq(root**2, t),
        "far enough": gamma * t >= TD,
        "not far": gamma * t <= TD,
    },
    (
        Step("squared", (gamma * t - TD) ** 2 <= R**2 * t, ("sandwich", "root", "far enough"),
             sharper=((gamma * t - TD) ** 2 < R**2 * t,)),
        Step("far enough: bound", t <= R**2 / gamma**2 + 2 * TD / gamma, ("squared",),
             sharper=(t <= R**2 / gamma**2 + TD / gamma,)),
        Step("not far: bound", t <= R**2 / gamma**2 + 2 * TD / gamma, ("not far",),
             sharper=(t <= TD / (2 * gamma),)),
    ),
    latex=NOISE_LATEX,
    chapter="not-separable",
)  # fmt: skip

EXACT_AND_SIMPLE = Theorem(
    "exact_and_simple",
    "How much the simple bound gives away",
    {
        "exact root": Eq(gamma * largest**2 - TD, R * largest),
        "hinge loss": Eq(gamma * ell**2, TD),
    },
    (
        Step("given away",
             Eq(R**2 / gamma**2 + 2 * TD / gamma - largest**2, (largest - R / gamma) ** 2),
             ("exact root",)),
        Step("between", largest**2 <= ell**2 + R * ell / gamma + R**2 / gamma**2,
             ("exact root", "hinge loss"),
             sharper=(largest**2 < ell**2 + R * ell / gamma + R**2 / gamma**2,
                      largest**2 <= ell**2 + R**2 / gamma**2)),
    ),
    latex=NOISE_LATEX | {largest: "s", ell: r"\ell"},
    chapter="not-separable",
)  # fmt: skip

FREUND_SCHAPIRE = Theorem(
    "freund_schapire",
    "Freund–Schapire",
    {
        **START,
        **NOISY,
        "T starts at 0": Eq(T, 0),
        "sum of squares": Eq(S, S_before + d**2),
        "whole sequence": S <= D_any**2,
    },
    (
        PROGRESS,
        ALIGNMENT,
        GROWTH,
        LENGTH,
        Step("Cauchy–Schwarz on the distances", T**2 <= t * S, ("sum", "sum of squares"),
             base=("T starts at 0",), sharper=(T**2 < t * S, T <= S)),
        Step("sandwich", gamma * t <= (R + D_any) * root,
             ("alignment", "Cauchy–Schwarz", "length", "root", "Cauchy–Schwarz on the distances",
              "whole sequence"),
             sharper=(gamma * t < (R + D_any) * root, gamma * t <= R * root)),
        Step("bound", t <= ((R + D_any) / gamma) ** 2, ("sandwich", "root"),
             sharper=(t < ((R + D_any) / gamma) ** 2, t <= (R**2 + D_any**2) / gamma**2)),
    ),
    {**BEFORE, T: T_before, S: S_before},
    NOISE_LATEX,
    "not-separable",
)  # fmt: skip

# At the smaller margin γ' = γ - δ the distances are max(0, d - δ); T sums those.
SMALLER_MARGIN = Theorem(
    "smaller_margin",
    "Freund–Schapire from the total distance at a smaller margin",
    {
        "smaller distance": Eq(less * (less - d + delta), 0),
        "T starts at 0": Eq(T, 0),
        "sum": Eq(T, T_before + less),
        "sum of squares": Eq(S, S_before + d**2),
        "whole sequence": Eq(S, D**2),
        "choice of δ": Eq(2 * delta * (R + D), gamma * D),
        "smaller margin": Eq(smaller, gamma - delta),
        "sandwich at γ′": smaller * root**2 - T <= R * root,
    },
    (
        Step("one example", 4 * delta * less <= d**2, ("smaller distance",),
             sharper=(4 * delta * less < d**2,)),
        Step("all examples", 4 * delta * T <= S, ("one example", "sum", "sum of squares"),
             base=("T starts at 0",), sharper=(5 * delta * T <= S,)),
        Step("smaller total", 2 * gamma * T <= D * (R + D),
             ("all examples", "whole sequence", "choice of δ"),
             sharper=(2 * gamma * T < D * (R + D),)),
        Step("discriminant", R**2 + 4 * smaller * T <= (R + D) ** 2,
             ("smaller total", "choice of δ", "smaller margin"),
             sharper=(R**2 + 4 * smaller * T < (R + D) ** 2,)),
        Step("bound", root <= (R + D) / gamma,
             ("sandwich at γ′", "discriminant", "choice of δ", "smaller margin"),
             sharper=(root < (R + D) / gamma,)),
    ),
    {T: T_before, S: S_before},
    NOISE_LATEX | {d: "d", less: "d'", T: "T'", S: "S", T_before: "T'_{-}", S_before: "S_{-}",
                   delta: r"\delta", smaller: r"\gamma'"},
    "not-separable",
)  # fmt: skip
