"""Run the notebooks that need it before their pages are read, several at a time.

Sphinx reads one page after another, and each would wait for its notebook. This extension fills the
execution cache first. A notebook that fails is left to the reading of its page, which reports it.

A kernel loads numpy, matplotlib, SymPy and the rest for as long as many notebooks run. So Python's
own fork server loads them once, and its forks are the kernels: an edit of one line of `lib` is on
the page ten seconds sooner.
"""

import gc
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import nbformat
from ipykernel.kernelapp import IPKernelApp
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import LocalProvisioner

from theme.freshness import with_digest

AT_ONCE = min(os.cpu_count() or 1, 4)  # a kernel with its figures takes a few hundred MB
PACKAGES = [
    "jupyter_book.cli.main",  # the main program, which each process of the server loads
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
INLINE = "module://matplotlib_inline.backend_inline"  # as ipykernel has it
RARE = 100_000, 50, 50  # collecting garbage after 700 new objects takes a third of the time
server = get_context("forkserver")


def become_kernel(words, folder, environ):
    """Run a kernel in this process, as `python -m ipykernel_launcher` with some words would."""
    os.setsid()  # its manager signals the whole group
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(folder)
    os.environ.update(environ)
    gc.freeze()  # what is loaded stays
    gc.set_threshold(*RARE)
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


def manager(jobs):
    """A class of kernel managers for so many notebooks.

    A few load what they need. macOS lets no process fork that has loaded its frameworks.
    """
    if jobs <= AT_ONCE or sys.platform != "linux":
        return AsyncKernelManager
    server.set_forkserver_preload(PACKAGES)
    return Manager


def missing(paths, root, cache):
    """Yield the path and the content of each notebook whose outputs are not in the cache."""
    for path in paths:
        if path.suffix == ".ipynb":
            notebook = nbformat.reads(with_digest(path.read_text("utf-8"), root), as_version=4)
            try:
                cache.match_cache_notebook(notebook)
            except KeyError:
                yield path, notebook


def run(path, notebook, kind, timeout):
    """Execute a notebook in a kernel of a kind of manager, whose cells have a limit in seconds."""
    sys.stderr.write(f"  running {path.name}\n")  # in one piece, since several threads write
    return single_nb_execution(
        notebook,
        cwd=str(path.parent),
        timeout=timeout,
        allow_errors=False,
        coalesce_streams=True,  # a line may come in pieces, which MyST-NB would set apart
        kernel_manager_class=kind,
        shutdown_kernel="immediate",
    )


def keep(cache, path, result):
    """Put what a notebook has shown into the cache, if it ran to its end."""
    if result.err is None:
        bundle = CacheBundleIn(result.nb, path, data={"execution_seconds": result.time})
        cache.cache_notebook_bundle(bundle, overwrite=True)


def run_ahead(app, env, docnames):
    """Execute the notebooks among `docnames` that have no outputs yet, and cache what they show."""
    config = env.mystnb_config
    if config.execution_mode != "cache":
        return
    cache = get_cache(config.execution_cache_path)
    paths = map(Path, map(app.env.doc2path, docnames))
    # The longest file first, so that no long run is left when the others are done.
    jobs = sorted(missing(paths, Path(app.srcdir), cache), key=lambda job: -job[0].stat().st_size)
    kind = manager(len(jobs))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = pool.map(lambda job: run(*job, kind, config.execution_timeout), jobs)
        for (path, _), result in zip(jobs, results, strict=True):
            keep(cache, path, result)


def setup(app):
    os.environ["MPLBACKEND"] = INLINE
    gc.set_threshold(*RARE)
    app.connect("env-before-read-docs", run_ahead)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
