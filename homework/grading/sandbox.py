"""The sandbox of a student's process: what it can read of the machine, and what it may do.

With bubblewrap it has namespaces of its own (users, processes, network, …), the interpreter and the
installed packages read-only, three modules of the book's, and one small folder in memory to write
to. It can start threads, but no process. Nothing else of the machine is there.
"""

import ctypes
import errno
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import lib
from homework.grading.inside import absent

INSIDE, LIBRARY = Path(__file__).parent / "inside", Path(lib.__file__).parent
SCRATCH = 64 * 2**20  # bytes that it may write in all
FILES = 4096  # that it may make, since the kernel keeps a kilobyte of each beside its bytes
THREADS = 256  # for accounts other than root, whose number the kernel does not limit
DEVICES = ("/dev/null", "/dev/urandom")
CONFIG = "pyvenv.cfg"  # by which an environment finds its interpreter
# System calls that are refused: what starts a process or looks into another, holds memory that no
# limit counts, mounts or leaves anything, opens a connection, or leaves something behind.
REFUSED = """
    fork vfork memfd_create memfd_secret shmget semget msgget
    socket setsockopt sendmsg sendmmsg vmsplice
    ptrace process_vm_readv process_vm_writev perf_event_open bpf userfaultfd io_uring_setup
    mount unshare setns open_tree move_mount fsopen fsconfig fsmount
    add_key request_key keyctl
"""
VARIABLE = "HOMEWORK_SANDBOX"  # "bubblewrap", or "none", for the processes that grade
NO = "No sandbox works here, so nothing is graded."
REMEDY = (
    "Install bubblewrap 0.7 or later (Debian, Ubuntu: apt-get install bubblewrap); the chapter For "
    "instructors says how. To grade submissions that you trust without it, add --unsafe: each line "
    "of the grades will say so."
)


class NoSandbox(Exception):
    """No sandbox works here, and the option to grade without one was not given."""


def choose(unsafe: bool = False) -> None:
    """Test bubblewrap, and use it to grade; or nothing if `unsafe`. Raises NoSandbox with why."""
    name = "none" if unsafe else "bubblewrap"
    try:
        bounded = is_bounded(name)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        output = str(getattr(error, "stderr", None) or error).strip()[-300:]
        raise NoSandbox(f"{NO}\n{name}: {output}\n{REMEDY}") from None
    if not bounded:
        print("This system does not limit the number of files.", file=sys.stderr)
    os.environ[VARIABLE] = name


def is_bounded(name: str) -> bool:
    """Start a student's process, and end it; return whether the number of its files is limited."""
    with tempfile.TemporaryDirectory() as folder:
        process = start(name, folder, 60, stderr=subprocess.PIPE)
        try:
            select.select([process.stdout], [], [], 60)
            bounded = bound(name, process, folder)
            said, wrong = process.communicate(timeout=60)
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, name, said, wrong.decode())
    return bounded


def bound(name: str, process: subprocess.Popen, folder: str) -> bool:
    """Limit what bubblewrap cannot, once the process has answered; return whether that worked."""
    if name == "none":
        return True
    program = [sys.executable, "-I", "-S", str(Path(__file__).with_name("mounts.py"))]
    given = [str(process.pid), folder, f"size={SCRATCH},nr_inodes={FILES}", *DEVICES]
    return not subprocess.run([*program, *given], stderr=subprocess.DEVNULL, timeout=60).returncode


def start(name: str, folder: str, seconds: float, stderr: int) -> subprocess.Popen:
    """Start a student's process in a sandbox: its folder, and its seconds of processor time."""
    words, files = [sys.executable, "-I", str(INSIDE), str(seconds)], ()
    if name == "bubblewrap":
        if not shutil.which("bwrap"):
            raise OSError("bwrap is not installed")
        files = (_filter(),)
        words = ["bwrap", *_view(folder), "--seccomp", str(files[0]), "--", sys.executable]
        words += ["-I", "/grader", str(seconds), str(THREADS)]
    elif name != "none":
        raise ValueError(f"{VARIABLE}={name!r} is no sandbox; unset it")
    seen = ("PATH", "LANG", "HOMEWORK_STUDENT")  # and never the secret
    environ = {variable: os.environ[variable] for variable in seen if variable in os.environ}
    environ |= {"HOME": folder, "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": stderr}
    own = {"cwd": folder, "env": environ, "pass_fds": files}
    try:
        return subprocess.Popen(words, bufsize=0, start_new_session=True, **pipes, **own)
    finally:
        for file in files:
            os.close(file)


def _view(folder: str) -> list[str]:
    """bubblewrap's options for what the process sees. A later mount covers an earlier one."""
    words = ["--unshare-user", "--unshare-all"]  # the second alone may leave users shared
    words += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    # Of /usr and of the interpreter it sees what runs it: a hub may keep submissions there.
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
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    hidden = {LIBRARY, INSIDE.parents[1]}  # the second is the course
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
        yield LIBRARY / f"{module}.py", f"/grader/lib/{module}.py"


class _Argument(ctypes.Structure):
    """A condition on an argument of a system call: struct scmp_arg_cmp of libseccomp."""

    _fields_ = [("number", ctypes.c_uint), ("operation", ctypes.c_int)]
    _fields_ += [("first", ctypes.c_uint64), ("second", ctypes.c_uint64)]


# libseccomp's own: SCMP_ACT_ALLOW, _ERRNO, SCMP_FLTATR_ACT_BADARCH, SCMP_CMP_NE, _MASKED_EQ.
ALLOW, ERROR, OTHER_MACHINE, NOT_EQUAL, MASKED_EQUAL = 0x7FFF0000, 0x00050000, 2, 1, 7
CLONE_THREAD = 0x10000


def _filter() -> int:
    """A file with a filter of system calls, as libseccomp writes it and bubblewrap takes it.

    It allows threads, but no processes: the kernel's own limit on these does not hold for root. Of
    sockets it allows a connected pair alone, as Python's event loop has for itself.
    """
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    made = ctypes.c_void_p(library.seccomp_init(ALLOW))
    refuse = ERROR | errno.EPERM

    def rule(call: str, action: int, *conditions: _Argument) -> int:
        number = library.seccomp_syscall_resolve_name(call.encode())
        if number == -1:
            return errno.ENOSYS
        given = (_Argument * len(conditions))(*conditions)
        return library.seccomp_rule_add_array(made, action, number, len(conditions), given)

    file = os.memfd_create("filter", 0)
    failed = [
        library.seccomp_attr_set(made, OTHER_MACHINE, refuse),  # and other ways to call, on x86
        *(rule(call, refuse) for call in REFUSED.split()),
        rule("clone", refuse, _Argument(0, MASKED_EQUAL, CLONE_THREAD, 0)),
        rule("socketpair", refuse, _Argument(0, NOT_EQUAL, socket.AF_UNIX, 0)),
        rule("clone3", ERROR | errno.ENOSYS),  # the C library then takes clone
        library.seccomp_export_bpf(made, file),
    ]
    library.seccomp_release(made)
    if any(failed):
        os.close(file)
        raise OSError("libseccomp could not write the filter of system calls; install a newer one")
    os.lseek(file, 0, os.SEEK_SET)
    return file
