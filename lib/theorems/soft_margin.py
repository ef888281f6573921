"""The soft margin: its Lagrangian, gap, optimality conditions, and the part that C plays.

Chapter *Soft margins*. Beside the symbols of `lib.theorems.svm_dual`: Xi = Σξ is the total slack,
slack_terms = Σα(y f(x) - 1 + ξ), bound_terms = Σ(C - α)ξ, and ξ = max(0, 1 - y f(x)) written out.
"""

from sympy import Abs, Derivative, Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.svm_dual import (
    BALANCE,
    BEFORE,
    DUAL,
    GROWS,
    MULTIPLIER,
    START,
    A,
    G,
    alpha,
    b,
    beta,
    beta_before,
    v,
    v_before,
    w,
    x,
    y,
)
from lib.theorems.svm_dual import LATEX as DUAL_LATEX

w_other, w_t, c = vectors("w_other w_t c")
v_shift, v_shift_before, top, bottom, x_pos, x_neg = vectors(
    "v_shift v_shift_before top bottom x_pos x_neg"
)
g, xi, nu, C, C_more, t = symbols("g xi nu C C_more t", real=True)
Xi, Xi_before, Xi_other, Xi_other_before, Xi_t, Xi_t_before = symbols(
    "Xi Xi_before Xi_other Xi_other_before Xi_t Xi_t_before", real=True
)
slack_terms, slack_terms_before, bound_terms, bound_terms_before = symbols(
    "slack_terms slack_terms_before bound_terms bound_terms_before", real=True
)
b_other, b_t, b_shift = symbols("b_other b_t b_shift", real=True)
_EARLIER = r"\textstyle\sum_{j<i}"
LATEX = DUAL_LATEX | {
    g: "y_if(x_i)",
    xi: r"\xi_i",
    nu: r"\nu_i",
    Xi: r"{\textstyle\sum\xi_i}",
    Xi_before: rf"{{{_EARLIER}\xi_j}}",
    slack_terms: r"{\textstyle\sum\alpha_i(y_if(x_i)-1+\xi_i)}",
    slack_terms_before: rf"{{{_EARLIER}\alpha_j(y_jf(x_j)-1+\xi_j)}}",
    bound_terms: r"{\textstyle\sum(C-\alpha_i)\xi_i}",
    bound_terms_before: rf"{{{_EARLIER}(C-\alpha_j)\xi_j}}",
    C_more: "C'",
    w_other: "w'",
    b_other: "b'",
    Xi_other: r"{\textstyle\sum\xi'_i}",
    v_shift: "v'",
    v_shift_before: "v'_{<i}",
    b_shift: "b'",
    top: "x_+",
    bottom: "x_-",
    x_pos: "x_i",
    x_neg: "x_j",
}
# From the optimum w, on the page w*, to any other (w', b'), on the page (w, b).
WALK_LATEX = LATEX | {
    w: "w^*",
    b: "b^*",
    Xi: r"{\textstyle\sum\xi^*_i}",
    Xi_before: rf"{{{_EARLIER}\xi^*_j}}",
    w_other: "w",
    b_other: "b",
    w_t: "w^t",
    b_t: "b^t",
    Xi_other: r"{\textstyle\sum\xi_i}",
    Xi_other_before: rf"{{{_EARLIER}\xi_j}}",
    Xi_t: r"{\textstyle\sum\xi^t_i}",
    Xi_t_before: rf"{{{_EARLIER}\xi^t_j}}",
}

SLACK = Max(0, 1 - G)
AT_MOST_C = {"at most C": alpha <= C}

_SIGNED = C * xi - alpha * (g - 1 + xi) - nu * xi
_PRINTED = C * xi + alpha * (1 - g + xi) + nu * xi
SOFT_LAGRANGIAN = Theorem(
    "soft_lagrangian",
    "The box",
    {"stationary in ξ": Eq(C - alpha - nu, 0), "multiplier of ξ": nu >= 0},
    (
        Step(
            "in ξ",
            Eq(Derivative(_SIGNED, xi), C - alpha - nu),
            (),
            sharper=(Eq(Derivative(_PRINTED, xi), C - alpha - nu),),
            by="sympy",
        ),
        Step("the box", alpha <= C, ("stationary in ξ", "multiplier of ξ")),
    ),
    latex=LATEX,
    place="soft-margin#the-dual-and-the-box",
)

