"""The kernel's side of grading: the course's cells run here, the student's in a sandbox.

Each kind of cell is a magic of IPython: ``%%student`` runs in the student's process, ``%%check``
here, and ``%%given`` here and then there. A name that the course does not define is the student's:
plain data as a copy, a function as a stand-in that sends its arguments across and brings the result
back. Data cross, code does not, so nothing that the student patches is what checks.
"""

import ast
import atexit
import builtins
import contextlib
import json
import os
import resource
import symtable
from pathlib import Path

from homework.grading.failure import CHECK, Calls, failure_lines
from homework.grading.inside import limits, plain
from homework.grading.student import UNDEFINED, Student, StudentError
from lib.homework import NoDrawError

MOST = {resource.RLIMIT_AS: limits.GRADER, resource.RLIMIT_CPU: 3600}
NOTES = "notes.json"  # in the kernel's folder: what the grader should know of the run


class _Generators(ast.NodeTransformer):
    """Comprehensions as generators: from Python 3.12 on their names count as the cell's own."""

    def visit(self, node):
        self.generic_visit(node)
        if isinstance(node, ast.ListComp | ast.SetComp):
            return ast.GeneratorExp(node.elt, node.generators)
        if isinstance(node, ast.DictComp):
            pair = ast.Tuple([node.key, node.value], ast.Load())
            return ast.GeneratorExp(pair, node.generators)
        return node


def names(source: str) -> tuple[set[str], set[str]]:
    """The global names that a cell binds, and those that it reads and does not bind."""
    tree = _Generators().visit(ast.parse(source))
    cell = symtable.symtable(ast.unparse(tree), "cell", "exec")
    own = cell.get_symbols()
    bound = {name.get_name() for name in own if name.is_assigned() or name.is_imported()}

    def inner(table):
        read = {name.get_name() for name in table.get_symbols() if name.is_global()}
        return read.union(*map(inner, table.get_children()))

    read = {name.get_name() for name in own if name.is_referenced()}
    read = read.union(*map(inner, cell.get_children()))
    return bound, read - bound - vars(builtins).keys()


def text(parts: list[ast.stmt]) -> str:
    """Statements as a cell's source."""
    return ast.unparse(ast.Module(parts, []))


def load_ipython_extension(shell) -> None:
    """Give the kernel its three cell magics, for the student HOMEWORK_STUDENT.

    HOMEWORK_NAMES are the course's names: no student's ever takes their place.
    """
    limits.limit(MOST)
    submission, calls, space = Student(), Calls(), shell.user_ns
    atexit.register(submission.end)
    space["typed"] = os.environ["HOMEWORK_STUDENT"]  # even if the cell with the id is gone
    submission.done.append({"lend": {"typed": space["typed"]}})
    ours = {*json.loads(os.environ["HOMEWORK_NAMES"]), *space}
    undrawn = set()  # the names of data that could not be drawn, and of what needs them

    def check(line, cell):
        """Run a cell of the course's with the student's names that it reads; return what ran.

        Where the course can draw no data, it and what lacks them end without an error.
        """
        lent, left, ran = {}, ast.parse(cell).body, []
        try:
            for name in sorted(names(cell)[1] - ours):
                lent[name] = calls.recorded(name, submission.value(name))
            space.update(lent)
            while left:
                exec(compile(ast.Module(left[:1], []), CHECK, "exec"), space)
                ran.append(left.pop(0))
        except (NoDrawError, NameError, StudentError) as error:
            if isinstance(error, NoDrawError):
                said = f"The course could draw no data: {error}."
                submission.note(f"{said} Each check that lacks them gives its points.")
            elif undrawn.isdisjoint(UNDEFINED.findall(f"NameError: {error}")):
                raise
            undrawn.update(names(text(left))[0])
        finally:
            for name in lent:  # the next cell fetches them again
                space.pop(name, None)
        return text(ran)

    def with_notes(magic):
        def called(line, cell):
            calls.last = None
            try:
                magic(line, cell)
            except Exception as error:
                lines = failure_lines(error, cell, calls)
                error._render_traceback_ = lambda: lines
                raise
            finally:
                said = {"notes": submission.notes, "failed": submission.failed}
                Path(NOTES).write_text(json.dumps(said))

        return called

    def student(line, cell):
        reply = submission.run(cell)
        if line == "answer":
            submission.note_absent(reply)
            if "SyntaxError" in plain.listed(reply.get("kinds")):
                remedy = "where a student's is newer, grade with that"
                submission.note(f"An answer is no {limits.PYTHON}: {remedy}.")
        print(str(reply.get("text", ""))[: plain.MAX_TEXT], end="")
        if reply["error"]:
            raise StudentError(reply["error"])

    def given(line, cell):
        ran = check(line, cell)  # here first, where nothing of the student's can stop it
        bound = names(ran)[0] & space.keys()
        with contextlib.suppress(StudentError):  # their next cell reports it
            submission.lend(ran, {name: space[name] for name in bound})

    for magic in (student, check, given):
        shell.register_magic_function(with_notes(magic), "cell", magic.__name__)
