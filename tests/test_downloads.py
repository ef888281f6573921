"""Launch buttons and notebooks to take away: their addresses, their text, what they install."""

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
import yaml
from bs4 import BeautifulSoup, SoupStrainer
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from sphinx.application import Sphinx
from sphinx.errors import SphinxError

from homework.grading.steps import name_of, restored
from tests import browsing
from theme.commonmark import Translator
from theme.downloads import CELL, archive, write_copies
from theme.repository import pages_url

ROOT, SITE = browsing.ROOT, browsing.SITE
OWNER_NAME = browsing.REPOSITORY.split("/", 3)[3]
NOTEBOOKS = [p for p in browsing.pages() if (ROOT / p).with_suffix(".ipynb").exists()]
HOMEWORK = sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("homework/release/*/*.ipynb"))
COPIES = [path.replace(".html", ".ipynb") for path in NOTEBOOKS] + HOMEWORK
PACKAGED = ["pyproject.toml", "LICENSE", "lib", "theme", "homework"]
PLAIN = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)
CODE = re.compile(r"^[> ]*```python.*?```$|(?<!`)`[^`\n]+`(?!`)", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"(\$\$?)(.+?)\1", re.DOTALL)
TITLE = re.compile(r"^> \*\*(\w+ \d+)(?: \(.*\))?\.\*\*$|^<summary>(\w+)</summary>$", re.MULTILINE)
PREVIEW = re.compile("<template.*?</template>", re.DOTALL)  # of another page's theorem
PRINTED = re.compile(  # the titles of the same on the page
    r'<span class="caption-number">(\w+ \d+) </span>'
    r'|<summary>\s*<p class="admonition-title">(\w+)|<span class="sd-summary-text">(\w+)</span>'
)


def launches(path, prefix):
    """The links that open the notebook at `path`, as (words, address)."""
    return [
        ("Binder", f"https://mybinder.org/v2/gh/{OWNER_NAME}/main?urlpath=lab/tree/{path}"),
        ("Colab", f"https://colab.research.google.com/github/{OWNER_NAME}/blob/notebooks/{path}"),
        ("Notebook", f"{prefix}_sources/{path}"),
    ]


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_launch_buttons(site, path):
    row = SoupStrainer("p", class_="launch")
    soup = BeautifulSoup((site / path).read_text("utf-8"), "html.parser", parse_only=row)
    links = [(a.text, a["href"]) for a in soup.select("a")]
    assert links == launches(path.replace(".html", ".ipynb"), "../")


def test_the_page_for_instructors_launches_the_homework(site):
    page = (site / "chapters/for-instructors.html").read_text("utf-8")
    rows = BeautifulSoup(page, "html.parser").select("table:first-of-type tr:has(a[download])")
    for row, path in zip(sorted(rows, key=lambda row: row.text), HOMEWORK, strict=True):
        links = [(a.text, a["href"]) for a in row.select_one("td").select("a")]
        assert links == launches(path, "../")
        assert row.text.strip().startswith(Path(path).parent.name)


def test_pages_without_a_kernel_have_no_buttons(site):
    for path in set(browsing.pages()) - set(NOTEBOOKS):
        assert '<p class="launch"' not in (site / path).read_text("utf-8")


@cache
def cells(path):
    """The cells of a notebook, and those of the site's copy but for its figures' captions."""
    ours, copied = (
        nbformat.read(folder / path, as_version=4).cells
        for folder in (ROOT, browsing.HTML / "_sources")
    )
    return ours, [cell for cell in copied if not cell.id.startswith("caption-")]


def texts(path):
    """The Markdown of a notebook, and that of its copy."""
    return [[cell.source for cell in part if cell.cell_type == "markdown"] for part in cells(path)]


@pytest.mark.parametrize("path", COPIES)
def test_a_copy_differs_in_its_text_alone(site, path):
    ours, (first, *rest) = cells(path)
    assert f"%pip install --quiet {archive(browsing.REPOSITORY, 'main', ROOT)}" in first.source
    for cell, copied in zip(ours, rest, strict=True):
        same = cell.cell_type == "markdown" and "nbgrader" not in cell.metadata
        assert copied == (cell | {"source": copied.source} if same else cell)


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_copy_has_the_captions_of_the_page(site, path):
    page = BeautifulSoup((site / path).read_text("utf-8"), "html.parser")
    name = path.replace(".html", ".ipynb")
    copied = nbformat.read(site / "_sources" / name, as_version=4).cells
    captions = [(before, cell) for before, cell in pairwise(copied) if "caption-" in cell.id]
    figures = page.select("main > article figure:has(figcaption)")
    for figure, (before, cell) in zip(figures, captions, strict=True):
        number = figure.select_one(".caption-number").text.strip()
        assert cell.source.startswith(f"[{number}]({SITE}{path}#{figure['id']}): ")
        assert before.metadata.mystnb.figure.name == figure["id"]
        said = before.metadata.mystnb.figure.caption
        assert formulas(cell.source.partition("): ")[2]) == formulas(said)
        assert said.split()[0] in cell.source


