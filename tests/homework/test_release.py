"""The students' notebooks hold no solution, and say what is missing."""

from pathlib import Path

import nbformat
import pytest

from homework.grading.steps import NAMED, name_of
from tests.homework.course import Course
from tests.homework.sheet import HOMEWORK, MASTERS, promised, questions, secrets

pytestmark = pytest.mark.parametrize("master", MASTERS, ids=lambda path: path.stem)


def released(master: Path) -> nbformat.NotebookNode:
    path = HOMEWORK / "release" / master.relative_to(HOMEWORK / "source")
    return nbformat.read(path, as_version=4)


def test_it_is_what_nbgrader_makes(master, tmp_path):
    """Byte for byte; test_guide.py has `make homework` make it."""
    Course(tmp_path, master.parent.name)
    file = f"release/{master.parent.name}/{master.name}"
    made, kept = (tmp_path / file).read_bytes(), (HOMEWORK / file).read_bytes()
    assert made == kept, "run `make homework` and commit homework/release"


def test_each_question_of_the_table_is_asked_once_for_its_points(master):
    """In both papers and in the one released; test_site_homework.py has the site's copy."""
    source, given = nbformat.read(master, as_version=4), released(master)
    table = promised(source)
    assert [number for number, _, _ in table] == [str(k + 1) for k in range(len(table))]
    assert f"\n\n{sum(points for _, _, points in table)} points. " in source.cells[0].source
    assert questions(source) == questions(source, 2) == questions(given) == promised(given) == table
    assert len({cell.id for cell in source.cells}) == len(source.cells)


def test_no_solution_is_released_and_what_is_not_answered_says_so(master):
    assert not any(cell.get("outputs") for cell in nbformat.read(master, as_version=4).cells)
    cells = released(master).cells
    text = "\n".join(cell.source for cell in cells)
    assert len(secrets(master)) > 20
    assert secrets(master) & {line.strip() for line in text.splitlines()} == set()
    assert "BEGIN" not in text and "END" not in text
    first = next(cell for cell in cells if cell.cell_type == "code")
    assert first.source == 'typed = ""  # your id, as your course knows you'
    assert name_of(first) is None, "nbgrader would clear it"
    answers = [cell for cell in cells if name_of(cell) and cell.metadata.nbgrader.solution]
    for cell in answers:
        assert "not answered yet: replace this line by your" in cell.source.lower(), name_of(cell)
    assert len(answers) > 4 and NAMED.findall(text) == [master.parent.name]


@pytest.mark.nightly
@pytest.mark.parametrize("paper", [1, 2])
def test_nbgrader_gives_a_master_every_point_and_a_blank_none(master, paper, tmp_path):
    course = Course(tmp_path, master.parent.name, paper)
    course.hand_in("blank", course.notebook())
    course.hand_in("s1", course.solved())
    course.grade()
    points, scores = course.points(), course.scores("s1")
    assert scores.keys() == points.keys()
    by_hand = {name for name, score in scores.items() if score is None}
    assert scores == points | dict.fromkeys(by_hand)
    assert by_hand == {
        name_of(c) for c in course.notebook().cells if c.cell_type == "markdown" and name_of(c)
    }
    assert set(course.scores("blank").values()) == {0}
