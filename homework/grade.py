"""Grade what is new or changed: `python -m homework grade`.

Before a submission is run, its old grade goes. So a run that is interrupted leaves "not graded",
and the same command goes on.
"""

from collections.abc import Iterator

from nbgrader.converters import Autograde, GenerateAssignment

from homework.course import Course
from homework.grades import row
from homework.grading.steps import paper
from homework.grading.submission import SubmissionError
from homework.processes import alone, each


def grade(course: Course, name: str, jobs: int) -> Iterator[tuple[str, bool, str]]:
    """Enter an assignment into the gradebook and grade what is new or changed, `jobs` at a time.

    Yields a student's id, whether there is a grade, and a summary. Raises ValueError as `enter`.
    """
    with alone(course.root / "submitted"):
        enter(course, name)
        common = course.common(name)
        with course.book() as book:
            whys = {s: course.why_ungraded(book, name, s, common) for s in course.submitted(name)}
        todo = []
        for student, why in whys.items():
            if course.why_unfit(name, student):
                drop(course, name, student)
                yield student, False, why
            elif why:
                todo.append(student)

        for student, done in each(lambda one: grade_one(course, name, one, common), todo, jobs):
            yield student, *((False, f"not graded: {done}") if isinstance(done, str) else done)


def enter(course: Course, name: str) -> None:
    """Enter an assignment's master into the gradebook, and make its release anew.

    Raises ValueError where that fails, or where the students hold another paper.
    """
    path = course.root / "release" / name / f"hw-{name}.ipynb"
    source = course.root / "source" / name / path.name
    master = course.notebook(source, "put the master back")
    held = course.notebook(path, "remove it: it is made anew") if path.exists() else None
    if held:
        now = paper(name, [cell.source for cell in master.cells])
        if now != (then := held.metadata.get("paper", 1)):
            raise ValueError(
                f"release/{name} holds paper {then}, and HOMEWORK_SECRET (secret.txt) chooses "
                f"paper {now}; put back the secret that was there when students got their "
                f"notebook, or, if none has it yet, remove release/{name}"
            )
    if failed := course.convert(GenerateAssignment, name, "."):
        if "Cannot add or remove cells" in failed:
            failed += (
                "; put them back, with 0 points where they must not count, or forget all grades of "
                f"{name} with `nbgrader db assignment remove {name} --force` and grade it anew"
            )
        raise ValueError(f"{name} cannot be entered into the gradebook: {failed}")
    released = course.notebook(path, "remove it: it is made anew")
    if held and [cell.source for cell in held.cells] != [cell.source for cell in released.cells]:
        now = "students hold the earlier one, and are graded by this one"
        print(f"release/{name} is made anew from a changed master: {now}")


def grade_one(course: Course, name: str, student: str, common: str) -> tuple[bool, str]:
    """Grade a submission; return whether there is a grade, and a summary."""
    submission, inputs = course.digests(name, student, common)
    same = course.record(name, student).get("submission") == submission
    drop(course, name, student, by_hand=not same)
    kept = {"submission": submission}
    course.write_record(name, student, **kept)
    if error := course.convert(Autograde, name, student):
        failed = f"could not be graded: {_remedy(error)}"
        course.write_record(name, student, **kept, failed=failed)
        return False, failed
    with course.book() as book:
        for grade in course.notebooks(book, name, student)[0].grades:
            if grade.manual_score is not None:  # what remains belongs to this submission
                grade.needs_manual_grade = False
        book.db.commit()
        kept |= {"inputs": inputs, "graded": course.graded(name, student)}
        course.write_record(name, student, **kept)
        _, _, score, points, waiting, look = row(course, book, name, student, common)
    said = f"{score} of {points} points, {waiting} to grade by hand"
    return True, f"{said}. {look}" if look else said


def _remedy(error: str) -> str:
    """What to do about a submission whose run failed."""
    said = f"{SubmissionError.__name__}: "
    if said in error:
        return error.partition(said)[2]
    what = "grade it again" if "sandbox" in error else "open the submitted file"
    return f"{what} ({error})"


def drop(course: Course, name: str, student: str, by_hand: bool = True) -> None:
    """Take a grade back, and what was given `by_hand`."""
    record = course.record(name, student)
    with course.book() as book:
        notebooks = course.notebooks(book, name, student)
        grades = [grade for notebook in notebooks for grade in notebook.grades]
        # The record comes first: it says what the scores by hand belong to, until they are gone.
        kept = {key: record[key] for key in ("submission",) if key in record}
        course.write_record(name, student, **kept)
        for grade in grades:
            grade.auto_score, grade.needs_manual_grade = None, True
            if by_hand:
                grade.manual_score = grade.extra_credit = None
        if by_hand:
            for comment in (comment for notebook in notebooks for comment in notebook.comments):
                comment.manual_comment = None
        book.db.commit()
