"""Run notebooks in place, as they are committed: `python tools/notebooks.py [FILE ...]`.

Text outputs stay, so that a diff shows a changed number and nbval can compare it. Pictures go, and
so does what differs from one machine or run to the next. Without a file, every chapter is run.
"""

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

CHAPTERS = Path(__file__).parents[1] / "chapters"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_METADATA = {"tags", "mystnb"}
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
        for key in cell.metadata.keys() - CELL_METADATA:
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
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        return str(error)
    normalize(notebook)
    nbformat.write(notebook, path)
    return None


def main(names: list[str]) -> int:
    """Run the named notebooks, two at a time; return how many failed."""
    os.environ["BOOK_EXPLORE"] = "static"  # as the build draws the explorers
    paths = [Path(name) for name in names] or sorted(CHAPTERS.glob("*.ipynb"))
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for path, error in zip(paths, pool.map(run, paths), strict=True):
            print(f"{path.name}: {'failed, and left as it was' if error else 'run'}", flush=True)
            if error:
                failed += 1
                print(error, file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
