"""Shattering, through the origin and with an offset; the VC bound; mistakes turned into risk.

Chapter *Generalization*. Means and sums over labelings, points, outcomes or rounds are inductions
over them, one after the other.
"""

from sympy import Eq, Max, log, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from lib.theorems.vocabulary import same_updates, starts

# Shattering through the origin: the mean over labelings, and the one that is shortest

n, N = symbols("n N", nonnegative=True)
R, gamma = symbols("R gamma", positive=True)
A, A_before, T, T_before, B, B_before, q = symbols(
    "A A_before T T_before B B_before q", nonnegative=True
)
v, v_before, x, u, s = vectors("v v_before x u s")
LATEX = {gamma: r"\gamma", A_before: "A_{n-1}", A: "A_n", v_before: "v'"}

# The mean A of ‖s‖² over the sums s of labelings, or of splits: N so far, their squares sum to T.
LEAST = Theorem(
    "least",
    "Least and mean",
    {
        "none yet": Eq(N, 0),
        "one more": Eq(T, T_before + norm(s) ** 2),
        "v is the shortest": norm(v) <= norm(s),
        "some": N > 0,
        "mean": Eq(N * A, T),
    },
    (
        Step("least", N * norm(v) ** 2 <= T, ("one more", "v is the shortest"), base=("none yet",)),
        Step("least ≤ mean", norm(v) ** 2 <= A, ("least", "some", "mean")),
    ),
    {N: N - 1, T: T_before},
    LATEX | {A: "A", T_before: "T'"},
    "generalization#thm-shatter-zero",
    end=("mean",),
    constants=(v,),
)

# Labelings of all points but x, N so far, s the sum of the present one: T sums ‖s‖², and B sums q,
# the mean of the two squares that it becomes with x.
AVERAGE = Theorem(
    "labelings",
    "The mean over labelings",
    {
        **starts(T, B, N),
        "without x": Eq(T, T_before + norm(s) ** 2),
        "two signs": Eq(q, norm(s + x) ** 2 / 2 + norm(s - x) ** 2 / 2),
        "with x": Eq(B, B_before + q),
        "some": N > 0,
        "mean without x": Eq(N * A_before, T),
        "mean with x": Eq(N * A, B),
    },
    (
        Step("parallelogram", Eq(q, norm(s) ** 2 + norm(x) ** 2), ("two signs",)),
        Step(
            "all labelings",
            Eq(B, T + N * norm(x) ** 2),
            ("without x", "with x", "parallelogram"),
            base=("T starts at 0", "B starts at 0", "N starts at 0"),
        ),
        Step(
            "one more point",
            Eq(A, A_before + norm(x) ** 2),
            ("all labelings", "some", "mean without x", "mean with x"),
        ),
    ),
    {N: N - 1, T: T_before, B: B_before},
    LATEX | {T_before: "T'", B_before: "B'"},
    "generalization#thm-shatter-zero",
    end=("mean without x", "mean with x"),
    constants=(x,),
)

# v is the shortest Σ yx: of the first n points, x the last of them times its label.
THROUGH_ZERO = Theorem(
    "shattering",
    "Shattering through the origin",
    {
        "no sum": Eq(A, 0),
        "one more point": (AVERAGE, "one more point"),
        "radius": norm(x) <= R,
        **starts(v, n),
        "sum": Eq(v, v_before + x),
        "shattered": inner(u, x) >= gamma,
        "u is unit": Eq(norm(u), 1),
        "least ≤ mean": (LEAST, "least ≤ mean"),
    },
    (
        Step("mean over labelings", A <= n * R**2, ("one more point", "radius"), base=("no sum",)),
        Step(
            "margins",
            inner(u, v) >= n * gamma,
            ("sum", "shattered"),
            base=("v starts at 0", "n starts at 0"),
        ),
        Step("length", norm(v) >= n * gamma, ("margins", "u is unit")),
        Step("dimension", n <= R**2 / gamma**2, ("mean over labelings", "length", "least ≤ mean")),
    ),
    {n: n - 1, A: A_before, v: v_before},
    LATEX,
    "generalization#thm-shatter-zero",
    end=("least ≤ mean",),
    constants=(R, gamma, u),
)


