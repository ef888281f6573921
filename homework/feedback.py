"""Pages of feedback, and one archive of them: `python -m homework return`."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

from nbgrader.converters import GenerateFeedback

from homework.collect import read_note
from homework.course import Course
from homework.grades import penalize, to_wait_for
from homework.processes import alone, each


def pages(course: Course, name: str, jobs: int, early: bool) -> Iterator[tuple[str, str]]:
    """Make the pages of students who wait for no points, or `early` of all; yield what failed."""
    common = course.common(name)
    with alone(course.root / "submitted"):
        with course.book() as book:
            whys = {s: course.why_ungraded(book, name, s, common) for s in course.submitted(name)}
        yield from ((student, why) for student, why in whys.items() if why)
        todo = [student for student, why in whys.items() if not why]

        def task(student: str) -> str:
            try:
                read_note(course.root / "submitted", student, name)
            except ValueError as error:
                return f"left out: {error}"
            with course.book() as book:
                submission = book.find_submission(name, student)
                if (points := to_wait_for(submission)) and not early:
                    return f"left out: {points:g} points still wait for a grader; see --early"
                penalize(course, book, submission)
            return course.convert(GenerateFeedback, name, student)

        yield from each(task, todo, jobs)


def pack(course: Course, name: str, students: list[str]) -> Path:
    """Put the pages into an archive, each by the name that the student's file had in theirs."""
    target = course.root / "feedback" / f"{name}.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for student in sorted(students):
            back = read_note(course.root / "submitted", student, name).get("back")
            page = course.root / "feedback" / student / name / f"hw-{name}.html"
            archive.write(page, back or f"{student}/hw-{name}.html")
    return target
