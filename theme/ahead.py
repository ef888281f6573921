"""Run the notebooks that need it before their pages are read, several at a time.

Sphinx reads one page after another, and each would wait for its notebook. This extension fills the
execution cache first. A notebook that fails is left to the reading of its page, which reports it.
"""

import gc
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution

from theme.freshness import dependencies, imports, marked
from theme.nursery import nursery

AT_ONCE = min(os.cpu_count() or 1, 4)  # a kernel with its figures takes a few hundred MB


def missing(app, docnames, cache):
    """Yield the path and the content of each notebook whose outputs are not in the cache."""
    for path in map(Path, map(app.env.doc2path, docnames)):
        if path.suffix == ".ipynb":
            text, _ = marked(path.read_text("utf-8"), Path(app.srcdir))
            notebook = nbformat.reads(text, as_version=4)
            try:
                cache.match_cache_notebook(notebook)
            except KeyError:
                yield path, notebook


def keep(cache, notebook, path, seconds, **about):
    """Put an executed notebook into the execution cache; `about` is remembered with it.

    Raises
    ------
    NbValidityError
        If its cells were not executed in order, each of them once.
    """
    bundle = CacheBundleIn(notebook, path, data={"execution_seconds": seconds, **about})
    cache.cache_notebook_bundle(bundle, overwrite=True)


def packages(notebooks, root):
    """The modules, and names in modules, that notebooks may import themselves or through `lib`."""
    files = set().union(*(dependencies(notebook, root) for notebook in notebooks))
    code = [path for path in files if path.suffix == ".py"]
    return set().union(*(imports(path.read_text("utf-8")) for path in code))


def run_ahead(app, env, docnames):
    """Execute the notebooks among `docnames` that have no outputs yet, and cache what they show."""
    config = env.mystnb_config
    if config.execution_mode != "cache":
        return
    cache = get_cache(config.execution_cache_path)

    def run(job):
        path, notebook = job
        sys.stderr.write(f"  running {path.name}\n")  # in one piece, whoever writes beside
        return single_nb_execution(
            notebook,
            cwd=str(path.parent),
            timeout=config.execution_timeout,
            allow_errors=False,
            coalesce_streams=True,  # a line may come in pieces, which MyST-NB would set apart
            kernel_manager_class=manager,
            shutdown_kernel="immediate",
        )

    # The longest file first, so that no long run is left when the others are done.
    jobs = sorted(missing(app, docnames, cache), key=lambda job: -job[0].stat().st_size)
    if not jobs:
        return
    few = len(jobs) <= AT_ONCE  # these load what they need while a nursery would load it all
    modules = () if few else packages([notebook for _, notebook in jobs], Path(app.srcdir))
    with nursery(modules) as manager, ThreadPoolExecutor(AT_ONCE) as pool:
        for (path, notebook), result in zip(jobs, pool.map(run, jobs), strict=True):
            if result.err is None:
                keep(cache, notebook, path, result.time)


def setup(app):
    # Looking for garbage after every 700 new objects takes a third of Sphinx's time.
    gc.set_threshold(100_000, 50, 50)
    app.connect("env-before-read-docs", run_ahead)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
