"""Relatives of the perceptron: as little as brings a score to 1, the shortest, the worst example.

Chapter *Relatives of the perceptron*. x is an example times its label.
"""

from sympy import Eq, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.theorems.vocabulary import starts

R, gamma = symbols("R gamma", positive=True)
t, t_before, m, Q, Q_before, M, M_before = symbols(
    "t t_before m Q Q_before M M_before", nonnegative=True
)
s, loss = symbols("s loss", nonnegative=True)
w, w_before, x, u, v = vectors("w w_before x u v")
LATEX = {
    gamma: r"\gamma",
    w: "w_t",
    w_before: "w_{t-1}",
    x: "y_tx_t",
    v: r"\tfrac1\gamma u",
    loss: r"\ell_t",
}
COMPARATOR = {"u over γ": Eq(gamma * v, u), "u is unit": Eq(norm(u), 1)}

# v = u/γ gives each example a score of 1 or more. Q sums the squares of the losses, and m is 1 at
# a mistake.
PASSIVE_AGGRESSIVE = Theorem(
    "passive_aggressive",
    "Passive–aggressive updates",
    {
        **starts(w, Q, M),
        "update": Eq(w, w_before + s * x),
        "as little as it takes": Eq(s * norm(x) ** 2, loss),
        "what is short": Eq(loss, 1 - inner(w_before, x)),
        "v has score 1": inner(v, x) >= 1,
        "radius": norm(x) <= R,
        "its square": Eq(Q, Q_before + loss**2),
        "mistakes": Eq(M, M_before + m),
        "a mistake is 1 short": m <= loss**2,
        **COMPARATOR,
    },
    (
        Step(
            "nearer",
            norm(w - v) ** 2 <= norm(w_before - v) ** 2 - s * loss,
            ("update", "as little as it takes", "what is short", "v has score 1"),
        ),
        Step("a step is worth", loss**2 <= R**2 * s * loss, ("as little as it takes", "radius")),
        Step(
            "in all",
            Q <= R**2 * (norm(v) ** 2 - norm(w - v) ** 2),
            ("nearer", "a step is worth", "its square"),
            base=("w starts at 0", "Q starts at 0"),
        ),
        Step("bound", Q <= (R / gamma) ** 2, ("in all", *COMPARATOR)),
        Step(
            "counted",
            M <= Q,
            ("its square", "mistakes", "a mistake is 1 short"),
            base=("M starts at 0",),
        ),
        Step("as many at most", M <= (R / gamma) ** 2, ("bound", "counted")),
    ),
    {w: w_before, Q: Q_before, M: M_before},
    LATEX | {Q: r"\sum\ell^2", Q_before: r"\sum'\ell^2", M_before: "M'"},
    "relatives#thm-passive-aggressive",
    constants=(R, gamma, u, v),
)

SHORTEST = {
    "no longer": "$u/\\gamma$ satisfies both inequalities of each step, the second because "
    "$w_{t-1}$ is the shortest vector of a half-space, or of two, that hold it; and $w_t$ is "
    "the shortest that does, which exists because the set is closed and not empty",
}
ROMMA = Theorem(
    "romma",
    "The shortest weights that remember",
    {
        **starts(t),
        "counted": Eq(t, t_before + 1),
        "the new example": inner(w, x) >= 1,
        "the old ones": inner(w, w_before) >= norm(w_before) ** 2,
        "a mistake": inner(w_before, x) <= 0,
        "radius": norm(x) <= R,
        "no longer": norm(w) <= norm(v),
        **COMPARATOR,
    },
    (
        Step("far", R * norm(w - w_before) >= 1, ("the new example", "a mistake", "radius")),
        Step(
            "longer",
            norm(w) ** 2 >= norm(w_before) ** 2 + norm(w - w_before) ** 2,
            ("the old ones",),
        ),
        Step(
            "in all",
            t <= R**2 * norm(w) ** 2,
            ("counted", "far", "longer"),
            base=("t starts at 0",),
        ),
        Step("bound", t <= (R / gamma) ** 2, ("in all", "no longer", *COMPARATOR)),
    ),
    {w: w_before, t: t_before},
    LATEX,
    "relatives#thm-romma",
    in_words=SHORTEST
    | {
        "other updates": "one at a score between 0 and 1 does not shorten $w$, by *longer*",
    },
    constants=(R, gamma, u, v),
)