# Shattering with an offset: the points about their centroid, and the mean over splits

k = symbols("k", nonnegative=True)
V, V_before, C, C_before, Z, Z_before, b = symbols("V V_before C C_before Z Z_before b", real=True)
w, o, o_before, z, a, c, s_before, whole, whole_before = vectors(
    "w o o_before z a c s_before whole whole_before"
)
b_moved = symbols("b_moved", real=True)
OFFSET_LATEX = {
    gamma: r"\gamma",
    v_before: "v'",
    whole: r"{\textstyle\sum x}",
    whole_before: r"{\textstyle\sum x}'",
    o: r"\bar v",
    o_before: r"\bar v'",
    C: "Q",
    k: "n_+",
    b_moved: "b'",
}

# The points are moved, a to x = a - c, by their mean c. Sums over them, n counted so far: s of a,
# `whole` of x, V of ‖x‖², C of ⟨x,x'⟩ over pairs of different points, Z of ‖x - z‖², z the moved
# center of the ball. Together they sum to 0.
CENTROID = Theorem(
    "centroid",
    "Points that sum to zero",
    {
        **starts(n, whole, V),
        "Q starts at 0": Eq(C, 0),
        **starts(Z, s),
        "moved": Eq(x, a - c),
        "sum of the points": Eq(s, s_before + a),
        "c is their mean": Eq(s, n * c),
        "sum": Eq(whole, whole_before + x),
        "squares": Eq(V, V_before + norm(x) ** 2),
        "pairs": Eq(C, C_before + 2 * inner(whole_before, x)),
        "about z": Eq(Z, Z_before + norm(x - z) ** 2),
        "in the ball": norm(a - c - z) <= R,
    },
    (
        Step(
            "the sum moves",
            Eq(whole, s - n * c),
            ("moved", "sum of the points", "sum"),
            base=("n starts at 0", "whole starts at 0", "s starts at 0"),
        ),
        Step("all points", Eq(whole, ZERO), ("the sum moves", "c is their mean")),
        Step(
            "square of the sum",
            Eq(norm(whole) ** 2, V + C),
            ("sum", "squares", "pairs"),
            base=("whole starts at 0", "V starts at 0", "Q starts at 0"),
        ),
        Step("centered", Eq(V + C, 0), ("square of the sum", "all points")),
        Step(
            "squares about z",
            Eq(Z, V - 2 * inner(whole, z) + n * norm(z) ** 2),
            ("sum", "squares", "about z"),
            base=("n starts at 0", "whole starts at 0", "V starts at 0", "Z starts at 0"),
        ),
        Step(
            "no more than n R²",
            Z <= n * R**2,
            ("moved", "about z", "in the ball"),
            base=("Z starts at 0",),
        ),
        Step("radius", V <= n * R**2, ("squares about z", "no more than n R²", "all points")),
    ),
    {n: n - 1, s: s_before, whole: whole_before, V: V_before, C: C_before, Z: Z_before},
    OFFSET_LATEX | {s_before: "s'", V_before: "V'", C_before: "Q'", Z_before: "Z'"},
    "generalization#thm-shatter-offset",
    constants=(c, z, R),
    end=("c is their mean",),
)

# A hyperplane moves with the points.
MOVED = {"moved": Eq(x, a - c), "moved offset": Eq(b_moved, b + inner(w, c))}
SIDE = Theorem(
    "side",
    "One side of a hyperplane",
    {
        "the count starts at 0": Eq(k, 0),
        "v starts at 0": Eq(v, ZERO),
        "sum": Eq(v, v_before + x),
        **MOVED,
        "shattered": inner(w, a) + b >= gamma,
    },
    (
        Step(
            "plus side",
            inner(w, v) + k * b_moved >= k * gamma,
            ("sum", *MOVED, "shattered"),
            base=("the count starts at 0", "v starts at 0"),
        ),
    ),
    {k: k - 1, v: v_before},
    OFFSET_LATEX,
    "generalization#thm-shatter-offset",
    constants=(w, b, b_moved, c, gamma),
)

