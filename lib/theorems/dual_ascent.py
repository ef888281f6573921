"""Dual ascent: what a step of one multiplier gains, what a pair gains, and when no pair is left.

Chapter *Dual ascent*. D is the value of the dual and w = Σαyx, before a step and after it. A step
moves one multiplier by s, or two forces, α_i y_i by s and α_j y_j by -s; g is the slope of D along
it, and moved the sum of (s‖x‖)² or (s‖x_i - x_j‖)² over the steps so far. An example's offset is
the b that puts it on its face; rise and fall are the room of its force αy. m is its margin, c the
wall uphill, and part a share t of the way there; gains and terms are sums over all examples.
"""

from sympy import Eq, Max, Ne, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.soft_margin import (
    AT_MOST_C,
    SLACK,
    SOFT_GAP,
    C,
    bound_terms,
    bound_terms_before,
    slack_terms,
    slack_terms_before,
)
from lib.theorems.soft_margin import LATEX as SOFT_LATEX
from lib.theorems.svm_dual import GROWS, MULTIPLIER, START, A, A_before, G, alpha, b, v, w, x, y

w_before, x_i, x_j = vectors("w_before x_i x_j")
D, D_before, moved, moved_before, s, g, n, n_before = symbols(
    "D D_before moved moved_before s g n n_before", real=True
)
y_i, y_j, alpha_i, alpha_j, alpha_i_before, alpha_j_before = symbols(
    "y_i y_j alpha_i alpha_j alpha_i_before alpha_j_before", real=True
)
rise, fall, offset, highest, lowest, h = symbols("rise fall offset highest lowest h", real=True)
m, c, t, R, part = symbols("m c t R part", real=True)
gains, gains_before, terms, terms_before = symbols(
    "gains gains_before terms terms_before", real=True
)
LATEX = SOFT_LATEX | {
    w: "w_t",
    w_before: "w_{t-1}",
    g: "g",
    D: "D_t",
    D_before: "D_{t-1}",
    alpha_i: r"\alpha_i",
    alpha_j: r"\alpha_j",
    alpha_i_before: r"\alpha_i^{t-1}",
    alpha_j_before: r"\alpha_j^{t-1}",
}
_BEFORE = {D: D_before, moved: moved_before}
_ZERO = {"D starts at 0": Eq(D, 0), "nothing has moved": Eq(moved, 0)}
_GAIN = D - D_before
_SQUARES = (norm(w) ** 2 - norm(w_before) ** 2) / 2


CEILING = Theorem(
    "ceiling",
    "No dual value exceeds nC",
    {
        **AT_MOST_C,
        "A starts at 0": START["A starts at 0"],
        "n starts at 0": Eq(n, 0),
        "A grows": GROWS["A grows"],
        "n grows": Eq(n, n_before + 1),
        "value": Eq(D, A - norm(w) ** 2 / 2),
    },
    (
        Step(
            "all multipliers",
            A <= n * C,
            ("at most C", "A grows", "n grows"),
            base=("A starts at 0", "n starts at 0"),
        ),
        Step("weak duality", D <= n * C, ("all multipliers", "value")),
    ),
    {A: A_before, n: n_before},
    SOFT_LATEX | {D: "D", n_before: "n_{<i}"},
    "dual-ascent#thm-coordinate",
    end=("value",),
    constants=(C,),
)


def _gains(parabola: Step, length, somewhere: str) -> tuple[Step, ...]:
    """The steps from the parabola to its top, for a direction of this length, which is not 0."""
    return (
        parabola,
        Step(
            "the gain",
            _GAIN >= length**2 * s**2 / 2,
            (parabola.name, "not past the top"),
            tight=True,
            sharper=(_GAIN >= length**2 * s**2,),
        ),
        Step(
            "the gain at the top",
            Eq(_GAIN, g**2 / (2 * length**2)),
            (parabola.name, "at the top", somewhere),
            sharper=(Eq(_GAIN, g**2 / length**2),),
        ),
        Step(
            "all gains",
            moved <= 2 * D,
            ("the gain", "the sum grows"),
            base=("D starts at 0", "nothing has moved"),
            tight=True,
            sharper=(moved <= D,),
        ),
        Step("in all", moved <= 2 * n * C, ("all gains", "weak duality")),
    )


def _along(length) -> dict:
    """What the steps of `_gains` suppose."""
    return {
        "not past the top": s * (g - s * length**2) >= 0,
        "at the top": Eq(s * length**2, g),
        **_ZERO,
        "the sum grows": Eq(moved, moved_before + length**2 * s**2),
        "weak duality": (CEILING, "weak duality"),
    }


