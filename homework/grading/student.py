"""The course's side of a student's process: requests, replies, and their limits of time."""

import contextlib
import os
import re
import select
import signal
import subprocess
import tempfile
import time

from homework.grading import sandbox
from homework.grading.inside import plain

WHOLE = float(os.environ.get("HOMEWORK_SECONDS", 120))  # seconds for all that a submission does
ONE = WHOLE / 6  # seconds for one cell of theirs, or one call
START = 60  # seconds for the process to start, which are not the student's
STARTS = 12  # of the process, at most, for one submission
NOTES = 10  # at most, on names that an answer used
ABSENT = re.compile(r"[a-z][\w.]{0,60}", re.ASCII | re.IGNORECASE)
UNDEFINED = re.compile(r"NameError: name '(\w+)' is not defined")


class StudentError(Exception):
    """What the student's code raised, or why it was stopped."""


class NotStarted(Exception):
    """No process started. This is not the student's doing, so nothing of the run counts."""


# Where the student's code raised one of these, its stand-in here raises the same kind.
RAISED = ValueError, TypeError, ZeroDivisionError, IndexError, KeyError, NotImplementedError
KINDS = {
    kind.__name__: type(f"Students{kind.__name__}", (StudentError, kind), {}) for kind in RAISED
}


class Student:
    """The student's process, started by the first request, and again when it has ended.

    `notes` holds what the grader should know of the run, `failed` why it does not count.
    """

    def __init__(self):
        self.process, self.starts, self.sent = None, 0, 0
        self.spent, self.notes, self.failed = 0.0, [], None
        self.done = []  # what defined the student's names: a new process does it again
        self.broken = []  # the cells that ended with an error, and the error

    def run(self, source: str) -> dict:
        """Run a cell of the student's. Raises StudentError when the process does not survive it."""
        try:
            reply = self._repeatable({"run": source})
        except StudentError as error:
            self.broken.append((source, str(error)))
            raise
        if reply["error"]:
            self.broken.append((source, reply["error"]))
        return reply

    def lend(self, source: str, names: dict) -> None:
        """Run a cell of the course's as far as it goes there, then lend what it defined here."""
        self._repeatable({"given": source})
        lent = {name: value for name, value in names.items() if plain.lendable(value)}
        self._repeatable({"lend": lent})

    def value(self, name: str):
        """The student's `name`: data as a copy, a function as a stand-in."""
        reply = self._checked_reply({"get": name})
        if not reply.get("function"):
            return reply.get("value")

        def stand_in(*args, **kwargs):
            return self._checked_reply({"call": name, "args": args, "kwargs": kwargs}).get("value")

        return stand_in

    def note(self, text: str) -> None:
        """Keep a note, once."""
        if text not in self.notes:
            self.notes.append(text)

    def note_absent(self, reply: dict) -> None:
        """Note the names that the code used and that are not there, as far as they are names."""
        for name in plain.listed(reply.get("used"))[:3]:
            named = isinstance(name, str) and ABSENT.fullmatch(name)
            if named and len(self.notes) < NOTES:
                self.note(f"The answers use {name!r}, which is not there in grading.")

    def _checked_reply(self, request: dict) -> dict:
        reply = self.request(request)
        self.note_absent(reply)
        if reply["error"]:
            kinds = [k for k in plain.listed(reply.get("kinds")) if isinstance(k, str)]
            kind = next((KINDS[kind] for kind in kinds if kind in KINDS), StudentError)
            raise kind(reply["error"])
        return reply

    def _explain(self, error: str) -> str:
        """An error; where a cell that should define the missing name ended early, also why."""
        if missing := UNDEFINED.match(error):
            word = re.compile(rf"\b{missing[1]}\b")
            for source, why in self.broken:
                if word.search(source):
                    return f"{error}; the cell that should say what it is ended with {why}"
        return error

    def _repeatable(self, request: dict) -> dict:
        reply = self.request(request)
        self.done.append(request)
        return reply

    def request(self, request: dict) -> dict:
        """Send one request and return the reply."""
        if self.spent >= WHOLE:
            self.note(f"The code used up its {WHOLE:g} seconds: what came then was not run.")
            raise StudentError(f"the code has used up its {WHOLE:g} seconds")
        if self.process is None:
            self._start()
            for done in self.done:
                self._exchange(done)
        return self._exchange(request)

    def _start(self):
        self.starts += 1
        if self.starts > STARTS:
            self.note(f"The code ended its process {STARTS} times: what came then was not run.")
            raise StudentError(f"the code ended its process {STARTS} times: it is not run again")
        try:
            self.folder = tempfile.TemporaryDirectory()
            name = os.environ[sandbox.VARIABLE]
            self.process = sandbox.start(name, self.folder.name, WHOLE, subprocess.DEVNULL)
            os.set_blocking(self.process.stdin.fileno(), False)
            self._answer(START)
            # What the system does not limit was printed before all grading.
            sandbox.bound(name, self.process, self.folder.name)
        except (OSError, StudentError, subprocess.SubprocessError) as error:
            # None of the student's code has run in it.
            self.failed = f"the sandbox did not start: {error}"
            raise NotStarted(self.failed) from None

    def _exchange(self, request: dict) -> dict:
        self.sent += 1
        most = WHOLE if "given" in request else ONE  # a cell of the course's is none of theirs
        start = time.monotonic()
        try:
            self._send(plain.dumps(request | {"number": self.sent}), min(most, WHOLE - self.spent))
            reply = self._answer(min(most, WHOLE - self.spent))
        finally:
            self.spent += time.monotonic() - start
        if not isinstance(reply, dict) or not {"error", "number"} <= reply.keys():
            self._stop("not a reply")
        if reply["number"] != self.sent:
            self._stop("a reply to something else")
        if reply["error"]:
            reply["error"] = self._explain(str(reply["error"])[: plain.MAX_TEXT])[: plain.MAX_TEXT]
        return reply

    def _send(self, line: bytes, seconds: float):
        """Write a request to a process that may not read it."""
        pipe, end = self.process.stdin, time.monotonic() + seconds
        while line:
            try:
                line = line[os.write(pipe.fileno(), line) :]
            except BlockingIOError:  # the pipe is full
                if not select.select([], [pipe], [], max(0, end - time.monotonic()))[1]:
                    self._stop(f"it read nothing for {seconds:.3g} seconds")
            except OSError:
                self._stop("it ended its process")

    def _answer(self, seconds: float):
        """Read one line within the limits of time and size."""
        line, pipe, end = bytearray(), self.process.stdout, time.monotonic() + seconds
        try:
            while not line.endswith(b"\n"):
                if not select.select([pipe], [], [], max(0, end - time.monotonic()))[0]:
                    self._stop(f"it took more than {seconds:.3g} seconds")
                part = os.read(pipe.fileno(), 1 << 20)
                if not part:
                    self._stop("it ended its process")
                line += part
                if len(line) > plain.MAX_BYTES:
                    self._stop(f"it gave more than {plain.MAX_BYTES} bytes")
            return plain.loads(bytes(line))
        except ValueError as error:
            self._stop(str(error))
        except BaseException:  # the grader is being stopped
            self.end()
            raise

    def _stop(self, why: str):
        self.end()
        raise StudentError(f"the code did not answer: {why}")

    def end(self) -> None:
        """End the process and what it has started."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.stdin.close()
        self.process.stdout.close()  # without a sandbox a process may live on that holds the pipe
        self.process.wait()
        self.process = None
        self.folder.cleanup()
