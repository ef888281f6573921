"""Every function of lib that a chapter calls has an example in its docstring; all examples hold.

So `help(margin)` in a notebook shows a call that works. A theorem and a sample need none, nor does
a chapter's own picture, whose cell is the example.
"""

import ast
import doctest
import importlib
import inspect
import pkgutil
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest

import lib

CHAPTERS = sorted(Path(__file__).parents[1].glob("chapters/*.ipynb"))
PICTURES = {f"lib.figures.{path.stem.replace('-', '_')}" for path in CHAPTERS}
MODULES = [
    name
    for name in ["lib", *(m.name for m in pkgutil.walk_packages(lib.__path__, "lib."))]
    if ">>> " in Path(find_spec(name).origin).read_text()
]


def imported(tree):
    """What a notebook imports from lib: its value by the name that the notebook gives it."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "lib":
            module = importlib.import_module(node.module)
            for name in node.names:
                if not hasattr(module, name.name):
                    importlib.import_module(f"{node.module}.{name.name}")
                found[name.asname or name.name] = getattr(module, name.name)
    return found


def called(path):
    """The functions and classes of lib that a notebook's code cells call, each with its name."""
    cells = nbformat.read(path, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    tree = ast.parse(code)
    names = imported(tree)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        match call.func:
            case ast.Name(id) if id in names:
                value = names[id]
            case ast.Attribute(ast.Name(id), name) if inspect.ismodule(names.get(id)):
                value = getattr(names[id], name)
            case _:
                continue
        if (
            inspect.isfunction(value) or inspect.isclass(value)
        ) and value.__module__ not in PICTURES:
            yield f"{value.__module__}.{value.__name__}", value


def test_what_a_chapter_calls_has_an_example():
    bare = {
        name: path.name
        for path in CHAPTERS
        for name, value in called(path)
        if ">>>" not in (value.__doc__ or "")
    }
    assert bare == {}, "end each docstring with '>>> ', a call, and below it what comes out"


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert not failed, f"in {name}: put what comes out below the call, or mend the function"
