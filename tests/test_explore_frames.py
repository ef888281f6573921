"""One state drawn: its Axes stay in place, unless something sticks out."""

import pytest
from PIL import Image

from lib.explore.frames import draw_state, reaches_the_edge


def labeled(ax, label):
    ax.set_yticks([0, 1], ["0", label])
    return f"A plot from 0 to {label}."


def test_axes_stay_in_place_until_something_sticks_out():
    fresh = {
        label: draw_state(labeled, {"label": label}, (3, 2), 1) for label in ("1", "a million")
    }
    image, _, places = draw_state(labeled, {"label": "1"}, (3, 2), 1, fresh["a million"][2])
    assert str(places) == str(fresh["a million"][2]) != str(fresh["1"][2])
    assert image.tobytes() != fresh["1"][0].tobytes()
    image, _, places = draw_state(labeled, {"label": "a million"}, (3, 2), 1, fresh["1"][2])
    assert str(places) == str(fresh["a million"][2])
    assert image.tobytes() == fresh["a million"][0].tobytes()


@pytest.mark.parametrize(
    ("dot", "sticks_out"),
    [
        ((1, 1), False),
        ((7, 4), False),
        ((0, 2), True),
        ((8, 2), True),
        ((2, 0), True),
        ((2, 5), True),
    ],
)
def test_what_sticks_out_is_seen_on_every_side(dot, sticks_out):
    image = Image.new("RGB", (9, 6), "white")
    assert not reaches_the_edge(image)
    image.putpixel(dot, (255, 255, 0))
    assert reaches_the_edge(image) == sticks_out


def test_more_axes_than_before_are_laid_out_anew():
    def blank(ax, more):
        for _ in range(more):
            ax.figure.add_axes((0.2, 0.2, 0.5, 0.5))
        return "Nothing."

    places = draw_state(blank, {"more": 0}, (3, 2), 1)[2]
    assert len(draw_state(blank, {"more": 1}, (3, 2), 1, places)[2]) == 2
