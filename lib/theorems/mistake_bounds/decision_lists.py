"""Decision lists by levels: no rule of the target falls too low, so the terms fall seldom.

Chapter *Mistake bounds*; Balcan 2.2. t counts mistakes. Levels and rules are whole numbers; z3
takes every symbol for a real one.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem

t, F, F_before, D, D_before, S, S_before, d, m, f, L = symbols(
    "t F F_before D D_before S S_before d m f L", nonnegative=True
)
n, ell = symbols("n ell", positive=True)
i, j, level, level_before, level_j, used = symbols(
    "i j level level_before level_j used", positive=True
)
e, e_before = symbols("e e_before", real=True)

# e is the largest of level(i) - i over the rules of the target, i a rule that has it after mistake
# t, and f is 1 if that rule fell then; rule j decides the label, and λ the prediction.
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
        "the deciding rule is one of ℓ": j <= ell,
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
            used <= ell,
            (
                "rule level",
                "no rule rises",
                "the highest firing level decides",
                "rule j was no worse",
                "the deciding rule is one of ℓ",
            ),
            sharper=(used <= ell - 1,),
        ),
    ),
    {e: e_before},
    {
        ell: r"\ell",
        e: "e_t",
        e_before: "e_{t-1}",
        level: r"\mathrm{level}_t(i)",
        level_before: r"\mathrm{level}_{t-1}(i)",
        level_j: r"\mathrm{level}_{t-1}(j)",
        used: r"\lambda_t",
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
        "none is lower": d <= D,
        "all terms": Eq(m, 4 * n + 2),
        "levels fallen": Eq(F, S),
    },
    (
        Step(
            "sum",
            S <= m * D,
            ("one more", "none is lower"),
            base=("sum starts at 0",),
            sharper=(S < m * D,),
        ),
        Step(
            "terms",
            F <= (4 * n + 2) * D,
            ("sum", "all terms", "levels fallen"),
            sharper=(F <= (4 * n + 1) * D,),
        ),
    ),
    {m: m - 1, S: S_before},
    {F: "F_t", D: "D_t", S_before: "S'"},
    "mistake-bounds",
    end=("all terms", "levels fallen"),
)

LEVELS = Theorem(
    "levels",
    "Decision lists by levels",
    {
        "t starts at 0": Eq(t, 0),
        "D starts at 0": Eq(D, 0),
        "a term falls": F >= F_before + 1,
        "the lowest term": Eq(D, Max(D_before, used)),
        "depth": used <= ell,
        "terms": F <= (4 * n + 2) * D,
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
            "no term falls further",
            D <= ell,
            ("the lowest term", "depth"),
            base=("D starts at 0",),
            sharper=(D < ell,),
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
    {t: t - 1, F: F_before, D: D_before},
    {F: "F_t", F_before: "F_{t-1}", ell: r"\ell", D: "D_t", D_before: "D_{t-1}",
     used: r"\lambda_t"},
    "mistake-bounds",
)  # fmt: skip
