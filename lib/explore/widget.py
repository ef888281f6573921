"""What a reader can operate: on a page HTML with its script, in a kernel the same by anywidget.

`Still` is the one, `Live` the other; `of` takes the one that fits. A script beside this file
connects the HTML of a page where it was loaded; with widget.js after it, it is a widget's module.
"""

from pathlib import Path

import anywidget
from traitlets import TraitType, Unicode

from lib.figures.style import Still, is_live

HERE = Path(__file__).parent


def joined(*names: str) -> str:
    """The text of files beside this one, one after the other."""
    return "".join((HERE / name).read_text("utf-8") for name in names)


def module(*scripts: str, shell: str) -> str:
    """Scripts as the module of a widget; `shell` is a call of one of the functions of widget.js."""
    return joined(*scripts, "widget.js") + f"export default {shell};\n"


class Live(anywidget.AnyWidget):
    """The same in a kernel; a class for each kind has its `_esm` and its `_css`."""

    html = Unicode().tag(sync=True)

    def __init__(self, html: str, text: str):
        super().__init__(html=html)
        self.text = text

    def __repr__(self) -> str:
        return self.text


def of(live: type[Live], html: str, text: str) -> Still | Live:
    """The HTML as the kind of widget given, or for a page."""
    return (live if is_live() else Still)(html, text)


class Checked(TraitType):
    """A trait that the kernel and the browser exchange: `check(value)` returns it, or raises."""

    def __init__(self, check):
        super().__init__()
        self.check = check
        self.tag(sync=True)

    def validate(self, obj, value):
        return self.check(value)
