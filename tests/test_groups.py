"""Names and roles in a page's text. That every page has them: tests/test_site.py."""

from bs4 import BeautifulSoup

from theme.groups import name_parts

TABLE = """<table class="table"><thead><tr><th class="head"><p>step</p></th>
<th class="head"><p><math data-tex="w"><mi>w</mi></math></p></th></tr></thead>
<tbody><tr><td><p>1</p></td><td><p>a</p></td></tr><tr><td><p>1</p></td><td><p>a</p></td></tr></tbody>
</table>"""


def named(body):
    context = {"body": body}
    name_parts(None, "page", "page.html", context, None)
    return BeautifulSoup(context["body"], "html.parser")


def test_a_table_of_steps_keeps_its_roles_and_names_its_cells():
    soup = named(TABLE)
    assert soup.table["role"] == "table" and "steps" in soup.table["class"]
    assert [tag["role"] for tag in soup.select("thead, tbody")] == ["rowgroup"] * 2
    assert [row["role"] for row in soup("tr")] == ["row"] * 3
    assert [(head["role"], head["scope"]) for head in soup("th")] == [("columnheader", "col")] * 2
    assert soup("th")[1].span.text == "w"  # in words: no role of a formula names its parent
    assert [cell["data-name"] for cell in soup("td")] == ["step", "w"] * 2


def test_another_table_gets_no_roles_and_an_empty_head_is_no_head():
    soup = named(TABLE.replace("step", ""))
    assert "role" not in soup.table.attrs
    assert len(soup("th")) == 1 and soup.th["scope"] == "col"


def test_a_box_is_a_group_with_a_name_of_its_own():
    title = '<p class="admonition-title">Lemma 1</p>'
    section = '<section id="proof-content"><p>So.</p></section></div>'
    soup = named(
        f'<div class="proof lemma admonition" id="lem-a">{title}{section}'
        f'<div class="proof admonition" id="proof"><p>Proof. So.</p></div>'
    )
    lemma, proof = soup.select(".proof")
    assert lemma["role"] == proof["role"] == "group"
    assert soup.find(id=lemma["aria-labelledby"]).text == "Lemma 1"
    assert proof["aria-label"] == proof.em.text.strip(".") == "Proof"
    assert soup.find(id="proof") is None and soup.find(id="proof-content") is None


def test_a_box_links_to_itself_beside_its_name_and_a_folded_one_has_no_link():
    title = '<p class="admonition-title">{}</p>'
    box, fold = title.format("Exercise 3.1"), f"<summary>{title.format('Solution')}</summary>"
    soup = named(
        f'<div class="exercise admonition" id="ex-a">{box}</div>'
        f'<div class="solution admonition" id="so-a"><details>{fold}</details></div>'
    )
    (link,) = soup.select(".headerlink")
    assert (link["href"], link["title"]) == ("#ex-a", "Link to this exercise")
    assert link.parent["id"] == "ex-a" and link.find_next_sibling("p").text == "Exercise 3.1"
