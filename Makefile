# The book's commands. `make help` lists them; every one sets up what it needs in .venv first.
.DEFAULT_GOAL := help
.PHONY: help book check test nightly homework mutate runs bench bench-book pdf coverage reproduce links \
	serve lab lite lite-test notebooks lock clean style chromium engines bubblewrap

# The Pythons for which all that constraints.txt names comes built.
BUILT_FOR := 3.14 3.13 3.12 3.11
FITS := import sys; sys.exit("%d.%d" % sys.version_info[:2] not in "$(BUILT_FOR)".split())
# The first that fits. `make PYTHON=/path/to/python3.12 book` chooses another.
PYTHON ?= $(shell for p in python3 $(BUILT_FOR:%=python%); do \
	$$p -c '$(FITS)' 2>/dev/null && command -v $$p && break; done)

BOOK ?= .
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
# It installs faster than pip, and locks. tools/uv.py gives it the indexes of pip's settings.
UV := $(BIN)/python $(CURDIR)/tools/uv.py pip
INSTALL := $(UV) install --quiet
# A machine may ask for no bytecode, as many containers do; then every kernel would compile SymPy
# and what it needs anew, four seconds each time.
unexport PYTHONDONTWRITEBYTECODE
# One order of sets; and one thread of BLAS, for with two these small products take twice the work.
book check test notebooks: export PYTHONHASHSEED := 0
book check test notebooks lab: export OMP_NUM_THREADS := 1

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## */  make \1\t/p' Makefile | expand -t 20

book: $(VENV)/.book  ## build the site into _build/html
	@echo "Building the book: a notebook runs if it, or what it uses of lib, has changed."
# Sphinx warns of a page only when it reads it: after a build that failed it starts anew.
	@mkdir -p $(BOOK)/_build && cd $(BOOK)/_build && { test -e .good || rm -rf html .doctrees; rm -f .good; }
	@$(BIN)/jupyter-book build --quiet --warningiserror -n --keep-going $(BOOK) >/dev/null || \
	    { echo "The book was not built: see above." >&2; exit 1; }
	@touch $(BOOK)/_build/.good
	@echo "The book is in $(abspath $(BOOK))/_build/html/index.html"

# The files .made, .book, .lab, .dev and .grading are stamps; an interrupted step leaves none and is done
# again.
$(VENV)/.book: requirements.txt constraints.txt pyproject.toml | $(VENV)/.made
	@echo "Installing what the book needs into $(VENV): the first time takes a minute or two."
	@$(INSTALL) -r requirements.txt
	@touch $@