@pytest.mark.parametrize("path", COPIES)
def test_a_copy_is_plain(site, path):
    """CommonMark finds no directive, role, label or comment, and each link is an address."""
    copied = nbformat.read(site / "_sources" / path, as_version=4).cells
    for text in [cell.source for cell in copied if cell.cell_type == "markdown"]:
        assert not re.search(r"^(\(.*\)=|%.*|\+\+\+.*|:::.*)$", text, re.MULTILINE)
        for token in PLAIN.parse(text):
            assert not token.info.startswith("{")
            for part, following in pairwise(token.children or []):
                if following.type == "code_inline":
                    assert not part.content.endswith("}")
                if part.type == "link_open":
                    assert part.attrGet("href").startswith("https://")
                    check_address(part.attrGet("href"), following.content)


def check_address(href, words):
    """An address of the site has its page and place; a number is the one printed there."""
    page, _, place = href.removeprefix(SITE).partition("#")
    if href.startswith(SITE):
        assert (browsing.HTML / page).is_file(), href
        assert place in {"", *places(page)}, href
        if re.fullmatch(r"\(\d+\)|(Theorem|Lemma|Definition|Algorithm|Exercise) \d+", words):
            assert places(page)[place] == words


@cache
def places(page):
    """The ids of a page, with the number that is printed there."""
    html = (browsing.HTML / page).read_text("utf-8")
    number = re.compile(
        r'\s*<p class="admonition-title"><span class="caption-number">(\w+ \d+)'
        r'|(?:(?!id=").)*<span class="eqno">(\(\d+\))', re.DOTALL
    )  # fmt: skip
    found = {}
    for match in re.finditer(r'\bid="([^"]+)"[^>]*>', html):
        printed = number.match(html, match.end())
        found[match[1]] = printed and (printed[1] or printed[2])
    return found


def formulas(text):
    """The formulas, without white space at the ends of lines and without numbers."""
    return [
        " ".join(re.sub(r"\\tag\{\d+\}", "", tex).split())
        for _, tex in FORMULA.findall(CODE.sub("", text))
    ]


@pytest.mark.parametrize("path", COPIES)
def test_a_copy_keeps_the_formulas(site, path):
    for text, copied in zip(*texts(path), strict=True):
        assert formulas(copied) == formulas(text)
        quoted = re.findall(r"^>.*", copied, re.MULTILINE)
        assert all(line.count("$$") % 2 == 0 for line in quoted)


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_copy_numbers_and_folds_what_the_page_does(site, path):
    page = PREVIEW.sub("", (site / path).read_text("utf-8"))
    text = "\n\n".join(texts(path.replace(".html", ".ipynb"))[1])
    assert [a or b for a, b in TITLE.findall(text)] == ["".join(m) for m in PRINTED.findall(page)]
    folds = ["<details>\n<summary>", "</summary>\n\n", "\n\n</details>"]
    assert {text.count(tag) for tag in folds} == {text.count("<details>")}
    numbers = re.findall(r'<span class="eqno">\((\d+)\)', page)
    assert re.findall(r"\\tag\{(\d+)\}", text) == numbers
    proofs = page.count('<div class="proof admonition"')
    assert (text.count("**Proof.** "), text.count("∎")) == (proofs, proofs)


def test_what_nbgrader_marks_needs_no_rule(site):
    """Its cells stay as they are, so they may hold nothing that a viewer would not read."""
    for path in HOMEWORK:
        released, copied = cells(path)
        marked = [cell.source for cell in released if name_of(cell)]
        assert not re.search(r"`{3,}\{|\{[\w:-]+\}`|\]\((?!https:)", "\n".join(marked))
        assert restored(released, copied)[1] == []  # nothing for an instructor to look at


