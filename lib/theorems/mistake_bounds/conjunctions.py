"""Elimination, literal by literal: what stays, what goes, and how often.

Chapter *Mistake bounds*; Balcan 2.1. t counts mistakes. What is 0 or 1 is so by a hypothesis: z3
takes every symbol for a real number.
"""

from sympy import Eq, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem

t, n, H, H_before, c, h, h_before, v, o, y, p, g = symbols(
    "t n H H_before c h h_before v o y p g", nonnegative=True
)
k, k_before, G, G_before, s, s_before = symbols(
    "k k_before G G_before s s_before", nonnegative=True
)

# One literal on one example, by 0 and 1: in the target (c), in the hypothesis that predicts and in
# the one that is left (h_before, h), true in the example (v); the label (y), the prediction (p).
LITERAL = Theorem(
    "literal",
    "The hypothesis keeps every literal of the target",
    {
        "the hypothesis starts full": Eq(h, 1),
        "in the target or not": Eq(c * (1 - c), 0),
        "a label": Eq(y * (1 - y), 0),
        "a prediction": Eq(p * (1 - p), 0),
        "elimination": Eq(h, h_before * (1 - y * (1 - p) * (1 - v))),
        "the target holds": y * c <= v,
        "the hypothesis holds": p * h_before <= v,
    },
    (
        Step(
            "kept",
            c <= h,
            (
                "elimination",
                "the target holds",
                "in the target or not",
                "a label",
                "a prediction",
            ),
            base=("the hypothesis starts full", "in the target or not"),
            sharper=(c < h, Eq(c, h)),
        ),
        Step(
            "no false alarm",
            p * c <= v,
            ("kept", "elimination", "the hypothesis holds", "a prediction"),
            sharper=(c <= v, Eq(p * c, v)),
        ),
    ),
    {h: h_before},
    {h: "h_t", h_before: "h_{t-1}", v: "v_t", y: "y_t", p: "p_t"},
    "mistake-bounds",
)

# The sums over the literals, one after the other, at one mistake: k of c, H of h, G of g, which is
# 1 where the literal is removed; s is 1 as long as none is.
COUNTED = Theorem(
    "counted",
    "From one literal to all of them",
    {
        "no literal of the target yet": Eq(k, 0),
        "none removed": Eq(s, 1),
        "in the target": Eq(k, k_before + c),
        "in the hypothesis": Eq(H, H_before + h),
        "removed": Eq(G, G_before + g),
        "all hold": Eq(s, s_before * (1 - g)),
        "each kept": c <= h,
        "the hypothesis says False": Eq(s, 0),
    },
    (
        Step(
            "kept",
            k <= H,
            ("in the target", "in the hypothesis", "each kept"),
            base=("no literal of the target yet",),
            sharper=(k < H, Eq(k, H)),
        ),
        Step(
            "none removed or some",
            s >= 1 - G,
            ("removed", "all hold"),
            base=("none removed",),
            sharper=(s > 1 - G,),
        ),
        Step(
            "removal",
            G >= 1,
            ("none removed or some", "the hypothesis says False"),
            sharper=(G > 1,),
        ),
    ),
    {k: k_before, H: H_before, G: G_before, s: s_before},
    {
        k: r"\lvert c\rvert",
        k_before: r"\lvert c\rvert'",
        H: r"\lvert h_t\rvert",
        H_before: r"\lvert h_t\rvert'",
        G: "g_t",
        G_before: "g_t'",
        h: "h_t",
        s_before: "s'",
    },
    "mistake-bounds",
    end=("the hypothesis says False",),
)

# The variables, one after the other: v and o say whether x_i and its negation hold.
FIRST = Theorem(
    "first_mistake",
    "What the first mistake leaves",
    {
        "no variable yet": Eq(n, 0),
        "no literal yet": Eq(H, 0),
        "what holds is left": Eq(H, H_before + v + o),
        "one of the two holds": Eq(v + o, 1),
    },
    (
        Step(
            "first mistake",
            Eq(H, n),
            ("what holds is left", "one of the two holds"),
            base=("no variable yet", "no literal yet"),
        ),
    ),
    {n: n - 1, H: H_before},
    {H: r"\lvert h_1\rvert", H_before: r"\lvert h_1\rvert'", o: r"\bar v"},
    "mistake-bounds",
)

ELIMINATION = Theorem(
    "elimination",
    "Elimination",
    {
        "t starts at 1": Eq(t, 1),
        "first mistake": Eq(H, n),
        "what is left": Eq(H, H_before - G),
        "removal": G >= 1,
        "kept": k <= H,
    },
    (
        Step(
            "size",
            H <= n + 1 - t,
            ("what is left", "removal"),
            base=("t starts at 1", "first mistake"),
            sharper=(H <= n - t, H < n + 1 - t),
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
    {t: t - 1, H: H_before},
    {H: r"\lvert h_t\rvert", H_before: r"\lvert h_{t-1}\rvert", k: r"\lvert c\rvert", G: "g_t"},
    "mistake-bounds",
)
