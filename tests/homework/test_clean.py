"""What Formgrader and the feedback show of a submission that attacks the one who opens it."""

import base64
import copy
import os
import subprocess
import sys

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell
from nbgrader.api import Gradebook

from homework.grading import clean, formulas
from homework.grading.steps import OWN
from tests import browsing
from tests.homework.course import Course

HOST = "https://elsewhere.test"
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
PAGE = base64.b64encode(b"<script>console.warn(1)</script>").decode()


def runs(name: str) -> str:
    """A script that reports to the test that it ran."""
    return f"console.warn('ran {name}')"


def code_cell(data: dict, **more) -> NotebookNode:
    """A code cell with an output."""
    cell = new_code_cell("1", outputs=[new_output("display_data", data)])
    cell.outputs[0].update(more)
    return cell


def carrying(source: str, **attachments) -> NotebookNode:
    return new_markdown_cell(source, attachments=attachments)


def script(name: str) -> str:
    return f"<script>{runs(name)}</script>"


def hit(name: str) -> str:
    return f'<img src="data:," onerror="{runs(name)}">'


ATTACKS = {
    # cells that run something when the page opens
    "script": new_markdown_cell(script("script")),
    "handler": new_markdown_cell(f"As $a < b$, {hit('handler')} holds."),
    "mermaid": new_markdown_cell(f"```mermaid\n{script('mermaid')}\n```"),
    "html-output": code_cell({"text/html": script("html-output")}),
    "markdown-output": code_cell({"text/markdown": hit("markdown-output")}),
    "script-output": code_cell({"application/javascript": f"</script>{script('script-output')}"}),
    "width": code_cell(
        {"image/png": PNG},
        metadata={"image/png": {"width": "1 onload=console.warn('ran\\x20width')"}},
    ),
    # that ask another host for something
    "image": new_markdown_cell(f"![a picture]({HOST}/image.png)"),
    "image-html": new_markdown_cell(f'<img src="{HOST}/image-html.png">'),
    # what waits for a click, covers the page, or keeps it from opening
    "link": new_markdown_cell(f"[a]( javascript:{runs('link')}) [b](JaVaScRiPt&#58;alert(1))"),
    "link-data": new_markdown_cell(f"[proof](data:text/html;base64,{PAGE})"),
    "link-here": new_markdown_cell("[proof](/formgrader/manage_students/%22;alert(1)//)"),
    "cover": new_markdown_cell('<div id="statusmessage" style="position: fixed; inset: 0">x</div>'),
    "raw": new_raw_cell(script("raw")),
    "attachment": carrying(
        "![x](attachment:x.png)", **{"x.png": {"text/html": f'"><img src="{HOST}/attachment">'}}
    ),
    "missing": new_markdown_cell("![x](attachment:nowhere.png)"),
    "svg-attachment": carrying("![x](attachment:a)", a={"image/svg+xml": PAGE}),
    "name": carrying('![x](attachment:"><b>)', **{'"><b>': {"image/png": '"><img src=x>'}}),
    "tags": new_code_cell("1", metadata={"tags": ['"><i id="tag">'], "magics_language": '"><i>'}),
    "formula": new_markdown_cell(
        rf"$\href{{javascript:{runs('formula')}}}{{x}}$ $\style{{position: fixed}}{{y}}$ "
        rf"$\text{{<img src=x onerror={runs('text')}>}}$ \ue0000\ue001 $\class{{navbar}}{{z}}$"
    ),
    "forged": new_markdown_cell("## 7. Find the error\n\n**Rubric.** Full points."),
    "nested": new_markdown_cell("> " * 3000 + "[" * 3000 + "**a" * 2000 + "$" * 3001),
    "code": new_code_cell(
        f'"""</pre></div>{script("tail")}',
        outputs=[
            new_output("stream", text=script("tail")),
            new_output("error", traceback=[script("tail")]),
            new_output("display_data", {"text/plain": script("tail")}),
        ],
    ),
}
HONEST = r"""
Let $a < b$ and $x_i<y_i$, so a<b>c, `if x < y`, and ξ ≤ α.

$$\begin{aligned} a &\le b \\ c &< d \end{aligned}$$

\begin{align} u &> v \end{align}

| $i$ | *mistake* |
|----:|:---------:|
| 1 | **yes** |

1. See [Novikoff](https://doi.org/10.1).

```python
if a < b: pass
```

![a plot](attachment:plot.png)
"""
STUDENT = "s<b>1"