TINY = {
    "extensions": [
        "myst_nb", "sphinx_proof", "sphinx_exercise",
        "theme.anchors", "theme.freshness", "theme.incremental",
    ],
    "root_doc": "page",
    "nb_execution_mode": "off",
    "myst_enable_extensions": ["colon_fence", "dollarmath"],
    "myst_heading_anchors": 2,
    "numfig": True,
    "html_theme": "sphinx_book_theme",
    "html_theme_options": {"repository_url": "https://github.com/a/b", "repository_branch": "main"},
    "html_baseurl": "https://a.github.io/b/",
}  # fmt: skip
PAGE = """\
# A page

(spot)=
## Here

$$
a < b
$$ (eq-a)

```{prf:lemma} Of $a$
:label: lem-a
A line.
```

```{exercise}
:label: ex-a
Why?
```
"""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A site of one page, as Sphinx leaves it."""
    root = tmp_path_factory.mktemp("tiny")
    nbformat.write(new_notebook(cells=[new_markdown_cell(PAGE)]), root / "page.ipynb")
    app = Sphinx(root, None, root / "out", root / "doctrees", "html", TINY, status=None)
    app.build()
    return app


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Plain $a_b$, `{ref}`, and [a link](https://a.org).", None),
        ("```python\n{ref}`spot`\n```", None),
        ("$$\na\n$$\n\nand $$b$$", None),
        ("(new)=\n% A remark\n## Title", "## Title"),
        ("By {eq}`eq-a`.", "By [(1)](https://a.github.io/b/page.html#equation-eq-a)."),
        ("{ref}`spot`", "[Here](https://a.github.io/b/page.html#spot)"),
        ("{prf:ref}`lem-a`", "[Lemma 1](https://a.github.io/b/page.html#lem-a)"),
        (
            "{ref}`$5 and $6 [a] <spot>`",
            "[\\$5 and \\$6 \\[a\\]](https://a.github.io/b/page.html#spot)",
        ),
        ("{prf:ref}`the lemma <lem-a>`", "[the lemma](https://a.github.io/b/page.html#lem-a)"),
        ("{ref}`ex-a`", "[Exercise 1](https://a.github.io/b/page.html#ex-a)"),
        ("[](page.ipynb)", "[A page](https://a.github.io/b/page.html)"),
        ("[$a$ *b*](#here)", "[$a$ *b*](https://a.github.io/b/page.html#here)"),
        ("- $$\n  a\n  $$ (eq-a)", "- $$\n  a \\tag{1}\n  $$"),
        (
            "```{prf:lemma} Of $a$\n:label: lem-a\n\nLet\n\n$$\na\n  < b\n$$\n```",
            "> **Lemma 1 (Of $a$).**\n>\n> Let\n>\n> $$ a   < b $$",
        ),
        (
            "````{exercise}\n:label: ex-a\n```python\n1\n```\n````",
            "> **Exercise 1.**\n>\n> ```python\n> 1\n> ```",
        ),
        ("```{prf:proof}\nClear.\n```", "**Proof.** Clear. ∎"),
        ("```{prf:proof}\nSee\n$$\na\n$$\n```", "**Proof.** See\n$$\na\n$$\n\n∎"),
        ("```{exercise}\n:label: ex-a\n```", "> **Exercise 1.**"),
        (
            "```{solution} ex-a\n:class: dropdown\n\nSo.\n```",
            "<details>\n<summary>Solution</summary>\n\nSo.\n\n</details>",
        ),
        (
            ":::{note}\n:class: dropdown\nSo.\n:::",
            "<details>\n<summary>Note</summary>\n\nSo.\n\n</details>",
        ),
        ("- A\n  ```{tip}\n  So.\n  ```", "- A\n  > **Tip.**\n  >\n  > So."),
    ],
)
def test_markdown_becomes_commonmark(tiny, source, expected):
    assert Translator(tiny, "page", [source]).translate(source) == (expected or source)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("```{figure} a.png\n```", "the directive {figure} has no rule in theme/commonmark.py"),
        ("{download}`page.ipynb`", "leads nowhere|has no rule"),
        ("{unknown}`x`", "{unknown}`x` leads nowhere in the copy"),
        ("{prf:ref}`lem-b`", "{prf:ref}`lem-b` leads nowhere in the copy"),
        ("[x]: page.ipynb\n\n[x]", "'page.ipynb' stays in the copy"),
        ("![x](a.png)", "leads nowhere in the copy"),
        ("```{prf:lemma}\nA line.\n```", "{prf:lemma} has no number in the copy: give"),
        ("So :::{note}", "stays in the copy"),
        ("- ```{tip}\n  So.\n  ```", "would lose its beginning in the copy"),
        ("> ```{note}\n> So.\n> ```", "would lose its beginning in the copy"),
        (":::{note} A title\nSo.\n:::", "{note} A title has no rule"),
        ("```{prf:proof} of it\nSo.\n```", "{prf:proof} of it has no rule"),
        ("```{note}\n---\nclass: dropdown\n---\nSo.\n```", "{note} has no rule"),
        ("So.[^1]\n\n[^1]: A note.", "stays in the copy"),
        ("{{ x }}", "stays in the copy"),
        ('<a href="page.html">It</a>', "stays in the copy"),
    ],
)
def test_what_no_rule_translates_is_an_error(tiny, source, message):
    with pytest.raises(ValueError, match=message):
        Translator(tiny, "page", [source]).translate(source)


def test_each_build_writes_every_copy_from_its_source(tiny):
    path, copy = Path(tiny.srcdir, "page.ipynb"), Path(tiny.outdir, "_sources/page.ipynb")
    old = copy.with_name("old.ipynb")
    shutil.copy(path, old)
    seen = set()
    for text in ("One.", "Two.", "Two."):
        nbformat.write(new_notebook(cells=[new_markdown_cell(text, id="a")]), path)
        write_copies(tiny, None)
        assert [cell.source for cell in nbformat.read(copy, 4).cells[1:]] == [text]
        seen.add(copy.read_bytes())
    assert len(seen) == 2
    assert not old.exists()
    nbformat.write(new_notebook(cells=[new_code_cell("1"), new_markdown_cell("{a}`b`")]), path)
    with pytest.raises(SphinxError, match=r"page\.ipynb, cell 2: {a}`b` leads nowhere"):
        write_copies(tiny, None)


def run_cell(folder, installed):
    """Run the first cell where `folder` is the present one; it installs into `installed`."""
    code = re.sub(r"%pip install --quiet (\S+)", "install()", CELL.format(archive="an-archive"))
    program = f"""
