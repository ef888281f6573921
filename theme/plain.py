"""A formula's MathML, as KaTeX writes it, as plain text: (R/γ)², wₜ₋₁, √(1 + b²)."""

import re
from xml.etree import ElementTree

RAISED = str.maketrans("0123456789+−=()dikpnt′∗⊤", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵈⁱᵏᵖⁿᵗ′*ᵀ")
LOWERED = str.maketrans("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
SIGNS = {"∥": "‖", "∣": "|", "⋅": "·", "\u2061": " "}  # the last one, as in ln x, is unseen
SPACED = set("=<>≤≥≠≈∈∉⊂⊆→←↦⇒⟸⟺⇔⟹∼∧∨:+−±")
UNARY = re.compile(r"(^|[(\[⟨,]|[=<>≤≥←] ) *([−±]) ")
ALONE = re.compile(r"[\d.]+|[^\s/][′₀-ₜ⁰-ⁿ¹²³]*|\([^()]*\)|√\w|‖[^‖]*‖")
ACCENTS = {"ˉ": "\u0304", "^": "\u0302"}
ELEMENTS = {"math", "semantics", "mi", "mo", "mn", "mrow", "mtext", "mstyle", "mspace", "mpadded"}
ELEMENTS |= {"msub", "msup", "msubsup", "mfrac", "msqrt", "mroot", "mover", "munder", "munderover"}
ELEMENTS |= {"mtable", "mtr", "mtd", "mphantom"}


def one(text):
    """The text, in brackets if it is more than one thing."""
    text = text.strip()
    return text if ALONE.fullmatch(text) else f"({text})"


def shifted(text, table, sign):
    """An index or an exponent: in small letters if Unicode has them all."""
    text = text.replace(" ", "")
    return text.translate(table) if set(map(ord, text)) <= table.keys() else sign + one(text)


def plain(element, parts):
    """The text of a MathML element.

    Parameters
    ----------
    element : str
        Its name.
    parts : list of str
        The texts of its children.
    """
    match element, parts:
        case "mo", [sign]:
            return f" {sign} " if sign in SPACED else SIGNS.get(sign, sign)
        case "mfrac", [above, below]:
            return f"{one(above)}/{one(below)}"
        case "msqrt", _:
            return f"√{one(''.join(parts))}"
        case "mover", [base, accent]:
            return base + ACCENTS.get(accent, accent)
        case (("msub" | "munder"), [base, index]):
            return base + shifted(index, LOWERED, "_")
        case "msup", [base, power]:
            return base + shifted(power, RAISED, "^")
        case (("msubsup" | "munderover"), [base, index, power]):
            return base + shifted(index, LOWERED, "_") + shifted(power, RAISED, "^")
        case (("mtd" | "mtr" | "mtext" | "mspace"), _):
            return f" {''.join(parts)} "
        case _:
            return UNARY.sub(r"\1\2", "".join(parts))


def read(mathml):
    """The text of a formula.

    Parameters
    ----------
    mathml : str
        Its `math` element.
    """

    def text(element):
        own = [element.text] if element.text else []
        return plain(element.tag.rpartition("}")[2], own + [text(part) for part in element])

    return text(ElementTree.fromstring(mathml))
