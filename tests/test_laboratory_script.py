"""The laboratory's script: its algorithms held to lib, its page by key, mouse and finger."""

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from lib.explore.laboratory import HERE, PASSES
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.svm.separability import NotSeparable
from tests.test_laboratory import sample_of

PAGE = "chapters/perceptron.html"
PHONE = {"width": 390, "height": 844}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# The script and lib


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval((HERE / "laboratory.js").read_text("utf-8"))
        yield racer


def random_rows(rng):
    """Up to 12 points of the grid, near 0 or not, with labels that a line gives or chance."""
    reach = rng.choice([2, 8, 32])
    places = rng.integers(-reach, reach + 1, size=(rng.integers(1, 13), 2)) / 8
    by_line = np.where(places @ rng.standard_normal(2) > 0, 1, -1)
    labels = by_line if rng.random() < 0.6 else rng.choice([-1, 1], size=len(places))
    return np.column_stack([places, labels]).tolist()


@pytest.fixture(scope="module")
def samples():
    """200 samples, separable and not, with ties and near ties in many of their runs."""
    rng = np.random.default_rng(7)
    drawn = [random_rows(rng) for _ in range(200)]
    runs = [perceptron(sample_of(rows), max_passes=PASSES) for rows in drawn]
    later = [np.abs(run.sample.signed @ run.weights[1:].T) for run in runs]
    assert 60 <= sum(run.halted for run in runs) <= 140
    assert sum((scores == 0).any() for scores in later) >= 50
    assert sum(((scores > 0) & (scores <= 2 / 64)).any() for scores in later) >= 50
    return list(zip(drawn, runs, strict=True))


def test_the_script_walks_as_lib_does(script, samples):
    for rows, run in samples:
        walked = script.call("laboratory.perceptron", rows)
        assert walked["mistakes"] == run.mistakes.tolist()
        assert walked["weights"] == run.weights.tolist()
        assert walked["halted"] == run.halted


def test_the_script_finds_the_best_separator(script, samples):
    for rows, _ in samples[::4]:
        found = script.call("laboratory.separator", rows)
        try:
            u, gamma = max_margin(sample_of(rows))
        except NotSeparable:
            assert found is None
        else:
            assert found["gamma"] == pytest.approx(gamma, abs=1e-6)
            assert found["gamma"] >= gamma - 1e-12  # lib's u comes from a solver
            assert found["u"] == pytest.approx(u.tolist(), abs=1e-4)
