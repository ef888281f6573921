"""The convexities that the rate of hinge SGD rests on, each by induction over examples.

Chapter *Hinge SGD*. w_before stands for w_{t-1}, the weights before step t, and x for yx. The pull
v is the mean of m yx over a batch of k examples, m = 1 where the margin is short of 1; p sums m yx,
A and B sum the losses at w_before and at u, and D is the difference of the step's two regularized
losses. F_w is the risk F at w_before and L_w the sum of its losses over examples; F_u, L_u at u,
and so on. mu is the share of w_before at a point of a chord.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.hinge_sgd.loss import hinge

w, w_before, u, g, v, x = vectors("w w_before u g v x")
p, p_before, mean, mean_before, between = vectors("p p_before mean mean_before between")
k = symbols("k", nonnegative=True)
lam, R, G, n = symbols("lambda R G n", positive=True)
m, D, mu = symbols("m_x D mu", real=True)  # m is another number where one separator is unique
A, A_before, B, B_before = symbols("A A_before B B_before", real=True)
F_w, F_u, F_mean, F_old, F_between = symbols("F_w F_u F_mean F_old F_between", real=True)
LATEX = {
    lam: r"\lambda",
    mu: r"\mu",
    m: "m",
    w: "w_t",
    w_before: "w_{t-1}",
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
LATEX |= {
    symbols(f"L{F.name[1:]}", real=True): LATEX[F].replace("F", r"\sum\ell")
    for F in (F_w, F_u, F_mean, F_old, F_between)
}

# What these theorems prove, and those of the rate use.
PULL = norm(v) <= R
STRONG = D <= -inner(g, u - w_before) - lam * norm(u - w_before) ** 2 / 2
GROWTH = D >= lam * norm(u - w_before) ** 2 / 2
OF_A_MEAN = F_mean <= (1 - mu) * F_old + mu * F_w

BATCH_LOSS = Theorem(
    "hinge_batch",
    "The loss of a step is strongly convex",
    {
        "p starts at 0": Eq(p, ZERO),
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
            sharper=(norm(p) < R * k,),
        ),
        Step("pull", PULL, ("sum of pulls", "mean pull"), sharper=(norm(v) < R,)),
        Step(
            "one example",
            hinge(inner(u, x)) >= hinge(inner(w_before, x)) - m * inner(x, u - w_before),
            ("m at least 0", "m at most 1", "m fits"),
            sharper=(hinge(inner(u, x)) > hinge(inner(w_before, x)) - m * inner(x, u - w_before),),
        ),
        Step(
            "sum of losses",
            B >= A - inner(p, u - w_before),
            ("one example", "one more pull", "one more loss", "one more loss of u"),
            base=("p starts at 0", "no loss yet", "no loss yet of u"),
            sharper=(B > A - inner(p, u - w_before),),
        ),
        Step(
            "strong convexity",
            STRONG,
            ("sum of losses", "mean pull", "slope", "difference"),
            sharper=(D < -inner(g, u - w_before) - lam * norm(u - w_before) ** 2 / 2,),
        ),
    ),
    {k: k - 1, p: p_before, A: A_before, B: B_before},
    LATEX
    | {
        p: "p_k",
        p_before: "p_{k-1}",
        A: "A_k",
        A_before: "A_{k-1}",
        B: "B_k",
        B_before: "B_{k-1}",
    },
    "hinge-sgd",
)


def chord(start, point, F_start, F_point):
    """F is strongly convex: how far a point on the chord from `start` to w_before lies below it.

    Returns hypotheses, the steps for one example and for all, the sums one example earlier, and
    which hypotheses are about the sums over all.
    """
    at = {F_start: start, F_w: w_before, F_point: point}
    sums = {F: symbols(str(F).replace("F", "L"), real=True) for F in at}
    earlier = {L: symbols(f"{L}_before", real=True) for L in sums.values()}
    L_start, L_w, L_point = sums.values()
    losses = {L: hinge(inner(at[F], x)) for F, L in sums.items()}
    share = {"μ at least 0": mu >= 0, "μ at most 1": mu <= 1}
    on_it = {"on the chord": Eq(point, (1 - mu) * start + mu * w_before)}
    none = {f"{L} starts at 0": Eq(L, 0) for L in earlier}
    more = {f"one more in {L}": Eq(L, earlier[L] + losses[L]) for L in earlier}
    risks = {f"risk {F}": Eq(F, lam * norm(at[F]) ** 2 / 2 + sums[F] / n) for F in at}
    one = (1 - mu) * losses[L_start] + mu * losses[L_w]
    line = (1 - mu) * L_start + mu * L_w
    curve = lam * mu * (1 - mu) * norm(start - w_before) ** 2 / 2
    below = (1 - mu) * F_start + mu * F_w - curve
    steps = (
        Step(
            "one example",
            losses[L_point] <= one,
            (*share, *on_it),
            sharper=(losses[L_point] < one,),
        ),
        Step(
            "all examples",
            L_point <= line,
            ("one example", *more),
            base=tuple(none),
            sharper=(L_point < line,),
        ),
        Step(
            "chord",
            F_point <= below,
            ("all examples", *risks, *on_it),
            sharper=(F_point < below, F_point <= below - curve),
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
            OF_A_MEAN,
            ("chord", "μ at least 0", "μ at most 1"),
            sharper=(F_mean < (1 - mu) * F_old + mu * F_w,),
        ),
    ),
    earlier,
    LATEX,
    "hinge-sgd",
    end=risks,
)

hypotheses, steps, earlier, risks = chord(u, between, F_u, F_between)
GROWTH_AT_MINIMUM = Theorem(
    "hinge_minimum",
    "The risk grows from its minimum as the square of the distance",
    hypotheses
    | {
        "u is a minimum": F_u <= F_between,
        "how far": Eq(
            mu * lam * norm(u - w_before) ** 2,
            Max(0, lam * norm(u - w_before) ** 2 / 2 - (F_w - F_u)),
        ),
        "the whole sample": Eq(D, F_w - F_u),
    },
    (
        *steps,
        Step(
            "growth",
            GROWTH,
            ("chord", "u is a minimum", "how far", "the whole sample"),
            sharper=(D > lam * norm(u - w_before) ** 2 / 2,),
        ),
    ),
    earlier,
    LATEX,
    "hinge-sgd",
    end=risks,
)
