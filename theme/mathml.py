"""The least MathML that shows a formula, from the MathML that KaTeX writes.

KaTeX writes it for a screen reader: with rows inside rows, with letters whose style an attribute
names, which browsers do not follow, and without TeX's spacing. Here the rows that change nothing
go, the letters become those of Unicode, and where MathML's dictionary of operators would space a
formula other than TeX does, its operators say so. Where browsers differ, the formula is written so
that all of them set it alike: a norm is one row, which a power is put on as a whole, its bars are
marked as opening or closing, and under a root is a strut.
"""

import unicodedata
from xml.etree import ElementTree

ROWS = {"math", "mrow", "msqrt", "mstyle", "mtd"}  # what lays its children out in one row
LETTERS = {"mi", "mn", "mtext"}
BESIDE = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}  # first child, then scripts
OPEN, CLOSE, BARS = set("([{⟨⌈⌊"), set(")]}⟩⌉⌋"), set("‖|∣")
BRACKETS = OPEN | CLOSE | BARS
SUMS, SPACES = set("∑∏∫"), {"mtext", "mspace"}
BAR = "\N{MODIFIER LETTER MACRON}"
ACCENTS = {"^": "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}", "‾": BAR, BAR: BAR}
HAT = "\N{COMBINING CIRCUMFLEX ACCENT}"  # the one that browsers stretch
SPACED = set("=<>≤≥≠≈∈∉⊂⊆→←↦⇒⟸⟺⇔⟹∼∧∨:+−±")  # signs between two terms
NAMES = {"bold": "BOLD", "double-struck": "DOUBLE-STRUCK", "script": "SCRIPT"}
APPLIED = "\N{FUNCTION APPLICATION}"  # unseen, after a function's name
TALL = {"mfrac", "msqrt", "mtable", "munder", "mover", "munderover"}
SHORT = {False: 24, True: 32}  # characters of a formula that no line breaks; on its own line
THIN, BIG = "0.17em", "2.1em"
# The least height and depth under a root: over a low letter alone its sign would hang low.
STRUT = {"height": "0.75em", "depth": "0.15em"}
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


def opens(element):
    """Whether a bracket opens here; of a bar its form decides."""
    return sign(element) in OPEN or (sign(element) in BARS and element.get("form") == "prefix")


def closes(element):
    """Whether a bracket closes here."""
    return sign(element) in CLOSE or (sign(element) in BARS and element.get("form") == "postfix")


def simplify(element, display, script):
    """Simplify what an element holds, and return the list of elements that replaces it.

    Parameters
    ----------
    element : Element
    display, script : bool
        Whether it is set as in a formula of its own, None if an attribute has to decide; and
        whether in an index or exponent.
    """
    if element.tag == "semantics":
        return simplify(element[0], display, script)
    if element.tag == "mstyle":
        wanted = element.get("displaystyle") == "true"
        parts = [part for child in element for part in simplify(child, wanted, False)]
        shown = {"displaystyle": str(wanted).lower()} if wanted != display else {}
        shown |= {"scriptlevel": "0"} if script else {}
        if shown and parts and not (len(parts) == 1 and parts[0].tag in LETTERS):
            if len(parts) > 1:
                parts = [row(paired([one for part in parts for one in outward(part)], False))]
                space(parts[0], False)
            parts[0].attrib |= shown
        return parts
    inner, kids = display and element.tag in ROWS | BESIDE, []
    if element.tag == "mtable":
        inner = None  # which browsers do not agree on
    if element.tag not in ROWS:  # where KaTeX forgets the row around a function's name
        element[:] = [child for child in element if sign(child) != APPLIED]
    for place, child in enumerate(element):
        beside = place > 0 and element.tag in BESIDE
        parts = simplify(child, inner and not beside, script or beside)
        kids += parts if element.tag in ROWS or len(parts) == 1 else [row(parts)]
    if element.tag in ROWS and len(kids) == 1 and kids[0].tag == "mrow" and not kids[0].attrib:
        kids = list(kids[0])
    if element.tag in ROWS:
        kids = paired([part for kid in kids for part in outward(kid)], script)
    if element.tag in ("msup", "msubsup") and sign(kids[-1]) == "′":
        return primed(*kids)
    element[:] = kids
    style(element, script)
    if element.tag in ROWS:
        space(element, script)
    if element.tag == "msqrt" and TALL.isdisjoint(part.tag for kid in kids for part in kid.iter()):
        element.insert(0, ElementTree.Element("mspace", STRUT))
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


def paired(parts, script):
    """The parts of a row, its bars marked as opening or closing (form prefix or postfix).

    An index or a power of the closing bracket becomes one of the whole, since a bracket that is
    alone under a power stretches with nothing.
    """
    made, waiting = [], []  # of the brackets that are open: the places
    for part in parts:
        edge = leaf(part)
        mark, last = sign(edge), leaf(made[waiting[-1]]) if waiting else None
        made.append(part)
        while mark in CLOSE and last is not None and sign(last) in BARS:  # which no other closes
            waiting.pop()
            last = leaf(made[waiting[-1]]) if waiting else None
        if mark in OPEN or (mark in BARS and mark != sign(last)):
            waiting.append(len(made) - 1)
        elif waiting and (mark in CLOSE or mark in BARS):
            place = waiting.pop()
            if mark in BARS:
                last.text = edge.text = mark.replace("∣", "|")
                last.set("form", "prefix")
                edge.set("form", "postfix")
            if part is not edge and part[0] is edge:
                part[0] = row([*made[place:-1], edge])
                made[place:] = [part]
                space(part[0], script)
                if mark in BARS:  # as browsers take the first and the last of a row
                    del last.attrib["form"], edge.attrib["form"]
    return made


