"""The Lagrangian, weak duality, the duality gap, and complementary slackness of the hard margin.

Chapter *Duality and support vectors*. x is an example with the label y and the multiplier alpha.
Sums over the examples grow one example at a time, by induction: A = Σα, beta = Σαy, v = Σαyx, and
slackness = Σα(y f(x) - 1); what holds of each holds of the sum over all, and there it is used.
"""

from sympy import Eq, Max, Ne, Rational, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.max_margin import WHY_ONE

w, x, u, x_k, x_pos, x_neg = vectors("w x u x_k x_pos x_neg")
v, v_before, p, p_before, q, q_before = vectors("v v_before p p_before q q_before")
y, b, alpha, K, h, forced = symbols("y b alpha K h forced", real=True)
A, A_before, beta, beta_before = symbols("A A_before beta beta_before", real=True)
slackness, slackness_before, price, price_before = symbols(
    "slackness slackness_before price price_before", real=True
)
gamma, share, shares, shares_before, tilt, tilt_before = symbols(
    "gamma share shares shares_before tilt tilt_before", real=True
)
y_k, alpha_k, scale, t, t_neg = symbols("y_k alpha_k scale t t_neg", real=True)
_EARLIER = r"\textstyle\sum_{j<i}"
LATEX = {
    x: "x_i",
    x_pos: "x_+",
    x_neg: "x_-",
    t_neg: "t'",
    alpha_k: r"\alpha_k",
    scale: "c",
    y: "y_i",
    alpha: r"\alpha_i",
    h: "h_k",
    forced: r"\alpha_k",
    beta: r"{\textstyle\sum\alpha_iy_i}",
    beta_before: rf"{{{_EARLIER}\alpha_jy_j}}",
    A: r"{\textstyle\sum\alpha_i}",
    A_before: rf"{{{_EARLIER}\alpha_j}}",
    v_before: "v_{<i}",
    p_before: "p_{<i}",
    q_before: "q_{<i}",
    slackness: r"{\textstyle\sum\alpha_i(y_if(x_i)-1)}",
    slackness_before: rf"{{{_EARLIER}\alpha_j(y_jf(x_j)-1)}}",
    price: r"{\textstyle\sum\alpha_ih_i}",
    price_before: rf"{{{_EARLIER}\alpha_jh_j}}",
    gamma: r"\gamma",
    share: r"\lambda_i",
    shares: r"{\textstyle\sum\lambda_i}",
    shares_before: rf"{{{_EARLIER}\lambda_j}}",
    tilt: r"{\textstyle\sum\lambda_iy_i}",
    tilt_before: rf"{{{_EARLIER}\lambda_jy_j}}",
}

G = y * (inner(w, x) + b)
MULTIPLIER = {"multiplier": alpha >= 0}
CONSTRAINT = {"constraint": G >= 1}
BALANCE = {"balance": Eq(beta, 0)}
# Sums that the hard and the soft margin share.
BEFORE = {v: v_before, beta: beta_before, A: A_before}
START = {"v starts at 0": Eq(v, ZERO), "β starts at 0": Eq(beta, 0), "A starts at 0": Eq(A, 0)}
GROWS = {
    "v grows": Eq(v, v_before + alpha * y * x),
    "β grows": Eq(beta, beta_before + alpha * y),
    "A grows": Eq(A, A_before + alpha),
}
DUAL = A - norm(v) ** 2 / 2

PENALTY = Theorem(
    "penalty",
    "The largest penalty",
    {
        **MULTIPLIER,
        "satisfied": 1 - G <= 0,
        "the sum starts at 0": Eq(price, 0),
        "the sum grows": Eq(price, price_before + alpha * (1 - G)),
        "violated": h > 0,
        "a price": K >= 0,
        "it is paid": Eq(forced, K / h),
    },
    (
        Step(
            "a satisfied constraint pays nothing", alpha * (1 - G) <= 0, ("multiplier", "satisfied")
        ),
        Step(
            "nor do all of them",
            price <= 0,
            ("a satisfied constraint pays nothing", "the sum grows"),
            base=("the sum starts at 0",),
        ),
        Step("a violated one is allowed K/h", forced >= 0, ("violated", "a price", "it is paid")),
        Step("and pays K", Eq(forced * h, K), ("it is paid",)),
    ),
    {price: price_before},
    LATEX,
    "svm-dual#the-lagrangian",
)

