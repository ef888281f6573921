"""The book's LaTeX as a line of letters: as plain text, as HTML, and in the <text> of a drawing."""

import re
import unicodedata
from html import escape
from itertools import groupby

from lib.figures.strokes import element, number

SIGNS = {"langle": "⟨", "rangle": "⟩", "lVert": "‖", "rVert": "‖", "|": "‖", "lvert": "|"}
SIGNS |= {"rvert": "|", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "cdot": "·"}
SIGNS |= {"ell": "ℓ", "prime": "′", "infty": "∞", "ast": "*", "top": "ᵀ", "sum": "Σ", "int": "∫"}
SIGNS |= {"partial": "∂", "nabla": "∇", "forall": "∀", "dots": "…", "cdots": "⋯", "#": "#"}
SIGNS |= {"uparrow": "↑", "downarrow": "↓", "{": "{", "}": "}", "log": "ln"}
SIGNS |= {"lambda": "λ", "varepsilon": "ε", "varrho": "ρ", "varphi": "φ"}
RELATIONS = {"leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈"}
RELATIONS |= {"in": "∈", "notin": "∉", "leftarrow": "←", "to": "→", "mapsto": "↦", "pm": "±"}
RELATIONS |= {"Rightarrow": "⇒", "iff": "⟺", "vee": "∨"}
SIGNS |= {name: f" {sign} " for name, sign in RELATIONS.items()}
SIGNS |= dict.fromkeys([",", " ", ";", "\\", "quad", "qquad"], " ")
UNSEEN = "left right big Big bigl bigr mathbf mathrm mathbb mathcal mathdefault operatorname text"
SIGNS |= dict.fromkeys([*UNSEEN.split(), "textstyle", "displaystyle"], "")
NAMES = {"max", "min", "sup", "arg", "ln", "exp", "sinh", "cosh", "tanh", "cos", "Pr"}
ACCENTS = {"bar": "\u0304", "overline": "\u0304", "tilde": "\u0303"}
ACCENTS |= {"hat": "\u0302", "widehat": "\u0302"}
SPACED = {"<": " < ", ">": " > ", "=": " = ", "+": " + ", "-": " − ", ",": ", ", "'": "′", "&": " "}
# After a root or a fraction, these begin no further factor: commands, and signs.
AFTER = {*RELATIONS, "right", "rangle", "rVert", "rvert", "cdot", "}"}
END = {*"<>=+-,)}/."}
LINES = {r"\begin{pmatrix}": "(", r"\end{pmatrix}": ")"}  # any other kind has no brackets
TOKEN = re.compile(r"\\text{([^{}]* [^{}]*)}|\\([A-Za-z]+|.)|(\S)")
LOWERED, LEVEL, RAISED = -1, 0, 1
# The small signs that a typeface has, and after them all that Unicode has.
DIGITS = {
    LOWERED: str.maketrans("0123456789+−", "₀₁₂₃₄₅₆₇₈₉₊₋"),
    RAISED: str.maketrans("0123456789+−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"),
}
SMALL = {
    LOWERED: DIGITS[LOWERED] | str.maketrans("=()aehijklmnoprstuvx", "₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"),
    RAISED: DIGITS[RAISED] | str.maketrans("=()dikpnt′*ᵀ", "⁼⁽⁾ᵈⁱᵏᵖⁿᵗ′*ᵀ"),
}
PLAIN = {LOWERED: {}, RAISED: DIGITS[RAISED] | str.maketrans("′*", "′*")}


def _read(latex: str) -> list[tuple[str, int]]:
    """The characters of a formula, each with its level: -1 below the line, 0 on it, 1 above it."""
    flat = re.sub(r"\\(?:begin|end){\w+}", lambda kind: LINES.get(kind[0], ""), latex)
    # A command, or a sign, or words that keep their spaces.
    tokens = [(match[2], match[1] or match[3]) for match in TOKEN.finditer(flat)]

    def group(at: int) -> tuple[list, int]:
        """What one argument holds, and where the next token is."""
        return until_end(at + 1) if tokens[at : at + 1] == [(None, "{")] else item(at, [])

    def until_end(at: int) -> tuple[list, int]:
        """Items up to the end of a group, or of all."""
        found = []
        while at < len(tokens) and tokens[at] != (None, "}"):
            inner, at = item(at, found)
            found += inner
        return found, at + 1

    def factor(at: int) -> bool:
        """Whether a factor comes next, which would seem to stand under a line or a root."""
        return not (at >= len(tokens) or tokens[at][0] in AFTER or tokens[at][1] in END)

    def item(at: int, before: list) -> tuple[list, int]:
        if at >= len(tokens):
            raise ValueError(f"{latex!r} ends where an argument should stand; complete it")
        command, sign = tokens[at]
        if sign == "{":
            return group(at)
        if sign in ("_", "^"):
            inner, at = group(at + 1)
            level, spaced = LOWERED if sign == "_" else RAISED, SPACED.values()
            return [(text.strip() if text in spaced else text, level) for text, _ in inner], at
        if sign:
            closed = tokens[at - 1] in (("rVert", None), ("rvert", None))
            first = not before or before[-1][0] in "(⟨‖|, " or before[-1][0].endswith(" ")
            unary = sign == "-" and first and not closed
            return [("−" if unary else SPACED.get(sign, sign), LEVEL)], at + 1
        if command in ("frac", "tfrac", "dfrac", "binom"):
            over, at = group(at + 1)
            under, at = group(at)
            if command == "binom":
                return [("(", LEVEL), *over, (" choose ", LEVEL), *under, (")", LEVEL)], at
            quotient = [*_closed(over), ("/", LEVEL), *_closed(under, product=True)]
            return [("(", LEVEL), *quotient, (")", LEVEL)] if factor(at) else quotient, at
        if command == "sqrt":
            under, at = group(at + 1)
            return [("√", LEVEL), *_closed(under, product=True, always=factor(at))], at
        if command in ACCENTS:
            under, at = group(at + 1)
            return [*under[:-1], (under[-1][0] + ACCENTS[command], under[-1][1])], at
        _, argument = tokens[at + 1] if tokens[at + 1 :] else (None, None)
        beside = " " if command in NAMES and argument and argument.isalpha() else ""
        return [(_sign(command, latex) + beside, LEVEL)], at + 1

    found, end = until_end(0)
    if end <= len(tokens):
        raise ValueError(f"{latex!r} has a }} that ends nothing; drop it, or begin with {{")
    return found


