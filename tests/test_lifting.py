"""The lifting: its drawing compared with lib, and its script with the drawing."""

import json

import numpy as np
import pytest
from bs4 import BeautifulSoup
from py_mini_racer import MiniRacer

from lib.explore.lifting import UPRIGHT, project, rings, sentence, view
from lib.explore.widget import HERE
from lib.kernels.functions import gram, linear, polynomial, squares
from lib.max_margin import hard_margin
from lib.samples import Sample

LIFTED = Sample(squares(rings().X), rings().y)


@pytest.fixture(scope="module")
def page():
    return BeautifulSoup(view("", "")[0], "html.parser")


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval((HERE / "lifting.js").read_text("utf-8"))
        yield racer


def test_the_lifting_has_the_inner_products_of_the_kernel():
    square = polynomial(2, constant=0)
    np.testing.assert_allclose(gram(LIFTED, linear), gram(rings(), square), atol=1e-12)


def test_the_plane_stands_on_edge_at_whole_degrees(page):
    normal = np.array(json.loads(page.div["data-normal"]))
    assert np.degrees(np.arctan2(normal[1], normal[0])) == pytest.approx(60, abs=1e-3)
    assert "edge-on, a line, with every circle below it" in sentence(normal, 60, 0)
    best, origin = hard_margin(LIFTED), project([[0, 0, 0]], 60, 0)
    shown = (project(LIFTED.X @ UPRIGHT.T, 60, 0) - origin)[:, :2]
    across = (project([normal], 60, 0) - origin)[0, :2]
    distance = shown @ across + best.b / np.linalg.norm(best.w)
    assert (LIFTED.y * distance).min() == pytest.approx(best.half_width, rel=1e-5)
    assert across[1] > 0  # down, to the circles


def test_the_script_projects_as_lib_does(script, page):
    rng, normal = np.random.default_rng(0), json.loads(page.div["data-normal"])
    ways = [(60, 0), *rng.integers([-180, 0], [181, 91], (50, 2)).tolist()]
    for point, way in zip(rng.normal(size=(51, 3)), ways, strict=True):
        shown = script.call("lifting.project", point.tolist(), *way)
        np.testing.assert_allclose(shown, project([point], *way)[0], atol=1e-9)
        assert script.call("lifting.sentence", normal, *way) == sentence(normal, *way)
