"""Chapters in a real JupyterLab: read, saved, run to the end, and their sliders moved by keyboard.

At a push the text of every chapter is read, and the one with a laboratory and sliders is opened and
run. JupyterLab renders a notebook's cells by the same code as a file of Markdown, but all of them
again for each, so that errata takes a minute as a notebook and a second as a file. The nightly run
opens every chapter as the notebook that it is, follows links, and times the sliders.
"""

import contextlib
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys

import nbformat
import pytest
from playwright.sync_api import expect

from tests import browsing

# It starts JupyterLab, and kernels in it; a chapter's kernel may take a minute for a cell.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

CHAPTERS = browsing.ROOT / "chapters"
PUSHED = "perceptron"  # with sliders and the laboratory
STEMS = sorted(path.stem for path in CHAPTERS.glob("*.ipynb"))
NAMES = [pytest.param(stem, marks=[] if stem == PUSHED else pytest.mark.nightly) for stem in STEMS]
LIMIT = 200  # ms from a key to its picture
ENDING = 20  # seconds for JupyterLab to end, which waits for its last kernel
STEPS = {}  # chapter: the ms of each step

READER = "() => window.jupyterapp?.shell.currentWidget"  # the launcher
SHOW = """path => jupyterapp.commands
  .execute("docmanager:open", { path, factory: "Markdown Preview" }).then(() => undefined)"""
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
})"""
# What of MyST's source may not show: a directive or a role, a fence, a formula, an option, a
# target, a label.
RAW = re.compile(
    r"\{[\w:-]+\}|`|:::|\$|\\[a-zA-Z]+|\\\\|^:\w+:|\((?:[\w-]+)\)="
    r"|\b(?:thm|def|lem|prop|cor|alg|ex|eq|fig)-[a-z]+|\b[a-z]+(?:19|20)\d\d\b",
    re.MULTILINE,
)
PROOFS = ["proof", "theorem", "definition", "lemma", "proposition", "corollary", "algorithm"]
# The value of an expression in the kernel.
ASK = """async expression => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  const content = { code: "", silent: true, user_expressions: { it: expression } };
  return (await kernel.requestExecute(content).done).content.user_expressions.it.data["text/plain"];
}"""
# Of the first point in the only laboratory among a chapter's outputs.
HEIGHT = "next(out for out in Out.values() if hasattr(out, 'points')).points[0][1]"
# From a key to the moment when another picture can be painted.
WATCH = """box => {
  const before = box.querySelector(".picture").innerHTML;
  let began;
  box.addEventListener("keydown", () => { began = performance.now(); }, { once: true });
  window.answered = new Promise((resolve, reject) => {
    const look = () => {
      const picture = box.querySelector(".picture");
      if (!picture || picture.innerHTML === before) return requestAnimationFrame(look);
      resolve(performance.now() - began);
    };
    look();
    setTimeout(() => reject(new Error("the picture stays as it is")), 60000);
  });
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A JupyterLab over copies of the chapters, and their text beside them, with settings of its
    own; yields its address, its token and the copies' folder.
    """
    folder = tmp_path_factory.mktemp("lab")
    copies = folder / "book/chapters"
    shutil.copytree(CHAPTERS, copies, ignore=shutil.ignore_patterns(".*"))
    for stem in STEMS:
        sources, outputs = markdown(stem)
        (copies / f"{stem}.md").write_text("\n\n".join(sources + outputs), "utf-8")
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
        finally:
            end(process)


def end(process):
    """Ask a process to end, and make it after a while; kernels end where their server has ended."""
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(ENDING)
    with contextlib.suppress(ProcessLookupError):  # where all have gone
        os.killpg(process.pid, signal.SIGKILL)


class Desk(browsing.Visit):
    """A JupyterLab in a browser tab. It warns of plugins that load slowly, and its reader of MyST
    advises against links to headings, which work: neither is an error.
    """

    def hear(self, message):
        lines = message.text.splitlines() if message.type == "error" else []
        wrong = [line for line in lines if "to an implicit heading reference" not in line]
        self.errors += ["\n".join(wrong)] if wrong else []


@pytest.fixture
def desk(server, chromium):
    """Open a chapter in a workspace of its own, and close it after the test."""
    desks = []

    def opened(name):
        url, token, _ = server
        path = f"lab/workspaces/{name}/tree/chapters/{name}.ipynb?token={token}"
        desks.append(Desk(chromium, url, path))
        desks[0].page.wait_for_function(OPEN, arg=name, timeout=120_000)
        return desks[0]

    yield opened
    desks[0].page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    desks[0].close()


@pytest.fixture(scope="module")
def reader(server, chromium):
    """A JupyterLab in which no notebook is open."""
    url, token, _ = server
    visit = Desk(chromium, url, f"lab/workspaces/reader?token={token}")
    visit.page.wait_for_function(READER, timeout=120_000)
    yield visit
    visit.close()


def markdown(stem):
    """The Markdown of a chapter's cells, and the Markdown among their stored outputs."""
    cells = nbformat.read(CHAPTERS / f"{stem}.ipynb", as_version=4).cells
    outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
    sources = [cell.source for cell in cells if cell.cell_type == "markdown"]
    return sources, [data["text/markdown"] for data in outputs if "text/markdown" in data]


def raw(text):
    """What of MyST's source shows in a text, and what is around it."""
    return [text[max(0, m.start() - 30) : m.end() + 30] for m in RAW.finditer(text)]


def linked_places(name):
    """The places of a chapter that other chapters and pages link to."""
    link = re.compile(rf"\({re.escape(name)}\.ipynb#([^)]+)\)")
    texts = [path.read_text("utf-8") for path in CHAPTERS.iterdir() if path.is_file()]
    return sorted({place for text in texts for place in link.findall(text)})


def check_the_text(page, name, text, where):
    """See that MyST rendered a chapter's Markdown, with the places that links name.

    `where` holds it all, and nothing else; the first of its texts is the chapter's title.
    """
    directives = re.findall(r"^(?:`{3,}|:{3,})\{(?:prf:)?(\w+)\}", text, re.MULTILINE)
    boxes = sum(kind in {*PROOFS, "exercise"} for kind in directives)
    shown = page.locator(f"{where} .myst")
    expect(shown.locator("h1")).to_have_count(1, timeout=60_000)
    expect(shown.locator("aside:is(.myst-proof, .myst-exercise)")).to_have_count(boxes)
    assert [found for text in page.evaluate(READ) for found in raw(text)] == []
    expect(page.locator(".myst .katex-error")).to_have_count(0)
    missing = page.evaluate(
        "places => places.filter((id) => !document.querySelector(`.myst #${CSS.escape(id)}`))",
        linked_places(name),
    )
    assert missing == []
    # Each kind is counted from 1, as on the site behind the chapter's number.
    titles = shown.locator("aside:is(.myst-proof, .myst-exercise)").all_inner_texts()
    found = [match.groups() for title in titles if (match := re.match(r"(\w+) (\d+)", title))]
    kinds = [kind for kind, _ in found]
    assert found == [(kind, str(kinds[:i].count(kind) + 1)) for i, kind in enumerate(kinds)]
    folds = shown.locator("details")
    tables = text.count("<details")  # among outputs
    expect(folds).to_have_count(
        directives.count("solution") + directives.count("dropdown") + tables
    )
    assert not any(fold.evaluate("fold => fold.open") for fold in folds.all())
    if folds.count():
        folds.first.locator("summary").press("Enter")
        assert folds.first.evaluate("fold => fold.open")


@pytest.mark.parametrize("name", STEMS)
def test_a_chapter_shows_no_source_before_a_cell_runs(reader, server, name):
    reader.page.evaluate(SHOW, f"chapters/{name}.md")
    text = (server[-1] / f"{name}.md").read_text("utf-8")
    reader.errors.clear()
    try:
        check_the_text(reader.page, name, text, ".jp-MarkdownViewer")
    finally:
        reader.page.evaluate("jupyterapp.shell.currentWidget.close()")
    assert reader.errors == []


@pytest.mark.parametrize("name", NAMES)
def test_a_chapter_is_rendered_and_runs_and_what_moves_is_live(desk, server, name):
    visit = desk(name)
    page = visit.page
    sources, _ = markdown(name)
    page.wait_for_function(RENDERED, arg=len(sources), timeout=120_000)
    check_the_text(page, name, "\n\n".join(sources), ".jp-MarkdownCell")
    expect(page.get_by_text("Run → Run All Cells draws")).to_be_visible()
    assert not page.evaluate("jupyterapp.shell.currentWidget.context.model.dirty")
    page.evaluate("jupyterapp.shell.currentWidget.context.save()")
    saved = (server[-1] / f"{name}.ipynb").read_text("utf-8")
    assert saved == (CHAPTERS / f"{name}.ipynb").read_text("utf-8")  # nothing for git to show
    assert page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    notebook = page.evaluate("jupyterapp.shell.currentWidget.content.model.toJSON()")
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    said = [output for cell in cells for output in cell["outputs"]]
    wrong = {"error", "stderr"}
    assert [out for out in said if wrong & {out["output_type"], out.get("name")}] == []
    explorers = page.locator(".widget-vbox:has(.picture)")
    expect(explorers).to_have_count(sum("explore(" in cell["source"] for cell in cells))
    STEPS[name] = [ms for explorer in explorers.all() for ms in steps(page, explorer)]
    laboratories = page.locator(".laboratory")
    expect(laboratories).to_have_count(sum("laboratory(" in cell["source"] for cell in cells))
    for laboratory in laboratories.all():
        before = float(page.evaluate(ASK, HEIGHT))
        laboratory.locator(".point").first.press("ArrowUp")
        assert float(page.evaluate(ASK, HEIGHT)) == before + 1 / 8
    assert visit.errors == []
    assert visit.outside == []


def steps(page, explorer):
    """Move each slider from end to end by keyboard, some times, and press each button; yield the
    milliseconds of each step.
    """
    for handle in explorer.get_by_role("slider").all():
        handle.focus()
        at_start = handle.get_attribute("aria-valuenow") == handle.get_attribute("aria-valuemin")
        for key in ["End", "Home", "End"] if at_start else ["Home", "End", "Home", "End"]:
            explorer.evaluate(WATCH)
            page.keyboard.press(key)
            yield page.evaluate("window.answered")
    for button in explorer.locator(".widget-toggle-buttons button:not(.mod-active)").all():
        button.focus()
        explorer.evaluate(WATCH)
        page.keyboard.press("Enter")
        yield page.evaluate("window.answered")


@pytest.mark.nightly  # after all of them
def test_a_step_is_answered_in_time():
    typical = {name: statistics.median(steps) for name, steps in STEPS.items() if steps}
    assert {name: ms for name, ms in typical.items() if ms > LIMIT} == {}
