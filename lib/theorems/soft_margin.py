"""The soft margin: its Lagrangian, gap, optimality conditions, and the part that C plays.

Chapter *Soft margins*. Beside the symbols of `lib.theorems.svm_dual`: ξ is the slack of an
example, K = C Σξ, X = Σαξ. A length is not negative by its symbol; every other sign is a
hypothesis. Longer than other modules, because the theorems share one set of symbols.
"""

from sympy import Derivative, Eq, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.svm_dual import LATEX as DUAL_LATEX
from lib.theorems.svm_dual import SUMS, A, D, P, S, U, alpha, apart, b, beta, g

xi, nu, y, s, k, c, v, s_shift, b_shift, v_shift = symbols(
    "xi nu y s k c v s_shift b_shift v_shift", real=True
)
K, X, slack_terms, bound_terms, t = symbols("K X slack_terms bound_terms t", real=True)
K_best, K_t, P_best = symbols("K_best K_t P_best", real=True)
C, C_more, Xi, Xi_more = symbols("C C_more Xi Xi_more", real=True)
U_more, U_best, U_t, apart_squared = symbols("U_more U_best U_t apart_squared", nonnegative=True)
top, bottom, s_pos, s_neg = symbols("top bottom s_pos s_neg", real=True)
LATEX = DUAL_LATEX | {
    xi: r"\xi_i",
    nu: r"\nu_i",
    y: "y_i",
    s: r"\langle w,x_i\rangle",
    K: r"C\textstyle\sum\xi_i",
    X: r"\textstyle\sum\alpha_i\xi_i",
    slack_terms: r"\textstyle\sum\alpha_i(y_i f(x_i)-1+\xi_i)",
    bound_terms: r"\textstyle\sum(C-\alpha_i)\xi_i",
    C_more: "C'",
    Xi: r"\textstyle\sum\xi_i",
    Xi_more: r"\textstyle\sum\xi'_i",
    U_more: r"\lVert w'\rVert",
    k: r"\langle w,c\rangle",
    s_shift: r"\langle w,x_i-c\rangle",
    b_shift: "b'",
    v: "v_j",
    c: "c_j",
    v_shift: "v'_j",
    K_best: r"C\textstyle\sum\xi^*_i",
    K_t: r"C\textstyle\sum\xi^t_i",
    P_best: "P^*",
    U_best: r"\lVert w^*\rVert",
    U_t: r"\lVert w^t\rVert",
    apart_squared: r"\lVert w-w^*\rVert^2",
    top: r"\max_+\langle v,x\rangle",
    bottom: r"\min_-\langle v,x\rangle",
    s_pos: r"\langle v,x_+\rangle",
    s_neg: r"\langle v,x_-\rangle",
}

_SIGNED = C * xi - alpha * (g - 1 + xi) - nu * xi
_PRINTED = C * xi + alpha * (1 - g + xi) + nu * xi
SOFT_LAGRANGIAN = Theorem(
    "soft_lagrangian",
    "The box",
    {"stationary in ξ": Eq(C - alpha - nu, 0), "multiplier of ξ": nu >= 0},
    (
        Step("in ξ", Eq(Derivative(_SIGNED, xi), C - alpha - nu), (),
             sharper=(Eq(Derivative(_PRINTED, xi), C - alpha - nu),), by="sympy"),
        Step("the box", alpha <= C, ("stationary in ξ", "multiplier of ξ"),
             sharper=(alpha < C,)),
    ),
    latex=LATEX,
    chapter="soft-margin",
)  # fmt: skip

# Each sum before the example at hand: without the term that this example adds.
_SLACKNESS, _BOUND = alpha * (g - 1 + xi), (C - alpha) * xi
SOFT_GAP = Theorem(
    "soft_gap",
    "The duality gap",
    {
        "multiplier": alpha >= 0,
        "at most C": alpha <= C,
        "slack": xi >= 0,
        "constraint": g >= 1 - xi,
        "no slackness yet": Eq(slack_terms, 0),
        "no bound yet": Eq(bound_terms, 0),
        **SUMS,
        "primal value": Eq(P, U**2 / 2 + K),
        "slackness summed": Eq(slack_terms, S - A + X),
        "bound summed": Eq(bound_terms, K - X),
    },
    (
        Step("one slackness", _SLACKNESS >= 0, ("multiplier", "constraint"),
             sharper=(_SLACKNESS > 0,)),
        Step("one bound", _BOUND >= 0, ("at most C", "slack"), sharper=(_BOUND > 0,)),
        Step("all slackness", slack_terms >= 0, ("one slackness",), base=("no slackness yet",),
             sharper=(slack_terms > 0,)),
        Step("all bounds", bound_terms >= 0, ("one bound",), base=("no bound yet",),
             sharper=(bound_terms > 0,)),
        Step("the gap", Eq(P, D + apart**2 / 2 + slack_terms + bound_terms),
             ("expansion", "balance", "bilinearity", "dual value", "primal value",
              "slackness summed", "bound summed")),
        Step("weak duality", P >= D, ("the gap", "all slackness", "all bounds"),
             sharper=(P > D,)),
    ),
    before={slack_terms: slack_terms - _SLACKNESS, bound_terms: bound_terms - _BOUND},
    latex=LATEX,
    chapter="soft-margin",
)  # fmt: skip

