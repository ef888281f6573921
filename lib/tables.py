"""Tables, and other Markdown that a cell prints."""

import os
import re
from collections.abc import Iterable, Sequence
from html import escape
from numbers import Real

# A link to a page beside the notebook, in Markdown or HTML.
LINK = re.compile(r'(\]\(|<a href=")([\w-]+)\.(?:ipynb|md)(?=[#)"])')


def minus(text: str) -> str:
    """The text with the minus of formulas before its numbers, where Python prints a hyphen.

    A formula between dollars and code between backticks stay as they are.
    """
    parts = re.split(r"(\$[^$]*\$|`[^`]*`)", text)
    parts[::2] = [re.sub(r"(?<![\w)-])-(?=\.?\d)", "−", part) for part in parts[::2]]
    return "".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence]):
    """A Markdown table that JupyterLab and the site show with typeset formulas.

    Numbers are written with four significant digits, and with a true minus, as are those of text.

    >>> print(table(["pair", "margin"], [["wine", 0.126162]]).data)
    | pair | margin |
    | --- | --- |
    | wine | 0.1262 |
    """
    lines = [list(head), ["---"] * len(head)]
    for row in rows:
        if len(row) != len(head):
            raise ValueError(f"row {row!r} has {len(row)} cells; the table has {len(head)} columns")
        for cell in row:
            if not isinstance(cell, str | Real):
                raise ValueError(f"row {row!r} holds {cell!r}; cells are text or numbers")
            if isinstance(cell, str) and ("|" in cell or "\n" in cell):
                remedy = "write \\lvert or \\lVert, in one line"
                raise ValueError(f"{cell!r} would end its cell; {remedy}")
        lines.append([minus(cell if isinstance(cell, str) else _number(cell)) for cell in row])
    return markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


def markdown(text: str):
    """Markdown as the value of a cell."""
    from IPython.display import Markdown

    return Markdown(linked(text))


def linked(text: str) -> str:
    """Markdown or HTML whose links lead to the site that a copy of a notebook has as BOOK_SITE."""
    site = os.environ.get("BOOK_SITE")
    return LINK.sub(rf"\1{site}chapters/\2.html", text) if site else text


def fold(line: str, text: str) -> str:
    """Markdown behind a line that opens it: a directive, or HTML where the notebook is alone."""
    if not os.environ.get("BOOK_SITE"):
        return f":::{{dropdown}} {line}\n\n{text}\n\n:::"
    return f"<details>\n<summary>{escape(line)}</summary>\n\n{text}\n\n</details>"


def _number(value) -> str:
    """Four significant digits, never in scientific notation below a million."""
    number = float(value) + 0.0  # a zero has no sign
    if number.is_integer() and abs(number) < 1e15:
        return f"{number:.0f}"
    return f"{number:.1f}" if 1000 <= abs(number) < 1e6 else f"{number:.4g}"
