"""Counterexamples as they are shown: drawn, recomputed from their coordinates, and put in words."""

import re
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest

from lib.figures import counterexample as drawing
from lib.figures import letters
from lib.figures.counterexample import Drawing, counterexample
from lib.proof.solver import Counterexample
from lib.proof.step import Step
from lib.proof.theorem import Refuted, refuted
from lib.proof.vectors import norm
from lib.theorems import theorem
from tests import toys
from tests.toys import R, t, u, w, w_before
from tests.toys import x_t as x

BLOCK_NOVIKOFF = theorem("block_novikoff")
LATEX = BLOCK_NOVIKOFF.latex
NAMES = {symbol.name: LATEX.get(symbol, symbol.name) for symbol in (u, w, w_before, x)}
GROWTH = BLOCK_NOVIKOFF.step("growth")
HYPERBOLA = toys.theorem(Step("claim", toys.x <= 1 / toys.y, ()))


def drawn(**vectors):
    """A drawing as XML, its names by position, and the arrows' tips."""
    root = ElementTree.fromstring(drawing.svg(vectors, NAMES))
    texts = {
        "".join(text.itertext()): (float(text.get("x")), float(text.get("y")))
        for text in root.iter("text")
    }
    tips = [re.match(r"M([\d.]+) ([\d.]+)", group[1].get("d")) for group in root.iter("g")]
    return root, texts, np.array([tip.groups() for tip in tips], float).reshape(-1, 2)


# What breaks a step


def test_growth_without_a_mistake_recomputed_from_its_coordinates():
    found = counterexample(BLOCK_NOVIKOFF, "growth", without="mistake")
    assert all(isinstance(c, Fraction) for vector in found.found.vectors.values() for c in vector)
    after, before, example = (
        np.array(found.found.vectors[s.name], float) for s in (w, w_before, x)
    )
    radius = float(found.found.numbers["R"])
    np.testing.assert_array_equal(after, before + example)
    assert np.linalg.norm(example) <= radius and before @ example > 0
    left, right = after @ after, before @ before + radius**2
    assert left > right and f"fails: {left:.4g} > {right:.4g}." in repr(found)
    assert f"mistake, ⟨w_{{t−1}}, y_tx_t⟩ ≤ 0 (here {before @ example:.4g} > 0)" in repr(found)
    # Flat, "R 2" is another number than R squared; a screen reader says so of the sign ².
    html = found._repr_html_()
    spoken = "".join(ElementTree.fromstring(html).itertext()).replace("\xa0", " ")
    assert "‖wt‖² ≤ ‖wt−1‖² + R²" in spoken and "<sup>2" not in html
    said = drawing.alt(found.found.vectors, NAMES)
    assert f'role="img" aria-label="{said}"' in html and "\n" not in html  # for tests/sanitize.cfg
    for name, vector in found.found.vectors.items():
        assert f"{letters.plain(NAMES[name])} to {drawing.value(vector)}" in said
        assert drawing.value(vector) in spoken


def test_a_claim_of_one_s_own_and_numbers_alone():
    found = counterexample(BLOCK_NOVIKOFF, "growth", claim=norm(w) <= norm(w_before))
    assert found.found.dropped == {}
    assert "The claim ‖w_t‖ ≤ ‖w_{t−1}‖ fails: " in repr(found)
    scalar = counterexample(theorem("offset"), "the best bias", without="best bias")
    assert scalar.found.vectors == {} and "<svg" not in scalar._repr_html_()


def test_what_holds_is_not_shown_as_broken():
    found = counterexample(BLOCK_NOVIKOFF, "growth", without="mistake")
    moved = found.found.vectors | {"w": found.found.vectors["w_before"]}
    with pytest.raises(ValueError, match=r"holds, where .* break it"):
        Refuted(found.found.numbers, moved, BLOCK_NOVIKOFF, GROWTH.claim, {})
    # The radius holds, and the margin speaks of u, which has no coordinates.
    for name in ("radius", "margin"):
        assert refuted(BLOCK_NOVIKOFF, found.found, GROWTH.claim, (name,)).dropped == {}


