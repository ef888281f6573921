"""Tables for the page."""

from collections.abc import Iterable, Sequence
from numbers import Real


def table(head: Sequence[str], rows: Iterable[Sequence]):
    """A Markdown table that JupyterLab and the site show with typeset formulas.

    Numbers are written with four significant digits; text may hold $formulas$. Raises ValueError
    when a row has not one cell for each name in `head`, or a cell holds "|" or a line's end.

    >>> print(table(["pair", "margin"], [["wine", 0.126162]]).data)
    | pair | margin |
    | --- | --- |
    | wine | 0.1262 |
    """
    from IPython.display import Markdown

    lines = [list(head), ["---"] * len(head)]
    for row in rows:
        if len(row) != len(head):
            raise ValueError(f"row {row!r} has {len(row)} cells; the table has {len(head)} columns")
        wrong = [cell for cell in row if not isinstance(cell, str | Real)]
        if wrong:
            raise ValueError(f"row {row!r} holds {wrong[0]!r}; cells are text or numbers")
        split = [cell for cell in row if isinstance(cell, str) and ("|" in cell or "\n" in cell)]
        if split:
            raise ValueError(
                f"{split[0]!r} would end its cell; write \\lvert or \\lVert, in one line"
            )
        lines.append([cell if isinstance(cell, str) else _number(cell) for cell in row])
    return Markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


def _number(value) -> str:
    """Four significant digits, never in scientific notation below a million."""
    number = float(value) + 0.0  # a zero has no sign
    if number.is_integer() and abs(number) < 1e15:
        return f"{number:.0f}"
    return f"{number:.1f}" if 1000 <= abs(number) < 1e6 else f"{number:.4g}"
