"""Run notebooks in place, as they are committed: `python -m tools.notebooks [FILE ...]`.

Text outputs stay, so that a diff shows a changed number. Pictures go, and what differs from one
machine or run to the next. Without a file, every chapter is run.
"""

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat

from theme import ahead, freshness

CHAPTERS = Path(__file__).parents[1] / "chapters"
METADATA = {"kernelspec": freshness.KERNEL, "language_info": {"name": "python"}}
PICTURE = re.compile(
    r'<div class="picture" role="img" aria-label="([^"]*)">.*?</div>'
    r'|<svg role="img" aria-label="([^"]*)".*?</svg>',
    re.DOTALL,
)
BESIDE = re.compile(r'<svg aria-hidden="true".*?</svg>', re.DOTALL)  # words that say the same
FRAMES = re.compile(r', "frames": [^\']*')  # of an explorer; the words of its states stay


def normalize(notebook: nbformat.NotebookNode) -> None:
    """Strip pictures, and everything that says where and when the notebook was run."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        for key in cell.metadata.keys() - {"tags", "mystnb"}:
            del cell.metadata[key]
        if {"hide-input", "remove-input"} & {*cell.metadata.get("tags", [])}:  # JupyterLab folds it
            cell.metadata["jupyter"] = {"source_hidden": True}
        for output in cell.get("outputs", []):
            if "data" in output:
                strip_pictures(output)


def strip_pictures(output: nbformat.NotebookNode) -> None:
    """Drop the image and widget types of an output; of pictures in its HTML leave the words."""
    for mime in list(output.data):
        if mime.startswith(("image/", "application/vnd.jupyter.widget")):
            del output.data[mime]
            output.metadata.pop(mime, None)
    if "text/html" in output.data:
        html = BESIDE.sub("", FRAMES.sub("}", output.data["text/html"]))
        output.data["text/html"] = PICTURE.sub(r"<p>Picture: \1\2</p>", html)


def run(path: Path) -> str | None:
    """Execute and rewrite the notebook at `path`; return the error of the cell that failed."""
    result = ahead.run(path, nbformat.read(path, as_version=4), 600)
    if result.err:
        return f"{path.name} failed, and is left as it was: {result.err}"
    normalize(result.nb)
    nbformat.write(result.nb, path)
    return None


if __name__ == "__main__":
    os.environ |= ahead.KERNELS
    paths = [Path(name) for name in sys.argv[1:]] or sorted(CHAPTERS.glob("*.ipynb"))
    with ThreadPoolExecutor(ahead.AT_ONCE) as pool:
        errors = [*filter(None, pool.map(run, paths))]
    sys.exit("\n".join(errors) or None)
