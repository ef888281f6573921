"""The course's commands, for the folder homework: see chapters/for-instructors.md.

python -m homework collect perceptron submissions.zip
python -m homework grade perceptron
python -m homework grades
python -m homework return perceptron
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from homework import feedback, grade, grades
from homework.collect import collect
from homework.course import Course
from homework.grading import sandbox


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; return 1 where something could not be done, 130 after Ctrl-C.

    Args:
        words: of the command, or None for those that this program was started with.
    """
    parser = argparse.ArgumentParser(prog="python -m homework", description="Run the course.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("collect", help="sort an archive of submissions")
    command.add_argument("name", help="of the assignment")
    command.add_argument("archive", type=Path)
    command = commands.add_parser("grade", help="grade what is new or changed")
    command.add_argument("name", help="of the assignment")
    command.add_argument("--unsafe", action="store_true", help="without a sandbox")
    command = commands.add_parser("grades", help="write the tables, and import.csv by roster.csv")
    command.add_argument("name", nargs="?", help="of Moodle's assignment")
    command = commands.add_parser("return", help="make the feedback, and one archive of it")
    command.add_argument("name", help="of the assignment")
    for command in ("grade", "return"):
        commands.choices[command].add_argument(
            "--jobs", type=int, default=cores(), help="processes at a time"
        )
    chosen = parser.parse_args(words)
    try:
        course = Course()
        if chosen.name:
            course.check(chosen.name)
        return COMMANDS[chosen.command](course, chosen)
    except (OSError, ValueError, sandbox.NoSandbox) as error:
        print(error, file=sys.stderr)
        return 1
    except SQLAlchemyError as error:
        print(f"gradebook.db cannot be read or written: {error.args[0]}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 130


def cores() -> int:
    """How many cores this process may use, as far as the system says."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def run_collect(course: Course, chosen: argparse.Namespace) -> int:
    for student in course.roster.refused:
        print(f"left out: {student!r} of roster.csv can be no id")
    done, left_out = Counter(), []
    for line in collect(chosen.archive, chosen.name, course.roster, course.root / "submitted"):
        what = line.split(":")[0]
        done[what] += 1
        if what == "left out":
            left_out.append(line)
        else:
            print(line)
    print(*left_out, sep="\n", end="\n" if left_out else "")
    counts = [
        f"{done[what]} {what}"
        for what in ("placed", "replaced", "unchanged", "left out")
        if done[what]
    ]
    print(f"{', '.join(counts) or 'no file'}; next: python -m homework grade {chosen.name}")
    return 0


def run_grade(course: Course, chosen: argparse.Namespace) -> int:
    sandbox.choose(chosen.unsafe)
    graded = failed = 0
    for student, done, said in grade.grade(course, chosen.name, chosen.jobs):
        graded, failed = graded + done, failed + (not done)
        print(f"{student}: {said}", flush=True)
    unchanged = len(course.submitted(chosen.name)) - graded - failed
    print(f"graded: {graded}; could not be graded: {failed}; unchanged: {unchanged}")
    return int(failed > 0)


def run_grades(course: Course, chosen: argparse.Namespace) -> int:
    lines = grades.table(course)
    grades.write("grades.csv", [grades.HEAD, *lines])
    grades.write("totals.csv", grades.totals(lines))
    grades.write("questions.csv", grades.questions(course, lines))
    print(f"grades.csv: {grades.summary(lines)}")
    print("totals.csv, questions.csv: for each student, for each graded cell")
    kind = course.roster.kind
    if kind == "canvas" or (kind == "moodle" and chosen.name):
        grades.write("import.csv", grades.to_import(course, lines, chosen.name))
        name = chosen.name if kind == "moodle" else None
        left_out = sum(
            student in course.roster and name in (None, of) and bool(score) and waiting != "0"
            for student, of, score, _, waiting, _ in lines
        )
        unfinished = f"; {left_out} scores are left out, since points wait for a grader"
        print(f"import.csv: for {kind.capitalize()}{unfinished if left_out else ''}")
    return 0


def run_return(course: Course, chosen: argparse.Namespace) -> int:
    done, failed = [], 0
    for student, why in feedback.pages(course, chosen.name, chosen.jobs):
        if why:
            failed += 1
            print(f"{student}: {why}", flush=True)
        else:
            done.append(student)
    if done:
        print(f"{feedback.pack(course, chosen.name, done)}: {len(done)} pages")
    return int(failed > 0)


COMMANDS = {
    "collect": run_collect,
    "grade": run_grade,
    "grades": run_grades,
    "return": run_return,
}

if __name__ == "__main__":
    sys.exit(main())
