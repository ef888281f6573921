"""An explorer in a kernel: ipywidgets' sliders, and the picture of the state they stand at."""

from ipywidgets import HTML, SelectionSlider, VBox

from lib.explore.frames import label, quick, tag


class Sliders(VBox):
    """The live form of `lib.explore.explore`; it draws a state when a slider moves to it.

    Parameters
    ----------
    state : callable
        ``state(values, places)`` returns the picture of a state, its alt text, and the places of
        its Axes, as `lib.explore.frames.draw_state`.
    axes : dict
        The values of each slider, by name.
    first : list of int
        The index at which each slider starts.
    """

    def __init__(self, state, axes, first):
        self._draw, self._places, self._picture = state, None, HTML()
        self._sliders = {
            name: SelectionSlider(
                options=[(label(value), value) for value in values],
                value=values[i],
                description=name.replace("_", " "),
                style={"description_width": "initial"},
            )
            for (name, values), i in zip(axes.items(), first, strict=True)
        }
        for slider in self._sliders.values():
            slider.observe(self._show, "value")
        self._show()
        super().__init__([self._picture, *self._sliders.values()])

    def _show(self, _change=None):
        values = {name: slider.value for name, slider in self._sliders.items()}
        image, self._alt, self._places = self._draw(values, self._places)
        self._picture.value, _source = tag(quick(image), self._alt, "png")

    def _repr_mimebundle_(self, **kwargs):
        """The widget; where a notebook is only read, what its picture shows."""
        return super()._repr_mimebundle_(**kwargs) | {"text/plain": f"Picture: {self._alt}"}
