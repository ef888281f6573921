"""What lateness costs."""

import pytest

from homework.late import Late


@pytest.mark.parametrize(
    ("share", "seconds", "penalty"),
    [
        (0, 1e9, 0),
        (0.1, 1, 1),
        (0.1, 86400, 1),
        (0.1, 86401, 2),
        (0.25, 400_000, 10),
        (1, 1, 10),
    ],
)
def test_each_day_that_has_begun_costs_a_share(share, seconds, penalty):
    assert Late(share=share).late_submission_penalty("s1", 10, seconds) == penalty
