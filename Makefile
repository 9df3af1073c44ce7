# Needs Python 3.11 or newer and make. The first run sets up .venv from the lock; later runs are offline.

PYTHON ?= python3
BIN := .venv/bin
LOCKED_FROM := --all-extras --group test --group lint --group build
EXAMPLES ?= 300
LAWS := tests/algorithms tests/figures tests/recoding tests/requirements tests/verify tests/test_release.py
WITHOUT_JIT := $(wildcard tests/kernels tests/algorithms tests/requirements tests/test_*.py)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test soak bench lint docs lock clean

demo: .venv/ready  ## anonymise the bundled table, print the summary, write data and report
	@$(BIN)/hoarfrost demo

test: .venv/ready  ## the kernels as plain Python, then the whole suite
	@NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n 2 $(WITHOUT_JIT)
	@$(BIN)/pytest -q -n 2

soak: .venv/ready  ## the laws on more and other random tables; EXAMPLES=1000 for longer
	@HOARFROST_EXAMPLES=$(EXAMPLES) $(BIN)/pytest -q -n 2 $(LAWS)

bench: .venv/ready  ## one table of measurements, also in benchmarks/results/; ONLY="P1 P2" for some
	@$(BIN)/python benchmarks/run.py $(ONLY)

lint: .venv/ready  ## style, layout, types, direction of imports, currency of the generated pages
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python docs/build.py --check

docs: .venv/ready  ## write the generated pages anew
	@$(BIN)/python docs/build.py

lock: build/lock/bin/uv  ## resolve the dependencies anew (needs the network)
	@build/lock/bin/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 \
		$(LOCKED_FROM) --generate-hashes --no-header --no-annotate --no-emit-index-url \
		--no-emit-find-links --output-file requirements.lock

clean:  ## remove everything that these commands made
	@rm -rf .venv build dist hoarfrost-demo .hypothesis .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	@find src tests benchmarks docs -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Each step leaves a stamp, so that a change repeats the steps that depend on it and no others.

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "hoarfrost needs Python 3.11 or newer; say which with: make PYTHON=python3.12")'
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/installed: requirements.lock .venv/made
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	@touch $@

.venv/linked: pyproject.toml .venv/installed
	@$(BIN)/python -m pip install --quiet --no-index --no-deps --no-build-isolation --editable .
	@touch $@

.venv/ready: $(wildcard src/hoarfrost/kernels/*.py) .venv/linked
	@$(BIN)/python -m compileall -q src/hoarfrost
	@$(BIN)/python -m hoarfrost.kernels
	@touch $@

build/lock/bin/uv:
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip install --quiet uv
