"""`help(lib)` names every room of the library, and what one calls in it."""

import importlib
import inspect
import pkgutil
from textwrap import fill, indent

import lib
from tests.chapters import TEACHING

FIRST = ["samples", "datasets", "runs"]
STEMS = [stem.replace("-", "_") for stem in TEACHING]
LAST = ["svm", "theorems", "proof", "figures", "explore", "homework", "tables", "checks"]
# Rooms whose modules are told of in their own help; and what serves others of lib alone.
WHOLE = {"theorems", "proof", "figures", "explore", "checks"}
INNER = {
    "lookahead",
    *(f"svm.{n}" for n in ("active_set", "climb", "exact", "interior", "programs", "road")),
}


def own(module) -> str:
    """The public functions and classes that a module defines, in their order."""
    return ", ".join(
        name
        for name, value in vars(module).items()
        if name[0] != "_" and getattr(value, "__module__", "") == module.__name__
        if inspect.isfunction(value) or inspect.isclass(value)
    )


def listing() -> str:
    """A line a room, and below it the names that it defines, those of its modules under theirs."""
    rooms = {name: [] for name in FIRST + STEMS + LAST}
    for found in pkgutil.walk_packages(lib.__path__, "lib."):
        name = found.name.removeprefix("lib.")
        room = name.partition(".")[0]
        if name not in INNER and (name == room or room not in WHOLE):
            rooms.setdefault(room, []).append(importlib.import_module(found.name))
    lines = []
    for room, modules in rooms.items():
        for module in modules:
            name = module.__name__.removeprefix("lib.")
            line = f"{name}: {inspect.getdoc(module).splitlines()[0]}"
            lines.append(fill(line, 96, subsequent_indent="  ", break_on_hyphens=False))
            if room not in WHOLE and (names := own(module)):
                lines.append(indent(fill(names, 92), "    "))
    return "\n".join(lines)


def test_help_of_the_library_names_what_is_in_it():
    wanted = listing()
    assert wanted in lib.__doc__, f"put this at the end of lib/__init__.py's text:\n\n{wanted}"