COORDINATE = Theorem(
    "coordinate",
    "What a coordinate gains",
    {
        "label": Eq(y**2, 1),
        "w moves": Eq(w, w_before + s * y * x),
        "D moves": Eq(D, D_before + s - _SQUARES),
        "slope": Eq(g, 1 - y * inner(w_before, x)),
        "x is not 0": Ne(x, ZERO),
        **_along(norm(x)),
    },
    _gains(
        Step(
            "parabola",
            Eq(_GAIN, s * g - s**2 * norm(x) ** 2 / 2),
            ("label", "w moves", "D moves", "slope"),
            sharper=(Eq(_GAIN, s * g),),
        ),
        norm(x),
        "x is not 0",
    ),
    _BEFORE,
    LATEX
    | {
        moved: r"{\textstyle\sum s^2\lVert x_i\rVert^2}",
        moved_before: r"{\textstyle\sum_{<t}s^2\lVert x_i\rVert^2}",
    },
    "dual-ascent#thm-coordinate",
)

_APART = x_i - x_j
PAIR = Theorem(
    "pair",
    "What a pair gains",
    {
        "label of i": Eq(y_i**2, 1),
        "label of j": Eq(y_j**2, 1),
        "i moves": Eq(alpha_i, alpha_i_before + y_i * s),
        "j moves": Eq(alpha_j, alpha_j_before - y_j * s),
        "w moves": Eq(
            w,
            w_before
            + (alpha_i - alpha_i_before) * y_i * x_i
            + (alpha_j - alpha_j_before) * y_j * x_j,
        ),
        "D moves": Eq(D, D_before + alpha_i - alpha_i_before + alpha_j - alpha_j_before - _SQUARES),
        "slope": Eq(g, (y_i - inner(w_before, x_i)) - (y_j - inner(w_before, x_j))),
        "two points": Ne(x_i, x_j),
        **_along(norm(_APART)),
    },
    (
        Step(
            "the balance stays",
            Eq(alpha_i * y_i + alpha_j * y_j, alpha_i_before * y_i + alpha_j_before * y_j),
            ("label of i", "label of j", "i moves", "j moves"),
        ),
        Step(
            "w moves along one difference",
            Eq(w, w_before + s * _APART),
            ("label of i", "label of j", "i moves", "j moves", "w moves"),
        ),
        *_gains(
            Step(
                "parabola",
                Eq(_GAIN, s * g - s**2 * norm(_APART) ** 2 / 2),
                ("w moves along one difference", "i moves", "j moves", "D moves", "slope"),
                sharper=(Eq(_GAIN, s * g),),
            ),
            norm(_APART),
            "two points",
        ),
        Step(
            "from inner products",
            Eq(norm(_APART) ** 2, inner(x_i, x_i) + inner(x_j, x_j) - 2 * inner(x_i, x_j)),
            (),
            sharper=(Eq(norm(_APART) ** 2, inner(x_i, x_i) + inner(x_j, x_j)),),
        ),
    ),
    _BEFORE,
    LATEX
    | {
        moved: r"{\textstyle\sum s^2\lVert x_i-x_j\rVert^2}",
        moved_before: r"{\textstyle\sum_{<t}s^2\lVert x_i-x_j\rVert^2}",
    },
    "dual-ascent#thm-pair",
)

_TERM = alpha * (G - 1 + SLACK) + (C - alpha) * SLACK
_TERMS = slack_terms + bound_terms
_GAP = SOFT_GAP.step("the gap").claim
STOPPING = Theorem(
    "stopping",
    "When no pair is left",
    {
        "label": Eq(y**2, 1),
        "room to rise": Eq(rise, C / 2 + y * (C / 2 - alpha)),
        "room to fall": Eq(fall, C - rise),
        "its own offset": Eq(offset, y - inner(w, x)),
        "none that may rise is higher": rise * (offset - highest) <= 0,
        "none that may fall is lower": fall * (lowest - offset) <= 0,
        "b in the middle": Eq(b, (highest + lowest) / 2),
        "violation": Eq(h, Max(0, highest - lowest)),
        "no slackness yet": Eq(slack_terms, 0),
        "no bounds yet": Eq(bound_terms, 0),
        "n starts at 0": Eq(n, 0),
        "slackness grows": SOFT_GAP.hypotheses["slackness grows"],
        "bounds grow": SOFT_GAP.hypotheses["bounds grow"],
        "n grows": Eq(n, n_before + 1),
        "the gap": (SOFT_GAP, "the gap"),
        "w = v": Eq(w, v),
        "no pair violates": highest <= lowest,
    },
    (
        Step(
            "its term",
            Eq(_TERM, rise * Max(0, offset - b) + fall * Max(0, b - offset)),
            ("label", "room to rise", "room to fall", "its own offset"),
        ),
        Step(
            "one example",
            _TERM <= C * h / 2,
            (
                "its term",
                "room to fall",
                "none that may rise is higher",
                "none that may fall is lower",
                "b in the middle",
                "violation",
            ),
        ),
        Step(
            "all examples",
            _TERMS <= n * C * h / 2,
            ("one example", "slackness grows", "bounds grow", "n grows"),
            base=("no slackness yet", "no bounds yet", "n starts at 0"),
        ),
        Step("the gap is small", _GAP.lhs <= n * C * h / 2, ("the gap", "w = v", "all examples")),
        Step("no gap", _GAP.lhs <= 0, ("the gap is small", "violation", "no pair violates")),
    ),
    {slack_terms: slack_terms_before, bound_terms: bound_terms_before, n: n_before},
    SOFT_LATEX
    | {
        rise: "p_i",
        fall: "q_i",
        offset: "b_i",
        highest: r"b_{\uparrow}",
        lowest: r"b_{\downarrow}",
        h: "h",
        n_before: "n_{<i}",
    },
    "dual-ascent#thm-stopping",
    in_words={"optimal": "without a gap no other answer is better, by weak duality"},
    end=("the gap", "w = v", "no pair violates"),
    constants=(C, h),
)

