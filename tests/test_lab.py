"""Chapters in a real JupyterLab: run to the end, and their sliders moved by keyboard.

The suite opens the two chapters that ask the most of it; `make lab-test` opens every one, and
prints how long their sliders take.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time

import pytest
from playwright.sync_api import expect

from tests import browsing

CHAPTERS = browsing.ROOT / "chapters"
SHORT = {"perceptron", "margin-perceptron"}  # the laboratory; two sliders over two panels
NAMES = [
    pytest.param(path.stem, marks=[] if path.stem in SHORT else [pytest.mark.long])
    for path in sorted(CHAPTERS.glob("*.ipynb"))
]
LIMIT = 200  # ms from a key to its picture
STEPS = {}  # chapter: the ms of each step

OPEN = """name => {
  const shown = window.jupyterapp?.shell.currentWidget;
  const kernel = shown?.sessionContext?.session?.kernel;
  return shown?.context?.path === `${name}.ipynb` && kernel?.status === "idle";
}"""
# The value of an expression in the kernel.
ASK = """async expression => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  const content = { code: "", silent: true, user_expressions: { it: expression } };
  return (await kernel.requestExecute(content).done).content.user_expressions.it.data["text/plain"];
}"""
# From a key to the moment when another picture can be painted.
WATCH = """box => {
  const before = box.querySelector("img").src;
  let began;
  box.addEventListener("keydown", () => { began = performance.now(); }, { once: true });
  window.answered = new Promise((resolve, reject) => {
    const look = async () => {
      const image = box.querySelector("img");
      if (!image || image.src === before) return requestAnimationFrame(look);
      await image.decode();
      resolve(performance.now() - began);
    };
    look();
    setTimeout(() => reject(new Error("the picture stays as it is")), 60000);
  });
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A JupyterLab over copies of the chapters, with settings of its own; yields its address."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(CHAPTERS, folder / "chapters", ignore=shutil.ignore_patterns(".*"))
    own = {f"JUPYTER_{kind}_DIR": str(folder / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    environment = os.environ | own | {"IPYTHONDIR": str(folder / "ipython")}
    del environment["BOOK_EXPLORE"]  # the sliders decide for themselves that they are live
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ServerApp.port=0", f"--ServerApp.root_dir={folder / 'chapters'}"]
    command += ["--expose-app-in-browser"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            yield address(process, folder)
        finally:
            process.terminate()
            process.wait()


def address(process, folder):
    """The (address, token) of a server, once it has written them down."""
    for _ in range(600):
        if list(folder.glob("RUNTIME/jpserver-*-open.html")):  # written last
            about = json.loads(next(folder.glob("RUNTIME/jpserver-*.json")).read_text())
            return about["url"], about["token"]
        assert process.poll() is None, (folder / "log").read_text()
        time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start:\n{(folder / 'log').read_text()}")


@pytest.fixture(scope="module")
def chromium():
    with browsing.browser() as browser:
        yield browser


class Desk(browsing.Visit):
    """A JupyterLab in a browser tab; it warns of plugins that load slowly, which is no error."""

    def hear(self, message):
        if message.type == "error":
            self.errors.append(message.text)


@pytest.fixture
def desk(server, chromium):
    """Open a chapter in a workspace of its own, and close it after the test."""
    desks = []

    def opened(name):
        url, token = server
        path = f"lab/workspaces/{name}/tree/{name}.ipynb?token={token}"
        desks.append(Desk(chromium, url, path))
        desks[0].page.wait_for_function(OPEN, arg=name, timeout=120_000)
        return desks[0]

    yield opened
    desks[0].page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    desks[0].close()


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_runs_and_what_moves_is_live(desk, name):
    visit = desk(name)
    page = visit.page
    assert page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    notebook = page.evaluate("jupyterapp.shell.currentWidget.content.model.toJSON()")
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    wrong = {"error", "stderr"}
    assert [out for out in outputs if wrong & {out["output_type"], out.get("name")}] == []
    explorers = page.locator(".widget-vbox:has([role=slider])")
    expect(explorers).to_have_count(sum("explore(" in cell["source"] for cell in cells))
    STEPS[name] = [ms for explorer in explorers.all() for ms in steps(page, explorer)]
    laboratories = page.locator(".laboratory")
    expect(laboratories).to_have_count(sum("laboratory()" in cell["source"] for cell in cells))
    for laboratory in laboratories.all():
        before = float(page.evaluate(ASK, "lab.points[0][1]"))
        laboratory.locator(".point").first.press("ArrowUp")
        assert float(page.evaluate(ASK, "lab.points[0][1]")) == before + 1 / 8
    assert visit.errors == []
    assert visit.outside == []


def steps(page, explorer):
    """Move each slider from end to end by keyboard, some times; yield the ms of each step."""
    for handle in explorer.get_by_role("slider").all():
        handle.focus()
        at_start = handle.get_attribute("aria-valuenow") == handle.get_attribute("aria-valuemin")
        said = {"Home": set(), "End": set()}
        for key in ["End", "Home", "End"] if at_start else ["Home", "End", "Home", "End"]:
            explorer.evaluate(WATCH)
            page.keyboard.press(key)
            yield page.evaluate("window.answered")
            said[key].add(explorer.locator("img").get_attribute("alt"))
        assert [len(alts) for alts in said.values()] == [1, 1]


@pytest.mark.long
def test_a_step_is_answered_in_time(capsys):
    typical = {name: statistics.median(steps) for name, steps in STEPS.items() if steps}
    with capsys.disabled():
        print("\nThe median step of its sliders, in ms")
        for name, ms in typical.items():
            print(f"  {name:24}{ms:5.0f}")
    assert {name: ms for name, ms in typical.items() if ms > LIMIT} == {}
