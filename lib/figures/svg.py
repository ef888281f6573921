"""A figure of matplotlib as compact SVG that takes its colors and its typeface from the page."""

from functools import partial

import numpy as np
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from lib.figures.colors import NAMES
from lib.figures.letters import label_runs, svg_text
from lib.figures.strokes import UNITS, element, number, outline, stamp


class Renderer(RendererBase):
    """Writes what matplotlib draws into `parts`, the elements of an <svg> in their order."""

    def __init__(self, width: float, height: float):
        super().__init__()
        self.width, self.height, self.parts, self.clip = width, height, [], None
        self._grip = False

    def get_canvas_width_height(self):
        return self.width, self.height

    def open_group(self, s, gid=None):
        self._grip = gid == "grip"

    def points_to_pixels(self, points):
        return points * UNITS / 72

    def _down(self, transform):
        """The transform, with y counted from the top as in SVG."""
        return transform + Affine2D().scale(1, -1).translate(0, self.height)

    def _put(self, gc, part: str) -> None:
        """Add an element, in an <svg> as large as the Axes that clip it, if any do."""
        if gc.get_hatch() or gc.get_clip_path()[0] is not None:
            raise ValueError("a picture has no hatches, and no clips but its Axes: draw the shape")
        box = gc.get_clip_rectangle()
        clip = box and tuple(map(number, (box.x0, self.height - box.y1, box.width, box.height)))
        if clip != self.clip:
            self.close()
            if clip:
                x, y, wide, high = clip
                size = f'width="{wide}" height="{high}" viewBox="{" ".join(clip)}"'
                self.parts.append(f'<svg x="{x}" y="{y}" {size}>')
            self.clip = clip
        self.parts.append(part)

    def close(self) -> None:
        """End the part that an Axes clips."""
        if self.clip:
            self.parts.append("</svg>")
        self.clip = None

    def _paint(self, name: str, color) -> dict[str, str]:
        """A color, by its name in the page's style sheet where it has one."""
        code, seen = to_hex(color), to_rgba(color)[3]
        if not seen:
            return {}
        shown = f"var(--{NAMES[code]})" if code in NAMES else code
        return {name: shown, f"{name}-opacity": f"{seen:.2g}" if seen < 1 else ""}

    def _style(self, gc, face=None) -> dict[str, str]:
        """The attributes of a shape: how it is filled, and its line."""
        fill = {} if face is None else self._paint("fill", face)
        if not gc.get_antialiased() and fill:  # cells side by side, without a seam
            return fill | {"shape-rendering": "crispEdges"}
        stroke = self._paint("stroke", gc.get_rgb()) if gc.get_linewidth() else {}
        if stroke:
            stroke["stroke-width"] = self.points_to_pixels(gc.get_linewidth())
            dashes = [number(self.points_to_pixels(dash)) for dash in gc.get_dashes()[1] or ()]
            stroke["stroke-dasharray"] = " ".join(dashes)
        return fill | stroke

    def draw_path(self, gc, path, transform, rgbFace=None):
        look, options = self._style(gc, rgbFace), {"simplify": False}
        if rgbFace is None:
            room = self.points_to_pixels(gc.get_linewidth()) + 1
            curves = (Path.CURVE3, Path.CURVE4)
            curved = path.codes is not None and np.isin(path.codes, curves).any()
            options = {"simplify": not curved}  # a curve would get corners
            options["clip"] = (-room, -room, self.width + room, self.height + room)
        drawn = outline(path, self._down(transform), **options)
        if drawn and look:
            self._put(gc, element("path", d=drawn, **look))

    def draw_markers(self, gc, marker_path, marker_trans, path, trans, rgbFace=None):
        look, shapes = self._style(gc, rgbFace), []
        start, rest = stamp(marker_path, marker_trans + Affine2D().scale(1, -1))
        for vertices, _ in path.iter_segments(self._down(trans), simplify=False):
            x, y = vertices[-2:]
            if -50 < x < self.width + 50 and -50 < y < self.height + 50:
                shapes.append(f"M{number(x + start[0])} {number(y + start[1])}{rest}")
        if shapes and look:
            self._put(gc, element("path", d="".join(shapes), **look))
        if shapes and self._grip:  # what a reader drags, beyond the frame as well
            self.close()
            self.parts.append(element("circle", **{"class": "grip"}, cx=x, cy=y, r=14))

    def draw_image(self, gc, x, y, im, transform=None):
        raise ValueError(
            "a picture of pixels has no colors that follow the page: draw its cells, "
            "with lib.figures.points.cells or ax.pcolormesh"
        )

    def get_text_width_height_descent(self, s, prop, ismath):
        plain = "".join(text for text, *_ in label_runs(s))
        return super().get_text_width_height_descent(plain, prop, False)

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        size = self.points_to_pixels(prop.get_size_in_points())
        place = mtext.get_horizontalalignment() if mtext else "left"  # none where lines are several
        share, anchor = {"left": (0, ""), "center": (0.5, "middle"), "right": (1, "end")}[place]
        moved = share * self.get_text_width_height_descent(s, prop, ismath)[0]
        x, y = x + moved * np.cos(np.radians(angle)), y - moved * np.sin(np.radians(angle))
        look = {"x": x, "y": y, "font-size": size} | self._paint("fill", gc.get_rgb())
        look["text-anchor"] = anchor
        if angle:
            look["transform"] = f"rotate({number(-angle)} {number(x)} {number(y)})"
        if s.strip():
            self._put(gc, element("text", svg_text(s, size), **look))


def panel(size: tuple[float, float]):
    """The Axes of an empty figure of `size` inches that is to be a panel of a picture."""
    figure = Figure(figsize=size, dpi=UNITS, layout="constrained")
    # Also for matplotlib's layout, which asks it how wide words are.
    figure.canvas.get_renderer = lambda: Renderer(*(figure.get_size_inches() * UNITS))
    axes = figure.subplots()
    for axis in (axes.xaxis, axes.yaxis):
        axis.draw = partial(_draw_once, axis, {})
    return axes


def _draw_once(axis, seen: dict, renderer: RendererBase) -> None:
    """Draw an axis, or repeat what it drew: its ticks and words take half the time of a state."""
    if not isinstance(renderer, Renderer):
        type(axis).draw(axis, renderer)
        return
    tickers = (axis.major, axis.get_majorticklocs()), (axis.minor, axis.get_minorticklocs())
    ticks = [(*places, *ticker.formatter.format_ticks(places)) for ticker, places in tickers]
    label = axis.label.get_text(), axis.label.get_color()
    place = axis.axes.bbox.bounds, axis.get_scale(), *axis.get_view_interval()
    state = str((ticks, label, place, axis.get_visible(), axis.get_tick_params(), renderer.clip))
    if state not in seen:
        begin = len(renderer.parts)
        type(axis).draw(axis, renderer)
        seen[state] = renderer.parts[begin:], renderer.clip
    else:
        parts, renderer.clip = seen[state]
        renderer.parts += parts


def elements(figure: Figure) -> list[str]:
    """What a figure draws, as the parts of an <svg>, its two tags included."""
    renderer = figure.canvas.get_renderer()
    figure.draw(renderer)
    renderer.close()
    width, height = number(renderer.width), number(renderer.height)
    start = f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return [start, *renderer.parts, "</svg>"]
