"""Build one commit twice, in two folders, every notebook run anew, and compare the sites' bytes."""

import os
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[1]


def build(book):
    """Build the book in the folder `book` with its own `lib`; return its site's folder."""
    environ = {**os.environ, "PYTHONPATH": str(book)}
    command = ["make", "-C", str(ROOT), "book", f"BOOK={book}"]
    subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)
    return book / "_build" / "html"


def differences(one, two):
    """Return the names of the files that two folders do not have in common, byte for byte."""
    contents = [
        {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
        for site in (one, two)
    ]
    names = contents[0].keys() | contents[1].keys()
    return sorted(str(name) for name in names if contents[0].get(name) != contents[1].get(name))


def main():
    """Compare two builds of the last commit."""
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    with tempfile.TemporaryDirectory() as folder:
        sites = []
        for name in ("one", "another/place"):
            book = Path(folder, name)
            with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
                files.extractall(book, filter="data")
            sites.append(build(book))
        count = sum(path.is_file() for path in sites[0].rglob("*"))
        different = differences(*sites)
    if different:
        print("\n".join(["Two builds of one commit differ in:", *different]), file=sys.stderr)
        return 1
    print(f"Two builds of one commit agree in every byte of {count} files.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
