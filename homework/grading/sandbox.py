"""Where a student's process lives: what it sees of the machine, and what it may do there.

With bubblewrap it has namespaces of its own (users, processes, network, …), the interpreter and the
installed packages read-only, three modules of the book's, and one small folder in memory to write
to. It can start threads, but no process. Nothing else of the machine is there.
"""

import importlib.util
import json
import os
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from homework.grading.inside import absent

INSIDE = Path(__file__).parent / "inside"
SCRATCH = 64 * 2**20  # bytes that it may write in all
THREADS = 256  # for an account that is not root's: the kernel lets root have any number
CONFIG = "pyvenv.cfg"  # by which an environment finds its interpreter
# Of each kind of machine: its number, that of clone, and the calls that are refused, with theirs.
REFUSED = {
    "x86_64": (
        0xC000003E,
        56,
        """
        fork 57  vfork 58  memfd_create 319  shmget 29  semget 64  msgget 68
        ptrace 101  process_vm_readv 310  process_vm_writev 311
        mount 165  unshare 272  setns 308  add_key 248  request_key 249  keyctl 250
        perf_event_open 298  bpf 321  userfaultfd 323
        """,
    ),
    "aarch64": (
        0xC00000B7,
        220,
        """
        memfd_create 279  shmget 194  semget 190  msgget 186
        ptrace 117  process_vm_readv 270  process_vm_writev 271
        mount 40  unshare 97  setns 268  add_key 217  request_key 218  keyctl 219
        perf_event_open 241  bpf 280  userfaultfd 282
        """,
    ),
}
REFUSED_ANYWHERE = """
    io_uring_setup 425  open_tree 428  move_mount 429  fsopen 430  fsconfig 431  fsmount 432
    memfd_secret 447
"""
CLONE3 = "clone3 435"
VARIABLE = "HOMEWORK_SANDBOX"  # "bubblewrap", or "none", for the processes that grade
REMEDY = (
    "Install bubblewrap 0.7 or later (Debian, Ubuntu: apt-get install bubblewrap); the chapter For "
    "instructors says how. To grade submissions that you trust without it, add --unsafe: each line "
    "of the grades will say so."
)


class NoSandbox(Exception):
    """No sandbox works here, and nobody said to grade without one."""


def choose(unsafe: bool = False) -> None:
    """Try bubblewrap out, and take it for the processes that grade; or no sandbox if `unsafe`.

    Raises NoSandbox with what the attempt said.
    """
    name = "none" if unsafe else "bubblewrap"
    try:
        missing = tried(name)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        told = str(getattr(error, "stderr", None) or error).strip()[-300:]
        no = "No sandbox works here, so nothing is graded."
        raise NoSandbox(f"{no}\n{name}: {told}\n{REMEDY}") from None
    if missing:
        print(f"This system does not limit {', '.join(missing)}.", file=sys.stderr)
    os.environ[VARIABLE] = name


def tried(name: str) -> list[str]:
    """Start a student's process, and end it; return what the system does not limit.

    Raises OSError, SubprocessError or ValueError where it does not start.
    """
    with tempfile.TemporaryDirectory() as folder:
        process = start(name, folder, 60, stderr=subprocess.PIPE)
        try:
            said, wrong = process.communicate(timeout=60)
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, name, said, wrong.decode())
    return json.loads(said)["dict"][0][1]


def start(name: str, folder: str, seconds: float, stderr: int) -> subprocess.Popen:
    """Start a student's process in a sandbox: its folder, and its seconds of processor time."""
    words, kept = command(name, folder, seconds)
    try:
        return subprocess.Popen(
            words,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            cwd=folder,
            env=environment(folder),
            start_new_session=True,
            pass_fds=kept,
        )
    finally:
        for file in kept:
            os.close(file)


def environment(folder: str) -> dict[str, str]:
    """The environment of a student's process: the secret is not among it."""
    names = ("PATH", "LANG", "HOMEWORK_STUDENT")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return kept | {"HOME": folder, "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"}


def command(name: str, folder: str, seconds: float) -> tuple[list[str], tuple[int, ...]]:
    """The words that start a student's process in a sandbox, and the files that it inherits."""
    if name == "none":
        return [sys.executable, "-I", str(INSIDE), str(seconds)], ()
    if name != "bubblewrap":
        raise ValueError(f"{VARIABLE}={name!r} is no sandbox; unset it")
    if not shutil.which("bwrap"):
        raise OSError("bwrap is not installed")
    filters = _filter()
    words = ["bwrap", *_view(folder), "--seccomp", str(filters), "--"]
    return [*words, sys.executable, "-I", "/grader", str(seconds), str(THREADS)], (filters,)


