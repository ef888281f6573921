"""Halving: at each mistake half of the concepts go. Chapter *Mistake bounds*."""

from sympy import Eq, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem

V, V_before, P, P_before, a, a_before = symbols(
    "V V_before P P_before a a_before", nonnegative=True
)
N = symbols("N", positive=True)

# a is 1 as long as the target is among the concepts of V.
HALVING = Theorem(
    "halving",
    "Halving",
    {
        "all alive": Eq(V, N),
        "2⁰ = 1": Eq(P, 1),
        "the majority erred": V <= V_before - V,
        "doubling": Eq(P, 2 * P_before),
        "the target is in the class": Eq(a, 1),
        "the target never errs": Eq(a, a_before),
        "the target is counted": a <= V,
    },
    (
        Step(
            "halved",
            V * P <= N,
            ("the majority erred", "doubling"),
            base=("all alive", "2⁰ = 1"),
            sharper=(V * P < N,),
        ),
        Step(
            "the target lives",
            a >= 1,
            ("the target never errs",),
            base=("the target is in the class",),
            sharper=(a > 1,),
        ),
        Step(
            "bound",
            P <= N,
            ("halved", "the target lives", "the target is counted"),
            sharper=(P < N, P <= N - 1),
        ),
    ),
    {V: V_before, P: P_before, a: a_before},
    {
        V: r"\lvert V_t\rvert",
        V_before: r"\lvert V_{t-1}\rvert",
        N: r"\lvert\mathcal C\rvert",
        P: "2^t",
        P_before: "2^{t-1}",
        a: "a_t",
        a_before: "a_{t-1}",
    },
    "mistake-bounds",
)
