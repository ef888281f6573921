"""The second choice of sandbox: one container of Podman's or Docker's for each student's process.

The image, of `homework/Containerfile`, holds packages alone. Here the files that the process needs
are mounted into it, read-only, and nothing else of the machine.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from homework.grading.inside import limits

IMAGE = "localhost/homework-student"
TOOLS = ("podman", "docker")
# What the tools themselves read; the process in the container gets none of it.
KEPT = (
    "HOME",
    "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
    "CONTAINER_HOST",
    "DOCKER_HOST",
    "DOCKER_CONTEXT",
)
PROCESSES = 64  # and threads
# Seconds until a container ends whose grader is gone, as multiples of those for a submission.
LONGEST = 10


def command(
    tool: str, folder: str, mounts: Iterable[tuple[Path, str]], scratch: int, seconds: float
) -> list[str]:
    """The words that start a student's process in a container.

    Args:
        tool: one of TOOLS.
        folder: of the process on this machine; it gives the container its name.
        mounts: files, and where they stand in the container.
        scratch: bytes that the process may write.
        seconds: of processor time.

    Raises OSError if the tool is not installed.
    """
    if not shutil.which(tool):
        raise OSError(f"{tool} is not installed")
    memory = f"{limits.MEMORY}b"
    own = [f"{name}={os.environ[name]}" for name in KEPT if name in os.environ]
    words = ["env", *own, tool, "run", "--interactive", "--rm", "--pull", "never"]
    words += ["--log-driver", "none"]  # the replies are the grader's alone
    words += ["--name", _name(folder), "--network", "none", "--read-only", "--user", "65534:65534"]
    words += ["--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
    words += ["--security-opt", "label=disable"]  # SELinux would hide the mounted files
    words += ["--memory", memory, "--memory-swap", memory, "--pids-limit", str(PROCESSES)]
    # By themselves the tools ask for more than a grader may have that is limited itself.
    for limit in (f"nofile={limits.OPEN}:{limits.OPEN}", "nproc=1024:1024"):
        words += ["--ulimit", limit]
    words += ["--tmpfs", f"/tmp:size={scratch},mode=1777", "--workdir", "/tmp"]
    for name in ("HOME=/tmp", "OMP_NUM_THREADS=1", "MPLBACKEND=Agg", "HOMEWORK_STUDENT"):
        words += ["--env", name]
    for path, there in mounts:
        words += ["--mount", f"type=bind,source={path},target={there},readonly"]
    words += [IMAGE, "timeout", "--signal", "KILL", str(LONGEST * seconds)]
    return [*words, "python3", "-I", "/grader", str(seconds)]


def end(tool: str, folder: str) -> None:
    """End the container of a folder; to kill the tool's own process does not."""
    subprocess.run([tool, "rm", "--force", _name(folder)], capture_output=True, timeout=60)


def _name(folder: str) -> str:
    return f"homework-{Path(folder).name}"
