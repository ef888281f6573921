"""The course's commands, for the folder homework: see chapters/for-instructors.md."""

import argparse
import os
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from homework import feedback, grade, grades
from homework.collect import ASIDE, collect
from homework.course import Course
from homework.grading import sandbox


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; return 1 where something could not be done, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m homework", description="Run the course.")
    commands = parser.add_subparsers(dest="command", required=True)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    for name, (_, about) in COMMANDS.items():
        command = commands.add_parser(name, help=about)
        command.add_argument("name", nargs="?" if name == "grades" else None, help="the assignment")
        if name == "collect":
            command.add_argument("source", type=Path, help="a zip file or a folder")
        if name == "grade":
            command.add_argument("--unsafe", action="store_true", help="without a sandbox")
        if name == "return":
            command.add_argument("--early", action="store_true", help="before you have graded all")
        if name in ("grade", "return"):
            command.add_argument("--jobs", type=int, default=cores, help="processes at a time")
    chosen = parser.parse_args(words)
    try:
        course = Course()
        if chosen.name:
            course.check(chosen.name)
        return COMMANDS[chosen.command][0](course, chosen)
    except (OSError, ValueError, sandbox.NoSandbox) as error:
        print(error, file=sys.stderr)
        return 1
    except SQLAlchemyError as error:
        print(f"gradebook.db cannot be read or written: {error.args[0]}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 130


def run_collect(course: Course, chosen: argparse.Namespace) -> int:
    for student in course.roster.refused:
        print(f"left out: {student!r} of roster.csv can be no id")
    done, left_out = Counter(), []
    for line in collect(chosen.source, chosen.name, course.roster, course.root / "submitted"):
        if (what := line.split(":")[0]) == "left out":
            left_out.append(line)
        else:
            done[what] += 1
            print(line, flush=True)
    counts = done | Counter({"left out": len(left_out)})
    said = ", ".join(f"{count} {what}" for what, count in counts.items()) or "no file"
    print(*left_out, f"{said}; next: python -m homework grade {chosen.name}", sep="\n")
    return 0


def run_grade(course: Course, chosen: argparse.Namespace) -> int:
    sandbox.choose(chosen.unsafe)
    graded = failed = 0
    for student, done, said in grade.grade(course, chosen.name, chosen.jobs):
        graded, failed = graded + done, failed + (not done)
        print(f"{student}: {said}", flush=True)
        if not done:
            folder = shlex.quote(f"submitted/{student}/{chosen.name}")
            print(f"    to go on without it: mv {folder} {folder}{ASIDE}", flush=True)
    unchanged = len(course.submitted(chosen.name)) - graded - failed
    print(f"graded: {graded}; could not be graded: {failed}; unchanged: {unchanged}")
    return int(failed > 0)


def run_grades(course: Course, chosen: argparse.Namespace) -> int:
    lines = grades.table(course)
    grades.write("grades.csv", [grades.HEAD, *lines])
    grades.write("questions.csv", grades.questions(course, lines))
    print(f"grades.csv: {grades.summary(lines)}")
    print("questions.csv: for each graded cell")
    kind = course.roster.kind
    if kind == "canvas" or (kind == "moodle" and chosen.name):
        grades.write("import.csv", grades.to_import(course, lines, chosen.name))
        print(f"import.csv: for {kind.capitalize()}, without scores of which points still wait")
    return 0


def run_return(course: Course, chosen: argparse.Namespace) -> int:
    done, failed = [], 0
    for student, why in feedback.pages(course, chosen.name, chosen.jobs, chosen.early):
        if why:
            failed += 1
            print(f"{student}: {why}", flush=True)
        else:
            done.append(student)
    if done:
        print(f"{feedback.pack(course, chosen.name, done)}: {len(done)} pages")
    return int(failed > 0)


COMMANDS = {
    "collect": (run_collect, "sort the submissions of a zip file or a folder"),
    "grade": (run_grade, "grade what is new or changed"),
    "grades": (run_grades, "write the tables; for Moodle's worksheet, name its assignment"),
    "return": (run_return, "make the feedback, and one archive of it"),
}

if __name__ == "__main__":
    sys.exit(main())
