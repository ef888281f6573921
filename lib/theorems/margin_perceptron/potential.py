"""Sharper bounds for the margin perceptron: 1/(γ-θ)², (1+ε)/(2ε²γ²), and the sharp constant.

Chapter *The margin perceptron*. Each proof finds a function of ‖w‖, a potential, that an update
raises by at most a constant, then compares it with ‖w_t‖ >= γt. The last two bounds hold strictly
where θ > 0, so their sharper claims ask for a share of them, and runs exceed it.
"""

from sympy import Derivative, Eq, Rational, exp, log, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import norm
from lib.theorems.margin_perceptron.bounds import (
    AT_LEAST,
    CHAPTER,
    LATEX,
    ONE_UPDATE,
    THETA,
    W_STARTS,
    epsilon,
    theta,
)
from lib.theorems.vocabulary import BEFORE, gamma, t, w, w_before

beta, zeta, x, r = symbols("beta zeta x r", positive=True)
r_before = symbols("r_before", nonnegative=True)
SHARE = Rational(99, 100)
LATEX = LATEX | {
    x: "x",
    r_before: r"r_{\mathrm{before}}",
    beta: r"\beta",
    zeta: r"z_\varepsilon",
}
ABOVE_0 = {"θ above 0": theta > 0}

THRESHOLD = Theorem(
    "threshold",
    "A threshold 0 ≤ θ < γ: at most 1/(γ − θ)² updates",
    {**AT_LEAST, **ONE_UPDATE, **W_STARTS, **THETA, "θ below γ": theta < gamma},
    (
        Step(
            "shift",
            norm(w) ** 2 <= (norm(w_before) + theta) ** 2 + 1,
            ("one update",),
            sharper=(norm(w) ** 2 <= (norm(w_before) + theta) ** 2,),
        ),
        Step(
            "square",
            norm(w) ** 2 <= (theta * t + sqrt(t)) ** 2,
            ("shift",),
            base=("w starts at 0",),
            sharper=(norm(w) ** 2 <= t, norm(w) <= theta * t),
        ),
        Step(
            "length",
            norm(w) <= theta * t + sqrt(t),
            ("square",),
            sharper=(norm(w) < theta * t + sqrt(t),),
        ),
        Step(
            "bound",
            t <= 1 / (gamma - theta) ** 2,
            ("at least", "length", "θ below γ"),
            sharper=(t < 1 / (gamma - theta) ** 2,),
        ),
        Step(
            "any ε",
            t <= 1 / (epsilon * gamma) ** 2,
            ("bound", "threshold"),
            sharper=(t < 1 / (epsilon * gamma) ** 2,),
        ),
    ),
    BEFORE,
    LATEX,
    CHAPTER,
)


def _psi(vector):
    a = sqrt(1 + 2 * theta * norm(vector))
    return (a - 1) ** 2 * (a + 1) / a


ROOT = Theorem(
    "root_potential",
    "A potential with a root: at most (1+ε)/(2ε²γ²) updates",
    {**AT_LEAST, **ONE_UPDATE, **THETA, **W_STARTS, **ABOVE_0},
    (
        Step(
            "increment",
            _psi(w) <= _psi(w_before) + 2 * theta**2,
            ("one update",),
            sharper=(_psi(w) <= _psi(w_before) + SHARE * 2 * theta**2,),
        ),
        Step(
            "potential",
            _psi(w) <= 2 * theta**2 * t,
            ("increment",),
            base=("w starts at 0",),
            sharper=(_psi(w) < 2 * theta**2 * t,),
        ),
        Step(
            "length",
            sqrt(1 + 2 * theta * norm(w)) <= 1 / epsilon,
            ("potential", "at least", "threshold"),
            sharper=(sqrt(1 + 2 * theta * norm(w)) < 1 / epsilon,),
        ),
        Step(
            "bound",
            t <= (1 + epsilon) / (2 * epsilon**2 * gamma**2),
            ("length", "at least", "threshold", "θ above 0"),
            sharper=(t <= SHARE * (1 + epsilon) / (2 * epsilon**2 * gamma**2),),
        ),
    ),
    BEFORE,
    LATEX,
    CHAPTER,
)

