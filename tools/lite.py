"""The door without a server: the chapters in JupyterLite, in the folder `lite` of the site.

Python runs in the reader's browser, as Pyodide. The site serves a copy of its own: the core is
npm's package, other packages come from Pyodide's release, and from PyPI what that has not. Where
the release cannot be reached, Python starts but no chapter runs, and no page gets the button
*Browser*: it stands where the file `lite/complete` does (theme/downloads.py).
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
from contextlib import suppress
from pathlib import Path
from pprint import pformat
from urllib.request import urlopen

import nbformat
from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_VERSION
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build/html"
WORK = ROOT / "_build/lite"
PYODIDE, WHEELS, FILES = WORK / "static/pyodide", WORK / "wheels", WORK / "files"
CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]
LOCK = "pyodide-lock.json"  # the packages of the release, with their digests
# Of npm's package, which holds both.
DIGEST = "BKDTJyIqFxC4BExLqeRS3f5xvXZIjOt8C3zGLN/Cc7tFxSwvKVhVkchQQ2AGLOtR4YrVOIFxbV8poyDOOmWwxQ=="
EXTENSIONS = Path(sys.prefix) / "share/jupyter/labextensions"
PARTS = [
    "@jupyterlite/pyodide-kernel-extension",
    "anywidget",
    "@jupyter-widgets/jupyterlab-manager",
]
BOOK = "perceptrons-and-large-margins"
KERNEL = ["micropip", "ipython", "jedi", "comm"]  # what is there before the first cell
# What the release has not: its module, and what it needs (the widgets' other half is in PARTS).
ADDED = {
    "comm": ("comm", []),
    "psygnal": ("psygnal", []),
    "z3-solver": ("z3", []),
    "ipywidgets": ("ipywidgets", ["comm", "ipython"]),
    "anywidget": ("anywidget", ["ipywidgets", "psygnal", "typing-extensions"]),
}
SETTINGS = {
    "appName": "Perceptrons and Large Margins",
    "exposeAppInBrowser": True,  # to tests/lite.py
    "litePluginSettings": {
        PARTS[0] + ":kernel": {
            "disablePyPIFallback": True,  # ask no other host
            "loadPyodideOptions": {"packages": KERNEL},
        }
    },
}
RUN = """\
*Run → Run All Cells* runs this notebook in your browser, with no server and no account. At the
first visit Python itself comes first, {python:.0f} MB; then the next cell loads the book’s library
and what it needs, {total:.0f} MB, and says how far it is. A second visit finds all that in the
browser. What you change stays in this browser alone: *File → Download* keeps it. Until a cell has
run, words stand in place of its picture."""
CELL = """\
import pyodide_js

# What the library needs, in megabytes, and the library
sizes = {sizes}
for name in sizes:
    print(f"{{name}}: {{sizes[name]}} of {total:.0f} MB")
    await pyodide_js.loadPackage(name)"""


def in_a_browser(requirements):
    """Return the versions of those requirements that hold where Python is Pyodide."""
    asked = [Requirement(line) for line in requirements if line and not line.startswith("#")]
    here = [r for r in asked if not r.marker or r.marker.evaluate({"sys_platform": "emscripten"})]
    return {requirement.name: str(requirement.specifier)[2:] for requirement in here}


def core():
    """Unpack Pyodide's core; return its list of packages."""
    archive = WORK / f"pyodide-{PYODIDE_VERSION}.tgz"
    if not archive.is_file():
        command = ["npm", "pack", "--silent", f"pyodide@{PYODIDE_VERSION}"]
        subprocess.run(command, cwd=WORK, check=True, stdout=subprocess.DEVNULL)
    if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != DIGEST:
        raise SystemExit(
            f"{archive.name} has not the DIGEST of tools/lite.py: remove it from {WORK} and try "
            "again; after a change of jupyterlite-pyodide-kernel, put there what npm says: "
            f"`npm view pyodide@{PYODIDE_VERSION} dist.integrity`"
        )
    with tarfile.open(archive) as package:
        for name in CORE:
            (PYODIDE / name).write_bytes(package.extractfile(f"package/{name}").read())
        return json.load(package.extractfile(f"package/{LOCK}"))


def pip(*command):
    """Run pip; return whether it did what was asked."""
    command = [sys.executable, "-m", "pip", "-qq", *command]
    return not subprocess.run(command, stderr=subprocess.DEVNULL).returncode


