"""Sharper bounds for the margin perceptron: 1/(γ-θ)², (1+ε)/(2ε²γ²), and the sharp constant.

Chapter *The margin perceptron*. Each proof finds a function of ‖w‖, a potential, that an update
raises by at most a constant, then compares it with ‖w_t‖ >= γt. The last two bounds hold strictly
where θ > 0, so their sharper claims ask for a share of them, and runs exceed it.
"""

from sympy import Derivative, Eq, Rational, exp, log, sqrt, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.margin_perceptron.bounds import (
    ALIGNED,
    LATEX,
    THETA,
    UPDATED,
    W_STARTS,
    epsilon,
    theta,
)
from lib.theorems.vocabulary import BEFORE, gamma, r, r_before, t

a, a_before, beta, z, zeta, x = symbols("a a_before beta z zeta x", positive=True)
k, k_before = symbols("k k_before", nonnegative=True)
SHARE = Rational(99, 100)
phi, phi_before, L, L_root = symbols("phi phi_before L L_root", real=True)
LATEX = LATEX | {
    z: "z",
    x: "x",
    k: r"\sqrt{t}",
    k_before: r"\sqrt{t-1}",
    a: "a_t",
    a_before: "a_{t-1}",
    beta: r"\beta",
    zeta: r"z_\varepsilon",
    phi: r"\Phi(\lVert w_t\rVert)",
    phi_before: r"\Phi(\lVert w_{t-1}\rVert)",
    L: r"\ln(1+z)",
    L_root: r"\ln(1+z_\varepsilon)",
}
CHAPTER = "margin-perceptron"
GIVEN = {**ALIGNED, **UPDATED, **THETA}

THRESHOLD = Theorem(
    "threshold",
    "A threshold 0 <= θ < γ: at most 1/(γ-θ)² updates",
    {
        **GIVEN,
        **W_STARTS,
        "root": Eq(k**2, t),
        "root before": Eq(k_before**2, t - 1),
        "θ below γ": theta < gamma,
    },
    (
        Step("shift", r**2 <= (r_before + theta) ** 2 + 1, ("one update",),
             sharper=(r**2 <= (r_before + theta) ** 2,)),
        Step("length", r <= theta * t + k, ("shift", "root", "root before"),
             base=("w starts at 0",), sharper=(r <= k, r <= theta * t)),
        Step("bound", t <= 1 / (gamma - theta) ** 2,
             ("alignment", "Cauchy–Schwarz", "length", "root", "θ below γ"),
             sharper=(t < 1 / (gamma - theta) ** 2,)),
        Step("any ε", t <= 1 / (epsilon * gamma) ** 2, ("bound", "threshold"),
             sharper=(t < 1 / (epsilon * gamma) ** 2,)),
    ),
    BEFORE | {k: k_before},
    LATEX,
    CHAPTER,
)  # fmt: skip

# z3 is asked about a = √(1+2θ‖w‖), in which this potential is a quotient of polynomials.


def _psi(a):
    return (a - 1) ** 2 * (a + 1) / a


ROOT = Theorem(
    "root_potential",
    "A potential with a root: at most (1+ε)/(2ε²γ²) updates",
    {
        **GIVEN,
        "a": Eq(a**2, 1 + 2 * theta * r),
        "a before": Eq(a_before**2, 1 + 2 * theta * r_before),
        "a starts at 1": Eq(a, 1),
        "θ above 0": theta > 0,
    },
    (
        Step("increment", _psi(a) <= _psi(a_before) + 2 * theta**2,
             ("one update", "a", "a before"),
             sharper=(_psi(a) <= _psi(a_before) + SHARE * 2 * theta**2,)),
        Step("potential", _psi(a) <= 2 * theta**2 * t, ("increment",), base=("a starts at 1",),
             sharper=(_psi(a) < 2 * theta**2 * t,)),
        Step("length", a <= 1 / epsilon,
             ("potential", "a", "alignment", "Cauchy–Schwarz", "threshold"),
             sharper=(a < 1 / epsilon,)),
        Step("bound", t <= (1 + epsilon) / (2 * epsilon**2 * gamma**2),
             ("length", "a", "alignment", "Cauchy–Schwarz", "threshold", "θ above 0"),
             sharper=(t <= SHARE * (1 + epsilon) / (2 * epsilon**2 * gamma**2),)),
    ),
    BEFORE | {a: a_before},
    LATEX,
    CHAPTER,
)  # fmt: skip

