"""Run the notebooks that need it before their pages are read, several at a time."""

import gc
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution

from theme.freshness import LOCK, digest, with_digest

AT_ONCE = min(os.cpu_count() or 1, 4)  # a kernel with its figures takes a few hundred MB
ROOT = Path(__file__).parents[1]
ENGINE = digest({*ROOT.glob("lib/proof/*.py"), *ROOT.glob(LOCK)}, sys.version)
KERNELS = {  # static explorers, the backend of ipykernel, and a folder for proofs of all chapters
    "BOOK_EXPLORE": "static",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "BOOK_PROOFS": str(ROOT / "_build" / ".proofs" / ENGINE),
}
RARE = 100_000, 50, 50  # collecting garbage after 700 new objects takes a third of the time


def look_up(path, root, cache):
    """The notebook at `path`, and its record in the cache, None if there is none."""
    notebook = nbformat.reads(with_digest(path.read_text("utf-8"), root), as_version=4)
    try:
        return notebook, cache.match_cache_notebook(notebook)
    except KeyError:
        return notebook, None


def run(path, notebook, timeout, **options):
    """Execute a notebook, whose cells have a limit in seconds."""
    sys.stderr.write(f"  running {path.name}\n")  # in one piece, since several threads write
    return single_nb_execution(
        notebook,
        cwd=str(path.parent),
        timeout=timeout,
        allow_errors=False,
        extra_arguments=[f"--IPKernelApp.exec_lines=__import__('gc').set_threshold{RARE}"],
        coalesce_streams=True,  # a line may come in pieces, which MyST-NB would set apart
        shutdown_kernel="immediate",
        **options,
    )


def keep(cache, path, result):
    """Put what a notebook has shown into the cache; of one that failed, its page reports why."""
    if result.err is None:
        bundle = CacheBundleIn(result.nb, path, data={"execution_seconds": result.time})
        with suppress(KeyError):  # looking for old ones it may miss what another process adds
            cache.cache_notebook_bundle(bundle, overwrite=True)


def run_ahead(app, env, docnames):
    """Execute the notebooks among `docnames` that have no outputs yet, and cache what they show."""
    config = env.mystnb_config
    if config.execution_mode != "cache":
        return
    cache, jobs = get_cache(config.execution_cache_path), []
    for path in map(Path, map(app.env.doc2path, docnames)):
        if path.suffix == ".ipynb":
            notebook, record = look_up(path, Path(app.srcdir), cache)
            jobs += [(path, notebook)] if record is None else []
    # The proof map last; before it the longest file first, so that no long run is left at the end.
    jobs.sort(key=lambda job: (job[0].stem == "proof-map", -job[0].stat().st_size))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = pool.map(lambda job: run(*job, config.execution_timeout), jobs)
        for (path, _), result in zip(jobs, results, strict=True):
            keep(cache, path, result)


def setup(app):
    os.environ |= KERNELS
    gc.set_threshold(*RARE)
    app.connect("env-before-read-docs", run_ahead)
