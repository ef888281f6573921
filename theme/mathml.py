"""A formula as little MathML as shows it, from the MathML that KaTeX writes.

KaTeX writes it for a screen reader: with rows inside rows, with letters whose style an attribute
names, which browsers do not follow, and without TeX's spacing. Here the rows that change nothing
go, the letters become those of Unicode, and where MathML's dictionary of operators would space a
formula other than TeX does, its operators say so.
"""

import unicodedata
from xml.etree import ElementTree

ROWS = {"math", "mrow", "msqrt", "mstyle", "mtd"}  # what lays its children out in one row
LETTERS = {"mi", "mn", "mtext"}
BESIDE = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}  # first child, then scripts
OPEN, CLOSE, BARS = set("([{⟨⌈⌊"), set(")]}⟩⌉⌋"), set("‖∥∣")
BRACKETS = OPEN | CLOSE | BARS
SPACED = set("=<>≤≥≠≈∈∉⊂⊆→←↦⇒⟸⟺⇔⟹∼∧∨:+−±")  # signs between two terms
NAMES = {"bold": "BOLD", "double-struck": "DOUBLE-STRUCK", "script": "SCRIPT"}
APPLIED = "\N{FUNCTION APPLICATION}"  # unseen, after a function's name
TALL = {"mfrac", "msqrt", "mtable", "munder", "mover", "munderover"}
SHORT = 12  # characters of a formula that no line breaks
THIN = "0.17em"
NONE = {"lspace": "0", "rspace": "0"}


def letter(sign, style):
    """The letter or digit of Unicode that is this one in a style, as 𝒟 is a D in script.

    Raises ValueError if there is none.
    """
    name = unicodedata.name(sign).removeprefix("LATIN ").replace(" LETTER", "")
    for form in (f"MATHEMATICAL {NAMES[style]} {name}", f"{NAMES[style]} {name}"):
        try:
            return unicodedata.lookup(form)
        except KeyError:
            continue
    raise ValueError(f"Unicode has no {style} {sign!r}: write the formula without it")


def leaf(element):
    """The element that stands where this one does in its line, without the scripts beside it."""
    while element.tag in BESIDE:
        element = element[0]
    return element


def sign(element):
    """The text of an operator, "" for any other element."""
    return (element.text or "") if element is not None and element.tag == "mo" else ""


def simplify(element, display, script):
    """Make what an element holds light, and return what stands in its place: a list of elements.

    Parameters
    ----------
    element : Element
    display, script : bool
        Whether it stands as in a formula of its own, and in an index or exponent.
    """
    if element.tag == "semantics":
        return simplify(element[0], display, script)
    if element.tag == "mstyle":
        wanted = element.get("displaystyle") == "true"
        parts = [part for child in element for part in simplify(child, wanted, False)]
        shown = {"displaystyle": str(wanted).lower()} if wanted != display else {}
        shown |= {"scriptlevel": "0"} if script else {}
        if shown and not (len(parts) == 1 and parts[0].tag in LETTERS):
            parts = parts if len(parts) == 1 else [row(parts)]
            parts[0].attrib |= shown
        return parts
    inner, kids = display and element.tag in ROWS | BESIDE, []
    if element.tag not in ROWS:  # where KaTeX forgets the row around a function's name
        element[:] = [child for child in element if sign(child) != APPLIED]
    for place, child in enumerate(element):
        beside = place > 0 and element.tag in BESIDE
        parts = simplify(child, inner and not beside, script or beside)
        kids += parts if element.tag in ROWS or len(parts) == 1 else [row(parts)]
    if element.tag in ROWS and len(kids) == 1 and kids[0].tag == "mrow" and not kids[0].attrib:
        kids = list(kids[0])
    if element.tag in ROWS:
        kids = [part for kid in kids for part in outward(kid)]
    if element.tag in ("msup", "msubsup") and sign(kids[-1]) == "′":
        return primed(*kids)
    element[:] = kids
    style(element, script)
    if element.tag in ROWS:
        space(element, script)
    edges = [leaf(kid) for kid in kids[:1] + kids[-1:]]  # they may stretch over the row, or sign it
    firm = any(edge.tag == "mo" and edge.get("stretchy") != "false" for edge in edges)
    return kids if element.tag == "mrow" and (len(kids) == 1 or not firm) else [element]


