"""How much of the machine a process may use, as far as the system lets a process be limited."""

import resource

MEMORY = 4 * 2**30  # bytes of one process
FILE = 64 * 2**20  # bytes of one file
KINDS = {
    "memory": resource.RLIMIT_AS,
    "the size of a file": resource.RLIMIT_FSIZE,
    "open files": resource.RLIMIT_NOFILE,
    "processor time": resource.RLIMIT_CPU,
    "dumps of memory": resource.RLIMIT_CORE,
}


def limit(seconds: float, memory: int = MEMORY) -> list[str]:
    """Limit this process for good; return what the system does not limit (macOS: memory)."""
    most = dict(zip(KINDS, (memory, FILE, 256, int(seconds) + 1, 0), strict=True))
    missing = []
    for name, kind in KINDS.items():
        try:
            resource.setrlimit(kind, (most[name], most[name]))
        except (ValueError, OSError):
            missing.append(name)
    return missing