import sys
from pathlib import Path

def install():
    package = Path({str(installed)!r}, "lib")
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "proof.py").touch()

sys.path[:0] = [{str(folder)!r}, {str(installed)!r}]
{code}
import lib.proof
print(lib.proof.__file__)
"""
    # Without site-packages, where this book's library lies.
    command = [sys.executable, "-I", "-S", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("beside", [[], ["lib/data.csv"], ["lib/__init__.py", "lib/proof.py"]])
def test_the_first_cell_installs_what_is_missing(tmp_path, beside):
    """It does so beside any folder named `lib`, unless that is the book's."""
    folder, installed = tmp_path / "here", tmp_path / "installed"
    for name in beside:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    installed.mkdir()
    done = run_cell(folder, installed)
    found = folder if "lib/proof.py" in beside else installed
    assert done.stdout.strip() == str(found / "lib/proof.py"), done.stderr


def test_the_first_cell_does_not_take_a_broken_library_for_none(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/__init__.py").write_text("import nowhere_to_be_found")
    done = run_cell(tmp_path, tmp_path / "installed")
    assert "No module named 'nowhere_to_be_found'" in done.stderr
    assert not (tmp_path / "installed").exists()


@pytest.mark.parametrize("name", ["lib.py", "lib/__init__.py"])
def test_the_first_cell_says_what_hides_the_library(tmp_path, name):
    hiding = tmp_path / name
    hiding.parent.mkdir(exist_ok=True)
    hiding.touch()
    done = run_cell(tmp_path, tmp_path / "installed")
    assert f"ImportError: {hiding} hides the book's library" in done.stderr
    assert not (tmp_path / "installed").exists()


def test_a_copy_installs_the_commit_that_it_was_made_from(tmp_path):
    url = "https://github.com/a/b"
    assert archive(url, "main", tmp_path) == f"{url}/archive/refs/heads/main.zip"
    commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--allow-empty", "-m", "One"]
    for command in (["init"], commit):
        assert archive(url, "main", tmp_path) == f"{url}/archive/refs/heads/main.zip"
        subprocess.run(["git", "-C", tmp_path, *command], check=True, capture_output=True)
    log = subprocess.run(
        ["git", "-C", tmp_path, "log", "--format=%H"], check=True, capture_output=True, text=True
    )
    assert archive(url, "main", tmp_path) == f"{url}/archive/{log.stdout.strip()}.zip"


def test_a_folder_that_git_refuses_is_an_error_with_its_reason(tmp_path, monkeypatch):
    (tmp_path / ".git").write_text("gitdir: nowhere")
    with pytest.raises(
        SphinxError, match=r"git does not name the commit of .*not a git repository"
    ):
        archive("https://github.com/a/b", "main", tmp_path)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(
        SphinxError, match=r"git names the commit of .*, and is missing: install it"
    ):
        archive("https://github.com/a/b", "main", tmp_path)


def test_a_launch_of_no_file_is_an_error(tmp_path):
    (tmp_path / "page.md").write_text("# A page\n\n{launch}`homework/none.ipynb`\n")
    config = TINY | {"extensions": ["myst_nb", "theme.downloads"]}
    said = io.StringIO()
    app = Sphinx(tmp_path, None, tmp_path / "out", tmp_path / "out", "html", config,
                 status=None, warning=said)  # fmt: skip
    app.build()
    assert "'homework/none.ipynb' is no file of the repository: name a notebook" in said.getvalue()


META = {".json", ".toml"}  # of a wheel's own


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """What `pip install` of the repository would put beside a notebook: its wheel, unpacked."""
    tree = tmp_path_factory.mktemp("tree")
    for name in PACKAGED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tree / name)
    build = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True)
    target = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(next(tree.glob("*.whl"))) as wheel:
        wheel.extractall(target)
    return target


