"""The pictures of hinge SGD, held to the runs that they show."""

import re

import numpy as np
import pytest

from lib.figures import hinge_sgd as figures
from lib.figures import style
from lib.figures.colors import NOW
from lib.hinge_sgd import hinge_sgd, regularized_risk
from lib.samples import EIGHT
from lib.soft_margin import soft_margin

DECAY, STEPS = 1, 24
RUN = hinge_sgd(EIGHT, DECAY, STEPS, seed=1038, at=range(1, STEPS + 1))
PATH = np.vstack([np.zeros(2), RUN.paths["last"][:, :2]])
BEST = soft_margin(EIGHT, 1 / (DECAY * EIGHT.n), offset=False).w


@pytest.mark.parametrize("step", range(STEPS))
def test_a_step_is_told_as_it_is_taken(step):
    axes = style.blank(2)
    said = figures.step_taken(axes, RUN, BEST, step).replace("−", "-")
    risk, *before, least = (float(number) for number in re.findall(r"\d\.\d{3}", said))
    risks = [regularized_risk(EIGHT, DECAY, w) for w in PATH]
    assert risk == pytest.approx(risks[step], abs=6e-4)
    assert before == pytest.approx([risks[step - 1]] if step else [], abs=6e-4)
    assert least == pytest.approx(regularized_risk(EIGHT, DECAY, BEST), abs=6e-4)
    assert ("up from" in said) == (step > 0 and risks[step] > risks[step - 1])
    shrunk = np.allclose(PATH[step + 1], (1 - 1 / (step + 1)) * PATH[step])
    assert ("w only shrinks" in said, "it pulls" in said) == (shrunk, not shrunk)

    plane, hinge = axes
    now = [line.get_xydata()[-1] for line in plane.lines if line.get_color() == NOW]
    np.testing.assert_allclose(now, [PATH[step]])
    margin = EIGHT.signed[RUN.stream[step]] @ PATH[step]
    (ring,) = (line.get_xydata() for line in hinge.lines if line.get_markersize() == 15)
    np.testing.assert_allclose(ring, [[margin, max(0, 1 - margin)]], atol=1e-12)


def test_no_step_of_the_chapter_is_a_tie():
    margins = np.array([EIGHT.signed[i] @ w for i, w in zip(RUN.stream, PATH, strict=False)])
    assert np.abs(margins - 1).min() > 1e-3


def test_each_class_lies_on_the_hinge():
    ax = style.blank()
    figures.losses_at(ax, EIGHT, BEST, 0.0)
    for y, (marker, color) in style.MARKERS.items():
        (dots,) = (one for one in ax.lines if one.get_marker() == marker)
        margins = y * EIGHT.X[EIGHT.y == y] @ BEST
        np.testing.assert_allclose(
            dots.get_xydata(), np.stack([margins, np.maximum(0, 1 - margins)], axis=1)
        )
        assert dots.get_color() == color


def test_slack_is_least_on_the_hinge():
    ax = style.blank()
    text = figures.slack(ax).text
    (edge,) = (one for one in ax.lines if one.get_linewidth() == 3)
    z, least = edge.get_data()
    np.testing.assert_allclose(least, np.maximum(0, 1 - z))
    assert "from 2 at margin −1 straight down to 0 at margin 1" in text
