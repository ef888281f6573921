"""The margin perceptron: what the notes prove, sharper potentials, and the search for the margin.

Chapter *The margin perceptron*. Examples are unit, and the update rule is y⟨w,x⟩ <= θ‖w‖ with
θ = (1-ε)γ. The `sharper` claims are false of runs too: tests/test_theorems_runs.py holds the runs.
"""

from dataclasses import replace

from sympy import Derivative, Eq, Max, Rational, exp, log, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.vocabulary import (
    ALIGNMENT,
    BEFORE,
    LATEX,
    PROGRESS,
    START,
    UNIT,
    UPDATE,
    gamma,
    starts,
    t,
    u,
    w,
    w_before,
    x,
)

# As the notes prove it: 16/γ², 12/γ², what their inequality gives, any ε. The notes take ε = ½.
# `ALIGNED` and `LENGTH` prove of vectors what all others take from them: lengths alone.

theta, T, T_before = symbols("theta T T_before", nonnegative=True)
epsilon = symbols("epsilon", positive=True)
LATEX = LATEX | {theta: r"\theta", epsilon: r"\varepsilon", T: "T_t", T_before: "T_{t-1}"}

UNIT_EXAMPLES = {"unit examples": norm(x) <= 1}
HALF = {"half the margin": Eq(theta, gamma / 2)}
THETA = {"threshold": Eq(theta, (1 - epsilon) * gamma)}
W_STARTS = {"w starts at 0": START["w starts at 0"]}
QUARTER = Rational(3, 4) * gamma

ALIGNED = Theorem(
    "margin_alignment",
    "How long the weights must be",
    {**START, "update": UPDATE["update"], "margin": UPDATE["margin"], **UNIT, **UNIT_EXAMPLES},
    (
        PROGRESS,
        ALIGNMENT,
        Step("γ at most 1", gamma <= 1, ("margin", "u is unit", "unit examples")),
        Step("at least", gamma * t <= norm(w), ("alignment", "u is unit")),
    ),
    BEFORE,
    LATEX,
    "margin-perceptron#thm-threshold",
    constants=(gamma, u),
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
        ),
        Step("triangle", norm(w) <= norm(w_before) + 1, ("update", "unit examples")),
        Step(
            "under the root",
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
            ("under the root", "half the margin", "long"),
            sharper=(norm(w) <= norm(w_before) + Rational(7, 10) * gamma,),
        ),
    ),
    BEFORE,
    LATEX,
    "margin-perceptron#lem-one-update",
)

# What every bound below rests on: claims of the two theorems above.
AT_LEAST = {"at least": (ALIGNED, "at least")}
ONE_UPDATE = {"one update": (LENGTH, "one update")}
TRIANGLE = {"triangle": (LENGTH, "triangle")}
GAMMA = {"γ at most 1": (ALIGNED, "γ at most 1")}

SUMMED = gamma * t <= 1 + 2 / gamma + QUARTER * t
SHORTER = (t <= Rational(5, 2) / gamma**2,)  # the worst sequences pass it

# Mansour and Schweiger cut the run at T, the update from which on ‖w‖ stays at 2/γ or above. A run
# that is stopped after t updates has a T_t: the first after the last update from a short w. Where
# w_t is short, they say that there is no T.

MANSOUR_SCHWEIGER = Theorem(
    "mansour_schweiger",
    "Sixteen, cut at the last crossing: 16/γ²",
    {
        **AT_LEAST,
        **ONE_UPDATE,
        **TRIANGLE,
        **HALF,
        **GAMMA,
        **W_STARTS,
        **starts(T),
        "T is not ahead": T <= t,
        "short, or the same T": Max(2 / gamma - norm(w_before), T_before - T) >= 0,
    },
    (
        Step(
            "length",
            norm(w) <= 1 + 2 / gamma + QUARTER * (t - T),
            ("one update", "triangle", "half the margin", "T is not ahead", "short, or the same T"),
            base=("w starts at 0", "T starts at 0"),
            sharper=(norm(w) <= 2 / gamma + QUARTER * (t - T),),
        ),
        Step("summed", SUMMED, ("at least", "length"), sharper=(gamma * t <= 1 + QUARTER * t,)),
        Step("bound", t <= 16 / gamma**2, ("summed", "γ at most 1"), sharper=SHORTER),
    ),
    BEFORE | {T: T_before},
    LATEX,
    "margin-perceptron#thm-sixteen",
    constants=(gamma,),
)

