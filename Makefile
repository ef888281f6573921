# The book's commands. `make help` lists them; every one sets up what it needs in .venv first.
.DEFAULT_GOAL := help
.PHONY: help book test serve lab notebooks lock clean chromium

# The first Python from 3.11 on. `make PYTHON=/path/to/python3.12 book` chooses another.
ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c '$(ENOUGH)' 2>/dev/null && command -v $$p && break; done)

BOOK ?= .
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
# Twice quiet: errors only, no setuptools chatter about editable installs.
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
# One order of sets and dicts, one thread for each of the two notebooks that run at a time.
export PYTHONHASHSEED := 0
export OMP_NUM_THREADS := 1
# Explorers draw every frame ahead, as the site needs them, even in a Jupyter terminal.
export BOOK_EXPLORE := static

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*## */  make \1\t/p' Makefile | expand -t 20

book: $(VENV)/.book  ## build the site into _build/html
	@echo "Building the book. The first time runs every notebook, a few seconds each."
	@$(BIN)/jupyter-book build --quiet \
	    --warningiserror -n --keep-going $(BOOK) \
	  || { rm -rf $(BOOK)/_build/.doctrees; echo "The book was not built: see above." >&2; exit 1; }
	@echo "The book is in $(BOOK)/_build/html/index.html"

# An interrupted install leaves no stamp, and is taken up again.
$(VENV)/.book: requirements.txt constraints.txt pyproject.toml | $(BIN)/python
	@echo "Installing what the book needs into $(VENV): the first time takes a minute or two."
	@$(PIP) -r requirements.txt
	@touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found: install one, or name it," \
	    "as in 'make PYTHON=/path/to/python3 book'." >&2; exit 1; }
	@$(PYTHON) -c '$(ENOUGH)' || { echo "$(PYTHON) is older than Python 3.11: name a newer one," \
	    "as in 'make PYTHON=/path/to/python3 book'." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "$(PYTHON) has no venv module:" \
	    "install it (Debian and Ubuntu: apt-get install python3-venv)." >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)."
	@$(PYTHON) -m venv $(VENV)
