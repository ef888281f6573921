"""What a grader or a student opens: a submission as Formgrader and the pages of feedback show it.

nbgrader writes a student's Markdown, HTML and all, into a page that holds the grader's own rights.
Here a notebook is cut down, before it becomes a page, to what an honest one needs: text, code,
formulas, and pictures that it carries with it.
"""

import re
from html import escape

from bleach.css_sanitizer import CSSSanitizer
from bleach.sanitizer import Cleaner
from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode, v4
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor

from homework.grading.formulas import mathml
from homework.grading.steps import LOOK, OWN

LENGTH = 10_000  # characters of one cell, or of one output: more would keep the server busy
PICTURES = {"image/png", "image/jpeg"}  # an SVG can hold anything
TAGS = """
    a br code del em img span strong blockquote div h1 h2 h3 h4 h5 h6 hr p pre
    dd dl dt li ol ul table tbody td th thead tr
"""
HEADING = re.compile(r"^#{1,3} +(.+?) *$", re.MULTILINE)
CHECK = re.compile(r"# Check, .*(?:\n# .*)*")  # the comment that begins a check
CLASS = re.compile(r"highlight|[a-z]{1,3}\d?|language-[\w+-]+")  # of highlighted code


def _may(tag: str, name: str, value: str) -> bool:
    """Tell whether an element may have an attribute."""
    if name == "href":
        return tag == "a" and value.startswith(("https://", "mailto:"))
    if name == "src":  # any other is fetched from somewhere
        return tag == "img" and value.startswith(tuple(f"data:{kind};base64," for kind in PICTURES))
    if name == "class":
        return CLASS.fullmatch(value) is not None
    return name in ("alt", "title") or (name == "style" and tag in ("td", "th"))


CSS = CSSSanitizer(allowed_css_properties=["text-align"])
PROTOCOLS = ["https", "mailto", "data"]
CLEANER = Cleaner(tags=TAGS.split(), attributes=_may, protocols=PROTOCOLS, css_sanitizer=CSS)
FORMULA = re.compile("\ue000(\\d+)\ue001")  # stands for a formula until all else is clean
THEIRS = "*The next cell is the student's own, or the one by which the site's copies install.*"


class _Renderer(IPythonRenderer):
    """nbconvert's, which shows the rest where a picture is missing, and keeps formulas apart."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.formulas = []

    def _aside(self, tex: str, display: bool) -> str:
        self.formulas.append(mathml(tex, display))
        return f"\ue000{len(self.formulas) - 1}\ue001"

    def block_math(self, body: str) -> str:
        return self._aside(body, True)

    def inline_math(self, body: str) -> str:
        return self._aside(body, False)

    def latex_environment(self, name: str, body: str) -> str:
        return self._aside(f"\\begin{{{name}}}{body}\\end{{{name}}}", True)

    def _embed_image_or_attachment(self, src: str) -> str:
        name = src.removeprefix("attachment:")
        return super()._embed_image_or_attachment(src) if name in self.attachments else src


@pass_context
def markdown(context, source: str) -> str:
    """Return Markdown as HTML that runs nothing and fetches nothing, with formulas as MathML."""
    renderer = _Renderer(
        escape=True,
        allow_harmful_protocols=False,
        exclude_anchor_links=True,
        attachments=context.get("cell", {}).get("attachments", {}),
    )
    source = source.replace("\ue000", "").replace("\ue001", "")
    cleaned = CLEANER.clean(MarkdownWithMath(renderer=renderer).render(source))
    return FORMULA.sub(lambda found: renderer.formulas[int(found[1])], cleaned)


def _short(text: str) -> str:
    if len(text) <= LENGTH:
        return text
    return f"{text[:LENGTH]}\n\n[cut here: {len(text)} characters in all]"


def _pictures(bundle: dict) -> dict[str, str]:
    """The pictures of an output or of an attachment."""
    return {kind: bundle[kind] for kind in PICTURES if kind in bundle}


def _output(output) -> NotebookNode:
    if output.output_type == "stream":
        return v4.new_output("stream", text=_short(output.text))
    if output.output_type == "error":
        return v4.new_output("error", traceback=[_short("\n".join(output.traceback))])
    words = {kind: _short(text) for kind, text in output.data.items() if kind == "text/plain"}
    return v4.new_output("display_data", _pictures(output.data) | words)


def _cell(number: int, cell) -> NotebookNode:
    # The marks are those of the released notebook, by Restore.
    marks = {key: mark for key, mark in cell.metadata.items() if key in ("nbgrader", OWN)}
    kept = {"id": f"cell-{number}", "source": _short(cell.source), "metadata": marks}
    if cell.cell_type == "markdown":
        carried = {name: _pictures(data) for name, data in cell.get("attachments", {}).items()}
        carried = {name: data for name, data in carried.items() if data}
        return v4.new_markdown_cell(**kept, attachments=carried)
    if cell.cell_type == "raw":  # nbconvert would write it into the page as it is
        return v4.new_code_cell(**kept)
    outputs = [_output(output) for output in cell.outputs]
    return v4.new_code_cell(**kept, execution_count=cell.execution_count, outputs=outputs)


class Clean(Preprocessor):
    """Cut a notebook down to text, code and pictures before a page is made of it."""

    def preprocess(self, nb, resources):
        cells = []
        for number, cell in enumerate(nb.cells):
            if cell.metadata.get(OWN):
                cells.append(v4.new_markdown_cell(THEIRS, id=f"own-{number}"))
            cells.append(_cell(number, cell))
        for name in ("student", "first_name", "last_name", "notebook_path"):
            if resources.get(name):
                resources[name] = escape(resources[name])
        return v4.new_notebook(cells=cells), resources


class ForStudents(NbGraderPreprocessor):
    """Make a page that a student can use, without notes for the grader.

    A graded cell gets its question, the last heading of the course's before it, and what it is
    about, the comment that begins it.
    """

    def preprocess(self, nb, resources):
        if nb.cells and nb.cells[0].source.startswith(LOOK.strip()):
            del nb.cells[0]
        title = question = ""
        for cell in nb.cells:
            mark = cell.metadata.get("nbgrader", {})
            if cell.cell_type == "markdown" and not mark and not cell.metadata.get(OWN):
                headings = HEADING.findall(cell.source)
                title = title or (headings or [""])[0]
                question = headings[-1] if headings else question
            if mark.get("grade"):
                about = "your answer" if mark.get("solution") else mark["grade_id"]
                if comment := CHECK.match(cell.source):
                    about = " ".join(re.findall(r"# ?(.*)", comment[0])).partition(": ")[2]
                cell.metadata.update(question=question, about=about)
        resources["title"] = title or resources["nbgrader"]["notebook"]
        return nb, resources


class Grades(GetGrades):
    """nbgrader's step that enters the points, and here what still waits for a grader."""

    def _get_score(self, cell, resources):
        super()._get_score(cell, resources)
        mark, of = cell.metadata.nbgrader, (self.assignment_id, self.student_id)
        grade = self.gradebook.find_grade(mark.grade_id, self.notebook_id, *of)
        mark["waits"] = grade.needs_manual_grade


class FeedbackPage(HTMLExporter):
    """nbconvert's, with a template of its own: `nbgrader_config.py` names it."""
