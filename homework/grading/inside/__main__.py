"""The student's process: runs the cells that the student wrote and calls the functions in them.

Each request is a line of plain data on standard input: ``{"run": source}``, ``{"given": source}``,
``{"lend": names and values}``, ``{"get": name}``, ``{"call": name, "args": …, "kwargs": …}``. A
reply, on standard output, holds the request's ``number``, and ``error`` for the student or None.
"""

import contextlib
import io
import os
import resource
import sys

import absent
import limits
import plain


def own_pipes():
    """Take the two pipes away from the student's code: `input` and prints see an empty device."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    return pipes


def outcome(error: BaseException | None) -> dict:
    """An error as part of a reply: its text, and the names of its class and of those above it."""
    if error is None:
        return {"error": None}
    kinds = [kind.__name__ for kind in type(error).__mro__]
    where = f", in {limits.PYTHON}" if isinstance(error, SyntaxError) else ""
    return {"error": f"{type(error).__name__}: {error}"[: plain.MAX_TEXT] + where, "kinds": kinds}


def answer(shell, request: dict) -> dict:
    """Do what a request asks for."""
    if "lend" in request:
        shell.user_ns.update(request["lend"])
        return outcome(None)
    if "run" in request or "given" in request:
        text = io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            done = shell.run_cell(request["run"] if "run" in request else request["given"])
        if "given" in request:  # as far as it runs: what fails here is lent
            absent.used.clear()
            return outcome(None)
        error = done.error_before_exec or done.error_in_exec
        return outcome(error) | {"text": text.getvalue()[: plain.MAX_TEXT]}
    name = request.get("get") or request["call"]
    if name not in shell.user_ns:
        return {"error": f"NameError: name {name!r} is not defined", "kinds": ["NameError"]}
    value = shell.user_ns[name]
    if "call" in request:
        with contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
            value = value(*request["args"], **request["kwargs"])
    elif callable(value):
        return outcome(None) | {"function": True}
    return outcome(None) | {"value": value}


def main(seconds: str, threads: str = "") -> None:
    """Serve requests for so many seconds of processor time."""
    requests, replies = own_pipes()
    limits.limit(limits.STUDENT | {resource.RLIMIT_CPU: int(float(seconds)) + 1})
    limits.limit({resource.RLIMIT_NPROC: int(threads)} if threads else {})
    absent.install()
    from shell import start

    shell = start()
    replies.write(plain.dumps("ready"))
    replies.flush()
    for line in requests:
        request = plain.loads(line)
        number = {"number": request["number"]}
        # The student's code may raise anything, SystemExit too: the reply reports it.
        try:
            reply = plain.dumps(answer(shell, request) | number | {"used": sorted(absent.used)})
        except BaseException as error:
            reply = plain.dumps(outcome(error) | number | {"used": sorted(absent.used)})
        absent.used.clear()
        replies.write(reply)
        replies.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
