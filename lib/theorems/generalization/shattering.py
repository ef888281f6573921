"""Shattering through the origin: the mean over labelings, and the one that is shortest.

Chapter *Generalization*. A mean over labelings is a sum over them, one after the other.
"""

from sympy import Eq, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors

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
        Step(
            "least",
            N * norm(v) ** 2 <= T,
            ("one more", "v is the shortest"),
            base=("none yet",),
            sharper=(N * norm(v) ** 2 < T,),
        ),
        Step(
            "least ≤ mean",
            norm(v) ** 2 <= A,
            ("least", "some", "mean"),
            sharper=(norm(v) ** 2 < A,),
        ),
    ),
    {N: N - 1, T: T_before},
    LATEX | {A: "A", T_before: "T'"},
    "generalization",
    end=("mean",),
)

# Labelings of all points but x, N so far, s the sum of the present one: T sums ‖s‖², and B sums q,
# the mean of the two squares that it becomes with x.
AVERAGE = Theorem(
    "labelings",
    "The mean over labelings",
    {
        "T starts at 0": Eq(T, 0),
        "B starts at 0": Eq(B, 0),
        "N starts at 0": Eq(N, 0),
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
    "generalization",
    end=("mean without x", "mean with x"),
)

# v is the shortest Σ yx: of the first n points, x the last of them times its label.
THROUGH_ZERO = Theorem(
    "shattering",
    "Shattering through the origin",
    {
        "no sum": Eq(A, 0),
        "one more point": Eq(A, A_before + norm(x) ** 2),
        "radius": norm(x) <= R,
        "v starts at 0": Eq(v, ZERO),
        "n starts at 0": Eq(n, 0),
        "sum": Eq(v, v_before + x),
        "shattered": inner(u, x) >= gamma,
        "u is unit": Eq(norm(u), 1),
        "least ≤ mean": norm(v) ** 2 <= A,
    },
    (
        Step(
            "mean over labelings",
            A <= n * R**2,
            ("one more point", "radius"),
            base=("no sum",),
            sharper=(A < n * R**2,),
        ),
        Step(
            "margins",
            inner(u, v) >= n * gamma,
            ("sum", "shattered"),
            base=("v starts at 0", "n starts at 0"),
            sharper=(inner(u, v) > n * gamma,),
        ),
        Step(
            "length",
            norm(v) >= n * gamma,
            ("margins", "u is unit"),
            sharper=(norm(v) > n * gamma,),
        ),
        Step(
            "dimension",
            n <= R**2 / gamma**2,
            ("mean over labelings", "length", "least ≤ mean"),
            sharper=(n < R**2 / gamma**2,),
        ),
    ),
    {n: n - 1, A: A_before, v: v_before},
    LATEX,
    "generalization",
    end=("least ≤ mean",),
)
