"""A margin that was found: unit weights against coin tosses, the ramp, and the bound.

Chapter *A margin that was found*.
"""

from sympy import Abs, Eq, Max, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.theorems.generalization import THROUGH_ZERO
from lib.theorems.vocabulary import starts

n, N, T, T_before, A = symbols("n N T T_before A", nonnegative=True)
S, S_before, m = symbols("S S_before m", nonnegative=True)
R, gamma = symbols("R gamma", positive=True)
w, s = vectors("w s")

# Labelings by coins, N so far, s the signed sum of the present one: S sums ‖s‖, and T its square.
COINS = Theorem(
    "coins",
    "Unit weights against coins",
    {
        "w is unit": Eq(norm(w), 1),
        **starts(S),
        "its length": Eq(S, S_before + norm(s)),
        "its square": Eq(T, T_before + norm(s) ** 2),
        "some": N > 0,
        "mean length": Eq(N * m, S),
        "mean square": Eq(N * A, T),
        "mean over labelings": (THROUGH_ZERO, "mean over labelings"),
    },
    (
        Step("best fit", inner(w, s) <= norm(s), ("w is unit",), tight=True),
        Step(
            "squares",
            T - 2 * m * S + N * m**2 >= 0,
            ("its length", "its square"),
            base=("S starts at 0",),
        ),
        Step("mean and square", m**2 <= A, ("squares", "some", "mean length", "mean square")),
        Step("fit", m**2 <= n * R**2, ("mean and square", "mean over labelings")),
    ),
    {N: N - 1, S: S_before, T: T_before},
    {S_before: "S'", T_before: "T'", A: "A_n"},
    "margin-bounds#thm-coins",
    end=("mean length", "mean square", "mean over labelings"),
    constants=(m, w),
)


def ramp(z):
    """1 up to 0, 0 from γ on, and straight in between: the difference of two hinges."""
    return Max(0, 1 - z / gamma) - Max(0, -z / gamma)


z, z_other, a, a_other, P, Q = symbols("z z_other a a_other P Q", real=True)
err, near = symbols("err near", nonnegative=True)
RAMP = Theorem(
    "ramp",
    "The ramp, and one coin less",
    {
        "0 or 1": Eq(err * (err - 1), 0),
        "an error has z ≤ 0": err * z <= 0,
        "far has z ≥ γ": (1 - near) * (z - gamma) >= 0,
        "heads": P >= a + z / gamma,
        "heads of the other": P >= a_other + z_other / gamma,
        "tails": Q >= a - z / gamma,
        "tails of the other": Q >= a_other - z_other / gamma,
    },
    (
        Step("above the error", ramp(z) >= err, ("0 or 1", "an error has z ≤ 0"), tight=True),
        Step("below the margin error", ramp(z) <= near, ("far has z ≥ γ",)),
        Step("slope", Abs(ramp(z) - ramp(z_other)) <= Abs(z - z_other) / gamma, (), tight=True),
        Step(
            "one coin",
            a + ramp(z) + a_other - ramp(z_other) <= P + Q,
            ("heads", "heads of the other", "tails", "tails of the other"),
        ),
    ),
    latex={
        gamma: r"\gamma",
        z_other: "z'",
        a_other: "a'",
        err: r"\text{error}",
        near: r"\text{margin error}",
        P: "p",
        Q: "q",
    },
    place="margin-bounds#lem-ramp",
)


# rad is the mean best fit over n, fit that of the ramps; soft the mean ramp of a fresh example, and
# seen that of the sample; excess the mean over samples of the most by which soft exceeds seen.
risk, soft, seen, excess, fit, rad, tau = symbols(
    "risk soft seen excess fit rad tau", nonnegative=True
)
found = symbols("found", positive=True)
MARGIN_BOUND = Theorem(
    "margin_bound",
    "A bound for the margin that was found",
    {
        "fit": (COINS, "fit"),
        "a share for each": Eq(n * rad, m),
        "an example": n >= 1,
        "the ramp is above": risk <= soft,
        "luck": soft <= seen + excess + tau,
        "twins": excess <= 2 * fit,
        "coin by coin": fit <= rad / gamma,
        "no example within γ": Eq(seen, 0),
        "the next of the list": found <= 2 * gamma,
    },
    (
        Step(
            "Rademacher complexity", rad <= R / sqrt(n), ("fit", "a share for each", "an example")
        ),
        Step(
            "margin bound",
            risk <= seen + 2 * R / (gamma * sqrt(n)) + tau,
            ("Rademacher complexity", "the ramp is above", "luck", "twins", "coin by coin"),
        ),
        Step(
            "found margin",
            risk <= 4 * R / (found * sqrt(n)) + tau,
            ("margin bound", "no example within γ", "the next of the list"),
        ),
    ),
    latex={
        gamma: r"\gamma_k",
        found: r"\gamma",
        rad: r"\operatorname{Rad}",
        fit: r"\operatorname{Rad}_{\text{ramp}}",
        risk: r"\operatorname{risk}",
        soft: r"\overline{\text{ramp}}",
        seen: r"\widehat{\text{ramp}}",
        excess: r"\text{excess}",
        tau: r"\tau_k",
    },
    place="margin-bounds#thm-margin-bound",
    assumed={
        "the ramp is above": "the lemma's *above the error*, averaged over a fresh example",
        "twins": "the page argues it, with a second sample and coins that exchange the two",
        "coin by coin": "the lemma's *one coin*, for each coin in turn, averaged over the others",
    },
    cited={"luck": "[McDiarmid (1989)](references.md#mcdiarmid1989)"},
    in_words={
        "all u at once": "*excess* is the mean of a supremum over all unit vectors, and a bound "
        "for each sample is one for their mean",
        "a step of 1/n": "the mean ramp of the sample, and so the excess, moves by at most $1/n$ "
        "with another example in place of one, which is what *luck* asks",
        "measurable": "the supremum is one over countably many unit vectors",
        "no example within γ": "where $u$ has the margin $\\gamma \\ge \\gamma_k$ on the sample, "
        "its ramps there are 0",
        "the next of the list": "each margin of the list is half of the one before, so the largest "
        "that is at most $\\gamma$ is at least half of $\\gamma$",
        "the luck allowed": "the page solves $e^{-2n\\tau^2} = \\delta/(k(k+1))$",
        "all k at once": "the shares of $\\delta$ add up, of all finitely many margins and so of "
        "all",
    },
    constants=(R, m),
)

# Margins of a list, K so far, the last with this share of the chance of failing; `used` sums them.
K, share, delta = symbols("K share delta", nonnegative=True)
used, used_before = symbols("used used_before", nonnegative=True)
SHARES = Theorem(
    "shares",
    "A chance shared by a list",
    {
        **starts(K, used),
        "one more margin": Eq(used, used_before + share),
        "its share": Eq(share * K * (K + 1), delta),
    },
    (
        Step(
            "what is left",
            Eq((delta - used) * (K + 1), delta),
            ("one more margin", "its share"),
            base=("K starts at 0", "used starts at 0"),
        ),
        Step("all margins", used <= delta, ("what is left",)),
    ),
    {K: K - 1, used: used_before},
    {delta: r"\delta", share: r"\delta_K", used: r"\sum\delta_k", used_before: r"\sum'\delta_k"},
    "margin-bounds#thm-margin-bound",
    constants=(delta,),
)
