"""The second choice of sandbox: how a container is started, and what a submission finds in it."""

import os
import subprocess
from itertools import pairwise

import pytest

from homework.grading import container, sandbox
from homework.grading.student import Student, StudentError


@pytest.fixture(params=container.TOOLS)
def words(request, tmp_path, monkeypatch):
    """The words that start a container, where the tool is there."""
    monkeypatch.setenv("HOMEWORK_SECRET", "hush")
    monkeypatch.setenv("HOME", "/home/grader")
    (tmp_path / request.param).write_text("#!/bin/sh\n")
    (tmp_path / request.param).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found, kept = sandbox.command(request.param, "/tmp/tmpabc", 120)
    assert kept == ()
    return found[found.index(request.param) :]


def after(words: list[str], option: str) -> list[str]:
    """What stands after each of these options."""
    return [value for name, value in pairwise(words) if name == option]


def test_a_container_has_no_network_no_rights_and_little_room(words):
    assert after(words, "--network") == ["none"]
    assert after(words, "--cap-drop") == ["ALL"]
    assert "no-new-privileges" in after(words, "--security-opt")
    assert "--read-only" in words and "--privileged" not in words
    assert after(words, "--user") == ["65534:65534"]
    assert after(words, "--memory") == after(words, "--memory-swap") == [f"{4 * 2**30}b"]
    assert int(*after(words, "--pids-limit")) <= 64
    assert after(words, "--ulimit") == ["nofile=256:256", "nproc=1024:1024"]
    assert after(words, "--tmpfs") == [f"/tmp:size={sandbox.SCRATCH},mode=1777"]
    assert after(words, "--pull") == ["never"]  # no stranger's image of that name


def test_a_container_holds_the_graders_files_for_a_student_alone(words):
    targets = [mount.split(",")[2] for mount in after(words, "--mount")]
    lib = {f"target={there}" for _, there in sandbox._files() if "/lib/" in there}
    assert {target for target in targets if "/lib/" in target} == lib
    own = {f"target=/grader/{path.name}" for path in sandbox.INSIDE.glob("*.py")}
    assert set(targets) == lib | own
    assert all(mount.endswith(",readonly") for mount in after(words, "--mount"))


def test_a_container_is_told_nothing_of_the_graders_environment(words):
    names = {word.split("=")[0] for word in after(words, "--env")}
    assert names == {"HOME", "OMP_NUM_THREADS", "MPLBACKEND", "HOMEWORK_STUDENT"}
    assert after(words, "--env")[0] == "HOME=/tmp"
    assert "hush" not in " ".join(words)


def test_a_container_ends_by_itself_where_the_grader_does_not_end_it(words):
    inside = words[words.index(container.IMAGE) + 1 :]
    assert inside == ["timeout", "--signal", "KILL", "1200", "python3", "-I", "/grader", "120"]


def test_a_tool_that_is_not_there_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(sandbox.VARIABLE, raising=False)
    with pytest.raises(sandbox.NoSandbox) as told:
        sandbox.chosen()
    for name in container.TOOLS:
        assert f"{name}: {name} is not installed" in str(told.value)


def works(tool: str) -> bool:
    """Whether the tool is there, runs, and has the image."""
    words = [tool, "image", "inspect", container.IMAGE]
    try:
        return subprocess.run(words, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


@pytest.fixture(params=container.TOOLS)
def student(request, monkeypatch):
    if not works(request.param):
        pytest.skip(f"{request.param} is not here, or has no image {container.IMAGE}")
    monkeypatch.setenv(sandbox.VARIABLE, request.param)
    monkeypatch.setenv("HOMEWORK_STUDENT", "s1")
    monkeypatch.setenv("HOMEWORK_SECRET", "hush")
    assert sandbox.tried(request.param) == []
    made = Student()
    yield made
    made.end()


def running(tool: str) -> str:
    words = [tool, "ps", "--all", "--filter", "name=^homework-", "--format", "{{.Names}}"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


ATTACKS = {  # what is looked for, and must not be there
    "the masters": f"import os\nassert os.path.exists({str(sandbox.INSIDE.parents[1])!r})",
    "the library's algorithms": "import lib.perceptron\nlib.perceptron.perceptron(1)",
    "scikit-learn": "import sklearn.svm\nsklearn.svm.SVC()",
    "the network": "import socket\nsocket.create_connection(('1.1.1.1', 53), timeout=3)",
    "the secret": "import os\nos.environ['HOMEWORK_SECRET']",
    "the grader's processes": f"import os\nassert len({{p for p in os.listdir('/proc') "
    f"if p.isdigit()}}) > 3, {os.getpid()}",
    "a place to stay": "open('/grader/lib/samples.py', 'w')",
    "much room": "with open('/tmp/much', 'wb') as file:\n"
    "    for _ in range(9): file.write(bytes(10**7))",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_on_a_container_fails(student, attack):
    assert student.run(ATTACKS[attack])["error"]
    assert student.run("from lib import samples\nimport numpy, scipy, cvxpy")["error"] is None


def test_a_container_ends_with_its_student(student):
    student.run("def f(): return 2")
    tool = os.environ[sandbox.VARIABLE]
    assert "homework-" in running(tool)
    with pytest.raises(StudentError):
        student.run("import os\nos.kill(os.getpid(), 9)")
    student.run("import subprocess\nsubprocess.Popen(['sleep', '1000'])")
    assert student.value("f")() == 2
    student.end()
    assert running(tool) == ""
