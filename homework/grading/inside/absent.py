"""The modules that a student's code cannot use: the book's algorithms, scikit-learn, pandas, …

The sandbox does not hold them. Here they can be imported all the same, because the course's cells
name them, and an import alone answers no question; what is imported raises when it is used.
"""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types

THERE = {"lib", "lib.samples", "lib.checks", "lib.homework"}
HIDDEN = {"lib", "sklearn"}
missing = set()  # the modules that a cell has imported and that are not installed here
used = set()  # the names of what the code has tried to use


class Refused:
    """A function or class of a module that is not there."""

    def __init__(self, name: str):
        self._name = name

    def __call__(self, *args, **kwargs):
        used.add(self._name)
        raise ImportError(f"{self._name} is not there in grading: write it yourself, with numpy")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self()


class Absent(types.ModuleType):
    """A module that is not there."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Refused(f"{self.__name__}.{name}")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds a stand-in for each module that is not there, before Python looks for the module."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN | missing and name not in THERE:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Absent(spec.name)

    def exec_module(self, module):
        """Nothing to run: the stand-in is whole."""


class Imports(ast.NodeTransformer):
    """Notes, before a cell runs, which modules it imports that are not installed here."""

    def visit_Import(self, node):
        self._note(*(alias.name for alias in node.names))
        return node

    def visit_ImportFrom(self, node):
        if not node.level:
            self._note(node.module)
        return node

    def visit_Try(self, node):
        """An import that may fail is left to fail: the cell says what to do then."""
        for part in [*node.handlers, *node.orelse, *node.finalbody]:
            self.visit(part)
        return node

    def _note(self, *names):
        for name in {name.partition(".")[0] for name in names} - HIDDEN - missing:
            if name not in sys.modules and importlib.util.find_spec(name) is None:
                print(f"{name} is not there in grading, and what uses it fails")
                missing.add(name)


def install() -> None:
    """Put the stand-ins first, so that it is the same in a sandbox and without one."""
    sys.meta_path.insert(0, Finder())
