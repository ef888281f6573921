"""A theorem's formulas as a line of text: for a drawing, for a view without MathJax, for an alt."""

import re
import unicodedata
from html import escape
from itertools import groupby

SIGNS = {
    "leq": " ≤ ",
    "geq": " ≥ ",
    "neq": " ≠ ",
    "langle": "⟨",
    "rangle": "⟩",
    "lVert": "‖",
    "rVert": "‖",
    "lvert": "|",
    "rvert": "|",
    "|": "‖",
    "cdot": "·",
    "ell": "ℓ",
    "prime": "′",
    ",": " ",
    " ": " ",
    "infty": "∞",
    "left": "",
    "right": "",
    "mathbf": "",
    "mathrm": "",
    "operatorname": "",
    "mathdefault": "",
    "text": "",
    "textstyle": "",
    "mathbb": "",
    "mathcal": "",
    "#": "#",
    "ast": "*",
    "ne": " ≠ ",
    "le": " ≤ ",
    "ge": " ≥ ",
    "{": "{",
    "}": "}",
    "sum": "Σ",
    "partial": "∂",
    "uparrow": "↑",
    "downarrow": "↓",
}
GREEK = {"lambda": "λ", "varepsilon": "ε", "varrho": "ρ", "varphi": "φ"}
ACCENTS = {
    "bar": "\u0304",
    "hat": "\u0302",
    "widehat": "\u0302",
    "tilde": "\u0303",
    "overline": "\u0304",
}
SPACED = {"<": " < ", ">": " > ", "=": " = ", "+": " + ", "-": " − ", ",": ", ", "'": "′"}
RAISED = str.maketrans("0123456789−+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
TOKEN = re.compile(r"\\([A-Za-z]+|.)|(\S)")
AFTER = {"leq", "geq", "neq", "right", "rangle", "rVert", "rvert", "cdot", "}"}
LOWERED, LEVEL, RAISE = -1, 0, 1


def _read(latex: str) -> list[tuple[str, int]]:
    """The characters of a formula, each with its level: -1 below the line, 0 on it, 1 above it."""
    tokens = [match.groups() for match in TOKEN.finditer(latex)]

    def group(at: int) -> tuple[list, int]:
        """What one argument holds, and where the next token is."""
        if at < len(tokens) and tokens[at] == (None, "{"):
            found, at = [], at + 1
            while at < len(tokens) and tokens[at] != (None, "}"):
                inner, at = item(at, found)
                found += inner
            return found, at + 1
        return item(at, [])

    def factor(at: int) -> bool:
        """Whether a factor comes next, which would seem to stand under a line or a root."""
        return at < len(tokens) and not (
            tokens[at][0] in AFTER or tokens[at][1] in tuple("<>=+-,)}")
        )

    def item(at: int, before: list) -> tuple[list, int]:
        if at >= len(tokens):
            raise ValueError(f"{latex!r} ends where an argument should stand; complete it")
        command, sign = tokens[at]
        if sign == "{":
            return group(at)
        if sign in ("_", "^"):
            inner, at = group(at + 1)
            level = LOWERED if sign == "_" else RAISE
            tight = [
                (text.strip() if text in SPACED.values() else text, level) for text, _ in inner
            ]
            return tight, at
        if sign:
            closed = tokens[at - 1] in (("rVert", None), ("rvert", None))
            unary = (
                sign == "-"
                and not closed
                and (not before or before[-1][0] in "(⟨‖|, " or before[-1][0].endswith(" "))
            )
            return [("−" if unary else SPACED.get(sign, sign), LEVEL)], at + 1
        if command in ("frac", "tfrac"):
            over, at = group(at + 1)
            under, at = group(at)
            quotient = [*_closed(over), ("/", LEVEL), *_closed(under, product=True)]
            return [("(", LEVEL), *quotient, (")", LEVEL)] if factor(at) else quotient, at
        if command == "sqrt":
            under, at = group(at + 1)
            return [("√", LEVEL), *_closed(under, product=True, always=factor(at))], at
        if command in ACCENTS:
            under, at = group(at + 1)
            return [*under[:-1], (under[-1][0] + ACCENTS[command], under[-1][1])], at
        return [(_sign(command, latex), LEVEL)], at + 1

    found, at = [], 0
    while at < len(tokens):
        inner, at = item(at, found)
        found += inner
    return found


def _sign(command: str, latex: str) -> str:
    if command in ("max", "min", "log", "ln", "exp", "Pr"):
        return "ln" if command == "log" else command
    if command in SIGNS or command in GREEK:
        return {**SIGNS, **GREEK}[command]
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


def html(latex: str) -> str:
    """A formula as a line of HTML; a digit above the line is one that is heard as an exponent."""
    found = ""
    for text, slanted, level in runs(latex):
        if level == RAISE and set(text) <= set(map(chr, RAISED)):
            found += text.translate(RAISED)
            continue
        inner = f"<i>{escape(text)}</i>" if slanted else escape(text)
        tag = {LOWERED: "sub", RAISE: "sup"}.get(level)
        found += f"<{tag}>{inner}</{tag}>" if tag else inner
    return f'<span class="formula">{found}</span>'


def svg(latex: str, size: int = 15, small: int = 12) -> tuple[str, float]:
    """A formula as what an SVG <text> holds, and about how wide it is."""
    found, shift, width = "", 0, 0.0
    for text, slanted, level in runs(latex):
        moved, shift = (
            {LOWERED: 4, LEVEL: 0, RAISE: -6}[level] - shift,
            {LOWERED: 4, LEVEL: 0, RAISE: -6}[level],
        )
        attributes = f' dy="{moved}"' * bool(moved) + f' font-size="{small}"' * (level != LEVEL)
        attributes += ' font-style="italic"' * slanted
        found += f"<tspan{attributes}>{escape(text)}</tspan>" if attributes else escape(text)
        width += 0.56 * len(text) * (size if level == LEVEL else small)
    return found, width


def plain(latex: str) -> str:
    """A formula as plain text: w_t, w_{t−1}, R²."""
    found = ""
    for level, same in groupby(runs(latex), lambda run: run[2]):
        text = "".join(text for text, _, _ in same)
        if level == RAISE:
            raised = text.translate(RAISED)
            text = f"^{{{text}}}" if set(raised) & set(text) - set("′*") else raised
        elif level == LOWERED:
            text = f"_{text}" if len(text) == 1 else f"_{{{text}}}"
        found += text
    return found
