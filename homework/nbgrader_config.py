"""The course's settings. `nbgrader` reads them when it is called from this folder."""

import os
import re
from functools import partial
from pathlib import Path

from jinja2 import Environment
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.server_extensions.formgrader import formgrader

from homework.grading import clean
from homework.grading.grades import Grades
from homework.grading.steps import Restore, RunApart
from homework.grading.variants import ChooseVariants

c = get_config()  # noqa: F821  (traitlets gives it)

c.CourseDirectory.course_id = "perceptrons"

# The course's secret chooses the papers, and the data of the hidden checks.
secret = Path(__file__).parent / "secret.txt"
if secret.exists():
    os.environ.setdefault("HOMEWORK_SECRET", secret.read_text().strip())
c.GenerateAssignment.preprocessors = [
    ChooseVariants,
    *GenerateAssignment.preprocessors.default(),
]
c.ClearSolutions.code_stub = {
    "python": "raise NotImplementedError('not answered yet: replace this line by your code')"
}
c.ClearSolutions.text_stub = "*Not answered yet: replace this line by your answer.*"

# In an archive of submissions a file is named after its student: s1_hw-perceptron.ipynb, or
# "s1_hw-perceptron (1).ipynb" and s1_hw-perceptron-Copy1.ipynb where a browser or JupyterLab has
# numbered a copy. Any other name is left out, with a warning.
masters = sorted(path.stem for path in Path(__file__).parent.glob("source/*/*.ipynb"))
c.FileNameCollectorPlugin.named_regexp = (
    rf"(?:.*/)?(?P<student_id>[^/_]+)_(?P<file_id>{'|'.join(map(re.escape, masters))})"
    r"(?:-Copy\d+| ?\(\d+\))*\.ipynb$"
)

# Students' cells run in a sandbox, on a notebook whose other cells are the released
# ones: chapter "For instructors".
sanitize = Autograde.sanitize_preprocessors.default()
execute, *after = Autograde.autograde_preprocessors.default()
c.Autograde.sanitize_preprocessors = [Restore, *sanitize]
c.Autograde.autograde_preprocessors = [RunApart, *after]
c.ExportApp.plugin_class = Grades

# What a human opens, in Formgrader and as feedback, runs nothing and asks for nothing. The other
# pages of Formgrader would take an id, or a part of their own address, for HTML.
c.HTMLExporter.preprocessors = [clean.Clean]
c.HTMLExporter.filters = {"markdown2html": clean.markdown}
formgrader.Environment = partial(Environment, autoescape=True)
