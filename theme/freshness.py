"""What a build redoes after a change, so that its result is that of a build from nothing.

The execution cache matches a notebook by its code cells and its kernel alone. So the kernel's
metadata gets, in memory, a digest of all else that the outputs rest on: the `lib` modules that the
cells import, directly or through one another, the texts of the theorems that they name, other data
files of `lib`, the lock file and the Python version.

Sphinx reads a page whose file is newer. Here it reads one whose text or digest is another, and all
where what shapes every page is: `theme/`, scripts and styles, packages, chapters. It writes all
where a title, a number or a label changed, which others may show.
"""

import ast
import hashlib
import json
import re
import sys
from functools import cache
from pathlib import Path

from docutils import nodes
from IPython.core.inputtransformer2 import TransformerManager
from sphinx.errors import SphinxError

LOCK = "constraints.txt"  # lists the packages
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


@cache
def imports(code: str, package: str = "") -> frozenset[str]:
    """Names that code of a package may import as modules, in full; none if it does not parse."""
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
    """Files that the outputs of a notebook rest on, if it imports `lib`."""
    transform = TransformerManager().transform_cell
    cells = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
    names = set().union(*(imports(transform(cell)) for cell in cells))
    found = theorem_texts(re.findall(r"theorem\(\"(\w+)\"\)", "\n".join(cells)), root)
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
                if name == "lib.theorems.proof_map":  # all theorems, in the order of the contents
                    found |= {*path.parent.glob("*.txt"), root / "_toc.yml"}
                names |= inner
    found = {p for p in found if p.suffix != ".py" or p.is_relative_to(root / "lib")}
    modules = {path for path in found if path.suffix == ".py"}
    for path in (root / "lib").rglob("*") if modules else ():
        if path.is_file() and path.suffix not in {".py", ".pyc"} and path.parent.name != "theorems":
            # A module's own script or style, of its name, counts with it; other data with all.
            own = path.with_suffix(".py")
            if own in modules or not own.exists():
                found.add(path)
    return found


def theorem_texts(names: list[str], root: Path) -> set[Path]:
    """The texts of some theorems, and those of the theorems from which these take claims."""
    texts = {path: path.read_text("utf-8") for path in (root / "lib/theorems").glob("*.txt")}
    home = {one: p for p in texts for one in re.findall(r"^theorem (\w+)", texts[p], re.MULTILINE)}
    found = set()
    for path in map(home.get, names):
        if path and path not in found:
            found.add(path)
            names += re.findall(r" of (\w+)$", texts[path], re.MULTILINE)
    return found


def digest(paths: set[Path], *words: str) -> str:
    """SHA-256 over the names and contents of `paths`, and over `words`."""
    state = hashlib.sha256("\0".join(words).encode())
    for path in sorted(paths):
        state.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()


@cache  # a build asks three times
def with_digest(text: str, root: Path) -> str:
    """The notebook in `text`, its digest where the execution cache looks for a match."""
    notebook = json.loads(text)
    key = digest(dependencies(notebook, root) | {*root.glob(LOCK)}, sys.version)
    notebook["metadata"].setdefault("kernelspec", dict(KERNEL))["lib"] = key
    return json.dumps(notebook)


def source(env, docname):
    """The text of a page's file, of a notebook with its digest."""
    path = Path(env.doc2path(docname))
    text = path.read_text("utf-8")
    try:
        return with_digest(text, Path(env.srcdir)) if path.suffix == ".ipynb" else text
    except json.JSONDecodeError as error:
        raise SphinxError(f"{path} is no notebook ({error}): is it merged, and whole?") from error


def add_digest(app, docname, read):
    """Add its digest to a notebook as it is read."""
    read[0] = source(app.env, docname)


def outdated(app, env, added, changed, removed):
    """Name the pages to read again, besides those whose files are newer."""
    root, seen = Path(app.srcdir), getattr(env, "freshness", {})
    looks = [path for kind in ("css", "js") for path in (root / "lib").rglob(f"*.{kind}")]
    theme = {p for p in (root / "theme").rglob("*") if p.is_file() and p.suffix != ".pyc"}
    toc = " ".join(sorted(env.found_docs))  # a reference may lead to what was not there
    env.freshness = {doc: digest(set(), source(env, doc)) for doc in env.found_docs}
    env.freshness["theme"] = digest(theme | {*looks, *root.glob(LOCK)}, sys.version, toc)
    if seen.get("theme") != env.freshness["theme"]:
        return sorted(env.found_docs)
    return sorted(doc for doc in env.found_docs if seen.get(doc) != env.freshness[doc])


def dump(value):
    """A value of Sphinx's environment as text, the same in every build."""
    match value:
        case nodes.Node():
            return value.pformat()
        case dict():
            return "".join(sorted(f"{key}: {dump(part)}\n" for key, part in value.items()))
        case set():
            return " ".join(sorted(map(dump, value)))
    return str(value)


def write_all_if_shared(app, env):
    """Have every page written where what pages show of one another has changed."""
    numbers = [env.toc_secnumbers, env.toc_fignumbers, env.domaindata["math"]["objects"]]
    labels = [env.domaindata["std"], env.domaindata["citation"]]
    labels.append({doc: data.get("labels") for doc, data in env.metadata.items()})
    labels += [getattr(env, name, {}) for name in ("proof_list", "sphinx_exercise_registry")]
    order = [env.toctree_includes, env.titles, env.longtitles]
    before, env.shared = getattr(env, "shared", None), "".join(map(dump, order + numbers + labels))
    return [] if env.shared == before else sorted(env.found_docs)


def setup(app):
    app.connect("env-get-outdated", outdated)
    app.connect("source-read", add_digest)
    app.connect("env-get-updated", write_all_if_shared, priority=900)  # when numbers are given
