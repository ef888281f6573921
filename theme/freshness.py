"""Re-run a notebook when a part of `lib` that it uses has changed.

The execution cache matches a notebook by its code cells and its kernel alone, so a change in `lib`
would leave stale outputs on the page. This extension writes a digest of everything else that the
outputs rest on into the kernel's metadata, in memory, before the notebook is looked up: the `lib`
modules that the cells import, directly or through one another, the data files inside `lib`, the
lock file and the Python version. A digest seen before finds its outputs again.

A change in `theme/` re-reads every page, with outputs from the cache. A notebook whose cell failed
fails the build, also one that treats warnings as mere warnings.
"""

import ast
import hashlib
import json
import sys
from functools import cache
from pathlib import Path

from IPython.core.inputtransformer2 import TransformerManager

CODE = {".py", ".pyc"}
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


@cache
def imports(code: str, package: str = "") -> frozenset[str]:
    """Names that code may import as modules, in full; those of code that does not parse are none.

    Parameters
    ----------
    code : of a module, or of a notebook's cell
    package : where the module is, for what it imports from its neighbors
    """
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return frozenset()  # running it reports the error
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            start = ".".join([*above, *filter(None, [node.module])])
            names |= {start} | {f"{start}.{alias.name}" for alias in node.names}
    return frozenset(names)


def dependencies(notebook: dict, root: Path) -> set[Path]:
    """Files of `lib` that the outputs of `notebook` rest on; empty if it never imports `lib`."""
    transform = TransformerManager().transform_cell
    cells = ("".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code")
    names = set().union(*(imports(transform(cell)) for cell in cells))
    found = set()
    while names:
        name = names.pop()
        *above, last = parts = name.split(".")
        if above:
            names.add(".".join(above))  # a package's own code runs first
        for path in (root.joinpath(*parts, "__init__.py"), root.joinpath(*above, f"{last}.py")):
            if path.is_file() and path not in found:
                found.add(path)
                package = name if path.stem == "__init__" else ".".join(above)
                inner = imports(path.read_text("utf-8"), package)
                if "pkgutil" in inner:  # it collects the modules beside it
                    inner |= {f"{package}.{beside.stem}" for beside in path.parent.iterdir()}
                names |= inner
    modules = {path for path in found if path.is_relative_to(root / "lib")}
    data = (p for p in (root / "lib").rglob("*") if p.is_file() and p.suffix not in CODE)
    # A module's own script or style, of its name, counts with it; other data with every module.
    code = {path: path.with_suffix(".py") for path in data if modules}
    return modules | {p for p in code if code[p] in modules or not code[p].exists()}


def digest(paths: set[Path], *words: str) -> str:
    """SHA-256 over the names and contents of `paths`, and over `words`."""
    state = hashlib.sha256("\0".join(words).encode())
    for path in sorted(paths):
        state.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()


def notebook_digest(text: str, root: Path) -> str:
    """Digest of what the outputs of the notebook in `text` rest on besides its own cells."""
    lock = {path for path in [root / "constraints.txt"] if path.is_file()}
    return digest(dependencies(json.loads(text), root) | lock, sys.version)


def marked(text: str, root: Path) -> tuple[str, str]:
    """The notebook in `text` with its digest where the cache looks for a match, and the digest."""
    notebook, key = json.loads(text), notebook_digest(text, root)
    notebook["metadata"].setdefault("kernelspec", dict(KERNEL))["lib"] = key
    return json.dumps(notebook), key


def mark(app, docname, source):
    """Mark a notebook as it is read, and remember its digest."""
    if app.env.doc2path(docname).endswith(".ipynb"):
        source[0], app.env.freshness[docname] = marked(source[0], Path(app.srcdir))


def outdated(app, env, added, changed, removed):
    """Name the pages to read again: all if `theme/` changed, else notebooks whose digest did."""
    root = Path(app.srcdir)
    theme = digest({p for p in (root / "theme").rglob("*") if p.is_file() and p.suffix != ".pyc"})
    seen = getattr(env, "freshness", {})
    env.freshness = {**seen, "theme": theme}
    if seen.get("theme") != theme:
        return sorted(env.found_docs)
    notebooks = {doc: Path(env.doc2path(doc)) for doc in env.found_docs}
    return sorted(
        doc
        for doc, path in notebooks.items()
        if path.suffix == ".ipynb"
        and seen.get(doc) != notebook_digest(path.read_text("utf-8"), root)
    )


def fail_on_failed_cells(app, exception):
    """Let the build end with an error status if a notebook on its pages did not run through."""
    if exception is None:
        runs = [data.get("exec_data") for data in app.env.nb_metadata.values()]
        if not all(run["succeeded"] for run in runs if run):
            app.statuscode = 1


def setup(app):
    app.connect("env-get-outdated", outdated)
    app.connect("source-read", mark)
    app.connect("build-finished", fail_on_failed_cells)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