_SUM = {
    "the sum starts at 0": Eq(slackness, 0),
    "the sum grows": Eq(slackness, slackness_before + alpha * (G - 1)),
}
_LAGRANGIAN = norm(w) ** 2 / 2 - slackness
STATIONARITY = Theorem(
    "stationarity",
    "Stationarity",
    {
        **_SUM,
        **START,
        **GROWS,
        **BALANCE,
        "w is not v": Ne(w, v),
        "chosen offset": Eq(b, (norm(w) ** 2 / 2 - inner(w, v) + A - K) / beta),
    },
    (
        Step(
            "collected",
            Eq(slackness, inner(w, v) + b * beta - A),
            ("the sum grows", *GROWS),
            base=("the sum starts at 0", *START),
        ),
        Step("the square", Eq(_LAGRANGIAN, DUAL + norm(v - w) ** 2 / 2), ("collected", "balance")),
        Step("least at v", _LAGRANGIAN >= DUAL, ("the square",)),
        Step("and only there", _LAGRANGIAN > DUAL, ("the square", "w is not v")),
        Step("any value, by b", Eq(_LAGRANGIAN, K), ("collected", "chosen offset")),
    ),
    BEFORE | {slackness: slackness_before},
    LATEX,
    "svm-dual#thm-stationarity",
    end=("balance", "w is not v", "chosen offset"),
    constants=(b, w),
)

WEAK_DUALITY = Theorem(
    "weak_duality",
    "Weak duality",
    {**MULTIPLIER, **CONSTRAINT, **_SUM, "collected": (STATIONARITY, "collected"), **BALANCE},
    (
        Step("one example", alpha * (G - 1) >= 0, ("multiplier", "constraint")),
        Step(
            "all examples",
            slackness >= 0,
            ("one example", "the sum grows"),
            base=("the sum starts at 0",),
        ),
        Step(
            "the gap",
            Eq(norm(w) ** 2 / 2 - DUAL, norm(v - w) ** 2 / 2 + slackness),
            ("collected", "balance"),
        ),
        Step(
            "weak duality",
            norm(w) ** 2 / 2 >= DUAL,
            ("the gap", "all examples"),
            tight=True,
            sharper=(norm(w) ** 2 / 2 >= DUAL + norm(v - w) ** 2,),
        ),
    ),
    BEFORE | {slackness: slackness_before},
    LATEX,
    "svm-dual#thm-weak-duality",
    end=("balance",),
)

# The order of the examples is free: example k comes first, and the sum over the others grows on it.
_G_K = y_k * (inner(w, x_k) + b)
_PRODUCT = alpha_k * (_G_K - 1)
NO_GAP = {"no gap": Eq(norm(w) ** 2 / 2, DUAL)}
COMPLEMENTARY = Theorem(
    "complementary_slackness",
    "Complementary slackness",
    {
        **MULTIPLIER,
        **CONSTRAINT,
        "multiplier of k": alpha_k >= 0,
        "constraint of k": _G_K >= 1,
        "k comes first": Eq(slackness, _PRODUCT),
        "the sum grows": _SUM["the sum grows"],
        "the gap": (WEAK_DUALITY, "the gap"),
        **NO_GAP,
        "off the slab": _G_K > 1,
        "positive multiplier": alpha_k > 0,
    },
    (
        Step("one example", alpha * (G - 1) >= 0, ("multiplier", "constraint")),
        Step(
            "all others",
            slackness >= _PRODUCT,
            ("one example", "the sum grows"),
            base=("k comes first",),
        ),
        Step("example k", _PRODUCT >= 0, ("multiplier of k", "constraint of k")),
        Step("w = v", Eq(w, v), ("the gap", "no gap", "all others", "example k")),
        Step("no product", Eq(_PRODUCT, 0), ("the gap", "no gap", "all others", "example k")),
        Step("off the slab, no force", Eq(alpha_k, 0), ("no product", "off the slab")),
        Step("support vectors touch", Eq(_G_K, 1), ("no product", "positive multiplier")),
    ),
    {slackness: slackness_before},
    LATEX,
    "svm-dual#thm-complementary",
    end=("the gap", "no gap"),
    constants=(w, b, x_k, y_k, alpha_k),
)

