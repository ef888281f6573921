"""The colors of figures are distinguished by every eye, on a light and on a dark page.

What a dichromat sees is computed by the matrices of Machado, Oliveira and Fernandes (2009) at full
severity, and how far two colors are by the distance in CIELAB: 2.3 is just noticeable, and 20 is
another color at a glance. Contrast is that of the Web Content Accessibility Guidelines, which
tests/figures.py asks of all that a page draws.
"""

from itertools import combinations

import numpy as np
import pytest

from lib.figures.colors import PALETTE

APART = 20
MATRICES = """
normal        1 0 0  0 1 0  0 0 1
deuteranopia  0.367322 0.860646 -0.227968  0.280085 0.672501 0.047413  -0.011820 0.042940 0.968881
protanopia    0.152286 1.052583 -0.204868  0.114503 0.786281 0.099216  -0.003882 -0.048116 1.051998
XYZ  0.4124564 0.3575761 0.1804375  0.2126729 0.7151522 0.0721750  0.0193339 0.1191920 0.9503041
"""
EYES = {
    name: np.reshape([*map(float, entries)], (3, 3))
    for name, *entries in map(str.split, MATRICES.strip().splitlines())
}
XYZ = EYES.pop("XYZ")
WHITE = XYZ.sum(axis=1)


def linear(code):
    """Red, green and blue as amounts of light."""
    parts = np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(light):
    """The place in CIELAB of an amount of light."""
    share = XYZ @ np.clip(light, 0, 1) / WHITE
    f = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one, other, eye):
    return np.linalg.norm(lab(EYES[eye] @ linear(one)) - lab(EYES[eye] @ linear(other)))


def contrast(one, other):
    dark, light = sorted(XYZ[1] @ linear(code) for code in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_pair_of_colors_is_told_apart_by_every_eye(theme):
    for one, other in combinations(PALETTE, 2):
        for eye in EYES:
            apart = distance(PALETTE[one][theme], PALETTE[other][theme], eye)
            assert apart >= APART, (one, other, eye)


def test_the_model_sees_what_is_known():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    np.testing.assert_allclose(lab(linear("#ff0000")), [53.24, 80.09, 67.20], atol=0.02)
    red, green = "#b03000", "#4d6b00"  # of equal lightness, on a line of confusion
    assert distance(red, green, "normal") > 2 * distance(red, green, "deuteranopia")
