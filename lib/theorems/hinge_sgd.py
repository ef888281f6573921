"""Hinge SGD: slack eliminated, the hinge loss and its slopes, convexity, and the rate.

Chapter *Hinge SGD*.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.theorems.vocabulary import indexed, starts

# Slack, the hinge loss, and the decay that belongs to C. z = y f(x) is the score of an example,
# which has the hinge loss max(0, 1 - z) and the slack xi; Xi and L sum both over the examples so
# far.

(w,) = vectors("w")
z, z_other, slope, xi, err = symbols("z z_other slope xi err", real=True)
Xi, Xi_before, L, L_before = symbols("Xi Xi_before L L_before", real=True)
C, n, lam = symbols("C n lambda", positive=True)
LOSS_LATEX = {
    z_other: "z'",
    slope: "g",
    err: r"\ell^{0/1}(z)",
    xi: r"\xi",
    Xi: r"\sum_{i\le t}\xi_i",
    Xi_before: r"\sum_{i<t}\xi_i",
    L: r"\sum_{i\le t}\ell(z_i)",
    L_before: r"\sum_{i<t}\ell(z_i)",
    lam: r"\lambda",
}


def hinge(score):
    """The hinge loss of a score."""
    return Max(0, 1 - score)


SLACK = Theorem(
    "slack",
    "Slack eliminated",
    {
        "slack is nonnegative": xi >= 0,
        "constraint": xi >= 1 - z,
        "no slack yet": Eq(Xi, 0),
        "no loss yet": Eq(L, 0),
        "one more slack": Eq(Xi, Xi_before + xi),
        "one more loss": Eq(L, L_before + hinge(z)),
    },
    (
        Step("feasible", hinge(z) >= 1 - z, ()),
        Step("least slack", xi >= hinge(z), ("slack is nonnegative", "constraint")),
        Step(
            "sum",
            Xi >= L,
            ("least slack", "one more slack", "one more loss"),
            base=("no slack yet", "no loss yet"),
        ),
        Step("objective", norm(w) ** 2 / 2 + C * Xi >= norm(w) ** 2 / 2 + C * L, ("sum",)),
    ),
    {Xi: Xi_before, L: L_before},
    LOSS_LATEX,
    "hinge-sgd#thm-slack",
)

HINGE = Theorem(
    "hinge",
    "The hinge loss and its subgradients",
    {
        "0 or 1": Eq(err * (err - 1), 0),
        "an error has z ≤ 0": err * z <= 0,
        "slope at most 0": slope <= 0,
        "slope at least −1": slope >= -1,
        "slope fits": Eq(hinge(z), -slope * (1 - z)),
    },
    (
        Step(
            "above the error",
            hinge(z) >= err,
            ("0 or 1", "an error has z ≤ 0"),
            tight=True,
            sharper=(2 * hinge(z) >= 3 * err,),
        ),
        Step(
            "corner",
            hinge(z_other) >= slope * (z_other - 1),
            ("slope at most 0", "slope at least −1"),
        ),
        Step(
            "subgradient",
            hinge(z_other) >= hinge(z) + slope * (z_other - z),
            ("corner", "slope fits"),
        ),
    ),
    latex=LOSS_LATEX,
    place="hinge-sgd#prop-hinge",
    in_words={"slopes off the corner": "there the loss is $1 - z$, or 0"},
)

RISK = lam * norm(w) ** 2 / 2 + L / n
DECAY = Theorem(
    "decay",
    "The decay that belongs to C",
    {"decay for C": Eq(lam, 1 / (n * C)), "decay for C/n": Eq(lam, 1 / C)},
    (
        Step("for C", Eq(n * C * RISK, norm(w) ** 2 / 2 + C * L), ("decay for C",)),
        Step(
            "for C/n",
            Eq(C * RISK, norm(w) ** 2 / 2 + C / n * L),
            ("decay for C/n",),
            sharper=(Eq(n * C * RISK, norm(w) ** 2 / 2 + C * L),),
        ),
    ),
    latex=LOSS_LATEX | {L: r"\sum_i\ell(z_i)"},
    place="hinge-sgd#prop-decay",
)


# The convexities that the rate rests on, each by induction over examples. w_before stands for
# w_{t-1}, the weights before step t, and x for yx. The pull v is the mean of m yx over a batch of k
# examples, m = 1 where the score is short of 1; p sums m yx, A and B sum the losses at w_before
# and at u, and D is the difference of the step's two regularized losses. F_w is the risk F at
# w_before and L_w the sum of its losses over examples; F_u, L_u at u, and so on. mu is the share of
# w_before at a point of a chord.

w_before, u, g, v, x = vectors("w_before u g v x")
p, p_before, mean, mean_before, between = vectors("p p_before mean mean_before between")
k = symbols("k", nonnegative=True)
R, G = symbols("R G", positive=True)
m, D, mu = symbols("m_x D mu", real=True)  # m is another number where one separator is unique
A, A_before, B, B_before = symbols("A A_before B B_before", real=True)
F_w, F_u, F_mean, F_old, F_between = symbols("F_w F_u F_mean F_mean_before F_between", real=True)
SUMS = {  # of the losses, beside the risks
    F: symbols(f"L_{where}", real=True)
    for F, where in zip(
        (F_w, F_u, F_mean, F_old, F_between), ("w", "u", "mean", "old", "between"), strict=True
    )
}
LATEX = {
    lam: r"\lambda",
    mu: r"\mu",
    m: "m",
    **indexed("t", (w, w_before)),
    g: "g_t",
    v: "v_t",
    x: "yx",
    D: r"\rho_t",
    mean: r"\bar w_t",
    mean_before: r"\bar w_{t-1}",
    between: r"w_\mu",
    F_w: "F(w_{t-1})",
    F_u: "F(u)",
    F_mean: r"F(\bar w_t)",
    F_old: r"F(\bar w_{t-1})",
    F_between: r"F(w_\mu)",
}
LATEX |= {L: LATEX[F].replace("F", r"\sum\ell") for F, L in SUMS.items()}

BATCH_LOSS = Theorem(
    "hinge_batch",
    "The loss of a step is strongly convex",
    {
        **starts(p),
        "no loss yet": Eq(A, 0),
        "no loss yet of u": Eq(B, 0),
        "one more pull": Eq(p, p_before + m * x),
        "one more loss": Eq(A, A_before + hinge(inner(w_before, x))),
        "one more loss of u": Eq(B, B_before + hinge(inner(u, x))),
        "m at least 0": m >= 0,
        "m at most 1": m <= 1,
        "m fits": Eq(hinge(inner(w_before, x)), m * (1 - inner(w_before, x))),
        "radius": norm(x) <= R,
        "mean pull": Eq(v, p / k),
        "slope": Eq(g, lam * w_before - v),
        "difference": Eq(D, lam * (norm(w_before) ** 2 - norm(u) ** 2) / 2 + (A - B) / k),
    },
    (
        Step(
            "sum of pulls",
            norm(p) <= R * k,
            ("one more pull", "m at least 0", "m at most 1", "radius"),
            base=("p starts at 0",),
        ),
        Step("pull", norm(v) <= R, ("sum of pulls", "mean pull")),
        Step(
            "one example",
            hinge(inner(u, x)) >= hinge(inner(w_before, x)) - m * inner(x, u - w_before),
            ("m at least 0", "m at most 1", "m fits"),
        ),
        Step(
            "sum of losses",
            B >= A - inner(p, u - w_before),
            ("one example", "one more pull", "one more loss", "one more loss of u"),
            base=("p starts at 0", "no loss yet", "no loss yet of u"),
        ),
        Step(
            "strong convexity",
            D <= -inner(g, u - w_before) - lam * norm(u - w_before) ** 2 / 2,
            ("sum of losses", "mean pull", "slope", "difference"),
        ),
    ),
    {k: k - 1, p: p_before, A: A_before, B: B_before},
    LATEX | indexed("k", (p, p_before), (A, A_before), (B, B_before)),
    "hinge-sgd#thm-hinge-regret",
    constants=(R, u, w_before),
    in_words={
        "m fits": "$m$ is 1 where the score is below 1, and else 0; there the loss is 1 less the "
        "score, or 0"
    },
)


def chord(start, point, F_start, F_point):
    """F is strongly convex: how far a point on the chord from `start` to w_before lies below it.

    Returns hypotheses, the steps for one example and for all, the sums one example earlier, and
    which hypotheses are about the sums over all.
    """
    at = {F_start: start, F_w: w_before, F_point: point}
    sums = {F: SUMS[F] for F in at}
    earlier = {L: symbols(f"{L}_before", real=True) for L in sums.values()}
    L_start, L_w, L_point = sums.values()
    losses = {L: hinge(inner(at[F], x)) for F, L in sums.items()}
    share = {"μ at least 0": mu >= 0, "μ at most 1": mu <= 1}
    on_it = {"on the chord": Eq(point, (1 - mu) * start + mu * w_before)}
    none = starts(*earlier)
    more = {f"one more in {L}": Eq(L, earlier[L] + losses[L]) for L in earlier}
    risks = {f"risk {F}": Eq(F, lam * norm(at[F]) ** 2 / 2 + sums[F] / n) for F in at}
    one = (1 - mu) * losses[L_start] + mu * losses[L_w]
    line = (1 - mu) * L_start + mu * L_w
    curve = lam * mu * (1 - mu) * norm(start - w_before) ** 2 / 2
    below = (1 - mu) * F_start + mu * F_w - curve
    steps = (
        Step("one example", losses[L_point] <= one, (*share, *on_it)),
        Step("all examples", L_point <= line, ("one example", *more), base=tuple(none)),
        Step(
            "chord",
            F_point <= below,
            ("all examples", *risks, *on_it),
            tight=True,
            sharper=(F_point <= below - curve,),
        ),
    )
    return share | on_it | none | more | risks, steps, earlier, tuple(risks)


hypotheses, steps, earlier, risks = chord(mean_before, mean, F_old, F_mean)
OF_MEANS = Theorem(
    "hinge_means",
    "The risk of a mean of weights",
    hypotheses,
    (
        *steps,
        Step(
            "risk of the mean",
            F_mean <= (1 - mu) * F_old + mu * F_w,
            ("chord", "μ at least 0", "μ at most 1"),
        ),
    ),
    earlier,
    LATEX,
    "hinge-sgd#thm-hinge-rate",
    end=risks,
    constants=(mu,),
)

# Where the claim would fail, by e, the share mu is at most e/(λ‖u - w‖²): small enough to do
# without a limit. Where it holds, any share will do.
_CURVE = lam * norm(u - w_before) ** 2
_BELOW = Max(0, _CURVE / 2 - (F_w - F_u))
hypotheses, steps, earlier, risks = chord(u, between, F_u, F_between)
GROWTH_AT_MINIMUM = Theorem(
    "hinge_minimum",
    "The risk grows from its minimum as the square of the distance",
    hypotheses
    | {
        "u is a minimum": F_u <= F_between,
        "off u": mu > 0,
        "a small share": mu * _CURVE * _BELOW <= _BELOW**2,
        "the whole sample": Eq(D, F_w - F_u),
    },
    (
        *steps,
        Step(
            "growth",
            D >= lam * norm(u - w_before) ** 2 / 2,
            ("chord", "u is a minimum", "off u", "a small share", "the whole sample"),
        ),
    ),
    earlier,
    LATEX,
    "hinge-sgd#thm-hinge-rate",
    end=risks,
    constants=(mu,),
    in_words={
        "a small share exists": r"if the claim failed, by $e > 0$, any would do whose product with "
        r"$\lambda\lVert u - w_{t-1}\rVert^2$ is at most $e$; if not, any does"
    },
)


# How fast hinge SGD converges: its length, its regret, and its rate. Step t takes w_before to w =
# w_before - g/(λt), where g = λ w_before - v is a slope of the step's loss. S, W and H sum D, t D
# and 1/t; F_mean is the risk of the weights' mean with weights 1, …, t.

(v_next,) = vectors("v_next")
t = symbols("t", nonnegative=True)
S, S_before, W, W_before = symbols("S S_before W W_before", real=True)
H, H_before = symbols("H H_before", real=True)
LATEX = LATEX | indexed("t", (S, S_before), (W, W_before), (H, H_before))

BALL = Theorem(
    "hinge_ball",
    "Hinge SGD stays in a ball",
    {
        **starts(w),
        "update": Eq(w, (1 - 1 / t) * w_before + v / (lam * t)),
        "pull": (BATCH_LOSS, "pull"),
        "next slope": Eq(g, lam * w - v_next),
        "next pull": norm(v_next) <= R,
        "G is twice R": Eq(G, 2 * R),
    },
    (
        Step("length", lam * norm(w) <= R, ("update", "pull"), base=("w starts at 0",)),
        Step("subgradient", norm(g) <= G, ("length", "next slope", "next pull", "G is twice R")),
    ),
    {t: t - 1, w: w_before},
    LATEX | {g: "g_{t+1}", v_next: "v_{t+1}"},
    "hinge-sgd#lem-hinge-ball",
    {"next pull": "*pull* of the loss of a step, one step later"},
    constants=(R, lam),
)

STEP = {
    "update": Eq(w, w_before - g / (lam * t)),
    "strong convexity": (BATCH_LOSS, "strong convexity"),
    "subgradient": (BALL, "subgradient"),
}
LEFT, GONE = lam * (t - 1) * norm(u - w_before) ** 2, lam * t * norm(u - w) ** 2
ONE_STEP = Step(
    "one step", D <= (LEFT - GONE + norm(g) ** 2 / (lam * t)) / 2, ("update", "strong convexity")
)

REGRET = Theorem(
    "hinge_regret",
    "The regret of hinge SGD",
    {
        **STEP,
        **starts(t, S, H),
        "sum of D": Eq(S, S_before + D),
        "sum of 1/t": Eq(H, H_before + 1 / t),
    },
    (
        ONE_STEP,
        Step(
            "telescope",
            2 * lam * S <= G**2 * H - lam**2 * t * norm(u - w) ** 2,
            ("one step", "subgradient", "sum of D", "sum of 1/t"),
            base=("t starts at 0", "S starts at 0", "H starts at 0"),
            sharper=(2 * lam * S <= G**2 * H - 2 * lam**2 * t * norm(u - w) ** 2,),
        ),
        Step("regret", S <= G**2 * H / (2 * lam), ("telescope",)),
    ),
    {t: t - 1, S: S_before, H: H_before, w: w_before},
    LATEX,
    "hinge-sgd#thm-hinge-regret",
    constants=(G, lam, u),
    in_words={
        "the logarithm above H": "for $s \\ge 2$, $1/s$ is at most the area under $1/x$ from "
        "$s - 1$ to $s$, so $H_t \\le 1 + \\ln t$"
    },
)

FAR, FAR_BEFORE = lam**2 * norm(u - w) ** 2, lam**2 * norm(u - w_before) ** 2
SUM, DISTANCE = lam * W + t**2 * FAR / 2 - G**2 * t, t**2 * FAR - G**2 * t

RATE = Theorem(
    "hinge_rate",
    "The rate of hinge SGD, when each step takes the whole sample",
    {
        **STEP,
        "growth": (GROWTH_AT_MINIMUM, "growth"),
        **starts(t, W),
        "sum of t D": Eq(W, W_before + t * D),
        "risk of the mean": (OF_MEANS, "risk of the mean"),
        "share of the last": Eq(mu, 2 / (t + 1)),
        "the whole sample": Eq(D, F_w - F_u),
        "a step": t >= 1,
    },
    (
        ONE_STEP,
        Step(
            "weighted step",
            lam * t * D <= (t * (t - 1) * FAR_BEFORE - t**2 * FAR + G**2) / 2,
            ("one step", "subgradient"),
        ),
        Step(
            "contraction",
            t**2 * FAR <= t * (t - 2) * FAR_BEFORE + G**2,
            ("weighted step", "growth"),
        ),
        Step(
            "sum and distance",
            Max(SUM, DISTANCE) <= 0,
            ("weighted step", "sum of t D", "contraction"),
            base=("t starts at 0", "W starts at 0"),
        ),
        Step(
            "mean",
            t * (t + 1) * (F_mean - F_u) / 2 <= W,
            ("sum of t D", "risk of the mean", "share of the last", "the whole sample"),
            base=("t starts at 0", "W starts at 0"),
        ),
        Step(
            "rate",
            F_mean - F_u <= 2 * G**2 / (lam * (t + 1)),
            ("sum and distance", "mean", "a step"),
        ),
    ),
    {t: t - 1, W: W_before, F_mean: F_old, w: w_before},
    LATEX,
    "hinge-sgd#thm-hinge-rate",
    constants=(G, lam, u, F_u),
    in_words={
        "share of the last": "of the weights $1, \\dots, t$ the last has the share $2/(t+1)$",
        "one random example a step": "given the past, $\\rho_t$ has the gap as its mean, and every "
        "line is linear in what is random, so it holds of means",
    },
)
