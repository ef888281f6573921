"""The site gives students all the questions, and shows nothing else of the masters."""

import subprocess

import nbformat

from tests.homework.sheet import MASTERS, promised, questions, secrets


def test_the_copies_ask_each_question_of_their_table_once(site):
    for master in MASTERS:
        path = site / "_sources/homework/release" / master.parent.name / master.name
        copied, whole = (nbformat.read(one, as_version=4) for one in (path, master))
        assert questions(copied) == promised(copied) == promised(whole)


def test_no_solution_is_on_the_site(site, tmp_path):
    lines = {line for master in MASTERS for line in secrets(master) if len(line) >= 50}
    assert len(lines) > 50
    (tmp_path / "lines").write_text("\n".join(lines))
    # grep looks for all of them at once, in a hundredth of the time.
    look = ["grep", "-rFf", tmp_path / "lines", "--exclude=*.png", "--exclude=*.webp"]
    seen = tmp_path / "seen"
    seen.mkdir()
    (seen / "page.html").write_text(f"<p>{min(lines)}</p>")
    assert subprocess.run([*look, seen], capture_output=True).returncode == 0  # it can fail
    found = subprocess.run([*look, site], capture_output=True, text=True)
    assert (found.returncode, found.stdout, found.stderr) == (1, "", "")
