"""How much of the machine a process may use, as far as the system lets a process be limited."""

import resource
import sys

PYTHON = f"Python {sys.version_info.major}.{sys.version_info.minor}"
GRADER = 4 * 2**30  # bytes that a grader may use, since a check works on what the student gave
STUDENT = {  # what a student's process may use: bytes, and files at a time
    "memory": 4 * 2**30,
    "the size of a file": 64 * 2**20,
    "open files": 256,
    "dumps of memory": 0,
}
KINDS = {
    "memory": resource.RLIMIT_AS,
    "the size of a file": resource.RLIMIT_FSIZE,
    "open files": resource.RLIMIT_NOFILE,
    "processor time": resource.RLIMIT_CPU,
    "dumps of memory": resource.RLIMIT_CORE,
    "threads": resource.RLIMIT_NPROC,
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
