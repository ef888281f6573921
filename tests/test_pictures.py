"""What a picture says is what it draws: separators, runs, weights, descents."""

import nbformat
import numpy as np
import pytest
from docutils import nodes

from lib.datasets import iris, wine
from lib.figures import linear_separators, perceptron_as_descent, style
from lib.figures import perceptron as perceptron_figures
from lib.linear_separators import margin
from lib.perceptron import perceptron
from lib.perceptron_as_descent import batch_descent, risk
from lib.samples import Sample, prepare
from theme.figures import describe
from tools.notebooks import strip_pictures

PETALS = iris().columns("petal length (cm)", "petal width (cm)")
WINES = perceptron(prepare(wine(0, 1)))
THREE = Sample([[1, 0.2], [0.7, -1], [0.95, -0.1]], [1, -1, -1])


def said(draw, *args, **options) -> str:
    return draw(style.blank(), *args, **options).text


def test_a_separator_tells_its_margin_and_who_is_nearest():
    text = said(linear_separators.separator, PETALS, [1, 1], -3.5)
    assert f"at distance {margin(PETALS, [1, 1], -3.5):.3g}" in text
    assert "50 squares around (1.46, 0.246) and 50 circles" in text
    assert "a falling line" in text and text.endswith("a ring at (3, 1.1).")


def test_a_line_with_examples_on_the_wrong_side_or_on_it_tells_how_many():
    sample = Sample([[0, 1], [0, -1], [1, 0]], [1, 1, 1])
    ax = style.blank()
    text = linear_separators.separator(ax, sample, [0, 2]).text
    assert "a level line that misclassifies 2, each under a cross" in text
    assert "square" not in text, "there is no negative example"
    crosses = ax.lines[-1].get_xydata()
    assert crosses.tolist() == [[0, -1], [1, 0]]


@pytest.mark.parametrize(
    ("w", "course"),
    [((1, 0), "vertical"), ((0, 1), "level"), ((1, 2), "falling"), ((-1, 2), "rising")],
)
def test_how_a_line_runs(w, course):
    ax = style.blank()
    assert f"a {course} line" in linear_separators.separator(ax, PETALS, w).text
    (a, b), (c, d) = ax.lines[0].get_xy1(), ax.lines[0].get_xy2()
    slope = {"vertical": c == a, "level": d == b}
    slope |= {"falling": (d - b) * (c - a) < 0, "rising": (d - b) * (c - a) > 0}
    assert [name for name, holds in slope.items() if holds] == [course]


def test_a_staircase_counts_each_pass():
    ax = style.blank()
    text = perceptron_figures.mistakes(ax, WINES).text
    assert "climbs to 25 mistakes over 1040 examples, in passes of 130" in text
    each = [int(count) for count in text.split("in turn, ")[1].split(" mistakes")[0].split(", ")]
    assert (sum(each), len(each), each[-1]) == (WINES.M, WINES.passes, 0)
    assert ax.lines[0].get_ydata().max() == WINES.M


def test_a_jagged_line_counts_its_rises():
    text, rises = said(perceptron_figures.errors, WINES), np.diff(WINES.errors)
    assert f"rises at {(rises > 0).sum()}, by most at update 2, from 13 to 18." in text
    easy = perceptron(Sample([[1, 0]], [1]))
    assert said(perceptron_figures.errors, easy).endswith("stays at 0 and rises at 0.")


def test_orders_name_each_top():
    ax = style.blank()
    text = perceptron_figures.orders(ax, [3, 4, 4, 6, 6, 6, 7, 7, 7, 9]).text
    assert text == (
        "A histogram from 3 to 9 mistakes. Its bars count 1, 2, 0, 3, 3, 0, 1 orders, "
        "with a top of 2 at 4, of 3 at 6 and 7, of 1 at 9."
    )
    bars = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in ax.patches}
    assert bars == {3: 1, 4: 2, 5: 0, 6: 3, 7: 3, 8: 0, 9: 1}
    assert said(perceptron_figures.orders, [5, 5]).endswith("count 2 orders, with a top of 2 at 5.")


