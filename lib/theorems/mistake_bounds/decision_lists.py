"""Decision lists by levels: no rule of the target falls too low, so the terms fall seldom.

Chapter *Mistake bounds*; Balcan 2.2. t counts mistakes. Levels and rules are whole numbers; z3
takes every symbol for a real one. r is the length of the target, its default rule included.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem

t, F, F_before, q, q_before, S, S_before, d, m, f = symbols(
    "t F F_before q q_before S S_before d m f", nonnegative=True
)
n, r = symbols("n r", positive=True)
i, j, level, level_before, level_j, used = symbols(
    "i j level level_before level_j used", positive=True
)
e, e_before = symbols("e e_before", real=True)

# e is the largest of level(i) - i over the rules of the target, i a rule that has it after mistake
# t, and f is 1 if that rule fell then; rule j decides the label, level k the prediction.
RULE = Theorem(
    "rule",
    "Rule i stays on level i or above",
    {
        "all start on level 1": Eq(e, 0),
        "the worst rule": Eq(e, level - i),
        "falls or not": Eq(f * (1 - f), 0),
        "one below the deciding level": Eq(level, (1 - f) * level_before + f * (used + 1)),
        "the first that fires decides": f * j <= f * i,
        "one was wrong, one right": f <= (i - j) ** 2,
        "the highest firing level decides": used <= level_j,
        "rule i was no worse": level_before - i <= e_before,
        "rule j was no worse": level_j - j <= e_before,
        "no rule rises": e_before <= e,
        "the deciding rule is one of r": j <= r,
    },
    (
        Step(
            "the deciding rule comes earlier",
            f * j <= f * (i - 1),
            ("falls or not", "the first that fires decides", "one was wrong, one right"),
            sharper=(f * j < f * (i - 1),),
        ),
        Step(
            "rule level",
            e <= 0,
            (
                "the worst rule",
                "falls or not",
                "one below the deciding level",
                "the deciding rule comes earlier",
                "the highest firing level decides",
                "rule i was no worse",
                "rule j was no worse",
            ),
            base=("all start on level 1",),
            sharper=(e < 0,),
        ),
        Step(
            "depth",
            used <= r,
            (
                "rule level",
                "no rule rises",
                "the highest firing level decides",
                "rule j was no worse",
                "the deciding rule is one of r",
            ),
            sharper=(used <= r - 1,),
        ),
    ),
    {e: e_before},
    {
        e: "e_t",
        e_before: "e_{t-1}",
        level: r"\mathrm{level}_t(i)",
        level_before: r"\mathrm{level}_{t-1}(i)",
        level_j: r"\mathrm{level}_{t-1}(j)",
        used: "k_t",
    },
    "mistake-bounds",
)

# The sum over the terms, one after the other: this one has fallen d levels, m so far S levels.
TERMS = Theorem(
    "terms",
    "All terms together",
    {
        "sum starts at 0": Eq(S, 0),
        "one more": Eq(S, S_before + d),
        "none is lower": d <= q,
        "all terms": Eq(m, 4 * n + 2),
        "levels fallen": Eq(F, S),
    },
    (
        Step(
            "sum",
            S <= m * q,
            ("one more", "none is lower"),
            base=("sum starts at 0",),
            sharper=(S < m * q,),
        ),
        Step(
            "terms",
            F <= (4 * n + 2) * q,
            ("sum", "all terms", "levels fallen"),
            sharper=(F <= (4 * n + 1) * q,),
        ),
    ),
    {m: m - 1, S: S_before},
    {F: "F_t", q: "q_t", S_before: "S'"},
    "mistake-bounds",
    end=("all terms", "levels fallen"),
)

LEVELS = Theorem(
    "levels",
    "Decision lists by levels",
    {
        "t starts at 0": Eq(t, 0),
        "q starts at 0": Eq(q, 0),
        "a term falls": F >= F_before + 1,
        "the lowest term": Eq(q, Max(q_before, used)),
        "depth": used <= r,
        "terms": F <= (4 * n + 2) * q,
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
            "no term falls further",
            q <= r,
            ("the lowest term", "depth"),
            base=("q starts at 0",),
            sharper=(q < r,),
        ),
        Step(
            "room",
            F <= (4 * n + 2) * r,
            ("terms", "no term falls further"),
            sharper=(F <= (4 * n + 1) * r, F < (4 * n + 2) * r),
        ),
        Step(
            "bound",
            t <= (4 * n + 2) * r,
            ("falls", "room"),
            sharper=(t <= (4 * n + 2) * (r - 1),),
        ),
    ),
    {t: t - 1, F: F_before, q: q_before},
    {F: "F_t", F_before: "F_{t-1}", q: "q_t", q_before: "q_{t-1}", used: "k_t"},
    "mistake-bounds",
)
