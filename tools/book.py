"""Run the command that builds the book, `python -P tools/book.py COMMAND ... FOLDER`, if it is due.

Beside the site lies a stamp of the last good build: digests of what it started from, and of what it
wrote. Where all agree with what is there, nothing is to be done. A build takes the stamp away and
leaves one if it succeeds. Without one, Sphinx starts from nothing but the outputs of notebooks that
it cached, since it reports the warnings of a page only when it reads it. So it does where a file of
the site was changed or lost, and where all pages have changed: with another theme or configuration,
and with another Python, packages or environment, which Sphinx does not compare.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

STAMP = "_build/.stamp"
MADE = ("html", ".doctrees", "jupyter_execute")
# Pages name scripts and styles with their digests, and in their footers the rooms that there are.
ALL_PAGES = r"theme/|_config\.yml$|_toc\.yml$|.*\.(js|css)$"
ROOMS = ("lib/", "tests/", "homework/release/")
OTHERS = r"\.|_build$|__pycache__$"  # names that the book's own files do not have
# How the variables begin that theme/repository.py, Python or Sphinx read.
NAMES = ("GITHUB_REPOSITORY", "GITHUB_SERVER_URL", "PYTHON", "SOURCE_DATE", "LANG", "LC_", "TZ")


def digests(folder: Path, left_out: str = "$") -> dict[str, str]:
    """SHA-256 of each file in a folder by its path, but for files and folders of some names."""
    found, skip = {}, re.compile(left_out)
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not skip.match(name)]
        for path in (Path(place, name) for name in files if not skip.match(name)):
            if path.is_file():  # no socket, and no link that leads nowhere
                name = path.relative_to(folder).as_posix()
                found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def git(folder: Path, *words: str) -> str:
    """What git says of a folder; "" where it says nothing, or is missing."""
    try:
        done = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout.strip()


def sources(folder: Path) -> dict[str, str]:
    """What the pages come from: the book's files, and its commit, which its notebooks name."""
    return digests(folder, OTHERS) | {"": git(folder, "rev-parse", "HEAD")}


def surroundings(folder: Path, command: list[str]) -> list:
    """What else decides the pages: command, Python, packages, environment, the remote's name."""
    packages = [f.name for place in sys.path for f in Path(place).glob("*.dist-info")]
    variables = {k: v for k, v in os.environ.items() if k.startswith(NAMES)}
    remote = git(folder, "config", "--get", "remote.origin.url")
    tool = Path(__file__).read_text("utf-8")
    return [command, sys.version, sys.prefix, sorted(packages), variables, remote, tool]


def prepare(folder: Path, now: dict, last: dict, site: dict[str, str]) -> None:
    """Leave of the build before what the next one can start from.

    Parameters
    ----------
    folder : the book's
    now, last : the digests of this build and of the last good one, which may be empty
    site : the digests of the site's files that are there
    """
    here, before = now["sources"], last.get("sources", {})
    changed = {name for name in here.keys() | before if here.get(name) != before.get(name)}
    if (
        not last
        or now["surroundings"] != last["surroundings"]
        or not last["site"].items() <= site.items()
        or any(re.match(ALL_PAGES, name) for name in changed)
        or any(name.startswith(ROOMS) for name in here.keys() ^ before)
    ):
        for path in (folder / "_build" / name for name in MADE):
            if path.exists():
                shutil.rmtree(path)
        return
    built = (folder / STAMP).stat().st_mtime
    for path in (folder / name for name in changed & here.keys() - {""}):
        if path.stat().st_mtime <= built:  # as of a file put back; Sphinx goes by the time
            path.touch()


def build(command: list[str]) -> int:
    """Build the book in the folder that ends the command, if need be; return the exit status."""
    folder = Path(command[-1]).resolve()
    stamp, html = folder / STAMP, folder / "_build/html"
    html.parent.mkdir(exist_ok=True)
    with open(html.with_name(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one build at a time
        now = {"sources": sources(folder), "surroundings": surroundings(folder, command)}
        last = json.loads(stamp.read_text("utf-8")) if stamp.is_file() else {}
        site = digests(html)
        if last and last == now | {"site": last["site"]} and last["site"].items() <= site.items():
            print("Nothing has changed since the last build.")
            return 0
        prepare(folder, now, last, site)
        stamp.unlink(missing_ok=True)
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode:
            print("The book was not built: see above.", file=sys.stderr)
            return 1
        if sources(folder) != now["sources"]:
            print("A file changed meanwhile: the next build looks again.")
            return 0
        new = stamp.with_suffix(".new")
        new.write_text(json.dumps(now | {"site": digests(html)}), "utf-8")
        new.replace(stamp)  # whole, or not at all
    return 0


if __name__ == "__main__":
    sys.exit(build(sys.argv[1:]))