ONE_SLACKNESS = Step("one slackness", alpha * (G - 1 + SLACK) >= 0, ("multiplier",))
ONE_BOUND = Step("one bound", (C - alpha) * SLACK >= 0, ("at most C",))
PRIMAL = norm(w) ** 2 / 2 + C * Xi
SOFT_GAP = Theorem(
    "soft_gap",
    "The duality gap",
    {
        **MULTIPLIER,
        **AT_MOST_C,
        "no slackness yet": Eq(slack_terms, 0),
        "no bounds yet": Eq(bound_terms, 0),
        "no slack yet": Eq(Xi, 0),
        **START,
        "slackness grows": Eq(slack_terms, slack_terms_before + alpha * (G - 1 + SLACK)),
        "bounds grow": Eq(bound_terms, bound_terms_before + (C - alpha) * SLACK),
        "slack grows": Eq(Xi, Xi_before + SLACK),
        **GROWS,
        **BALANCE,
    },
    (
        ONE_SLACKNESS,
        ONE_BOUND,
        Step(
            "all slackness",
            slack_terms >= 0,
            ("one slackness", "slackness grows"),
            base=("no slackness yet",),
        ),
        Step("all bounds", bound_terms >= 0, ("one bound", "bounds grow"), base=("no bounds yet",)),
        Step(
            "collected",
            Eq(slack_terms + bound_terms, inner(w, v) + b * beta - A + C * Xi),
            ("slackness grows", "bounds grow", "slack grows", *GROWS),
            base=("no slackness yet", "no bounds yet", "no slack yet", *START),
        ),
        Step(
            "the gap",
            Eq(PRIMAL - DUAL, norm(v - w) ** 2 / 2 + slack_terms + bound_terms),
            ("collected", "balance"),
        ),
        Step("weak duality", PRIMAL >= DUAL, ("the gap", "all slackness", "all bounds")),
    ),
    BEFORE | {slack_terms: slack_terms_before, bound_terms: bound_terms_before, Xi: Xi_before},
    LATEX,
    "soft-margin#thm-soft-gap",
    end=("balance",),
    constants=(C, b, w),
)

_SLACK_OTHER = Max(0, 1 - y * (inner(w_other, x) + b_other))
_SLACK_T = Max(0, 1 - y * (inner(w_t, x) + b_t))
_OTHER, _APART = norm(w_other) ** 2 / 2 + C * Xi_other, norm(w - w_other) ** 2
NEAR_OPTIMUM = Theorem(
    "near_optimum",
    "The gap bounds the distance",
    {
        "off the optimum": t > 0,
        "not beyond": t <= 1,
        "on the way": Eq(w_t, (1 - t) * w + t * w_other),
        "with its offset": Eq(b_t, (1 - t) * b + t * b_other),
        "no slack yet": Eq(Xi, 0),
        "none at the other end": Eq(Xi_other, 0),
        "none between": Eq(Xi_t, 0),
        "slack grows": Eq(Xi, Xi_before + SLACK),
        "at the other end": Eq(Xi_other, Xi_other_before + _SLACK_OTHER),
        "between": Eq(Xi_t, Xi_t_before + _SLACK_T),
        "C is a price": C > 0,
        "w* is best": PRIMAL <= norm(w_t) ** 2 / 2 + C * Xi_t,
        "a small share": t * _APART <= Abs(_APART / 2 - _OTHER + PRIMAL),
        "weak duality": PRIMAL >= DUAL,
    },
    (
        Step(
            "one slack",
            _SLACK_T <= (1 - t) * SLACK + t * _SLACK_OTHER,
            ("off the optimum", "not beyond", "on the way", "with its offset"),
        ),
        Step(
            "slack is convex",
            Xi_t <= (1 - t) * Xi + t * Xi_other,
            ("one slack", "slack grows", "at the other end", "between"),
            base=("no slack yet", "none at the other end", "none between"),
        ),
        Step(
            "the walk",
            (1 - t) * _APART / 2 <= _OTHER - PRIMAL,
            ("on the way", "slack is convex", "w* is best", "C is a price", "off the optimum"),
            sharper=((1 - t) * _APART <= _OTHER - PRIMAL,),
        ),
        Step(
            "above the least value",
            _APART / 2 <= _OTHER - PRIMAL,
            ("the walk", "a small share"),
            sharper=(_APART <= _OTHER - PRIMAL,),
        ),
        Step(
            "distance",
            _APART / 2 <= _OTHER - DUAL,
            ("above the least value", "weak duality"),
            sharper=(_APART <= _OTHER - DUAL,),
        ),
    ),
    {Xi: Xi_before, Xi_other: Xi_other_before, Xi_t: Xi_t_before},
    WALK_LATEX,
    "soft-margin#thm-near-optimum",
    end=("w* is best", "a small share", "weak duality"),
    constants=(t,),
)