def outward(element):
    """A function's name with what stands below it, and after it the sign that KaTeX puts inside."""
    base = element[0] if element.tag in BESIDE else element
    if base is element or base.tag != "mrow" or sign(base[-1]) != APPLIED:
        return [element]
    *name, applied = base
    element[0] = name[0] if len(name) == 1 else row(name)
    return [element, applied]


def primed(base, *scripts):
    """A letter with its prime, which stands high without being raised, and the index after it."""
    *index, prime = scripts
    prime.attrib |= NONE
    if not index:
        return [base, prime]
    return [row([row([base, prime]), *index], "msub")]


def row(parts, tag="mrow", **attributes):
    """The elements as one."""
    made = ElementTree.Element(tag, attributes)
    made[:] = parts
    return made


def style(element, script):
    """Say by letters and spaces what attributes of KaTeX say."""
    wanted = element.attrib.pop("mathvariant", None)
    if wanted in NAMES:
        element.text = "".join(letter(one, wanted) for one in element.text)
    elif wanted == "normal" and element.tag == "mi" and element.text.isalpha():
        element.set("mathvariant", "normal")
    for name in ("separator", "fence", "rowspacing", "columnspacing"):
        element.attrib.pop(name, None)
    if element.tag == "mover" and sign(element[1]) in "ˉ^":
        element[1].set("stretchy", "false")
    if element.tag == "mrow" and TALL.isdisjoint(part.tag for part in element.iter()):
        for bracket in element:  # of \\left and \\right, around nothing that is high
            if sign(bracket) in BRACKETS and not bracket.get("minsize"):
                bracket.set("stretchy", "false")
    if element.tag == "mo":
        element.text = element.text.replace("∥", "‖")
        if element.text in "∣…⋯" or (script and element.text not in BRACKETS):
            element.attrib |= NONE


def space(element, script):
    """Space the operators of a row as TeX does: signs of numbers, functions named in letters."""
    kids, bars = list(element), 0
    for place, child in enumerate(kids):
        before = kids[place - 1] if place else None
        after = kids[place + 1] if place + 1 < len(kids) else None
        if sign(child) in ("−", "+", "±") and place and not script:
            mark = sign(leaf(before))
            if mark == "," or mark in SPACED | OPEN or (mark in BARS and bars % 2):
                child.set("form", "prefix")
        if sign(child) == APPLIED and not script:
            if after is not None and sign(leaf(after)) not in OPEN:
                child.set("rspace", THIN)
            if place > 1 and sign(leaf(kids[place - 2])) not in SPACED | OPEN | {","}:
                gap = ElementTree.Element("mspace", width=THIN)
                element.insert(list(element).index(before), gap)
        bars += sign(leaf(child)) in BARS


def lighter(mathml, display):
    """Return the `math` element of a formula.

    Parameters
    ----------
    mathml : str
        The `math` element that KaTeX wrote.
    display : bool
        Whether the formula stands on its own line.
    """
    plain = mathml.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")
    element = ElementTree.fromstring(plain)
    element.attrib.pop("display", None)
    simplify(element, display, False)
    if display:
        element.set("displaystyle", "true")
    if len(element) == 1 and element[0].tag == "mrow":  # all of it after \\displaystyle
        element.attrib |= element[0].attrib
        element[:] = list(element[0])
    return element


def pieces(element):
    """Return the parts of a formula that no line breaks, as HTML.

    A part ends after a sign that is in no bracket. A space follows it there, in place of its own.
    """
    parts, depth, bar, last = [[]], 0, False, len(element) - 1
    signs = [part for part in element.iter("mo") if part.get("form") != "prefix"]
    spaces = 2 * sum(part.text in SPACED for part in signs)
    long = len("".join(element.itertext())) + spaces > SHORT
    for place, child in enumerate(element):
        parts[-1].append(child)
        mark = sign(leaf(child))
        bar ^= mark in BARS
        depth += (mark in OPEN) - (mark in CLOSE)
        free = long and not depth and not bar and 0 < place < last
        if free and sign(child) in SPACED and child.get("form") != "prefix":
            child.set("rspace", "0")
            parts.append([])
    formulas = [row(part, "math", **element.attrib) for part in parts]
    return [ElementTree.tostring(one, "unicode", short_empty_elements=False) for one in formulas]