# Balcan starts at an example and sums both facts at once: an induction in place of T.

BALCAN = Theorem(
    "balcan",
    "Twelve, begun at an example: 12/γ²",
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
    "margin-perceptron#thm-twelve",
    constants=(gamma, u),
)

SAME_INEQUALITY = Theorem(
    "same_inequality",
    "What the same inequality gives",
    {
        **GAMMA,
        "summed": (MANSOUR_SCHWEIGER, "summed"),
        "first counted": (BALCAN, "first counted"),
    },
    (
        Step("solved", t <= 8 / gamma**2 + 4 / gamma, ("summed",)),
        Step("solved with the first", t + 1 <= 8 / gamma**2 + 4 / gamma - 3, ("first counted",)),
        Step("twelve", t <= 12 / gamma**2, ("solved", "γ at most 1")),
        Step("sixteen", t <= 16 / gamma**2, ("twelve",), sharper=(t < 12 / gamma**2,)),
    ),
    latex=LATEX,
    place="margin-perceptron#the-same-inequality",
)

SLOPE = theta + epsilon * gamma / 2
ONE_OVER_SHARE = (t < 1 / (epsilon * gamma) ** 2,)  # at ε = 1 a run can have just as many

ANY_EPSILON = Theorem(
    "any_epsilon",
    "Any share ε, with a root: polynomial in 1/(εγ)",
    {**AT_LEAST, **ONE_UPDATE, **THETA, **GAMMA, **W_STARTS},
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
    "margin-perceptron#thm-any-epsilon",
    constants=(epsilon, gamma, theta),
)

WITHOUT_THE_JUMP = Theorem(
    "without_the_jump",
    "Without the jump: 2/(εγ)², at ε = ½ 8/γ²",
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
    "margin-perceptron#thm-eight",
    constants=(epsilon, gamma, theta),
)


# Sharper bounds: 1/(γ-θ)², (1+ε)/(2ε²γ²), and the sharp constant. Each proof finds a function of
# ‖w‖, a potential, that an update raises by at most a constant, then compares it with ‖w_t‖ >= γt.
# The last two bounds hold strictly where θ > 0, so their sharper claims ask for a share of them,
# and runs exceed it.

beta, zeta, square, r = symbols("beta zeta x r", positive=True)  # the square of a length is x
r_before = symbols("r_before", nonnegative=True)
SHARE = Rational(99, 100)
LATEX = LATEX | {
    square: "x",
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
        Step("length", norm(w) <= theta * t + sqrt(t), ("square",)),
        Step("bound", t <= 1 / (gamma - theta) ** 2, ("at least", "length", "θ below γ")),
        Step("any ε", t <= 1 / (epsilon * gamma) ** 2, ("bound", "threshold")),
    ),
    BEFORE,
    LATEX,
    "margin-perceptron#thm-threshold",
    constants=(theta,),
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
        Step("potential", _psi(w) <= 2 * theta**2 * t, ("increment",), base=("w starts at 0",)),
        Step(
            "length",
            sqrt(1 + 2 * theta * norm(w)) <= 1 / epsilon,
            ("potential", "at least", "threshold"),
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
    "margin-perceptron#thm-three",
    constants=(theta,),
    in_words={"ε = 1": "the threshold is then 0, and this is Block–Novikoff's bound"},
)

