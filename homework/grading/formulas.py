"""Formulas of a page of feedback, as MathML: it is opened from disk, perhaps without a network."""

import re
from html import escape, unescape
from xml.etree import ElementTree

from latex2mathml import exceptions
from latex2mathml.converter import convert_to_element

TAGS = """
    math mrow mi mn mo mtext mspace mstyle mfrac msqrt mroot msub msup msubsup munder mover
    munderover mmultiscripts mprescripts none mtable mtr mtd mphantom mpadded menclose
"""
# No attribute stays that holds an address, a style, or a length that could move a formula.
ATTRIBUTES = """
    accent columnalign display displaystyle fence form linethickness mathvariant maxsize minsize
    movablelimits notation scriptlevel separator stretchy width
"""
VALUE = re.compile(r"[a-z -]*|[+-]?\d|[0-3](\.\d+)?em|0(px|pt)?")
LENGTH = 5000  # characters of one formula
DEFINES = re.compile(r"\\(?:\w*def|\w*newcommand|\w*newenvironment|let|Declare\w*)(?![a-z])")
# latex2mathml knows the other form of these alone, or numbers their lines.
FORMS = ((r"{(align|gather|equation)(?:ed|at)?}", r"{\1*}"), (r"\\(?:label|tag)\*?\s*{[^{}]*}", ""))
# What latex2mathml raises where it cannot read something, on purpose or not.
UNREADABLE = AttributeError, LookupError, RuntimeError, StopIteration, TypeError, ValueError
UNREADABLE += tuple(error for error in vars(exceptions).values() if isinstance(error, type))


def mathml(tex: str, display: bool) -> str:
    """Return a formula, in a line or on its own, as MathML; as code where it cannot be read."""
    plain = tex
    for form, other in FORMS:
        plain = re.sub(form, other, plain)
    try:
        if len(tex) > LENGTH or DEFINES.search(tex):  # a definition could double itself many times
            raise ValueError("too long, or a definition")
        made = convert_to_element(plain, display="block" if display else "inline")
        _keep(made)
    except UNREADABLE:
        return f"<code>{escape(tex, quote=False)}</code>"
    return ElementTree.tostring(made, encoding="unicode")


def _keep(element: ElementTree.Element) -> None:
    """Cut a formula down to known elements and attributes. Raises ValueError for a command."""
    tag = element.tag.rpartition("}")[2]
    element.tag = tag if tag in TAGS.split() else "mrow"
    element.attrib = {
        name: value
        for name, value in element.attrib.items()
        if name in ATTRIBUTES.split() and VALUE.fullmatch(value)
    }
    element.tail = None
    text = unescape(element.text or "")
    if "\\" in text and text != "\\":
        raise ValueError(f"{text} is no command that is known")
    element.text = text
    for part in element:
        _keep(part)
