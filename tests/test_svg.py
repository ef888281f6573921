"""What matplotlib draws is what a browser paints, held to Agg; words, which Agg sets otherwise."""

import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from PIL import Image

from lib.figures import points, strokes, style, svg
from lib.figures.colors import BEST, CSS, INK, NAMES, NOW, PALETTE, PAPER, SOFT
from lib.figures.kernels import swapped
from lib.figures.margin_perceptron import rungs
from lib.figures.max_margin import slab
from lib.figures.perceptron import update
from lib.figures.perceptron_as_descent import risk_map
from lib.samples import EIGHT, Sample
from lib.soft_margin import soft_margin

MARKS = "osx+|_D^v"


def drawn(ax):
    """The <svg> of some Axes, parsed."""
    return ElementTree.fromstring(style.picture(ax, "A test.").panels[0])


def paths(ax, color):
    """The `d` of the paths that have a color, of their stroke or their fill."""
    shown = f"var(--{NAMES[color]})" if color in NAMES else color
    found = [path for path in drawn(ax).iter("path") if shown in path.attrib.values()]
    return [path.get("d") for path in found]


def ends(d):
    """The points at which the parts of a path of straight lines, in absolute letters, end."""
    return np.array(re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", d), dtype=float)


def markers(ax):
    rng = np.random.default_rng(0)
    for i, mark in enumerate(MARKS):
        x = rng.uniform(-0.2, 1.2, 12)
        ax.plot(x, np.full(12, i), mark, ms=rng.uniform(5, 14), mew=2, color=list(NAMES)[i % 5])
    for mark in "os":
        ax.scatter(*rng.uniform(0, 9, (2, 20)), rng.uniform(20, 200, 20), c=BEST, marker=mark)
    ax.set(xlim=(0, 1), ylim=(-1, len(MARKS)))


def areas(ax):
    grid, z = np.linspace(0, 1, 6), np.random.default_rng(0).normal(size=(6, 6)).cumsum(0)
    ax.contourf(grid, grid, z, levels=3, colors=["#112233", BEST, "#aabbcc", NOW], alpha=0.4)
    ax.add_patch(Circle((0.5, 0), 0.2, fill=False, edgecolor=INK, lw=2))
    ax.bar(grid, z[0], 0.1, color=SOFT, edgecolor=INK, lw=2)
    bent = Path([(0, 1), (0.2, 0), (0.5, 1), (0.8, 0), (1, 1)], [1, 3, 3, 3, 3])  # quadratic
    ax.add_patch(PathPatch(bent, fill=False, edgecolor=SOFT, lw=3))
    ax.annotate("", (1.1, 0.5), (0, 0), annotation_clip=False, arrowprops={"arrowstyle": "-|>"})
    ax.set(xlim=(0.05, 0.9), ylim=(-0.8, 0.9))


CREASED = Sample([[1, 0.2], [0.7, -1], [0.95, -0.1]], [1, -1, -1])
INKED = Sample(np.random.default_rng(0).uniform(-1, 1, (3, 64)), [1, -1, 1])
PICTURES = [
    markers,
    areas,
    lambda ax: slab(ax, soft_margin(EIGHT, 0.1)),
    lambda ax: risk_map(ax, CREASED, [[1, 2], [3, 1]]),
    lambda ax: rungs(ax, [(0.1, 50)], [(0.1, 249), (0.2, 61)]),
    lambda ax: swapped(ax, INKED),
    lambda ax: update(ax, [2, -1], [2, -3], -1),
]


SCALE = 4  # pixels to a unit, for Agg puts a marker on a whole one


@pytest.fixture(scope="module")
def tab(chromium):
    page = chromium.new_page(viewport={"width": 440, "height": 300}, device_scale_factor=SCALE)
    yield page
    page.close()


def painted(tab, panel):
    """A panel as a page shows it."""
    sheet = f"<style>{CSS} body {{ margin: 0; background: {PAPER} }}</style>"
    tab.set_content(f'{sheet}<div class="picture">{panel}</div>')
    return units(np.asarray(Image.open(io.BytesIO(tab.screenshot())).convert("RGB"), dtype=float))


def rasterized(figure):
    """The same figure by matplotlib's own renderer, on paper."""
    figure.set_layout_engine("none")
    figure.set(facecolor=PAPER, dpi=SCALE * svg.UNITS)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return units(np.asarray(canvas.buffer_rgba(), dtype=float)[..., :3])


def units(image):
    """The mean color of each unit of a drawing."""
    return image.reshape(300, SCALE, 440, SCALE, 3).mean(axis=(1, 3))


def off(one, other):
    """The share of units that differ by more than an edge that is smoothed in two ways."""
    return (np.abs(one - other).max(axis=2) > 80).mean()


@pytest.mark.parametrize("draw", PICTURES)
def test_a_browser_paints_what_agg_does(tab, draw):
    ax = style.blank()
    with rc_context({"path.snap": False}):
        draw(ax)
        # But for words, whose typeface is the page's.
        ax.set(xticks=[], yticks=[], xlabel="", ylabel="", title="")
        ax.minorticks_off()
        for words in ax.findobj(Text):
            words.set_text("")
        browser = painted(tab, style.picture(ax, "A test.").panels[0])
        agg = rasterized(ax.figure)
    shifted = np.roll(agg, (1, 1), axis=(0, 1))  # by one unit
    assert off(browser, agg) < 0.003 < off(browser, shifted)


def test_what_is_far_outside_is_left_out_and_what_is_inside_stays():
    x = np.random.default_rng(0).permutation(np.linspace(-1e6, 1e6, 20001))
    ax = style.blank()
    ax.plot(x, np.sin(x), color=NOW)
    ax.plot(x, np.zeros_like(x), "s", color=BEST)
    ax.set(xlim=(-150, 150), ylim=(-2, 2))
    (line,), (squares,) = paths(ax, NOW), paths(ax, BEST)
    assert np.abs(ends(line)).max() < 500
    assert ends(line)[:, 0].min() < 10 and ends(line)[:, 0].max() > 430
    assert 3 <= squares.count("M") < 9


def test_only_cells_have_hard_edges():
    """Or a seam would show between them."""
    ax = style.blank()
    ax.plot([0, 1])
    assert "crispEdges" not in style.picture(ax, "A line.").panels[0]
    points.cells(ax, [[0, 1], [0.5, 1]])
    hard = [path for path in drawn(ax).iter("path") if path.get("shape-rendering")]
    looks = [(path.get("fill-opacity"), path.get("stroke")) for path in hard]
    assert looks == [(None, None), ("0.5", None), (None, None)]


def test_colors_have_their_names_and_any_other_stays_as_it_is():
    ax = style.blank()
    for color in [*(light for light, _ in PALETTE.values()), "#0068c8"]:  # beside --positive
        ax.plot([0, 1], color=color)
        assert paths(ax, color)


@pytest.mark.parametrize(
    ("ha", "anchor", "angle"), [("left", None, 0), ("center", "middle", 90), ("right", "end", 37)]
)
def test_words_hang_on_their_point(ha, anchor, angle):
    """A page's typeface is as wide as it likes: the side that matplotlib aligns stays in place."""
    ax = style.blank()
    shown = {"ha": ha, "va": "baseline", "rotation_mode": "anchor", "rotation": angle}
    ax.text(0.3, 0.6, "A word, <b> & one more", **shown, size=12, weight="bold")
    (text,) = [text for text in drawn(ax).iter("text") if "word" in text.text]
    assert text.text == "A word, <b> & one more"
    assert (text.get("text-anchor"), text.get("font-weight")) == (anchor, "600")
    assert float(text.get("font-size")) == pytest.approx(12 * svg.UNITS / 72, abs=0.051)
    across, up = ax.transData.transform((0.3, 0.6))
    here = float(text.get("x")), float(text.get("y"))
    np.testing.assert_allclose(here, (across, ax.figure.bbox.height - up), atol=1.01)
    turned = re.findall(r"-?[\d.]+", text.get("transform", ""))
    assert list(map(float, turned)) == ([-angle, *here] if angle else [])


@pytest.mark.parametrize(
    ("label", "read", "slanted", "levels"),
    [
        ("plain x", "plain x", "", []),
        (r"$w_t$ and $v^k$ are read", "wt and vk are read", "wtvk", [0, 3.6, 0, 0, -3.6, 0]),
        (r"$x_1^2$ at $\gamma = 2$", "x₁² at γ = 2", "xγ", [0, 0]),
        (r"$\langle w,u\rangle$ < 1 & 2", "⟨w, u⟩ < 1 & 2", "wu", [0, 0]),
        (r"$\mathdefault{10^{-3}}$", "10⁻³", "", []),  # as matplotlib writes a logarithm's ticks
    ],
)
def test_formulas_are_read_as_they_are_written(label, read, slanted, levels):
    ax = style.blank()
    ax.set_title(label)
    (title,) = [text for text in drawn(ax).iter("text") if text.get("font-size") == "14.6"]
    assert "".join(title.itertext()).replace("\u2009", "") == read
    parts = list(title.iter("tspan"))
    assert "".join(p.text for p in parts if p.get("font-style") == "italic") == slanted
    shifts = [float(part.get("dy", 0)) for part in parts]
    np.testing.assert_allclose(np.cumsum(shifts), levels, atol=0.01)
    # Smaller, a phone would not show them.
    assert all(float(part.get("font-size", 14.6)) >= 0.94 * 14.6 for part in parts)


def test_a_drawing_names_nothing_and_is_the_same_bytes_each_time():
    """An id would stand twice on a page that shows a figure twice, and the second would be lost."""

    def once():
        ax = style.blank()
        for draw in (markers, areas, *PICTURES[5:]):
            draw(ax)
        return style.picture(ax, "All kinds.")

    (panel,) = once().panels
    assert not re.search(r"\s(id|href|class|style|clip-path)=|url\(|<(defs|style|use)", panel)
    assert [panel] == once().panels


def test_hatches_and_odd_clips_are_refused():
    ax = style.blank()
    disc = ax.add_patch(Circle((0.5, 0.5), 0.3, hatch="/"))
    with pytest.raises(ValueError, match="no hatches, and no clips but its Axes: draw the shape"):
        drawn(ax)
    disc.set_hatch(None)
    ax.plot([0, 1])[0].set_clip_path(disc)
    with pytest.raises(ValueError, match="no clips but its Axes"):
        drawn(ax)


def test_an_element_is_as_short_as_it_can_be():
    numbers = [1.04, -0.04, 2, -3.25, 0.05, 1e-9]
    assert [strokes.number(x) for x in numbers] == ["1", "0", "2", "-3.2", "0.1", "0"]
    assert strokes.line([(0, 1.25), (2, 3)], "z") == '<path d="M0 1.2L2 3z"/>'
