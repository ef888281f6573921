"""Figures on the page: a quarter of the weight, and a size that is known before they load.

A cell's picture is a PNG that says its own resolution. The page gets it in 64 colors as lossless
webp, at 100 pixels to the inch like the explorers, so that no text moves while it loads. On paper
and on sharp screens the rest of its pixels show. Its alt text is the text that the cell gives
beside the picture (`lib.figures.style.Picture`), so its numbers are computed.
"""

import re
from pathlib import Path

from docutils import nodes
from PIL import Image

SOURCE = re.compile(r'src="((?:\.\./)*_images/)([\w.-]+)\.png"')


def lighten(app, pagename, templatename, context, doctree):
    """Point each PNG of a page's cells to its webp, with width and height."""
    originals = {name: path for path, name in app.builder.images.items()}
    folder = Path(app.outdir, "_images")
    folder.mkdir(exist_ok=True)

    def to_webp(match):
        prefix, name = match.groups()
        with Image.open(Path(app.srcdir, originals[f"{name}.png"])) as picture:
            if "dpi" not in picture.info:
                return match[0]
            width, height = (
                round(side * 100 / dpi)
                for side, dpi in zip(picture.size, picture.info["dpi"], strict=True)
            )
            light = picture.convert("RGB").quantize(64, dither=Image.Dither.NONE)
        light.save(folder / f"{name}.webp", lossless=True, method=4)
        return f'src="{prefix}{name}.webp" width="{width}" height="{height}" loading="lazy"'

    context["body"] = SOURCE.sub(to_webp, context.get("body", ""))


def describe(app, doctree):
    """Make the plain text of a cell's picture its alt text, but for its "Picture:"."""
    for bundle in doctree.findall(nodes.container):
        if bundle.get("nb_element") != "mime_bundle":
            continue
        forms = {form["mime_type"]: form for form in bundle.children}
        if "image/png" in forms and "text/plain" in forms:
            for image in forms["image/png"].findall(nodes.image):
                words = forms["text/plain"].astext().strip()
                image["alt"] = words.removeprefix("Picture: ")


def setup(app):
    """Connect the above."""
    app.connect("doctree-read", describe)
    app.connect("html-page-context", lighten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
