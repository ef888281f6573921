"""Chapters in a real JupyterLab: rendered, saved, run to the end, with live widgets.

At a push a chapter with the scene and sliders is opened; the nightly run opens every one.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys

import nbformat
import pytest
from playwright.sync_api import expect

from tests import browsing

# It starts JupyterLab, and kernels in it; a chapter's kernel may take a minute for a cell.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

CHAPTERS = browsing.ROOT / "chapters"
PUSHED = "perceptron"  # with sliders and the scene
STEMS = sorted(path.stem for path in CHAPTERS.glob("*.ipynb"))
NAMES = [pytest.param(stem, marks=[] if stem == PUSHED else pytest.mark.nightly) for stem in STEMS]

OPEN = """name => {
  const shown = window.jupyterapp?.shell.currentWidget;
  const kernel = shown?.sessionContext?.session?.kernel;
  return shown?.context?.path === `chapters/${name}.ipynb` && kernel?.status === "idle";
}"""
RENDERED = """count => {
  const cells = jupyterapp.shell.currentWidget.node.querySelectorAll(".jp-MarkdownCell .myst");
  return [...cells].filter((cell) => cell.textContent).length === count;
}"""
# What a reader of the text sees, with "formula" for each formula and nothing for code.
READ = """() => [...jupyterapp.shell.currentWidget.node.querySelectorAll(".myst")].map((cell) => {
  const text = cell.cloneNode(true);
  text.querySelectorAll(".katex").forEach((formula) => formula.replaceWith("formula"));
  text.querySelectorAll("code").forEach((code) => code.remove());
  return text.textContent;
}).join("\\n")"""
# What of MyST's source may not show, with some words around it: a directive or a role, a fence, a
# formula, an option, a target, a label.
RAW = re.compile(
    r".{,30}(?:\{[\w:-]+\}|`|:::|\$|\\[a-zA-Z]+|\\\\|^:\w+:|\((?:[\w-]+)\)="
    r"|\b(?:thm|def|lem|prop|cor|alg|ex|eq|fig)-[a-z]+|\b[a-z]+(?:19|20)\d\d\b).{,30}",
    re.MULTILINE,
)
# In the kernel: the heights of a scene's first point and of its w, summed; a key raises one.
HEIGHTS = """async () => {
  const it = "next(s.points[0][1] + s.start[1] for s in Out.values() if hasattr(s, 'points'))";
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  const content = { code: "", silent: true, user_expressions: { it } };
  const { user_expressions } = (await kernel.requestExecute(content).done).content;
  return parseFloat(user_expressions.it.data["text/plain"]);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A JupyterLab over copies of the chapters, with settings of its own; yields its address, its
    token and the copies' folder.
    """
    folder = tmp_path_factory.mktemp("lab")
    copies = folder / "book/chapters"
    shutil.copytree(CHAPTERS, copies, ignore=shutil.ignore_patterns(".*"))
    own = {f"JUPYTER_{kind}_DIR": str(folder / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    own["JUPYTERLAB_SETTINGS_DIR"] = str(folder / "settings")
    environment = os.environ | own | {"IPYTHONDIR": str(folder / "ipython")}
    del environment["BOOK_EXPLORE"]  # a reader has not set it
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ServerApp.port=0", f"--ServerApp.root_dir={folder / 'book'}"]
    command += ["--expose-app-in-browser"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            yield *browsing.started(process, folder), copies
        finally:  # kernels end where their server has ended
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            with contextlib.suppress(ProcessLookupError):  # where all have gone
                os.killpg(process.pid, signal.SIGKILL)


class Desk(browsing.Visit):
    """A JupyterLab in a browser tab. It warns of plugins that load slowly, and its reader of MyST
    advises against links to headings, which work: neither is an error.
    """

    def record_message(self, message):
        lines = message.text.splitlines() if message.type == "error" else []
        wrong = [line for line in lines if "to an implicit heading reference" not in line]
        self.errors += ["\n".join(wrong)] if wrong else []


@pytest.mark.parametrize("name", NAMES)
def test_a_chapter_is_rendered_and_runs_and_what_moves_is_live(server, chromium, name):
    url, token, copies = server
    visit = Desk(chromium, url, f"lab/workspaces/{name}/tree/chapters/{name}.ipynb?token={token}")
    page, notebook = visit.page, nbformat.read(CHAPTERS / f"{name}.ipynb", as_version=4)
    page.wait_for_function(OPEN, arg=name, timeout=120_000)
    texts = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    page.wait_for_function(RENDERED, arg=len(texts), timeout=120_000)
    assert RAW.findall(page.evaluate(READ)) == []
    expect(page.locator(".myst .katex-error")).to_have_count(0)
    page.evaluate("jupyterapp.shell.currentWidget.context.save()")
    saved = (copies / f"{name}.ipynb").read_text("utf-8")
    assert saved == (CHAPTERS / f"{name}.ipynb").read_text("utf-8")  # nothing for git to show

    assert page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    ran = page.evaluate("jupyterapp.shell.currentWidget.content.model.toJSON()")
    cells = [cell for cell in ran["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    said = [output for cell in cells for output in cell["outputs"]]
    assert [
        out for out in said if {"error", "stderr"} & {out["output_type"], out.get("name")}
    ] == []
    explorers = page.locator(".widget-vbox:has(.picture)")
    expect(explorers).to_have_count(sum("explore(" in cell["source"] for cell in cells))
    for explorer in explorers.all():
        picture, slider = explorer.locator(".picture").first, explorer.get_by_role("slider").first
        before = picture.inner_html()
        if slider.is_visible():
            least, now = map(slider.get_attribute, ("aria-valuemin", "aria-valuenow"))
            slider.press("End" if now == least else "Home")
        else:
            explorer.locator(".widget-toggle-buttons button:not(.mod-active)").first.press("Enter")
        expect(picture).not_to_have_js_property("innerHTML", before)
    scenes = page.locator(".scene")
    expect(scenes).to_have_count(sum('scene("' in cell["source"] for cell in cells))
    for scene in scenes.all():
        before = page.evaluate(HEIGHTS)
        scene.locator(".point[role=button], .handle.turn").first.press("ArrowUp")
        assert page.evaluate(HEIGHTS) == before + 1 / 8
    assert (visit.errors, visit.outside) == ([], [])
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    visit.close()