# The sharp potential. SymPy takes its derivative where x = ‖w‖² > 0; at 0 its tangent follows by
# continuity. z3 sees its values as the numbers phi and L, and the tangents of two concave
# functions, Φ in ‖w‖² and ln, as hypotheses.

PHI = 2 / beta**2 * (beta * sqrt(x) - log(1 + beta * sqrt(x)))
EPSILON = log(1 + zeta) / zeta  # the ε whose root is zeta

CALCULUS = Theorem(
    "calculus_of_potential",
    "The potential is concave in ‖w‖², and its root is Lambert's",
    {"longer": r >= r_before},
    (
        Step("slope of Φ", Eq(Derivative(PHI, x), 1 / (1 + beta * sqrt(x))), (),
             sharper=(Eq(Derivative(PHI, x), 1 / (2 + beta * sqrt(x))),), by="sympy"),
        Step("the slope falls", 1 / (1 + beta * r) <= 1 / (1 + beta * r_before), ("longer",),
             sharper=(1 / (1 + beta * r) < 1 / (1 + beta * r_before),)),
        Step("Lambert", Eq((1 + zeta) * exp(-EPSILON * (1 + zeta)), exp(-EPSILON)), (),
             sharper=(Eq(zeta * exp(-EPSILON * (1 + zeta)), exp(-EPSILON)),), by="sympy"),
    ),
    latex=LATEX,
    chapter=CHAPTER,
)  # fmt: skip

SHARP = Theorem(
    "sharp",
    "The sharp potential: at most z_ε/(2(1-ε)γ²) updates",
    {
        **GIVEN,
        "β": Eq(beta, 2 * theta),
        "Φ below its tangent": phi <= phi_before + (r**2 - r_before**2) / (1 + beta * r_before),
        "Φ starts at 0": Eq(phi, 0),
        "Φ": Eq(phi, 2 * (z - L) / beta**2),
        "z": Eq(z, beta * r),
        "ln below its tangent": L <= L_root + (z - zeta) / (1 + zeta),
        "ln above z/(1+z)": L_root > zeta / (1 + zeta),
        "root": Eq(L_root, epsilon * zeta),
    },
    (
        Step("increment", phi <= phi_before + 1, ("Φ below its tangent", "one update", "β"),
             sharper=(phi <= phi_before + SHARE,)),
        Step("potential", phi <= t, ("increment",), base=("Φ starts at 0",),
             sharper=(phi <= SHARE * t,)),
        Step("logarithm", epsilon * z <= L,
             ("potential", "Φ", "z", "β", "threshold", "alignment", "Cauchy–Schwarz"),
             sharper=(epsilon * z <= SHARE * L,)),
        Step("flat at the root", 1 / (1 + zeta) < epsilon, ("ln above z/(1+z)", "root"),
             sharper=(2 / (1 + zeta) < epsilon,)),
        Step("up to the root", z <= zeta,
             ("logarithm", "ln below its tangent", "root", "flat at the root"),
             sharper=(z <= SHARE * zeta,)),
        Step("bound", t <= zeta / (2 * (1 - epsilon) * gamma**2),
             ("up to the root", "z", "β", "threshold", "alignment", "Cauchy–Schwarz"),
             sharper=(t <= SHARE * zeta / (2 * (1 - epsilon) * gamma**2),)),
    ),
    BEFORE | {phi: phi_before},
    LATEX,
    CHAPTER,
)  # fmt: skip
