"""What a student's process can read of the machine, tested from inside."""

import errno
import os
import platform
import sys
from pathlib import Path

import numpy as np
import pytest

from homework.grading import sandbox
from homework.grading.student import Student

ROOT = Path(__file__).parents[2]
LOOK = """
import os
seen = []
for folder, _, files in os.walk("/"):
    seen += [os.path.join(folder, file) for file in files
             if file.startswith("hw-") or "homework/grading" in folder
             or not folder.startswith(("/usr/", SYSTEM))]
"""


@pytest.fixture(scope="module")
def student():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(sandbox.VARIABLE, "")
        sandbox.choose()
        patch.setenv("HOMEWORK_STUDENT", "s1")
        patch.setenv("HOMEWORK_SECRET", "xyzzy")
        process = Student()
        yield process
        process.end()


def tries(student, *lines):
    """The result of some lines: the value of `got`, or the error's name."""
    student.run("got = None\n" + "\n".join(lines))
    return student.value("got")


def refused(lines: str) -> tuple[str, ...]:
    return "try:", f"    {lines}", "except OSError as error: got = error.errno"


def test_there_are_the_workers_files_and_nothing_else(student):
    prefixes = f"{sys.prefix}/", f"{sys.base_prefix}/"
    student.run(LOOK.replace("SYSTEM", ", ".join(map(repr, prefixes))))
    rest = {path for path in student.value("seen") if not path.startswith("/tmp/")}
    inside = {f"/grader/{path.name}" for path in sandbox.INSIDE.glob("*.py")}
    book = {there for _, there in sandbox._files() if "/lib/" in there}
    system = {"/dev/null", "/dev/urandom", "/etc/ld.so.cache", f"{sys.prefix}/pyvenv.cfg"}
    assert inside | book <= rest <= inside | book | system, "no notebook, and no grader"


def test_the_view(monkeypatch):
    """Namespaces of its own, no rights; a course in the interpreter's folder is covered."""
    view = sandbox._view("/tmp/empty")
    assert {"--unshare-user", "--unshare-all", "--die-with-parent", "--new-session"} <= {*view}
    assert view[view.index("--cap-drop") + 1] == "ALL" and view[-2:] == ["--remount-ro", "/"]
    assert str(ROOT / "lib") not in view, "it is not there at all"
    monkeypatch.setattr("sys.prefix", str(ROOT))
    view = sandbox._view("/tmp/empty")
    words = [view[k - 1] for k, word in enumerate(view) if word == str(ROOT / "lib")]
    assert words == ["--ro-bind", str(ROOT / "lib"), "--tmpfs", "--remount-ro"]


CALLS = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *given):
    ctypes.set_errno(0)
    return libc.syscall(number, *given), ctypes.get_errno()
"""


NUMBERED = [  # on x86-64; none of them with arguments that would do something
    *(("memfd_create", 319), ("shmget", 29), ("semget", 64), ("msgget", 68), ("unshare", 272)),
    *(("setns", 308), ("mount", 165), ("keyctl", 250), ("ptrace", 101), ("io_uring_setup", 425)),
    *(("fsopen", 430), ("bpf", 321), ("userfaultfd", 323), ("memfd_secret", 447), ("sendmsg", 46)),
    *(("setsockopt", 54), ("vmsplice", 278), ("vfork", 58), ("x32 fork", 0x40000000 + 57)),
]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers of calls are of x86-64")
def test_calls_around_the_limits_are_refused(student):
    student.run(CALLS)
    call = student.value("call")
    found = {name: call(number, 0, 0, 0, 0, 0) for name, number in NUMBERED}
    assert found == {name: (-1, 1) for name, _ in NUMBERED}
    assert call(435, 0, 0) == (-1, 38), "of clone3 ENOSYS: the C library then takes clone"


def test_the_scratch_is_small(student):
    fills = "for k in range(9): open(f'{k}', 'wb').write(bytes(2**24))"
    many = "for k in range(9 * 1000): open(f'{k}', 'w').close()"
    for lines in (fills, many):
        assert tries(student, *refused(lines)) == errno.ENOSPC
    student.run("import os\nfor name in os.listdir(): name.isdigit() and os.remove(name)")
    write = "with open('x', 'w') as file: file.write('y')"
    assert tries(student, write, "got = open('x').read()") == "y"


FAMILIES = (1, 2, 10, 16, 17, 31, 38, 40)  # from files and the network to a virtual machine's host
CHANGE = (("os.chmod", ", 0o666"), ("os.utime", ""), ("os.chown", ", 0, 0"))
KEPT = ("/x", "/usr/x", "/grader/x", "/dev/x", "/grader/lib/samples.py", os.__file__, np.__file__)


@pytest.mark.parametrize(
    ("call", "errors"),
    [
        ("os.fork()", {errno.EPERM}),
        ("os.posix_spawn('/bin/true', ['true'], {})", {errno.EPERM}),
        ("os.kill(os.getppid() + 10, 0)", {errno.ESRCH}),  # no other process is there
        *((f"import socket; socket.socket({family}, 1)", {errno.EPERM}) for family in FAMILIES),
        ("import socket; socket.socketpair(30)", {errno.EPERM}),
        *(
            (f"{call}('{d}'{more})", {errno.EROFS})
            for d in sandbox.DEVICES
            for call, more in CHANGE
        ),
        *((f"open({file!r}, 'a')", {errno.EACCES, errno.EROFS}) for file in KEPT),
    ],
)
def test_what_leads_outside_is_refused(student, call, errors):
    assert tries(student, "import os", *refused(call)) in errors


# Pairs of sockets, filled, and each sent through another, where no limit counts it as open.
BUFFERS = """
import socket
filled, carriers = 0, []
try:
    while filled < 2**26:
        ends = socket.socketpair()
        for end in ends:
            end.setblocking(False)
            try:
                while True: filled += end.send(bytes(2**12))
            except BlockingIOError: pass
        carriers = carriers or socket.socketpair()
        socket.send_fds(carriers[0], [b"x"], [end.fileno() for end in ends])
