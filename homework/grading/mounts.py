"""Limits of a sandbox that bubblewrap has no options for: how many files, and unchanged devices.

A program that the grader runs beside a student's process, before that runs any of their code. It
enters the namespaces of that process, which none that has threads may do.
"""

import ctypes
import os
import sys
from pathlib import Path

# Of mount(2): MS_RDONLY, MS_REMOUNT, MS_BIND; and MS_NOSUID, MS_NODEV and MS_NOEXEC, which stay.
READ_ONLY, REMOUNT, BIND, KEPT = 1, 32, 4096, 2 | 4 | 8


def main(process: int, folder: str, options: str, *devices: str) -> None:
    """Mount a folder anew with other options, and devices so that their modes and times stay."""
    library = ctypes.CDLL(None, use_errno=True)

    def done(failed: int) -> None:
        if failed:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    # bubblewrap itself waits outside, for the one process that it has started.
    inside = Path(f"/proc/{process}/task/{process}/children").read_text().split()[0]
    spaces = [os.open(f"/proc/{inside}/ns/{kind}", os.O_RDONLY) for kind in ("user", "mnt")]
    for space in spaces:
        done(library.setns(space, 0))
    for path, more, words in (
        (folder, 0, options.encode()),
        *((device, BIND | READ_ONLY, None) for device in devices),
    ):
        flags = os.statvfs(path).f_flag & KEPT | REMOUNT | more
        done(library.mount(b"none", path.encode(), None, flags, words))


if __name__ == "__main__":
    main(*sys.argv[1:])
