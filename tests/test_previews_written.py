"""What the build writes for the previews, on a site of two pages."""

from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup

from theme.previews import add_previews, element

# A site of two pages

PAGE = """<main id="text"><article>{}</article>
</main>
"""
FIGURE = (
    '<figure class="align-default" id="fig-a">'
    '<div class="explorer" data-explore=\'{"start": [0]}\'>'
    '<div class="picture" role="img" aria-label="A."><svg></svg></div></div></figure>'
)
THEOREM = (
    '<div class="proof theorem admonition" id="thm-a"><div>{}'
    '<a class="reference internal" href="#fig-a">Fig. 1</a></div></div>'
)


def link(address):
    return f'<a class="reference internal" href="{address}">it</a>'


@pytest.fixture
def small(tmp_path):
    """Pages in `a/` and `b/`, and what writes one."""

    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(PAGE.format(text))
        return path

    def app(builder):
        return SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(name=builder))

    return SimpleNamespace(
        write=write, update=lambda builder="html": add_previews(app(builder), None)
    )


def template(path):
    return BeautifulSoup(path.read_text(), "html.parser").select_one("main > template")


def test_a_page_follows_a_statement_of_another(small):
    theirs = small.write("b/theirs.html", THEOREM.format("Old.") + FIGURE)
    mine = small.write("a/mine.html", link("../b/theirs.html#thm-a"))
    small.update()
    assert "Old." in template(mine).text
    assert template(mine).a["href"] == "../b/theirs.html#fig-a"
    assert template(mine).select("[id]") == []
    assert template(theirs) is None
    before = mine.read_text(), theirs.read_text()
    small.update()
    assert (mine.read_text(), theirs.read_text()) == before
    small.write("b/theirs.html", THEOREM.format("New.") + FIGURE)
    small.update()
    assert "New." in template(mine).text
    assert "Old." not in mine.read_text()
    small.write("b/theirs.html", FIGURE)
    small.update()
    assert mine.read_text() == PAGE.format(link("../b/theirs.html#thm-a"))


def test_a_figure_of_another_page_brings_its_picture_but_no_states(small):
    small.write("b/theirs.html", FIGURE)
    mine = small.write("a/mine.html", link("../b/theirs.html#fig-a"))
    small.update()
    assert template(mine).select_one(".picture svg")
    assert not template(mine).select("[data-explore]")


def test_other_builders_leave_the_pages_alone(small):
    mine = small.write("a/mine.html", THEOREM.format("It.") + link("#thm-a"))
    before = mine.read_text()
    small.update("linkcheck")
    assert mine.read_text() == before
    small.update()
    assert mine.read_text() != before


def test_a_page_that_is_cut_off_is_named():
    with pytest.raises(ValueError, match=r"'<div id=.*is not closed"):
        element('<p></p><div id="a"><div></div>', 7)
