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

from theme.repository import ORIGIN, git, pages_url, repository_url

ROOT = Path(__file__).parents[1]
HTML = ROOT / "_build" / "html"
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
REPOSITORY = repository_url(os.environ, git(ROOT, *ORIGIN), CONFIG["repository"]["url"])
SITE = pages_url(REPOSITORY)  # where it is published
# The first has no window to draw, and takes a third of the time of the second.
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
FLAGS = ["--disable-gpu", "--font-render-hinting=none"]  # letters as wide as in a window


def pages():
    """Return the pages that the table of contents names, and the search page."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    parts = toc.get("parts", [toc])  # a fork may have chapters alone
    files = [toc["root"], *(one["file"] for part in parts for one in part["chapters"])]
    return [f"{name}.html" for name in files] + ["search.html"]


def build():
    """Bring the site up to date."""
    subprocess.run(["make", "book"], cwd=ROOT, check=True, timeout=1500)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *args):
        pass


@contextmanager
def served(folder=HTML, handler=Quiet):
    """Serve a folder on a free port; yield its address."""
    handler = functools.partial(handler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.block_on_close = False  # nor wait for a page that keeps its connection
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()


@contextmanager
def browser(profile=None):
    """Start Chromium, with a folder for what it keeps or none; it ends with the block."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise FileNotFoundError("Chromium is missing: `make chromium` says how to install it")
    options = {"executable_path": path, "args": FLAGS, "timeout": 120_000}
    with sync_playwright() as playwright:
        launch = playwright.chromium.launch
        if profile:
            launch = functools.partial(playwright.chromium.launch_persistent_context, profile)
        with launch(**options) as chromium:
            yield chromium
