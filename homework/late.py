"""What lateness costs: chosen in `nbgrader_config.py`."""

import math

from nbgrader.plugins import LateSubmissionPlugin
from traitlets import Float


class Late(LateSubmissionPlugin):
    """Takes `share` of the score for each day that has begun since the due date; 1 takes all."""

    share = Float(0.0, help="What a day costs, from 0 to 1.").tag(config=True)

    def late_submission_penalty(self, student_id, score, total_seconds_late):
        """Return the points that a late submission loses."""
        return score * min(1.0, self.share * math.ceil(total_seconds_late / 86400))
