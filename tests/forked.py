"""Kernels for the chapters that nbval runs, forked from a process that has loaded their packages.

Loading numpy, matplotlib, SymPy and the rest takes a kernel as long as many a chapter runs.
"""

import gc
import os
from multiprocessing import get_context

from ipykernel.kernelapp import IPKernelApp
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import LocalProvisioner

PACKAGES = [
    "ipykernel.kernelapp",
    "ipywidgets",
    "matplotlib.pyplot",
    "sympy",
    "z3",
    "sklearn.datasets",
    "sklearn.linear_model",
    "sklearn.svm",
    "cvxpy",
]
server = get_context("forkserver")
server.set_forkserver_preload(PACKAGES)


def become_kernel(words, folder, environ):
    """Run a kernel in this process, as `python -m ipykernel_launcher` with some words would."""
    os.setsid()  # its manager signals the whole group
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(folder)
    os.environ.update(environ)
    gc.freeze()  # what is loaded stays
    # It ends when the server does.
    IPKernelApp.launch_instance([*words, f"--IPKernelApp.parent_handle={os.getppid()}"])


class Forked:
    """A kernel of the fork server, as a provisioner asks about it, which expects a `Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, *begin):
        self.process = server.Process(target=become_kernel, args=begin)
        self.process.start()
        self.pid = self.process.pid
        self.kill, self.terminate = self.process.kill, self.process.terminate

    def poll(self):
        """The exit status, None while the kernel runs."""
        return self.process.exitcode

    def wait(self):
        self.process.join()
        return self.process.exitcode

    def send_signal(self, number):
        os.kill(self.pid, number)


class Provisioner(LocalProvisioner):
    """Starts kernels by the fork server."""

    async def launch_kernel(self, cmd, *, cwd, env, **others):
        self.process = Forked(cmd[cmd.index("-f") :], str(cwd), env)
        self.pid = self.pgid = self.process.pid
        return self.connection_info


class Manager(AsyncKernelManager):
    """A manager for nbclient of kernels that the fork server starts."""

    def __init__(self, **options):
        super().__init__(**options)
        self.provisioner = Provisioner(kernel_spec=self.kernel_spec, parent=self)
