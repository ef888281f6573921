"""The grades as a table: what nbgrader knows, and which submissions a human must look at."""

import csv
from pathlib import Path

import nbformat
from nbgrader.api import MissingEntry
from nbgrader.plugins import ExportPlugin

from homework.grading.steps import LOOK

HEAD = ["student", "assignment", "score", "points", "to_grade_by_hand", "needs_a_look"]


class Grades(ExportPlugin):
    """`nbgrader export --to grades.csv`: one line for each student and assignment.

    *score* counts automatic and manual points, less penalties for lateness; *to_grade_by_hand* is
    how many points still wait for a grader.
    """

    def export(self, gradebook) -> None:
        target = self.to or "grades.csv"
        with open(target, "w", newline="") as file:
            table = csv.writer(file)
            table.writerow(HEAD)
            for assignment in sorted(gradebook.assignments, key=lambda a: a.name):
                for student in sorted(gradebook.students, key=lambda s: s.id):
                    if self._wanted(assignment.name, student.id):
                        table.writerow(self._row(gradebook, assignment, student.id))
        self.log.info("The grades are in %s", target)

    def _wanted(self, assignment: str, student: str) -> bool:
        chosen = (self.assignment, assignment), (self.student, student)
        return all(not names or name in map(str, names) for names, name in chosen)

    def _row(self, gradebook, assignment, student: str) -> list:
        row = [student, assignment.name]
        try:
            submission = gradebook.find_submission(assignment.name, student)
        except MissingEntry:
            return [*row, 0, f"{assignment.max_score:g}", 0, "nothing submitted"]
        look = self._look(assignment.name, student)
        score = max(0.0, submission.score - submission.late_submission_penalty)
        waiting = sum(
            grade.max_score_gradecell
            for notebook in submission.notebooks
            for grade in notebook.grades
            if grade.needs_manual_grade
        )
        return [*row, f"{score:g}", f"{assignment.max_score:g}", f"{waiting:g}", look]

    def _look(self, assignment: str, student: str) -> str:
        course = self.parent.coursedir
        folder = Path(course.format_path(course.autograded_directory, student, assignment))
        notebooks = sorted(folder.glob("*.ipynb"))
        if not notebooks:
            return "could not be graded: open the submitted file"
        first = [nbformat.read(notebook, as_version=4).cells[0] for notebook in notebooks]
        return " ".join(c.source.removeprefix(LOOK) for c in first if c.source.startswith(LOOK))
