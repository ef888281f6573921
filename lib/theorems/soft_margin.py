"""The soft margin: its Lagrangian, gap, optimality conditions, and the part that C plays.

Chapter *Soft margins*. Beside the symbols of `lib.theorems.svm_dual`: Xi = Σξ is the total slack,
slack_terms = Σα(y f(x) - 1 + ξ), bound_terms = Σ(C - α)ξ, and ξ = max(0, 1 - y f(x)) written out.
"""

from sympy import Derivative, Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.svm_dual import (
    BALANCE,
    BEFORE,
    DUAL,
    GROWS,
    MULTIPLIER,
    SMALL_SHARE,
    START,
    A,
    G,
    alpha,
    alpha_k,
    b,
    beta,
    beta_before,
    t,
    v,
    v_before,
    w,
    x,
    x_k,
    y,
    y_k,
)
from lib.theorems.svm_dual import LATEX as DUAL_LATEX

w_other, w_t, c, v_moved = vectors("w_other w_t c v_moved")
v_shift, v_shift_before, top, bottom, x_pos, x_neg = vectors(
    "v_shift v_shift_before top bottom x_pos x_neg"
)
g, xi, nu, C, C_more = symbols("g xi nu C C_more", real=True)
Xi, Xi_before, Xi_other, Xi_other_before, Xi_t, Xi_t_before = symbols(
    "Xi Xi_before Xi_other Xi_other_before Xi_t Xi_t_before", real=True
)
slack_terms, slack_terms_before, bound_terms, bound_terms_before = symbols(
    "slack_terms slack_terms_before bound_terms bound_terms_before", real=True
)
b_other, b_t, b_shift = symbols("b_other b_t b_shift", real=True)
y_i, y_j, alpha_i, alpha_j, alpha_i_moved, alpha_j_moved = symbols(
    "y_i y_j alpha_i alpha_j alpha_i_moved alpha_j_moved", real=True
)
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
    v_moved: "v'",
    alpha_i: r"\alpha_i",
    alpha_j: r"\alpha_j",
    alpha_i_moved: r"\alpha'_i",
    alpha_j_moved: r"\alpha'_j",
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
# Where the claim would fail, by e, the share is at most e/‖w - w'‖²: small enough to do without a
# limit. Where it holds, any share will do.
_BELOW = Max(0, _APART / 2 - _OTHER + PRIMAL)
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
        "a small share": t * _APART * _BELOW <= _BELOW**2,
        "weak duality": (SOFT_GAP, "weak duality"),
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
    in_words=SMALL_SHARE,
)

