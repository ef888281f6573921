"""Mistake bounds by counting: elimination, the levels of a decision list, halving.

Chapter *Mistake bounds*; Balcan 2. t counts mistakes. `lib.mistake_bounds.observers` computes the
scalars of each mistake from a run. z3 takes them for real numbers, whole as they are.
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem

t, h, h_before, V, V_before, P, P_before, F, F_before = symbols(
    "t h h_before V V_before P P_before F F_before", nonnegative=True
)
c, v, k, D, L = symbols("c v k D L", nonnegative=True)
n, ell, N = symbols("n ell N", positive=True)
i, first, level, before, used = symbols("i first level before used", positive=True)
BEFORE = {t: t - 1}

# One literal: c, h and v say with 0 or 1 whether it is in the target, in the hypothesis, and true.
LITERAL = Theorem(
    "literal",
    "The hypothesis keeps every literal of the target",
    {
        "the hypothesis starts full": Eq(h, 1),
        "in the target or not": Eq(c * (1 - c), 0),
        "elimination": Eq(h, h_before * v),
        "the target holds": c <= v,
        "the hypothesis holds": h <= v,
    },
    (
        Step(
            "kept",
            c <= h,
            ("elimination", "the target holds", "in the target or not"),
            base=("the hypothesis starts full", "in the target or not"),
            sharper=(c < h, Eq(c, h)),
        ),
        Step(
            "no false alarm",
            c <= v,
            ("kept", "the hypothesis holds"),
            sharper=(Eq(c, v),),
        ),
    ),
    {h: h_before},
    {h: "h_t", h_before: "h_{t-1}", v: "v_t"},
    "mistake-bounds",
)

ELIMINATION = Theorem(
    "elimination",
    "Elimination",
    {
        "t starts at 1": Eq(t, 1),
        "first mistake": Eq(h, n),
        "removal": h <= h_before - 1,
        "kept": k <= h,
    },
    (
        Step(
            "size",
            h <= n + 1 - t,
            ("removal",),
            base=("t starts at 1", "first mistake"),
            sharper=(h <= n - t, h < n + 1 - t),
        ),
        Step(
            "bound for a target",
            t <= n + 1 - k,
            ("size", "kept"),
            sharper=(t <= n - k, t < n + 1 - k),
        ),
        Step(
            "bound",
            t <= n + 1,
            ("bound for a target",),
            sharper=(t <= n,),
        ),
    ),
    {**BEFORE, h: h_before},
    {h: r"\lvert h_t\rvert", h_before: r"\lvert h_{t-1}\rvert", k: r"\lvert c\rvert"},
    "mistake-bounds",
)

# A term (rule i of the target, or any other) falls from the deciding level, having fired wrongly.
# `first` is the rule of the target that decides that example, `before` the level it was on.
# That this rule kept its level is the induction hypothesis; the chapter does the induction.
RULE = Theorem(
    "rule",
    "Rule i stays on level i or above",
    {
        "the deciding rule comes earlier": first <= i - 1,
        "the deciding rule kept its level": before <= first,
        "the highest firing level decides": used <= before,
        "one level down": Eq(level, used + 1),
        "the deciding rule is one of ℓ": first <= ell,
    },
    (
        Step(
            "rule level",
            level <= i,
            (
                "one level down",
                "the highest firing level decides",
                "the deciding rule kept its level",
                "the deciding rule comes earlier",
            ),
            sharper=(level < i,),
        ),
        Step(
            "depth",
            level <= ell + 1,
            (
                "one level down",
                "the highest firing level decides",
                "the deciding rule kept its level",
                "the deciding rule is one of ℓ",
            ),
            sharper=(level <= ell,),
        ),
    ),
    latex={ell: r"\ell", first: "j", before: r"\mathrm{level}_{t-1}(j)", used: r"\lambda_t",
           level: r"\mathrm{level}_t(i)"},
    chapter="mistake-bounds",
)  # fmt: skip

LEVELS = Theorem(
    "levels",
    "Decision lists by levels",
    {
        "t starts at 0": Eq(t, 0),
        "a term falls": F >= F_before + 1,
        "terms": F <= (4 * n + 2) * D,
        "no term falls further": D <= ell,
        "default not counted": Eq(ell, L + 1),
    },
    (
        Step(
            "falls",
            F >= t,
            ("a term falls",),
            base=("t starts at 0",),
            sharper=(F >= t + 1, F > t),
        ),
        Step(
            "room",
            F <= (4 * n + 2) * ell,
            ("terms", "no term falls further"),
            sharper=(F <= (4 * n + 1) * ell, F < (4 * n + 2) * ell),
        ),
        Step(
            "bound",
            t <= (4 * n + 2) * ell,
            ("falls", "room"),
            sharper=(t <= (4 * n + 2) * (ell - 1),),
        ),
        Step(
            "as printed",
            t <= (4 * n + 2) * (L + 1),
            ("bound", "default not counted"),
            sharper=(t <= (4 * n + 2) * L,),
        ),
    ),
    {**BEFORE, F: F_before},
    {F: "F_t", F_before: "F_{t-1}", ell: r"\ell", D: "D_t"},
    "mistake-bounds",
)

HALVING = Theorem(
    "halving",
    "Halving",
    {
        "all alive": Eq(V, N),
        "2⁰ = 1": Eq(P, 1),
        "majority erred": V <= V_before / 2,
        "doubling": Eq(P, 2 * P_before),
        "the target lives": V >= 1,
    },
    (
        Step(
            "halved",
            V * P <= N,
            ("majority erred", "doubling"),
            base=("all alive", "2⁰ = 1"),
            sharper=(V * P < N,),
        ),
        Step("bound", P <= N, ("halved", "the target lives"), sharper=(P < N, P <= N - 1)),
    ),
    {V: V_before, P: P_before},
    {V: r"\lvert V_t\rvert", V_before: r"\lvert V_{t-1}\rvert", N: r"\lvert\mathcal C\rvert",
     P: "2^t", P_before: "2^{t-1}"},
    "mistake-bounds",
)  # fmt: skip
