# Hakem: `make play` and `make test` do all the set-up themselves (see deploy/prepare.py).

PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
PREPARE = @command -v $(PYTHON) >/dev/null || { \
	echo "hakem: no $(PYTHON) here. Type: sudo apt install python3 python3-venv" >&2; exit 1; }; \
	$(PYTHON) deploy/prepare.py

.DEFAULT_GOAL := help
.PHONY: help play test lint bench gallery pictures soak train clean ready-play ready-test

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

play: ready-play  ## start Hakem; with no camera it shows a staged match. More options: make play ARGS="--players 3"
	@exec $(BIN)/hakem play --camera pi,usb,staged $(ARGS)

test: ready-test lint  ## everything that is checked: style, types, imports, tests
	$(BIN)/pytest -n 2 -m "not alone and not soak" $(ARGS)
	$(BIN)/pytest -m "alone and not soak" $(ARGS)

lint: ready-test  ## style, types and one-way imports only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: ready-test  ## measure this machine: prints a table, writes bench.json
	$(BIN)/python tests/bench $(ARGS)

gallery: ready-test  ## look at every page: screenshots into tests/gallery
	$(BIN)/python tests/gallery $(ARGS)

pictures: ready-test  ## make the README's film and pictures anew, by the product itself
	$(BIN)/python tests/pictures $(ARGS)

soak: ready-test  ## the long tests: hundreds of staged hands, thousands of deals
	$(BIN)/pip install --quiet -e '.[oracles]'
	$(BIN)/pytest -n 2 -m "soak and not alone" -o faulthandler_timeout=7200 $(ARGS)
	$(BIN)/pytest -m "soak and alone" -o faulthandler_timeout=7200 $(ARGS)

train: ready-play  ## make the models again: hours, a GPU helps; the train extra brings torch (6 GB)
	$(BIN)/pip install --quiet -e '.[train]'
	$(BIN)/python -m models.train.assets
	$(BIN)/python -m models.train.deck_art
	$(BIN)/python -m models.train.pawn_finder
	$(BIN)/python -m models.train.pawn_reader
	$(BIN)/python -m models.train.index_cache
	$(BIN)/python -m models.train.index_cache --split val --count 90
	$(BIN)/python -m models.train.index_finder
	$(BIN)/python -m models.train.index_reader
	$(BIN)/python -m models.train.reader
	$(BIN)/python -m models.train.detector

clean:  ## remove what was built, .venv too; a match's data stays
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

ready-play:
	$(PREPARE) play

ready-test:
	$(PREPARE) test
