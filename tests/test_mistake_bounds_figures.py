"""The pictures of the mistake-bound model: boxes, literals left, levels, staircases."""

import re
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from lib.figures import mistake_bounds as figures
from lib.figures.style import MARKERS, blank
from lib.mistake_bounds.bits import all_examples, column, threshold_bits
from lib.mistake_bounds.concepts import Conjunction, DecisionList
from lib.mistake_bounds.games import against, worst_sequence
from lib.mistake_bounds.learners import Elimination, Levels
from lib.mistake_bounds.runs import learn_online
from lib.samples import Sample
from tests.stored import explorer

HARD = DecisionList(3, [(1, 1), (2, -1), (3, 1), (0, -1)])
EXAMPLES = worst_sequence(Levels(3), HARD)
SUNK = learn_online(Levels(3), Sample(EXAMPLES, HARD(EXAMPLES)), max_passes=1)


@pytest.mark.parametrize(
    ("missed", "amounts", "said"),
    [
        (0, ([3, 3], [0, 0]), "2 pixels must lie above a cut and not above it"),
        (1, ([3, 0], [3, 0]), "1 pixel must lie above part 0, and 1 below part 3; 2 have no"),
        (2, ([3, 0], [3, 3]), "1 pixel must lie above part 0, and 0 below part 3; 1 have no"),
    ],
)
def test_a_box_is_drawn_and_told_on_each_pixel_s_own_scale(missed, amounts, said):
    images = threshold_bits(Sample([[0, 0], [8, 0], [8, 1]], [-1, 1, 1]), 3)
    run = learn_online(Elimination(images.d), images, max_passes=1)
    axes = blank(2)
    assert figures.box(axes, run.states[missed], (1, 2), cuts=3).startswith(said)
    for ax, wanted in zip(axes, amounts, strict=True):
        painted = ax.collections[0].get_facecolor()[:, 3] * 3
        np.testing.assert_allclose(painted, wanted)
        key = [to_rgba(cell.get_facecolor())[3] * 3 for cell in ax.patches]
        np.testing.assert_allclose(key, range(4))


@pytest.mark.parametrize(
    ("answers", "rule"),
    [
        ([-1, -1, -1], "always True"),
        ([1, 1, -1], "x2 = 0"),
        ([1, -1, 1], "x1 = 0 and x2 = 1"),
    ],
)
def test_a_game_tells_each_round_and_the_rule(answers, rule):
    sample, target = against(answers)
    said = figures.game(ax := blank(), sample, target)
    assert said.endswith(f"3 mistakes in 3 rounds. The rule was {rule}.")
    words = [text.get_text() for text in ax.texts][4:]
    for row, label in enumerate(sample.y.tolist()):
        bits, (mine, right) = words[4 * row : 4 * row + 2], words[4 * row + 2 : 4 * row + 4]
        assert bits == [f"{bit:.0f}" for bit in sample.X[row]]
        assert [mine, right] == (["False", "True"] if label > 0 else ["True", "False"])
    assert len(words) == 12


@pytest.mark.parametrize("mistakes", range(SUNK.M + 1))
def test_terms_stand_on_their_levels_and_the_last_to_fall_is_told(mistakes):
    ax = blank()
    said = figures.levels(ax, SUNK, mistakes, HARD)
    for label, (marker, _) in enumerate(MARKERS.values()):
        drawn = [
            line.get_xydata()[0]
            for line in ax.lines
            if line.get_marker() == marker and len(line.get_xdata())
        ]
        columns, height = np.round(np.transpose(drawn))
        assert height[np.argsort(columns)].tolist() == SUNK.states[mistakes][label].tolist()
    places = {text.get_text(): text.get_position() for text in ax.texts}
    for i, (literal, _) in enumerate(HARD.rules, 1):
        x, y = places[str(i)]
        assert (round(x), y) == (column(literal, 3), SUNK.levels(HARD)[mistakes][i - 1])
    fallen = [line.get_ydata() for line in ax.lines if line.get_linewidth() == 3]
    if mistakes:
        moved = SUNK.states[mistakes] != SUNK.states[mistakes - 1]
        assert len(fallen) == moved.sum()
        assert f" {moved.sum()} term" in said and f"from level {fallen[0][0]:.0f}." in said
        at = ", ".join(map(str, SUNK.levels(HARD)[mistakes]))
        assert said.endswith(f"stand on levels {at}.")
    else:
        assert not fallen and "all 14 terms stand on level 1" in said


def test_learning_tells_where_its_axis_turns_logarithmic():
    X = all_examples(4)
    c = Conjunction(4, [1])
    ax = blank()
    said = figures.learning(ax, [learn_online(Elimination(4), Sample(X, c(X), "four bits"))]).text
    assert f"logarithmic from {ax.xaxis.get_transform().linthresh} on" in said
    assert [text.get_text() for text in ax.texts] == ["elimination 4"]


def test_names_at_the_end_of_staircases_keep_apart():
    class Twin(Elimination):
        pass

    X, ax = all_examples(6), blank()
    sample = Sample(X, Conjunction(6, [1, 2])(X), "six bits")
    figures.learning(ax, [learn_online(kind(6), sample) for kind in (Levels, Elimination, Twin)])
    counts = [int(text.get_text().split()[1]) for text in ax.texts]
    assert counts == sorted(counts) and len(set(counts)) == 2
    assert np.diff([text.xy[1] for text in ax.texts]).min() >= 0.07 * max(counts) - 1e-9
    assert [line.get_ydata()[-1] for line in ax.lines] == counts


def test_the_first_missed_zero_takes_half_of_the_demands():
    said = explorer("mistake-bounds", "fig-box")
    left = [int(re.search(r"mistakes (\d+) of 896", text)[1]) for text in said.values()]
    drops = [a - b for a, b in pairwise(left)]
    assert (drops[0], max(drops[1:]), len(drops)) == (448, drops[1], 58)
    assert min(drops) >= 1
