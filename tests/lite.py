"""The door without a server, in Chromium: `make lite-test`, which is no part of `make test`.

Where Pyodide's release could be had, every chapter runs, and says what is stored. Elsewhere numpy
is missing, and a chapter is seen to fail; Python, SymPy and z3 run all the same.
"""

import importlib
import io
import sys
from types import SimpleNamespace

import nbformat
import pytest
from playwright.sync_api import expect

from lib.proof.solver import LIMIT, SECONDS
from tests.test_second_solver import POSSIBLE, STEPS, questions
from tools.notebooks import CHAPTERS, normalize
from tools.website import HTML, browser, served

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
COMPLETE = (HTML / "lite/complete").exists()
KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
RUN = f"""async code => {{
  const future = {KERNEL}.requestExecute({{ code }}), said = [];
  future.onIOPub = ({{ content }}) => said.push(content.text ?? content.evalue ?? "");
  await future.done;
  return said.join("");
}}"""
ANSWER = """
import sympy, z3
print(sympy.diff("x**2"))
for question in {}:
    solver = z3.Tactic("qfnra-nlsat").solver()
    solver.set("rlimit", {})
    solver.set("timeout", {})
    solver.from_string(question)
    print(solver.check())"""

# A widget of each kind: both must answer to the kernel.
WIDGETS = '''
import anywidget, ipywidgets, traitlets

class Button(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      const button = document.createElement("button");
      button.textContent = "press";
      button.onclick = () => { model.set("pressed", 1); model.save_changes(); };
      el.append(button);
    } }"""
    pressed = traitlets.Int(0).tag(sync=True)

button, slider = Button(), ipywidgets.IntSlider(0, 0, 9)
ipywidgets.VBox([button, slider])'''
ADD = """async code => {
  await jupyterapp.commands.execute("notebook:insert-cell-above");
  jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.setSource(code);
  await jupyterapp.commands.execute("notebook:run-cell");
}"""


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    """Opens a chapter, and gives its page."""
    outside = []
    kept = tmp_path_factory.mktemp("profile")
    with served() as base, browser(kept) as tab:
        own = (base, "blob:", "data:")
        tab.on("request", lambda asked: asked.url.startswith(own) or outside.append(asked.url))

        def opened(name):
            page = tab.new_page()
            page.goto(f"{base}lite/notebooks/index.html?path={name}.ipynb")
            page.wait_for_function(f"() => {KERNEL}", timeout=300_000)
            assert page.evaluate(RUN, "print(6 * 7)").split() == ["42"]
            return page

        yield opened
    assert outside == []


def test_a_wheel_that_is_not_the_release_s_is_refused(tmp_path, monkeypatch):
    address = SimpleNamespace(PYODIDE_CDN_URL="https://cdn", PYODIDE_VERSION="1")  # not installed
    monkeypatch.setitem(sys.modules, "jupyterlite_pyodide_kernel.constants", address)
    lite = importlib.import_module("tools.lite")
    monkeypatch.setattr(lite, "WHEELS", tmp_path)
    monkeypatch.setattr(lite, "urlopen", lambda address, timeout: io.BytesIO(b"something else"))
    package = {"version": "2", "file_name": "a-2-py3-none-any.whl", "sha256": "that of another"}
    with pytest.raises(SystemExit, match="is not what pyodide-lock"):
        lite.wheel("a", package, {})
    assert list(tmp_path.iterdir()) == []


def test_sympy_differentiates_and_z3_proves_block_novikoff(door):
    page = door("block-novikoff")
    asked = [q for name, step in STEPS if name == "block_novikoff" for q in questions(name, step)]
    said = page.evaluate(RUN, ANSWER.format([*asked, POSSIBLE], LIMIT, 1000 * SECONDS)).split()
    assert said == ["2*x", *["unsat"] * len(asked), "sat"]


def test_widgets_are_live(door):
    page = door("block-novikoff")
    expect(page.get_by_role("heading", name="The Block–Novikoff theorem")).to_be_visible()
    page.evaluate(ADD, WIDGETS)
    page.get_by_role("button", name="press").click()
    page.get_by_role("slider").press("ArrowRight")
    assert page.evaluate(RUN, "print(button.pressed, slider.value)").split() == ["1", "1"]


def texts(source):
    """What each cell of code says, by its id, without pictures."""
    notebook = nbformat.reads(source, as_version=4)
    normalize(notebook)
    said = {cell.id: {} for cell in notebook.cells if cell.cell_type == "code"}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            plain = {output.get("name", "error"): output.get("text", output.get("evalue"))}
            for kind, text in output.get("data", plain).items():
                said[cell.id][kind] = said[cell.id].get(kind, "") + str(text)
    return said


def others(door, name):
    """Run a chapter; return what differs from its stored outputs, by cell."""
    page = door(name)
    page.evaluate(RUN, "import os; os.environ['BOOK_EXPLORE'] = 'static'")
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    shown = texts(page.evaluate("JSON.stringify(jupyterapp.shell.currentWidget.content.model)"))
    page.close()
    stored = texts((CHAPTERS / f"{name}.ipynb").read_text("utf-8"))
    return {
        cell: (shown.get(cell), said) for cell, said in stored.items() if shown.get(cell) != said
    }


if COMPLETE:

    @pytest.mark.parametrize("name", sorted(path.stem for path in CHAPTERS.glob("*.ipynb")))
    def test_a_chapter_says_what_is_stored(door, name):
        assert others(door, name) == {}

else:

    def test_a_chapter_that_cannot_run_is_seen_to_fail(door):
        assert others(door, "block-novikoff")