# At rest: either learner moves only at scores below 1 - ε, and z is any example at the end.
epsilon = symbols("epsilon", real=True)
(z,) = vectors("z")
LAZY = {
    "ε is a share": epsilon > 0,
    "counted": Eq(t, t_before + 1),
    "at rest": inner(w, z) >= 1 - epsilon,
    "not all of it": epsilon <= 1,
}
REST = {
    "they come to rest": "the updates are bounded in number, so one of the passes over the sample "
    "has none, and after it all scores are at least $1 - \\varepsilon$"
}
ROMMA_REST = Theorem(
    "romma_rest",
    "The margin of ROMMA at rest",
    {
        **starts(t),
        **LAZY,
        "the new example": inner(w, x) >= 1,
        "the old ones": inner(w, w_before) >= norm(w_before) ** 2,
        "a close call": inner(w_before, x) <= 1 - epsilon,
        "radius": norm(x) <= R,
        "no longer": norm(w) <= norm(v),
        **COMPARATOR,
    },
    (
        Step(
            "far",
            R * norm(w - w_before) >= epsilon,
            ("the new example", "a close call", "radius"),
        ),
        Step(
            "in all",
            epsilon**2 * t <= R**2 * norm(w) ** 2,
            ("ε is a share", "counted", "far", "the old ones"),
            base=("t starts at 0",),
        ),
        Step(
            "few updates",
            t <= (R / (epsilon * gamma)) ** 2,
            ("in all", "no longer", "ε is a share", *COMPARATOR),
        ),
        Step(
            "the margin",
            inner(w, z) >= (1 - epsilon) * gamma * norm(w),
            ("at rest", "not all of it", "no longer", *COMPARATOR),
        ),
    ),
    {w: w_before, t: t_before},
    LATEX | {epsilon: r"\varepsilon"},
    "relatives#thm-at-rest",
    in_words=SHORTEST | REST,
    end=("at rest",),
    constants=(R, gamma, epsilon, u, v),
)
PASSIVE_REST = Theorem(
    "passive_rest",
    "Half the margin at rest",
    {
        **starts(t),
        **LAZY,
        "its square": Eq(Q, Q_before + loss**2),
        "a close call": loss >= epsilon,
        "bound": (PASSIVE_AGGRESSIVE, "bound"),
        "in all": (PASSIVE_AGGRESSIVE, "in all"),
        **COMPARATOR,
    },
    (
        Step(
            "each lacks ε",
            epsilon**2 * t <= Q,
            ("ε is a share", "counted", "its square", "a close call"),
            base=("t starts at 0",),
        ),
        Step(
            "few updates",
            t <= (R / (epsilon * gamma)) ** 2,
            ("each lacks ε", "bound", "ε is a share"),
        ),
        Step("not farther", norm(w - v) <= norm(v), ("in all",)),
        Step(
            "half the margin",
            inner(w, z) >= (1 - epsilon) * gamma / 2 * norm(w),
            ("at rest", "not all of it", "not farther", *COMPARATOR),
        ),
    ),
    {w: w_before, Q: Q_before, t: t_before},
    LATEX | {Q: r"\sum\ell^2", Q_before: r"\sum'\ell^2", epsilon: r"\varepsilon"},
    "relatives#thm-at-rest",
    in_words=REST,
    end=("at rest",),
    constants=(R, gamma, epsilon, u, v),
)

# γ is the largest margin: no unit vector has a larger one, and u has it.
WORST = Theorem(
    "worst_example",
    "The worst example, added up",
    {
        **starts(w, t),
        "counted": Eq(t, t_before + 1),
        "update": Eq(w, w_before + x),
        "u has the margin": inner(u, x) >= gamma,
        "u is unit": Eq(norm(u), 1),
        "no larger margin": inner(w_before, x) <= gamma * norm(w_before),
        "radius": norm(x) <= R,
    },
    (
        Step(
            "along u",
            inner(w, u) >= gamma * t,
            ("counted", "update", "u has the margin"),
            base=("w starts at 0", "t starts at 0"),
        ),
        Step("not shorter", norm(w) >= gamma * t, ("along u", "u is unit")),
        Step(
            "one round",
            norm(w) ** 2 <= norm(w_before) ** 2 + 2 * gamma * norm(w_before) + R**2,
            ("update", "no larger margin", "radius"),
        ),
        Step(
            "not much longer",
            (norm(w) - gamma * t) ** 2 <= R**2 * t,
            ("one round", "not shorter", "counted"),
            base=("w starts at 0", "t starts at 0"),
        ),
        Step("at least the margin", norm(w) / t >= gamma, ("not shorter", "counted")),
        Step("near the margin", norm(w) / t <= gamma + R / sqrt(t), ("not much longer", "counted")),
    ),
    {w: w_before, t: t_before},
    LATEX,
    "relatives#thm-worst-example",
    in_words={
        "no larger margin": r"the theorem supposes it: $\gamma$ is the largest margin of any unit "
        r"vector, and the worst example has the least score of $w_{t-1}$"
    },
    constants=(R, gamma, u),
)

# A mixture with chances p of at most `most` each, one example after the other: S sums them, A
# counts those at `most` (a = 1), and H those above 0 (h = 1).
p, most, S, S_before, A, A_before, H, H_before, a, h, nu, n = symbols(
    "p most S S_before A A_before H H_before a h nu n", nonnegative=True
)
NU = Theorem(
    "nu",
    "Shares of a capped mixture",
    {
        **starts(S, A),
        "one more": Eq(S, S_before + p),
        "at the most": Eq(A, A_before + a),
        "counted there": a * most <= p,
        "above 0": Eq(H, H_before + h),
        "counted if above": p <= h * most,
        "chances": Eq(S, 1),
        "what is allowed": Eq(most * nu * n, 1),
    },
    (
        Step(
            "full ones",
            A * most <= S,
            ("one more", "at the most", "counted there"),
            base=("A starts at 0",),
        ),
        Step(
            "used ones",
            S <= H * most,
            ("one more", "above 0", "counted if above"),
            base=("S starts at 0",),
        ),
        Step("few are full", A <= nu * n, ("full ones", "chances", "what is allowed")),
        Step("many are used", nu * n <= H, ("used ones", "chances", "what is allowed")),
    ),
    {S: S_before, A: A_before, H: H_before},
    {
        p: "p_i",
        most: r"\tfrac1{\nu n}",
        nu: r"\nu",
        S: r"\sum p",
        S_before: r"\sum' p",
        A: r"\#\text{full}",
        A_before: r"\#\text{full}'",
        H: r"\#\text{used}",
        H_before: r"\#\text{used}'",
    },
    "relatives#thm-nu",
    in_words={
        "the soft margin's mixture": "the page compares two programs, that of the capped chances "
        "and the [dual of the soft margin](soft-margin.ipynb#the-dual-and-the-box), without an "
        "offset and so without the condition $\\sum_i\\alpha_iy_i = 0$",
        "one point": "the mean of two shortest points would be shorter",
    },
    end=("chances", "what is allowed"),
    constants=(most, nu, n),
)
