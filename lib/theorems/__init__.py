"""Every theorem of the book as text: a file a chapter, under its stem.

`lib.proof.reading` says how one is written. `theorem` gives one of them, `proof_map` collects all,
and `python -m lib.theorems` proves them.
"""

import re
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
    return text(homes()[name]).theorem(name)


@cache
def homes() -> dict[str, str]:
    """The stem of the file that states a theorem, by the theorem's name."""
    found = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for name in re.findall(r"^theorem (\w+)", path.read_text("utf-8"), re.MULTILINE):
            if name in found:
                raise ValueError(f"{path.name} and {found[name]}.txt both state {name}; rename one")
            found[name] = path.stem
    return found


@cache
def text(stem: str) -> Text:
    """The theorems of one chapter; one may take claims of another's."""
    path = FOLDER / f"{stem}.txt"
    where = f"lib/theorems/{path.name}"
    return Text(path.read_text("utf-8"), where, stem.replace("_", "-"), theorem)
