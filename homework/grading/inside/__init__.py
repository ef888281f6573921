"""What the sandbox holds of the grader: the student's process, and how data cross."""