@pytest.mark.slow
def test_what_students_install_is_the_library_alone(installed):
    assert [path.name for path in installed.iterdir() if path.suffix != ".dist-info"] == ["lib"]


def test_what_a_clone_installs_reaches_the_course(tmp_path):
    """`make` installs the repository as it lies there: `python -m homework` works in any folder."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ("LICENSE", "lib/__init__.py", "homework/__main__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    build = "from setuptools.build_meta import build_editable; build_editable('.')"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        (path,) = [name for name in wheel.namelist() if name.endswith(".pth")]
        assert wheel.read(path).decode().strip() == str(tmp_path)


@pytest.mark.slow
def test_what_students_install_holds_no_master(installed):
    files = [path for path in installed.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} <= {".py", ".js", ".css", ".txt", ""} | META
    for path in files:
        text = path.read_text()
        assert "### BEGIN HIDDEN TESTS\n" not in text and "### BEGIN SOLUTION\n" not in text, path


@pytest.mark.slow
def test_every_module_is_installed_and_works_there(installed):
    modules = {p.relative_to(ROOT) for p in (ROOT / "lib").rglob("*.py")}
    assert {path for path in modules if not (installed / path).is_file()} == set()
    names = sorted(".".join(path.with_suffix("").parts) for path in modules)
    code = f"import {', '.join(names)}; print(lib.__path__[0])"
    environ = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=installed, env=environ, capture_output=True, text=True
    )
    assert done.stdout.strip() == str(installed / "lib"), done.stderr


@pytest.mark.slow
def test_what_it_needs_comes_along(installed):
    """The packages that requirements.txt lists for the chapters' kernel, and no other."""
    text = next(installed.glob("*.dist-info/METADATA")).read_text()
    kernel = (ROOT / "requirements.txt").read_text().partition("# The chapters' kernel\n")[2]
    wanted = re.findall(r"^([\w-]+)==", kernel.partition("\n\n")[0], re.MULTILINE)
    assert sorted(re.findall(r"^Requires-Dist: (\S+)", text, re.MULTILINE)) == sorted(wanted)


@pytest.mark.parametrize(
    ("repository", "site"),
    [
        ("https://github.com/a/book", "https://a.github.io/book/"),
        ("https://github.com/Ann/Ann.github.io", "https://ann.github.io/"),
    ],
)
def test_pages_url(repository, site):
    assert pages_url(repository) == site


def test_the_ci_pushes_the_notebooks_that_colab_opens(site, tmp_path):
    workflow = yaml.safe_load((ROOT / ".github/workflows/book.yml").read_text("utf-8"))
    (script,) = (step["run"] for step in workflow["jobs"]["notebooks"]["steps"] if "run" in step)
    script = script.replace("${{ github.sha }}", "this commit")

    def run(*command):
        environ = {**os.environ, "REMOTE": str(tmp_path / "remote.git")}
        options = {"cwd": tmp_path, "env": environ, "check": True, "capture_output": True}
        return subprocess.run(command, text=True, **options).stdout

    run("git", "init", "--bare", "remote.git")
    run("tar", "-cf", "artifact.tar", "-C", str(site), ".")  # as upload-pages-artifact does
    run("bash", "-e", "-c", script)
    names = run("git", "-C", "remote.git", "ls-tree", "-r", "--name-only", "notebooks")
    assert names.split() == sorted(COPIES)
