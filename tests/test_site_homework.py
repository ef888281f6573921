"""The site shows nothing of the masters that students must not see."""

from tests.homework.hidden import MASTERS, secrets


def test_no_solution_is_on_the_site(site):
    lines = {line for master in MASTERS for line in secrets(master) if len(line) >= 50}
    assert len(lines) > 50
    for page in site.rglob("*"):
        if page.suffix in (".html", ".ipynb", ".js", ".txt", ".md"):
            text = page.read_text()
            assert [line for line in lines if line in text] == [], page
