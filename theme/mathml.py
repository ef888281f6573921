"""The least MathML that shows a formula, from the MathML that Temml writes.

Rows that change nothing go, and attributes that say what a browser does anyway. Where browsers
differ, the formula is written so that all of them set it alike: an upright name is text, a prime
stands beside its letter, signs in an index take no space, and under a root is a strut.
"""

from xml.etree import ElementTree

ROWS = {"math", "mrow", "mpadded", "mstyle", "msqrt", "mtd", "menclose"}  # of any children
SCRIPTED = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}  # first child, then scripts
TALL = {"mfrac", "msqrt", "mtable", "munder", "mover", "munderover"}
OPEN, CLOSE, BARS = set("([{⟨⌈⌊"), set(")]}⟩⌉⌋"), set("‖|")
SPACED = set("=<>≤≥≠≈∈∉⊂⊆→←↦⇒⟸⟺⇔⟹∼∧∨:+−±")  # signs between two terms
APPLIED = "\N{FUNCTION APPLICATION}"  # unseen, after a function's name
# On one letter, and the one that browsers stretch over several.
ACCENTS = {"ˆ": "ˆ\N{COMBINING CIRCUMFLEX ACCENT}", "‾": "\N{MODIFIER LETTER MACRON}‾"}
SHORT = {False: 24, True: 32}  # characters of a formula that no line breaks; on its own line
# The least height and depth under a root: over a low letter alone its sign would hang low.
STRUT = {"height": "0.75em", "depth": "0.15em"}
NONE = {"lspace": "0", "rspace": "0"}


def sign(element):
    """The text of an operator, "" for any other element."""
    return (element.text or "") if element.tag == "mo" else ""


def row(parts, tag="mrow", **attributes):
    """The elements as one."""
    made = ElementTree.Element(tag, attributes)
    made[:] = parts
    return made


def as_one(parts):
    """The parts of a row as one element."""
    parts = with_names(parts)
    return parts[0] if len(parts) == 1 else row(parts)


def simplify(element, script=False):
    """Simplify what an element holds, in an index or not; return the list that replaces it."""
    tag, kids = element.tag, []
    boxed = "border" in element.get("style", "") and tag not in ("mtable", "mtd")
    if boxed or element.get("notation", "top") != "top":
        raise ValueError("theme/mathml.py has no rule for a box or a line through: leave it out")
    empty = tag == "mo" and not element.text  # as of \\right.
    if empty or (tag == "mspace" and element.get("width") in (None, "0pt")):
        return []
    if tag in SCRIPTED:  # where Temml leaves what follows a function's name inside
        element[:] = [kid for kid in element if kid.tag != "mspace" and sign(kid) != APPLIED]
    for place, child in enumerate(element):
        parts = simplify(child, script or (place > 0 and tag in SCRIPTED))
        kids += parts if tag in ROWS else [as_one(parts)]
    element[:] = kids
    if tag == "mo":
        space(element, script)
    elif tag == "mi" and (len(element.text) > 1 or element.attrib.pop("mathvariant", "")):
        element.tag = "mtext"  # Firefox sets an upright name apart from letters, but no text
    elif tag == "menclose":
        return [accented(as_one(kids), row([], "mo"), "‾")]
    elif tag == "mover" and sign(kids[1]) in ACCENTS:
        return [accented(*kids, kids[1].text)]
    elif tag in ("msup", "msubsup") and sign(kids[-1]) == "′":
        *index, prime = kids[1:]
        prime.attrib = {**NONE}  # it is high in itself, and not raised
        return [row([row([kids[0], prime]), *index], "msub")] if index else [kids[0], prime]
    elif tag == "msqrt" and low(kids):
        element.insert(0, ElementTree.Element("mspace", STRUT))
    elif tag == "mstyle" and len(kids) == 1:
        kids[0].attrib |= element.attrib
        return kids
    stretched = [kid for kid in kids if kid.get("fence") and kid.get("stretchy") == "true"]
    if tag == "mrow" and low(kids):
        for bracket in stretched:
            bracket.set("stretchy", "false")
    elif tag not in ("mrow", "mpadded") or (stretched and len(kids) > 1):
        element[:] = with_names(list(element)) if tag in ROWS else kids
        return [element]
    return kids or [element]  # Chromium sets a large bracket with a power beside an empty row


