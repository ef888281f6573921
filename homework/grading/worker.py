"""The student's process: runs the cells that the student wrote and calls the functions in them.

Each request is a line of plain data on standard input, each reply a line on what was standard
output: ``{"run": source}``, ``{"get": name}``, ``{"call": name, "args": …, "kwargs": …}``.
A reply holds the request's ``number`` and ``error``, None or what the student is told.
"""

import base64
import contextlib
import io
import os
import sys

from homework.grading import plain

MAX_TEXT = 10_000  # characters of a cell's prints that are kept
MAX_PICTURES = 10


def own_pipes():
    """Take the two pipes away from the student's code: `input` and prints see an empty device."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    return pipes


def pictures() -> list[str]:
    """The open figures, as PNG in base64, and close them."""
    if "matplotlib.pyplot" not in sys.modules:
        return []
    from matplotlib import pyplot

    taken = []
    for number in pyplot.get_fignums()[:MAX_PICTURES]:
        file = io.BytesIO()
        pyplot.figure(number).savefig(file, format="png", dpi=80)
        taken.append(base64.b64encode(file.getvalue()).decode())
    pyplot.close("all")
    return taken


def told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:MAX_TEXT]


def answer(shell, request: dict) -> dict:
    """Do what a request asks for."""
    if "run" in request:
        text = io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            done = shell.run_cell(request["run"])
        error = done.error_before_exec or done.error_in_exec
        return {
            "error": told(error) if error else None,
            "text": text.getvalue()[:MAX_TEXT],
            "pictures": pictures(),
        }
    name = request.get("get") or request["call"]
    if name not in shell.user_ns:
        return {"error": f"NameError: name {name!r} is not defined"}
    value = shell.user_ns[name]
    if "call" in request:
        with contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
            value = value(*request["args"], **request["kwargs"])
    elif callable(value):
        return {"error": None, "function": True}
    return {"error": None, "value": value}


def main() -> None:
    requests, replies = own_pipes()
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance(colors="NoColor")
    shell.history_manager.enabled = False
    for line in requests:
        request = plain.loads(line)
        number = {"number": request["number"]}
        # The student's code may raise anything at all, SystemExit too: it is the answer.
        try:
            reply = plain.dumps(answer(shell, request) | number)
        except BaseException as error:
            reply = plain.dumps({"error": told(error)} | number)
        replies.write(reply)
        replies.flush()


if __name__ == "__main__":
    main()
