"""The search's index: `searchindex.js`, ours in the place of Sphinx's.

A script, for pages opened as files. It holds each page, section, theorem and exercise, but not what
stands elsewhere (tables, summaries, sources), proofs, an algorithm's lines, or folds with answers.
"""

import json
import re
from html import escape, unescape
from pathlib import Path

from bs4 import BeautifulSoup, SoupStrainer

from theme.about import plain_text

TERMS = "chapters/terms"
HEADINGS = {"h1": "page", "h2": "section", "h3": "section"}
BOXES = ["theorem", "lemma", "proposition", "corollary", "definition", "algorithm", "exercise"]
FORMULA = re.compile(r'(?s)<math [^>]*data-tex="([^"]*)".*?</math>')
SILENT = re.compile(r"(?s)<(nav|pre|svg|math|button|noscript|script|style|template)\b.*?</\1>")
UNREAD = ".cell_output, .hide, .headerlink, .launch, .eqno, .section-number, .sd-dropdown, #sources"
UNREAD += ", .solution, table:not(#notation table), #what-you-now-know, .algorithm ol"
UNREAD += ', [class="proof admonition"]'  # a theorem is found by what it says
INLINE = ["a", "b", "code", "em", "i", "math", "span", "strong", "sub", "sup"]


def text_of(element):
    """An element's words, with one space between."""
    return " ".join(element.get_text().split())


def read(html):
    """A page's text as it is read aloud: formulas as words, no code, outputs, buttons or URLs."""
    html = FORMULA.sub(lambda formula: escape(plain_text(unescape(formula[1]))), html)
    page = BeautifulSoup(SILENT.sub("", html), "html.parser", parse_only=SoupStrainer("main"))
    for unread in page.select(UNREAD) + page.find_all("a", string=re.compile("^(doi:|https?:)")):
        unread.decompose()
    for formula in page.find_all(attrs={"data-tex": True}):  # of several lines
        formula.replace_with(plain_text(formula["data-tex"]))
    for block in page.find_all(lambda element: element.name not in INLINE):
        block.insert_before(" ")
        block.insert_after(" ")
    return page


def places_of(page, name):
    """The places of a page that was read, which it loses: the inner ones before the outer."""
    first = page.section
    for place in reversed(page.find_all(["section", "div"], id=True)):
        if place.name == "section":
            title = place.find(HEADINGS, recursive=False)
            kind = title and HEADINGS[title.name]
        else:
            title = place.find(class_="admonition-title")
            kind = next((box for box in BOXES if box in place.get("class", "")), None)
        if kind and title:
            also = re.findall(r"^[A-Z]\d+(?=\. )", text_of(title))
            yield {
                "address": f"{name}.html" + (f"#{place['id']}" if place is not first else ""),
                "title": text_of(title.extract()),
                "also": [f"erratum {number}" for number in also],
                "text": text_of(place.extract()),
                "kind": kind,
            }


def index(pages):
    """The places of all pages, each a dict, from the HTML of each page by its name."""
    found, terms = {}, []
    for name, html in pages.items():
        page = read(html)
        if name == TERMS:
            for item in (item for item in page.find_all("li") if item.a):
                link = item.a.extract()
                also = text_of(item).removeprefix(", also: ")
                names = [text_of(link), *filter(None, also.split(", "))]
                terms.append((f"chapters/{link['href']}", names))
        # A page without a number is for reference, as the errata.
        kind = {} if 'class="section-number"' in html else {"kind": "reference"}
        places = [*places_of(page, name)][::-1]
        for place in places[:1] if name == TERMS else places:
            found[place["address"]] = place | kind | {"page": places[0]["title"]}
    for address, names in terms:  # which may be new places, as an equation
        new = {"kind": "term", "title": names[0], "address": address, "also": [], "text": ""}
        page = found.get(address.partition("#")[0])
        if page:
            found.setdefault(address, new | {"page": page["title"]})["also"] += names
    return [place | {"also": ", ".join(place["also"])} for place in found.values()]


def leave_out_sphinx_search(app):
    """Keep Sphinx from writing its index; `html_additional_pages` asks for the search page."""
    app.builder.search = False


def write(app, exception):
    """Write the index."""
    if exception is not None or app.builder.name != "html":
        return
    files = {name: Path(app.outdir, f"{name}.html") for name in app.env.collect_relations()}
    places = index({name: file.read_text("utf-8") for name, file in files.items()})
    columns = {name: [place[name] for place in places] for name in places[0]}  # compress better
    script = json.dumps(columns, ensure_ascii=False, separators=(",", ":"))
    Path(app.outdir, "searchindex.js").write_text(f"const columns = {script};\n", "utf-8")


def setup(app):
    app.connect("builder-inited", leave_out_sphinx_search)
    app.connect("build-finished", write)
