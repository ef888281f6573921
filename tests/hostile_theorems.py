"""Theorems that are false, or say nothing, each with why it is refused; and true ones.

A row of `REFUSED` is what makes a theorem and words of the reason: of the error where it cannot be
stated, else of what is not proved and which mutants survive. Most have a neighbor in `ACCEPTED`
that differs in what makes it true.
"""

from sympy import (
    Abs,
    Derivative,
    Eq,
    Max,
    Min,
    Ne,
    Rational,
    Symbol,
    cos,
    exp,
    log,
    sin,
    sqrt,
    symbols,
    tan,
)

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems import theorem
from tests.toys import R, gamma, t, u, w, w_before
from tests.toys import x_t as x

RUN = theorem("block_novikoff")  # the hypotheses of a run of the perceptron

a, b, c, d, k, k_before = symbols("a b c d k k_before", real=True)
p, q, r = symbols("p q r", positive=True)
n, m, s, s_before, M = symbols("n m s s_before M", nonnegative=True)
e, f, g = vectors("e f g")
FAIL, CLASH, OPEN = "does not follow", "contradict each other", "undecided"


def says(claim, *given, sharper=()):
    """One step from all its hypotheses, which are named 1, 2, 3."""
    hypotheses = {str(i): relation for i, relation in enumerate(given, 1)}
    return lambda: Theorem(
        "toy", "", hypotheses, (Step("claim", claim, tuple(hypotheses), sharper=sharper),)
    )


def identity(left, right, *others):
    """One that SymPy decides, with other right sides as mutants."""
    sharper = tuple(Eq(left, other) for other in others)
    return lambda: Theorem(
        "toy", "", {}, (Step("claim", Eq(left, right), (), (), sharper, "sympy"),)
    )


def chain(hypotheses, *steps, **options):
    """Several steps: each a name, a claim, what is given, and perhaps a base and sharper claims."""
    return lambda: Theorem("toy", "", hypotheses, tuple(Step(*step) for step in steps), **options)


def counting(claim, *sharper, **options):
    """s grows by 1 an update: an induction on t for a claim, where both start at 0."""
    given = {"t0": Eq(t, 0), "s0": Eq(s, 0), "grows": Eq(s, s_before + 1)} | options.pop("more", {})
    base, step = options.pop("base", ("t0", "s0")), options.pop("step", ("grows",))
    options = {"before": {t: t - 1, s: s_before}} | options
    given = {name: given[name] for name in given if name in (*base, *step) or name == "low"}
    return chain(given, ("claim", claim, step, base, sharper), **options)


def perceptron(name, claim, given, base=(), sharper=(), more=None, **options):
    """A step about a run of the perceptron, with the constants that a run has."""
    held = RUN.hypotheses | (more or {})
    used = {key: value for key, value in held.items() if key in (*given, *base)}
    options = {"before": RUN.before, "constants": ()} | options
    return chain(used, (name, claim, given, base, sharper), **options)


LENGTH, RADIUS = norm(w) ** 2 <= R**2 * t, ("update", "mistake", "radius")
ALIGNED, PAIR = inner(w, u) >= gamma * t, ("t starts at 0", "w starts at 0")
CHAIN = {"1": Eq(a, 1), "2": Eq(a, 2), "b": Eq(b, a), "c": Eq(c, a)}
SQUARE = Eq(2 * s, t * (t + 1))
SUMMED = {"more": {"grows": Eq(s, s_before + t)}}
LAST = symbols("last", positive=True)  # the length of the last example

