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
from PIL import Image

from lib.figures import points, strokes, style, svg
from lib.figures.colors import BEST, CSS, INK, NAMES, NOW, PALETTE, PAPER, SOFT

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


def plain(ax):
    """The Axes without words, whose typeface is the page's, and with no margin for them."""
    ax.set(xticks=[], yticks=[])
    ax.minorticks_off()
    return ax


def lines(ax, rng):
    x = np.linspace(-0.5, 1.5, 40)
    for _ in range(4):
        ax.plot(x, rng.normal(0.5, 0.6, 40), lw=rng.uniform(1, 4), color=NOW)
    ax.plot([0, 1], rng.uniform(size=2), color=INK, lw=3, dashes=(4, 2))
    ax.axline((0.2, 0.3), slope=rng.normal(), color=BEST, lw=3)
    ax.axvline(0.5, color=SOFT)
    ax.step(x, rng.uniform(size=40), where="post", color=INK, lw=2)
    ax.set(xlim=(0, 1), ylim=(0, 1))


def markers(ax, rng):
    for i, mark in enumerate(MARKS):
        x = rng.uniform(-0.2, 1.2, 12)
        ax.plot(x, np.full(12, i), mark, ms=rng.uniform(5, 14), mew=2, color=list(NAMES)[i % 5])
    ax.plot(rng.uniform(size=9), rng.uniform(0, 9, 9), "o", mfc="none", mec=INK, ms=15, mew=1.5)
    for mark in "os":
        ax.scatter(*rng.uniform(0, 9, (2, 20)), rng.uniform(20, 200, 20), c=BEST, marker=mark)
    ax.set(xlim=(0, 1), ylim=(-1, len(MARKS)))


def areas(ax, rng):
    x = np.linspace(0, 1, 25)
    ax.fill_between(x, rng.uniform(size=25), -rng.uniform(size=25), color=NOW, alpha=0.3, lw=0)
    ax.fill(*rng.uniform(-1, 2, (2, 5)), color=BEST, alpha=0.5)
    ax.bar(rng.uniform(size=4), rng.uniform(-1, 1, 4), 0.1, color=SOFT, edgecolor=INK, lw=2)
    ax.add_patch(Circle((0.5, 0), 0.2, fill=False, edgecolor=INK, lw=2))
    z = rng.normal(size=(6, 6)).cumsum(0).cumsum(1)
    grid = np.linspace(0, 1, 6), np.linspace(-1, 1, 6)
    ax.contourf(*grid, z, levels=3, colors=["#112233", BEST, "#aabbcc", NOW], alpha=0.4)
    ax.contour(*grid, z, levels=4, colors=[INK], linewidths=2, linestyles="-")
    ax.set(xlim=(0.05, 0.9), ylim=(-0.8, 0.7))


def cells(ax, rng):
    ax.pcolormesh(rng.uniform(size=(7, 9)), cmap="Greys", alpha=0.8)
    ax.pcolormesh([2, 4, 7], [1, 3], [[0, 1]], facecolor=[(1, 0, 0, 0.4), (0, 0, 1, 1)])


def logarithmic(ax, rng):
    x = np.geomspace(1, 1e4, 30)
    ax.plot(x, x ** rng.uniform(0.2, 0.8) * rng.lognormal(0, 0.3, 30), "o-", color=NOW, ms=6)
    ax.hlines([3, 30], 2, [200, 2000], color=INK, lw=2)
    ax.set(xscale="log", yscale="log", xlim=(1, 5e3), ylim=(1, 1e3))


def arrows(ax, rng):
    for x, y in rng.uniform(0.1, 0.9, (5, 2)):
        ax.annotate("", (x, y), (0.5, 0.5), arrowprops={"arrowstyle": "->", "color": NOW, "lw": 2})
    ax.annotate(
        "",
        (1.1, 0.5),
        (0, 0),
        annotation_clip=False,
        arrowprops={"arrowstyle": "-|>", "color": BEST, "lw": 2},
    )
    ax.quiver(*rng.uniform(size=(4, 6)), color=INK)
    bent = Path(rng.uniform(size=(5, 2)), [1, 3, 3, 3, 3])  # two quadratic curves
    ax.add_patch(PathPatch(bent, fill=False, edgecolor=SOFT, lw=3))
    ax.set(xlim=(0, 1), ylim=(0, 1))


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


@pytest.mark.parametrize("draw", [lines, markers, areas, cells, logarithmic, arrows])
def test_a_browser_paints_what_agg_does(tab, draw):
    ax = plain(style.blank())
    with rc_context({"path.snap": False}):
        draw(ax, np.random.default_rng(0))
        plain(ax)
        browser = painted(tab, style.picture(ax, "A test.").panels[0])
        agg = rasterized(ax.figure)
    assert np.ptp(agg.reshape(-1, 3), axis=0).min() > 100  # something is drawn
    assert off(browser, agg) < 0.002
    assert off(browser, np.roll(agg, 1, axis=1)) > 0.005  # which a shift by one unit is not


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
        for draw in (lines, markers, areas, cells, arrows):
            draw(ax, np.random.default_rng(0))
        return style.picture(ax, "All kinds.")

    (panel,) = once().panels
    assert not re.search(r"\b(id|href|class|style|clip-path)=|url\(|<(defs|style|use)", panel)
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
