# Two commands do everything: `make demo` and `make test`. Each sets up its own virtual environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint types unit prove deep bench games twins reports campaigns clean lock

demo: $(READY)
	@echo "Does the z3 model agree with the engine?"
	$(BIN)/rtm-verify check --quiet
	@echo "Do the recorded games replay, with every invariant at every step?"
	$(BIN)/rtm-verify replay --quiet replays/games
	@echo "Is every move of the case list judged as it should be?"
	$(BIN)/rtm-verify replay --quiet replays/cases
	@echo "Is there a rule that no log shows?"
	$(BIN)/rtm-verify coverage --missing
	@echo "Do the rulebook's examples hold, and what do they look like?"
	$(BIN)/rtm-verify site --quiet

test: lint types unit

lint: $(READY)
	$(BIN)/ruff format --check rtm_verify tests benchmarks
	$(BIN)/ruff check rtm_verify tests benchmarks
	$(BIN)/rtm-verify fmt --check replays

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/pytest -n auto --dist worksteal

# What must hold in every position; an unknown fails as a refutation does.
prove: $(READY)
	$(BIN)/rtm-verify prove --quiet

# Long campaigns: every fault seeded, legal sets of thousands of positions, every log checked by the model.
deep: $(READY)
	$(BIN)/rtm-verify prove
	$(BIN)/rtm-verify check --quiet replays
	$(BIN)/pytest -n auto -m deep tests
	$(BIN)/python -m tests.legal_sets.campaign --positions 2000 --jobs 2
	$(BIN)/python -m tests.faults.table --jobs 2 --check reports/faults.md

# The versions that are known to work together; `make lock` renews them within the ranges of pyproject.toml.
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "rtm-verify needs Python 3.11 or newer; set PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

# Speed as ratios within one run; python-chess is installed only for this.
bench: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python benchmarks/playouts.py
	$(BIN)/python benchmarks/replays.py

# Play the recorded games anew, each by its command in the table of replays/games/README.md.
games: $(READY)
	sed -n 's/^| `\(.*\.rtm\)` | `rtm-verify \(play [^`]*\)` .*/$(VENV)\/bin\/rtm-verify \2 --out replays\/games\/\1 --force/p' \
		replays/games/README.md | sh -e

# The negative twins of the rulebooks' examples, written anew.
twins: $(READY)
	rm -rf replays/twins
	$(BIN)/rtm-verify twins --write replays/twins > /dev/null

# The committed reports and the case list, written anew from the logs.
reports: $(READY)
	$(BIN)/rtm-verify cases --format json -o replays/cases/cases.json --force
	$(BIN)/rtm-verify cases --format schema -o replays/cases/cases.schema.json --force
	$(BIN)/rtm-verify cases --format md -o replays/cases/README.md --force
	$(BIN)/rtm-verify coverage --format md -o reports/coverage.md --force
	$(BIN)/rtm-verify errata --format md -o reports/errata.md --force
	$(BIN)/rtm-verify prove --format md -o reports/proofs.md --force

# The two that take long, written anew.
campaigns: $(READY)
	$(BIN)/python -m tests.legal_sets.campaign --positions 2000 --jobs 2 --write reports/legal-sets.md
	$(BIN)/python -m tests.faults.table --jobs 2 --write reports/faults.md

lock:
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(BIN)/pip freeze --exclude-editable | sort > constraints.txt
	touch $(READY)

clean:
	rm -rf $(VENV) reports/site reports/render .pytest_cache .mypy_cache .ruff_cache .hypothesis
