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
    tiny.homework("grade", "tiny", check=False)
    tiny.by_hand("s_2", 2)
    done = tiny.homework("return", "tiny", check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("s3: could not be graded: open the submitted file (")
    with zipfile.ZipFile(tiny.root / "feedback/tiny.zip") as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    assert pages.keys() == {name.replace(".ipynb", ".html"), "s_2/hw-tiny.html"}
    assert "(Score: 6.0 / 9.0)" in pages[name.replace(".ipynb", ".html")]
    assert "(Score: 2.0 / 9.0)" in pages["s_2/hw-tiny.html"]
