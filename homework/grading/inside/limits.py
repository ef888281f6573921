"""How much of the machine a process may use, as far as the system lets a process be limited."""

import resource
import sys
from contextlib import suppress

PYTHON = f"Python {sys.version_info.major}.{sys.version_info.minor}"
GRADER = 4 * 2**30  # bytes that a grader may use, since a check works on what the student gave
STUDENT = {  # what a student's process may use: bytes, and files at a time
    resource.RLIMIT_AS: 4 * 2**30,
    resource.RLIMIT_FSIZE: 64 * 2**20,
    resource.RLIMIT_NOFILE: 256,
    resource.RLIMIT_CORE: 0,
}


def limit(most: dict[int, int]) -> None:
    """Limit this process for good, as far as the system can: macOS does not limit the memory."""
    for kind, value in most.items():
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:  # it can be lowered alone
            value = min(value, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (value, value))