# The k points of the plus side are counted already, and then the others, n with them so far.
OTHER_SIDE = Theorem(
    "other_side",
    "The other side of a hyperplane",
    {
        "n starts at the count": Eq(n, k),
        "the sum starts at 0": Eq(o, ZERO),
        "sum": Eq(o, o_before + x),
        **MOVED,
        "shattered": inner(w, a) + b <= -gamma,
    },
    (
        Step(
            "minus side",
            inner(w, o) + (n - k) * b_moved <= -(n - k) * gamma,
            ("sum", *MOVED, "shattered"),
            base=("n starts at the count", "the sum starts at 0"),
        ),
    ),
    {n: n - 1, o: o_before},
    OFFSET_LATEX,
    "generalization#thm-shatter-offset",
    constants=(w, b, b_moved, c, gamma, k),
)

# The points sum to 0; v is the sum of the k on the plus side, o of the others, w and b separate
# them, and v is the shortest of all choices of k points. A is the mean of ‖v‖² over them.
WITH_OFFSET = Theorem(
    "shattering_offset",
    "Shattering with an offset",
    {
        "all points": (CENTROID, "all points"),
        "two parts": Eq(whole, v + o),
        "plus side": (SIDE, "plus side"),
        "minus side": (OTHER_SIDE, "minus side"),
        "w is unit": Eq(norm(w), 1),
        "a point on the other side": n >= k + 1,
        "shares": Eq(A * n * (n - 1), (n - 1) * k * V + k * (k - 1) * C),
        "centered": (CENTROID, "centered"),
        "least ≤ mean": (LEAST, "least ≤ mean"),
        "radius": (CENTROID, "radius"),
        "halves": Eq(2 * k, n),
        "nearly halves": Eq(2 * k, n + 1),
        "three points": Eq(n, 3),
        "two against one": Eq(k, 2),
    },
    (
        Step(
            "apart",
            n * norm(v) >= 2 * k * (n - k) * gamma,
            ("all points", "two parts", "plus side", "minus side", "w is unit"),
        ),
        Step("mean over splits", Eq(A * n * (n - 1), k * (n - k) * V), ("shares", "centered")),
        Step(
            "least split",
            norm(v) ** 2 * (n - 1) <= k * (n - k) * R**2,
            ("mean over splits", "least ≤ mean", "radius", "a point on the other side"),
        ),
        Step(
            "every split",
            4 * gamma**2 * k * (n - k) * (n - 1) <= n**2 * R**2,
            ("apart", "least split", "a point on the other side"),
        ),
        Step("n even", n - 1 <= R**2 / gamma**2, ("every split", "halves")),
        Step(
            "n odd",
            n - 2 < R**2 / gamma**2,
            ("every split", "nearly halves"),
            sharper=(n - 1 <= R**2 / gamma**2,),
        ),
        Step(
            "triangle",
            16 * gamma**2 <= 9 * R**2,
            ("every split", "three points", "two against one"),
            sharper=(2 * gamma**2 <= R**2,),
        ),
    ),
    latex=OFFSET_LATEX,
    place="generalization#thm-shatter-offset",
    assumed={
        "shares": "the mean of a sum over the choices of $n_+$ points is the sum of the means; "
        "$n_+/n$ of the choices hold a given point, and $n_+(n_+-1)/(n(n-1))$ a given pair"
    },
    in_words={
        "at most 1 + min(d, ⌈R²/γ²⌉)": "no whole number lies above this and keeps to the bounds, "
        "and $\\mathbb R^d$ has $\\operatorname{VC} = d + 1$, which the page argues with Radon"
    },
)


# The VC bound behind its formula, and mistakes turned into risk. The VC bound fails with chance at
# most p = 4 (2eN/D)^D exp(-N τ²/8). `chance` is ln p.
N, D, tau, delta = symbols("N D tau delta", positive=True)
chance = symbols("chance", real=True)
log_4, log_delta, log_ratio = log(4, evaluate=False), log(delta), log(2 * N / D)

