"""Make the faces that the site ships, of the fonts they come from: theme/typeface/*.css.

theme/typeface/characters.txt says which characters: those of the text face in every style, more of
its regular style, the signs that it lacks, and those of formulas, whose letters come slanted, too.
A style has one optical size. A subset has a name of its own, since the license keeps "Source" for
the whole. The fonts stand in style sheets, since a page waits for these before it shows any text:
so no line moves, and a page opened as a file has them too. theme/typeface/README.md says what to
install.
"""

import sys
import unicodedata
from base64 import b64encode
from copy import deepcopy
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import fontpkg_source_serif_4 as source
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FILES = Path(source.__file__).with_name("files")
TYPE = Path(__file__).parents[1] / "theme" / "typeface"
KEPT = [0, 13, 14]  # of the names: copyright and license
LICENSE = "under the SIL Open Font License: OFL.txt"
# As in TeX, all letters have their scripts at the same heights, whether or not they reach up or
# down. In thousandths of an em: how far the scripts of a high or low base stay from its edges.
EDGES = {"SubscriptBaselineDropMin": 0, "SuperscriptBaselineDropMax": 400}

STRETCHED = "()[]{}⟨⟩⌈⌉⌊⌋√"
TALLER = 220  # by how much a size of the root exceeds another, in thousandths of an em
SIZES, BROADER = 7, 1.2  # of a bracket: before it is joined from parts; than the smallest

EVERY, REGULAR, SIGNS, MATHS = (TYPE / "characters.txt").read_text("utf-8").splitlines()


def slanted(sign):
    """Return the slanted form of a letter, as 𝑤 of w, or "" for what has none."""
    forms = {"h": "ℎ", "∂": "𝜕", "ϵ": "𝜖", "ϕ": "𝜙"}
    kind = "CAPITAL" if sign.isupper() else "SMALL"
    name = unicodedata.name(sign).removeprefix("GREEK ").removeprefix("LATIN ")
    name = f"MATHEMATICAL ITALIC {kind} {name.rpartition(' ')[2]}"
    try:
        return forms.get(sign) or unicodedata.lookup(name)
    except KeyError:
        return ""


def opened(path):
    """Return a font that keeps its date, so that the same font makes the same files."""
    return TTFont(path, recalcTimestamp=False)


def face(font, family, name, text, css="", **axes):
    """Return the rule for the subset of a font that holds a text, at one point of its axes."""
    options = Options(hinting=False, name_IDs=KEPT, layout_features=["kern", "liga"])
    options.drop_tables += ["GPOS" if family == "Book Maths" else "MATH"]  # which serve the other
    subsetter = Subsetter(options)
    subsetter.populate(text=text + "\N{NO-BREAK SPACE}")
    subsetter.subset(font)
    font = instantiateVariableFont(font, axes) if axes else font
    for place in (1, 3, 4, 6, 16):
        full = f"{family.replace(' ', '')}-{name}" if place == 6 else f"{family} {name}"
        font["name"].setName(full, place, 3, 1, 0x409)
    font.flavor = "woff2"
    font.save(data := BytesIO())
    source = f"url(data:font/woff2;base64,{b64encode(data.getvalue()).decode()})"
    return f'@font-face {{ font-family: "{family}"; {css}src: {source}; }}'


def squeeze(font):
    """Give the sizes of each bracket and root about one width, and keep the smaller ones.

    Chromium leaves beside a small one as much space as the widest would take. The brace of cases
    keeps all its sizes, since WebKit joins none that is lower than its three parts together.
    """
    variants, glyphs = font["MATH"].table.MathVariants, font["glyf"]
    made = dict(zip(variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True))
    root, brace = map(font.getBestCmap().get, map(ord, "√{"))
    for name in map(font.getBestCmap().get, map(ord, STRETCHED)):
        sizes, assembly = made[name].MathGlyphVariantRecord, made[name].GlyphAssembly
        if name != brace:
            del sizes[SIZES:]
        parts = {part.glyph for part in assembly.PartRecords} if assembly else set()
        width = font["hmtx"][name][0] * (1 if name == root else BROADER)
        for other in {size.VariantGlyph for size in sizes} | parts:
            broad, side = font["hmtx"][other]
            if broad > width:
                glyphs[other].expand(glyphs)
                glyphs[other].coordinates.scale((width / broad, 1))
                glyphs[other].recalcBounds(glyphs)
                font["hmtx"][other] = (round(width), round(side * width / broad))


def heighten(font):
    """Give the root sizes between its own, of which the next larger hangs far below most lines.

    The long stroke grows steeper, and all else keeps its form.
    """
    variants, glyphs = font["MATH"].table.MathVariants, font["glyf"]
    root = font.getBestCmap()[ord("√")]
    made = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(root)]
    own, sizes = made.MathGlyphVariantRecord, []
    for size, following in pairwise(own):
        between = range(TALLER, following.AdvanceMeasurement - size.AdvanceMeasurement, TALLER)
        sizes += [size, *(deepcopy(size) for _ in between)]
        for more, record in zip(between, sizes[-len(between) :], strict=True):
            name, glyph = f"{size.VariantGlyph}.{more}", deepcopy(glyphs[size.VariantGlyph])
            hook = 0.75 * glyph.yMax  # which ends below this
            for point, (x, y) in enumerate(glyph.coordinates):
                glyph.coordinates[point] = (x, y + more * (y > hook))
            glyph.recalcBounds(glyphs)
            glyphs[name], font["hmtx"][name] = glyph, font["hmtx"][size.VariantGlyph]
            font.setGlyphOrder(glyphs.glyphOrder)
            record.VariantGlyph, record.AdvanceMeasurement = name, record.AdvanceMeasurement + more
    made.MathGlyphVariantRecord = [*sizes, own[-1]]


def write(sheet, of, faces):
    """Write a style sheet."""
    (TYPE / sheet).write_text("\n".join([f"/* Of {of}, {LICENSE} */", *faces, ""]), "utf-8")


def main(maths):
    """Write the style sheets; `maths` is the file of the font STIX Two Math."""
    roman, italic = (FILES / f"SourceSerif4{style}[opsz,wght].ttf" for style in ("", "-Italic"))
    signs = ", ".join(f"U+{ord(sign):X}" for sign in SIGNS)
    italics, bold = "font-style: italic; ", "font-weight: 600; "
    faces = [
        face(opened(roman), "Book Serif", "regular", EVERY + REGULAR, wght=400, opsz=14),
        face(opened(italic), "Book Serif", "italic", EVERY, italics, wght=400, opsz=14),
        face(opened(roman), "Book Serif", "semibold", EVERY, bold, wght=600, opsz=18),
        face(opened(maths), "Book Serif", "signs", SIGNS, f"unicode-range: {signs}; "),
    ]
    write("typeface.css", "Source Serif 4 and STIX Two Math", faces)
    font = opened(maths)
    for name, distance in EDGES.items():
        getattr(font["MATH"].table.MathConstants, name).Value = distance
    heighten(font)
    squeeze(font)
    letters = MATHS + "".join(map(slanted, MATHS))
    write("maths.css", "STIX Two Math", [face(font, "Book Maths", "regular", letters)])


if __name__ == "__main__":
    main(sys.argv[1])
