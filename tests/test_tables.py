"""Tables for the page."""

import re

import numpy as np
import pytest

from lib.tables import fold, linked, table


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "0"),
        (np.int64(1470000), "1470000"),
        (0.376249, "0.3762"),
        (999.96, "1000"),
        (-1234.56, "−1234.6"),
        (1234567.8, "1.235e+06"),
        (2.5e-7, "2.5e-07"),
        (np.inf, "inf"),
    ],
)
def test_numbers_have_four_digits(value, text):
    assert table(["x"], [[value]]).data.splitlines()[-1] == f"| {text} |"


def test_numbers_of_text_have_a_true_minus():
    shown = table(["from (-1, 2)", "$-1$"], [["(2, -1) or -.5", r"$\alpha_{-1}$, x-1, `-1`"]])
    head, rule, row = shown.data.splitlines()
    assert (head, rule) == ("| from (-1, 2) | $-1$ |", "| --- | --- |")
    assert row == r"| (2, −1) or −.5 | $\alpha_{-1}$, x-1, `-1` |"


def test_where_a_copy_names_the_site_links_lead_there_and_a_fold_is_no_directive(monkeypatch):
    text = '[a](b.ipynb#c) [a](d.md) <a href="e.ipynb"> [a](https://f.org/g.md) `h.ipynb`'
    assert linked(text) == text
    monkeypatch.setenv("BOOK_SITE", "https://a.org/")
    led = re.sub(r"\b([bde])\.(ipynb|md)", r"https://a.org/chapters/\1.html", text)
    assert linked(text) == led
    assert "<summary>Is a &lt; b?</summary>\n\nSo.\n\n" in fold("Is a < b?", "So.")
    assert table(["a", text], []).data.startswith(f"| a | {led} |")
