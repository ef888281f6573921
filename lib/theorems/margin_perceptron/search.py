"""The margin perceptron when γ is unknown: the certificate, and the search that it guides.

Chapter *The margin perceptron*. An attempt runs from w = 0 with a guess g in place of γ, and stops
as refuted once ‖w‖/t < (1-ε/2)g, which becomes the next guess. S counts the updates of all
attempts so far, μ is the margin of w.
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.margin_perceptron.bounds import ALIGNED, LATEX, epsilon, theta
from lib.theorems.vocabulary import gamma, r, r_before, t

g, g_before, S, S_before = symbols("g g_before S S_before", positive=True)
k_before = symbols("k_before", nonnegative=True)
mu = symbols("mu", real=True)
LATEX = LATEX | {
    g: "g",
    g_before: r"g_{\mathrm{before}}",
    S: "S",
    S_before: r"S_{\mathrm{before}}",
    k_before: r"\sqrt{t-1}",
    mu: r"\mu",
}

CERTIFICATE = Theorem(
    "certificate",
    "A certificate without γ",
    {
        **ALIGNED,
        "an update": t >= 1,
        "γ is the best margin": mu <= gamma,
        "no example is left": mu > (1 - epsilon) * g,
        "g is not below γ": gamma <= g,
        "ε at most 1": epsilon <= 1,
    },
    (
        Step("upper", gamma <= r / t, ("alignment", "Cauchy–Schwarz", "an update"),
             sharper=(gamma < r / t,)),
        Step("both sides", mu <= r / t, ("γ is the best margin", "upper"), sharper=(mu < r / t,)),
        Step("at the halt", mu > (1 - epsilon) * gamma,
             ("no example is left", "g is not below γ", "ε at most 1"), sharper=(mu >= gamma,)),
    ),
    latex=LATEX,
    chapter="margin-perceptron",
)  # fmt: skip

SEARCH = Theorem(
    "search",
    "The search for an unknown margin ends",
    {
        "length before": r_before <= theta * (t - 1) + k_before,
        "root before": Eq(k_before**2, t - 1),
        "threshold": Eq(theta, (1 - epsilon) * g),
        "not refuted before": r_before >= (1 - epsilon / 2) * g * (t - 1),
        "g at most 1": g <= 1,
        "ε at most 1": epsilon <= 1,
        "first attempt": Eq(S, t),
        "one more attempt": Eq(S, S_before + t),
        "next guess": g <= (1 - epsilon / 2) * g_before,
        "g is not below γ": gamma <= g,
    },
    (
        Step("attempt", t <= 4 / (epsilon * g) ** 2 + 1,
             ("length before", "root before", "threshold", "not refuted before"),
             sharper=(t < 4 / (epsilon * g) ** 2 + 1,)),
        Step("short attempt", t <= 5 / (epsilon * g) ** 2,
             ("attempt", "g at most 1", "ε at most 1"), sharper=(t < 5 / (epsilon * g) ** 2,)),
        Step("all attempts", S <= 20 / (3 * epsilon**3 * g**2),
             ("short attempt", "one more attempt", "next guess", "ε at most 1"),
             base=("first attempt", "short attempt", "ε at most 1"),
             sharper=(S <= 5 / (epsilon * g) ** 2,)),
        Step("bound", S <= 20 / (3 * epsilon**3 * gamma**2),
             ("all attempts", "g is not below γ"),
             sharper=(S <= 2 / (epsilon**3 * gamma**2),)),
    ),
    {S: S_before, g: g_before},
    LATEX,
    "margin-perceptron",
)  # fmt: skip
