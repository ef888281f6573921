"""The soft margin: its Lagrangian, gap, optimality conditions, and the part that C plays.

Chapter *Soft margins*. Beside the symbols of `lib.theorems.svm_dual`: ξ is the slack of an
example, K = C Σξ, X = Σαξ.
"""

from sympy import Derivative, Eq, symbols

from lib.proof import Step, Theorem
from lib.theorems.svm_dual import LATEX as DUAL_LATEX
from lib.theorems.svm_dual import SUMS, A, D, P, S, U, alpha, apart, b, beta, g

xi, nu, y, s, k, c, v, s_shift, b_shift, v_shift = symbols(
    "xi nu y s k c v s_shift b_shift v_shift", real=True
)
K, X, slack_terms, bound_terms = symbols("K X slack_terms bound_terms", real=True)
C, C_more = symbols("C C_more", positive=True)
Xi, Xi_more, U_more, D_best, terms, apart_squared = symbols(
    "Xi Xi_more U_more D_best terms apart_squared", nonnegative=True
)
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
    D_best: "D^*",
    terms: "T",
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

SOFT_GAP = Theorem(
    "soft_gap",
    "The duality gap",
    {
        "multiplier": alpha >= 0,
        "at most C": alpha <= C,
        "slack": xi >= 0,
        "constraint": g >= 1 - xi,
        **SUMS,
        "primal value": Eq(P, U**2 / 2 + K),
        "slackness summed": Eq(slack_terms, S - A + X),
        "bound summed": Eq(bound_terms, K - X),
        "slackness is nonnegative": slack_terms >= 0,
        "bound is nonnegative": bound_terms >= 0,
    },
    (
        Step("one slackness", alpha * (g - 1 + xi) >= 0, ("multiplier", "constraint"),
             sharper=(alpha * (g - 1 + xi) > 0,)),
        Step("one bound", (C - alpha) * xi >= 0, ("at most C", "slack"),
             sharper=((C - alpha) * xi > 0,)),
        Step("the gap", Eq(P, D + apart**2 / 2 + slack_terms + bound_terms),
             ("expansion", "balance", "bilinearity", "dual value", "primal value",
              "slackness summed", "bound summed")),
        Step("weak duality", P >= D,
             ("the gap", "slackness is nonnegative", "bound is nonnegative"),
             sharper=(P > D,)),
    ),
    latex=LATEX,
    chapter="soft-margin",
)  # fmt: skip

NEAR_OPTIMUM = Theorem(
    "near_optimum",
    "The gap bounds the distance",
    {
        "gap to the best α": Eq(P - D_best, apart_squared / 2 + terms),
        "the best α": D_best >= D,
    },
    (
        Step("distance", D + apart_squared / 2 <= P, ("gap to the best α", "the best α"),
             sharper=(D + apart_squared <= P,)),
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
    },
    (
        Step("less slack", Xi_more <= Xi, ("w is best at C", "w' is best at C'", "C' is higher"),
             sharper=(Xi_more < Xi,)),
        Step("a narrower slab", U <= U_more, ("w is best at C", "less slack"),
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
        "b in the middle": Eq(b, -C * (top + bottom) / 2),
        "C is small": C * (top - bottom) <= 2,
    },
    (
        Step("positives inside", C * s_pos + b <= 1,
             ("a positive example", "b in the middle", "C is small"),
             sharper=(C * s_pos + b < 1,)),
        Step("negatives inside", C * s_neg + b >= -1,
             ("a negative example", "b in the middle", "C is small"),
             sharper=(C * s_neg + b > -1,)),
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