def low(kids):
    """Whether nothing is high among some elements."""
    return TALL.isdisjoint(part.tag for kid in kids for part in kid.iter())


def with_names(kids):
    """The parts of a row; a function's name has a space after it if an argument follows."""
    kept = []
    for place, kid in reversed([*enumerate(kids)]):
        after = sign(kept[-1]) if kept else ","
        argument = not after or after in OPEN | BARS
        if kid.tag == "mspace" and place and sign(kids[place - 1]) == APPLIED:
            kids[place - 1].attrib = {"rspace": "0.17em"} if argument else {}
        elif sign(kid) != APPLIED or argument:
            kept.append(kid)
    return kept[::-1]


def space(element, script):
    """Space an operator as TeX does, and give a large bracket its size."""
    if size := element.get("minsize"):
        size = size.replace("1.8em", "2.1em")  # WebKit has no bar between 1 and 2 em
        element.attrib = {"stretchy": "true", "minsize": size, "maxsize": size, **NONE}
    elif element.text in "…⋯" or (script and element.text not in OPEN | CLOSE | BARS):
        element.attrib |= NONE


def accented(base, mark, text):
    """A letter, or several, below a hat or a line."""
    wide = mark.get("stretchy") != "false" and len("".join(base.itertext())) > 1
    mark.text = ACCENTS[text][wide]
    mark.attrib = {} if wide and text == "ˆ" else {"stretchy": str(wide).lower()}
    return row([base, mark], "mover", accent="true")


def lighter(mathml, display):
    """The `math` element of a formula that Temml wrote; `display` if it is on its own line."""
    (element,) = simplify(ElementTree.fromstring(mathml))
    element.attrib = {"displaystyle": "true"} if display else {}
    if len(element) == 1 and element[0].tag == "mstyle":  # all of it after \\displaystyle
        element.attrib = {"displaystyle": element[0].get("displaystyle")}
        element[:] = list(element[0])
    for part in element.iter():
        unused = ["fence", "separator", "symmetric", "movablelimits"]
        unused += ["form"] if part.text and part.text in "([{⟨⌈⌊)]}⟩⌉⌋" else []
        unused += ["class", "style"] if part.tag not in ("mtable", "mtd") else []
        for name in unused:
            part.attrib.pop(name, None)
    return element


def pieces(element):
    """The parts of a formula that no line breaks, as HTML.

    A part ends after a sign that is in no bracket. A space follows it there, in place of its own.
    Only a long formula has several, which a screen reader skips: for it, each would end within a
    sentence.
    """
    parts, depth, last = [[]], 0, len(element) - 1
    signs = [part for part in element.iter("mo") if part.get("form") != "prefix"]
    spaces = 2 * sum(part.text in SPACED for part in signs)
    long = len("".join(element.itertext())) + spaces > SHORT["displaystyle" in element.attrib]
    for place, child in enumerate(element):
        parts[-1].append(child)
        edge = child[0] if child.tag in SCRIPTED else child  # with \\big Temml makes no rows
        opens, closes = edge.get("form") == "prefix", edge.get("form") == "postfix"
        depth += sign(edge) in OPEN or (opens and sign(edge) in BARS)
        depth -= sign(edge) in CLOSE or (closes and sign(edge) in BARS)
        if long and not depth and 0 < place < last and sign(child) in SPACED and not opens:
            child.set("rspace", "0")
            parts.append([])
    if len(parts) > 1:
        element.set("aria-hidden", "true")  # the whole has words
    formulas = [row(part, "math", **element.attrib) for part in parts]
    return [ElementTree.tostring(one, "unicode", short_empty_elements=False) for one in formulas]