# The order of the examples is free: this one comes last, and the sums are over all others.
WHERE_ALPHA_SITS = Theorem(
    "where_alpha_sits",
    "Where each α sits",
    {
        **MULTIPLIER,
        **AT_MOST_C,
        "other slackness": slack_terms >= 0,
        "other bounds": bound_terms >= 0,
        "no gap": Eq(
            norm(v - w) ** 2 / 2
            + slack_terms
            + bound_terms
            + alpha * (G - 1 + SLACK)
            + (C - alpha) * SLACK,
            0,
        ),
        "beyond the slab": G > 1,
        "inside the slab": G < 1,
        "α > 0": alpha > 0,
        "α < C": alpha < C,
        "label": Eq(y**2, 1),
        "misclassified": G <= 0,
    },
    (
        ONE_SLACKNESS,
        ONE_BOUND,
        Step(
            "w = v",
            Eq(w, v),
            ("no gap", "one slackness", "one bound", "other slackness", "other bounds"),
        ),
        Step(
            "no slackness",
            Eq(alpha * (G - 1 + SLACK), 0),
            ("no gap", "one slackness", "other slackness", "other bounds"),
        ),
        Step(
            "no bound",
            Eq((C - alpha) * SLACK, 0),
            ("no gap", "one bound", "other slackness", "other bounds"),
        ),
        Step("beyond, α = 0", Eq(alpha, 0), ("no slackness", "beyond the slab")),
        Step("inside, α = C", Eq(alpha, C), ("no bound", "inside the slab")),
        Step("α > 0, not beyond", G <= 1, ("no slackness", "α > 0")),
        Step("α < C, not inside", G >= 1, ("no bound", "α < C")),
        Step("free, on the face", Eq(G, 1), ("α > 0, not beyond", "α < C, not inside")),
        Step("b from a free one", Eq(b, y - inner(w, x)), ("free, on the face", "label")),
        Step("an error costs 1", SLACK >= 1, ("misclassified",)),
    ),
    latex=LATEX
    | {
        slack_terms: r"{\textstyle\sum_{j\ne i}\alpha_j(y_jf(x_j)-1+\xi_j)}",
        bound_terms: r"{\textstyle\sum_{j\ne i}(C-\alpha_j)\xi_j}",
    },
    place="soft-margin#thm-where-alpha",
)

PRICE = Theorem(
    "price",
    "A higher price of slack",
    {
        "w is best at C": PRIMAL <= norm(w_other) ** 2 / 2 + C * Xi_other,
        "w' is best at C'": norm(w_other) ** 2 / 2 + C_more * Xi_other
        <= norm(w) ** 2 / 2 + C_more * Xi,
        "C' is higher": C_more > C,
        "C is a price": C > 0,
    },
    (
        Step("less slack", Xi_other <= Xi, ("w is best at C", "w' is best at C'", "C' is higher")),
        Step(
            "a narrower slab",
            norm(w) <= norm(w_other),
            ("w is best at C", "less slack", "C is a price"),
        ),
    ),
    latex=LATEX,
    place="soft-margin#thm-price",
)


def _unpaid(score):
    """No term of the gap at an example with α = C and y f(x) = score."""
    return Eq(C * (score - 1 + Max(0, 1 - score)), 0)


def _f(example):
    return inner(w, example) + b


# All α = C and w = v = CΣyx; x_+ and x_- are the outermost examples of either class.
CHEAP_SLACK = Theorem(
    "cheap_slack",
    "C small",
    {
        "a positive example": inner(w, x_pos) <= inner(w, top),
        "a negative example": inner(w, x_neg) >= inner(w, bottom),
        "b in the middle": Eq(b, -inner(w, top + bottom) / 2),
        "C is small": inner(w, top - bottom) <= 2,
        "C is a price": C > 0,
        "no gap at x_+": _unpaid(_f(top)),
        "no gap at x_-": _unpaid(-_f(bottom)),
    },
    (
        Step(
            "positives inside",
            _f(x_pos) <= 1,
            ("a positive example", "b in the middle", "C is small"),
        ),
        Step(
            "negatives inside",
            _f(x_neg) >= -1,
            ("a negative example", "b in the middle", "C is small"),
        ),
        Step("no gap at positives", _unpaid(_f(x_pos)), ("positives inside",)),
        Step("no gap at negatives", _unpaid(-_f(x_neg)), ("negatives inside",)),
        Step(
            "only then",
            inner(w, top - bottom) <= 2,
            ("C is a price", "no gap at x_+", "no gap at x_-"),
        ),
    ),
    latex=LATEX,
    place="soft-margin#what-the-price-buys",
)

CENTERING = Theorem(
    "centering",
    "Centering",
    {
        "shifted offset": Eq(b_shift, b + inner(w, c)),
        "v starts at 0": START["v starts at 0"],
        "β starts at 0": START["β starts at 0"],
        "v' starts at 0": Eq(v_shift, ZERO),
        "v grows": GROWS["v grows"],
        "β grows": GROWS["β grows"],
        "v' grows": Eq(v_shift, v_shift_before + alpha * y * (x - c)),
        **BALANCE,
    },
    (
        Step(
            "the decision stays",
            Eq(inner(w, x - c) + b_shift, inner(w, x) + b),
            ("shifted offset",),
        ),
        Step(
            "the sum shifts",
            Eq(v_shift, v - beta * c),
            ("v grows", "β grows", "v' grows"),
            base=("v starts at 0", "β starts at 0", "v' starts at 0"),
        ),
        Step("w stays", Eq(v_shift, v), ("the sum shifts", "balance")),
    ),
    {v: v_before, beta: beta_before, v_shift: v_shift_before},
    LATEX,
    "soft-margin#centering-and-the-recipe",
    end=("balance",),
    constants=(c,),
)