# An example counts for p where y = 1, and for q where y = -1.
_AVERAGES = (
    *("p starts at 0", "q starts at 0", "the shares start at 0", "their balance starts at 0"),
    *("p grows", "q grows", "the shares grow", "their balance grows"),
    *("1 for each class", "as much for either"),
)
_MARGIN = y * (inner(u, x) + b)
HULLS = Theorem(
    "hulls",
    "Margin and multipliers",
    {
        "a share": share >= 0,
        "a separator": _MARGIN >= gamma,
        "u is unit": Eq(norm(u), 1),
        "p starts at 0": Eq(p, ZERO),
        "q starts at 0": Eq(q, ZERO),
        "the shares start at 0": Eq(shares, 0),
        "their balance starts at 0": Eq(tilt, 0),
        "p grows": Eq(p, p_before + share * (1 + y) / 2 * x),
        "q grows": Eq(q, q_before + share * (1 - y) / 2 * x),
        "the shares grow": Eq(shares, shares_before + share),
        "their balance grows": Eq(tilt, tilt_before + share * y),
        "1 for each class": Eq(shares, 2),
        "as much for either": Eq(tilt, 0),
        "v starts at 0": START["v starts at 0"],
        "v grows": GROWS["v grows"],
        "shares of α": Eq(share * A, 2 * alpha),
        **NO_GAP,
        "w = v": (COMPLEMENTARY, "w = v"),
        "w is not 0": (WHY_ONE, "w is not 0"),
    },
    (
        Step("one example", share * _MARGIN >= share * gamma, ("a share", "a separator")),
        Step(
            "on average",
            inner(u, p - q) + b * tilt >= gamma * shares,
            ("one example", "p grows", "q grows", "the shares grow", "their balance grows"),
            base=(
                "p starts at 0",
                "q starts at 0",
                "the shares start at 0",
                "their balance starts at 0",
            ),
        ),
        Step(
            "hulls bound the margin",
            gamma <= norm(p - q) / 2,
            ("on average", "1 for each class", "as much for either", "u is unit"),
            tight=True,
            sharper=(gamma <= norm(p - q) * Rational(1, 3),),
        ),
        Step("length from multipliers", Eq(norm(w) ** 2, A), ("no gap", "w = v")),
        Step(
            "margin from multipliers",
            Eq(1 / norm(w), 1 / sqrt(A)),
            ("length from multipliers", "w is not 0"),
        ),
        Step(
            "v joins them",
            Eq(v, A / 2 * (p - q)),
            ("p grows", "q grows", "v grows", "shares of α"),
            base=("p starts at 0", "q starts at 0", "v starts at 0"),
        ),
        Step(
            "nearest points",
            Eq(norm(p - q), 2 / norm(w)),
            ("length from multipliers", "w is not 0", "w = v", "v joins them"),
        ),
        Step(
            "no larger margin", gamma <= 1 / norm(w), ("hulls bound the margin", "nearest points")
        ),
    ),
    {v: v_before, p: p_before, q: q_before, shares: shares_before, tilt: tilt_before},
    LATEX,
    "svm-dual#margin-of-multipliers",
    end=("1 for each class", "as much for either", "no gap", "w = v"),
    constants=(b, gamma, u, A),
)

# Nearest points p and q of the hulls, and a point on the way from p to a positive example x, or
# from q to a negative one. Where ⟨p - q, x - p⟩ is negative, by s, the share t of the way is at
# most s/‖x - p‖²: small enough to do without a limit. Where it is not, any share will do.
_APART = p - q


SMALL_SHARE = {
    "a small share exists": "if the claim failed, by $e > 0$, any would do whose product with the "
    "squared distance is at most $e$; if not, any does"
}


