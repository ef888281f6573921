"""An explorer in a kernel: ipywidgets' controls, and the picture of the state they stand at."""

from html import escape
from itertools import chain

from ipywidgets import HTML, HBox, Play, SelectionSlider, ToggleButtons, VBox, link

from lib.explore.frames import details_html, label, question_html
from lib.figures.style import shown

BEAT, WHOLE = 500, 8000  # milliseconds for a state while it plays, and at most for all


class Sliders(VBox):
    """The live form of `lib.explore.explore`; it draws a state when a control moves to it.

    `state(values, ax)` returns what `lib.explore.frames.draw_state` does; `axes` are the values of
    each control, by name, and `first` the indices at which they start.
    """

    def __init__(self, state, axes, units, first, question, insight):
        self._draw, self._ax, self._picture, self._said = state, None, HTML(), HTML()
        self._controls = {
            name: (ToggleButtons if isinstance(values[0], str) else SelectionSlider)(
                options=[(label(value, units.get(name, "")), value) for value in values],
                value=values[i],
                description=name.replace("_", " "),
                style={"description_width": "initial"},
            )
            for (name, values), i in zip(axes.items(), first, strict=True)
        }
        for control in self._controls.values():
            control.observe(self._show, "value")
        self._show()
        rows = [self._picture, *map(self._row, self._controls.values()), self._said]
        super().__init__([HTML(question_html(question)), *rows, HTML(details_html(insight))])

    @staticmethod
    def _row(control):
        """A control, and what plays it if its values have an order."""
        if isinstance(control, ToggleButtons):
            return control
        last = len(control.options) - 1
        play = Play(max=last, value=control.index, interval=min(BEAT, WHOLE // last))
        link((play, "value"), (control, "index"))
        return HBox([control, play])

    def _show(self, _change=None):
        values = {name: control.value for name, control in self._controls.items()}
        drawn, self._text, self._ax = self._draw(values, self._ax)
        said = escape(self._text)
        self._said.value = f'<p class="state" role="status">{said}</p>'
        self._picture.value = shown("".join(chain(*drawn)), f'aria-label="{said}"')

    def _repr_mimebundle_(self, **kwargs):
        """The widget; where a notebook is only read, what its picture shows."""
        return super()._repr_mimebundle_(**kwargs) | {"text/plain": f"Picture: {self._text}"}
