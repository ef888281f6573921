"""Shattering with an offset: the points about their centroid, and the mean over splits.

Chapter *Generalization*. A sum over points is an induction: over them, one after the other.
"""

from sympy import Eq, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors

n, k = symbols("n k", nonnegative=True)
R, gamma = symbols("R gamma", positive=True)
A = symbols("A", nonnegative=True)
V, V_before, C, C_before, Z, Z_before, b = symbols("V V_before C C_before Z Z_before b", real=True)
v, v_before, x, w, o, o_before, z = vectors("v v_before x w o o_before z")
LATEX = {gamma: r"\gamma", v_before: "v'", o: r"\bar v", o_before: r"\bar v'", C: "Q", k: "n_+"}

# Sums over the points x, of which n are counted so far: v of x, V of ‖x‖², C of ⟨x,x'⟩ over pairs
# of different points, Z of ‖x - z‖². All points together sum to 0.
CENTROID = Theorem(
    "centroid",
    "Points that sum to zero",
    {
        "n starts at 0": Eq(n, 0),
        "v starts at 0": Eq(v, ZERO),
        "V starts at 0": Eq(V, 0),
        "Q starts at 0": Eq(C, 0),
        "Z starts at 0": Eq(Z, 0),
        "sum": Eq(v, v_before + x),
        "squares": Eq(V, V_before + norm(x) ** 2),
        "pairs": Eq(C, C_before + 2 * inner(v_before, x)),
        "about z": Eq(Z, Z_before + norm(x - z) ** 2),
        "in the ball": norm(x - z) <= R,
        "all points": Eq(v, ZERO),
    },
    (
        Step(
            "square of the sum",
            Eq(norm(v) ** 2, V + C),
            ("sum", "squares", "pairs"),
            base=("v starts at 0", "V starts at 0", "Q starts at 0"),
        ),
        Step("centered", Eq(V + C, 0), ("square of the sum", "all points")),
        Step(
            "squares about z",
            Eq(Z, V - 2 * inner(v, z) + n * norm(z) ** 2),
            ("sum", "squares", "about z"),
            base=("n starts at 0", "v starts at 0", "V starts at 0", "Z starts at 0"),
        ),
        Step(
            "no more than n R²",
            Z <= n * R**2,
            ("about z", "in the ball"),
            base=("Z starts at 0",),
            sharper=(Z < n * R**2,),
        ),
        Step(
            "radius",
            V <= n * R**2,
            ("squares about z", "no more than n R²", "all points"),
            sharper=(V < n * R**2,),
        ),
    ),
    {n: n - 1, v: v_before, V: V_before, C: C_before, Z: Z_before},
    LATEX | {V_before: "V'", C_before: "Q'", Z_before: "Z'"},
    "generalization",
    end=("all points",),
)

SIDE = Theorem(
    "side",
    "One side of a hyperplane",
    {
        "the count starts at 0": Eq(k, 0),
        "v starts at 0": Eq(v, ZERO),
        "sum": Eq(v, v_before + x),
        "shattered": inner(w, x) + b >= gamma,
    },
    (
        Step(
            "plus side",
            inner(w, v) + k * b >= k * gamma,
            ("sum", "shattered"),
            base=("the count starts at 0", "v starts at 0"),
            sharper=(inner(w, v) + k * b > k * gamma,),
        ),
    ),
    {k: k - 1, v: v_before},
    LATEX,
    "generalization",
)

# The k points of the plus side are counted already, and then the others, n with them so far.
OTHER_SIDE = Theorem(
    "other_side",
    "The other side of a hyperplane",
    {
        "n starts at the count": Eq(n, k),
        "the sum starts at 0": Eq(o, ZERO),
        "sum": Eq(o, o_before + x),
        "shattered": inner(w, x) + b <= -gamma,
    },
    (
        Step(
            "minus side",
            inner(w, o) + (n - k) * b <= -(n - k) * gamma,
            ("sum", "shattered"),
            base=("n starts at the count", "the sum starts at 0"),
            sharper=(inner(w, o) + (n - k) * b < -(n - k) * gamma,),
        ),
    ),
    {n: n - 1, o: o_before},
    LATEX,
    "generalization",
)

# The points sum to 0; v is the sum of the k on the plus side, o of the others, w and b separate
# them, and v is the shortest of all choices of k points. A is the mean of ‖v‖² over them.
WITH_OFFSET = Theorem(
    "shattering_offset",
    "Shattering with an offset",
    {
        "all points": Eq(o, -v),
        "plus side": inner(w, v) + k * b >= k * gamma,
        "minus side": inner(w, o) + (n - k) * b <= -(n - k) * gamma,
        "w is unit": Eq(norm(w), 1),
        "a point on the other side": n >= k + 1,
        "shares": Eq(A * n * (n - 1), (n - 1) * k * V + k * (k - 1) * C),
        "centered": Eq(V + C, 0),
        "least ≤ mean": norm(v) ** 2 <= A,
        "radius": V <= n * R**2,
        "halves": Eq(2 * k, n),
        "nearly halves": Eq(2 * k, n + 1),
        "three points": Eq(n, 3),
        "two against one": Eq(k, 2),
    },
    (
        Step(
            "apart",
            n * norm(v) >= 2 * k * (n - k) * gamma,
            ("all points", "plus side", "minus side", "w is unit"),
            sharper=(n * norm(v) > 2 * k * (n - k) * gamma,),
        ),
        Step(
            "mean over splits",
            Eq(A * n * (n - 1), k * (n - k) * V),
            ("shares", "centered"),
        ),
        Step(
            "least split",
            norm(v) ** 2 * (n - 1) <= k * (n - k) * R**2,
            ("mean over splits", "least ≤ mean", "radius", "a point on the other side"),
            sharper=(norm(v) ** 2 * (n - 1) < k * (n - k) * R**2,),
        ),
        Step(
            "every split",
            4 * gamma**2 * k * (n - k) * (n - 1) <= n**2 * R**2,
            ("apart", "least split", "a point on the other side"),
            sharper=(4 * gamma**2 * k * (n - k) * (n - 1) < n**2 * R**2,),
        ),
        Step(
            "n even",
            n - 1 <= R**2 / gamma**2,
            ("every split", "halves"),
            sharper=(n - 1 < R**2 / gamma**2,),
        ),
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
    latex=LATEX,
    chapter="generalization",
    assumed={
        "shares": "the mean of a sum over the choices of $n_+$ points is the sum of the means; "
        "$n_+/n$ of the choices hold a given point, and $n_+(n_+-1)/(n(n-1))$ a given pair"
    },
)
