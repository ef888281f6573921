"""What Binder installs, installed under several Pythons: `make pythons PYTHONS="python3.12"`.

For each Python: an empty environment, a clone of the last commit, the commands of the build file
that repo2docker writes for it, and every notebook against its stored outputs.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PREFIX = "${KERNEL_PYTHON_PREFIX}"


def build_file(root: Path = ROOT) -> str:
    """What repo2docker, as Binder runs it, would build the repository's image from."""
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"repo2docker refuses {root}: {done.stdout}{done.stderr}")
    return re.sub(r"\x1b\[\d*m", "", done.stdout + done.stderr)


def commands(built_from: str) -> tuple[list[str], list[str]]:
    """What it runs for the repository's sake: before the repository is copied, and after.

    Docker keeps what comes before until a file that this part copies itself has changed; what
    comes after runs again for each commit.
    """
    before, copy, after = built_from.partition("COPY --chown=0:0 src/ ${REPO_DIR}/")
    run = re.compile(r"^RUN (\S+/pip .*|.*\bbinder/.*)$", re.MULTILINE)
    if not copy:
        raise ValueError(f"nothing copies the repository in:\n{built_from}")
    return run.findall(before), run.findall(after)


def run_notebooks(python: str, folder: Path) -> str:
    """Install and run; return the line in which pytest sums up, or raise CalledProcessError."""
    copy, environment = folder / "book", folder / "environment"
    subprocess.run(["git", "clone", "--quiet", ROOT, copy], check=True)
    subprocess.run([python, "-m", "venv", environment], check=True)
    scripts = environment / "bin"
    entered = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    entered.pop("PYTHONPATH", None)  # else `lib` might be another than the one installed
    before, after = commands(build_file())
    # What compares the notebooks is no part of a reader's environment.
    for command in [*before, *after, f"{PREFIX}/bin/pip install nbval -c constraints.txt"]:
        here = command.replace(PREFIX, shlex.quote(str(environment)))
        subprocess.run(
            here, shell=True, cwd=copy, env=entered, check=True, stdout=subprocess.DEVNULL
        )
    compare = ["--nbval", "--nbval-sanitize-with", "tests/sanitize.cfg", "chapters", "-q"]
    tested = subprocess.run(
        [scripts / "python", "-m", "pytest", *compare],
        cwd=copy,
        env=entered,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if tested.returncode:
        print(tested.stdout)
    tested.check_returncode()
    return tested.stdout.splitlines()[-1]


def starts(python: str) -> bool:
    """Whether there is such a Python, and not only a stub that asks for one."""
    found = shutil.which(python)
    return bool(found) and subprocess.run([found, "-V"], capture_output=True).returncode == 0


def main(names: list[str]) -> None:
    """Try each Python, by name or path; stop at the first that is missing or fails."""
    as_in = 'as in make pythons PYTHONS="python3.12 python3.13"'
    if not names:
        sys.exit(f"Name the Pythons to try, {as_in}")
    missing = [name for name in names if not starts(name)]
    if missing:
        sys.exit(f"{', '.join(missing)}: not on PATH; install it, or name others, {as_in}")
    for name in names:
        began = time.monotonic()
        version = subprocess.check_output([name, "-V"], text=True).strip()
        print(f"{version}: installing what Binder installs, then running the notebooks", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            summary = run_notebooks(name, Path(folder))
        print(f"{version}: {summary} ({time.monotonic() - began:.0f} s in all)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