# The order of the examples is free: example k comes first, and the sums over the others grow on it.
_G_K = y_k * (inner(w, x_k) + b)
_SLACK_K = Max(0, 1 - _G_K)
_SLACKNESS_K, _BOUND_K = alpha_k * (_G_K - 1 + _SLACK_K), (C - alpha_k) * _SLACK_K
_NOTHING_LEFT = ("the gap", "no gap", "other slackness", "other bounds")
WHERE_ALPHA_SITS = Theorem(
    "where_alpha_sits",
    "Where each α sits",
    {
        **MULTIPLIER,
        **AT_MOST_C,
        "multiplier of k": alpha_k >= 0,
        "at most C for k": alpha_k <= C,
        "slackness of k first": Eq(slack_terms, _SLACKNESS_K),
        "bound of k first": Eq(bound_terms, _BOUND_K),
        "slackness grows": SOFT_GAP.hypotheses["slackness grows"],
        "bounds grow": SOFT_GAP.hypotheses["bounds grow"],
        "the gap": (SOFT_GAP, "the gap"),
        "no gap": Eq(PRIMAL, DUAL),
        "beyond the slab": _G_K > 1,
        "inside the slab": _G_K < 1,
        "α > 0": alpha_k > 0,
        "α < C": alpha_k < C,
        "label": Eq(y_k**2, 1),
        "misclassified": _G_K <= 0,
    },
    (
        ONE_SLACKNESS,
        ONE_BOUND,
        Step(
            "other slackness",
            slack_terms >= _SLACKNESS_K,
            ("one slackness", "slackness grows"),
            base=("slackness of k first",),
        ),
        Step(
            "other bounds",
            bound_terms >= _BOUND_K,
            ("one bound", "bounds grow"),
            base=("bound of k first",),
        ),
        Step("slackness of k", _SLACKNESS_K >= 0, ("multiplier of k",)),
        Step("bound of k", _BOUND_K >= 0, ("at most C for k",)),
        Step("w = v", Eq(w, v), (*_NOTHING_LEFT, "slackness of k", "bound of k")),
        Step("no slackness", Eq(_SLACKNESS_K, 0), (*_NOTHING_LEFT, "slackness of k")),
        Step("no bound", Eq(_BOUND_K, 0), (*_NOTHING_LEFT, "bound of k")),
        Step("beyond, α = 0", Eq(alpha_k, 0), ("no slackness", "beyond the slab")),
        Step("inside, α = C", Eq(alpha_k, C), ("no bound", "inside the slab")),
        Step("α > 0, not beyond", _G_K <= 1, ("no slackness", "α > 0")),
        Step("α < C, not inside", _G_K >= 1, ("no bound", "α < C")),
        Step("free, on the face", Eq(_G_K, 1), ("α > 0, not beyond", "α < C, not inside")),
        Step("b from a free one", Eq(b, y_k - inner(w, x_k)), ("free, on the face", "label")),
        Step("an error costs 1", _SLACK_K >= 1, ("misclassified",)),
    ),
    {slack_terms: slack_terms_before, bound_terms: bound_terms_before},
    LATEX,
    "soft-margin#thm-where-alpha",
    end=("the gap", "no gap"),
    constants=(w, b, C, x_k, y_k, alpha_k),
)

# At an optimum α of the dual, two forces exchange t: α_i y_i grows and α_j y_j shrinks, to α' and
# v'. b_i is the offset that puts example i on its face. There is room for t, which is at most
# g/‖x_i - x_j‖² where b_i exceeds b_j by g: small enough to do without a limit.
_FACE_I, _FACE_J = y_i - inner(v, x_pos), y_j - inner(v, x_neg)
_MORE, _SQUARE = Max(0, _FACE_I - _FACE_J), norm(x_pos - x_neg) ** 2
_SUM = A + alpha_i_moved - alpha_i + alpha_j_moved - alpha_j
_MOVED = _SUM - norm(v_moved) ** 2 / 2
_LABELS, _MOVES = ("label of i", "label of j"), ("i moves", "j moves")
EXCHANGE = Theorem(
    "exchange",
    "No exchange gains at the optimum",
    {
        "label of i": Eq(y_i**2, 1),
        "label of j": Eq(y_j**2, 1),
        "α_i in the box": alpha_i * (C - alpha_i) >= 0,
        "α_j in the box": alpha_j * (C - alpha_j) >= 0,
        "a move": t > 0,
        "room to rise": t <= C / 2 + y_i * (C / 2 - alpha_i),
        "room to fall": t <= C / 2 - y_j * (C / 2 - alpha_j),
        "a small move": t * _SQUARE * _MORE <= _MORE**2,
        "i moves": Eq(alpha_i_moved, alpha_i + y_i * t),
        "j moves": Eq(alpha_j_moved, alpha_j - y_j * t),
        "v moves": Eq(
            v_moved,
            v + (alpha_i_moved - alpha_i) * y_i * x_pos + (alpha_j_moved - alpha_j) * y_j * x_neg,
        ),
        "α is optimal": _MOVED <= DUAL,
    },
    (
        Step(
            "the balance stays",
            Eq(alpha_i_moved * y_i + alpha_j_moved * y_j, alpha_i * y_i + alpha_j * y_j),
            (*_LABELS, *_MOVES),
        ),
        Step(
            "i stays in the box",
            alpha_i_moved * (C - alpha_i_moved) >= 0,
            ("label of i", "α_i in the box", "a move", "room to rise", "i moves"),
        ),
        Step(
            "j stays in the box",
            alpha_j_moved * (C - alpha_j_moved) >= 0,
            ("label of j", "α_j in the box", "a move", "room to fall", "j moves"),
        ),
        Step(
            "v moves along one difference",
            Eq(v_moved, v + t * (x_pos - x_neg)),
            (*_LABELS, *_MOVES, "v moves"),
        ),
        Step(
            "the gain",
            Eq(_MOVED - DUAL, t * (_FACE_I - _FACE_J) - t**2 * _SQUARE / 2),
            ("v moves along one difference", *_MOVES),
            sharper=(Eq(_MOVED - DUAL, t * (_FACE_I - _FACE_J)),),
        ),
        Step(
            "no lower bound above an upper one",
            _FACE_I <= _FACE_J,
            ("the gain", "α is optimal", "a move", "a small move"),
        ),
    ),
    latex=LATEX,
    place="soft-margin#thm-soft-strong",
    in_words={
        "a dual optimum exists": "its objective is continuous, and the box is closed and bounded",
        "best in the box": "what $\\alpha$ is compared with is feasible, by *the balance stays* "
        "and the steps named *in the box*",
        "a small move exists": "if the claim failed, by $e > 0$, any within the rooms would do "
        "whose product with the squared distance is at most $e$; if not, any within them does",
    },
)