def test_an_image_tells_where_its_weights_are():
    ax = style.blank()
    text = perceptron_figures.image(ax, [3, 1, 0, -1], (2, 2)).text
    assert text == (
        "2 purple cells, with 75% of their weight in the left half; "
        "1 orange to brown cells, with 0% of their weight in the left half."
    )
    colors = ax.images[0].to_rgba(ax.images[0].get_array())[..., :3]
    red, green, blue = colors[0, 0]
    assert blue > red > green, "purple"
    assert colors[1, 1][0] > colors[1, 1][1] > colors[1, 1][2], "orange"
    with pytest.raises(ValueError, match=r"array of size 3 into shape \(2,2\)"):
        perceptron_figures.image(ax, [1, 2, 3], (2, 2))


def test_the_losses_as_described():
    text = said(perceptron_as_descent.losses)
    assert "from 2 to 0 at the score 0" in text and "nowhere below either" in text


def test_a_surface_names_its_top_and_its_wedge():
    surface = style.blank(subplot_kw={"projection": "3d"})
    text = perceptron_as_descent.risk_surface(surface, THREE, 2).text
    corners = [[x, y] for x in (-2, 2) for y in (-2, 2)]
    assert f"rises to {max(risk(THREE, corners)):.3g} at the corner (2, -2)" in text
    inside = np.radians([93 - 8, 93 + 8])
    assert (risk(THREE, np.transpose([np.cos(inside), np.sin(inside)])) == 0).all()
    assert "a wedge 17 degrees wide, around the ray at 93 degrees" in text
    torn = Sample([[1, 0], [-1, 0], [0, 1], [0, -1]], [1, 1, 1, 1])
    assert "zero on the origin alone" in said(perceptron_as_descent.risk_plane, torn)


def test_a_path_is_told_stop_by_stop():
    walk = batch_descent(THREE, [1.5, -1.5], 0.4)
    text = said(perceptron_as_descent.risk_plane, THREE, walk.weights)
    assert "inside the shade: (1.50, -1.50), (0.84, -1.06)" in text
    assert text.count("(") == walk.T + 1
    assert "outside the shade" in said(perceptron_as_descent.risk_plane, THREE, walk.weights[:-1])


def test_step_sizes_tell_each_curve_and_whether_the_bound_is_above():
    curves, bound = {"from $-u$": [5, 3, 9]}, np.array([6.0, 7, 10])
    text = said(perceptron_as_descent.step_sizes, [0.1, 1, 10], curves, bound)
    assert "from -u starts at 5 updates, is lowest at 3 where the ratio is 1, and ends at 9" in text
    assert text.endswith("above every curve.")
    crossed = said(perceptron_as_descent.step_sizes, [0.1, 1], {"": [5, 3]}, np.array([4.0, 7]))
    assert "above every curve" not in crossed


def test_a_notebook_says_that_a_text_stands_for_a_picture_and_an_alt_text_does_not():
    shown = style.picture(style.blank(), "A blank page.")
    assert repr(shown) == "Picture: A blank page."
    assert f"{shown}" == "A blank page."  # where one text quotes another's
    image = nodes.image(uri="blank.png")
    bundle = nodes.container("", nb_element="mime_bundle")
    for mime, node in (("image/png", image), ("text/plain", nodes.literal_block("", repr(shown)))):
        bundle += nodes.container("", node, mime_type=mime)
    describe(None, nodes.container("", bundle))
    assert image["alt"] == shown.text == "A blank page."


def test_what_is_left_of_a_picture_in_html_says_so_too():
    html = '<p>a</p><img src="data:image/webp;base64,AAAA" alt="A ray." width="3" height="2">'
    output = nbformat.v4.new_output("display_data", {"text/html": html})
    strip_pictures(output)
    assert output.data["text/html"] == "<p>a</p><p>Picture: A ray.</p>"
