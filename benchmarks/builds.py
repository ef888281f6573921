"""Building the book.

Time on the clock of two cores, beside what it may take: from a clone to the book, its packages
downloaded; of the book from nothing, every notebook run; and after an edit of one line of
`lib/perceptron.py`, on which most chapters rest.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Row

PEER = "limit"
ROOT = Path(__file__).parents[1]
MOST = 3600  # seconds for any of them, or there is no measurement
OWN = {"PYTHONPATH", "OMP_NUM_THREADS", "MAKEFLAGS", "MAKELEVEL"}  # not for the clone's own make


def rows() -> Iterator[Row]:
    """Each time beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["git", "clone", "--quiet", str(ROOT), folder]
        begun = time.perf_counter()
        subprocess.run(command, check=True, timeout=MOST)
        make_book(Path(folder))
        yield compared_row("from clone to book", time.perf_counter() - begun, 150.0)
        subprocess.run(["make", "-C", folder, "clean"], check=True, capture_output=True)
        yield compared_row("from nothing", make_book(Path(folder)), 60.0)
        edited = Path(folder, "lib/perceptron.py")
        edited.write_text(edited.read_text("utf-8") + "# edited\n", "utf-8")
        yield compared_row("one line of lib edited", make_book(Path(folder)), 30.0)


def make_book(clone: Path) -> float:
    """Seconds that `make book` takes in a clone; raises CalledProcessError where it fails."""
    kept = {name: value for name, value in os.environ.items() if name not in OWN}
    command = ["make", "-C", str(clone), "book"]
    begun = time.perf_counter()
    subprocess.run(
        command, env=kept | {"PIP_NO_CACHE_DIR": "1"}, check=True, capture_output=True, timeout=MOST
    )
    return time.perf_counter() - begun


def compared_row(data: str, seconds: float, limit: float) -> Row:
    """The row of a time and what it may be."""
    return Row(data, seconds, limit, seconds / limit, 1.0)
