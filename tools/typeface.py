"""Make the text face that the site ships, theme/typeface/typeface.css, of the fonts it comes from.

It takes the characters that theme/typeface/characters.txt names, three styles, and one optical size
of each. The subset has a name of its own, since the license keeps "Source" for the whole. The fonts
stand in a style sheet, since a page waits for that before it shows any text: so no line moves, and
a page opened as a file has them too. theme/typeface/README.md says what to install.
"""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

import fontpkg_source_serif_4 as source
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FILES = Path(source.__file__).with_name("files")
THEME = Path(__file__).parents[1] / "theme"
MATHS = THEME / "katex" / "static" / "fonts" / "KaTeX_Main-Regular.woff2"
OUT = THEME / "typeface" / "typeface.css"
KEPT = [0, 13, 14]  # of the names: copyright and license
LICENSE = "Of Source Serif 4 and KaTeX's fonts, under the SIL Open Font License: OFL.txt"

TEXT, SIGNS = (THEME / "typeface" / "characters.txt").read_text("utf-8").splitlines()


def opened(path):
    """Return a font that keeps its date, so that the same font makes the same files."""
    return TTFont(path, recalcTimestamp=False)


def face(font, name, text, css="", **axes):
    """Return the rule for the subset of a font that holds a text, at one point of its axes."""
    options = Options(hinting=False, name_IDs=KEPT, layout_features=["kern", "liga"])
    subsetter = Subsetter(options)
    subsetter.populate(text=text + "\N{NO-BREAK SPACE}")
    subsetter.subset(font)
    font = instantiateVariableFont(font, axes) if axes else font
    for place in (1, 3, 4, 6, 16):
        full = f"BookSerif-{name}" if place == 6 else f"Book Serif {name}"
        font["name"].setName(full, place, 3, 1, 0x409)
    font.flavor = "woff2"
    font.save(data := BytesIO())
    source = f"url(data:font/woff2;base64,{b64encode(data.getvalue()).decode()})"
    return f'@font-face {{ font-family: "Book Serif"; {css}src: {source}; }}'


def main():
    """Write the style sheet."""
    roman, italic = (FILES / f"SourceSerif4{style}[opsz,wght].ttf" for style in ("", "-Italic"))
    maths = opened(MATHS)
    for table in maths["cmap"].tables:
        table.cmap[ord("‖")] = table.cmap[ord("∥")]
    signs = ", ".join(f"U+{ord(sign):X}" for sign in SIGNS)
    faces = [
        face(opened(roman), "regular", TEXT, wght=400, opsz=14),
        face(opened(italic), "italic", TEXT, "font-style: italic; ", wght=400, opsz=14),
        face(opened(roman), "semibold", TEXT, "font-weight: 600; ", wght=600, opsz=18),
        face(maths, "signs", SIGNS, f"unicode-range: {signs}; "),
    ]
    OUT.write_text("\n".join([f"/* {LICENSE} */", *faces, ""]), "utf-8")


if __name__ == "__main__":
    main()
