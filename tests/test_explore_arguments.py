"""What explore refuses, and the words it has for it."""

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
        (ValueError, r"16 x 10 = 160 states are more than 150: give fewer",
         {"angle": range(16), "kind": [str(i) for i in range(10)]}),
        (ValueError, r"panels must be 1 or 2, got 3", {"panels": 3, "angle": [1, 2]}),
        (ValueError, r"size must be two positive .* got 6", {"size": 6, "angle": [1, 2]}),
        (ValueError, r"size must be two .* got \(6, -4\)", {"size": (6, -4), "angle": [1, 2]}),
        (ValueError, r"start names 'angel', which is not among angle",
         {"start": {"angel": 1}, "angle": [1, 2]}),
        (ValueError, r"start gives angle=7, not one of \[1, 2\]",
         {"start": {"angle": 7}, "angle": [1, 2]}),
        (ValueError, r"start gives angle=1.000001, not one of \[1, 2\]",
         {"start": {"angle": 1.000001}, "angle": [1, 2]}),
        (ValueError, r"start gives angle='1', not one of \[1, 2\]",
         {"start": {"angle": "1"}, "angle": [1, 2]}),
        (ValueError, r"start gives kind=1, not one of \['dots', 'line'\]",
         {"start": {"kind": 1}, "kind": ["dots", "line"]}),
        (TypeError, r"start must map names to values, such as \{'angle': 1\}, got 2",
         {"start": 2, "angle": [1, 2]}),
    ],
)  # fmt: skip
def test_bad_arguments(error, message, arguments):
    with pytest.raises(error, match=message):
        explore(draw, **arguments)


def test_draw_must_be_a_function():
    with pytest.raises(TypeError, match=r"draw must be a function .* got 'plot'"):
        explore("plot", angle=[1, 2])


@pytest.mark.parametrize("alt", [None, "", "  ", 3])
def test_a_state_without_alt_text(alt):
    with pytest.raises(ValueError, match=r"alt text of its state; for angle=1 got"):
        explore(lambda ax, angle: alt, angle=[1, 2])


def test_an_unknown_mode(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "dynamic")
    with pytest.raises(ValueError, match=r"BOOK_EXPLORE must be 'live' or 'static', got 'dynamic'"):
        explore(draw, angle=[1, 2])