REFUSED = [
    # Inductions that name what the next update changes
    (
        perceptron("length", norm(w) ** 2 <= norm(x) ** 2 * t, ("update", "mistake"), PAIR[1:]),
        "speaks of x, which the next update may change",
    ),
    (
        perceptron(
            "length",
            norm(w) ** 2 <= LAST**2 * t,
            ("update", "mistake", "last"),
            PAIR[1:],
            more={"last": Eq(norm(x), LAST)},
        ),
        "speaks of last, which the next update may change",
    ),
    (perceptron("length", LENGTH, RADIUS, PAIR[1:]), "speaks of R, which the next update"),
    (perceptron("a", ALIGNED, ("update", "margin"), PAIR), "speaks of gamma, u, which"),
    (
        perceptron("a", ALIGNED, ("update", "margin"), PAIR, constants=(gamma,)),
        "speaks of u, which the next update may change",
    ),
    (
        perceptron("a", ALIGNED, ("update", "margin"), PAIR, constants=(u,)),
        "speaks of gamma, which the next update may change",
    ),
    (counting(s <= a), "speaks of a, which the next update may change"),
    (counting(Eq(s, t + k)), "speaks of k"),
    (counting(s >= t - n), "speaks of n"),
    # Constants that are none
    (counting(s >= t, constants=(s,)), "s has an earlier state, so it is no constant"),
    (counting(s >= t, constants=(t,)), "t has an earlier state, so it is no constant"),
    (counting(s >= t, constants=(a,)), "the constant a is in no relation; leave it out"),
    (
        chain(
            {"t0": Eq(t, 0), "grows": Eq(s, s_before + 1)},
            ("claim", t >= s, ("grows",), ("t0",)),
            before={t: t - 1},
            constants=(s,),
        ),
        "s has an earlier state, so it is no constant",
    ),
    (
        perceptron("length", LENGTH, RADIUS, PAIR[1:], before={t: t - 1}, constants=(w, R)),
        "w has an earlier state, so it is no constant",
    ),
    # Earlier states that are none
    (counting(s >= t, before={t: t, s: s_before}), "before pairs t with t"),
    (counting(s >= t, before={t: t / 2, s: s_before}), "before pairs t with t/2"),
    (counting(s >= t, before={t: t - 2, s: s_before}), "before pairs t with t - 2"),
    (counting(s >= t, before={t: t + 1, s: s_before}), "before pairs t with t + 1"),
    (counting(s >= t, before={t: 0 * t, s: s_before}), "before pairs t with 0"),
    (counting(s >= t, before={t: t - 1, s: n}), "before pairs s with n"),
    (counting(s >= t, before={t: t - 1, s: t}), "before pairs s with t"),
    (counting(s >= t, before={t: t - 1, s: 2 * s_before}), "before pairs s with 2*s_before"),
    (counting(s >= t, before={t: t - 1, s: symbols("s_before")}), "of the same kind and sign"),
    (counting(s >= t, before={t: t - 1, s: vectors("s_before")[0]}), "of the same kind and sign"),
    (
        perceptron("length", LENGTH, RADIUS, PAIR[1:], before={t: t - 1, w: u}, constants=(R,)),
        "before pairs w with u; pair it with its own earlier state, w_before",
    ),
    (
        perceptron("length", LENGTH, RADIUS, PAIR[1:], before={t: t - 1, w: w}, constants=(R,)),
        "before pairs w with w",
    ),
    (
        perceptron(
            "length", LENGTH, RADIUS, PAIR[1:], before={t: t - 1, w: w_before / 2}, constants=(R,)
        ),
        "before pairs w with",
    ),
    (counting(s >= t, before={t - 1: t, s: s_before}), "before changes t - 1, which is no symbol"),
    (counting(s >= t, before={}), "before changes none of its symbols [s, t]"),
    (counting(a >= k), "before changes none of its symbols [a, k]"),
    (counting(s >= s_before), "claim of one state, without s_before"),
    (counting(s_before >= t - 1), "claim of one state, without s_before"),
    # The start taken for a fact of every update, and an update for one of the start
    (
        chain(
            {"k0": Eq(k, 0), "grows": k >= k_before},
            ("first", k >= 0, ("grows",), ("k0",)),
            ("second", k <= 0, ("k0",)),
            before={k: k_before},
        ),
        "'k0' is used at the start of an induction and again at an update",
    ),
    (
        counting(s >= t, step=("grows", "s0")),
        "'s0' is used at the start of an induction and again at an update",
    ),
    (
        chain(
            {"s0": Eq(s, 0), "t0": Eq(t, 0), "grows": Eq(s, s_before + 1)},
            ("begins", s <= 0, ("s0",)),
            ("claim", s <= t, ("grows",), ("begins", "t0")),
            ("wrong", s <= 1, ("begins",)),
            before={t: t - 1, s: s_before},
        ),
        "'begins' is used at the start of an induction and again at an update",
    ),
    (
        counting(s >= t, base=("t0", "s0", "grows")),
        "'grows' is used at the start of an induction and again at an update",
    ),
    (
        counting(s >= t, base=("t0", "s0", "x"), more={"x": a >= 0}),
        "'x' is used at the start, where no update has been, and speaks of a",
    ),
    (
        counting(s >= t, base=("t0", "x"), more={"x": Eq(s_before, 0)}, step=("grows", "s0")),
        "and speaks of s_before",
    ),
    (
        chain(
            {"k0": Eq(k, 0), "all": Eq(k, 1), "grows": Eq(k, k_before + 1)},
            ("claim", k >= 0, ("grows", "all"), ("k0",)),
            before={k: k_before},
            end=("all",),
        ),
        "are inductions from what the end alone has",
    ),
    # Circles, and names that are unknown, taken, or the engine's
    (chain({"1": a <= b}, ("claim", a <= b, ("claim",))), "uses ['claim'], which no hypothesis"),
    (
        chain({"1": a <= b}, ("one", a <= c, ("two",)), ("two", a <= c, ("one", "1"))),
        "uses ['two'], which no hypothesis or earlier step names",
    ),
    (chain({"1": a <= b}, ("1", a <= b, ("1",))), "the name '1' is taken"),
    (chain({"induction": a <= b}, ("c", a <= b, ("induction",))), "are the engine's own"),
    (chain({"1": a <= b}, ("induction", a <= b, ("1",))), "are the engine's own"),
    (chain({"": a <= b}, ("c", a <= b, ("",))), "are the engine's own"),
    (chain({"p > 0": p <= 1}, ("c", p <= 1, ("p > 0",))), "are the engine's own"),
    (chain({"n >= 0": n <= -a}, ("c", a <= 0, ("n >= 0",))), "are the engine's own"),
    (says(Symbol("<e,f>", real=True) <= 1, inner(e, f) <= 1), "a symbol has the name '<e,f>'"),
    (says(Symbol("#0", real=True) <= 1, norm(e + f) <= 1), "a symbol has the name '#0'"),
    (says(Symbol("e[0]", real=True) <= 1, norm(e) <= 1), "a symbol has the name 'e[0]'"),
    (says(Symbol("|e|", real=True) <= 1, norm(e) <= 1), "a symbol has the name '|e|'"),
    (says(norm(vectors("e,f")[0]) <= 1, inner(e, f) <= 1), "a symbol has the name 'e,f'"),
    (says(Symbol("log(p)", real=True) <= 1, log(p) <= 1), "a symbol has the name 'log(p)'"),
    (says(Symbol("norm(e)", real=True) <= 1, norm(e) <= 1), "a symbol has the name 'norm(e)'"),
    (says(Symbol("2", real=True) <= 1, a <= 1), "a symbol has the name '2'"),
    (says(Symbol("e", real=True) <= 1, norm(e) <= 1), "two symbols have the name e"),
    (says(symbols("a", positive=True) >= a, a >= 0), "two symbols have the name a"),
    (says(symbols("i", integer=True) >= 1, symbols("i", integer=True) > 0), "declared more than"),
    (says(symbols("i", even=True) >= a, a <= 0), "declared more than"),
    # Hypotheses that exclude each other, at once or through earlier steps
    (says(a <= b - 1, Eq(a, 1), Eq(a, 2)), CLASH),
    (says(a > 100, p <= -1, Eq(a, p)), "False is no relation"),
    (says(a > 100, Eq(a, p), a <= 0), CLASH),
    (says(a > 100, Eq(a**2, -1)), "False is no relation"),
    (says(a > 100, norm(e) < 0), "False is no relation"),
    (says(a > 100, norm(e) < a, a <= 0), CLASH),
    (says(a > 100, Eq(norm(e), 1), Eq(norm(f), 1), inner(e, f) > 1), CLASH),
    (says(a > 100, Eq(norm(e + f), 3), Eq(norm(e), 1), Eq(norm(f), 1)), CLASH),
    (says(a > 100, log(p) > p), CLASH),
    (says(a > 100, log(p) > 1, p < 2), CLASH),
    (says(a > 100, Abs(a) < b, b <= 0), CLASH),
    (says(a > 100, Max(a, b) < a), CLASH),
    (says(a > 100, Max(a, b) < c, c < a), CLASH),
    (says(a > 100, 1 / b > 0, b < 0), CLASH),
    (says(a > 100, Eq(sqrt(b), c), c < 0), CLASH),
    (
        chain(
            CHAIN,
            ("b is 1", Eq(b, 1), ("1", "b")),
            ("c is 2", Eq(c, 2), ("2", "c")),
            ("claim", Eq(c - b, 1), ("b is 1", "c is 2")),
        ),
        "the hypotheses that it rests on contradict each other: 1, 2, b, c",
    ),
    (
        chain(
            {"1": a <= 0, "2": a >= 1, "b": b >= a, "c": c <= a},
            ("b", b >= 1, ("2", "b")),
        ),
        "the name 'b' is taken",
    ),
    (
        chain(
            {"1": a <= 0, "2": a >= 1, "b": b >= a, "c": c <= a},
            ("b above", b >= 1, ("2", "b")),
            ("c below", c <= 0, ("1", "c")),
            ("claim", b - c >= 1, ("b above", "c below")),
        ),
        "the hypotheses that it rests on contradict each other: 1, 2, b, c",
    ),
    (
        chain(
            {"1": Eq(norm(e), 1), "2": norm(e) >= 2, "f": Eq(f, 2 * e), "g": Eq(g, e)},
            ("f long", Eq(norm(f), 2), ("1", "f")),
            ("g long", norm(g) >= 2, ("2", "g")),
            ("claim", norm(g) >= norm(f), ("f long", "g long")),
        ),
        "the hypotheses that it rests on contradict each other",
    ),
    (
        counting(s <= t - 1, more={"low": s + 1 <= t - s_before}, step=("grows", "low")),
        "does not follow",
    ),
    # Possible at the start and some time later, but not one update after where it held
    (
        counting(s <= 0, more={"low": s_before >= 1}, step=("grows", "low")),
        "its hypotheses contradict each other",
    ),
    # False of numbers: strictness, equality, signs
    (says(a < b, a <= b), FAIL),
    (says(Eq(a, b), a <= b), FAIL),
    (says(a <= b, a < b), "*claim* $a < b$"),
    (says(a**2 <= b**2, a <= b), FAIL),
    (says(a <= b, a**2 <= b**2), FAIL),
    (says(a * c <= b * c, a <= b), FAIL),
    (says(a <= b, a * c <= b * c), FAIL),
    (says(a >= 0, a**2 >= 0), "is no relation"),
    (says(a**3 >= a), FAIL),
    (says(a**2 >= a), FAIL),
    (says(Eq(a, b), Eq(a**2, b**2)), FAIL),
    (says(Eq(a, 0), Eq(a * b, 0)), FAIL),
    (says(a + b <= 1, a <= 1, b <= 1), FAIL),
    (says(a * b <= 1, a <= 1, b <= 1), FAIL),
    (says(n <= m + 1, n <= m), "Survived"),
    (says(a <= c + 1, a <= b, b <= c, sharper=(a <= c,)), "*claim* $a \\leq c$"),
    (says(a <= b, a <= b, c >= 0), "*claim* without *2*"),
    (says(n >= 0 - a, a >= 0, n >= a), "Survived"),
    (says(p * q >= p, q >= 1, p <= 9), "*claim* without *2*"),
    (says(a <= 1, Min(a, b) <= 1), "Min(a, b) is no sum, product, power or root"),
    (says(Max(a, b) <= 1, a <= 1), FAIL),
    (says(Abs(a) <= 1, a <= 1), FAIL),
    (says(Abs(a + b) >= Abs(a) + Abs(b)), FAIL),
    (says(Abs(a - b) <= Abs(a) - Abs(b)), FAIL),
    (says(Max(0, a + b) >= Max(0, a) + Max(0, b)), FAIL),
    (says(Max(a, b) * c >= Max(a * c, b * c)), FAIL),
    (says(Max(0, a) * Max(0, -a) > 0), FAIL),
    # Where there is a divisor, a root or a logarithm
    (says(1 / a <= 1, a >= 0), FAIL),
    (says(a / b <= 1, a <= b), FAIL),
    (says(1 / a >= 1 / b, a <= b), FAIL),
    (says(1 / a**2 > 0), FAIL),
    (says(Eq(a, b), Eq(a * c, b * c)), FAIL),
    (says(1 / (a - b) > 0, a >= b), FAIL),
    (says(sqrt(a) <= 1, a <= 1), FAIL),
    (says(sqrt(a) >= 0), FAIL),
    (says(sqrt(a) <= a, a >= 0), FAIL),
    (says(a <= sqrt(a), a >= 0), FAIL),
    (says(sqrt(n + m) >= sqrt(n) + sqrt(m)), FAIL),
    (says(Eq(sqrt(n**2 + m**2), n + m)), FAIL),
    (says(log(a) <= a - 1), FAIL),
    (says(log(p) >= 0), FAIL),
    (says(log(p) < p - 1), FAIL),
    (says(log(p) <= p - 2), FAIL),
    (says(log(p) >= p - 1), FAIL),
    (says(Eq(log(p), Rational(7, 10)), Eq(p, 2)), FAIL),
    (says(log(p) <= log(q), p >= q), FAIL),
    (says(a > Rational(7, 10), Eq(a, log(p)), p >= 2), FAIL),
    (says(log(1 + p) < p, q >= 1), "*claim* without *1*"),
    # Vectors: false, or false in space alone, or true in the plane alone
    (says(norm(e + f) <= norm(e)), FAIL),
    (says(norm(e + f) >= norm(e) + norm(f)), FAIL),
    (says(Eq(norm(e + f) ** 2, norm(e) ** 2 + norm(f) ** 2)), FAIL),
    (says(Eq(e, f), Eq(norm(e), norm(f))), FAIL),
    (says(Eq(e, f), Eq(inner(e, g), inner(f, g))), FAIL),
    (says(Eq(e, ZERO), Eq(inner(e, f), 0), Ne(f, ZERO)), FAIL),
    (says(Eq(e, ZERO), Eq(inner(e, f), 0), Eq(inner(e, g), 0), Eq(inner(f, g), 0)), FAIL),
    (
        says(
            Eq(inner(e, g), 0),
            Eq(inner(e, f), 0),
            Eq(inner(f, g), 0),
            Ne(f, ZERO),
        ),
        FAIL,
    ),
    (
        says(
            norm(e) ** 2 * norm(f) ** 2 * norm(g) ** 2 <= 0,
            Eq(inner(e, f), 0),
            Eq(inner(e, g), 0),
            Eq(inner(f, g), 0),
        ),
        FAIL,
    ),
    (says(inner(e, f) ** 2 >= norm(e) ** 2 * norm(f) ** 2), FAIL),
    (says(inner(e, f) >= 0, norm(e - f) <= norm(e + f) + 1), FAIL),
    (says(inner(e, g) >= 0, inner(e, f) >= 0, inner(f, g) >= 0), FAIL),
    (says(norm(e) <= norm(f), inner(e, f) <= norm(f) ** 2), FAIL),
    (says(norm(e + f + g) <= norm(e) + norm(f)), FAIL),
    (says(norm(e - f) <= norm(e) - norm(f)), FAIL),
    (says(Eq(norm(c * e), c * norm(e))), FAIL),
    (says(1 / norm(e) >= a, a <= 0), FAIL),
    (says(norm(e / norm(f)) <= 1, norm(e) <= norm(f)), FAIL),
    (says(inner(e, f) <= 1, norm(e) <= 1, norm(f) <= 1, norm(g) <= 1), "*claim* without *3*"),
    # Inductions: wrong by one, at the start, or in the step
    (counting(s >= t + 1), FAIL),
    (counting(s <= t - 1), FAIL),
    (counting(Eq(s, 2 * t)), FAIL),
    (counting(s >= t**2), FAIL),
    (
        counting(s >= t, base=("t0",), step=("grows", "low"), more={"low": a >= 0}),
        "*claim* without *low*",
    ),
    (counting(s >= 0 * a + 1, base=("s0",)), FAIL),
    (counting(Eq(2 * s, t * (t - 1)), **SUMMED), FAIL),
    (counting(2 * s <= t**2, **SUMMED), FAIL),
    (counting(2 * s >= t**2 + t + 1, **SUMMED), FAIL),
    (counting(3 * s <= t * (t + 1), **SUMMED), FAIL),
    (
        perceptron("length", norm(w) ** 2 <= R**2 * t - 1, RADIUS, PAIR[1:], constants=(R,)),
        FAIL,
    ),
    (
        perceptron("length", LENGTH, ("update", "radius"), PAIR[1:], constants=(R,)),
        FAIL,
    ),
    (
        perceptron(
            "growth", norm(w) ** 2 <= norm(w_before) ** 2 + R**2, ("update", "radius"), constants=()
        ),
        FAIL,
    ),
    (
        perceptron(
            "growth",
            norm(w) ** 2 <= norm(w_before) ** 2 + R**2,
            (*RADIUS, "margin"),
        ),
        "*growth* without *margin*",
    ),
    (
        perceptron(
            "a", inner(w, u) >= gamma * (t + 1), ("update", "margin"), PAIR, constants=(gamma, u)
        ),
        FAIL,
    ),
    (perceptron("shorter", norm(w) <= norm(w_before), ("update", "mistake")), FAIL),
    # Identities of SymPy's
    (identity((a**2 - 25) / (a - 5), a + 5), "have no meaning, at a = 5"),
    (identity((a**2 + a) / (a + 1), a), "have no meaning, at a = -1"),
    (identity(1 / a + b, (1 + a * b) / a), "have no meaning, at a = 0"),
    (identity(sqrt(a**3), a * sqrt(a)), "have no meaning, at a ="),
    (identity(log(a**2 + a), log(a) + log(a + 1)), "have no meaning, at a ="),
    (identity(Derivative(Abs(a), a), 1), "may have a kink"),
    (identity(Derivative(Max(0, a), a), Max(0, a) / a), "may have a kink"),
    (identity(Derivative(log(a), a), 1 / a), "have no meaning, at a = 0"),
    (identity(Derivative(sqrt(n), n), 1 / (2 * sqrt(n))), "have no meaning, at n = 0"),
    (identity(Derivative(a**3, a), 2 * a**2), "differ, or have no meaning, at a ="),
    (identity(tan(a), sin(a) / cos(a)), "is not known to have a meaning"),
    (identity(sin(a) / cos(a), sin(2 * a) / (2 * cos(a) ** 2)), "has a meaning only where"),
    (identity(sin(2 * a), 2 * sin(a)), "differ, or have no meaning, at a ="),
    (identity(exp(a * b), exp(a) * exp(b)), "differ, or have no meaning, at a ="),
    (identity(log(p * q), log(p) * log(q)), "differ, or have no meaning, at p ="),
    (identity((exp(2 * a) - 1) / (exp(a) - 1), exp(a) + 1), "has a meaning only where"),
    (identity(sin(a) ** 2 + cos(a) ** 2, 1, cos(a) ** 2 + sin(a) ** 2), "is no relation"),
    (identity(exp(a + b), exp(a) * exp(b), exp(b) * exp(a) + 0 * a), "Survived"),
]

