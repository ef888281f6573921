"""The built site, served on this machine, and a browser: for tests, tools and benchmarks."""

import functools
import os
import shutil
import subprocess
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import yaml
from playwright.sync_api import sync_playwright

from theme.repository import origin, pages_url, repository_url

ROOT = Path(__file__).parents[1]
HTML = ROOT / "_build" / "html"
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
REPOSITORY = repository_url(os.environ, origin(ROOT), CONFIG["repository"]["url"])
SITE = pages_url(REPOSITORY)  # where it is published
# The first has no window to draw, and takes a third of the time of the second.
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",  # letters as wide as in a window
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pages():
    """Return the pages that the table of contents names, and the search page."""

    def files(entry):
        yield from [entry[key] for key in ("root", "file") if key in entry]
        for key in ("parts", "chapters", "sections"):
            for part in entry.get(key, []):
                yield from files(part)

    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    return [f"{name}.html" for name in files(toc)] + ["search.html"]


def build():
    """Bring the site up to date."""
    done = subprocess.run(["make", "book"], cwd=ROOT, capture_output=True, text=True, timeout=1500)
    if done.returncode:
        raise RuntimeError(f"make book failed:\n{done.stdout}\n{done.stderr}")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *args):
        pass


@contextmanager
def served(folder=HTML, handler=Quiet):
    """Serve a folder on a free port; yield its address."""
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=folder)
    ) as server:
        server.block_on_close = False  # nor wait for a page that keeps its connection
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()


@contextmanager
def browser(profile=None):
    """Start Chromium, with a folder for what it keeps or none; it ends with the block.

    Whatever happens, it ends with this process, too.
    """
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise FileNotFoundError(
            f"Chromium is missing (none of {', '.join(BROWSERS)}): install it "
            "(Debian: apt-get install chromium-headless-shell; macOS: brew install --cask "
            "chromium)."
        )
    with sync_playwright() as playwright:
        options = {"executable_path": path, "args": FLAGS, "timeout": 120_000}
        if profile:
            chromium = playwright.chromium.launch_persistent_context(profile, **options)
        else:
            chromium = playwright.chromium.launch(**options)
        try:
            yield chromium
        finally:
            chromium.close()