# The sharp potential. SymPy takes its derivative where x = ‖w‖² > 0; at 0 its tangent follows by
# continuity. The steps of the theorem need neither: the solver knows that ln is concave.

PHI = 2 / beta**2 * (beta * sqrt(square) - log(1 + beta * sqrt(square)))
EPSILON = log(1 + zeta) / zeta  # the ε whose root is zeta

CALCULUS = Theorem(
    "calculus_of_potential",
    "The slope of the potential falls, and its root is Lambert's",
    {"longer": r >= r_before},
    (
        Step(
            "slope of Φ",
            Eq(Derivative(PHI, square), 1 / (1 + beta * sqrt(square))),
            (),
            sharper=(Eq(Derivative(PHI, square), 1 / (2 + beta * sqrt(square))),),
            by="sympy",
        ),
        Step("the slope falls", 1 / (1 + beta * r) <= 1 / (1 + beta * r_before), ("longer",)),
        Step(
            "Lambert",
            Eq((1 + zeta) * exp(-EPSILON * (1 + zeta)), exp(-EPSILON)),
            (),
            sharper=(Eq(zeta * exp(-EPSILON * (1 + zeta)), exp(-EPSILON)),),
            by="sympy",
        ),
    ),
    latex=LATEX,
    place="margin-perceptron#thm-sharp",
    in_words={
        "concave": "a function whose slope falls is concave, and at 0 by continuity",
        "the lower branch": "the root lies where $\\varepsilon(1 + z) > 1$, as *up to the root* "
        "finds in the proof",
    },
)


def _phi(vector):
    z = 2 * theta * norm(vector)
    return (z - log(1 + z)) / (2 * theta**2)


_Z = 2 * theta * norm(w)

SHARP = Theorem(
    "sharp",
    "The sharp potential: at most z/(2(1 − ε)γ²) updates",
    {
        **AT_LEAST,
        **ONE_UPDATE,
        **THETA,
        **W_STARTS,
        **ABOVE_0,
        "root": Eq(log(1 + zeta), epsilon * zeta),
    },
    (
        Step(
            "increment",
            _phi(w) <= _phi(w_before) + 1,
            ("one update", "θ above 0"),
            sharper=(_phi(w) <= _phi(w_before) + SHARE,),
        ),
        Step(
            "potential",
            _phi(w) <= t,
            ("increment", "θ above 0"),
            base=("w starts at 0", "θ above 0"),
            sharper=(_phi(w) <= SHARE * t,),
        ),
        Step(
            "logarithm",
            epsilon * _Z <= log(1 + _Z),
            ("potential", "threshold", "at least"),
            sharper=(epsilon * _Z <= SHARE * log(1 + _Z),),
        ),
        Step(
            "up to the root",
            _Z <= zeta,
            ("logarithm", "root"),
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
    "margin-perceptron#thm-sharp",
    constants=(theta,),
    in_words={"2.513 at ε = ½": "a number, by interval arithmetic"},
)


# When γ is unknown: the certificate, and the search that it guides. An attempt runs from w = 0 with
# a guess g in place of γ, and stops as refuted once ‖w‖/t falls below its floor f = (1-ε/2)g; that
# ‖w‖/t is the next guess. As long as it is not refuted, ‖w‖ >= ft, so the sharp theorem holds with
# f for γ and ε' for ε. S counts the updates of n attempts: t of an attempt, and the one that
# refutes it. μ is the margin of w.

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
        Step("upper", gamma <= norm(w) / t, ("at least", "an update")),
        Step("both sides", mu <= norm(w) / t, ("γ is the best margin", "upper")),
        Step(
            "at the halt",
            mu > (1 - epsilon) * gamma,
            ("no example is left", "g is not below γ", "ε at most 1"),
            sharper=(mu >= gamma,),
        ),
    ),
    latex=LATEX,
    place="margin-perceptron#thm-certificate",
    in_words={
        "γ at most 0": r"$\lVert w\rVert/M$, a length divided by a count, is no less; the other "
        "lines use no sign"
    },
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
        for name, relation in SHARP.hypotheses.items()
    }
    | ONE_UPDATE,
    tuple(map(_here, SHARP.steps)),
    BEFORE,
    LATEX | {zeta: r"z_{\varepsilon'}"},
    "margin-perceptron#thm-search",
    constants=(theta,),
)

