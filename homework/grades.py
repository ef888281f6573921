"""The grades as tables: `python -m homework grades`."""

import csv
import math
import re

import nbformat
from nbgrader.api import Gradebook, SubmittedAssignment, SubmittedNotebook
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import AssignLatePenalties
from traitlets import Float

from homework.collect import ASIDE, read_note
from homework.course import Course
from homework.grading.steps import LOOK
from lib.homework import lowercase

HEAD = ["student", "assignment", "score", "points", "to_grade_by_hand", "needs_a_look"]
SCORE, WAITING = HEAD.index("score"), HEAD.index("to_grade_by_hand")
# Canvas has one column for the name, or two.
CANVAS = ("student", "lastname", "firstname", "id", "sis user id", "sis login id", "section")


class Late(LateSubmissionPlugin):
    """What lateness costs: `share` of the score for each day that has begun since the due date."""

    share = Float(0.0, help="What a day costs, from 0 to 1; 1 takes all.").tag(config=True)

    def late_submission_penalty(self, student_id, score, total_seconds_late):
        """Return the points that a late submission loses."""
        return score * min(1.0, self.share * math.ceil(total_seconds_late / 86400))


def table(course: Course) -> list[list[str]]:
    """One line, of the columns of HEAD, for each assignment that was graded and each student.

    The score counts points by hand, less what lateness costs; without a whole run it is empty.
    """
    lines = []
    with course.book() as book:
        for assignment in sorted(book.assignments, key=lambda a: a.name):
            common = course.common(assignment.name)
            submitted = course.submitted(assignment.name)  # a hub keeps an id as it is written
            missing = course.roster.rows.keys() - map(lowercase, submitted)
            aside = course.root.glob(f"submitted/*/{assignment.name}{ASIDE}")
            students = sorted({*submitted, *missing, *(folder.parent.name for folder in aside)})
            lines += [row(course, book, assignment.name, s, common) for s in students]
    return lines


def row(course: Course, book: Gradebook, name: str, student: str, common: str) -> list[str]:
    """The line of a student in the table."""
    points = book.find_assignment(name).max_score
    looks = [] if student in course.roster else ["not in the roster"]
    score, waiting = "", 0.0
    if not course.submission(name, student).exists():
        aside = course.submission(f"{name}{ASIDE}", student).exists()
        looks.append("set aside" if aside else "nothing submitted")
    elif why := course.why_ungraded(book, name, student, common):
        looks.append(why)
    else:
        submission = book.find_submission(name, student)
        penalty = penalize(course, book, submission)
        whole = sum(map(earned, submission.notebooks))
        score = f"{min(max(0.0, whole - penalty), points):g}"
        waiting = to_wait_for(submission)
        looks += _findings(course, name, student)
        if submission.total_seconds_late:
            looks.append(f"late: {penalty:g} points taken off")
    written = quoted(course.roster.ids.get(lowercase(student), student))
    return [written, name, score, f"{points:g}", f"{waiting:g}", quoted("; ".join(looks))]


def penalize(course: Course, book: Gradebook, submission: SubmittedAssignment) -> float:
    """Enter and return what lateness costs by the date as it is now, also of points by hand."""
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
    """The points still to be graded by hand."""
    grades = (grade for notebook in submission.notebooks for grade in notebook.grades)
    return sum(grade.max_score_gradecell for grade in grades if grade.needs_manual_grade)


def summary(lines: list[list[str]]) -> str:
    """What is missing from a table."""
    waiting = sum(line[WAITING] != "0" for line in lines)
    without = sum(not line[SCORE] for line in lines)
    looks = sum(bool(line[HEAD.index("needs_a_look")]) for line in lines)
    return (
        f"{len(lines)} lines: {waiting} with points that wait for a grader, "
        f"{without} without a score, {looks} to look at"
    )


def questions(course: Course, lines: list[list[str]]) -> list[list[str]]:
    """A line for each graded cell: how many have points for it, of which share, and all or none."""
    rows, given = [["assignment", "cell", "points", "graded", "share", "all", "none"]], {}
    graded = {(lowercase(line[0]), line[1]) for line in lines if line[SCORE]}
    with course.book() as book:
        submissions = [one for assignment in book.assignments for one in assignment.submissions]
        for submission in submissions:
            if (lowercase(submission.student.id), name := submission.assignment.name) in graded:
                for cell in (cell for one in submission.notebooks for cell in one.grades):
                    if not cell.needs_manual_grade:
                        given.setdefault((name, cell.name, cell.max_score), []).append(cell.score)
    for (name, cell, points), scores in sorted(given.items()):
        share = sum(scores) / len(scores) / points if points else 1.0
        whole, none = sum(score >= points for score in scores), scores.count(0)
        counts = f"{len(scores)}", f"{share:.2f}", f"{whole}", f"{none}"
        rows.append([name, cell, f"{points:g}", *counts])
    return rows


def quoted(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _findings(course: Course, name: str, student: str) -> list[str]:
    """The notes of the run and of the archive on a submission."""
    path = course.root / "autograded" / student / name / f"hw-{name}.ipynb"
    first = nbformat.read(path, as_version=4).cells[0]
    looks = [first.source.removeprefix(LOOK)] if first.source.startswith(LOOK) else []
    try:
        read_note(course.root / "submitted", student, name)
    except ValueError as error:
        return [*looks, f"{error}"]
    return looks


def to_import(course: Course, lines: list[list[str]], name: str | None) -> list[list[str]]:
    """The roster with the final scores, as Canvas or Moodle imports it. Without one, a cell stays.

    Moodle wrote its worksheet for the assignment `name`. Raises ValueError without a column Grade.
    """
    roster, columns = course.roster, course.roster.columns
    final = [line for line in lines if line[SCORE] and line[WAITING] == "0"]
    scores = {(lowercase(line[0]), line[1]): line[SCORE] for line in final}
    if roster.kind == "moodle":
        if "Grade" not in columns:
            raise ValueError("roster.csv has no column Grade; export Moodle's worksheet anew")
        keys, heads = columns, {name: "Grade"}
    else:  # Canvas shows SIS User ID to some users only, and has "perceptron (1234)" for its own
        keys = [key for key in columns if lowercase(key) in CANVAS]
        titles = {re.sub(r" \(\d+\)$", "", column).casefold(): column for column in columns}
        heads = {of: titles.get(of.casefold(), of) for of in sorted({line[1] for line in lines})}
    rows = [[*dict.fromkeys([*keys, *heads.values()])]]
    for student, row in roster.rows.items():
        new = {head: scores.get((student, of)) or row.get(head) or "" for of, head in heads.items()}
        rows.append([(row | new)[column] for column in rows[0]])
    return rows


def write(path, lines: list[list[str]]) -> None:
    """Write a table as csv."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(lines)
