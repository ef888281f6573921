"""What Binder would build from the repository, as its own tool reads it.

`make pythons` runs the same pip commands in empty environments, and the notebooks in those.
"""

import re
import shutil
import subprocess
import sys

import pytest

from tools.pythons import PREFIX, ROOT, build_file, pip_commands


@pytest.fixture(scope="module")
def built_from():
    return build_file()


def test_python_is_the_one_of_runtime_txt(built_from):
    version = re.fullmatch(r"python-(3\.\d+)\n", (ROOT / "runtime.txt").read_text())[1]
    assert f"conda environment for python={version}\n" in built_from
    assert f"environment.py-{version}-linux" in built_from.replace("-2d", "-").replace("-2e", ".")


def test_the_requirements_are_installed_and_then_lib(built_from):
    assert pip_commands(built_from) == [
        f'{PREFIX}/bin/pip install --no-cache-dir -r "requirements.txt"',
        f"{PREFIX}/bin/pip install --no-cache-dir .",
    ]
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    assert {"-c constraints.txt", "-e ."} <= set(lines)
    assert any(line.startswith("jupyterlab==") for line in lines)


@pytest.mark.parametrize(
    ("changed", "text", "message"),
    [
        ("runtime.txt", "python-3.10\n", "runtime.txt version not supported by pyproject.toml"),
        ("requirements.txt", None, None),
    ],
)
def test_what_binder_would_refuse_or_leave_out_is_seen(tmp_path, changed, text, message):
    for name in ("runtime.txt", "requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    if text is None:
        (tmp_path / changed).unlink()
        assert len(pip_commands(build_file(tmp_path))) == 1
    else:
        (tmp_path / changed).write_text(text)
        with pytest.raises(ValueError, match=message):
            build_file(tmp_path)


@pytest.mark.parametrize(
    ("names", "message"),
    [([], "^Name the Pythons"), ([sys.executable, "python3.999"], "^python3.999: not on PATH")],
)
def test_a_python_that_is_missing_is_an_error(names, message):
    command = [sys.executable, ROOT / "tools" / "pythons.py", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.search(message, done.stderr)
