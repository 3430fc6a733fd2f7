# Everything is set up from a bare machine with Python 3.11 and make; uv is used where it exists.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RECORDINGS ?=
PROVIDER ?=
NAME ?= openai_chat

.PHONY: help demo test check bench docs generate sync requirements

help: ## List the targets.
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; set PYTHON=..." if sys.version_info < (3, 11) else 0)'
	@set -e; if command -v uv >/dev/null 2>&1; then \
	  echo "[1/3] environment: $(VENV) (uv)"; \
	  test -x $(BIN)/python || uv venv --quiet --python $(PYTHON) $(VENV); \
	  echo "[2/3] packages: requirements/dev.txt"; \
	  uv pip install --python $(BIN)/python --require-hashes -r requirements/dev.txt; \
	  echo "[3/3] this project, editable"; \
	  uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .; \
	else \
	  echo "[1/3] environment: $(VENV) (venv and pip)"; \
	  test -x $(BIN)/python || $(PYTHON) -m venv $(VENV); \
	  echo "[2/3] packages: requirements/dev.txt"; \
	  $(BIN)/python -m pip install --disable-pip-version-check --require-hashes -r requirements/dev.txt; \
	  echo "[3/3] this project, editable"; \
	  $(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .; \
	fi
	@touch $@

demo: $(READY) ## Run the README's example over real HTTP; RECORDINGS=FILE serves recorded conversations.
	@$(BIN)/golem demo $(if $(RECORDINGS),--recordings $(RECORDINGS)) $(if $(PROVIDER),--provider $(PROVIDER))

test: $(READY) ## Run the tests.
	@$(BIN)/python -m pytest

check: $(READY) ## Formatting, lint, four kinds of types, generated files, arrows.
	@echo "ruff format";         $(BIN)/ruff format --check --quiet .
	@echo "ruff check";          $(BIN)/ruff check --quiet .
	@echo "mypy --strict";       $(BIN)/mypy
	@echo "pyright (strict)";    $(BIN)/pyright
	@echo "golem-codegen check"; $(BIN)/golem-codegen check
	@echo "architecture";        $(BIN)/python -m pytest -q tests/test_architecture.py

docs: $(VENV)/.docs ## Build the pages of docs/ into build/docs.
	@$(BIN)/zensical build --strict

# Apart from the rest: nothing else needs what builds the pages.
$(VENV)/.docs: $(READY) requirements/docs.txt
	@echo "packages: requirements/docs.txt"
	@if command -v uv >/dev/null 2>&1; then \
	  uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements/docs.txt; \
	else \
	  $(BIN)/python -m pip install --disable-pip-version-check --quiet --require-hashes -r requirements/docs.txt; \
	fi
	@touch $@

bench: $(READY) ## Measure the SDK against raw httpx2 and json; ROUNDS=N, ENFORCE=1 fails on a missed limit.
	@$(BIN)/python -m tests.bench $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(ENFORCE),--enforce)

generate: $(READY) ## Write generated/ anew from spec/.
	@$(BIN)/golem-codegen generate

sync: $(READY) ## Reproduce a provider's wire.schema.json from its pinned package (NAME=openai_chat).
	@$(BIN)/golem-codegen sync $(NAME)

requirements: ## Resolve requirements/*.txt anew (needs uv and a package registry).
	@uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --group dev --all-extras pyproject.toml -o requirements/dev.txt
	@uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --group pyproject.toml:docs --constraints requirements/dev.txt -o requirements/docs.txt
