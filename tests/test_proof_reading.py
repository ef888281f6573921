"""Theorems as text: what is read, the message for an error, and that no text is run."""

import contextlib
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Abs, Derivative, Eq, Max, Ne, Symbol, exp, log, sqrt, symbols

from lib import theorems
from lib.proof.claims import parse
from lib.proof.reading import Text, read
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems import theorem

R, gamma = symbols("R gamma", positive=True)
t, s, s_before = symbols("t s s_before", nonnegative=True)
a, b, h = symbols("a b h", real=True)
w, w_before, x = vectors("w w_before x")

RUN = r"""
# An example times its label is x.
positive: R, γ
nonnegative: t, s
vectors: w, x
latex: x y_tx_t;
    w w_t
let short(v) = max(0, γ - ⟨v, x⟩)

theorem growth (lem-growth): What one update adds: a square
  before: t - 1, w_before
  constant: R
  suppose start: w = 0
  suppose update: w = w_before + x
  suppose radius, as before: ‖x‖ ≤ R
  at the end short: s = short(w) + ‖x‖²/2

  # a step
  growth: ‖w‖² ≤ (‖w_before‖ + R)²
      | from update; radius, as before
  length: ‖w‖ ≤ R·t | from growth | starting start | tight | not ‖w‖ ≤ R·t - 1; norm(w) <= 9/10*R*t
  no less: s ≥ ‖x‖²/2 | from short
  assumed update: it is said
      above: *there*
  in words a limit: of $t$
"""


def test_a_text_is_the_theorem_that_one_would_build():
    short = Max(0, gamma - inner(w, x))
    built = Theorem(
        "growth",
        "What one update adds: a square",
        {
            "start": Eq(w, ZERO),
            "update": Eq(w, w_before + x),
            "radius, as before": norm(x) <= R,
            "short": Eq(s, short + norm(x) ** 2 / 2),
        },
        (
            Step(
                "growth", norm(w) ** 2 <= (norm(w_before) + R) ** 2, ("update", "radius, as before")
            ),
            Step(
                "length",
                norm(w) <= R * t,
                ("growth",),
                ("start",),
                (norm(w) <= R * t - 1, 10 * norm(w) / 10 <= 9 * R * t / 10),
                tight=True,
            ),
            Step("no less", s >= norm(x) ** 2 / 2, ("short",)),
        ),
        {t: t - 1, w: w_before},
        {x: "y_tx_t", w: "w_t", gamma: r"\gamma"},
        assumed={"update": "it is said above: *there*"},
        in_words={"a limit": "of $t$"},
        end=("short",),
        constants=(R,),
        label="lem-growth",
    )
    assert read(RUN) == built
    assert Text(RUN, chapter="here").theorem("growth").chapter == "here"


def test_a_name_means_what_the_last_line_above_says():
    """A theorem's own lines hold for it alone."""
    text = Text("""
real: a, b
let both = a + b
theorem one: One
  positive: b
  latex: a A
  c: (a + b)² ≥ 4·a·b
theorem two: Two
  c: both² ≥ 4·a·b
nonnegative: a
theorem three: Three
  c: (a + b)² ≥ 4·a·b
""")
    seen = [text.theorem(name).relations["c"] for name in text.drafts]
    a_up, b_up = Symbol("a", nonnegative=True), Symbol("b", positive=True)
    assert (
        seen == [(p + q) ** 2 >= 4 * p * q for p, q in ((a, b_up), (a, b), (a_up, b))]
        and text.theorem("one").typeset("c") == r"\left(A + b\right)^{2} \geq 4 A b"
    )


def test_a_text_takes_the_claims_of_others():
    taken = read(
        "theorem longer: Longer\n  suppose bound: bound of block_novikoff\n"
        "  positive: R, γ\n  nonnegative: t\n  in words bound: of the same run\n"
        "  longer: t ≤ R²/γ² + 1 | from bound",
        theorem,
    )
    assert taken.taken == {"bound": (theorem("block_novikoff"), "bound")}
    with pytest.raises(ValueError, match=r"no theorem of the book is called 'blok.*write block_n"):
        theorem("blok_novikoff")


