"""The maximum-margin program: its scale, why 1, the slab, the margin 1/‖w‖, and uniqueness.

Chapter *Maximum margins*. x is an example with the label y, x_pos and x_neg are examples of either
class, (w', b') is another separator. That w is shortest among all that satisfy the constraints
enters once for each point that a proof compares it with. That this point satisfies them is a step,
which no later step uses: `SHORTEST` says so.
"""

from sympy import Eq, Ne, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors

w, w_other, w_scaled, x, x_pos, x_neg, x_near = vectors("w w_other w_scaled x x_pos x_neg x_near")
d, p, q, z = vectors("d p q z")
y, y_near, b, b_other, b_scaled, m, gamma_other = symbols(
    "y y_near b b_other b_scaled m gamma_other", real=True
)
LATEX = {
    w_other: "w'",
    w_scaled: "w''",
    d: "x_+ - x_-",
    x_pos: "x_+",
    x_neg: "x_-",
    x_near: "x_m",
    y_near: "y_m",
    b_other: "b'",
    b_scaled: "b''",
    gamma_other: r"\gamma'",
}

f = inner(w, x) + b
CONSTRAINT = {"constraint": y * f >= 1}
CLASSES = {
    "a positive example": inner(w, x_pos) + b >= 1,
    "a negative example": inner(w, x_neg) + b <= -1,
}
# A relation speaks of one point, and not of all that satisfy the constraints.
SHORTEST = {
    "shortest of the feasible": "a solution is no longer than any weights that satisfy the "
    "constraints; that those compared with it do, the steps named *feasible* show"
}
NOT_ZERO = Step("w is not 0", Ne(w, ZERO), ("a positive example", "a negative example"))

CANONICAL = Theorem(
    "canonical",
    "The margin of a canonical separator",
    {
        "no other is nearer": y * (inner(w_other, x) + b_other) >= m,
        "the nearest": Eq(y_near * (inner(w_other, x_near) + b_other), m),
        "separates": m > 0,
        "w' is not 0": Ne(w_other, ZERO),
        "w' divided": Eq(w, w_other / m),
        "b' divided": Eq(b, b_other / m),
    },
    (
        Step(
            "no score is below 1",
            y * f >= 1,
            ("no other is nearer", "separates", "w' divided", "b' divided"),
        ),
        Step(
            "the least score is 1",
            Eq(y_near * (inner(w, x_near) + b), 1),
            ("the nearest", "w' divided", "b' divided"),
        ),
        Step(
            "no distance changes",
            Eq(y * (inner(w_other, x) + b_other) / norm(w_other), y * f / norm(w)),
            ("separates", "w' is not 0", "w' divided", "b' divided"),
        ),
        Step("w is not 0", Ne(w, ZERO), ("w' is not 0", "w' divided")),
        Step(
            "none is nearer", y * f / norm(w) >= 1 / norm(w), ("no score is below 1", "w is not 0")
        ),
        Step(
            "the margin",
            Eq(y_near * (inner(w, x_near) + b) / norm(w), 1 / norm(w)),
            ("the least score is 1", "w is not 0"),
        ),
    ),
    latex=LATEX | {m: "m"},
    place="max-margin#prop-canonical",
)

WHY_ONE = Theorem(
    "why_one",
    "Why 1 and not 0",
    {
        "separates": y * f > 0,
        "some w": Ne(w, ZERO),
        **CLASSES,
        "from one to the other": Eq(d, x_pos - x_neg),
    },
    (
        Step(
            "half still separates",
            y * (inner(w / 2, x) + b / 2) > 0,
            ("separates",),
            sharper=(y * (inner(w / 2, x) + b / 2) >= y * f,),
        ),
        Step(
            "half is shorter",
            norm(w / 2) < norm(w),
            ("some w",),
            sharper=(norm(w / 2) < norm(w) / 2,),
        ),
        Step(
            "with 1, f climbs by 2",
            inner(w, d) >= 2,
            ("a positive example", "a negative example", "from one to the other"),
        ),
        Step("w is long enough", norm(w) * norm(d) >= 2, ("with 1, f climbs by 2",)),
        NOT_ZERO,
    ),
    latex=LATEX,
    place="max-margin#why-1-and-not-0",
)

