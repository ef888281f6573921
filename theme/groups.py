"""A page's HTML with names and roles, for screen readers and phones, and without what is unused.

A table of a theorem's steps or of the errata turns into cards on a phone, where each cell wants its
column's name, and its rows their roles, since the style takes them away. A theorem's steps, hints
and answers are in a `noscript`: a browser with scripts makes no elements of them until they open.
"""

import re
from html import escape, unescape
from itertools import cycle
from pathlib import Path

from theme.about import plain_text

BOX = re.compile(
    r'(<div class="(?:proof|exercise|solution)\b[^"]*" id="([^"]+)")>'
    r'(\s*(?:<details><summary>)?<p class="admonition-title")?'
)
LINKED = re.compile(  # a folded box has its title in a summary, which holds no link
    r'(<div class="(?:proof (\w+)|(exercise)) admonition" id="([^"]+)"[^>]*>)'
    r'(?=\s*<p class="admonition-title")'
)
CONTENT = re.compile(  # no part of a box needs an element around all its text
    r'<section(?: class="[^"]*")? id="(?:proof|exercise|solution)-content">(.*?)</section>',
    re.DOTALL,
)
PROOF = re.compile(r'(<div class="proof admonition"[^>]*>\s*<p>)Proof\. ')
TABLE = re.compile(r"<table.*?</table>", re.DOTALL)
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
CELL = re.compile(r"(<t[hd]\b[^>]*)>(.*?)(?=</t[hd]>)", re.DOTALL)
HEAD = re.compile(r'<th class="head([^"]*)"><p>')
TAG = re.compile(r"<(thead|tbody|tr|th)\b")
ROLES = {"thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "th": "columnheader"}
FORMULA = re.compile(  # alone in a cell
    r'<p>(?:<math(?:(?!</math).)*</math>|<span [^>]*class="math[^>]*>(?:(?!</p>).)*</span>)</p>'
)
THEBE = re.compile(  # which an unused launcher of cells puts into the text
    r"""<script(?: type="text/x-thebe-config")?>\s*(?:\{|kernelName).*?</script>""", re.DOTALL
)
CARDS = {"step": "steps", "entry": "errata"}  # by the first head: the class of the table
EMPTY = re.compile(r'<th class="head[^"]*"><p></p></th>')
CSS = Path(__file__).with_name("book.css").read_text("utf-8")
RULES = re.findall(r"^\.highlight (?::is)?(.*?)\{ color", CSS, re.MULTILINE)  # one for each color
COLORS = {
    name: names[0] for rule in RULES for names in [re.findall(r"\w+", rule)] for name in names
}
CODE = re.compile(r"<pre>.*?</pre>", re.DOTALL)
SPAN = re.compile("</?span[^>]*>")
TOKEN = re.compile(r'<span(?: class="(\w+)")?>([^<]*)</span>')
ALIKE = re.compile(r'<span class="(\w+)">[^<]*</span>(?:\s*<span class="\1">[^<]*</span>)+')
NAME = re.compile(r'(<code class="docutils literal notranslate">)(.*?)(?=</code>)', re.DOTALL)
ARROW = re.compile(
    r'<span class="sd-summary-text">(.*?)</span><span class="sd-summary-state-marker.*?</span>',
    re.DOTALL,
)
FOLD = re.compile(
    r'(<(?:details class="[^"]*sd-dropdown|div class="solution\b).*?</summary>)(.*?)(?=</details>)',
    re.DOTALL,
)
HINT = re.compile(r"(?s)(?<=>)(Exercise [\d.]+) ?<(?:(?!</details>).)*?<summary(?=[^>]*>\s*Hint<)")
ANSWER = re.compile(r"^<div|>\s*(?:Hint|Guess)\b")


def name_box(match):
    """A box of the text becomes a group, by the name of its title."""
    start, own, title = match.groups()
    start = start.replace(' id="proof"', "")  # of each proof without a label
    if title:
        return f'{start} role="group" aria-labelledby="{own}-title">{title} id="{own}-title"'
    return f'{start} role="group" aria-label="Proof">'


def link_box(match):
    """A box begins with a link to itself; not in its title, which is its name."""
    start, result, exercise, own = match.groups()
    title = f"Link to this {result or exercise}"
    return f'{start}<a class="headerlink" href="#{own}" title="{title}">#</a>'


def name_head(match):
    """A head that is one formula gets its words: no role of a formula gives its parent a name."""
    tag, inside = match.groups()
    if not (tag.startswith("<th") and FORMULA.fullmatch(inside)):
        return match[0]
    (tex,) = re.findall('data-tex="([^"]*)"', inside)
    words = f'<span class="visually-hidden">{escape(plain_text(unescape(tex)))}</span>'
    return f'{tag}>{words}<div aria-hidden="true">{inside}</div>'


def name_table(match):
    """Give a table's heads their scope, and the cells of a theorem's steps their columns' names."""
    html = HEAD.sub(r'<th class="head\1" scope="col"><p>', EMPTY.sub("<td></td>", match[0]))
    heads = ROW.search(html)
    names = [re.sub("<.*?>", "", text).strip() for _, text in CELL.findall(heads[0])]
    start, rows = html[: heads.start()], html[heads.end() :]
    first = CELL.sub(name_head, heads[0])
    if not (kind := CARDS.get(names[0])):
        return start + first + rows
    start = start.replace('<table class="table"', f'<table class="table {kind}" role="table"')
    columns = cycle(names)
    rows = CELL.sub(
        lambda cell: f'{cell[1]} role="cell" data-name="{next(columns)}">{cell[2]}', rows
    )
    return TAG.sub(lambda tag: f'{tag[0]} role="{ROLES[tag[1]]}"', start + first + rows)


def marked(token):
    """A token with the first class of its color; its text alone where it has no color."""
    name, text = token.groups()
    return f'<span class="{COLORS[name]}">{text}</span>' if name in COLORS else text


def few_marks(code):
    """A block of code with one mark for neighbors of one color, none for what has no color."""
    html = TOKEN.sub(marked, code[0])
    return ALIKE.sub(lambda run: f'<span class="{run[1]}">{SPAN.sub("", run[0])}</span>', html)


def as_noscript(fold):
    """A fold, its inside in a noscript if it answers a question, or holds a theorem's steps."""
    summary, inside = fold.groups()
    answers = ANSWER.search(summary) and ' id="' not in inside  # to which a link may lead
    later = answers or 'class="table steps"' in inside
    return f"{summary}<noscript>{inside}</noscript>" if later else fold[0]


def name_parts(app, pagename, templatename, context, doctree):
    """Name the boxes and tables of a page, and take from it what it does not need."""
    body = CONTENT.sub(r"\1", BOX.sub(name_box, context.get("body", "")))
    body = LINKED.sub(link_box, PROOF.sub(r"\1<em>Proof.</em> ", body))
    body = CODE.sub(few_marks, TABLE.sub(name_table, THEBE.sub("", body)))
    body = NAME.sub(lambda name: name[1] + SPAN.sub("", name[2]), body)
    # A link to a heading is for the mouse: the outline leads the keyboard to all of them.
    body = body.replace('"headerlink"', '"headerlink" tabindex="-1" aria-hidden="true"')
    context["body"] = FOLD.sub(as_noscript, HINT.sub(r'\g<0> data-of="\1"', ARROW.sub(r"\1", body)))


def setup(app):
    app.connect("html-page-context", name_parts, priority=900)  # when all is in the text