@pytest.mark.parametrize(
    ("said", "relation"),
    [
        ("⟨w, x⟩ ≠ √(h^2 + 1)", Ne(inner(w, x), sqrt(h**2 + 1))),
        ("derivative(h³, h) = 3·h²", Eq(Derivative(h**3, h), 3 * h**2)),
        ("ln(4) >= exp(h)", log(4, evaluate=False) >= exp(h)),
        ("max(abs(h), ‖x‖) > −1/3·h", Max(Abs(h), norm(x)) > -h / 3),
    ],
)
def test_a_claim_in_the_letters_of_a_theorem(said, relation):
    assert parse(said, {"h": h, "w": w, "x": x}) == relation


# What is no theorem: these lines go on with one, from line 6 on.

TOY = """
real: a, b
vectors: w, v
theorem toy: Toy
  suppose ab: a ≤ b
"""
SLIPS = [
    # What it is, its place, and what to write instead
    ("  c: a ≤ bb | from ab", "line 6: 'bb' is declared nowhere above; write b, or declare it, as"),
    ("  c: a ≤ gamma | from ab", "line 6: 'gamma' is declared nowhere above; use one of a, "),
    ("  c: a ≤ b | from abb", "line 6: 'abb' names nothing above; write ab"),
    ("  c: a - b | from ab", "line 6: 'a - b' is no claim; compare two sides once, by <=, <"),
    ("  c: a ≤ 0.1·b | from ab", "line 6: 0.1 is a decimal fraction; write 1/10"),
    ("  c: a ≤ b | form ab", "line 6: 'form ab' does not begin as what follows a |; write from"),
    ("  ab: a ≤ b + 1 | from ab", "line 6: the name 'ab' is taken above; rename one"),
    ("  a ≤ b | from ab", "line 6: 'a ≤ b' has no name; write one and a colon before the claim"),
    ("  c: (a ≤ b | from ab", "line 6: '(a <= b' is no formula"),
    ("  c: a ≤ w | from ab", "line 6: 'a <= w' compares a vector"),
    (
        "  c: max(abs(a), norm(w - 2*v)) ≤ b",
        "line 6: max(abs(a), norm(w - 2 * v)) is more than SymPy can",
    ),
    ("  c: a ≤ a | from ab", "line 6: 'a <= a' is true by the signs of its symbols alone"),
    (
        "  c: a ≤ b + 1 | from ab\n  suppose d: e of toy",
        "line 7: toy takes what rests on toy itself",
    ),
    ("  suppose d: e of toys", "line 6: no theorem is called 'toys'; write toy"),
    ("  suppose d: b ≤ 2\n  c: a ≤ b | from ab", "line 4: toy: no step uses ['d']; leave the hypo"),
    ("  constant: z", "line 6: 'z' is no symbol here; use one of a"),
    (
        "  latex: a b\n  c: a ≤ b | from ab",
        "line 4: toy: a and b both look like b; give one of them",
    ),
    ("  latex: a\n  c: a ≤ b", "line 6: 'a' has no look; write one, as 'latex: a w_t'"),
    ("  let a = b", "line 6: 'a' is a symbol; give the abbreviation another name"),
    ("  cited ab: x\n  cited ab: y", "line 7: of 'ab' a line above says why; make one of the two"),
    ("  real: 2a", "line 6: '2a' is no name; write Latin or Greek letters, as 'real: w, x'"),
    ("  before: w - 1", "line 6: w is a vector, and counts nothing; end it by _before"),
    ("  real: ö", "line 6: 'ö' is no name; write Latin or Greek letters"),
    (" c: a ≤ b", "line 6: indent a theorem's line by two spaces, what goes on by four"),
    ("c: a ≤ b", "line 6: 'c: a ≤ b' begins no theorem, as 'theorem name: Title', and is none of"),
    ("theorem toy: Again", "line 6: a theorem toy stands above; rename one"),
    # Hostile: none is run, and each is refused at once
    ("  c: __import__('os').system('id') ≤ b", "line 6: '__import__' is declared nowhere above"),
    ("  c: a.__class__ ≤ b", "line 6: 'a.__class__' cannot stand in a claim"),
    ("  c: (lambda: a)() ≤ b", "line 6: 'a)() <= b' is no formula"),
    ("  c: [a for a in b] ≤ b", "line 6: '[a for a in b]' cannot stand in a claim"),
    ("  c: f'{a}' ≤ b", "line 6: \"f'{a}'\" cannot stand in a claim"),
    ("  c: 9**9**9**9 ≤ b", "line 6: 9 ** 9 ** 9 ** 9: raise a number to a whole power, 0 to 9"),
    ("  c: a ≤ " + "9" * 390, "line 6: a number in the claim is too large; give one below 1e308"),
    ("  c: a ≤ " + "(" * 300 + "b", "line 6: '" + "a <= ((("),
    ("  c: a ≤ " + "-" * 390 + "b | by magic", "line 6: 'by magic' does not begin as what"),
    ("  c: a ≤ b" + " + b" * 10**5, "line 6: the claim has 400005 characters; give at most 400"),
    (
        "  let f(v) = v + 1/v\n"
        + "".join(f"  let f{i}(v) = f{i - 1}(f{i - 1}(v))\n" for i in range(1, 30)).replace(
            "f0", "f"
        )
        + "  c: f29(a) ≤ b",
        "terms or more; say it in steps",
    ),
    (
        "  let p = 9⁹\n" + "  let p = p⁹\n" * 30 + "  c: p ≤ b",
        "raise a number to a whole power, 0 to 9 in all",
    ),
]


