"""How much of the machine a process may use, as far as the system lets a process be limited."""

import resource
import sys

PYTHON = f"Python {sys.version_info.major}.{sys.version_info.minor}"
MEMORY = 4 * 2**30  # bytes of a student's process
GRADER = 4 * 2**30  # of one that grades: a check works on what the student gave
FILE = 64 * 2**20  # bytes of one file
OPEN = 256  # files at a time
KINDS = {
    "memory": resource.RLIMIT_AS,
    "the size of a file": resource.RLIMIT_FSIZE,
    "open files": resource.RLIMIT_NOFILE,
    "processor time": resource.RLIMIT_CPU,
    "dumps of memory": resource.RLIMIT_CORE,
    "threads": resource.RLIMIT_NPROC,
}


def student(seconds: float) -> dict[str, int]:
    """What a student's process may use, with so many seconds of processor time."""
    return {
        "memory": MEMORY,
        "the size of a file": FILE,
        "open files": OPEN,
        "processor time": int(seconds) + 1,
        "dumps of memory": 0,
    }


def limit(most: dict[str, int]) -> list[str]:
    """Limit this process for good; return what the system does not limit (macOS: memory)."""
    missing = []
    for name, value in most.items():
        hard = resource.getrlimit(KINDS[name])[1]
        if hard != resource.RLIM_INFINITY:  # it can be lowered alone
            value = min(value, hard)
        try:
            resource.setrlimit(KINDS[name], (value, value))
        except (ValueError, OSError):
            missing.append(name)
    return missing
