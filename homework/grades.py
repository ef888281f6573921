"""The grades as tables: `python -m homework grades`."""

import csv
import json
import math
import re

import nbformat
from nbgrader.api import Gradebook, SubmittedAssignment, SubmittedNotebook
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import AssignLatePenalties
from traitlets import Float

from homework.course import Course
from homework.grading.steps import LOOK

HEAD = ["student", "assignment", "score", "points", "to_grade_by_hand", "needs_a_look"]
# Canvas has one column for the name, or two.
CANVAS = ("Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID", "Section")


class Late(LateSubmissionPlugin):
    """What lateness costs: `share` of the score for each day that has begun since the due date."""

    share = Float(0.0, help="What a day costs, from 0 to 1; 1 takes all.").tag(config=True)

    def late_submission_penalty(self, student_id, score, total_seconds_late):
        """Return the points that a late submission loses."""
        return score * min(1.0, self.share * math.ceil(total_seconds_late / 86400))


def table(course: Course) -> list[list[str]]:
    """One line for each assignment that was graded, and each student.

    *score* counts automatic and manual points, less what lateness costs, and is empty where there
    was no whole run; *to_grade_by_hand* is how many points still wait for a grader.
    """
    lines = []
    with course.book() as book:
        for assignment in sorted(book.assignments, key=lambda a: a.name):
            common = course.common(assignment.name)
            students = {*course.roster.rows, *course.submitted(assignment.name)}
            lines += [row(course, book, assignment.name, s, common) for s in sorted(students)]
    return lines


def row(course: Course, book: Gradebook, name: str, student: str, common: str) -> list[str]:
    """A student's line: the columns of HEAD."""
    points = book.find_assignment(name).max_score
    looks = [] if student in course.roster else ["not in the roster"]
    score, waiting = "", 0.0
    if not course.submission(name, student).exists():
        looks.append("nothing submitted")
    elif why := course.ungraded(book, name, student, common):
        looks.append(why)
    else:
        submission = book.find_submission(name, student)
        penalty = penalize(course, book, submission)
        whole = sum(map(earned, submission.notebooks))
        score = f"{min(max(0.0, whole - penalty), points):g}"
        waiting = to_wait_for(submission)
        looks += _looks(course, name, student)
        if submission.total_seconds_late:
            looks.append(f"late: {penalty:g} points taken off")
    taken = course.record(name, student).get("taken")
    if taken and (waiting or not score):
        looks.append(f"{taken:g} given by hand to an earlier version taken back")
    return [quoted(student), name, score, f"{points:g}", f"{waiting:g}", quoted("; ".join(looks))]


def penalize(course: Course, book: Gradebook, submission: SubmittedAssignment) -> float:
    """Enter and return what lateness costs.

    nbgrader reckons it when it grades by machine, when points by hand are not there yet and the
    date may be another.
    """
    plugin = AssignLatePenalties(parent=course.app).plugin_class(parent=course.app)
    total, late = 0.0, submission.total_seconds_late
    for notebook in submission.notebooks:
        points = earned(notebook)
        given = late and plugin.late_submission_penalty(submission.student.id, points, late)
        notebook.late_submission_penalty = min(max(0.0, given or 0.0), points)
        total += notebook.late_submission_penalty
    book.db.commit()
    return total


def earned(notebook: SubmittedNotebook) -> float:
    """The points of a notebook. A score by hand may be older than its cell's maximum."""
    return sum(min(g.score, g.max_score + (g.extra_credit or 0)) for g in notebook.grades)


def to_wait_for(submission: SubmittedAssignment) -> float:
    """The points that still wait for a grader."""
    grades = (grade for notebook in submission.notebooks for grade in notebook.grades)
    return sum(grade.max_score_gradecell for grade in grades if grade.needs_manual_grade)


def summary(lines: list[list[str]]) -> str:
    """What a table still asks for."""
    waiting = sum(line[HEAD.index("to_grade_by_hand")] != "0" for line in lines)
    without = sum(not line[HEAD.index("score")] for line in lines)
    looks = sum(bool(line[HEAD.index("needs_a_look")]) for line in lines)
    return (
        f"{len(lines)} lines: {waiting} with points that wait for a grader, "
        f"{without} without a score, {looks} to look at"
    )


def quoted(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _looks(course: Course, name: str, student: str) -> list[str]:
    """What the run and the archive say of a submission."""
    path = course.root / "autograded" / student / name / f"hw-{name}.ipynb"
    first = nbformat.read(path, as_version=4).cells[0]
    looks = [first.source.removeprefix(LOOK)] if first.source.startswith(LOOK) else []
    note = course.root / "submitted" / student / f"{name}.json"
    if note.exists() and json.loads(note.read_text())["late"]:
        looks.append("late, says Canvas")
    return looks


def to_import(course: Course, lines: list[list[str]], name: str | None) -> list[list[str]]:
    """The roster with the scores, as Canvas or Moodle imports it. What has no score stays as it is.

    Args:
        course: whose roster Canvas or Moodle wrote.
        lines: what `table` gives.
        name: of the assignment whose worksheet Moodle wrote; Canvas takes all.

    Raises ValueError when Moodle's worksheet has no column Grade.
    """
    roster, scores = course.roster, {(student, of): score for student, of, score, *_ in lines}
    columns = list(next(iter(roster.rows.values()), {}))
    if roster.kind == "moodle":
        if "Grade" not in columns:
            raise ValueError("roster.csv has no column Grade; export Moodle's worksheet anew")
        rows = [
            row | {"Grade": scores.get((student, name)) or row["Grade"]}
            for student, row in roster.rows.items()
        ]
        return [columns, *([row[column] for column in columns] for row in rows)]
    # Canvas shows SIS User ID to some users only, and has "perceptron (1234)" for its assignment.
    keys = [key for key in columns if key in CANVAS]
    titles = {re.sub(r" \(\d+\)$", "", column).casefold(): column for column in columns}
    names = sorted({of for _, of in scores})
    heads = [titles.get(of.casefold(), of) for of in names]
    rows = [
        [row[key] for key in keys]
        + [
            scores.get((student, of)) or row.get(head) or ""
            for of, head in zip(names, heads, strict=True)
        ]
        for student, row in roster.rows.items()
    ]
    return [keys + heads, *rows]


def write(path, lines: list[list[str]]) -> None:
    """Write a table as csv."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(lines)
