"""What matplotlib draws is what a browser paints, compared with Agg, but for words."""

import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path
from PIL import Image

from lib.figures import points, style, svg
from lib.figures.colors import BEST, CSS, INK, NAMES, NOW, PAPER, SOFT
from lib.figures.kernels import swapped
from lib.samples import Sample

MARKS = "osx+|_D^v"


def drawn(ax):
    """The <svg> of some Axes, parsed."""
    return ElementTree.fromstring(style.picture(ax, "A test.").panels[0])


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
    ax.plot([0.1, 0.8], [-0.7, 0.8], "--", color=INK)
    ax.add_patch(Circle((0.5, 0), 0.2, fill=False, edgecolor=INK, lw=2))
    ax.bar(grid, z[0], 0.1, color=SOFT, edgecolor=INK, lw=2)
    bent = Path([(0, 1), (0.2, 0), (0.5, 1), (0.8, 0), (1, 1)], [1, 3, 3, 3, 3])  # quadratic
    ax.add_patch(PathPatch(bent, fill=False, edgecolor=SOFT, lw=3))
    ax.annotate("", (1.1, 0.5), (0, 0), annotation_clip=False, arrowprops={"arrowstyle": "-|>"})
    ax.set(xlim=(0.05, 0.9), ylim=(-0.8, 0.9))


def pixels(ax):
    ink = np.random.default_rng(0).uniform(-1, 1, (3, 64))
    swapped(ax, Sample(ink, [1, -1, 1]))


SCALE = 4  # pixels to a unit, for Agg puts a marker on a whole one


@pytest.fixture(scope="module")
def tab(chromium):
    page = chromium.new_page(viewport={"width": 320, "height": 280}, device_scale_factor=SCALE)
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
    return image.reshape(280, SCALE, 320, SCALE, 3).mean(axis=(1, 3))


def off(one, other):
    """The share of units that differ by more than an edge that is smoothed in two ways."""
    return (np.abs(one - other).max(axis=2) > 80).mean()


@pytest.mark.parametrize("draw", [markers, areas, pixels])
def test_a_browser_paints_what_agg_does(tab, draw):
    ax = style.blank()
    with rc_context({"path.snap": False}):
        draw(ax)
        ax.set(xticks=[], yticks=[])  # without words, whose typeface is the page's
        browser = painted(tab, style.picture(ax, "A test.").panels[0])
        agg = rasterized(ax.figure)
    shifted = np.roll(agg, (1, 1), axis=(0, 1))  # by one unit
    assert off(browser, agg) < 0.003 < off(browser, shifted)


def test_only_cells_have_hard_edges():
    """Or a seam would show between them."""
    ax = style.blank()
    ax.plot([0, 1])
    points.cells(ax, [[0, 1], [0.5, 1]])
    hard = [path for path in drawn(ax).iter("path") if path.get("shape-rendering")]
    looks = [(path.get("fill-opacity"), path.get("stroke")) for path in hard]
    assert looks == [(None, None), ("0.5", None), (None, None)]


def test_an_axis_is_drawn_anew_where_it_changed():
    ax = style.blank()
    ax.figure.set_layout_engine("none")
    for change in ("xticks([0, 1])", "xlim(0, 3)", "xticks([1, 2])", "xlabel('t')"):
        eval(f"ax.set_{change}")
        draw, shown = ax.xaxis.draw, svg.elements(ax.figure)
        del ax.xaxis.draw
        assert shown == svg.elements(ax.figure), change
        ax.xaxis.draw = draw


@pytest.mark.parametrize(
    ("ha", "anchor", "angle"), [("left", None, 0), ("center", "middle", 90), ("right", "end", 37)]
)
def test_words_hang_on_their_point(ha, anchor, angle):
    """A page's typeface is as wide as it likes: the side that matplotlib aligns stays in place."""
    ax = style.blank()
    shown = {"ha": ha, "va": "baseline", "rotation_mode": "anchor", "rotation": angle}
    ax.text(0.3, 0.6, "A word, <b> & one more", **shown, size=12)
    (text,) = [text for text in drawn(ax).iter("text") if "word" in text.text]
    assert text.text == "A word, <b> & one more"
    assert text.get("text-anchor") == anchor
    assert float(text.get("font-size")) == pytest.approx(12 * svg.UNITS / 72, abs=0.051)
    across, up = ax.transData.transform((0.3, 0.6))
    here = float(text.get("x")), float(text.get("y"))
    np.testing.assert_allclose(here, (across, ax.figure.bbox.height - up), atol=1.01)
    turned = re.findall(r"-?[\d.]+", text.get("transform", ""))
    assert list(map(float, turned)) == ([-angle, *here] if angle else [])


@pytest.mark.parametrize(
    ("label", "read", "slanted", "levels"),
    [
        (r"$w_t$ and $v^k$ are read", "wt and vk are read", "wtvk", [0, 3.5, 0, 0, -3.5, 0]),
        (r"$x_1^2$ at $\gamma = 2$", "x₁² at γ = 2", "xγ", [0, 0]),
        (r"$\mathdefault{10^{-3}}$", "10⁻³", "", []),  # as matplotlib writes a logarithm's ticks
    ],
)
def test_formulas_are_read_as_they_are_written(label, read, slanted, levels):
    ax = style.blank()
    ax.set(title=label, xticks=[], yticks=[])
    (title,) = drawn(ax).iter("text")
    assert "".join(title.itertext()).replace("\u2009", "") == read
    parts = list(title.iter("tspan"))
    assert "".join(p.text for p in parts if p.get("font-style") == "italic") == slanted
    shifts = [float(part.get("dy", 0)) for part in parts]
    np.testing.assert_allclose(np.cumsum(shifts), levels, atol=0.01)
