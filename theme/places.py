"""The places of a built page that the search knows: sections, theorems, exercises, terms."""

from html.parser import HTMLParser

from theme.about import plain_text

TERMS = "chapters/terms"
HEADINGS = {"h1": "page", "h2": "section", "h3": "section"}
BOXES = ["theorem", "lemma", "proposition", "corollary", "definition", "algorithm"]
BOXES += ["exercise", "solution"]
VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track"}
VOID |= {"wbr"}
SILENT = {"head", "header", "nav", "footer", "pre", "button", "noscript", "script", "style"}
SILENT |= {"template"}  # a preview of another place
UNREAD = {"headerlink", "launch", "eqno", "section-number"}
INLINE = {"a", "b", "code", "em", "i", "math", "span", "strong", "sub", "sup"}


class Page(HTMLParser):
    """The places of a page, each `{kind, title, address, text}`, of which the last two are lists.

    Parameters
    ----------
    name : str
        The page's name, as `chapters/kernels`.
    html : str
        The page as built.

    Attributes
    ----------
    places : list of dict
        In the page's order. The index of terms has a place of kind `term` for each of its items,
        with the address that its link leads to.

    Raises
    ------
    ValueError
        If a tag of the page closes another element than the last that it opened, or none.
    """

    def __init__(self, name, html):
        super().__init__()
        self.name, self.places = name, []
        # The open elements: tag, classes, place, and where the text goes, None for nowhere.
        self.open = [("", [], None, None)]
        self.feed(html)

    def begin(self, fragment):
        """A place at a target of the page; it counts once its title is read."""
        address = f"{self.name}.html" + (f"#{fragment}" if fragment else "")
        return {"kind": None, "title": [], "address": address, "text": []}

    def name_it(self, place, kind):
        """Enter a place among the page's, and return where its title goes."""
        place["kind"] = kind
        self.places.append(place)
        return place["title"]

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            if tag == "br":
                self.handle_data(" ")
            return
        attributes = dict(attributes)
        classes = (attributes.get("class") or "").split()
        boxes = [box for box in BOXES if box in classes]
        fragment = attributes.get("id") or ""
        *_, place, into = self.open[-1]
        computed = any("cell_output" in others for _, others, *_ in self.open)
        if computed or tag in SILENT or UNREAD & {*classes}:
            into = None
        elif tag == "main":
            place = self.begin("")
            into = place["text"]
        elif into is not None:
            if tag not in INLINE:
                into.append(" ")
            if "data-tex" in attributes:  # a formula
                into.append(plain_text(attributes["data-tex"]))
                into = None
            elif tag == "section" and fragment and not fragment.endswith("-content"):
                place = self.begin(fragment if self.places else "")
                into = place["text"]
            elif tag in HEADINGS:
                into = self.name_it(place, HEADINGS[tag])
            elif fragment and boxes and "admonition" in classes:
                place = self.begin(fragment) | {"box": boxes[0]}
                into = place["text"]
            elif "admonition-title" in classes and "box" in place:
                into = self.name_it(place, place.pop("box"))
            elif tag == "li" and self.name == TERMS:
                place = self.begin("")
                into = place["text"]
            elif tag == "a" and place["kind"] is None and self.name == TERMS:
                into = self.name_it(place, "term")
                place["address"] = f"chapters/{attributes['href']}"
        self.open.append((tag, classes, place, into))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        last, *_ = self.open.pop()
        if tag != last:
            raise ValueError(
                f"{self.name}.html, line {self.getpos()[0]}: </{tag}> closes "
                f"{f'<{last}>' if last else 'nothing'}; close each tag of raw HTML once, in order"
            )

    def handle_data(self, data):
        if self.open[-1][-1] is not None:
            self.open[-1][-1].append(data)
