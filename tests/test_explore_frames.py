"""One state drawn: its Axes stay in place from one state to the next."""

from lib.explore.frames import draw_state


def labeled(ax, label):
    ax.set_yticks([0, 1], ["0", label])
    return f"A plot from 0 to {label}."


def test_axes_stay_in_place():
    short, long = (draw_state(labeled, {"label": label}, None, 1) for label in ("1", "a million"))
    assert str(short[2]) != str(long[2])
    drawn, sentence, places = draw_state(labeled, {"label": "1"}, None, 1, long[2])
    assert sentence == "A plot from 0 to 1."
    assert str(places) == str(long[2])
    assert drawn != short[0]
    again, _, _ = draw_state(labeled, {"label": "a million"}, None, 1, long[2])
    assert again == long[0]


def test_more_axes_than_before_are_laid_out_anew():
    def blank(ax, more):
        for _ in range(more):
            ax.figure.add_axes((0.2, 0.2, 0.5, 0.5))
        return "Nothing."

    places = draw_state(blank, {"more": 0}, (3, 2), 1)[2]
    fresh, _, laid = draw_state(blank, {"more": 1}, (3, 2), 1)
    drawn, _, kept = draw_state(blank, {"more": 1}, (3, 2), 1, places)
    assert len(kept) == 2
    assert (drawn, str(kept)) == (fresh, str(laid))
