# make lab    open JupyterLab with JunoBench Lab          (flags for it: make lab ARGS=--no-browser)
# make test   run every suite; one alone: make lint | types | pytest | jest | wheel | ui
# make heavy  install the heavy libraries that some instances of the starter bench need; without them their tests are skipped
# make bench  time what has to be fast beside other tools; prints JSON, renews the table in docs/performance.md
# make repairs  check all wrong and right repairs of the starter bench
# make api    write openapi.json and src/api.ts anew from the Python models

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
ARGS ?=
VENV := .venv
PY := $(VENV)/bin/python
JLPM := $(VENV)/bin/jlpm
BUNDLE := junobench_lab/labextension/package.json
INSTALLED := $(VENV)/share/jupyter/labextensions/junobench-lab

export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
# Debian's Chromium is used; Playwright's own download isn't needed.
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help lab test dev heavy build lint types pytest jest wheel ui bench api format clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

# ---------------------------------------------------------------- what people call

lab: $(VENV)/.linked
	@mkdir -p lab-work
	@exec $(PY) -m jupyterlab --ip=127.0.0.1 --ServerApp.root_dir='$(CURDIR)/lab-work' \
	    $$([ "$$(id -u)" != 0 ] || echo --allow-root) $(ARGS)

# One after the other, the quick ones first; stops at the first that fails.
test:
	@$(MAKE) dev
	@command -v dockerd > /dev/null || tools/apt-install.sh docker.io || \
	    echo "Without a Docker daemon the tests of container kernels are skipped."
	@for suite in lint types pytest jest wheel ui; do \
	    echo; echo "=== $$suite ==="; \
	    $(MAKE) $$suite || { echo "=== $$suite failed ==="; exit 1; }; \
	done
	@echo; echo "=== all suites passed: lint types pytest jest wheel ui ==="

dev: $(VENV)/.dev $(VENV)/.linked

heavy: $(VENV)/.heavy

build: $(VENV)/.linked

lint: $(VENV)/.dev node_modules/.stamp
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(JLPM) lint:check

types: $(VENV)/.dev node_modules/.stamp
	$(PY) -m mypy
	$(JLPM) types

pytest: $(VENV)/.dev $(VENV)/.linked
	$(PY) -m pytest $(ARGS)

jest: node_modules/.stamp
	$(JLPM) test $(ARGS)

wheel: $(VENV)/.dev
	tools/test-wheel.sh

ui: $(VENV)/.dev $(VENV)/.linked
	tools/test-ui.sh $(ARGS)

bench: $(VENV)/.dev
	$(PY) -m benchmarks.performance $(ARGS)

repairs: $(VENV)/.dev
	$(PY) tools/repairs.py $(ARGS)

api: $(VENV)/.dev node_modules/.stamp
	$(PY) -m junobench_lab.server.openapi
	$(JLPM) api

format: $(VENV)/.dev node_modules/.stamp
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	$(JLPM) lint

clean:
	rm -rf $(VENV) node_modules ui-tests/node_modules lib dist tsconfig.build.tsbuildinfo \
	    junobench_lab/labextension junobench_lab/_version.py

# ---------------------------------------------------------------- what they need

# An environment knows its own place: one that was moved or copied along with
# the checkout is made anew.
$(shell [ ! -e $(VENV)/.made ] || [ "$$(cat $(VENV)/.made)" = '$(CURDIR)' ] || rm -f $(VENV)/.made $(VENV)/.lab $(VENV)/.dev)

$(VENV)/.made:
	@tools/venv.sh '$(PYTHON)' $(VENV)
	@echo '$(CURDIR)' > $@

# The link is removed first: pip would write through it into the checkout.
# The bundle is built by its own rule below, so pip's build hook is skipped.
define pip_install
	@echo "Installing the Python packages (a minute or two the first time) ..."
	@rm -rf $(INSTALLED) $(VENV)/.linked
	@mkdir -p junobench_lab/labextension
	@SKIP_JUPYTER_BUILDER=1 $(PY) -m pip install --quiet --editable '$(1)'
endef

$(VENV)/.lab: pyproject.toml package.json $(VENV)/.made
	$(call pip_install,.)
	@touch $@

# With the tools of the test suites; covers what .lab does.
$(VENV)/.dev: pyproject.toml package.json $(VENV)/.made
	$(call pip_install,.[dev])
	@touch $(VENV)/.lab $@

# Builds for the CPU, where there are any. The release of PyTorch is pinned because newer ones bring CUDA builds of
# several GB. TorchVision has no build that fits it; CONTRIBUTING.md says how its instance is verified.
$(VENV)/.heavy: $(VENV)/.dev
	@echo "Installing the heavy libraries (a few minutes the first time) ..."
	@$(PY) -m pip install --quiet tensorflow-cpu torch==2.13.0 lightgbm statsmodels
	@touch $@

node_modules/.stamp: package.json ui-tests/package.json yarn.lock .yarnrc.yml | $(VENV)/.lab
	@tools/need-node.sh
	@echo "Installing the JavaScript packages ..."
	@$(JLPM) install > $(VENV)/jlpm-install.log 2>&1 || { cat $(VENV)/jlpm-install.log; exit 1; }
	@touch $@

$(BUNDLE): tsconfig.json tsconfig.build.json node_modules/.stamp \
    $(shell find src style schema -type f -not -path '*/__tests__/*' 2> /dev/null)
	@echo "Building the front end ..."
	@$(JLPM) build:prod > $(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@touch $@

# JupyterLab reads the bundle in the checkout: a new build needs no new install.
$(VENV)/.linked: $(BUNDLE) $(VENV)/.lab
	@rm -rf $(INSTALLED)
	@$(VENV)/bin/jupyter-builder develop . --overwrite > $(VENV)/develop.log 2>&1 || { cat $(VENV)/develop.log; exit 1; }
	@touch $@
