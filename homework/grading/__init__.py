"""How a submission is graded: see chapters/for-instructors.md."""
