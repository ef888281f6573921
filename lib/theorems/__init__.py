"""Every theorem of the book as text: a file a chapter, under its stem.

`lib.proof.reading` says how one is written, and `python -m lib.theorems` proves all.
"""

from functools import cache
from pathlib import Path

from lib.proof.reading import Text, hint
from lib.proof.theorem import Theorem

FOLDER = Path(__file__).parent


def theorem(name: str) -> Theorem:
    """The theorem of the book with that name; raises ValueError when there is none.

    >>> theorem("block_novikoff").steps[-1].claim
    t <= R**2/gamma**2
    """
    if name not in homes():
        raise ValueError(f"no theorem of the book is called {name!r}; {hint(name, homes())}")
    return homes()[name].theorem(name)


@cache
def homes() -> dict[str, Text]:
    """The text that states a theorem, one a chapter, by the theorem's name."""
    found = {}
    for path in sorted(FOLDER.glob("*.txt")):
        chapter = path.stem.replace("_", "-")
        text = Text(path.read_text("utf-8"), f"lib/theorems/{path.name}", chapter, theorem)
        for name in text.drafts:
            if name in found:
                raise ValueError(f"{path} and {found[name].where} both state {name}; rename one")
            found[name] = text
    return found
