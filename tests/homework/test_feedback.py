"""The archive of feedback, as Canvas and Moodle take it."""

import zipfile

import nbformat

from homework import roster
from homework.collect import collect
from tests.homework.test_roster import CANVAS
from tests.homework.tiny import RIGHT, WRONG, Tiny


def test_return(tmp_path):
    tiny = Tiny(tmp_path / "course")
    (tiny.root / "roster.csv").write_text(CANVAS)
    name = "onestudent_LATE_101_9001_hw-tiny-2.ipynb"
    with zipfile.ZipFile(tiny.root / "archive.zip", "w") as archive:
        archive.writestr(name, nbformat.writes(tiny.answered(RIGHT)))
    people = roster.read(tiny.root / "roster.csv")
    list(collect(tiny.root / "archive.zip", "tiny", people, tiny.root / "submitted"))
    tiny.hand_in("s_2", tiny.answered(WRONG))
    tiny.hand_in("s3", "no notebook")
    edited = tiny.answered(RIGHT)
    edited.cells[2].source = "pass"
    tiny.hand_in("s4", edited)
    tiny.hand_in("s5", tiny.answered(RIGHT))
    tiny.homework("grade", "tiny", check=False)
    for student in ("s1", "s_2", "s4"):
        tiny.by_hand(student, 2)
    done = tiny.homework("return", "tiny", check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("s3: could not be graded: open the submitted file (")
    assert "s5: left out: 3 points still wait for a grader\n" in done.stdout
    assert "Cell 'double-own' is not as" in tiny.grades()["s4"]["needs_a_look"]
    with zipfile.ZipFile(tiny.root / "feedback/tiny.zip") as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    assert pages.keys() == {name.replace(".ipynb", ".html"), "s_2/hw-tiny.html", "s4/hw-tiny.html"}
    assert "It seems so." in pages["s4/hw-tiny.html"]
    assert "Needs a look" not in pages["s4/hw-tiny.html"], "that is for the grader"
    assert "(Score: 8.0 / 9.0)" in pages[name.replace(".ipynb", ".html")]
    assert "(Score: 2.0 / 9.0)" in pages["s_2/hw-tiny.html"]