VC_FORM = Theorem(
    "vc_form",
    "The form of the VC bound",
    {
        "union bound": Eq(chance, log_4 + D * (log_ratio + 1) - N * tau**2 / 8),
        "right form": Eq(tau**2, 8 * (D * (log_ratio + 1) + log_4 - log_delta) / N),
        "printed form": Eq(tau**2, 8 * D * (log_ratio + 1 + log_4 + log_delta) / N),
        "a small chance": log_delta < -log_4,
    },
    (
        Step("right", Eq(chance, log_delta), ("union bound", "right form")),
        Step(
            "printed",
            Eq(chance, log_4 - D * (log_4 + log_delta)),
            ("union bound", "printed form"),
            sharper=(Eq(chance, log_delta),),
        ),
        Step(
            "printed says nothing",
            chance > log_4,
            ("printed", "a small chance"),
            sharper=(chance > 2 * log_4,),
        ),
    ),
    latex={
        N: "n",
        tau: r"\tau",
        D: r"\operatorname{VC}",
        chance: r"\ln\Pr",
        delta: r"\delta",
    },
    place="generalization#thm-vc",
    cited={
        "union bound": "[Vapnik and Chervonenkis (1971)](references.md#vapnikchervonenkis1971), "
        "with the lemma of [Sauer (1972)](references.md#sauer1972)"
    },
)

t, m, r, S, S_before, E, E_before, risk = symbols(
    "t m r S S_before E E_before risk", nonnegative=True
)
p, P, P_before, loo, missed, errors, errors_before, t_before = symbols(
    "p P P_before loo missed errors errors_before t_before", nonnegative=True
)
hit, different, different_before, L, L_before = symbols(
    "hit different different_before L L_before", nonnegative=True
)

INFINITE = {
    "infinitely many outcomes": "sums over outcomes become integrals, which keep inequalities too"
}

# Outcomes, one after the other: each has chance p and brings t mistakes. P sums the chances, E the
# products p t: of all outcomes it is the mean number of mistakes.
MEAN = Theorem(
    "mean_mistakes",
    "The mean of a bounded number",
    {
        "E starts at 0": Eq(E, 0),
        "one outcome": Eq(E, E_before + p * t),
        "its chance": Eq(P, P_before + p),
        "Block–Novikoff": (BLOCK_NOVIKOFF, "bound"),
        "all outcomes": Eq(P, 1),
    },
    (
        Step(
            "weighted",
            E <= P * (R / gamma) ** 2,
            ("one outcome", "its chance", "Block–Novikoff"),
            base=("E starts at 0",),
        ),
        Step("mean", E <= (R / gamma) ** 2, ("weighted", "all outcomes")),
    ),
    {E: E_before, P: P_before},
    {gamma: r"\gamma", E_before: "E'", P_before: "P'", p: r"\Pr"},
    "generalization#thm-online-to-batch",
    in_words=INFINITE,
    end=("all outcomes",),
    constants=(R, gamma),
)

# Rounds, one after the other: r is the mean risk of the weights before this one, m the chance of a
# mistake in it. After n rounds S sums the risks, and E the chances: the mean number of mistakes.
ONLINE = Theorem(
    "online_to_batch",
    "Mistakes into risk",
    {
        **starts(S, E),
        "its risk": Eq(S, S_before + r),
        "its mistake": Eq(E, E_before + m),
        "fresh examples": Eq(m, r),
        "mean of the risks": Eq(n * risk, S),
        "an example": n >= 1,
        "mean": (MEAN, "mean"),
        "Hoeffding–Azuma": chance <= -2 * n * tau**2,
        "τ": Eq(tau**2, -log_delta / (2 * n)),
    },
    (
        Step(
            "mistakes are risks",
            Eq(E, S),
            ("its risk", "its mistake", "fresh examples"),
            base=("S starts at 0", "E starts at 0"),
        ),
        Step("with high chance", chance <= log_delta, ("Hoeffding–Azuma", "τ")),
        Step(
            "random round",
            risk <= (R / gamma) ** 2 / n,
            ("mistakes are risks", "mean of the risks", "an example", "mean"),
        ),
    ),
    {S: S_before, E: E_before},
    {
        S_before: "S'",
        E: r"\mathrm{E}\,M",
        E_before: r"(\mathrm{E}\,M)'",
        risk: r"\mathrm{E}\,\overline{\operatorname{risk}}",
        gamma: r"\gamma",
        tau: r"\tau",
        chance: r"\ln\Pr",
        delta: r"\delta",
    },
    "generalization#thm-online-to-batch",
    {
        "fresh examples": "given the past, the next example is a mistake with chance equal to the "
        "risk of the present weights; both sides are means over the past"
    },
    {
        "Hoeffding–Azuma": "[Hoeffding 1963](references.md#hoeffding1963); "
        "[Azuma 1967](references.md#azuma1967)"
    },
    end=("mean of the risks", "mean"),
)