except OSError as error: got = error.errno
"""
ENVIRONS = """
import glob, os
texts = [open(file, errors="replace").read() for file in glob.glob("/proc/[0-9]*/environ")]
got = "xyzzy" in str([os.environ, texts])
"""


@pytest.mark.parametrize(
    ("lines", "got"),
    [
        ("import threading as t; a = t.Thread(target=print); a.start(); a.join(); got = 1", 1),
        ("import asyncio; await asyncio.sleep(0); got = 1", 1),  # its loop has a pair of sockets
        (BUFFERS, 1),
        (ENVIRONS, False),
        ("import os; got = [os.getpid() < 5, os.path.exists('/proc/1')]", [True, False]),
    ],
)
def test_what_is_there(student, lines, got):
    assert tries(student, lines) == got


@pytest.mark.parametrize("kind", ["AS", "FSIZE", "NOFILE", "CPU", "CORE"])
def test_each_limit_is_set_for_good(student, kind):
    student.run(f"import resource; soft, hard = resource.getrlimit(resource.RLIMIT_{kind})")
    assert student.value("soft") == student.value("hard") != -1
    raised = f"resource.setrlimit(resource.RLIMIT_{kind}, (hard + 1, hard + 1))"
    assert tries(student, f"try: {raised}", "except (ValueError, OSError): got = 'no'") == "no"
    if kind == "AS":
        assert tries(student, "try: bytearray(2**33)", "except MemoryError: got = 'no'") == "no"


def test_cvxpy_works(student):
    student.run(
        "import cvxpy as cp\nx = cp.Variable()\n"
        "cp.Problem(cp.Minimize(x**2), [x >= 3]).solve(solver=cp.CLARABEL)"
    )
    assert tries(student, "got = round(float(x.value), 4)") == 3


def test_without_a_sandbox_nothing_is_graded(monkeypatch, tmp_path):
    """Only --unsafe grades then, and the remedy says how to get one."""
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho No permissions to create one >&2; exit 1")
    (tmp_path / "bwrap").chmod(0o755)
    for folder, said in (("", "No permissions to create one"), ("no", "is not installed")):
        monkeypatch.setenv("PATH", str(tmp_path / folder))
        with pytest.raises(sandbox.NoSandbox, match=rf"(?s){said}.*Install bubblewrap .*--unsafe"):
            sandbox.choose()
    monkeypatch.setenv(sandbox.VARIABLE, "")
    sandbox.choose(unsafe=True)
    assert os.environ[sandbox.VARIABLE] == "none"


def test_what_is_not_limited_is_said(monkeypatch, capsys):
    monkeypatch.setenv(sandbox.VARIABLE, "")
    monkeypatch.setattr(sandbox, "FILES", "no number")
    sandbox.choose()
    assert capsys.readouterr().err == "This system does not limit the number of files.\n"