@pytest.mark.parametrize(
    ("theorem", "claim", "numbers", "said"),
    [
        (BLOCK_NOVIKOFF, t <= R, {"t": Fraction(10**7 + 1, 10**7), "R": 1.0}, "1.0000001 > 1"),
        (HYPERBOLA, toys.x <= 1 / toys.y, {"x": Fraction(1), "y": Fraction(0)}, "it has no value"),
    ],
)
def test_sides_are_told_apart_and_one_may_have_no_value(theorem, claim, numbers, said):
    found = Counterexample({"gamma": 1.0} | numbers, {})
    assert f"fails: {said}." in Drawing(refuted(theorem, found, claim, ())).sentence()


# The drawing


def test_arrows_end_where_the_vectors_do():
    root, _, tips = drawn(w=(3, 1), w_before=(2, 0), x=(1, 1))
    (origin,) = {re.match(r"M[\d.]+ [\d.]+", group[0].get("d"))[0] for group in root.iter("g")}
    start = np.array(origin[1:].split(), float)
    scale = np.linalg.norm(tips[0] - start) / np.sqrt(10)  # the longest is drawn first
    expected = start + scale * np.array([[3, -1], [2, 0], [1, -1]])
    np.testing.assert_allclose(tips, expected, atol=0.2)


def test_in_space_a_shadow_stands_straight_below_or_above_each_tip():
    root, _, tips = drawn(w=(1, 2, 3), x=(2, 0, -1))
    shadows = [path.get("d") for path in root.iter("path") if path.get("stroke-dasharray")]
    points = np.array([re.findall(r"[\d.]+", d) for d in shadows], float).reshape(-1, 3, 2)
    assert {*map(tuple, points[:, 2])} == {*map(tuple, tips)}
    heights = points[:, 1] - points[:, 2]  # downward
    assert not heights[:, 0].any() and heights[0, 1] == pytest.approx(-3 * heights[1, 1], abs=0.5)
    assert ((0 < points) & (points < (drawing.WIDTH, drawing.HEIGHT))).all()


def test_equal_vectors_share_an_arrow_and_zero_is_a_dot():
    root, texts, tips = drawn(u=(1, 0), w=(1, 0), w_before=(0, 0))
    assert set(texts) == {"u = wt", "wt−1 = 0"}
    assert len(tips) == 1 and len(list(root.iter("circle"))) == 1


@pytest.mark.parametrize(
    "vectors",
    [
        {"w": (3, 1), "w_before": (2, 0), "x": (1, 1)},
        {"u": (1, 0), "w": (1.02, 0.01), "x": (1.01, -0.01)},  # nearly equal
        {"u": (1, 0, 0), "w": (0.5, 1, 0), "w_before": (-0.5, 0, -1), "x": (1, 1, 1)},
        {"u": (1e-3, 0), "w": (0, 1e3)},
    ],
    ids=str,
)
def test_names_cover_no_name_and_no_tip_and_stay_inside(vectors):
    _, texts, tips = drawn(**vectors)
    assert len(texts) == len(vectors)
    assert ((0 < tips) & (tips < (drawing.WIDTH, drawing.HEIGHT))).all()
    placed = [(across, down - 5, 4 * len(text), 7.5) for text, (across, down) in texts.items()]
    for i, (x1, y1, half, tall) in enumerate(placed):
        assert half < x1 < drawing.WIDTH - half and tall < y1 < drawing.HEIGHT - tall
        assert not ((np.abs(tips - (x1, y1)) < (half, tall)).all(axis=1)).any()
        for x2, y2, other, _ in placed[:i]:
            assert abs(x1 - x2) > half + other or abs(y1 - y2) > 2 * tall