# b meets the wishes of all examples: b is no less than b_i where α_i y_i may rise, and no more
# where it may fall. (w', b') is optimal.
_FACE = y - inner(w, x)
_ROOM_UP = C / 2 + y * (C / 2 - alpha)
SOFT_STRONG = Theorem(
    "soft_strong",
    "Strong duality of the soft margin",
    {
        **MULTIPLIER,
        **AT_MOST_C,
        "label": Eq(y**2, 1),
        "not below": _ROOM_UP * (b - _FACE) >= 0,
        "not above": (C - _ROOM_UP) * (_FACE - b) >= 0,
        "no slackness yet": Eq(slack_terms, 0),
        "no bounds yet": Eq(bound_terms, 0),
        "slackness grows": SOFT_GAP.hypotheses["slackness grows"],
        "bounds grow": SOFT_GAP.hypotheses["bounds grow"],
        "the gap": (SOFT_GAP, "the gap"),
        "chosen w": Eq(w, v),
        "weak duality": _OTHER >= DUAL,
        "w' is best": _OTHER <= PRIMAL,
    },
    (
        Step(
            "no slackness left",
            Eq(alpha * (G - 1 + SLACK), 0),
            ("multiplier", "label", "not below", "not above"),
        ),
        Step(
            "no bound left",
            Eq((C - alpha) * SLACK, 0),
            ("at most C", "label", "not below", "not above"),
        ),
        Step(
            "none of all slackness",
            Eq(slack_terms, 0),
            ("no slackness left", "slackness grows"),
            base=("no slackness yet",),
        ),
        Step(
            "none of all bounds",
            Eq(bound_terms, 0),
            ("no bound left", "bounds grow"),
            base=("no bounds yet",),
        ),
        Step(
            "no gap",
            Eq(PRIMAL, DUAL),
            ("the gap", "chosen w", "none of all slackness", "none of all bounds"),
        ),
        Step("nor for any optimum", Eq(_OTHER, DUAL), ("no gap", "weak duality", "w' is best")),
    ),
    {slack_terms: slack_terms_before, bound_terms: bound_terms_before},
    LATEX,
    "soft-margin#thm-soft-strong",
    {"weak duality": "*weak duality* of the duality gap, for another answer"},
    in_words={
        "a b for all wishes": "no lower bound exceeds an upper one, so the greatest lower bound "
        "will do, or the least upper one"
    },
    end=("the gap", "chosen w", "weak duality", "w' is best"),
    constants=(w, b, C),
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
