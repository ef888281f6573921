"""Pictures of the margin perceptron say what they draw."""

import re

import numpy as np
import pytest

from lib.block_novikoff import in_three_dimensions
from lib.figures import margin_perceptron as margin_perceptron_figures
from lib.figures.style import blank
from lib.linear_separators import margin
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import (
    dipping,
    last_crossing,
    sharp_constant,
)
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import EIGHT, Sample
from tests.margins import WINE
from tests.stored import explorer


@pytest.fixture(scope="module")
def best():
    return max_margin(WINE)


# The pictures


@pytest.fixture
def ax():
    from matplotlib.figure import Figure

    return Figure().subplots()


def test_growth_marks_each_bound_on_the_line(ax):
    sample, u = in_three_dimensions(0.1, 0.5)
    shown = margin_perceptron_figures.growth(ax, margin_perceptron(sample, 0.1, max_passes=1), u)
    assert re.findall(r"(?:at|end at t =) (\d+)\b", shown.text) == ["249", "251", "400", "840"]
    marks = [line.get_xydata()[0] for line in ax.lines if len(line.get_xydata()) == 1]
    np.testing.assert_allclose([t for t, _ in marks], [840, 400, 251.286], rtol=1e-5)
    np.testing.assert_allclose([length / t for t, length in marks], 0.1)
    with pytest.raises(ValueError, match=r"threshold 0\.09; the notes' proof needs 0\.05"):
        margin_perceptron_figures.growth(ax, margin_perceptron(sample, 0.1, 0.1, max_passes=1), u)


THREE = Sample([[0.6, 0.8], [0.8, 0.6], [-1, 0]], [1, 1, -1])


def test_a_price_is_what_the_chosen_run_paid():
    runs = {epsilon: margin_perceptron(THREE, 0.8, epsilon) for epsilon in (1, 0.5, 0.02)}
    assert len({run.M for run in runs.values()}) > 1
    for epsilon, run in runs.items():
        axes = blank(2)
        said = margin_perceptron_figures.price(axes, runs, epsilon, 0.8)
        reached = margin(THREE, run.w)
        assert said == (
            f"ε = {epsilon:g}: {run.M} updates. The learner asks every flower for more than "
            f"{0.8 * (1 - epsilon):.3f}, and the nearest ends at {reached:.3f}: "
            f"{reached / 0.8:.0%} of γ."
        )
        bound, sharp, counts, chosen = (line.get_xydata() for line in axes[1].lines)
        assert chosen.tolist() == [[epsilon, run.M]]
        assert counts.tolist() == [[share, other.M] for share, other in runs.items()]
        np.testing.assert_allclose(bound[:, 1] * 0.8**2, [1 / share**2 for share in runs])
        np.testing.assert_allclose(sharp[:, 1] * 0.8**2, [sharp_constant(share) for share in runs])
        assert (bound[:, 1] >= sharp[:, 1]).all()
        assert (sharp[:, 1] >= counts[:, 1]).all()


def test_a_demand_is_drawn_at_full_size_from_a_run_on_smaller_examples():
    smaller = Sample(EIGHT.X / EIGHT.radius, EIGHT.y)
    for run, said in (
        (
            perceptron(EIGHT),
            "θ = 0 γ: 5 updates end at w = (4, 3), and the nearest point lies 0.200",
        ),
        (margin_perceptron(smaller, 1 / 6), "θ = 0.5 γ: 7 updates end at w = (6, 5), and"),
        (margin_perceptron(smaller, 1 / 6, 0.05), "12 updates end at w = (8, 8), and the nearest"),
    ):
        ax = blank()
        assert said in margin_perceptron_figures.demanded(ax, EIGHT, run, 1 / np.sqrt(2))
        edges = [line.get_xydata() for line in ax.lines if line.get_linestyle() == "--"]
        for points in edges:
            far = np.abs(points @ run.w) / np.linalg.norm(run.w)
            np.testing.assert_allclose(far, run.threshold * EIGHT.radius)


@pytest.mark.parametrize(("r", "theta", "length"), [(2, 0.5, 7), (1, 0, 2), (3, 0.8, 14.8)])
def test_a_step_is_as_long_as_one_update_allows(ax, r, theta, length):
    text = margin_perceptron_figures.step(ax, r, theta).text
    assert text.endswith(f"of length {np.sqrt(length):.3f}.")
    legs = ax.lines[0].get_xydata()
    assert np.linalg.norm(legs[2] - legs[0]) == pytest.approx(1)
    assert np.sum(legs[2] ** 2) == pytest.approx(length)


