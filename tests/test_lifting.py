"""The lifting: what it draws held to lib, and its script to what it draws."""

import json

import numpy as np
import pytest
from bs4 import BeautifulSoup
from py_mini_racer import MiniRacer

from lib.explore.lifting import UPRIGHT, rings, seen, sentence, view
from lib.explore.widget import HERE
from lib.kernels.functions import gram, linear, polynomial, squares
from lib.kernels.svm import kernel_svm
from lib.max_margin import hard_margin
from lib.samples import Sample

WORDS = "Whence?", "From the side."
EDGE = "Turned by 60°, from 0° above: the plane is seen edge-on, a line, with every circle below it"


@pytest.fixture(scope="module")
def lifted():
    sample = rings()
    return Sample(squares(sample.X), sample.y)


@pytest.fixture(scope="module")
def page():
    return BeautifulSoup(view(*WORDS)[0], "html.parser")


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval((HERE / "lifting.js").read_text("utf-8"))
        yield racer


def test_the_lifting_has_the_inner_products_of_the_kernel(lifted):
    square = polynomial(2, constant=0)
    np.testing.assert_allclose(gram(lifted, linear), gram(rings(), square), atol=1e-12)
    _, solution = kernel_svm(rings(), square, np.inf)
    assert solution.half_width == pytest.approx(hard_margin(lifted).half_width, rel=1e-6)


def test_the_points_lie_on_a_cone_at_twice_their_angle():
    r, angle = np.array([0.5, 1, 2]), np.array([0.3, 2, 4])
    upright = squares(np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)) @ UPRIGHT.T
    doubled = np.stack([np.cos(2 * angle), np.sin(2 * angle), np.ones(3)], axis=1)
    np.testing.assert_allclose(upright, r[:, None] ** 2 / np.sqrt(2) * doubled, atol=1e-12)


def test_the_plane_stands_on_edge_at_whole_degrees(page, lifted):
    normal = np.array(json.loads(page.div["data-normal"]))
    assert np.degrees(np.arctan2(normal[1], normal[0])) == pytest.approx(60, abs=1e-3)
    assert sentence(normal, 60, 0).startswith(EDGE)
    assert sentence(normal, 60, 1) == "Turned by 60°, from 1° above: the plane is 1° from edge-on."
    best, origin = hard_margin(lifted), seen([[0, 0, 0]], 60, 0)
    shown = (seen(lifted.X @ UPRIGHT.T, 60, 0) - origin)[:, :2]
    across = (seen([normal], 60, 0) - origin)[0, :2]
    distance = shown @ across + best.b / np.linalg.norm(best.w)
    assert (lifted.y * distance).min() == pytest.approx(best.half_width, rel=1e-5)
    assert across[1] > 0  # down, to the circles


def test_the_script_sees_what_lib_sees(script, page):
    rng, normal = np.random.default_rng(0), json.loads(page.div["data-normal"])
    for _ in range(200):
        point, turn, height = (
            rng.normal(size=3),
            int(rng.integers(-180, 181)),
            int(rng.integers(91)),
        )
        shown = script.call("lifting.seen", point.tolist(), turn, height)
        np.testing.assert_allclose(shown, seen([point], turn, height)[0], atol=1e-9)
        assert script.call("lifting.sentence", normal, turn, height) == sentence(
            normal, turn, height
        )
    assert script.call("lifting.sentence", normal, 60, 0) == sentence(normal, 60, 0)