# A run w of the perceptron beside the run v without an example, z, that brought w no update. x is
# the signed example of an update, x_next that of a later turn.
w_before, x_next = vectors("w_before x_next")
IDLE = Theorem(
    "idle",
    "Without an example that brought no update",
    {
        **starts(w, v),
        "update": Eq(w, w_before + x),
        "the same update": Eq(v, v_before + x),
        "w errs next": inner(w, x_next) <= 0,
        "v errs next": inner(v, x_next) <= 0,
        "w is right about it": inner(w, z) > 0,
    },
    (
        Step(
            "in step",
            Eq(w, v),
            ("update", "the same update"),
            base=("w starts at 0", "v starts at 0"),
        ),
        Step("v errs where w errs", inner(v, x_next) <= 0, ("in step", "w errs next")),
        Step("w errs where v errs", inner(w, x_next) <= 0, ("in step", "v errs next")),
        Step("not missed", inner(v, z) > 0, ("in step", "w is right about it")),
    ),
    {w: w_before, v: v_before},
    {
        w: "w_t",
        w_before: "w_{t-1}",
        v: "v_t",
        v_before: "v_{t-1}",
        x: "y_tx_t",
        x_next: "y_{t+1}x_{t+1}",
        z: "yx",
    },
    "generalization#prop-leave-one-out",
    in_words=same_updates("in step"),
)

LEFT_OUT_LATEX = {
    t_before: "t'",
    errors: r"\#\text{missed}",
    errors_before: r"\#\text{missed}'",
    missed: r"e",
    hit: r"h",
    different: r"M'",
    different_before: r"(M')'",
    loo: r"\widehat{\operatorname{risk}}_{\mathrm{loo}}",
    gamma: r"\gamma",
}

# Examples, one after the other: m updates were made on it, `hit` is 1 if there was one,
# and `missed` is 1 if it is missed when left out. t, different and errors sum them.
LEFT_OUT = Theorem(
    "leave_one_out",
    "Leave one out",
    {
        **starts(different),
        "errors start at 0": Eq(errors, 0),
        "missed only if updated on": missed <= hit,
        "updated on": hit <= m,
        "updates": Eq(t, t_before + m),
        "different examples": Eq(different, different_before + hit),
        "errors": Eq(errors, errors_before + missed),
        "Block–Novikoff": (BLOCK_NOVIKOFF, "bound"),
        "share": Eq(n * loo, errors),
        "an example": n >= 1,
    },
    (
        Step(
            "count",
            errors <= different,
            ("missed only if updated on", "different examples", "errors"),
            base=("errors start at 0",),
        ),
        Step(
            "repeats",
            different <= t,
            ("updated on", "different examples", "updates"),
            base=("different starts at 0",),
        ),
        Step("leave one out", loo <= different / n, ("count", "share", "an example")),
        Step("at most M/n", loo <= t / n, ("leave one out", "repeats")),
        Step(
            "with a margin",
            loo <= (R / gamma) ** 2 / n,
            ("at most M/n", "Block–Novikoff"),
        ),
    ),
    {t: t_before, different: different_before, errors: errors_before},
    LEFT_OUT_LATEX,
    "generalization#prop-leave-one-out",
    {
        "missed only if updated on": "an example that brought no update is *not missed*, because "
        "without it every update happens as before"
    },
    end=("share",),
)

