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

from homework.grading import container

INSIDE = Path(__file__).parent / "inside"
THERE = ("__init__", "samples", "checks", "homework")  # of lib
SCRATCH = 64 * 2**20  # bytes that it may write in all
SANDBOXES = ("bubblewrap", *container.TOOLS)  # the first that works is taken
VARIABLE = "HOMEWORK_SANDBOX"  # which one, for the processes that grade
REMEDY = (
    "Install bubblewrap 0.7 or later (Debian, Ubuntu: apt-get install bubblewrap), or Podman or "
    "Docker; the chapter For instructors says how. To grade submissions that you trust without "
    "one, add --unsafe: each line of the grades will say so."
)


class NoSandbox(Exception):
    """No sandbox works here, and nobody said to grade without one."""


def chosen(unsafe: bool = False) -> str:
    """The name of the first sandbox that works here, or "none" if `unsafe`.

    It is tried out, and set in the environment for the processes that grade. Raises NoSandbox with
    what each attempt said.
    """
    said = []
    for name in ("none",) if unsafe else SANDBOXES:
        try:
            missing = tried(name)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            told = getattr(error, "stderr", None) or error
            said.append(f"{name}: {str(told).strip()[-300:]}")
            continue
        if missing:
            print(f"This system does not limit {', '.join(missing)}.", file=sys.stderr)
        os.environ[VARIABLE] = name
        return name
    raise NoSandbox("\n".join(["No sandbox works here, so nothing is graded.", *said, REMEDY]))


def tried(name: str) -> list[str]:
    """Start a student's process, and end it; return what the system does not limit.

    Raises OSError, CalledProcessError or ValueError where it does not start.
    """
    with tempfile.TemporaryDirectory() as folder:
        words, kept = command(name, folder, 60)
        try:
            done = subprocess.run(
                words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
                timeout=60, cwd=folder, env=environment(folder), pass_fds=kept,
            )  # fmt: skip
        finally:
            end(name, folder)
            for file in kept:
                os.close(file)
    return json.loads(done.stdout)["dict"][0][1]


def environment(folder: str) -> dict[str, str]:
    """The environment of a student's process: the secret is not among it."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return kept | {"HOME": folder, "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"}


def command(name: str, folder: str, seconds: float) -> tuple[list[str], tuple[int, ...]]:
    """The words that start a student's process in a sandbox, and the files that it inherits."""
    if name == "none":
        return [sys.executable, "-I", str(INSIDE), str(seconds)], ()
    if name in container.TOOLS:
        return container.command(name, folder, _files(), SCRATCH, seconds), ()
    if name != "bubblewrap":
        raise ValueError(f"{VARIABLE}={name!r} is no sandbox; unset it")
    if not shutil.which("bwrap"):
        raise OSError("bwrap is not installed")
    filters = _no_processes()
    words = ["bwrap", *_view(folder), "--seccomp", str(filters), "--"]
    return [*words, sys.executable, "-I", "/grader", str(seconds)], (filters,)


def end(name: str, folder: str) -> None:
    """End what outlives the process that was started: a container."""
    if name in container.TOOLS:
        container.end(name, folder)


def _view(folder: str) -> list[str]:
    """bubblewrap's words for what the process sees. A later mount covers an earlier one."""
    words = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    seen = dict.fromkeys(map(Path, ("/usr", sys.base_prefix, sys.prefix)))
    for path in ("/bin", "/sbin", "/lib", "/lib64"):
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            seen[Path(path)] = None
    for path in seen:
        words += ["--ro-bind", str(path), str(path)]
    words += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    words += ["--dev-bind", "/dev/null", "/dev/null", "--dev-bind", "/dev/urandom", "/dev/urandom"]
    course = INSIDE.parents[1]
    hidden = {_package("lib"), _package("sklearn"), course} - {None}
    for path in sorted(path for path in hidden if seen.keys() & set(path.parents)):
        words += ["--tmpfs", str(path), "--remount-ro", str(path)]
    for file, there in _files():
        words += ["--ro-bind", str(file), there]
    words += ["--size", str(SCRATCH), "--tmpfs", folder, "--chdir", folder]
    return [*words, "--remount-ro", "/"]


def _files() -> Iterator[tuple[Path, str]]:
    """The files of the grader's that the process needs, and where it finds them."""
    for file in sorted(INSIDE.glob("*.py")):
        yield file, f"/grader/{file.name}"
    for module in THERE:
        yield _package("lib") / f"{module}.py", f"/grader/lib/{module}.py"


def _package(name: str) -> Path | None:
    """The folder of a package, if it is installed."""
    found = importlib.util.find_spec(name)
    return Path(found.origin).parent if found else None


def _no_processes() -> int:
    """A file with a filter of system calls, as bubblewrap takes it: threads, but no processes.

    The kernel's own limit on processes does not hold for root, and counts those of all graders.
    """
    allow, deny, unknown = 0x7FFF0000, 0x00050001, 0x00050026  # EPERM; ENOSYS for clone3
    machines = {"x86_64": (0xC000003E, 56, (57, 58)), "aarch64": (0xC00000B7, 220, ())}
    if platform.machine() not in machines:
        raise OSError(f"there is no filter of system calls for {platform.machine()}")
    arch, clone, forks = machines[platform.machine()]
    load, equal, least, bits, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    # Each: an operation, the lines to skip if it holds, those if not, and its value.
    lines = [(load, 0, 0, 4), (equal, 1, 0, arch), (answer, 0, 0, deny), (load, 0, 0, 0)]
    lines += [(least, 0, 1, 0x40000000), (answer, 0, 0, deny)]  # another way to call, on x86
    for call, result in (*((fork, deny) for fork in forks), (435, unknown)):
        lines += [(equal, 0, 1, call), (answer, 0, 0, result)]
    lines += [(equal, 1, 0, clone), (answer, 0, 0, allow), (load, 0, 0, 16)]
    lines += [(bits, 1, 0, 0x10000), (answer, 0, 0, deny), (answer, 0, 0, allow)]
    file = os.memfd_create("filter", 0)
    os.write(file, b"".join(struct.pack("HBBI", *line) for line in lines))
    os.lseek(file, 0, os.SEEK_SET)
    return file