_Q = 1 - epsilon / 2
_TOTAL = zeta / (2 * _Q * (1 - epsilon) * (1 - _Q**2))

NOT_BELOW = (
    r"the first guess is 1, and each later one is the $\lVert w\rVert/t$ of a run, which by the "
    "certificate is no less than γ"
)
SEARCH = Theorem(
    "search",
    "What the search for an unknown margin costs",
    {
        "attempt": (ATTEMPT, "bound"),
        "floor": Eq(f, _Q * g),
        "threshold": Eq((1 - epsilon) * g, (1 - share) * f),
        "S starts at 0": Eq(S, 0),
        "one more attempt": Eq(S, S_before + t + 1),
        "next guess": g <= _Q * g_before,
        "g is not below γ": gamma <= g,
        "ε below 1": epsilon < 1,
        "no example is left": CERTIFICATE.hypotheses["no example is left"],
    },
    (
        Step(
            "one attempt",
            t <= zeta / (2 * _Q * (1 - epsilon) * g**2),
            ("attempt", "floor", "threshold"),
        ),
        Step(
            "all attempts",
            S <= _TOTAL / g**2 + n,
            ("one attempt", "one more attempt", "next guess", "ε below 1"),
            base=("S starts at 0", "ε below 1"),
            sharper=(S <= _TOTAL / g**2,),
        ),
        Step(
            "margin at the halt",
            mu > (1 - epsilon) * gamma,
            ("no example is left", "g is not below γ", "ε below 1"),
            sharper=(mu >= gamma,),
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
    "margin-perceptron#thm-search",
    {
        "g is not below γ": NOT_BELOW,
        "next guess": "an attempt on $g$ ends early where $\\lVert w\\rVert/t < q g$, and that "
        "quotient is the next guess",
    },
    constants=(epsilon, zeta),
    in_words={
        "it halts": "no attempt goes on forever, by *one attempt*, and there are finitely many, by "
        "*how many attempts*"
    },
    end=("no example is left",),
)

# To the solver the logarithms of g, q and γ are numbers.
log_g, log_g_before, log_q, log_gamma = symbols("log_g log_g_before log_q log_gamma", real=True)
ATTEMPTS = Theorem(
    "attempts",
    "How many attempts",
    {
        "n starts at 1": Eq(n, 1),
        "the first guess is 1": Eq(log_g, 0),
        "next guess": log_g <= log_q + log_g_before,
        "g is not below γ": log_gamma <= log_g,
        "q below 1": log_q < 0,
    },
    (
        Step(
            "all guesses",
            log_g <= (n - 1) * log_q,
            ("next guess",),
            base=("n starts at 1", "the first guess is 1"),
        ),
        Step(
            "how many attempts",
            n <= 1 + log_gamma / log_q,
            ("all guesses", "g is not below γ", "q below 1"),
        ),
    ),
    {n: n - 1, log_g: log_g_before},
    LATEX
    | {
        log_g: r"\ln g",
        log_g_before: r"\ln g_{\mathrm{before}}",
        log_q: r"\ln q",
        log_gamma: r"\ln\gamma",
    },
    "margin-perceptron#thm-search",
    {
        "next guess": "a guess is at most $q$ times the one before; ln increases, and turns "
        "products into sums",
        "g is not below γ": NOT_BELOW + "; and ln increases",
        "q below 1": "ln is negative below 1",
    },
    constants=(log_q,),
)


# How long a run can be. The run w on the sequence of ties takes each example, z_t, at height γ and
# on the threshold; v is any other run on unit examples, z'_t its own, and x the one that it updates
# on next, after as many updates. What is left of each beside u is flat; κ is the length of the flat
# part of a unit example at height γ.

v, v_before, tie, of_v, flat_v, flat_w, flat_x = vectors("v v_before tie of_v flat_v flat_w flat_x")
kappa, height = symbols("kappa height", nonnegative=True)
LATEX = LATEX | {
    v: "v_t",
    v_before: "v_{t-1}",
    x: "yx",
    tie: "z_t",
    of_v: "z'_t",
    kappa: r"\kappa",
    height: "m",
    flat_v: r"\bar v",
    flat_w: r"\bar w",
    flat_x: r"\bar x",
}
_ALIGNED = ("least aligned", "aligned")
_MEETS = gamma * inner(v, u) - kappa * norm(flat_v) <= theta * norm(v)

LONGEST = Theorem(
    "longest",
    "No run is longer",
    {
        **START,
        "v starts at 0": Eq(v, ZERO),
        "update of w": Eq(w, w_before + tie),
        "on the threshold": Eq(inner(w_before, tie), theta * norm(w_before)),
        "z is unit": Eq(norm(tie), 1),
        "at height γ": Eq(inner(tie, u), gamma),
        "γ at most 1": (ALIGNED, "γ at most 1"),
        "update of v": Eq(v, v_before + of_v),
        "margin mistake of v": inner(v_before, of_v) <= theta * norm(v_before),
        "z' is unit": norm(of_v) <= 1,
        "margin of z'": inner(of_v, u) >= gamma,
        **UNIT,
        "θ below γ": theta < gamma,
        "flat radius": Eq(kappa**2, 1 - gamma**2),
        "x is unit": Eq(norm(x), 1),
        "height of x": Eq(inner(x, u), height),
        "margin of x": height >= gamma,
        "v updates on x": inner(v, x) <= theta * norm(v),
        "v beside u": Eq(flat_v, v - inner(v, u) * u),
        "w beside u": Eq(flat_w, w - inner(w, u) * u),
        "x beside u": Eq(flat_x, x - height * u),
    },
    (
        Step(
            "ties",
            Eq(norm(w) ** 2, norm(w_before) ** 2 + 2 * theta * norm(w_before) + 1),
            ("update of w", "on the threshold", "z is unit"),
        ),
        Step(
            "one update of v",
            norm(v) ** 2 <= norm(v_before) ** 2 + 2 * theta * norm(v_before) + 1,
            ("update of v", "margin mistake of v", "z' is unit"),
        ),
        Step(
            "no longer",
            norm(v) <= norm(w),
            ("ties", "one update of v"),
            base=("v starts at 0",),
        ),
        Step(
            "least aligned",
            Eq(inner(w, u), gamma * t),
            ("update of w", "at height γ"),
            base=("t starts at 0", "w starts at 0"),
        ),
        Step(
            "aligned",
            inner(v, u) >= gamma * t,
            ("update of v", "margin of z'"),
            base=("t starts at 0", "v starts at 0"),
        ),
        Step(
            "flat part of v",
            Eq(norm(flat_v) ** 2, norm(v) ** 2 - inner(v, u) ** 2),
            ("v beside u", "u is unit"),
        ),
        Step(
            "flat part of w",
            Eq(norm(flat_w) ** 2, norm(w) ** 2 - inner(w, u) ** 2),
            ("w beside u", "u is unit"),
        ),
        Step(
            "flat part of x",
            Eq(norm(flat_x) ** 2, 1 - height**2),
            ("x beside u", "height of x", "x is unit", "u is unit"),
        ),
        Step(
            "least product",
            inner(v, x) >= height * inner(v, u) - norm(flat_v) * norm(flat_x),
            ("v beside u", "x beside u", "height of x", "u is unit"),
        ),
        Step(
            "within the flat radius",
            norm(flat_x) <= kappa,
            ("flat part of x", "flat radius", "margin of x"),
        ),
        Step(
            "what v meets",
            _MEETS,
            ("least product", "v updates on x", "within the flat radius", "margin of x"),
        ),
        Step(
            "w meets it too",
            gamma * inner(w, u) - kappa * norm(flat_w) <= theta * norm(w),
            ("what v meets", "no longer", *_ALIGNED, "flat part of v", "flat part of w"),
        ),
        Step(
            "no longer than t",
            norm(w) <= t,
            ("ties", "θ below γ", "γ at most 1"),
            base=("w starts at 0",),
        ),
        Step(
            "a product above",
            theta * norm(w) <= gamma * inner(w, u) + kappa * norm(flat_w),
            ("no longer than t", "least aligned", "flat part of w", "flat radius", "θ below γ"),
        ),
    ),
    BEFORE | {v: v_before},
    LATEX,
    "margin-perceptron#prop-longest",
    in_words={
        "a tie exists": r"in $\mathbb R^3$ the examples at height $\gamma$ lie on a circle, so "
        "their products have every value between the least and the largest"
    },
    constants=(u, gamma, theta),
)

# F is Φ(‖w_t‖) and d what an update falls short of raising it by 1; `root` is √c.
F, F_before = symbols("F F_before", real=True)
d, root = symbols("d root", nonnegative=True)
LATEX = LATEX | {F: "F_t", F_before: "F_{t-1}", root: r"\sqrt c"}
_ALL_LOSSES = t - 2 * beta * sqrt(t) - F
SHARPNESS = Theorem(
    "sharpness",
    "The constant is sharp",
    {
        "t starts at 0": START["t starts at 0"],
        "F starts at 0": Eq(F, 0),
        "ties": (LONGEST, "ties"),
        "less a loss": F >= F_before + 1 - d,
        "Taylor": 4 * d * norm(w_before) <= beta,
        "the first loss": d <= beta,
        "β": Eq(beta, 2 * theta),
        **THETA,
        "the sharp bound": (SHARP, "bound"),
        "c": Eq(root**2, zeta / (2 * (1 - epsilon))),
        "least aligned": (LONGEST, "least aligned"),
        **UNIT,
        "θ below γ": theta < gamma,
        "before the end": (1 - gamma**2) * inner(w, u) ** 2 <= (1 - 2 * gamma**2) * norm(w) ** 2,
    },
    (
        Step(
            "length and losses",
            Max(t - norm(w) ** 2, _ALL_LOSSES) <= 0,
            ("ties", "less a loss", "Taylor", "the first loss"),
            base=("t starts at 0", "F starts at 0"),
        ),
        Step(
            "the potential keeps up",
            F >= t - 4 * root,
            ("length and losses", "β", "threshold", "the sharp bound", "c"),
            sharper=(F >= t - 2 * root,),
        ),
        Step(
            "the examples last",
            (theta * norm(w) - gamma * inner(w, u)) ** 2
            <= (1 - gamma**2) * (norm(w) ** 2 - inner(w, u) ** 2),
            ("least aligned", "u is unit", "θ below γ", "before the end"),
        ),
    ),
    BEFORE | {F: F_before},
    LATEX,
    "margin-perceptron#prop-sharp",
    {
        "Taylor": "Taylor's formula for Φ in the square of the length, whose second derivative is "
        "largest in size at the lower end",
        "the first loss": r"at the first update $\ln(1+\beta) \le \beta - \frac{\beta^2}2 + "
        r"\frac{\beta^3}3$, so at most $\frac23\beta$ is lost; later $\lVert w_{t-1}\rVert \ge 1$, "
        r"so *Taylor* gives $\frac14\beta$",
    },
    in_words={
        "in the limit": r"$M\gamma^2$ is kept away from 0, and for $z = \beta\lVert w_M\rVert$ the "
        r"two sides of $\varepsilon z = \ln(1+z)$ differ by no more than $O(\gamma^2)$"
    },
    constants=(beta, theta),
)
