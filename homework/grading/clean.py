"""What a human opens: a submission as Formgrader and the pages of feedback show it.

nbgrader writes a student's Markdown, HTML and all, into a page that holds the grader's own rights.
Here a notebook is cut down, before it becomes a page, to what an honest one needs: text, code, and
pictures that it carries with it. HTML in an answer shows as the text that it is.
"""

import re
from html import escape

from bleach.css_sanitizer import CSSSanitizer
from bleach.sanitizer import Cleaner
from jinja2 import pass_context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode, v4
from nbgrader.preprocessors import NbGraderPreprocessor

from homework.grading.steps import LOOK

LENGTH = 10_000  # characters of one cell, or of one output: more would keep the server busy
PICTURES = {"image/png", "image/jpeg"}  # an SVG can hold anything
TEXT = ["a", "br", "code", "del", "em", "img", "span", "strong"]
BLOCKS = ["blockquote", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "p", "pre"]
LISTS = ["dd", "dl", "dt", "li", "ol", "ul"]
TABLES = ["table", "tbody", "td", "th", "thead", "tr"]
TAGS = TEXT + BLOCKS + LISTS + TABLES
CLASS = re.compile(r"highlight|[a-z]{1,3}\d?|language-[\w+-]+")  # of highlighted code


def _may(tag: str, name: str, value: str) -> bool:
    """Tell whether an element may have an attribute."""
    if name == "href":
        return tag == "a" and value.startswith(("https://", "mailto:"))
    if name == "src":  # any other is asked from somewhere
        return tag == "img" and value.startswith(tuple(f"data:{kind};base64," for kind in PICTURES))
    if name == "class":
        return CLASS.fullmatch(value) is not None
    return name in ("alt", "title") or (name == "style" and tag in ("td", "th"))


CLEANER = Cleaner(
    tags=TAGS,
    attributes=_may,
    protocols=["https", "mailto", "data"],
    css_sanitizer=CSSSanitizer(allowed_css_properties=["text-align"]),
)


class _Renderer(IPythonRenderer):
    """nbconvert's, for which a picture that is not there is no reason to show nothing."""

    def _embed_image_or_attachment(self, src: str) -> str:
        name = src.removeprefix("attachment:")
        return super()._embed_image_or_attachment(src) if name in self.attachments else src


@pass_context
def markdown(context, source: str) -> str:
    """Return Markdown as HTML that runs nothing and asks for nothing; mathematics stay."""
    renderer = _Renderer(
        escape=True,
        allow_harmful_protocols=False,
        exclude_anchor_links=True,
        attachments=context.get("cell", {}).get("attachments", {}),
    )
    return CLEANER.clean(MarkdownWithMath(renderer=renderer).render(source))


def _short(text: str) -> str:
    if len(text) <= LENGTH:
        return text
    return f"{text[:LENGTH]}\n\n[cut here: {len(text)} characters in all]"


def _pictures(bundle: dict) -> dict[str, str]:
    """The pictures among what a cell shows or an attachment carries."""
    return {kind: bundle[kind] for kind in PICTURES if kind in bundle}


def _output(output) -> NotebookNode:
    if output.output_type == "stream":
        return v4.new_output("stream", text=_short(output.text))
    if output.output_type == "error":
        return v4.new_output("error", traceback=[_short("\n".join(output.traceback))])
    words = {kind: _short(text) for kind, text in output.data.items() if kind == "text/plain"}
    return v4.new_output("display_data", _pictures(output.data) | words)


def _cell(number: int, cell) -> NotebookNode:
    # The marks are those of the released notebook: Restore has seen to it.
    marks = {key: mark for key, mark in cell.metadata.items() if key == "nbgrader"}
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
        cells = [_cell(number, cell) for number, cell in enumerate(nb.cells)]
        for name in ("student", "first_name", "last_name", "notebook_path"):
            if resources.get(name):
                resources[name] = escape(resources[name])
        return v4.new_notebook(cells=cells), resources


class ForStudents(NbGraderPreprocessor):
    """Drop the first cell where it holds notes for the grader."""

    def preprocess(self, nb, resources):
        if nb.cells and nb.cells[0].source.startswith(LOOK.strip()):
            del nb.cells[0]
        return nb, resources
