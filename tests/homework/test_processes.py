"""Processes that do a task each: those that end, that do not end, and that wait."""

import fcntl
import os
import signal
import time

import pytest

from homework import processes


@pytest.mark.timeout(60)  # where a pipe is left open, one waits for its end
@pytest.mark.parametrize("end", [lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: 1 / 0])
@pytest.mark.parametrize("ends", ["s2", "s3"])
def test_a_process_that_ends_ends_no_other(ends, end):
    def task(student):
        if student == ends:
            end()
        return student.upper()

    students = ["s1", "s2", "s3"]
    done = dict(processes.each(task, students, 2))
    assert done == {name: name.upper() for name in students} | {ends: "its process ended"}
    with pytest.raises(ValueError, match="jobs=0; give a number of processes, at least 1"):
        list(processes.each(task, students, 0))


def test_a_process_that_does_not_end_is_ended(monkeypatch):
    monkeypatch.setattr(processes, "SECONDS", 0.5)
    monkeypatch.setattr(processes.limits, "limit", lambda most: [])
    done = dict(processes.each(lambda student: time.sleep(60 * (student == "s1")), ["s1", "s2"], 2))
    assert done == {"s1": "its process took more than 1.0 seconds", "s2": None}


def test_one_batch_waits_for_another(tmp_path):
    with processes.alone(tmp_path):
        second = os.open(tmp_path, os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            fcntl.flock(second, fcntl.LOCK_SH | fcntl.LOCK_NB)
    fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(second)
