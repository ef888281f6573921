"""What explore refuses, and the words it has for it."""

import re

import pytest

from lib.explore import explore


@pytest.fixture(autouse=True)
def static(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")


def draw(ax, angle, kind="dots"):
    return f"A plot of {kind} up to {angle:g}."


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (ValueError, r"at least one parameter, such as angle=", {}),
        (TypeError, r"angle must be a sequence of numbers or strings, got 3", {"angle": 3}),
        (TypeError, r"angle must be a sequence .* got 'abc'", {"angle": "abc"}),
        (ValueError, r"angle needs two or more values .* got \['1'\]", {"angle": [1]}),
        (ValueError, r"angle needs two or more values .* got \['1', '1'\]", {"angle": [1, 1.0]}),
        (ValueError, r"finite numbers or strings, got nan", {"angle": [1, float("nan")]}),
        (ValueError, r"finite numbers or strings, got True", {"angle": [True, False]}),
        (ValueError, r"finite numbers or strings, got \[1\]", {"angle": [[1], [2]]}),
        (
            ValueError,
            r"16 x 10 = 160 states are more than 150: give fewer",
            {"angle": range(16), "kind": [str(i) for i in range(10)]},
        ),
        (
            ValueError,
            r"angle must hold numbers alone or strings alone, got \[1, 'two'\]",
            {"angle": [1, "two"]},
        ),
        (ValueError, r"panels must be 1, 2 or 3, got 4", {"panels": 4, "angle": [1, 2]}),
        (ValueError, r"size must be two positive .* got 6", {"size": 6, "angle": [1, 2]}),
        (ValueError, r"size must be two .* got \(6, -4\)", {"size": (6, -4), "angle": [1, 2]}),
        (
            ValueError,
            r"start names 'angel', which is not among angle",
            {"start": {"angel": 1}, "angle": [1, 2]},
        ),
        (
            ValueError,
            r"start gives angle=7, not one of \[1, 2\]",
            {"start": {"angle": 7}, "angle": [1, 2]},
        ),
        (
            ValueError,
            r"start gives angle=1.000001, not one of \[1, 2\]",
            {"start": {"angle": 1.000001}, "angle": [1, 2]},
        ),
        (
            ValueError,
            r"start gives angle='1', not one of \[1, 2\]",
            {"start": {"angle": "1"}, "angle": [1, 2]},
        ),
        (
            ValueError,
            r"start gives kind=1, not one of \['dots', 'line'\]",
            {"start": {"kind": 1}, "kind": ["dots", "line"]},
        ),
        (
            ValueError,
            r"size=\(4.5, 3\); a panel is at most 4.4 inches wide, .* draw several panels",
            {"size": (4.5, 3), "angle": [1, 2]},
        ),
        (TypeError, r"question must be text, got None", {"question": None, "angle": [1, 2]}),
        (TypeError, r"insight must be text, got 1", {"insight": 1, "angle": [1, 2]}),
        (
            ValueError,
            r"units must map names .* such as \{'angle': ' cm'\}, got '°'",
            {"units": "°", "angle": [1, 2]},
        ),
        (
            ValueError,
            r"units must map names .* got \{'angel': '°'\}",
            {"units": {"angel": "°"}, "angle": [1, 2]},
        ),
        (
            ValueError,
            r"units must map names .* got \{'angle': 1\}",
            {"units": {"angle": 1}, "angle": [1, 2]},
        ),
        (
            ValueError,
            r"units must map names of sliders to text, .* got \{'kind': ' m'\}",
            {"units": {"kind": " m"}, "kind": ["dots", "line"]},
        ),
        (
            TypeError,
            r"start must map names to values, such as \{'angle': 1\}, got 2",
            {"start": 2, "angle": [1, 2]},
        ),
    ],
)
def test_bad_arguments(error, message, arguments):
    with pytest.raises(error, match=message):
        explore(draw, **arguments)


def test_draw_must_be_a_function():
    with pytest.raises(TypeError, match=r"draw must be a function .* got 'plot'"):
        explore("plot", angle=[1, 2])


@pytest.mark.parametrize("sentence", [None, "", "  ", 3])
@pytest.mark.parametrize("mode", ["static", "live"])
def test_a_state_without_a_sentence(monkeypatch, mode, sentence):
    monkeypatch.setenv("BOOK_EXPLORE", mode)
    with pytest.raises(ValueError, match=r"return what its state shows; for angle=[12] got"):
        explore(lambda ax, angle: sentence, angle=[1, 2])


def test_two_states_that_draw_the_same():
    """A reader who moves must see something move; what differs in words alone is no picture."""

    def same(ax, angle, kind):
        ax.plot([0, angle], [0, 1])
        return f"{kind} up to {angle}."

    with pytest.raises(
        ValueError,
        match=re.escape(
            "{'angle': 1, 'kind': 'line'} draws what "
            "{'angle': 1, 'kind': 'dots'} draws: leave out one"
        ),
    ):
        explore(same, angle=[1, 2], kind=["dots", "line"])


def test_an_unknown_mode(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "dynamic")
    with pytest.raises(ValueError, match=r"BOOK_EXPLORE must be 'live' or 'static', got 'dynamic'"):
        explore(draw, angle=[1, 2])
