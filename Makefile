# Everything goes through here; each target installs what it needs once and then only works.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: exam test bench docs gallery serve fix clean
.DEFAULT_GOAL := help
help:
	@echo "make exam     build the exam, let the reference models sit it, say where the report is"
	@echo "make test     ruff, mypy and the whole test suite"
	@echo "make bench    the speed of eyechart beside its rivals"
	@echo "make docs     the documentation as a site in site/"
	@echo "make gallery  contact sheets of every family in gallery/"
	@echo "make serve    the site with demonstration data on http://localhost:8000"
	@echo "make fix      let ruff mend what it can"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# One stamp per set of extras: a second run does not install again, a changed pyproject.toml does.
$(VENV)/.core: pyproject.toml | $(BIN)/python
	$(BIN)/pip install -q -e .
	@sh scripts/system-libraries $(BIN)/python
	@touch $@
# What tests run with is locked, each file by its hash (sh scripts/lock); we ourselves are built with what is locked too.
$(VENV)/.dev: pyproject.toml requirements-dev.txt | $(BIN)/python
	$(BIN)/pip install -q --require-hashes -r requirements-dev.txt
	$(BIN)/pip install -q --no-deps --no-build-isolation -e .
# torch is pinned and not locked: its wheel of one version is for the processor here and for CUDA there.
	$(BIN)/pip install -q --no-build-isolation -e '.[train]'
	@sh scripts/system-libraries $(BIN)/python
	@touch $@
$(VENV)/.bench: pyproject.toml $(VENV)/.core
	$(BIN)/pip install -q -e '.[bench,train]'
	@touch $@

$(VENV)/.web: pyproject.toml | $(BIN)/python
	$(BIN)/pip install -q --no-compile -e '.[web]'
	@sh scripts/system-libraries $(BIN)/python
	@touch $@

$(VENV)/.docs: pyproject.toml $(VENV)/.core
	$(BIN)/pip install -q -e '.[docs]'
	@touch $@

exam: $(VENV)/.core
	$(BIN)/eyechart exam chance prior oracle

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@sh scripts/browser
# Three processes on two cores: what is slow mostly waits, for servers, clusters, browsers and what was killed.
	$(BIN)/pytest -m '' -n 3

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

docs: $(VENV)/.docs
	$(BIN)/python scripts/site_of_docs.py site

gallery: $(VENV)/.core
	@for family in $$($(BIN)/python -c "from eyechart import registry; print(*registry.names('families'))"); do \
		$(BIN)/eyechart show $$family --count 24 --out gallery/$$family.png; done

serve: $(VENV)/.web
	$(BIN)/python scripts/demonstration.py exams/demonstration exams/site
	$(BIN)/eyechart serve exams/demonstration --home exams/site

fix: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