# The sharp potential. SymPy takes its derivative where x = ‖w‖² > 0; at 0 its tangent follows by
# continuity. z3 takes a logarithm as a number: the tangents of two concave functions, of Φ in ‖w‖²
# and of ln, are hypotheses.

PHI = 2 / beta**2 * (beta * sqrt(x) - log(1 + beta * sqrt(x)))
EPSILON = log(1 + zeta) / zeta  # the ε whose root is zeta

CALCULUS = Theorem(
    "calculus_of_potential",
    "The potential is concave in ‖w‖², and its root is Lambert's",
    {"longer": r >= r_before},
    (
        Step(
            "slope of Φ",
            Eq(Derivative(PHI, x), 1 / (1 + beta * sqrt(x))),
            (),
            sharper=(Eq(Derivative(PHI, x), 1 / (2 + beta * sqrt(x))),),
            by="sympy",
        ),
        Step(
            "the slope falls",
            1 / (1 + beta * r) <= 1 / (1 + beta * r_before),
            ("longer",),
            sharper=(1 / (1 + beta * r) < 1 / (1 + beta * r_before),),
        ),
        Step(
            "Lambert",
            Eq((1 + zeta) * exp(-EPSILON * (1 + zeta)), exp(-EPSILON)),
            (),
            sharper=(Eq(zeta * exp(-EPSILON * (1 + zeta)), exp(-EPSILON)),),
            by="sympy",
        ),
    ),
    latex=LATEX,
    chapter=CHAPTER,
)


def _phi(vector):
    z = 2 * theta * norm(vector)
    return (z - log(1 + z)) / (2 * theta**2)


_Z = 2 * theta * norm(w)
ASSUMED = {
    "Φ below its tangent": "Φ is concave in the square of the length, because its slope falls",
    "ln 1": "ln 1 = 0",
    "ln below its tangent": "ln is concave",
    "ln above z/(1+z)": "the tangent of ln where the root is lies above ln 1 = 0, as ln is "
    "strictly concave",
}

SHARP = Theorem(
    "sharp",
    "The sharp potential: at most z/(2(1 − ε)γ²) updates",
    {
        **AT_LEAST,
        **ONE_UPDATE,
        **THETA,
        **W_STARTS,
        **ABOVE_0,
        "Φ below its tangent": _phi(w)
        <= _phi(w_before) + (norm(w) ** 2 - norm(w_before) ** 2) / (1 + 2 * theta * norm(w_before)),
        "ln 1": Eq(log(1 + _Z), 0),
        "ln below its tangent": log(1 + _Z) <= log(1 + zeta) + (_Z - zeta) / (1 + zeta),
        "ln above z/(1+z)": log(1 + zeta) > zeta / (1 + zeta),
        "root": Eq(log(1 + zeta), epsilon * zeta),
    },
    (
        Step(
            "increment",
            _phi(w) <= _phi(w_before) + 1,
            ("Φ below its tangent", "one update"),
            sharper=(_phi(w) <= _phi(w_before) + SHARE,),
        ),
        Step(
            "potential",
            _phi(w) <= t,
            ("increment", "θ above 0"),
            base=("w starts at 0", "ln 1", "θ above 0"),
            sharper=(_phi(w) <= SHARE * t,),
        ),
        Step(
            "logarithm",
            epsilon * _Z <= log(1 + _Z),
            ("potential", "threshold", "at least"),
            sharper=(epsilon * _Z <= SHARE * log(1 + _Z),),
        ),
        Step(
            "flat at the root",
            1 / (1 + zeta) < epsilon,
            ("ln above z/(1+z)", "root"),
            sharper=(2 / (1 + zeta) < epsilon,),
        ),
        Step(
            "up to the root",
            _Z <= zeta,
            ("logarithm", "ln below its tangent", "root", "flat at the root"),
            sharper=(_Z <= SHARE * zeta,),
        ),
        Step(
            "bound",
            t <= zeta / (2 * (1 - epsilon) * gamma**2),
            ("up to the root", "threshold", "θ above 0", "at least"),
            sharper=(t <= SHARE * zeta / (2 * (1 - epsilon) * gamma**2),),
        ),
    ),
    BEFORE,
    LATEX,
    CHAPTER,
    ASSUMED,
)
