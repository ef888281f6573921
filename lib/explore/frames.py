"""The states of an explorer, drawn ahead as vectors for a page."""

import json
from html import escape
from itertools import chain, product

import numpy as np

from lib.figures.style import Still, blank, panels_of, shown
from lib.tables import minus

ROOM = 0.16  # inches beside the Axes, half above, for the numbers of other states


def label(value, unit=""):
    """Return a value as its control shows it, with a true minus sign, and none for -0.0."""
    return value if isinstance(value, str) else f"{value + 0:g}".replace("-", "−") + unit


def clear(ax):
    """Clear the Axes of a state and return them: their ticks serve the next, and nothing jumps.

    To make Axes and ticks, and to find a layout, takes three quarters of the time of a drawing.
    """
    for axes in np.ravel(ax):
        axes.figure.set_layout_engine("none")  # as the first state laid them out
        axes.set_title("")
        for artist in [*axes.collections, *axes.lines, *axes.patches]:
            artist.remove()
        for artist in filter(None, [*axes.texts, axes.get_legend()]):  # contours took their labels
            artist.remove()
        axes.containers.clear()  # of bars, which a legend names
        axes.relim()
        axes.autoscale()
        axes.set_prop_cycle(None)
    return ax


def draw_state(draw, values, size, panels, ax=None):
    """Draw one state on the Axes of another, or on new ones: by `draw`, as `explore` is given it.

    Returns the elements of each panel, what they show, and the Axes. Raises ValueError if `draw`
    returns no sentence.
    """
    from lib.figures.svg import elements

    if ax is None:
        ax = blank(panels, size)
        for figure in panels_of(ax):
            figure.get_layout_engine().set(w_pad=ROOM, h_pad=ROOM / 2)
    else:
        clear(ax)
    sentence = draw(ax, **values)
    if not isinstance(sentence, str) or not sentence.strip():
        named = ", ".join(f"{name}={value!r}" for name, value in values.items())
        raise ValueError(f"draw must return what its state shows; for {named} got {sentence!r}")
    return [elements(figure) for figure in panels_of(ax)], minus(" ".join(sentence.split())), ax


class Frames(Still):
    """What a page shows in place of a widget: a picture, and data for the script that moves it.

    The last of the `attributes` of its <div> takes the data; `text` is what the `panels`, lists of
    elements, show at the start, and `above` and `below` are the HTML around them.
    """

    def __init__(self, attributes, data, panels, text, above="", below=""):
        encoded = escape(json.dumps(data, ensure_ascii=False), quote=False).replace("'", "&#39;")
        picture = shown("".join(chain(*panels)), f'aria-label="{escape(text)}"')
        inside = "\n".join(filter(None, (above, picture, below)))
        super().__init__(f"<div {attributes}='{encoded}'>\n{inside}\n</div>", text)

    def __repr__(self):
        return f"Picture: {self.text}"


def draw_ahead(state, axes, units, first, question, insight):
    """Draw every state, the last control turning fastest, and keep what several share once."""
    pieces, frames, said, seen, ax = {}, [], [], {}, None
    for index in product(*(range(len(values)) for values in axes.values())):
        values = {name: axes[name][i] for name, i in zip(axes, index, strict=True)}
        drawn, sentence, ax = state(values, ax)
        frames.append([pieces.setdefault(part, len(pieces)) for part in chain(*drawn)])
        said.append(sentence)
        if (twin := seen.setdefault(tuple(frames[-1]), values)) is not values:
            raise ValueError(f"{values} draws what {twin} draws: leave out one of them")
        if list(index) == first:
            begin, sentence_first = drawn, sentence
    labels = {
        name.replace("_", " "): [label(value, units.get(name, "")) for value in values]
        for name, values in axes.items()
    }
    nominal = [isinstance(values[0], str) for values in axes.values()]
    data = {"axes": labels, "nominal": nominal, "start": first, "sentences": said}
    data |= {"frames": frames, "pieces": list(pieces)}
    rows = "".join(
        f'<p class="control">{escape(name)} <span>{escape(labels[name][i])}</span></p>'
        for name, i in zip(labels, first, strict=True)
    )
    below = (
        f'<p class="state" data-longest="{escape(max(said, key=len))}">'
        f'<span role="status">{escape(sentence_first)}</span></p>{rows}{details_html(insight)}'
    )
    return Frames(
        'class="explorer" data-explore', data, begin, sentence_first, question_html(question), below
    )


def question_html(question):
    """The question that a figure answers, as HTML."""
    return f'<p class="question">{escape(question)}</p>' if question else ""


def details_html(insight):
    """What to notice, as HTML that opens on demand."""
    fold = "<details><summary>What to notice</summary><p>{}</p></details>"
    return fold.format(escape(insight)) if insight else ""