# JupyterLab's settings, and an extension: Markdown shows as a page, and a link goes to its place.
DESK := $(wildcard binder/jupyter/*/*/*.json binder/jupyter/*/*/*/*.js)
$(VENV)/.lab: requirements-lab.txt $(DESK) $(VENV)/.book
	@echo "Installing JupyterLab into $(VENV)."
	@$(INSTALL) -r requirements-lab.txt
# As binder/postBuild has it.
	@mkdir -p $(VENV)/share
	@cp -R binder/jupyter $(VENV)/share
	@touch $@

# Remove .venv to take another Python.
$(VENV)/.made:
	@$(or $(PYTHON),false) -c '$(FITS)' 2>/dev/null || { \
	    echo "$(if $(PYTHON),$(PYTHON) is no,Found no) Python that the book's packages are built for" \
	        "($(BUILT_FOR)): install one, or name it, as in" \
	        "'make PYTHON=/path/to/python$(firstword $(BUILT_FOR)) book'." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "$(PYTHON) has no venv module:" \
	    "install it (Debian and Ubuntu: apt-get install python3-venv)." >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check uv==0.13.9
# Otherwise every kernel prints a notice that its loopback port is not encrypted.
	@mkdir -p $(VENV)/etc/ipython
	@echo 'c.IPKernelApp.log_level = "ERROR"' > $(VENV)/etc/ipython/ipython_kernel_config.py
	@touch $@

PYTEST := $(BIN)/python -m pytest
TWO := -n 2 --dist loadfile
NBVAL := --nbval --nbval-sanitize-with tests/sanitize.cfg

# What is site, slow and nightly: tests/conftest.py. A test that takes longer gets the mark slow.
check: $(VENV)/.dev style  ## check in a minute: style, proofs, units, notebooks (run if they changed)
	@$(PYTEST) -q $(NBVAL) -m "not site and not slow and not nightly" \
	    --durations=5 --durations-min=1 --ignore=tests/homework tests chapters

test: chromium $(if $(NIGHTLY),engines) bubblewrap $(VENV)/.dev style  ## check a change whole: notebooks, units, homework, the site
	@echo "Running every notebook against its stored outputs, and the tests, two files at a time."
# In the order of tests/conftest.py.
	@$(PYTEST) $(TWO) --no-loadscope-reorder $(NBVAL) $(if $(NIGHTLY),,-m "not nightly") chapters tests

style: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || $(BIN)/ruff format --diff .
	@$(BIN)/zizmor --quiet --offline .github/workflows

# The scheduled workflow has a job for each part, and one of the first for each Python.
NIGHT := test runs mutate reproduce
nightly:  ## check what a push does not, and say at the end which parts failed: some hours
	@for part in $(NIGHT); do \
	    if NIGHTLY=1 $(MAKE) --no-print-directory $$part; then passed="$$passed $$part"; \
	    else failed="$$failed $$part"; fi; \
	done; \
	echo "The night: passed:$${passed:- none}; failed:$${failed:- none}."; test -z "$$failed"

runs: $(VENV)/.dev  ## draw twenty times as many random examples as a push does, and new ones
	@for time in $$(seq 20); do \
	    $(PYTEST) -q $(TWO) -m hypothesis --hypothesis-profile=night tests || exit 1; \
	done

mutate: $(VENV)/.dev  ## break lib on purpose and see that its tests notice (MUTANTS=100 beside the slips)
	@$(BIN)/python tools/mutate.py $(MUTANTS)

reproduce: $(VENV)/.book  ## build the last commit twice and compare every byte: some minutes
	@folder=$$(mktemp -d) && for place in one another/place; do \
	    mkdir -p $$folder/$$place && git archive HEAD | tar -xC $$folder/$$place && \
	    PYTHONPATH=$$folder/$$place make --no-print-directory book BOOK=$$folder/$$place || exit 1; \
	done && diff -r $$folder/one/_build/html $$folder/another/place/_build/html && rm -rf $$folder && \
	echo "Two builds of one commit agree in every byte."

$(VENV)/.dev: requirements-dev.txt homework/requirements.txt $(VENV)/.lab
	@echo "Installing what the tests need into $(VENV)."
	@$(INSTALL) -r requirements-dev.txt
	@touch $(VENV)/.grading $@

$(VENV)/.grading: homework/requirements.txt constraints.txt pyproject.toml | $(VENV)/.made
	@echo "Installing what grading needs into $(VENV): the first time takes a minute or two."
	@$(INSTALL) -r homework/requirements.txt
	@touch $@

homework: $(VENV)/.grading  ## make the students' notebooks, homework/release, from homework/source
	@command -v bwrap >/dev/null || $(GET_BWRAP)
	@rm -rf homework/release
	@cd homework && for folder in source/*/; do PATH="$(BIN):$$PATH" nbgrader generate_assignment \
	    "$$(basename $$folder)" --no-db --log-level=WARN || exit 1; done

# Root on Debian or Ubuntu gets a package; anyone else gets a message.
APT = { apt-get update -qq && apt-get install -y -qq --no-install-recommends $(1); } </dev/null >/dev/null

# The site tests need a browser: Debian's without a window if it can be had, since it takes a third of
# the time, or any of those in tools/website.py.
chromium:
	@command -v chromium-headless-shell >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium for the tests of the site."; \
	    $(call APT,chromium-headless-shell) && exit 0; \
	fi; \
	for name in chromium chromium-browser google-chrome; do \
	    command -v $$name >/dev/null && exit 0; done; \
	echo "The tests of the site need Chromium: install it (Debian: apt-get install" \
	    "chromium-headless-shell; macOS: brew install --cask chromium)." >&2; exit 1

# At night the formulas are tested in one more browser (tests/test_formulas.py).
engines:
	@command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing WebKit for the formulas' tests."; \
	    $(call APT,webkit2gtk-driver xvfb); \
	else \
	    echo "The night's tests of formulas need WebKit: install it (Debian:" \
	        "apt-get install webkit2gtk-driver xvfb)." >&2; exit 1; \
	fi

# Grading needs a sandbox, and so do its tests; the students' notebooks can be made without one.
GET_BWRAP := echo "Grading needs a sandbox for submissions: install bubblewrap" \
	"(Debian, Ubuntu: sudo apt-get install bubblewrap; Fedora: sudo dnf install bubblewrap)." \
	"The page 'For instructors' says what to do where there is none." >&2
bubblewrap:
	@command -v bwrap >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing bubblewrap, the sandbox in which submissions run."; \
	    $(call APT,bubblewrap); \
	else \
	    $(GET_BWRAP); exit 1; \
	fi

pdf: chromium $(VENV)/.dev book  ## print the book into _build/perceptrons-and-large-margins.pdf
	@$(BIN)/python -m tools.pdf

coverage: $(VENV)/.dev  ## which lines of lib the unit tests run
	@$(BIN)/python -m coverage run --source=lib -m pytest -q $$(grep -l '^from lib' tests/test_*.py)
	@$(BIN)/python -m coverage report --skip-covered --show-missing

links: book  ## check over the network that the links to other sites still work
	@$(BIN)/jupyter-book build --quiet --builder custom --custom-builder linkcheck $(BOOK) || { \
	    grep -v '\[ok\]' $(BOOK)/_build/linkcheck/output.txt >&2; exit 1; }

# One thread each, like the other packages.
bench bench-book: export OMP_NUM_THREADS := 1
bench: $(VENV)/.dev  ## time lib against its peers, and write the tables of the page Benchmarks
	@$(BIN)/python -m benchmarks

bench-book: chromium $(VENV)/.dev  ## time the book's pages in Chromium
	@$(BIN)/python -m benchmarks book

serve: book  ## serve the site at http://localhost:8000
	@$(BIN)/python -m http.server --directory _build/html --bind 127.0.0.1 8000

lab: $(VENV)/.lab  ## open the chapters, and the homework beside them, in JupyterLab
	@$(BIN)/jupyter lab --LabApp.default_url=/lab/tree/chapters

lite: _build/lite/tools/.made book  ## make the chapters run in the reader's own browser: _build/html/lite
	@rm -rf _build/lite/parts _build/html/lite
	@$(BIN)/python -m tools.lite
	@cp tools/jupyter-lite.json _build/lite/parts
# pip leaves files of its own beside what it makes a wheel of.
	@mkdir _build/lite/parts/source
	@ln -s $(addprefix ../../../../,lib pyproject.toml LICENSE _toc.yml) _build/lite/parts/source
	@cd _build/lite/parts && $(BIN)/python -m pip wheel -qq --no-deps --wheel-dir=wheels ./source
	@cd _build/lite/parts && ../tools/bin/jupyter-lite build --piplite-wheels=wheels --apps=notebooks \
	    --no-sourcemaps --no-unused-shared-packages --output-dir=../../html/lite >../log 2>&1 || \
	    { cat ../log >&2; exit 1; }
	@$(MAKE) --no-print-directory book

_build/lite/tools/.made: requirements-lite.txt constraints.txt | $(VENV)/.made
	@$(BIN)/python -m venv --clear $(@D)
	@$(INSTALL) --python $(@D) -r requirements-lite.txt
	@touch $@

lite-test: chromium $(VENV)/.dev lite  ## run every chapter there, in Chromium: then pages get the button Browser
	@$(PYTEST) -q tests/lite.py
	@touch _build/html/lite/tried
	@$(MAKE) --no-print-directory book

notebooks: $(VENV)/.book  ## run every chapter in place, as it is committed (NOTEBOOKS=... for some)
	@$(BIN)/python -m tools.notebooks $(NOTEBOOKS)

# Keeps the versions it finds; delete constraints.txt first to take the newest of everything.
# Binder's list names no other file, or each commit would install it anew, and so repeats versions.
LOCK := $(UV) compile --quiet --universal --no-annotate --python-version 3.11 \
	--custom-compile-command "make lock"
lock: $(VENV)/.made  ## lock what the requirements pull in, for every Python and system
	@sed '/^-/d' requirements.txt requirements-lab.txt requirements-dev.txt requirements-lite.txt \
	    homework/requirements.txt | \
	    $(LOCK) --no-header --output-file constraints.txt - >/dev/null
	@sed '/^# The book/,/^$$/d; /^-/d' requirements.txt requirements-lab.txt | $(LOCK) --constraint constraints.txt \
	    --output-file binder/requirements.txt - >/dev/null

clean:  ## remove the built book, with the outputs it cached
	rm -rf _build
