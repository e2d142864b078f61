# Two commands do everything: `make demo` and `make test`.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
DEBIAN := chromium chromium-driver fonts-nanum

.PHONY: install demo test lint unit browser bench proof clean

install: $(STAMP)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet -c constraints.txt -e .
	touch $@

$(DEV_STAMP): $(STAMP)
	$(BIN)/pip install --quiet -c constraints.txt -e '.[dev]'
	touch $@

demo: install
	$(BIN)/earmark demo
