"""The button *Browser*: the site's copies of the chapters, made ready for JupyterLite.

Python runs in the reader's browser, as Pyodide, and the library is a wheel in the site. Pages get
the button when `make lite-test` has run every chapter and left the file `lite/tried`.
"""

import json
import re
from pathlib import Path

import nbformat
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
FILES = ROOT / "_build/lite/parts/files"
RUN = """\
*Run → Run All Cells* runs this notebook in your browser, with no server and no account. Python and
its packages come from other hosts, cdn.jsdelivr.net and PyPI, when you open the notebook and when
you run the next cell: the first visit takes minutes, a later one finds most of them in the browser.
What you change stays in this browser alone: *File → Download* keeps it. Until a cell has run, words
stand in place of its picture."""
# In a browser, `%pip` reads no constraints. They are the versions that tests/lite.py has tried.
INSTALL = """\
import piplite

    await piplite.install(
        "perceptrons-and-large-margins",
        constraints={pins},
    )"""


def main():
    """Write the notebooks, which pin what requirements.txt names for a kernel in a browser."""
    text = (ROOT / "requirements.txt").read_text("utf-8").partition("\n# The book\n")[0]
    asked = map(Requirement, re.findall(r"^\w[^#\n]*", text, re.MULTILINE))
    here = [r for r in asked if not r.marker or r.marker.evaluate({"sys_platform": "emscripten"})]
    pins = json.dumps([f"{r.name}{r.specifier}" for r in here], indent=12)
    install = INSTALL.format(pins=pins.replace("\n]", "\n        ]"))
    FILES.mkdir(parents=True)
    for path in (ROOT / "_build/html/_sources/chapters").glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        how, first = notebook.cells[:2]
        how.source = RUN
        first.source = re.sub(r"%pip install \S+ \S+", install, first.source)
        # JupyterLite reads no lists of lines, as nbformat writes them.
        (FILES / path.name).write_text(json.dumps(notebook))


if __name__ == "__main__":
    main()