def test_the_band_is_as_wide_as_the_threshold_and_absent_at_zero():
    for threshold, edges in ((0, 0), (0.3, 2)):
        ax = blank()
        margin_perceptron_figures.band(ax, THREE, [3, 4], threshold)
        assert len(ax.patches) == edges / 2
        dashed = [line.get_xydata() for line in ax.lines if line.get_linestyle() == "--"]
        assert len(dashed) == edges
        for points, side in zip(dashed, (1, -1), strict=False):
            np.testing.assert_allclose(points @ [0.6, 0.8], side * threshold)


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (1, "halts after {M} updates, with margin {reached:.2f} γ, and {above} does not refute"),
        (1.9, "halts after {M} updates, with margin {reached:.2f} γ, and {above} refutes"),
        (2, "goes on after 60 passes, with margin {reached:.2f} γ, and {above} refutes"),
    ],
)
def test_a_wrong_guess_is_told(times, said):
    gamma = np.cos(np.radians(75))
    wide = Sample([[gamma, np.sqrt(1 - gamma**2)], [gamma, -np.sqrt(1 - gamma**2)]], [1, 1])
    run = margin_perceptron(wide, times * gamma, max_passes=60)
    axes = blank(2)
    text = margin_perceptron_figures.guessed(axes, run, times, 0.5, gamma)
    above = f"‖w‖/t = {np.linalg.norm(run.w) / run.M / gamma:.2f} γ"
    reached = margin(wide, run.w) / gamma
    assert f"asks for more than {times / 2:g} γ." in text
    assert said.format(M=run.M, reached=reached, above=above) in text
    assert axes[1].lines[-1].get_ydata()[0] == pytest.approx(times * gamma)


def test_rungs_hold_the_measured_points(ax):
    shown = margin_perceptron_figures.rungs(ax, [(0.1, 50)], [(0.1, 249), (0.2, 61)])
    assert "2.44 to 2.490" in shown.text
    assert "0.50 to 0.50" in shown.text
    worst, real = ax.lines[-2:]
    np.testing.assert_allclose(worst.get_ydata(), [2.49, 2.44])
    np.testing.assert_allclose(real.get_ydata(), [0.5])
    assert len(ax.lines) == 9
    assert "horizontal lines at 16, 12, 8, 4, 3 and" in shown.text
    bounds = {line.get_ydata()[-1] for line in ax.lines[:7]}
    assert {float(name.get_text().split()[0]) for name in ax.texts[:7]} - bounds == {2.513}


def test_crossing_marks_the_last_one(ax):
    sample, _ = dipping(0.1, 3)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    shown = margin_perceptron_figures.crossing(ax, run, 20)
    assert f"From update {last_crossing(run, 20)} on" in shown.text
    assert "crosses upward 4 times" in shown.text
    dotted = [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == ":"]
    assert dotted == [last_crossing(run, 20)]
    with pytest.raises(ValueError, match="does not rise to level=30 for good"):
        margin_perceptron_figures.crossing(ax, run, 30)


def test_certificate_draws_both_numbers_around_the_margin(ax, best):
    run = margin_perceptron(WINE, best[1], 0.1)
    shown = margin_perceptron_figures.certificate(ax, run, best[1])
    assert "at t = 108, above a dashed green line at 0.1262" in shown.text
    below, above, level = (line.get_ydata() for line in ax.lines)
    assert below.max() <= level[0] + 1e-9 <= above.min() + 1e-8


def test_the_guesses_that_never_halt_lie_on_the_grid():
    said = explorer("margin-perceptron", "fig-guess")
    for (guess, epsilon), text in said.items():
        asked = float(guess.removesuffix(" γ")) * (1 - float(epsilon))
        assert ("halts after" in text) == (asked < 1 - 1e-9), (guess, epsilon)
        assert ("goes on after 400 passes" in text) == (asked > 1 - 1e-9), (guess, epsilon)
        assert "halts" in text or text.endswith("γ refutes the guess.")
    assert {("1.25 γ", "0.2"), ("2 γ", "0.5"), ("2.5 γ", "0.6"), ("4 γ", "0.75")} <= set(said)


def test_a_fifth_of_the_share_costs_about_five_times_the_updates():
    said = explorer("margin-perceptron", "fig-bands")
    paid = {share: int(re.search(r"(\d+) updates", text)[1]) for (share,), text in said.items()}
    for share, fifth in ((0.5, 0.1), (0.15, 0.03), (0.1, 0.02)):
        assert paid[f"{fifth:g}"] / paid[f"{share:g}"] == pytest.approx(5, abs=0.75)
    assert said["0.1",].endswith(": 90% of γ.") and said["0.02",].endswith(": 98% of γ.")
