"""One task for each submission, several at a time.

Each gets a process of its own, a fork of this one: nbgrader is imported once, and a submission that
ends its grader ends no other.
"""

import fcntl
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context
from pathlib import Path

from homework.grading.inside import limits

SECONDS = 600  # that a process may keep the processor; it may take twice as many in all


def each(task: Callable, students: list[str], jobs: int) -> Iterator[tuple[str, object]]:
    """Call task(student) in forks, `jobs` at a time; yield students and results as they end.

    Where a process ends before it gives a result, or takes too long, the result is a text on that.
    """
    if jobs < 1:
        raise ValueError(f"jobs={jobs}; give a number of processes, at least 1")
    fork, waiting, running, interrupts = get_context("fork"), students[::-1], {}, []

    def run(student, send):
        limits.limit({resource.RLIMIT_AS: limits.GRADER, resource.RLIMIT_CPU: SECONDS})
        send.send(task(student))

    # Ctrl-C is noted, and not raised: what is raised within a destructor, say, would be lost.
    # The forks inherit this, and their kernels have sessions of their own: no check is interrupted.
    before = signal.signal(signal.SIGINT, lambda *_: interrupts.append(True))
    try:
        while waiting or running:
            while waiting and len(running) < jobs and not interrupts:
                receive, send = fork.Pipe(duplex=False)
                process = fork.Process(target=run, args=(waiting[-1], send))
                process.start()
                send.close()
                running[receive] = waiting.pop(), process, time.monotonic() + 2 * SECONDS
            ready = connection.wait(list(running), timeout=0.5)
            late = [receive for receive in running if running[receive][2] < time.monotonic()]
            for receive in {*ready, *late}:
                student, process, _ = running.pop(receive)
                result = "its process ended"
                with suppress(EOFError):
                    if receive in ready:
                        result = receive.recv()
                    else:
                        result = f"its process took more than {2 * SECONDS} seconds"
                        process.kill()
                process.join()
                receive.close()
                yield student, result
            if interrupts:
                raise KeyboardInterrupt
    finally:
        signal.signal(signal.SIGINT, before)
        for _, process, _ in running.values():
            process.kill()
            process.join()


@contextmanager
def alone(submitted: Path) -> Iterator[None]:
    """Wait for another run to end, and for what a killed one has left running."""
    submitted.mkdir(exist_ok=True)
    lock = os.open(submitted, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the forks hold it, too
        yield
    finally:
        os.close(lock)
