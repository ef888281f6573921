"""An explorer in a kernel: ipywidgets' controls, and the picture of the state they stand at."""

from html import escape
from itertools import chain

from ipywidgets import HTML, HBox, Play, SelectionSlider, ToggleButtons, VBox, link

from lib.explore.frames import details_html, label, question_html
from lib.figures.style import shown

BEAT = 500  # milliseconds for a state while it plays


class Sliders(VBox):
    """The live form of `lib.explore.explore`; it draws a state when a control moves to it.

    `state(values, ax)` returns what `lib.explore.frames.draw_state` does; `axes` are the values of
    each control, by name, and `first` the indices at which they start.
    """

    def __init__(self, state, axes, units, first, question, insight):
        self._draw, self._ax, self._picture = state, None, HTML()
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
        rows = [self._picture, *map(self._row, self._controls.values())]
        super().__init__([HTML(question_html(question)), *rows, HTML(details_html(insight))])

    @staticmethod
    def _row(control):
        """A control, and what plays it if its values have an order."""
        if isinstance(control, ToggleButtons):
            return control
        play = Play(max=len(control.options) - 1, value=control.index, interval=BEAT)
        link((play, "value"), (control, "index"))
        return HBox([control, play])

    def _show(self, _change=None):
        values = {name: control.value for name, control in self._controls.items()}
        drawn, self._text, self._ax = self._draw(values, self._ax)
        said = escape(self._text)
        below = f'<p class="state" role="status">{said}</p>'
        self._picture.value = shown("".join(chain(*drawn)), f'aria-label="{said}"') + below

    def _repr_mimebundle_(self, **kwargs):
        """The widget; where a notebook is only read, what its picture shows."""
        return super()._repr_mimebundle_(**kwargs) | {"text/plain": f"Picture: {self._text}"}