def primed(base, *scripts):
    """A letter with its prime, which is high in itself and not raised, and the index after it."""
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
    """Replace attributes of KaTeX by letters and spaces."""
    wanted = element.attrib.pop("mathvariant", None)
    if wanted in NAMES:
        element.text = "".join(letter(one, wanted) for one in element.text)
    elif wanted == "normal" and element.tag == "mi" and element.text.isalpha():
        element.set("mathvariant", "normal")
    for name in ("separator", "fence", "rowspacing", "columnspacing"):
        element.attrib.pop(name, None)
    if element.tag == "mover" and sign(element[1]) in ACCENTS:
        accent(*element)
    if element.tag == "mrow" and TALL.isdisjoint(part.tag for part in element.iter()):
        for bracket in element:  # of \\left and \\right, around nothing that is high
            if sign(bracket) in BRACKETS and not bracket.get("minsize"):
                bracket.set("stretchy", "false")
    if element.tag == "mo":
        element.text = element.text.replace("∥", "‖")
        if element.get("minsize") == "1.8em":  # \\Big: WebKit has no bar between 1 and 2 em
            element.attrib |= {"minsize": BIG, "maxsize": BIG}
        if element.text in "…⋯" or (script and element.text not in BRACKETS):
            element.attrib |= NONE


def accent(base, mark):
    """Write a hat or a line as an accent of letters; a wide one is for more than a letter."""
    wide = mark.get("stretchy") == "true" and len("".join(base.itertext())) > 1
    mark.attrib.clear()
    if not wide:
        mark.text = ACCENTS[mark.text]
        mark.set("stretchy", "false")  # as Firefox would a line, and WebKit a hat
    elif mark.text == "^":
        mark.text = HAT
    else:
        mark.set("stretchy", "true")


def space(element, script):
    """Space the operators of a row as TeX does: signs of numbers, sums, functions in letters."""
    kids = list(element)
    for place, child in enumerate(kids):
        before = leaf(kids[place - 1]) if place else None
        after = leaf(kids[place + 1]) if place + 1 < len(kids) else None
        starts = before is None or sign(before) in SPACED | {","} or opens(before)
        spaced = before is not None and before.tag in SPACES
        if sign(child) in ("−", "+", "±") and place and not script and starts:
            child.set("form", "prefix")
        if sign(leaf(child)) in SUMS:
            none = {"lspace": starts or spaced, "rspace": after is None or opens(after)}
            leaf(child).attrib |= {name: "0" for name, holds in none.items() if holds}
        if sign(child) == APPLIED:
            apply(element, place, kids, script)


def apply(element, place, kids, script):
    """Set a function's name apart from what is beside it; without an argument it is a letter."""
    applied, name, beside = kids[place], kids[place - 1], {"/", ",", APPLIED} | SPACED
    before = leaf(kids[place - 2]) if place > 1 else None
    after = leaf(kids[place + 1]) if place + 1 < len(kids) else None
    if after is None and element.tag == "mrow":
        return  # it will come to stand in another row
    if after is None or after.tag in SPACES or closes(after) or after.text in beside:
        element.remove(applied)
    elif not script and not opens(after):
        applied.set("rspace", THIN)
    if script or before is None or before.tag in SPACES or opens(before) or before.text in beside:
        return
    element.insert(list(element).index(name), ElementTree.Element("mspace", width=THIN))


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
    if len(element) == 1 and element[0].tag == "mo":  # a sign alone has no terms beside it
        element[0].attrib |= NONE
    for name in element.iter("mi"):
        if name.attrib.pop("mathvariant", "") or len(name.text) > 1:
            name.tag = "mtext"  # Firefox sets an upright name apart from letters, but no text
    return element


def pieces(element):
    """Return the parts of a formula that no line breaks, as HTML.

    A part ends after a sign that is in no bracket. A space follows it there, in place of its own.
    Only a long formula has several, which a screen reader skips: for it, each would end within a
    sentence.
    """
    parts, depth, last = [[]], 0, len(element) - 1
    signs = [part for part in element.iter("mo") if part.get("form") != "prefix"]
    spaces = 2 * sum(part.text in SPACED for part in signs)
    short = SHORT["displaystyle" in element.attrib]
    long = len("".join(element.itertext())) + spaces > short
    for place, child in enumerate(element):
        parts[-1].append(child)
        depth += opens(leaf(child)) - closes(leaf(child))
        free = long and not depth and 0 < place < last
        if free and sign(child) in SPACED and child.get("form") != "prefix":
            child.set("rspace", "0")
            parts.append([])
    if len(parts) > 1:
        element.set("aria-hidden", "true")  # the whole has words
    formulas = [row(part, "math", **element.attrib) for part in parts]
    return [ElementTree.tostring(one, "unicode", short_empty_elements=False) for one in formulas]