def _sign(command: str, latex: str) -> str:
    if command in SIGNS or command in NAMES:
        return SIGNS.get(command, command)
    case = "SMALL" if command.islower() else "CAPITAL"
    try:
        return unicodedata.lookup(f"GREEK {case} LETTER {command.upper()}")
    except KeyError:
        raise ValueError(f"\\{command} in {latex!r}: add it to lib/figures/letters.py") from None


def _closed(pieces: list, product: bool = False, always: bool = False) -> list:
    """A term, in parentheses where it is a sum, or a product under a line or a root."""
    line = "".join(text for text, level in pieces if level == LEVEL)
    is_sum = bool(re.search(r" [+−] ", line)) and not re.fullmatch(r"[(⟨‖|][^()⟨⟩‖|]*[)⟩‖|]", line)
    is_product = product and len(re.sub(r"‖[^‖]*‖|⟨[^⟩]*⟩|\d+", "n", line)) > 1
    return [("(", LEVEL), *pieces, (")", LEVEL)] if is_sum or is_product or always else pieces


def runs(latex: str):
    """Runs of equal level and slant: the text, whether it is slanted as letters are, the level."""

    def kind(piece: tuple[str, int]) -> tuple[bool, int]:
        text, level = piece
        return text[:1].isalpha() and (len(text) == 1 or text[1] in ACCENTS.values()), level

    shown = (piece for piece in _read(latex) if piece[0])
    for (slanted, level), pieces in groupby(shown, kind):
        yield "".join(text for text, _ in pieces), slanted, level


def _small(text: str, table: dict) -> str:
    """The text in small signs, or nothing where one is missing."""
    return text.translate(table) if set(map(ord, text)) <= table.keys() else ""


def html(latex: str) -> str:
    """A formula as a line of HTML; a digit above the line is one that is heard as an exponent."""
    found = ""
    for text, slanted, level in runs(latex):
        exponent = _small(text, DIGITS[RAISED]) if level == RAISED else ""
        inner = f"<i>{escape(text)}</i>" if slanted else escape(text)
        tag = {LOWERED: "sub", RAISED: "sup"}.get(level)
        found += exponent or (f"<{tag}>{inner}</{tag}>" if tag else inner)
    return f'<span class="formula">{found}</span>'


def plain(latex: str, small: bool = False) -> str:
    """A formula as plain text: w_t, w_{t−1}, R²; or `small`, wherever it can be: wₜ, wₜ₋₁.

    Raises ValueError where a command has no letter, or an argument is missing.

    >>> print(plain(r"\\lVert w_{t-1}\\rVert^2 \\le R^2 t"))
    ‖w_{t−1}‖² ≤ R²t
    """
    found = ""
    for level, same in groupby(runs(latex), lambda run: run[2]):
        text = "".join(text for text, _, _ in same)
        if level == LEVEL:
            found += text
            continue
        text = text.replace(" ", "") if small else text
        signs = _small(text, SMALL[level] if small else PLAIN[level])
        braced = text if len(text) == 1 and (small or level == LOWERED) else f"{{{text}}}"
        found += signs or f"{'_^'[level > 0]}{braced}"
    return found


def label_runs(label: str):
    """The runs of a label whose formulas stand between dollars, digits below and above as signs."""
    for i, part in enumerate(label.split("$")):
        found = runs(part) if i % 2 else [(part, False, LEVEL)]
        for level, same in groupby(found, lambda run: run[2]):
            same = list(same)
            text = "".join(text for text, *_ in same)
            small = _small(text, DIGITS[level]) if level else ""
            yield from [(small, False, LEVEL)] if small else same


def svg_text(label: str, size: float) -> str:
    """What an SVG <text> of that size holds; smaller letters would be too small on a phone."""
    written, shift = "", 0.0
    for text, slanted, level in label_runs(label):
        moved, shift = -0.25 * level * size - shift, -0.25 * level * size
        look = {"dy": number(moved)} if number(moved) != "0" else {}
        look |= {"font-style": "italic"} if slanted else {}
        look |= {"font-size": number(0.95 * size)} if level else {}
        written += element("tspan", escape(text), **look) if look else escape(text)
    return written
