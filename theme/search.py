"""The search's index: `searchindex.js`, ours in the place of Sphinx's.

It holds each page, section, theorem, exercise and solution of the book as built: its kind, its
title as printed, its page's, its address, its words, and its other names. It is a script, which
fetches nothing, so the search (theme/search.js) works on pages opened as files.
"""

import json
import re
from html import escape, unescape
from pathlib import Path

from bs4 import BeautifulSoup, SoupStrainer

from theme.about import said

CLIENT = ["doctools", "documentation_options", "language_data", "searchtools", "sphinx_highlight"]
TERMS = "chapters/terms"
HEADINGS = {"h1": "page", "h2": "section", "h3": "section"}
BOXES = ["theorem", "lemma", "proposition", "corollary", "definition", "algorithm"]
BOXES += ["exercise", "solution"]
FORMULA = re.compile(r'<math [^>]*data-tex="([^"]*)".*?</math>', re.DOTALL)
SILENT = re.compile(
    r"<(nav|pre|svg|math|button|noscript|script|style|template)\b.*?</\1>", re.DOTALL
)
UNREAD = ["cell_output", "headerlink", "launch", "eqno", "section-number"]
INLINE = ["a", "b", "code", "em", "i", "math", "span", "strong", "sub", "sup"]
# What others say where this book has no such words: it is found at the place that answers.
ELSEWHERE = {
    "chapters/benchmarks.html": "sklearn, accuracy",
    "chapters/block-novikoff.html#thm-block-novikoff": "R²/γ²",
    "chapters/generalization.html": "overfitting, test accuracy",
    "chapters/hinge-sgd.html": "epoch",
    "chapters/kernels.html": "RKHS, reproducing kernel Hilbert space, Mercer",
    "chapters/linear-separators.html": "neuron, activation function, bias term",
    "chapters/max-margin.html": "optimal hyperplane, maximum margin hyperplane, MNIST, dataset",
    "chapters/perceptron.html": "neural network",
    "chapters/soft-margin.html": "C parameter, hyperparameter, grid search, outlier",
    "chapters/svm-dual.html": "Slater",
}


def text_of(element):
    """An element's words, with one space between."""
    return " ".join(element.get_text().split())


def read(html):
    """A page's text as it is read aloud: formulas as words, no code, outputs or buttons."""
    html = FORMULA.sub(lambda formula: escape(said(unescape(formula[1]))), html)
    page = BeautifulSoup(SILENT.sub("", html), "html.parser", parse_only=SoupStrainer("main"))
    for unread in page.find_all(class_=UNREAD):
        unread.decompose()
    for formula in page.find_all(attrs={"data-tex": True}):  # of several lines
        formula.replace_with(said(formula["data-tex"]))
    for block in page.find_all(lambda element: element.name not in INLINE):
        block.insert_before(" ")
        block.insert_after(" ")
    return page


def places_of(page, name):
    """The places of a page that was read, which it loses: the last first, and so the inner ones."""
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
                "kind": kind,
                "title": text_of(title.extract()),
                "address": f"{name}.html" + (f"#{place['id']}" if place is not first else ""),
                "also": [f"erratum {number}" for number in also],
                "text": text_of(place.extract()),
            }


def index(pages):
    """The search's index.

    Parameters
    ----------
    pages : dict of str to str
        The HTML of each page by its name, in the book's order.

    Returns
    -------
    list of dict
        Of each place the `kind`, the `title`, the `page`'s title, the `address`, the `text`, and
        its other names, `also`. What the index of terms names beyond the other places, as an
        equation, is a place too.
    """
    found, terms = {}, []
    for name, html in pages.items():
        page = read(html)
        if name == TERMS:
            for item in page.find_all("li"):
                link = item.a.extract()
                also = text_of(item).removeprefix(", also: ")
                names = [text_of(link), *filter(None, also.split(", "))]
                terms.append((f"chapters/{link['href']}", names))
        # A page without a number is for reference, as the errata.
        kind = {} if 'class="section-number"' in html else {"kind": "reference"}
        places = [*places_of(page, name)][::-1]
        for place in places[:1] if name == TERMS else places:
            found[place["address"]] = place | kind | {"page": places[0]["title"]}
    terms += [(address, names.split(", ")) for address, names in ELSEWHERE.items()]
    for address, names in terms:
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
    script = f"const places = {json.dumps(places, ensure_ascii=False)};\n"
    Path(app.outdir, "searchindex.js").write_text(script, "utf-8")
    for name in CLIENT:  # Sphinx's own, which no page loads
        Path(app.outdir, "_static", f"{name}.js").unlink(missing_ok=True)


def setup(app):
    app.connect("builder-inited", leave_out_sphinx_search)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
