"""The Lagrangian, weak duality, the duality gap, and complementary slackness of the hard margin.

Chapter *Duality and support vectors*. For one example g = y f(x) and its multiplier α; over the
sample A = Σα, β = Σαy, v = Σαyx, S = Σαg, p = ⟨w,v⟩, U = ‖w‖, V = ‖v‖, apart = ‖w-v‖; P and D
are the primal and the dual value. A length is not negative by its symbol; every other sign is a
hypothesis.
"""

from sympy import Derivative, Eq, Rational, symbols

from lib.proof.theorem import Step, Theorem

alpha, g, h, b, beta, p, L, goal, P_u, Q_u = symbols("alpha g h b beta p L goal P_u Q_u", real=True)
price, gamma = symbols("price gamma", real=True)
A, A_before, S, S_before, slackness = symbols("A A_before S S_before slackness", real=True)
w_j, x_j, y = symbols("w_j x_j y", real=True)
P, D = symbols("P D", real=True)
U, V, apart, hulls = symbols("U V apart hulls", nonnegative=True)
LATEX = {
    alpha: r"\alpha_i",
    g: "y_i f(x_i)",
    h: "h_i",
    price: "K",
    beta: r"\textstyle\sum\alpha_i y_i",
    p: r"\langle w,v\rangle",
    P: "P",
    D: "D",
    L: r"\mathcal{L}",
    goal: "K",
    A: r"\textstyle\sum\alpha_i",
    S: r"\textstyle\sum\alpha_i y_i f(x_i)",
    A_before: r"\textstyle\sum_{j<i}\alpha_j",
    S_before: r"\textstyle\sum_{j<i}\alpha_j y_j f(x_j)",
    slackness: r"\textstyle\sum\alpha_i(y_i f(x_i)-1)",
    U: r"\lVert w\rVert",
    V: r"\lVert v\rVert",
    apart: r"\lVert w-v\rVert",
    hulls: r"\lVert p-q\rVert",
    P_u: r"\langle u,p\rangle+b",
    Q_u: r"\langle u,q\rangle+b",
    gamma: r"\gamma",
}

PENALTY = Theorem(
    "penalty",
    "The largest penalty",
    {
        "multiplier": alpha >= 0,
        "satisfied": h <= 0,
        "violated": h > 0,
        "price": price >= 0,
        "it is paid": Eq(alpha * h, price),
    },
    (
        Step("a satisfied constraint pays nothing", alpha * h <= 0, ("multiplier", "satisfied"),
             sharper=(alpha * h < 0,)),
        Step("the multiplier K/h is allowed", alpha >= 0, ("violated", "price", "it is paid"),
             sharper=(alpha > 0,)),
    ),
    latex=LATEX,
    chapter="svm-dual",
)  # fmt: skip

# One example and one coordinate of w: every other example adds a term of the same shape.
_LAGRANGIAN = w_j**2 / 2 - alpha * (y * (w_j * x_j + b) - 1)
STATIONARITY = Theorem(
    "stationarity",
    "Stationarity",
    {
        "expansion": Eq(apart**2, U**2 - 2 * p + V**2),
        "balance": Eq(beta, 0),
        "Lagrangian": Eq(L, U**2 / 2 - p - b * beta + A),
        "chosen offset": Eq(b * beta, U**2 / 2 - p + A - goal),
    },
    (
        Step("in w", Eq(Derivative(_LAGRANGIAN, w_j), w_j - alpha * y * x_j), (),
             sharper=(Eq(Derivative(_LAGRANGIAN, w_j), w_j + alpha * y * x_j),), by="sympy"),
        Step("in b", Eq(Derivative(_LAGRANGIAN, b), -alpha * y), (),
             sharper=(Eq(Derivative(_LAGRANGIAN, b), 0),), by="sympy"),
        Step("the least Lagrangian", Eq(L, A - V**2 / 2 + apart**2 / 2),
             ("expansion", "balance", "Lagrangian")),
        Step("any value, by b", Eq(L, goal), ("Lagrangian", "chosen offset")),
    ),
    latex=LATEX | {x_j: "x_{ij}", y: "y_i"},
    chapter="svm-dual",
)  # fmt: skip

