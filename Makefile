# The two commands: `make train` (an agent in minutes) and `make test` (the whole suite).
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup train test lint docs notebooks bench clean

setup: $(STAMP)  ## create .venv with everything, quick when nothing has changed

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Python 3.11 or newer is needed: make PYTHON=python3.11 ..."; exit 1)
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[arena,train,render,bench,notebooks,test]'
	@touch $@

train: setup  ## train an agent and measure it against random, greedy and Wakhan
	$(BIN)/pamir train quick

lint: setup  ## the style of the sources
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

test: lint  ## the whole suite; the kernels are compiled once, before the workers start
	$(BIN)/python -m tabletop.warmup pamir_env
	$(BIN)/python -m pytest -n auto --dist worksteal

docs: setup  ## write the generated pages again
	$(BIN)/python -m pamir_env.docgen

notebooks: setup  ## run the notebooks and write them with their outputs
	$(BIN)/python -m notebooks.build

bench: setup  ## speed against OpenSpiel in one run
	$(BIN)/python -m benchmarks.speed

clean:
	rm -rf .venv build *.egg-info