def _view(folder: str) -> list[str]:
    """bubblewrap's words for what the process sees. A later mount covers an earlier one."""
    words = ["--unshare-user", "--unshare-all"]  # all: of users only where it can
    words += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    # No more of /usr and of the interpreter than runs it: a hub may keep submissions there.
    tops = dict.fromkeys(map(Path, ("/", "/usr", sys.base_prefix, sys.prefix)))
    needed = [top / name for top in tops for name in ("lib", "lib64")]
    needed += [Path(top, name) for top in (sys.base_prefix, sys.prefix) for name in ("bin", CONFIG)]
    seen = set()
    for path in filter(Path.exists, dict.fromkeys(needed)):
        if path.is_symlink():
            words += ["--symlink", os.readlink(path), str(path)]
        else:
            words += ["--ro-bind", str(path), str(path)]
            seen.add(path)
    words += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    words += ["--dev-bind", "/dev/null", "/dev/null", "--dev-bind", "/dev/urandom", "/dev/urandom"]
    hidden = {_package("lib"), INSIDE.parents[1]}  # the second is the course
    for path in seen:
        hidden |= {found for name in ("lib", "sklearn") for found in path.glob(f"python*/*/{name}")}
    for path in sorted(path for path in hidden if seen & {path, *path.parents}):
        words += ["--tmpfs", str(path), "--remount-ro", str(path)]
    for file, there in _files():
        words += ["--ro-bind", str(file), there]
    words += ["--size", str(SCRATCH), "--tmpfs", folder, "--chdir", folder]
    return [*words, "--remount-ro", "/"]


def _files() -> Iterator[tuple[Path, str]]:
    """The files of the grader's that the process needs, and where it finds them."""
    for file in sorted(INSIDE.glob("*.py")):
        yield file, f"/grader/{file.name}"
    for name in sorted(absent.THERE):
        module = name.partition(".")[2] or "__init__"
        yield _package("lib") / f"{module}.py", f"/grader/lib/{module}.py"


def _package(name: str) -> Path:
    """The folder of an installed package."""
    return Path(importlib.util.find_spec(name).origin).parent


class Step(NamedTuple):
    """A step of a filter, in the kernel's small language (BPF): one operation on one register."""

    operation: int
    skip_if_so: int  # steps, where the operation compares
    skip_if_not: int
    value: int


LOAD, EQUAL, AT_LEAST, HAS_BITS, ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06  # operations
ALLOW, REFUSE, UNKNOWN = 0x7FFF0000, 0x00050001, 0x00050026  # answers; EPERM, and ENOSYS
NUMBER, MACHINE, FLAGS = 0, 4, 16  # where a call has its number, its machine, its first argument
CLONE_THREAD, X32 = 0x10000, 0x40000000  # a flag; the numbers of another way to call, on x86


def _filter() -> int:
    """A file with a filter of system calls, as bubblewrap takes it.

    It allows threads, but no processes: the kernel's own limit on these does not hold for root. Nor
    does it allow what holds memory that no limit counts, outlives the process, or mounts anything.
    """
    if platform.machine() not in REFUSED:
        raise OSError(f"there is no filter of system calls for {platform.machine()}")
    machine, clone, refused = REFUSED[platform.machine()]
    answers = dict.fromkeys(_numbers(refused + REFUSED_ANYWHERE), REFUSE)
    answers |= dict.fromkeys(_numbers(CLONE3), UNKNOWN)  # the C library then takes clone
    steps = [
        Step(LOAD, 0, 0, MACHINE),
        Step(EQUAL, 1, 0, machine),
        Step(ANSWER, 0, 0, REFUSE),
        Step(LOAD, 0, 0, NUMBER),
        Step(AT_LEAST, 0, 1, X32),
        Step(ANSWER, 0, 0, REFUSE),
    ]
    for call, answer in answers.items():
        steps += [Step(EQUAL, 0, 1, call), Step(ANSWER, 0, 0, answer)]
    steps += [
        Step(EQUAL, 1, 0, clone),
        Step(ANSWER, 0, 0, ALLOW),
        Step(LOAD, 0, 0, FLAGS),
        Step(HAS_BITS, 1, 0, CLONE_THREAD),
        Step(ANSWER, 0, 0, REFUSE),
        Step(ANSWER, 0, 0, ALLOW),
    ]
    file = os.memfd_create("filter", 0)
    os.write(file, b"".join(struct.pack("HBBI", *step) for step in steps))
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _numbers(calls: str) -> list[int]:
    """The numbers in a list of names and numbers."""
    return [int(word) for word in calls.split()[1::2]]
