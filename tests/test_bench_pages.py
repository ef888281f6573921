"""The measurement of pages runs, on one chapter. Its numbers are for `make bench-book`."""

from benchmarks import pages


def test_a_chapter_and_a_slider_are_measured(site, chromium):
    paint, step = pages.measured(chromium, pages.CHAPTERS[:1], turns=1)
    assert paint.data == f"first paint, {pages.CHAPTERS[0]}"
    assert 0 < paint.book < 60
    assert 0 < paint.peer < 60
    assert 0 < step.book < 1
    assert step.peer == pages.FRAME
