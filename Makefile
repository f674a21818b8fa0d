# `make notebook` shows what the program does; `make test` runs every test.

NOTES ?= Sample/MyNotes
OUTPUT ?= Sample/Notebook
PREFIX ?= /usr/local

# Each is installed only where it is missing.
PACKAGES = libcmark-gfm-dev libcmark-gfm-extensions-dev libvips-dev libsqlite3-dev pkg-config make
TEST_PACKAGES = $(PACKAGES) chromium python3-venv

BIN = .build/release
PYTHON = .build/test-python

.PHONY: notebook test build install bench format packages test-packages clean

notebook: build
	@if [ "$(NOTES)" = Sample/MyNotes ] && [ ! -e Sample/MyNotes ]; then $(BIN)/notebinder sample Sample/MyNotes; fi
	@if [ "$(NOTES)" = Sample/MyNotes ]; then echo "(One file of the sample is damaged and one photo missing, to show what is said of them.)"; fi
	@$(BIN)/notebinder build "$(NOTES)" --output "$(OUTPUT)" || [ $$? -eq 2 ]
	@echo
	@echo "Your notebook is ready. Open this in a browser:"
	@echo "  $(abspath $(OUTPUT))/site/index.html"
	@if [ "$(NOTES)" = Sample/MyNotes ]; then echo "For your own notes: make notebook NOTES=path/to/MyNotes OUTPUT=path/to/Notebook"; fi

build: packages
	swift build -c release --product notebinder
	swift build -c release --product notebinder-photos

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install $(BIN)/notebinder $(BIN)/notebinder-photos "$(DESTDIR)$(PREFIX)/bin"

test: test-packages $(PYTHON)/ready
	swift format lint --strict --recursive --parallel Package.swift Sources Templates Tests
	swift build --build-tests
	swift test --skip-build

# Prints measurements; the README shows some. BENCH_FOLDER=/dev/shm keeps the disk out of them.
bench: build
	swift build -c release --product notebinder-bench
	$(BIN)/notebinder-bench

format:
	swift format --in-place --recursive --parallel Package.swift Sources Templates Tests

# What tests read our files with: readers that others wrote.
$(PYTHON)/ready: Makefile
	python3 -m venv $(PYTHON)
	$(PYTHON)/bin/pip install --quiet --disable-pip-version-check jsonschema PyYAML
	touch $@

packages:
	@sh .ci/install-packages $(PACKAGES)

test-packages:
	@sh .ci/install-packages $(TEST_PACKAGES)

clean:
	rm -rf .build Sample
