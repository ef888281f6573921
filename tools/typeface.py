"""Make the faces that the site ships, theme/typeface/*.css, as theme/typeface/README.md says.

They stand in style sheets, since a page waits for these before it shows text: so no line moves.
"""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

import fontpkg_source_serif_4 as source
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TYPE = Path(__file__).parents[1] / "theme" / "typeface"
MATHS = TYPE / "book-maths.woff2"
FILES = Path(source.__file__).with_name("files")
ROMAN, ITALIC = (FILES / f"SourceSerif4{style}[opsz,wght].ttf" for style in ("", "-Italic"))


def face(path, family, name, text, css="", **axes):
    """Return the rule for the subset of a font that holds a text, at one point of its axes."""
    font = TTFont(path, recalcTimestamp=False)  # so that the same font makes the same files
    options = Options(hinting=False, name_IDs=[0, 13, 14], layout_features=["liga"])
    options.drop_tables += ["GPOS" if family == "Book Maths" else "MATH"]  # which serve the other
    subsetter = Subsetter(options)
    subsetter.populate(text=text + "\N{NO-BREAK SPACE}")
    subsetter.subset(font)
    font = instantiateVariableFont(font, axes) if axes else font
    for place in (1, 3, 4, 6, 16):  # the license keeps the name of the whole font
        full = f"{family.replace(' ', '')}-{name}" if place == 6 else f"{family} {name}"
        font["name"].setName(full, place, 3, 1, 0x409)
    font.flavor = "woff2"
    font.save(data := BytesIO())
    place = f"url(data:font/woff2;base64,{b64encode(data.getvalue()).decode()})"
    return f'@font-face {{ font-family: "{family}"; {css}src: {place}; }}'


def write(sheet, of, *faces):
    """Write a style sheet."""
    head = f"/* Of {of}, under the SIL Open Font License: OFL.txt */"
    (TYPE / sheet).write_text("\n".join([head, *faces, ""]), "utf-8")


if __name__ == "__main__":
    every, regular, signs, letters = (TYPE / "characters.txt").read_text("utf-8").splitlines()
    only = f"unicode-range: {', '.join(f'U+{ord(sign):X}' for sign in signs)}; "
    write(
        "typeface.css",
        "Source Serif 4 and STIX Two Math",
        face(ROMAN, "Book Serif", "regular", every + regular, wght=400, opsz=14),
        face(ITALIC, "Book Serif", "italic", every, "font-style: italic; ", wght=400, opsz=14),
        face(ROMAN, "Book Serif", "semibold", every, "font-weight: 600; ", wght=600, opsz=18),
        face(MATHS, "Book Serif", "signs", signs, only),
    )
    write("maths.css", "STIX Two Math", face(MATHS, "Book Maths", "regular", letters))
