"""Re-run a notebook when a part of `lib` that it uses has changed.

The execution cache matches a notebook by its code cells and its kernel alone, so a change in `lib`
would leave stale outputs on the page. This extension writes a digest of everything else that the
outputs rest on into the kernel's metadata, in memory, before the notebook is looked up: the `lib`
modules that the cells import, directly or through one another, the data files inside `lib`, the
lock file and the Python version. A digest seen before finds its outputs again.

A change in `theme/` re-reads every page, with outputs from the cache.
"""

import ast
import hashlib
import json
import sys
from pathlib import Path

from IPython.core.inputtransformer2 import TransformerManager


def module_files(tree: ast.AST, lib: Path) -> set[Path]:
    """Files of the `lib` modules that the imports in `tree` name, at any depth of the code."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # lib is flat: a relative import in it starts at lib itself.
            base = ".".join(filter(None, ["lib" if node.level else "", node.module]))
            names.update([base, *(f"{base}.{alias.name}" for alias in node.names)])
    ours = [name.split(".")[1:] for name in names if name == "lib" or name.startswith("lib.")]
    paths = {lib / "__init__.py" for _ in ours} | {lib.joinpath(*n).with_suffix(".py") for n in ours}
    return {path for path in paths if path.is_file()}


def parsed(cell: dict) -> ast.AST:
    """Syntax tree of a code cell, its magics translated to Python."""
    try:
        return ast.parse(TransformerManager().transform_cell("".join(cell["source"])))
    except SyntaxError:  # running the cell reports it; it imports nothing
        return ast.Module(body=[], type_ignores=[])


def dependencies(notebook: dict, lib: Path) -> set[Path]:
    """Files of `lib` that the outputs of `notebook` rest on; empty if it never imports `lib`."""
    trees = [parsed(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    found: set[Path] = set()
    while new := set().union(*(module_files(tree, lib) for tree in trees)) - found:
        found |= new
        trees = [ast.parse(path.read_bytes()) for path in new]
    if found:
        found |= {p for p in lib.rglob("*") if p.is_file() and p.suffix not in {".py", ".pyc"}}
    return found


def digest(paths: set[Path], *words: str) -> str:
    """SHA-256 over the names and contents of `paths`, and over `words`."""
    state = hashlib.sha256("\0".join(words).encode())
    for path in sorted(paths):
        state.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()


def notebook_digest(text: str, root: Path) -> str:
    """Digest of what the outputs of the notebook in `text` rest on besides its own cells."""
    lock = {path for path in [root / "constraints.txt"] if path.is_file()}
    return digest(dependencies(json.loads(text), root / "lib") | lock, sys.version)


def mark_notebook(app, docname, source):
    """Write the digest where the cache looks for a match, and remember it."""
    if app.env.doc2path(docname).endswith(".ipynb"):
        notebook = json.loads(source[0])
        key = notebook_digest(source[0], Path(app.srcdir))
        notebook["metadata"].setdefault("kernelspec", {})["lib"] = key
        source[0] = json.dumps(notebook)
        app.env.freshness[docname] = key


def outdated(app, env, added, changed, removed):
    """Name the pages to read again: all if `theme/` changed, else the notebooks whose digest did."""
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


def setup(app):
    app.connect("env-get-outdated", outdated)
    app.connect("source-read", mark_notebook)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
