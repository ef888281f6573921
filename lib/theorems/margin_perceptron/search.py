"""The margin perceptron when γ is unknown: the certificate, and the search that it guides.

Chapter *The margin perceptron*. An attempt runs from w = 0 with a guess g in place of γ, and stops
as refuted once ‖w‖/t falls below its floor f = (1-ε/2)g; that ‖w‖/t is the next guess. As long as
it is not refuted, ‖w‖ >= ft, so the sharp theorem holds with f for γ and ε' for ε. S counts the
updates of n attempts: t of an attempt, and the one that refutes it. μ is the margin of w.
"""

from dataclasses import replace

from sympy import Eq, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import norm
from lib.theorems.margin_perceptron import potential
from lib.theorems.margin_perceptron.bounds import AT_LEAST, CHAPTER, LATEX, epsilon
from lib.theorems.vocabulary import BEFORE, gamma, t, w

zeta = potential.zeta
f, g, g_before, share = symbols("f g g_before share", positive=True)
S, S_before, n = symbols("S S_before n", nonnegative=True)
mu = symbols("mu", real=True)
LATEX = LATEX | {
    share: r"\varepsilon'",
    g_before: r"g_{\mathrm{before}}",
    S_before: r"S_{\mathrm{before}}",
    mu: r"\mu",
}

CERTIFICATE = Theorem(
    "certificate",
    "A certificate without γ",
    {
        **AT_LEAST,
        "an update": t >= 1,
        "γ is the best margin": mu <= gamma,
        "no example is left": mu > (1 - epsilon) * g,
        "g is not below γ": gamma <= g,
        "ε at most 1": epsilon <= 1,
    },
    (
        Step(
            "upper", gamma <= norm(w) / t, ("at least", "an update"), sharper=(gamma < norm(w) / t,)
        ),
        Step(
            "both sides",
            mu <= norm(w) / t,
            ("γ is the best margin", "upper"),
            sharper=(mu < norm(w) / t,),
        ),
        Step(
            "at the halt",
            mu > (1 - epsilon) * gamma,
            ("no example is left", "g is not below γ", "ε at most 1"),
            sharper=(mu >= gamma,),
        ),
    ),
    latex=LATEX,
    chapter=CHAPTER,
)

_HERE = {gamma: f, epsilon: share}


def _here(step: Step) -> Step:
    given = tuple("not refuted" if name == "at least" else name for name in step.given)
    sharper = tuple(claim.xreplace(_HERE) for claim in step.sharper)
    return replace(step, claim=step.claim.xreplace(_HERE), given=given, sharper=sharper)


ATTEMPT = Theorem(
    "attempt",
    "An attempt: the sharp theorem, with the floor for γ",
    {
        "not refuted" if name == "at least" else name: relation.xreplace(_HERE)
        for name, relation in potential.SHARP.hypotheses.items()
    },
    tuple(map(_here, potential.SHARP.steps)),
    BEFORE,
    LATEX | {zeta: r"z_{\varepsilon'}"},
    CHAPTER,
    potential.SHARP.assumed,
)

_Q = 1 - epsilon / 2
_TOTAL = zeta / (2 * _Q * (1 - epsilon) * (1 - _Q**2))

SEARCH = Theorem(
    "search",
    "The search for an unknown margin ends",
    {
        "attempt": ATTEMPT.steps[-1].claim,
        "floor": Eq(f, _Q * g),
        "threshold": Eq((1 - epsilon) * g, (1 - share) * f),
        "S starts at 0": Eq(S, 0),
        "one more attempt": Eq(S, S_before + t + 1),
        "next guess": g <= _Q * g_before,
        "g is not below γ": gamma <= g,
        "ε below 1": epsilon < 1,
    },
    (
        Step(
            "one attempt",
            t <= zeta / (2 * _Q * (1 - epsilon) * g**2),
            ("attempt", "floor", "threshold"),
            sharper=(t < zeta / (2 * _Q * (1 - epsilon) * g**2),),
        ),
        Step(
            "all attempts",
            S <= _TOTAL / g**2 + n,
            ("one attempt", "one more attempt", "next guess", "ε below 1"),
            base=("S starts at 0", "ε below 1"),
            sharper=(S <= _TOTAL / g**2,),
        ),
        Step(
            "bound",
            S <= _TOTAL / gamma**2 + n,
            ("all attempts", "g is not below γ", "ε below 1"),
            sharper=(S <= _TOTAL / gamma**2,),
        ),
    ),
    {S: S_before, g: g_before, n: n - 1},
    LATEX | {zeta: r"z_{\varepsilon'}"},
    CHAPTER,
)
