"""What the pictures of a descent say is what they draw."""

import numpy as np
import pytest

from lib.figures import perceptron_as_descent as figures
from lib.figures import style
from lib.figures.colors import BEST, NEGATIVE, NOW, POSITIVE
from lib.figures.points import many
from lib.perceptron_as_descent import batch_descent, risk
from lib.samples import EIGHT, Sample

THREE = Sample([[1, 0.2], [0.7, -1], [0.95, -0.1]], [1, -1, -1])
TORN = Sample([[1, 0], [-1, 0], [0, 1], [0, -1]], [1, 1, 1, 1])
FLAT = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, 1, 1])


def test_the_losses_as_described():
    text = figures.losses(style.blank()).text
    assert "from 2 to 0 at the score 0" in text and "nowhere below either" in text


def test_three_losses_differ_in_their_dashes_and_each_has_its_name():
    ax = style.blank()
    figures.losses(ax)
    curves = {line.get_linestyle() for line in ax.lines if line.get_linestyle() != "None"}
    assert curves == {"-", "--", "-."}
    assert {text.get_text() for text in ax.texts} == {"0/1", "perceptron", "hinge"}


def test_a_map_names_its_wedge_and_labels_its_level_lines():
    ax = style.blank()
    text = figures.risk_map(ax, THREE)
    inside = np.radians([93 - 8, 93 + 8])
    assert (risk(THREE, np.transpose([np.cos(inside), np.sin(inside)])) == 0).all()
    assert "a wedge 17 degrees wide, around the ray at 93 degrees" in text
    assert "zero on the origin alone" in figures.risk_map(style.blank(), TORN)
    assert [label.get_text() for label in ax.texts] == ["1", "2", "3"]
    for label in ax.texts:
        height = risk(THREE, np.array(label.get_position()))
        assert height == pytest.approx(float(label.get_text()), abs=0.05)


def test_a_cut_bends_where_it_meets_the_creases_and_is_zero_on_the_wedge():
    axes = style.blank(2)
    text = figures.risk_cut(axes, THREE).text
    for ax in axes:
        marks = [line for line in ax.lines if line.get_marker() in ("o", "s")]
        assert [mark.get_color() for mark in marks] == [POSITIVE, NEGATIVE, NEGATIVE]
    curve, least = axes[1].lines[:2]
    across, heights = curve.get_data()
    between = (across[1:] + across[:-1]) / 2  # straight from bend to bend
    halves = risk(THREE, np.stack([between, np.ones(len(between))], axis=-1))
    np.testing.assert_allclose(halves, (heights[1:] + heights[:-1]) / 2, atol=1e-12)
    meets = [mark.get_xdata()[0] for mark in axes[1].lines[2:]]
    assert sorted(meets) == pytest.approx(across[1:-1])
    assert least.get_color() == BEST and (least.get_ydata() == 0).all()
    assert f"is zero from {across[1]:.2f} to {across[2]:.2f}, and rises to 2.20" in text
    assert "nowhere zero" in figures.risk_cut(style.blank(2), FLAT).text


def test_a_path_is_told_stop_by_stop():
    walk = batch_descent(THREE, [1.5, -1.5], 0.4)
    ax = style.blank()
    text = figures.risk_map(ax, THREE, walk.weights)
    assert "inside the shade: (1.50, -1.50), (0.84, -1.06)" in text
    assert text.count("(") == walk.T + 1
    assert ax.lines[-1].get_color() == NOW
    assert ax.lines[-1].get_xydata() == pytest.approx(walk.weights[-1:])
    assert "outside the shade" in figures.risk_map(style.blank(), THREE, walk.weights[:-1])


SIZES = (0.2, 0.4, 1.0, 1.4)
WALKS = {size: batch_descent(THREE, [1.5, -1.5], size) for size in SIZES}


@pytest.mark.parametrize(
    ("step", "jumps", "rises"), [(0.4, 0, 0), (0.2, 1, 1), (1.0, 13, 6), (1.4, 2, 1)]
)
def test_a_descent_tells_its_steps_its_jumps_and_its_rises(step, jumps, rises):
    axes, walk = style.blank(2), WALKS[step]
    text = figures.descent(axes, WALKS, step)
    assert figures.jumps(THREE, walk) == jumps
    assert f"With η = {step:g} the walk halts after {walk.T} steps: " in text
    assert {0: "none jumps", 1: "one jumps"}.get(jumps, f"{jumps} jump over") in text
    assert text.endswith(f"rises at {many(rises, 'step')}." if rises else "the risk always falls.")
    assert axes[1].lines[0].get_ydata() == pytest.approx(walk.risks)
    low, high = (
        np.array(pair) for pair in zip(axes[0].get_xlim(), axes[0].get_ylim(), strict=True)
    )
    for other in WALKS.values():
        assert ((low <= other.weights) & (other.weights <= high)).all()
        assert axes[1].get_ylim()[1] > other.risks.max() and axes[1].get_xlim()[1] > other.T


def test_a_cut_parallel_to_a_crease_has_no_mark_for_it():
    axes = style.blank(2)
    text = figures.risk_cut(axes, EIGHT, 2.0, low=(-3, -3), high=(5, 5), apart=5).text
    marks = [line for line in axes[1].lines if line.get_marker() in ("o", "s")]
    assert len(marks) == 7 and "bends at -2.00, -1.00, 0.00, 0.50, 1.00, 3.00." in text
    assert "falls from 42.00, is zero from 1.00 to 3.00, and rises to 4.00" in text


def test_step_sizes_tell_each_curve_and_whether_the_bound_is_above():
    curves, bound = {"from $-u$": [5, 3, 9]}, np.array([6.0, 7, 10])
    text = figures.step_sizes(style.blank(), [0.1, 1, 10], curves, bound).text
    assert "from -u starts at 5 updates, is lowest at 3 where the ratio is 1, and ends at 9" in text
    assert text.endswith("above every curve.")
    crossed = figures.step_sizes(style.blank(), [0.1, 1], {"": [5, 3]}, np.array([4.0, 7]))
    assert "above every curve" not in crossed.text
