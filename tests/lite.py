"""The door without a server, in Chromium: `make lite-test`, which is no part of `make test`.

Where Pyodide's release could be had, every chapter runs, and says what is stored; elsewhere, where
numpy is missing, no page leads to this door. Python, SymPy, z3 and widgets are tried everywhere.
"""

import nbformat
import pytest

from tools.notebooks import CHAPTERS, normalize
from tools.website import HTML, browser, served

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
STEMS = sorted(path.stem for path in CHAPTERS.glob("*.ipynb"))
COMPLETE = STEMS if (HTML / "lite/complete").exists() else []
KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
RUN = f"""async code => {{
  const future = {KERNEL}.requestExecute({{ code }}), said = [];
  future.onIOPub = ({{ content }}) => said.push(content.text ?? content.evalue ?? "");
  await future.done;
  return said.join("");
}}"""
SOLVE = 'import sympy, z3; x = z3.Real("x"); print(sympy.diff("x**2")); z3.solve(x * x < 0)'
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
            return page

        yield opened
    assert outside == []


def test_sympy_differentiates_z3_solves_and_widgets_are_live(door):
    page = door("block-novikoff")
    assert page.evaluate(RUN, SOLVE).split() == ["2*x", "no", "solution"]
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


@pytest.mark.parametrize("name", COMPLETE)
def test_a_chapter_says_what_is_stored(door, name):
    page = door(name)
    page.evaluate(RUN, "import os; os.environ['BOOK_EXPLORE'] = 'static'")
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    shown = texts(page.evaluate("JSON.stringify(jupyterapp.shell.currentWidget.content.model)"))
    page.close()
    assert shown == texts((CHAPTERS / f"{name}.ipynb").read_text("utf-8"))
    door = f"lite/notebooks/index.html?path={name}.ipynb"
    assert door in (HTML / f"chapters/{name}.html").read_text("utf-8")
