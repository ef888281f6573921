"""The kernel's side of grading: the student's cells run in a process of their own.

An extension of IPython with one cell magic for each kind of cell. ``%%student`` runs in the
student's process, ``%%check`` here, and ``%%given`` in both. Where a check reads a name that this
kernel does not know, it gets the student's: plain data as a copy, a function as a stand-in that
sends its arguments across and brings the result back. Data cross, code does not, so nothing that
the student patches is what checks.
"""

import atexit
import base64
import builtins
import contextlib
import os
import resource
import selectors
import signal
import subprocess
import symtable
import sys
import tempfile
import time

from IPython.display import Image, display

from homework.grading import plain

SECONDS = float(os.environ.get("HOMEWORK_SECONDS", 20))  # for one cell of theirs, or one call
BYTES = 4 * 2**30  # of memory
FILE = 64 * 2**20  # bytes of one file
STARTS = 12  # of the process, for one submission
KEPT = ("PATH", "LANG", "HOMEWORK_STUDENT")  # of the environment; the secret is not among them


class StudentError(Exception):
    """What the student's code raised, or why it was stopped."""


def _limit():
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    seconds = int(60 * SECONDS)  # even if what it has started escapes us
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


class Student:
    """The student's process, started when it is first asked, and again when it has ended."""

    def __init__(self):
        self.process, self.starts, self.asked = None, 0, 0
        self.cells = []  # those that ran to their end: a new process runs them again

    def run(self, source: str) -> dict:
        """Run a cell. Raises StudentError when the process does not survive it."""
        reply = self.ask({"run": source})
        self.cells.append(source)
        return reply

    def ask(self, request: dict) -> dict:
        """Send one request and return the reply."""
        if self.process is None:
            self._start()
            for source in self.cells:
                self._exchange({"run": source})
        return self._exchange(request)

    def _start(self):
        self.starts += 1
        if self.starts > STARTS:
            raise StudentError(f"the code ended its process {STARTS} times: it is not run again")
        self.folder = tempfile.TemporaryDirectory()
        environ = {name: os.environ[name] for name in KEPT if name in os.environ}
        environ |= {"HOME": self.folder.name, "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"}
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-m", "homework.grading.worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=self.folder.name, env=environ, preexec_fn=_limit, start_new_session=True,
        )  # fmt: skip

    def _exchange(self, request: dict) -> dict:
        self.asked += 1
        try:
            self.process.stdin.write(plain.dumps(request | {"number": self.asked}))
            self.process.stdin.flush()
            reply = plain.loads(self._line())
            if not isinstance(reply, dict) or not {"error", "number"} <= reply.keys():
                raise ValueError("not a reply")
            if reply["number"] != self.asked:
                raise ValueError("a reply to something else")
        except (OSError, ValueError) as error:
            self.end()
            raise StudentError(f"the code did not answer: {error}") from None
        except BaseException:
            self.end()
            raise
        return reply

    def _line(self) -> bytes:
        """Read one line within the limits of time and size."""
        line, end = bytearray(), time.monotonic() + SECONDS
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not waiting.select(end - time.monotonic()):
                    raise OSError(f"it took more than {SECONDS:g} seconds")
                part = os.read(self.process.stdout.fileno(), 1 << 20)
                if not part:
                    raise OSError("it ended its process")
                line += part
                if len(line) > plain.MAX_BYTES:
                    raise OSError(f"it gave more than {plain.MAX_BYTES} bytes")
        return bytes(line)

    def end(self):
        """End the process and what it has started."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()
        self.process = None
        self.folder.cleanup()

    def value(self, name: str):
        """The student's `name`: data as a copy, a function as a stand-in."""
        reply = self.ask({"get": name})
        if reply["error"]:
            raise StudentError(reply["error"])
        if not reply.get("function"):
            return reply.get("value")

        def stand_in(*args, **kwargs):
            reply = self.ask({"call": name, "args": args, "kwargs": kwargs})
            if reply["error"]:
                raise StudentError(reply["error"])
            return reply.get("value")

        return stand_in


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
    """Give the kernel its three cell magics."""
    submission, space, ours = Student(), shell.user_ns, set()
    atexit.register(submission.end)
    space["typed"] = os.environ["HOMEWORK_STUDENT"]  # even if the cell with the id is gone
    submission.cells.append(f"typed = {space['typed']!r}")

    def run(cell: str):
        """Run a cell of the course's, and lend it what it reads of the student's."""
        bound, read = names(cell)
        ours.update(bound)  # never the student's, even where this cell fails
        lent = {name: submission.value(name) for name in sorted(read - ours - space.keys())}
        space.update(lent)
        try:
            exec(compile(cell, "<check>", "exec"), space)
        finally:
            for name in lent:  # the next cell asks again
                space.pop(name, None)

    def student(line, cell):
        reply = submission.run(cell)
        print(reply.get("text", ""), end="")
        for picture in reply.get("pictures", []):
            display(Image(base64.b64decode(picture)))
        if reply["error"]:
            raise StudentError(reply["error"])

    def check(line, cell):
        run(cell)

    def given(line, cell):
        submission.run(cell)
        run(cell)

    for magic in (student, check, given):
        shell.register_magic_function(magic, "cell", magic.__name__)
