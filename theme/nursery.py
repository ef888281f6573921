"""Kernels that start with their packages loaded.

To load numpy, matplotlib, SymPy and the rest takes a kernel as long as many a notebook runs. So one
process, the nursery, loads them once, and forks into kernels. What a notebook does stays in its
own.
"""

import gc
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Lock

from ipykernel.kernelapp import IPKernelApp
from jupyter_client.manager import AsyncKernelManager


class Forked:
    """A kernel as its manager asks about it, which expects a `Popen` of a child of its own."""

    stdin = stdout = stderr = None

    def __init__(self, pid):
        self.pid = pid

    def poll(self):
        """None while the kernel runs, else 0: the nursery alone learns its exit status."""
        return None if os.path.exists(f"/proc/{self.pid}") else 0

    wait = poll

    def send_signal(self, number):
        """Send a signal, unless the kernel has ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)


@contextmanager
def nursery(modules):
    """Yield a class of kernel managers, for nbclient; the kernels end with the block at the latest.

    Parameters
    ----------
    modules : iterable of str
        What to load before the first kernel starts. What fails to load, or is no module, is left
        to the notebook that imports it.
    """
    if sys.platform != "linux":
        yield AsyncKernelManager  # macOS lets no process fork that has loaded its frameworks
        return
    command, lock = [sys.executable, "-m", "theme.nursery", *sorted(modules)], Lock()
    options = {"cwd": Path(__file__).parents[1], "text": True, "start_new_session": True}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, **options) as process:

        class Manager(AsyncKernelManager):
            async def _async_launch_kernel(self, kernel_cmd, *, cwd, env, **options):
                words = kernel_cmd[kernel_cmd.index("-f") :]
                with lock:
                    print(json.dumps([words, str(cwd), env]), file=process.stdin, flush=True)
                    pid = int(process.stdout.readline())
                self.provisioner.process = Forked(pid)
                self.provisioner.pid = self.provisioner.pgid = pid

        yield Manager


def serve(modules):
    """Load modules; then, for each line of the input, fork into a kernel and print its pid."""
    reply = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a module prints as it is loaded is no reply
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"  # as ipykernel has it
    for module in modules:
        with suppress(Exception, SystemExit):  # the notebook that imports it shows what is wrong
            import_module(module)
    gc.freeze()  # a kernel need not look for garbage among all that was loaded
    signal.signal(signal.SIGCHLD, reap)
    for line in sys.stdin:
        if pid := os.fork():
            print(pid, file=reply, flush=True)
        else:
            reply.close()
            become_kernel(*json.loads(line))
            break


def reap(*_):
    """Let the kernels that have ended go."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def become_kernel(words, folder, environ):
    """Run a kernel in this process, as `python -m ipykernel_launcher` with some words would."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()  # its manager signals the whole group
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(folder)
    os.environ.update(environ)
    # It ends when the nursery does.
    IPKernelApp.launch_instance([*words, f"--IPKernelApp.parent_handle={os.getppid()}"])


if __name__ == "__main__":
    del sys.path[0]  # the folder it was started in
    serve(sys.argv[1:])