# What ties the sums over the sample together, for any w, b and α.
SUMS = {
    "expansion": Eq(apart**2, U**2 - 2 * p + V**2),
    "balance": Eq(beta, 0),
    "bilinearity": Eq(S, p + b * beta),
    "dual value": Eq(D, A - V**2 / 2),
}
WEAK_DUALITY = Theorem(
    "weak_duality",
    "Weak duality",
    {
        "multiplier": alpha >= 0,
        "constraint": g >= 1,
        "S starts at 0": Eq(S, 0),
        "A starts at 0": Eq(A, 0),
        "S grows": Eq(S, S_before + alpha * g),
        "A grows": Eq(A, A_before + alpha),
        **SUMS,
        "primal value": Eq(P, U**2 / 2),
        "slackness summed": Eq(slackness, S - A),
    },
    (
        Step("one example", alpha * g >= alpha, ("multiplier", "constraint"),
             sharper=(alpha * g > alpha,)),
        Step("the sum", S >= A, ("one example", "S grows", "A grows"),
             base=("S starts at 0", "A starts at 0"), sharper=(S > A,)),
        Step("the gap", Eq(P, D + apart**2 / 2 + slackness),
             ("expansion", "bilinearity", "balance", "dual value", "primal value",
              "slackness summed")),
        Step("weak duality", P >= D, ("the gap", "the sum", "slackness summed"),
             sharper=(P > D, P >= D + apart**2)),
    ),
    before={S: S_before, A: A_before},
    latex=LATEX,
    chapter="svm-dual",
)  # fmt: skip

COMPLEMENTARY = Theorem(
    "complementary_slackness",
    "Complementary slackness",
    {
        "multiplier": alpha >= 0,
        "constraint": g >= 1,
        "no gap": Eq(apart**2 / 2 + slackness, 0),
        "one term of the sum": alpha * (g - 1) <= slackness,
        "off the slab": g > 1,
        "positive multiplier": alpha > 0,
    },
    (
        Step("w = v", Eq(apart, 0),
             ("no gap", "one term of the sum", "multiplier", "constraint")),
        Step("no product", Eq(alpha * (g - 1), 0),
             ("no gap", "one term of the sum", "multiplier", "constraint")),
        Step("off the slab, no force", Eq(alpha, 0), ("no product", "off the slab")),
        Step("support vectors touch", Eq(g, 1), ("no product", "positive multiplier")),
    ),
    latex=LATEX,
    chapter="svm-dual",
)  # fmt: skip

HULLS = Theorem(
    "hulls",
    "Margin and multipliers",
    {
        "p among the positives": P_u >= gamma,
        "q among the negatives": Q_u <= -gamma,
        "Cauchy–Schwarz": P_u - Q_u <= hulls,
        "no gap": Eq(U**2 / 2, A - V**2 / 2),
        "w = v": Eq(V, U),
        "best margin": Eq(gamma * U, 1),
        "v joins the hulls": Eq(V, A * hulls / 2),
    },
    (
        Step("hulls bound the margin", gamma <= hulls * Rational(1, 2),
             ("p among the positives", "q among the negatives", "Cauchy–Schwarz"),
             sharper=(gamma < hulls / 2, gamma <= hulls / 3)),
        Step("length from multipliers", Eq(U**2, A), ("no gap", "w = v")),
        Step("margin from multipliers", Eq(gamma**2 * A, 1),
             ("length from multipliers", "best margin")),
        Step("nearest points", Eq(hulls, 2 * gamma),
             ("length from multipliers", "best margin", "w = v", "v joins the hulls")),
    ),
    latex=LATEX,
    chapter="svm-dual",
)  # fmt: skip