SLAB = Theorem(
    "slab",
    "The slab",
    {
        "label": Eq(y**2, 1),
        **CONSTRAINT,
        "z on the hyperplane": Eq(inner(w, z) + b, 0),
        "p on the upper face": Eq(inner(w, p) + b, 1),
        "q on the lower face": Eq(inner(w, q) + b, -1),
        "straight across": Eq(q, p - 2 * w / norm(w) ** 2),
    },
    (
        Step("no example inside", f**2 >= 1, ("label", "constraint")),
        Step(
            "each at its distance",
            norm(x - z) >= 1 / norm(w),
            ("no example inside", "z on the hyperplane"),
        ),
        Step(
            "no narrower",
            norm(p - q) >= 2 / norm(w),
            ("p on the upper face", "q on the lower face"),
        ),
        Step(
            "from face to face", Eq(inner(w, q) + b, -1), ("p on the upper face", "straight across")
        ),
        Step("no wider", Eq(norm(p - q), 2 / norm(w)), ("straight across",)),
    ),
    latex=LATEX,
    place="max-margin#the-margin-and-the-slab",
)

EXACT_MARGIN = Theorem(
    "exact_margin",
    "The margin at the optimum",
    {
        **CLASSES,
        "the nearest": Eq(y_near * (inner(w, x_near) + b), m),
        "no other is nearer": y * f >= m,
        "constraints": m >= 1,
        "w is no longer than w/m": norm(w) <= norm(w / m),
        "a separator": y * (inner(w_other, x) + b_other) >= gamma_other * norm(w_other),
        "its margin is positive": gamma_other > 0,
        "w' scaled": Eq(w_scaled, w_other / (gamma_other * norm(w_other))),
        "b' scaled": Eq(b_scaled, b_other / (gamma_other * norm(w_other))),
        "w is no longer than w''": norm(w) <= norm(w_scaled),
    },
    (
        NOT_ZERO,
        Step(
            "w/m is feasible",
            y * (inner(w / m, x) + b / m) >= 1,
            ("no other is nearer", "constraints"),
        ),
        Step(
            "an example touches", Eq(m, 1), ("constraints", "w is not 0", "w is no longer than w/m")
        ),
        Step(
            "margin 1/‖w‖",
            Eq(y_near * (inner(w, x_near) + b) / norm(w), 1 / norm(w)),
            ("the nearest", "an example touches", "w is not 0"),
        ),
        Step(
            "no smaller margin",
            y * f / norm(w) >= 1 / norm(w),
            ("no other is nearer", "an example touches", "w is not 0"),
        ),
        Step(
            "w'' is feasible",
            y * (inner(w_scaled, x) + b_scaled) >= 1,
            ("a separator", "its margin is positive", "w' scaled", "b' scaled"),
        ),
        Step(
            "no larger margin",
            gamma_other <= 1 / norm(w),
            ("w is not 0", "w' scaled", "w is no longer than w''"),
        ),
    ),
    latex=LATEX | {m: "m"},
    place="max-margin#thm-exact-margin",
    in_words=SHORTEST,
)

_MIDDLE, _CENTER = (w + w_other) / 2, -inner(w, x_pos + x_neg) / 2
UNIQUE = Theorem(
    "unique",
    "No second solution",
    {
        **CONSTRAINT,
        "w' satisfies it": y * (inner(w_other, x) + b_other) >= 1,
        "w is no longer than the midpoint": norm(w) ** 2 <= norm(_MIDDLE) ** 2,
        "w' is no longer than the midpoint": norm(w_other) ** 2 <= norm(_MIDDLE) ** 2,
        **CLASSES,
        "m": Eq(m, inner(w, x_pos - x_neg) / 2),
        "x_+ is the lowest": inner(w, p) >= inner(w, x_pos),
        "x_- is the highest": inner(w, q) <= inner(w, x_neg),
        "w is no longer than w/m": norm(w) <= norm(w / m),
    },
    (
        Step(
            "the midpoint is feasible",
            y * (inner(_MIDDLE, x) + (b + b_other) / 2) >= 1,
            ("constraint", "w' satisfies it"),
        ),
        Step(
            "w is unique",
            Eq(w, w_other),
            ("w is no longer than the midpoint", "w' is no longer than the midpoint"),
        ),
        NOT_ZERO,
        Step("m is at least 1", m >= 1, ("m", "a positive example", "a negative example")),
        Step(
            "w/m is feasible for positives",
            inner(w / m, p) + _CENTER / m >= 1,
            ("m", "m is at least 1", "x_+ is the lowest"),
        ),
        Step(
            "w/m is feasible for negatives",
            inner(w / m, q) + _CENTER / m <= -1,
            ("m", "m is at least 1", "x_- is the highest"),
        ),
        Step("no offset gives more than 1", m <= 1, ("w is not 0", "w is no longer than w/m")),
        Step(
            "b is unique",
            Eq(b, _CENTER),
            ("m", "a positive example", "a negative example", "no offset gives more than 1"),
        ),
    ),
    latex=LATEX | {m: "m"},
    place="max-margin#thm-unique",
    in_words=SHORTEST
    | {"existence": "a continuous function has a least value on a set that is closed and bounded"},
)