# Any example counts for the sums: gains = Σ of what a step on each would gain, from one w.
_BEST = s * (1 - m) - s**2 * norm(x) ** 2 / 2
_PART = part * (1 - m) - part**2 * norm(x) ** 2 / 2
_LEFT = 1 - m - s * norm(x) ** 2  # the slope after the step
_CLIPPED = {
    "short of the top at C alone": (C - alpha - s) * Max(0, _LEFT) <= 0,
    "beyond it at 0 alone": (alpha + s) * Max(0, -_LEFT) <= 0,
}
_SHARE = {"t at least 0": t >= 0, "t at most 1": t <= 1}
_OWN = alpha * Max(0, m - 1) + (C - alpha) * Max(0, 1 - m)
SHARE = Theorem(
    "share",
    "A step and the gap",
    {
        **MULTIPLIER,
        **AT_MOST_C,
        "up, short of margin 1": (C - c) * Max(0, 1 - m) <= 0,
        "down, beyond it": c * Max(0, m - 1) <= 0,
        "c ≥ 0": c >= 0,
        "c ≤ C": c <= C,
        "part of the way": Eq(part, t * (c - alpha)),
        **_SHARE,
        **_CLIPPED,
        "radius": norm(x) <= R,
        "no gains yet": Eq(gains, 0),
        "no terms yet": Eq(terms, 0),
        "n starts at 0": Eq(n, 0),
        "gains grow": Eq(gains, gains_before + _BEST),
        "terms grow": Eq(terms, terms_before + _OWN),
        "n grows": Eq(n, n_before + 1),
        "the share": Eq(t, terms / (n * C**2 * R**2)),
    },
    (
        Step(
            "its term",
            Eq(_OWN, (c - alpha) * (1 - m)),
            ("up, short of margin 1", "down, beyond it", "c ≥ 0", "c ≤ C"),
        ),
        Step(
            "a part of the way",
            _PART >= t * _OWN - t**2 * C**2 * R**2 / 2,
            ("its term", "part of the way", "multiplier", "at most C", "c ≥ 0", "c ≤ C", "radius"),
        ),
        Step(
            "it stays in the box",
            (alpha + part) * (C - alpha - part) >= 0,
            ("part of the way", *_SHARE, "multiplier", "at most C", "c ≥ 0", "c ≤ C"),
        ),
        Step(
            "best in the box",
            (part - s) * _LEFT <= 0,
            ("it stays in the box", "multiplier", "at most C", *_CLIPPED),
        ),
        Step("the best step", _BEST >= _PART, ("best in the box",)),
        Step(
            "all examples",
            gains >= t * terms - n * t**2 * C**2 * R**2 / 2,
            ("a part of the way", "the best step", "gains grow", "terms grow", "n grows"),
            base=("no gains yet", "no terms yet", "n starts at 0"),
        ),
        Step(
            "gains and gap",
            gains >= terms**2 / (2 * n * C**2 * R**2),
            ("all examples", "the share"),
        ),
    ),
    {gains: gains_before, terms: terms_before, n: n_before},
    SOFT_LATEX
    | {
        m: "m_i",
        c: "c_i",
        s: "s_i",
        part: "p_i",
        terms: "(P-D)",
        terms_before: "(P-D)_{<i}",
        n_before: "n_{<i}",
        gains: r"{\textstyle\sum g_i}",
        gains_before: r"{\textstyle\sum_{j<i}g_j}",
    },
    "dual-ascent#thm-share",
    end=("the share",),
    constants=(C, R, t),
)