def library():
    """Make a wheel of `lib`; return its path."""
    source = WORK / "source"
    shutil.copytree(ROOT / "lib", source / "lib", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE", "_toc.yml"):
        shutil.copy(ROOT / name, source)
    if not pip("wheel", "--no-deps", f"--wheel-dir={source}", str(source)):
        raise SystemExit(f"pip makes no wheel of the library: see `pip wheel --no-deps {source}`")
    return next(source.glob("*.whl"))


def wheel(name, package, info):
    """Return the path of a package's wheel: an earlier one, the release's, PyPI's, or None."""
    stem = f"{name.replace('-', '_')}-{package['version']}-*.whl"
    if "sha256" in package and not list(WHEELS.glob(stem)):
        address = f"{PYODIDE_CDN_URL}/{package['file_name']}"
        with suppress(OSError), urlopen(address, timeout=60) as answer:
            data = answer.read()
            if hashlib.sha256(data).hexdigest() != package["sha256"]:
                raise SystemExit(f"{package['file_name']} is not what {LOCK} says: try again")
            (WHEELS / package["file_name"]).write_bytes(data)
    if not list(WHEELS.glob(stem)):
        where = ["--platform", f"pyemscripten_{info['abi_version']}_wasm32", "--dest", str(WHEELS)]
        where += ["--python-version", info["python"], "--only-binary=:all:", "--no-deps"]
        pip("download", *where, f"{name}=={package['version']}")
    return next(WHEELS.glob(stem), None)


def gather():
    """Fill Pyodide's folder; return what each package brings in megabytes, and what is missing.

    All that is there before the first cell counts as Python.
    """
    lock, packages, missing = core(), {}, []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = in_a_browser(project["dependencies"])
    pins = in_a_browser((ROOT / "constraints.txt").read_text("utf-8").splitlines())
    pins[BOOK] = project["version"]
    own = {BOOK: ("lib", needs), **ADDED}
    known = lock["packages"] | {
        name: {
            "name": name,
            "version": pins[name],
            "install_dir": "site",
            "package_type": "package",
            "imports": [module],
            "depends": [*depends],
            "unvendored_tests": False,
        }
        for name, (module, depends) in own.items()
    }

    def add(name):
        if name in packages or name in missing:
            return 0
        package = known[name]
        if name in needs and package["version"] != pins[name]:
            raise SystemExit(
                f"Pyodide has {name} {package['version']}, and the book asks for {pins[name]}: "
                "name Pyodide's version in requirements.txt, and run `make lock`"
            )
        size = sum(add(canonicalize_name(other)) for other in package["depends"])
        path = library() if name == BOOK else wheel(name, package, lock["info"])
        if path is None:
            missing.append(name)
            return size
        shutil.copy(path, PYODIDE)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        packages[name] = package | {"file_name": path.name, "sha256": digest}
        return size + path.stat().st_size / 1e6

    python = sum(map(add, KERNEL)) + sum((PYODIDE / name).stat().st_size for name in CORE) / 1e6
    sizes = {"Python": python} | {name: round(add(name), 1) for name in [*needs, BOOK]}
    names = [name for name in [*packages, *missing] if name != BOOK]
    (WORK / "versions.txt").write_text("\n".join(f"{n}=={known[n]['version']}" for n in names))
    (PYODIDE / LOCK).write_text(json.dumps({"info": lock["info"], "packages": packages}))
    return sizes, missing


def main():
    for folder in (FILES, WORK / "static", WORK / "source", SITE / "lite"):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in (FILES, PYODIDE, WHEELS):
        folder.mkdir(parents=True, exist_ok=True)
    (WORK / ".jupyterlite.doit.db").unlink(missing_ok=True)  # what an earlier build has done
    sizes, missing = gather()
    python, total = sizes.pop("Python"), sum(sizes.values())
    shown = pformat(sizes, width=70, sort_dicts=False)
    own = {
        "run": RUN.format(python=python, total=total),
        "install": CELL.format(sizes=shown.replace("\n", "\n        "), total=total),
    }
    for path in (SITE / "_sources/chapters").glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            cell.source = own.get(cell.id, cell.source)
        nbformat.write(notebook, FILES / path.name)
    settings = {"jupyter-lite-schema-version": 0, "jupyter-config-data": SETTINGS}
    (WORK / "jupyter-lite.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "jupyter", "lite", "build", "--lite-dir=.", "--apps=notebooks"]
    command += ["--no-sourcemaps", "--no-unused-shared-packages", "--ignore-sys-prefix"]
    command += [f"--LiteBuildConfig.federated_extensions={EXTENSIONS / name}" for name in PARTS]
    command += [f"--output-dir={SITE / 'lite'}"]
    done = subprocess.run(command, cwd=WORK, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    print(f"JupyterLite is in {SITE / 'lite'}: Python, {python:.0f} MB, and {total:.0f} MB more.")
    if missing:
        print(f"Not to be had from {PYODIDE_CDN_URL}: {', '.join(missing)}.")
        print("So no chapter runs in this copy, and no page gets a button that leads there.")
    else:
        (SITE / "lite/complete").touch()


if __name__ == "__main__":
    main()