pytestmark = pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A graded submission that holds all attacks, with what nbgrader made of it."""
    made = Course(tmp_path_factory.mktemp("clean"), "perceptron")
    notebook = made.solved()
    honest = carrying(HONEST, **{"plot.png": {"image/png": PNG}})
    for cell in map(copy.deepcopy, [honest, *ATTACKS.values()]):
        cell.metadata[OWN] = True  # as `Restore` marks them
        notebook.cells.append(cell)
    path = made.root / "autograded" / STUDENT / "perceptron/hw-perceptron.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(nbformat.v4.writes(notebook))
    with Gradebook(f"sqlite:///{made.root}/gradebook.db") as book:
        book.add_student(STUDENT, first_name='"><i>', last_name="</script>")
        book.add_submission("perceptron", STUDENT)
    made.nbgrader("generate_feedback", "perceptron")
    return made


@pytest.fixture(scope="module")
def server(course, tmp_path_factory):
    """The address and the token of a JupyterLab with Formgrader."""
    folder = tmp_path_factory.mktemp("server")
    own = {f"JUPYTER_{kind}_DIR": str(folder / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    words = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"]
    with (folder / "log").open("w") as log:
        kept = {"cwd": course.root, "env": os.environ | own, "stdout": log, "stderr": log}
        lab = subprocess.Popen([*words, "--ServerApp.port=0"], **kept)
        yield browsing.started(lab, folder)
        lab.terminate()
        lab.wait(60)


FORMGRADER = pytest.param("formgrader", marks=pytest.mark.nightly)  # it starts JupyterLab


@pytest.fixture(scope="module", params=[FORMGRADER, "feedback"])
def page(request, course, chromium):
    """Each of the pages that show the submission, open in a browser."""
    if request.param == "formgrader":
        url, token = request.getfixturevalue("server")
        with Gradebook(f"sqlite:///{course.root}/gradebook.db") as book:
            submission = book.find_submission_notebook("hw-perceptron", "perceptron", STUDENT)
            path = f"formgrader/submissions/{submission.id}/?token={token}"
    else:
        url, path = f"file://{course.root}/feedback/", f"{STUDENT}/perceptron/hw-perceptron.html"
    visit = browsing.Visit(chromium, url, path)
    visit.page.wait_for_timeout(500)
    yield visit
    visit.close()


def ran(visit) -> set[str]:
    return {error.removeprefix("ran ") for error in visit.errors if error.startswith("ran ")}


def test_nothing_runs_and_nothing_is_asked_from_another_host(page):
    assert page.page.locator(".rendered_html").count() > 20  # the page is there
    assert ran(page) == set()
    page.page.evaluate(runs("this"))
    with page.page.expect_event("requestfailed"):
        page.page.evaluate("() => { new Image().src = 'https://control.test/this.png' }")
    assert ran(page) == {"this"}, "what runs is seen"
    # Formgrader itself asks for MathJax; a page of feedback asks for nothing at all.
    hosts = {"cdnjs.cloudflare.com"} if "formgrader" in page.page.url else set()
    asked = {url.split("/")[2] for url in page.outside}
    assert "control.test" in asked and asked - {"control.test"} <= hosts


def test_what_the_student_added_is_marked(page):
    marks = page.page.locator(".rendered_html", has_text=clean.THEIRS.strip("*"))
    assert marks.count() == 1 + len(ATTACKS)
    forged = page.page.locator(".rendered_html", has_text="Rubric. Full points.")
    before = "e => e.closest('.cell').previousElementSibling.innerText"
    assert forged.evaluate(before).strip() == clean.THEIRS.strip("*")


INSIDE = "[...document.querySelectorAll('.text_cell_render *, .input_area *, .output_area *')]"


def test_an_answer_holds_text_tables_and_its_own_pictures_alone(page):
    links = page.page.evaluate(f"{INSIDE}.filter((e) => e.href).map((e) => e.href)")
    assert links == ["https://doi.org/10.1"]
    assert page.page.locator("#notebook :is(script, style, iframe, form, svg, b)").count() == 0
    found = set(page.page.evaluate(f"{INSIDE}.map((e) => e.localName)"))
    assert found <= {*clean.TAGS.split(), *formulas.TAGS.split()}
    sources = set(page.page.evaluate(f"{INSIDE}.filter((e) => e.src).map((e) => e.src)"))
    assert f"data:image/png;base64,{PNG}" in sources
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    odd = "getComputedStyle(e).position != 'static' || e.id || e.name || e.hasAttribute('onload')"
    assert page.page.evaluate(f"{INSIDE}.filter((e) => {odd}).map((e) => e.outerHTML)") == []
    assert page.page.locator("#tag, nav b, nav i").count() == 0  # the student's name and id too


def test_what_an_honest_student_writes_stays(page):
    answer = page.page.locator(".rendered_html", has_text="Novikoff").last
    assert ", so a<b>c, if x < y, and ξ ≤ α." in answer.inner_text()
    shown = answer.locator("math").evaluate_all("all => all.map((e) => e.textContent)")
    assert shown == ["a<b", "xi<yi", "a≤bc<d", "u>v", "i"]
    assert answer.locator("math").first.bounding_box()["width"] > 20, "the browser sets it"
    assert answer.locator("td").all_inner_texts() == ["1", "yes"]
    assert answer.locator("pre .k").all_inner_texts() == ["if", "pass"]
    assert answer.locator("img[alt='a plot']").evaluate("e => e.naturalWidth") == 1
    for attack in ("script", "raw"):  # HTML shows as text
        assert script(attack) in page.page.locator("body").inner_text()


OTHERS = """
    manage_students manage_students/{} manage_students/{}/perceptron manage_submissions/perceptron
    gradebook/perceptron/hw-perceptron manage_students/%22;console.warn('ran%20address')%2F%2F
"""


@pytest.mark.nightly
@pytest.mark.parametrize("path", OTHERS.split())
def test_the_other_pages_take_no_id_and_no_address_for_html(server, chromium, path):
    url, token = server
    path = path.format("s%3Cb%3E1")
    visit = browsing.Visit(chromium, url, f"formgrader/{path}?token={token}")
    visit.page.wait_for_timeout(500)
    assert ran(visit) == set()
    assert visit.page.locator("td b, td i, li b, script b").count() == 0
    visit.close()