# Outcomes, samples of n, one after the other: each has chance p, `errors` when each is left
# out in turn, and `different` examples with an update. L and E sum the products of p with both.
MEAN_RISK = Theorem(
    "mean_risk",
    "The risk of a halted perceptron",
    {
        **starts(L, E),
        "missed, on average": Eq(L, L_before + p * errors),
        "different, on average": Eq(E, E_before + p * different),
        "its chance": Eq(P, P_before + p),
        "leave one out": (LEFT_OUT, "count"),
        "no more than M": (LEFT_OUT, "repeats"),
        "Block–Novikoff": (BLOCK_NOVIKOFF, "bound"),
        "all outcomes": Eq(P, 1),
        "each is as fresh": Eq(n * risk, L),
        "an example": n >= 1,
    },
    (
        Step(
            "on average",
            L <= E,
            ("missed, on average", "different, on average", "leave one out"),
            base=("L starts at 0",),
        ),
        Step(
            "weighted",
            E <= P * (R / gamma) ** 2,
            ("different, on average", "its chance", "no more than M", "Block–Novikoff"),
            base=("E starts at 0",),
        ),
        Step("mean risk", risk <= E / n, ("on average", "each is as fresh", "an example")),
        Step(
            "with a margin",
            risk <= (R / gamma) ** 2 / n,
            ("mean risk", "weighted", "all outcomes"),
        ),
    ),
    {L: L_before, E: E_before, P: P_before},
    LEFT_OUT_LATEX
    | {
        L: r"\mathrm{E}\,\#\text{missed}",
        L_before: r"(\mathrm{E}\,\#\text{missed})'",
        E: r"\mathrm{E}\,M'",
        E_before: r"(\mathrm{E}\,M')'",
        P_before: "P'",
        p: r"\Pr",
        t: "M",
        risk: r"\mathrm{E}\operatorname{risk}",
    },
    "generalization#thm-mean-risk",
    {
        "each is as fresh": "whichever of $n$ independent draws is left out, the others are "
        "$n - 1$ draws in their order, and it is fresh to them"
    },
    in_words=INFINITE,
    end=("all outcomes", "each is as fresh"),
    constants=(R, gamma),
)

# Outcomes, as above: `against` of the n + 1 weights err on the last example, `missed` is 1 if their
# vote does. L and A sum the products of p with both, and E is the mean number of mistakes.
against = symbols("against", nonnegative=True)
VOTED = Theorem(
    "voted",
    "The risk of a vote",
    {
        **starts(L),
        "missed, on average": Eq(L, L_before + p * missed),
        "votes against, on average": Eq(A, A_before + p * against),
        "half of the votes": missed * (n + 1) <= 2 * against,
        "each round is as fresh": Eq(A, E),
        "mean": (MEAN, "mean"),
        "the vote's risk": Eq(risk, L),
    },
    (
        Step(
            "twice the votes",
            (n + 1) * L <= 2 * A,
            ("missed, on average", "votes against, on average", "half of the votes"),
            base=("L starts at 0",),
        ),
        Step(
            "vote",
            risk <= 2 * E / (n + 1),
            ("twice the votes", "each round is as fresh", "the vote's risk"),
        ),
        Step("with a margin", risk <= 2 * (R / gamma) ** 2 / (n + 1), ("vote", "mean")),
    ),
    {L: L_before, A: A_before},
    {
        L: r"\Pr(\text{missed})",
        L_before: r"\Pr(\text{missed})'",
        A: r"\mathrm{E}\,\#\text{against}",
        A_before: r"(\mathrm{E}\,\#\text{against})'",
        against: r"\#\text{against}",
        missed: "e",
        p: r"\Pr",
        E: r"\mathrm{E}\,M",
        risk: r"\operatorname{risk}",
        gamma: r"\gamma",
    },
    "generalization#thm-voted",
    {
        "half of the votes": "$e$ is 1 only where the vote errs; there no majority of the $n + 1$ "
        "is right, so at least half of them err",
        "each round is as fresh": "the weights before a round were made from earlier examples, to "
        "which the last example is as fresh as that of the round",
    },
    in_words=INFINITE,
    end=("each round is as fresh", "mean", "the vote's risk"),
    constants=(n, R, gamma),
)