# A point of the segment from the optimum (w*, b*) to (w, b), at the share t of the way.
NEAR_OPTIMUM = Theorem(
    "near_optimum",
    "The gap bounds the distance",
    {
        "primal value": Eq(P, U**2 / 2 + K),
        "least value": Eq(P_best, U_best**2 / 2 + K_best),
        "length on the segment":
            Eq(U_t**2, (1 - t) * U_best**2 + t * U**2 - t * (1 - t) * apart_squared),
        "slack is convex": K_t <= (1 - t) * K_best + t * K,
        "w* is best": P_best <= U_t**2 / 2 + K_t,
        "off the optimum": t > 0,
        "weak duality": P_best >= D,
    },
    (
        Step("above the least value", (1 - t) * apart_squared / 2 <= P - P_best,
             ("primal value", "least value", "length on the segment", "slack is convex",
              "w* is best", "off the optimum"),
             sharper=((1 - t) * apart_squared <= P - P_best,)),
        Step("distance", (1 - t) * apart_squared / 2 <= P - D,
             ("above the least value", "weak duality"),
             sharper=((1 - t) * apart_squared <= P - D,)),
    ),
    latex=LATEX,
    chapter="soft-margin",
)  # fmt: skip

WHERE_ALPHA_SITS = Theorem(
    "where_alpha_sits",
    "Where each α sits",
    {
        "slackness": Eq(alpha * (g - 1 + xi), 0),
        "bound": Eq((C - alpha) * xi, 0),
        "slack": xi >= 0,
        "constraint": g >= 1 - xi,
        "beyond the slab": g > 1,
        "inside the slab": g < 1,
        "α > 0": alpha > 0,
        "α < C": alpha < C,
        "misclassified": g <= 0,
        "label": Eq(y**2, 1),
        "decision": Eq(g, y * (s + b)),
    },
    (
        Step("beyond, α = 0", Eq(alpha, 0), ("slackness", "slack", "beyond the slab")),
        Step("inside, α = C", Eq(alpha, C), ("bound", "constraint", "inside the slab")),
        Step("α > 0, not beyond", g <= 1, ("slackness", "slack", "α > 0"), sharper=(g < 1,)),
        Step("α < C, no slack", Eq(xi, 0), ("bound", "α < C")),
        Step("free, on the face", Eq(g, 1), ("slackness", "α < C, no slack", "α > 0")),
        Step("b from a free one", Eq(b, y - s), ("free, on the face", "label", "decision")),
        Step("an error costs 1", xi >= 1, ("constraint", "misclassified"), sharper=(xi > 1,)),
    ),
    latex=LATEX,
    chapter="soft-margin",
)  # fmt: skip

PRICE = Theorem(
    "price",
    "A higher price of slack",
    {
        "w is best at C": U**2 / 2 + C * Xi <= U_more**2 / 2 + C * Xi_more,
        "w' is best at C'": U_more**2 / 2 + C_more * Xi_more <= U**2 / 2 + C_more * Xi,
        "C' is higher": C_more > C,
        "C is a price": C > 0,
    },
    (
        Step("less slack", Xi_more <= Xi, ("w is best at C", "w' is best at C'", "C' is higher"),
             sharper=(Xi_more < Xi,)),
        Step("a narrower slab", U <= U_more, ("w is best at C", "less slack", "C is a price"),
             sharper=(U < U_more,)),
    ),
    latex=LATEX,
    chapter="soft-margin",
)  # fmt: skip

CHEAP_SLACK = Theorem(
    "cheap_slack",
    "C small",
    {
        "a positive example": s_pos <= top,
        "a negative example": s_neg >= bottom,
        "C is a price": C > 0,
        "b in the middle": Eq(b, -C * (top + bottom) / 2),
        "C is small": C * (top - bottom) <= 2,
        "the outermost positive inside": C * top + b <= 1,
        "the outermost negative inside": C * bottom + b >= -1,
    },
    (
        Step("positives inside", C * s_pos + b <= 1,
             ("a positive example", "C is a price", "b in the middle", "C is small"),
             sharper=(C * s_pos + b < 1,)),
        Step("negatives inside", C * s_neg + b >= -1,
             ("a negative example", "C is a price", "b in the middle", "C is small"),
             sharper=(C * s_neg + b > -1,)),
        Step("only then", C * (top - bottom) <= 2,
             ("the outermost positive inside", "the outermost negative inside"),
             sharper=(C * (top - bottom) < 2,)),
    ),
    latex=LATEX,
    chapter="soft-margin",
)  # fmt: skip

CENTERING = Theorem(
    "centering",
    "Centering",
    {
        "shifted example": Eq(s_shift, s - k),
        "shifted offset": Eq(b_shift, b + k),
        "shifted sum": Eq(v_shift, v - beta * c),
        "balance": Eq(beta, 0),
    },
    (
        Step("the decision stays", Eq(s_shift + b_shift, s + b),
             ("shifted example", "shifted offset")),
        Step("w stays", Eq(v_shift, v), ("shifted sum", "balance")),
    ),
    latex=LATEX,
    chapter="soft-margin",
)  # fmt: skip
