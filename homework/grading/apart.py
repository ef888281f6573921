"""The kernel's side of grading: the course's cells run here, the student's in a sandbox.

An extension of IPython with one cell magic for each kind of cell. ``%%student`` runs in the
student's process, ``%%check`` here, and ``%%given`` here and then there. Where a check reads a name
that the course does not define, it gets the student's: plain data as a copy, a function as a
stand-in that sends its arguments across and brings the result back. Data cross, code does not, so
nothing that the student patches is what checks.
"""

import atexit
import base64
import builtins
import contextlib
import json
import os
import symtable
from pathlib import Path

from IPython.display import Image, display

from homework.grading.inside import limits, plain
from homework.grading.student import SAID, Student, StudentError

MEMORY = 8 * 2**30  # bytes of this process: a check may work on what the student gave
PICTURES = 10  # of a cell that are shown
NOTES = "notes.json"  # in the kernel's folder: what a human should know of the run


def names(source: str) -> tuple[set[str], set[str]]:
    """The global names that a cell binds, and those that it reads and does not bind."""
    cell = symtable.symtable(source, "cell", "exec")
    own = cell.get_symbols()
    bound = {name.get_name() for name in own if name.is_assigned() or name.is_imported()}

    def inner(table):
        read = {name.get_name() for name in table.get_symbols() if name.is_global()}
        return read.union(*map(inner, table.get_children()))

    read = {name.get_name() for name in own if name.is_referenced()}
    read = read.union(*map(inner, cell.get_children()))
    return bound, read - bound - vars(builtins).keys()


def load_ipython_extension(shell) -> None:
    """Give the kernel its three cell magics.

    The environment says whose submission it is (HOMEWORK_STUDENT), and which names are the
    course's wherever it stands (HOMEWORK_NAMES): no student's name ever takes their place.
    """
    limits.limit(3600, MEMORY)
    submission, space = Student(), shell.user_ns
    ours = set(json.loads(os.environ["HOMEWORK_NAMES"]))
    atexit.register(submission.end)
    space["typed"] = os.environ["HOMEWORK_STUDENT"]  # even if the cell with the id is gone
    submission.done.append({"lend": {"typed": space["typed"]}})

    def run(cell: str):
        """Run a cell of the course's, and lend it what it reads of the student's."""
        _, read = names(cell)
        lent = {name: submission.value(name) for name in sorted(read - ours - space.keys())}
        space.update(lent)
        try:
            exec(compile(cell, "<check>", "exec"), space)
        finally:
            for name in lent:  # the next cell asks again
                space.pop(name, None)

    def noted(magic):
        def called(line, cell):
            try:
                magic(line, cell)
            finally:
                Path(NOTES).write_text(json.dumps(submission.notes))

        return called

    def student(line, cell):
        reply = submission.run(cell)
        if line == "answer":
            submission.look(reply)
        print(str(reply.get("text", ""))[:SAID], end="")
        for picture in plain.listed(reply.get("pictures"))[:PICTURES]:
            display(Image(base64.b64decode(picture), format="png"))
        if reply["error"]:
            raise StudentError(str(reply["error"])[:SAID])

    def check(line, cell):
        run(cell)

    def given(line, cell):
        try:
            run(cell)
        finally:  # whatever becomes of the student's side, the course's own has run
            bound = names(cell)[0] & space.keys()
            with contextlib.suppress(StudentError):  # their next cell will say so
                submission.given(cell, {name: space[name] for name in bound})

    for magic in (student, check, given):
        shell.register_magic_function(noted(magic), "cell", magic.__name__)
