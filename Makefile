# Two commands do everything: `make demo` and `make test`. Both install what they need first.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt
WORKERS ?= 2

.PHONY: help install install-dev system demo test lint types unit server browser real bench proof clean

help:
	@echo "make demo    install, then run the demo and print its address"
	@echo "make test    install, then check style, types and layers, and run all tests"
	@echo "make bench   measure side by side with the floor; prints a table"
	@echo "make proof   the long runs: ten kill -9 rounds, wider searches"

install: $(VENV)/installed

install-dev: $(VENV)/installed-dev system

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Bytecode is made for what Earmark imports, and not for the hundred megabytes that it never does.
$(VENV)/installed: $(BIN)/python pyproject.toml constraints.txt
	$(PIP) --no-compile -e .
	@$(BIN)/python -c "import earmark.services.demo, earmark.web.server"
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) -e '.[dev]'
	@touch $@

# Chromium and a Korean font, for the browser tests: from Debian, where they are missing and we may.
system:
	@tools/install_system_packages

# A folder of its own, so that the demo never mixes with a study of yours in earmark-data/.
demo: export EARMARK_HOME ?= earmark-demo
demo: install
	$(BIN)/earmark demo

test: install-dev lint types unit server browser real

lint:
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools
	$(BIN)/lint-imports

types:
	$(BIN)/mypy
	@if command -v npm >/dev/null 2>&1; then npm ci --silent && npx tsc; \
	else echo "npm is not here: the types of the JavaScript were not checked"; fi

unit:
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m "not browser and not server and not real"

# Tests that start Earmark in a process of its own: servers, commands, kills.
server:
	$(BIN)/pytest -m "server and not browser"

browser:
	$(BIN)/pytest -m "browser and not real"

# Tests with recordings and scores from elsewhere; skipped where there are none (CONTRIBUTING.md).
real:
	$(BIN)/pytest -m real

bench: install-dev
	$(BIN)/python tests/bench/submissions.py

proof: install-dev
	EARMARK_KILL_ROUNDS=10 EARMARK_PROOF=1 $(BIN)/pytest -m "not browser"

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
