"""The course's settings. `nbgrader` reads them when it is called from this folder."""

import os
from functools import partial
from pathlib import Path

from jinja2 import Environment
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.server_extensions.formgrader import formgrader

from homework.grades import Late
from homework.grading import clean
from homework.grading.steps import ChooseVariants, Remember, Restore, RunApart
from homework.grading.submission import Submission

c = get_config()  # noqa: F821  (traitlets gives it)

c.CourseDirectory.course_id = "perceptrons"

# The course's secret chooses the papers, and the data of the hidden checks.
secret = Path(__file__).parent / "secret.txt"
if secret.exists():
    os.environ.setdefault("HOMEWORK_SECRET", secret.read_text().strip())
c.GenerateAssignment.preprocessors = [
    ChooseVariants,
    *GenerateAssignment.preprocessors.default(),
    Remember,
]
c.ClearSolutions.code_stub = {
    "python": "raise NotImplementedError('not answered yet: replace this line by your code')"
}
c.ClearSolutions.text_stub = "*Not answered yet: replace this line by your answer.*"

# Students' cells run in a sandbox, on a notebook whose other cells are the released
# ones: chapter "For instructors".
sanitize = Autograde.sanitize_preprocessors.default()
execute, *after = Autograde.autograde_preprocessors.default()
c.Autograde.exporter_class = Submission
c.Autograde.sanitize_preprocessors = [Restore, *sanitize]
c.Autograde.autograde_preprocessors = [RunApart, *after]

# What a human opens, in Formgrader and as feedback, runs nothing and asks for nothing. The other
# pages of Formgrader would take an id, or a part of their own address, for HTML.
c.HTMLExporter.preprocessors = [clean.Clean]
c.GenerateFeedback.preprocessors = [clean.ForStudents, clean.Grades]
c.GenerateFeedback.exporter_class = clean.FeedbackPage
c.FeedbackPage.template_name = "feedback_page"
c.FeedbackPage.extra_template_basedirs = [str(Path(clean.__file__).parent)]
c.HTMLExporter.filters = {"markdown2html": clean.markdown}
formgrader.Environment = partial(Environment, autoescape=True)

# What each day of lateness takes of a score: 0.1 a tenth, 1 all of it.
c.AssignLatePenalties.plugin_class = Late
c.Late.share = 0.0

# Several processes write into the gradebook: each waits for its turn, up to a minute.
c.CourseDirectory.db_url = f"sqlite:///{Path(__file__).parent}/gradebook.db?timeout=60"