# A soft margin through the origin and its dual, P and D, without an example that has α = 0; then
# all examples, one after the other: `hit` is 1 for a support vector.
C_price, alpha_k, xi_k, primal, dual, primal_rest, dual_rest = symbols(
    "C alpha_k xi_k primal dual primal_rest dual_rest", real=True
)
y_k = symbols("y_k", real=True)
(x_k,) = vectors("x_k")
SUPPORT = Theorem(
    "support_left_out",
    "Without an example that holds nothing",
    {
        "holds nothing": Eq(alpha_k, 0),
        "not inside": y_k * inner(w, x_k) >= 1,
        "its slack": Eq(xi_k, Max(0, 1 - y_k * inner(w, x_k))),
        "primal without it": Eq(primal_rest, primal - C_price * xi_k),
        "dual without it": Eq(dual_rest, dual - alpha_k),
        "no gap": Eq(primal, dual),
        "errors start at 0": Eq(errors, 0),
        "missed only if it holds": missed <= hit,
        "support vectors": Eq(different, different_before + hit),
        "errors": Eq(errors, errors_before + missed),
        "share": Eq(n * loo, errors),
        "an example": n >= 1,
    },
    (
        Step("it costs nothing", Eq(xi_k, 0), ("not inside", "its slack")),
        Step(
            "no gap without it",
            Eq(primal_rest, dual_rest),
            ("it costs nothing", "holds nothing", "primal without it", "dual without it", "no gap"),
        ),
        Step("right about it", y_k * inner(w, x_k) > 0, ("not inside",)),
        Step(
            "count",
            errors <= different,
            ("missed only if it holds", "support vectors", "errors"),
            base=("errors start at 0",),
        ),
        Step("leave one out", loo <= different / n, ("count", "share", "an example")),
    ),
    {different: different_before, errors: errors_before},
    LEFT_OUT_LATEX
    | {
        different: r"n_\alpha",
        different_before: r"n_\alpha'",
        C_price: "C",
        alpha_k: r"\alpha_k",
        xi_k: r"\xi_k",
        primal: "P",
        dual: "D",
        primal_rest: "P'",
        dual_rest: "D'",
    },
    "generalization#thm-support-left-out",
    {
        "not inside": "[where each multiplier sits](soft-margin.ipynb#thm-where-alpha) proves it "
        "of an example with $\\alpha_k = 0 < C$",
        "missed only if it holds": "without a gap the weights are the optimum of the rest, of "
        "which [there is one](max-margin.ipynb#thm-unique); and they are right about the example",
    },
    in_words={"mean risk": "as for [the halted perceptron](generalization.ipynb#thm-mean-risk)"},
    end=("share",),
)

# Weights w, k so far, beside one signed example x: s sums the weights, H their hinge losses on it.
(mean_w,) = vectors("mean_w")
H, H_before = symbols("H H_before", nonnegative=True)
AVERAGED = Theorem(
    "averaged",
    "The loss of the mean weights",
    {
        **starts(s, k),
        "one more": Eq(s, s_before + w),
        "its loss": Eq(H, H_before + Max(0, 1 - inner(w, x))),
        "all": Eq(k, n),
        "mean weights": Eq(n * mean_w, s),
    },
    (
        Step(
            "below the losses",
            k - inner(s, x) <= H,
            ("one more", "its loss"),
            base=("s starts at 0", "k starts at 0"),
        ),
        Step(
            "loss of the mean",
            n * Max(0, 1 - inner(mean_w, x)) <= H,
            ("below the losses", "all", "mean weights"),
        ),
    ),
    {s: s_before, H: H_before, k: k - 1},
    {H: r"\sum\ell", H_before: r"\sum'\ell", mean_w: r"\bar w", s: r"{\textstyle\sum w}"},
    "generalization#thm-averaged",
    in_words=INFINITE
    | {"fresh for each": "that the mean loss on a fresh example is that of the round, as above"},
    end=("all", "mean weights"),
    constants=(n, x, mean_w),
)
