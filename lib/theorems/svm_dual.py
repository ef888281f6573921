"""The Lagrangian, weak duality, the duality gap, and complementary slackness of the hard margin.

Chapter *Duality and support vectors*. x is an example with the label y and the multiplier alpha.
Sums over the examples grow one example at a time, by induction: A = Σα, beta = Σαy, v = Σαyx, and
slackness = Σα(y f(x) - 1); what holds of each holds of the sum over all, and there it is used.
"""

from sympy import Eq, Ne, Rational, sqrt, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors

w, x, u = vectors("w x u")
v, v_before, p, p_before, q, q_before = vectors("v v_before p p_before q q_before")
y, b, alpha, K, h, forced = symbols("y b alpha K h forced", real=True)
A, A_before, beta, beta_before = symbols("A A_before beta beta_before", real=True)
slackness, slackness_before, price, price_before = symbols(
    "slackness slackness_before price price_before", real=True
)
gamma, share, shares, shares_before, tilt, tilt_before = symbols(
    "gamma share shares shares_before tilt tilt_before", real=True
)
_EARLIER = r"\textstyle\sum_{j<i}"
LATEX = {
    x: "x_i",
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
COLLECTED = Eq(slackness, inner(w, v) + b * beta - A)
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
            "collected", COLLECTED, ("the sum grows", *GROWS), base=("the sum starts at 0", *START)
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
    {**MULTIPLIER, **CONSTRAINT, **_SUM, "collected": COLLECTED, **BALANCE},
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

# The order of the examples is free: this one comes last, and the sum is over all others.
COMPLEMENTARY = Theorem(
    "complementary_slackness",
    "Complementary slackness",
    {
        **MULTIPLIER,
        **CONSTRAINT,
        "all others": slackness >= 0,
        "no gap": Eq(norm(v - w) ** 2 / 2 + slackness + alpha * (G - 1), 0),
        "off the slab": G > 1,
        "positive multiplier": alpha > 0,
    },
    (
        Step("one example", alpha * (G - 1) >= 0, ("multiplier", "constraint")),
        Step("w = v", Eq(w, v), ("no gap", "one example", "all others")),
        Step("no product", Eq(alpha * (G - 1), 0), ("no gap", "one example", "all others")),
        Step("off the slab, no force", Eq(alpha, 0), ("no product", "off the slab")),
        Step("support vectors touch", Eq(G, 1), ("no product", "positive multiplier")),
    ),
    latex=LATEX | {slackness: r"{\textstyle\sum_{j\ne i}\alpha_j(y_jf(x_j)-1)}"},
    place="svm-dual#thm-complementary",
)

# An example counts for p where y = 1, and for q where y = -1.
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
        "no gap": Eq(norm(w) ** 2 / 2, DUAL),
        "w = v": Eq(w, v),
        "best margin": Eq(gamma, 1 / norm(w)),
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
            Eq(gamma, 1 / sqrt(A)),
            ("length from multipliers", "best margin"),
        ),
        Step(
            "v joins them",
            Eq(v, A / 2 * (p - q)),
            ("p grows", "q grows", "v grows", "shares of α"),
            base=("p starts at 0", "q starts at 0", "v starts at 0"),
        ),
        Step(
            "nearest points",
            Eq(norm(p - q), 2 * gamma),
            ("length from multipliers", "best margin", "w = v", "v joins them"),
        ),
    ),
    {v: v_before, p: p_before, q: q_before, shares: shares_before, tilt: tilt_before},
    LATEX,
    "svm-dual#margin-of-multipliers",
    end=("1 for each class", "as much for either", "no gap", "w = v"),
    constants=(b, gamma, u, A),
)