def _small(share, across, falls):
    return share * norm(across) ** 2 * Max(0, falls) <= Max(0, falls) ** 2


_SCALED = {"the scale": Eq(scale * norm(_APART) ** 2, 2), "scaled": Eq(w, scale * _APART)}
NEAREST = Theorem(
    "nearest_points",
    "Nearest points satisfy the constraints",
    {
        "a share": share >= 0,
        "off p": t > 0,
        "off q": t_neg > 0,
        "not beyond": t <= 1,
        "hulls bound the margin": (HULLS, "hulls bound the margin"),
        "the margin is positive": gamma > 0,
        "a small share": _small(t, x_pos - p, -inner(_APART, x_pos - p)),
        "a small share from q": _small(t_neg, x_neg - q, inner(_APART, x_neg - q)),
        "no nearer than p": norm(_APART) ** 2 <= norm(_APART + t * (x_pos - p)) ** 2,
        "no nearer than q": norm(_APART) ** 2 <= norm(_APART - t_neg * (x_neg - q)) ** 2,
        **_SCALED,
        "f(p) is 1": Eq(b, 1 - inner(w, p)),
    },
    (
        Step("apart", Ne(p, q), ("hulls bound the margin", "the margin is positive")),
        Step("still an average", (1 - t) * share >= 0, ("a share", "not beyond")),
        Step(
            "beyond p",
            inner(_APART, x_pos - p) >= 0,
            ("no nearer than p", "off p", "a small share"),
        ),
        Step(
            "beyond q",
            inner(_APART, x_neg - q) <= 0,
            ("no nearer than q", "off q", "a small share from q"),
        ),
        Step(
            "f(q) is −1",
            Eq(inner(w, q) + b, -1),
            ("the scale", "scaled", "f(p) is 1"),
        ),
        Step(
            "positive examples",
            inner(w, x_pos) + b >= 1,
            ("beyond p", "the scale", "scaled", "f(p) is 1"),
        ),
        Step(
            "negative examples",
            inner(w, x_neg) + b <= -1,
            ("beyond q", "the scale", "scaled", "f(q) is −1"),
        ),
    ),
    latex=LATEX,
    place="svm-dual#thm-strong-duality",
    in_words={
        "nearest points exist": "a distance has a least value over hulls, which are closed and "
        "bounded",
        "nearest in the hulls": "what lies a share of the way from $p$ or $q$ to an example is in "
        "its hull, by *still an average*",
    }
    | SMALL_SHARE,
)

STRONG_DUALITY = Theorem(
    "strong_duality",
    "Strong duality",
    {
        "a share": share >= 0,
        **{name: HULLS.hypotheses[name] for name in _AVERAGES},
        **START,
        **GROWS,
        "prices": Eq(alpha, scale * share),
        **_SCALED,
    },
    (
        Step(
            "v joins them",
            Eq(v, scale * _APART),
            ("p grows", "q grows", "v grows", "prices"),
            base=("p starts at 0", "q starts at 0", "v starts at 0"),
        ),
        Step(
            "their sum",
            Eq(A, scale * shares),
            ("the shares grow", "A grows", "prices"),
            base=("the shares start at 0", "A starts at 0"),
        ),
        Step(
            "forces",
            Eq(beta, scale * tilt),
            ("their balance grows", "β grows", "prices"),
            base=("their balance starts at 0", "β starts at 0"),
        ),
        Step("balance", Eq(beta, 0), ("forces", "as much for either")),
        Step("multiplier", alpha >= 0, ("a share", "prices", "the scale")),
        Step("w = v", Eq(w, v), ("v joins them", "scaled")),
        Step(
            "no gap",
            NO_GAP["no gap"],
            ("their sum", "1 for each class", "the scale", "scaled", "v joins them"),
        ),
    ),
    BEFORE | {p: p_before, q: q_before, shares: shares_before, tilt: tilt_before},
    LATEX,
    "svm-dual#thm-strong-duality",
    end=("1 for each class", "as much for either", *_SCALED),
    constants=(scale,),
)
