"""One state of an explorer: drawn, made light, and written as an image of a page."""

import base64
import io
import json
from html import escape

DPI = 200  # twice the size on the page, for sharp screens


def label(value):
    """Return a value as its slider shows it, with a true minus sign, and none for -0.0."""
    return value if isinstance(value, str) else f"{value + 0:g}".replace("-", "\N{MINUS SIGN}")


def draw_state(draw, values, size, panels, places=None):
    """Draw one state.

    Parameters
    ----------
    draw : callable
        ``draw(ax, **values)`` draws on an Axes, or on an array of two, and returns the alt text.
    values : dict
        The state.
    size : (float, float)
        Width and height, in inches of 100 px on the page.
    panels : {1, 2}
        The number of Axes.
    places : list, optional
        Where each Axes was in another state. It stays there, unless something would stick out:
        half the time of a drawing is spent on finding its layout.

    Returns
    -------
    image : PIL.Image.Image
        The picture, in red, green and blue.
    alt : str
        What it shows.
    places : list
        Where each Axes is.

    Raises
    ------
    ValueError
        If `draw` returns no alt text.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from PIL import Image

    from lib.figures.style import RC

    with rc_context(RC):
        layout = None if places else "constrained"
        canvas = FigureCanvasAgg(Figure(figsize=size, dpi=DPI, layout=layout))
        alt = draw(canvas.figure.subplots(1, panels), **values)
        axes = canvas.figure.axes
        for ax, place in zip(axes, places or [], strict=False):
            ax.set_position(place)
        canvas.draw()
    if not isinstance(alt, str) or not alt.strip():
        named = ", ".join(f"{name}={value!r}" for name, value in values.items())
        raise ValueError(f"draw must return the alt text of its state; for {named} got {alt!r}")
    whole = canvas.get_width_height()
    image = Image.frombuffer("RGBA", whole, canvas.buffer_rgba(), "raw", "RGBA", 0, 1)
    image = image.convert("RGB")
    if places and (len(places) != len(axes) or reaches_the_edge(image)):
        return draw_state(draw, values, size, panels)
    return image, alt.strip(), [ax.get_position(original=True) for ax in axes]


def reaches_the_edge(image):
    """Whether anything but white reaches the edge of an image, where a layout leaves room."""
    from PIL import ImageOps

    ink = ImageOps.invert(image).getbbox()
    return ink is not None and (0 in ink[:2] or ink[2] == image.width or ink[3] == image.height)


def light(image):
    """Return an image in 64 colors chosen with care: small files for a page, in some 70 ms."""
    from PIL.Image import Dither

    return image.quantize(64, dither=Dither.NONE)


def quick(image):
    """Return an image in 256 colors chosen in some 10 ms, for a reader who holds a slider."""
    from PIL.Image import Dither, Quantize

    return image.quantize(256, method=Quantize.FASTOCTREE, dither=Dither.NONE)


def encode(image, kind, **options):
    """Return the bytes of an image as "webp" or "png"; `options` are Pillow's."""
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def tag(image, alt, kind="webp"):
    """Return an <img> at half the image's pixels, and its source."""
    options = {"lossless": True, "method": 4} if kind == "webp" else {}
    data = base64.b64encode(encode(image, kind, **options)).decode()
    source = f"data:image/{kind};base64,{data}"
    width, height = (side * 100 // DPI for side in image.size)
    return f'<img src="{source}" alt="{escape(alt)}" width="{width}" height="{height}">', source


class Frames:
    """What a page shows in place of a widget: a picture, and data for the script that moves it.

    Parameters
    ----------
    attributes : str
        Those of its <div>; the last one takes the data.
    data : dict
        The data, for JSON.
    image : PIL.Image.Image
        The picture at the start.
    alt : str
        What it shows.
    below : str
        HTML that follows it.
    """

    def __init__(self, attributes, data, image, alt, below=""):
        small = light(image)
        self.text, self.png = alt, encode(small, "png", optimize=True)
        encoded = escape(json.dumps(data, ensure_ascii=False), quote=False).replace("'", "&#39;")
        inside = "\n".join(filter(None, (tag(small, alt)[0], below)))
        self.html = f"<div {attributes}='{encoded}'>\n{inside}\n</div>"

    def _repr_mimebundle_(self, include=None, exclude=None):
        png = base64.b64encode(self.png).decode()
        return {"text/html": self.html, "image/png": png, "text/plain": f"Picture: {self.text}"}