ACCEPTED = [
    # Inductions over what before shifts and what is constant
    perceptron(
        "length", LENGTH, RADIUS, PAIR[1:], (norm(w) ** 2 <= R**2 * (t - 1),), constants=(R,)
    ),
    perceptron(
        "a",
        ALIGNED,
        ("update", "margin"),
        PAIR,
        (ALIGNED.func(inner(w, u), gamma * (t + 1)),),
        constants=(gamma, u),
    ),
    perceptron("a", inner(w, u) >= gamma * t, ("update", "margin"), PAIR, constants=(u, gamma)),
    counting(Eq(s, t)),
    counting(Eq(s, t), s >= t + 1, Eq(s, 2 * t)),
    counting(s >= t, s >= t + 1, base=("t0",)),
    counting(s <= t, s <= t - 1, base=("s0",)),
    counting(SQUARE, 2 * s <= t**2, **SUMMED),
    counting(2 * s >= t * (t + 1), base=("t0",), **SUMMED),
    counting(2 * s <= t * (t + 1), base=("s0",), **SUMMED),
    counting(
        Eq(s, t),
        more={"grows": s >= s_before + 1, "most": s <= s_before + 1},
        step=("grows", "most"),
    ),
    counting(s <= p * t, base=("s0",), more={"grows": s <= s_before + p}, constants=(p,)),
    counting(s >= p * t, base=("t0",), more={"grows": s >= s_before + p}, constants=(p,)),
    counting(Eq(s, p * t), more={"grows": Eq(s, s_before + p)}, constants=(p,)),
    counting(
        s <= n * t,
        base=("s0",),
        more={"grows": s <= s_before + m, "m": m <= n},
        step=("grows", "m"),
        constants=(n,),
    ),
    counting(s <= t**2, base=("s0",), more={"grows": s <= s_before + 2 * t - 1}),
    counting(
        3 * s <= t * (t + 1) * (t + 2), base=("s0",), more={"grows": s <= s_before + t * (t + 1)}
    ),
    counting(s <= t, base=("s0",)),
    chain(
        {"s0": Eq(s, 0), "grows": Eq(s, s_before + 1)},
        ("begins", s <= 0, ("s0",)),
        ("claim", s <= t, ("grows",), ("begins",)),
        before={t: t - 1, s: s_before},
    ),
    chain(
        {"p": p <= 1, "s0": s <= p, "grows": s <= s_before},
        ("claim", s <= 1, ("grows",), ("s0", "p")),
        ("below", p * s <= 1, ("claim", "p")),
        before={s: s_before},
        constants=(p,),
    ),
    # Steps one after the other, whose hypotheses hold at once
    chain(
        {"1": Eq(a, 1), "b": Eq(b, a), "c": Eq(c, a + 1)},
        ("b is 1", Eq(b, 1), ("1", "b")),
        ("c is 2", Eq(c, 2), ("1", "c")),
        ("claim", Eq(c - b, 1), ("b is 1", "c is 2")),
    ),
    chain(
        {"1": a <= b, "2": b <= c, "3": c <= d},
        ("first", a <= c, ("1", "2")),
        ("second", a <= d, ("first", "3")),
    ),
    chain(
        {"low": a <= 0, "high": a >= 1},
        ("if low", Max(0, a) <= 0, ("low",)),
        ("if high", Max(0, a) >= 1, ("high",)),
    ),
    # Numbers
    *(
        says(claim, *given)
        for claim, *given in (
            (a <= c, a <= b, b <= c),
            (a < c, a <= b, b < c),
            (Eq(a, b), a <= b, b <= a),
            (a**2 <= b**2, a <= b, a >= -b),
            (a <= b, a**2 <= b**2, b >= 0),
            (a * c <= b * c, a <= b, c >= 0),
            (a <= b, a * c <= b * c, c > 0),
            (a**3 >= a, a >= 1),
            (a**2 >= a, a <= 0),
            (a**2 + b**2 >= 2 * a * b,),
            (4 * a * b <= (a + b) ** 2,),
            (a + b <= 2, a <= 1, b <= 1),
            (a * b <= 1, Abs(a) <= 1, Abs(b) <= 1),
            (a * b >= 0, a >= 0, b >= 0),
            (p + 1 / p >= 2,),
            (a**4 + 1 >= 2 * a**2,),
            (Ne(a, 0), a * b > 0),
            (Eq(a * b, 0), Eq(a, 0)),
            (Eq(a, 0), Eq(a * b, 0), b > 0),
            (Eq(a, 0), Eq(a**2 + b**2, 0)),
            (Max(a, b) <= 1, a <= 1, b <= 1),
            (a <= 1, Max(a, b) <= 1),
            (Abs(a) <= 1, a <= 1, a >= -1),
            (Abs(a + b) <= Abs(a) + Abs(b),),
            (Abs(a) - Abs(b) <= Abs(a - b),),
            (Max(0, a + b) <= Max(0, a) + Max(0, b),),
            (Max(0, a) + Max(0, -a) >= Abs(a),),
            (Eq(Max(0, a) - Max(0, -a), a),),
            (Eq(Max(0, a) * Max(0, -a), 0),),
            (Max(a, b) * c >= a * c, c >= 0),
            (1 / a <= 1, a >= 1),
            (1 / a >= 1 / b, a <= b, a > 0),
            (a / b <= 1, a <= b, b > 0),
            (1 / a**2 > 0, Ne(a, 0)),
            (1 / (a - b) > 0, a > b),
            (p / (p + q) < 1,),
            (sqrt(a) <= 1, a <= 1, a >= 0),
            (sqrt(a) >= 0, a >= 0),
            (sqrt(a) <= a, a >= 1),
            (a <= sqrt(a), a >= 0, a <= 1),
            (sqrt(n + m) <= sqrt(n) + sqrt(m),),
            (sqrt(n * m) <= (n + m) / 2,),
            (sqrt(n**2 + m**2) <= n + m,),
            (log(p) <= p - 1,),
            (log(a) <= a - 1, a > 0),
            (log(p) >= 1 - 1 / p,),
            (log(1 + p) < p,),
            (log(1 + n) >= n / (1 + n),),
            (log(p) <= log(q), p <= q),
            (p <= q, log(p) <= log(q)),
            (log(p) >= 0, p >= 1),
            (log(p) > Rational(2, 3), p >= 2),
            (log(p) <= log(q) + (p - q) / q,),
            (Eq(log(p), 0), Eq(p, 1)),
            (Eq(p, 1), Eq(log(p), 0)),
            (log(p) > log(q), p > q),
        )
    ),
    # Vectors
    says(
        norm(e + f + g) <= norm(e) + norm(f) + norm(g),
        sharper=(norm(e + f + g) <= norm(e) + norm(f),),
    ),
    *(
        says(claim, *given)
        for claim, *given in (
            (norm(e + f) <= norm(e) + norm(f),),
            (norm(e - g) <= norm(e - f) + norm(f - g),),
            (norm(e) - norm(f) <= norm(e - f),),
            (norm(e - f) >= norm(f) - norm(e),),
            (inner(e, f) <= norm(e) * norm(f),),
            (inner(e, f) ** 2 <= norm(e) ** 2 * norm(f) ** 2,),
            (-norm(e) * norm(f) <= inner(e, f),),
            (2 * inner(e, f) <= norm(e) ** 2 + norm(f) ** 2,),
            (Eq(norm(e + f) ** 2, norm(e) ** 2 + norm(f) ** 2), Eq(inner(e, f), 0)),
            (Eq(inner(e, f), 0), Eq(norm(e + f), norm(e - f))),
            (Eq(inner(e + f, e - f), 0), Eq(norm(e), norm(f))),
            (Eq(norm(e), norm(f)), Eq(inner(e + f, e - f), 0)),
            (Eq(e, f), norm(e - f) <= 0),
            (Eq(e, f), Eq(inner(e, f), 1), Eq(norm(e), 1), Eq(norm(f), 1)),
            (norm(e + f) <= norm(e), Eq(f, -e)),
            (norm(e + f) ** 2 <= norm(e) ** 2 + 1, inner(e, f) <= 0, norm(f) <= 1),
            (inner(e, f) <= 1, norm(e) <= 1, norm(f) <= 1),
            (inner(e, g) >= inner(e, f), Eq(g, f + c * e), c >= 0),
            (norm(c * e) <= norm(e), Abs(c) <= 1),
            (Eq(norm(c * e), c * norm(e)), c >= 0),
            (1 / norm(e) > 0, Ne(e, ZERO)),
            (norm(e / norm(f)) <= 1, norm(e) <= norm(f), Ne(f, ZERO)),
            (norm((e + f) / 2) <= 1, norm(e) <= 1, norm(f) <= 1),
            (norm((e + f) / 2) < 1, norm(e) <= 1, norm(f) <= 1, Ne(e, f)),
            (
                norm(e + f + g) ** 2 >= 3,
                *(norm(v) >= 1 for v in (e, f, g)),
                Eq(inner(e, f), 0),
                Eq(inner(e, g), 0),
                Eq(inner(f, g), 0),
            ),
            (norm(e) <= 2, norm(e - f) <= 1, norm(f) <= 1),
            (Ne(e, ZERO), inner(e, f) >= 1),
            (norm(e) * norm(f) >= 1, inner(e, f) >= 1),
        )
    ),
    perceptron("growth", norm(w) ** 2 <= norm(w_before) ** 2 + R**2, RADIUS),
    perceptron("progress", inner(w, u) >= inner(w_before, u) + gamma, ("update", "margin")),
    # Identities of SymPy's
    identity(Derivative(a**3, a), 3 * a**2, 2 * a**2),
    identity(Derivative(log(p), p), 1 / p, 1 / p**2),
    identity(Derivative(sqrt(p), p), 1 / (2 * sqrt(p)), 1 / sqrt(p)),
    identity(sin(2 * a), 2 * sin(a) * cos(a), 2 * sin(a)),
    identity(exp(a + b), exp(a) * exp(b), exp(a) + exp(b)),
    identity((exp(2 * a) - 1) / (exp(a) + 1), exp(a) - 1, exp(a) + 1),
    identity((p**2 - q**2) / (p + q), p - q, p + q),
    identity(log(p**2), 2 * log(p), log(p) ** 2),
    identity((a**4 - 1) / (1 + a**2), a**2 - 1, a**2),
]

# False, and accepted: an optimum is compared with a point that does not satisfy the constraints. A
# relation speaks of one example, and feasible is what satisfies the constraints at all of them. So
# words say of each comparison in the book that it is with a feasible point.
ONLY_WORDS = chain(
    {
        "the nearest": Eq(a * inner(e, f), b),
        "some separator": Ne(e, ZERO),
        "no longer than half": norm(e) <= norm(e / (2 * b)),
    },
    ("at most 1/2", 2 * b <= 1, ("some separator", "no longer than half")),
    (
        "half the margin",
        2 * a * inner(e, f) / norm(e) <= 1 / norm(e),
        ("the nearest", "at most 1/2", "some separator"),
    ),
)
