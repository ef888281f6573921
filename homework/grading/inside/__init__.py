"""The part of the grader in the sandbox: the student's process, and how data are exchanged."""
