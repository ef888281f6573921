"""Shattering with a margin, the bounds behind their formulas, and mistakes turned into risk.

Chapter *Generalization*. n points lie in a ball of radius R, and every labeling of them has a
separator with margin ρ. A is the mean of ‖Σ y x‖² over all labelings; Q is the mean, over all ways
to choose k points, of the squared distance between the centroids of the k and of the other n - k.
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem

n = symbols("n", nonnegative=True)
R, rho, s, least, A, A_before = symbols("R rho s least A A_before", nonnegative=True)
k, V, Q, gap = symbols("k V Q gap", nonnegative=True)
plus, minus, cross = symbols("plus minus cross", real=True)
LATEX = {
    rho: r"\rho",
    s: r"\lVert x_n\rVert",
    A: r"\mathrm{E}_y\lVert\sum_{i\le n}y_ix_i\rVert^2",
    A_before: r"\mathrm{E}_y\lVert\sum_{i<n}y_ix_i\rVert^2",
    plus: r"\mathrm{E}_y\lVert\sum_{i<n}y_ix_i+x_n\rVert^2",
    minus: r"\mathrm{E}_y\lVert\sum_{i<n}y_ix_i-x_n\rVert^2",
    cross: r"\mathrm{E}_y\langle\sum_{i<n}y_ix_i,x_n\rangle",
    least: r"\min_y\lVert\sum_{i\le n}y_ix_i\rVert",
    V: r"\sum_i\lVert x_i-\bar x\rVert^2",
    Q: r"\mathrm{E}\lVert\bar x_+-\bar x_-\rVert^2",
    gap: r"\min\lVert\bar x_+-\bar x_-\rVert",
}

THROUGH_ZERO = Theorem(
    "shattering",
    "Shattering through the origin",
    {
        "no sum": Eq(A, 0),
        "two labels": Eq(A, (plus + minus) / 2),
        "expansion of +": Eq(plus, A_before + 2 * cross + s**2),
        "expansion of −": Eq(minus, A_before - 2 * cross + s**2),
        "radius": s <= R,
        "least ≤ mean": least**2 <= A,
        "shattered": least >= n * rho,
        "a margin": rho > 0,
    },
    (
        Step(
            "one more point",
            Eq(A, A_before + s**2),
            ("two labels", "expansion of +", "expansion of −"),
        ),
        Step(
            "mean over labelings",
            A <= n * R**2,
            ("one more point", "radius"),
            base=("no sum",),
            sharper=(A < n * R**2,),
        ),
        Step(
            "dimension",
            n <= R**2 / rho**2,
            ("mean over labelings", "least ≤ mean", "shattered", "a margin"),
            sharper=(n < R**2 / rho**2,),
        ),
    ),
    {n: n - 1, A: A_before},
    LATEX,
    "generalization",
)

WITH_OFFSET = Theorem(
    "shattering_offset",
    "Shattering with an offset",
    {
        "mean over splits": Eq(Q * k * (n - k) * (n - 1), n * V),
        "radius": V <= n * R**2,
        "least ≤ mean": gap**2 <= Q,
        "shattered": gap >= 2 * rho,
        "halves": Eq(2 * k, n),
        "nearly halves": Eq(2 * k, n + 1),
        "a margin": rho > 0,
        "three points": Eq(n, 3),
        "two against one": Eq(k, 2),
    },
    (
        Step(
            "every split",
            4 * rho**2 * k * (n - k) * (n - 1) <= n**2 * R**2,
            ("mean over splits", "radius", "least ≤ mean", "shattered"),
            sharper=(4 * rho**2 * k * (n - k) * (n - 1) < n**2 * R**2,),
        ),
        Step(
            "n even",
            n - 1 <= R**2 / rho**2,
            ("every split", "halves", "a margin"),
            sharper=(n - 1 < R**2 / rho**2,),
        ),
        Step(
            "n odd",
            n - 2 < R**2 / rho**2,
            ("every split", "nearly halves", "a margin"),
            sharper=(n - 1 <= R**2 / rho**2,),
        ),
        Step(
            "triangle",
            16 * rho**2 <= 9 * R**2,
            ("every split", "three points", "two against one"),
            sharper=(2 * rho**2 <= R**2,),
        ),
    ),
    latex=LATEX,
    chapter="generalization",
)

# The VC bound fails with chance at most p = 4 (2eN/D)^D exp(-N ε²/8). `chance` is ln p;
# to the solver the logarithms of 4, of δ, and of 2N/D are numbers.
N, D, eps = symbols("N D varepsilon", positive=True)
log_4, log_delta, log_ratio, chance = symbols("log_4 log_delta log_ratio chance", real=True)

VC_FORM = Theorem(
    "vc_form",
    "The form of the VC bound",
    {
        "union bound": Eq(chance, log_4 + D * (log_ratio + 1) - N * eps**2 / 8),
        "right form": Eq(eps**2, 8 * (D * (log_ratio + 1) + log_4 - log_delta) / N),
        "printed form": Eq(eps**2, 8 * D * (log_ratio + 1 + log_4 + log_delta) / N),
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
        eps: r"\varepsilon",
        chance: r"\ln p",
        log_4: r"\ln 4",
        log_delta: r"\ln\delta",
        log_ratio: r"\ln\tfrac{2n}{D}",
    },
    chapter="generalization",
)

# In the mean over samples; `most` is the largest number of mistakes that any of them causes.
risk, mean, most, loo, errors, distinct = symbols(
    "risk mean most loo errors distinct", nonnegative=True
)
gamma = symbols("gamma", positive=True)
ONLINE = Theorem(
    "online_to_batch",
    "Mistakes into risk",
    {
        "fresh examples": Eq(n * risk, mean),
        "mean ≤ most": mean <= most,
        "left out": errors <= distinct,
        "mean of errors": Eq(n * loo, errors),
        "each at least once": distinct <= most,
        "Block–Novikoff": most <= (R / gamma) ** 2,
        "an example": n >= 1,
    },
    (
        Step(
            "random round",
            risk <= (R / gamma) ** 2 / n,
            ("fresh examples", "mean ≤ most", "Block–Novikoff", "an example"),
            sharper=(risk < (R / gamma) ** 2 / n,),
        ),
        Step(
            "leave one out",
            loo <= (R / gamma) ** 2 / n,
            ("left out", "mean of errors", "each at least once", "Block–Novikoff", "an example"),
            sharper=(loo < (R / gamma) ** 2 / n,),
        ),
    ),
    latex={
        risk: r"\mathrm{E}\,\bar R",
        mean: r"\mathrm{E}\,M",
        most: r"\max M",
        loo: r"\widehat R_{\mathrm{loo}}",
        errors: r"\#\text{missed}",
        distinct: "M'",
        gamma: r"\gamma",
    },
    chapter="generalization",
)
