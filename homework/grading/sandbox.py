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
from homework.grading.inside import absent

INSIDE = Path(__file__).parent / "inside"
SCRATCH = 64 * 2**20  # bytes that it may write in all
THREADS = 256  # for an account that is not root's: the kernel lets root have any number
CONFIG = "pyvenv.cfg"  # by which an environment finds its interpreter
# Of each kind of machine: its number, clone's, and those of calls that are refused: fork, vfork;
# memfd_create; shmget, semget, msgget; ptrace, process_vm_readv, process_vm_writev; mount, unshare,
# setns; add_key, request_key, keyctl; perf_event_open, bpf, userfaultfd.
CALLS = {
    "x86_64": (
        0xC000003E,
        56,
        (57, 58, 319, 29, 64, 68, 101, 310, 311, 165, 272, 308, 248, 249, 250, 298, 321, 323),
    ),
    "aarch64": (
        0xC00000B7,
        220,
        (279, 194, 190, 186, 117, 270, 271, 40, 97, 268, 217, 218, 219, 241, 280, 282),
    ),
}
# The same everywhere: io_uring_setup; open_tree, move_mount, fsopen, fsconfig, fsmount;
# memfd_secret.
NEW = (425, 428, 429, 430, 431, 432, 447)
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
                words,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
                cwd=folder,
                env=environment(folder),
                pass_fds=kept,
            )
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
    filters = _filter()
    words = ["bwrap", *_view(folder), "--seccomp", str(filters), "--"]
    return [*words, sys.executable, "-I", "/grader", str(seconds), str(THREADS)], (filters,)


def end(name: str, folder: str) -> None:
    """End what outlives the process that was started: a container."""
    if name in container.TOOLS:
        container.end(name, folder)


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


def _filter() -> int:
    """A file with a filter of system calls, as bubblewrap takes it.

    It allows threads, but no processes: the kernel's own limit on these does not hold for root. Nor
    does it allow what holds memory that no limit counts, outlives the process, or mounts anything.
    """
    if platform.machine() not in CALLS:
        raise OSError(f"there is no filter of system calls for {platform.machine()}")
    arch, clone, refused = CALLS[platform.machine()]
    allow, deny, unknown = 0x7FFF0000, 0x00050001, 0x00050026  # EPERM; ENOSYS for clone3
    load, equal, least, bits, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    # Each: an operation, the lines to skip if it holds, those if not, and its value.
    lines = [(load, 0, 0, 4), (equal, 1, 0, arch), (answer, 0, 0, deny), (load, 0, 0, 0)]
    lines += [(least, 0, 1, 0x40000000), (answer, 0, 0, deny)]  # another way to call, on x86
    for call, result in (*((call, deny) for call in (*refused, *NEW)), (435, unknown)):
        lines += [(equal, 0, 1, call), (answer, 0, 0, result)]
    lines += [(equal, 1, 0, clone), (answer, 0, 0, allow), (load, 0, 0, 16)]
    lines += [(bits, 1, 0, 0x10000), (answer, 0, 0, deny), (answer, 0, 0, allow)]
    file = os.memfd_create("filter", 0)
    os.write(file, b"".join(struct.pack("HBBI", *line) for line in lines))
    os.lseek(file, 0, os.SEEK_SET)
    return file