@pytest.mark.parametrize(("lines", "message"), SLIPS, ids=[f"{i}" for i in range(len(SLIPS))])
def test_a_slip_is_told_with_its_line_and_a_remedy(lines, message):
    begun = time.perf_counter()
    with pytest.raises(ValueError, match=re.escape(message)):
        read(TOY + lines)
    assert time.perf_counter() - begun < 2


def test_a_text_without_a_theorem():
    with pytest.raises(ValueError, match="line 2: no theorem stands above; begin one as 'theorem"):
        read("real: a, b\n  c: a ≤ b")


def test_a_circle_through_two_texts_is_named():
    texts, line = {}, "theorem {}: T\n  suppose x: c of {}\n  real: a, b\n  c: a ≤ b | from x"
    for one, other in (("one", "two"), ("two", "one")):
        find = lambda name: texts[name].theorem(name)  # noqa: E731
        texts[one] = Text(line.format(one, other), f"{one}.txt", find=find)
    with pytest.raises(ValueError, match=r"^two\.txt, line 2: one takes what rests on one itself"):
        texts["one"].theorem("one")


def test_a_name_stands_in_one_text(tmp_path, monkeypatch):
    for stem in ("one", "two"):
        (tmp_path / f"{stem}.txt").write_text("theorem toy: Toy\n")
    monkeypatch.setattr(theorems, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"two\.txt and lib/theorems/one\.txt both state toy"):
        theorems.homes.__wrapped__()


PIECES = ["a", "b", "w", "0", "2", "/", "·", " + ", "-", "²", "(", ")", "‖", "⟨w, ", "⟩", ", ", "√"]
PIECES += ["max(", "ln(", "norm(", "inner(", "derivative(", "abs(", "b_before", "="]
formulas = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)


@given(formulas, formulas)
def test_any_formula_is_read_or_refused(left, right):
    """Nothing else comes of it: no other error, and no run without an end."""
    with contextlib.suppress(ValueError):
        assert read(f"{TOY}  c: {left} ≤ {right} | from ab").name == "toy"
