# All tasks for developers. `make` without a target lists them.

PREFIX ?= /usr/local
# Where SwiftPM builds.
BUILD ?= .build
# Further flags of swift build and swift test.
FLAGS ?=
# A folder of real recordings with an INDEX.tsv.
SAMPLES ?= ../shared/samples
# A folder of recordings whose places in time are known, with their scorers.
TRUTH ?= ../shared/truth
# Where `make demo` puts its files.
DEMO ?= demo
# Where `make bench` keeps its recordings.
BENCH ?= bench

SWIFT_FLAGS = --scratch-path $(BUILD) $(FLAGS)
RELEASE_FLAGS = -c release $(SWIFT_FLAGS)
RELEASE = $(BUILD)/release
# The tests and the program that they run: optimized, in one build, and apart from what is installed.
TEST_FLAGS = -c release -Xswiftc -enable-testing --scratch-path $(BUILD)-tests $(FLAGS)
TESTED = $(BUILD)-tests/release
# The modules of the library.
LIBRARY = ComposeKit Placing Planning Render Timeline Transitions Timelines MediaIO Parameters Pictures Audio MediaTime
SOURCES = Sources Plugins Tests Fixtures Benchmarks Package.swift
# The release carries the Swift runtime in it: what is installed runs where no Swift is.
STATIC = $(if $(filter Darwin,$(shell uname -s)),,--static-swift-stdlib)

.PHONY: help bootstrap demo build build-tests test test-deep test-samples test-truth test-plans test-studio test-mcp test-farms test-slurm docs format check-format bench bench-check bench-kernels install deb portable wheel clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' Makefile

bootstrap: ## install what is missing (FFmpeg's libraries and tools)
	@scripts/bootstrap

demo: bootstrap ## generate two recordings and compose them into one film
	swift build $(RELEASE_FLAGS) --product compose
	swift build $(RELEASE_FLAGS) --product compose-fixtures
	@mkdir -p $(DEMO)
	@test -f $(DEMO)/front.mov && test -f $(DEMO)/back.mov || $(RELEASE)/compose-fixtures demo $(DEMO)
	$(RELEASE)/compose $(DEMO)/front.mov $(DEMO)/back.mov --switch-every 3s --transition wipe --overwrite -o $(DEMO)/composed.mp4
	@echo
	@echo "The film is $(abspath $(DEMO))/composed.mp4"

build: bootstrap ## build the program for release
	swift build $(RELEASE_FLAGS) $(STATIC) --product compose

build-tests: bootstrap
	swift build --build-tests $(TEST_FLAGS)

test: build-tests ## run all tests
	rm -rf $(TESTED)/cache
	XDG_CACHE_HOME=$(abspath $(TESTED))/cache COMPOSE_PROGRAM=$(abspath $(TESTED))/compose swift test --skip-build --disable-xctest $(TEST_FLAGS)

test-deep: build-tests ## fuzz at length and try many seeds, before a release
	COMPOSE_FUZZ=20 COMPOSE_SEEDS=0-63 COMPOSE_PROGRAM=$(abspath $(TESTED))/compose \
	  swift test --skip-build --disable-xctest --filter 'Fuzz|Propert|LongFilm|KernelLaw' $(TEST_FLAGS)

test-samples: build-tests ## run every real recording of SAMPLES=… through the program
	Tests/programs/test-samples --self-test --compose $(TESTED)/compose --fixtures $(TESTED)/compose-fixtures $(SAMPLES)
	COMPOSE_SAMPLES=$(abspath $(SAMPLES)) swift test --skip-build --disable-xctest --filter SampleTests $(TEST_FLAGS)

test-truth: build-tests ## score syncs, stitches and automatic cuts against the known truth of TRUTH=…
	Tests/programs/test-truth --compose $(TESTED)/compose $(TRUTH)
	Tests/programs/test-stitch --compose $(TESTED)/compose $(TRUTH)
	Tests/programs/test-director --compose $(TESTED)/compose $(TRUTH)
	Tests/programs/test-speakers --compose $(TESTED)/compose $(TRUTH)

test-plans: build-tests ## edit plans with OpenTimelineIO's own library, and render them
	Tests/programs/test-plans --compose $(TESTED)/compose --fixtures $(TESTED)/compose-fixtures

test-studio: build-tests ## drive the studio's page in Chromium and Firefox, which it installs if they are missing
	scripts/bootstrap-browser $(BUILD)-browser
	$(BUILD)-browser/bin/python Tests/programs/test-studio --compose $(TESTED)/compose
	$(BUILD)-browser/bin/python Tests/programs/test-firefox --compose $(TESTED)/compose

test-mcp: build-tests ## cut films as an agent does, and attack its folders
	scripts/bootstrap-browser $(BUILD)-browser
	$(BUILD)-browser/bin/python Tests/programs/test-mcp --compose $(TESTED)/compose

test-farms: build-tests ## try the examples for farms
	scripts/bootstrap-browser $(BUILD)-browser
	$(BUILD)-browser/bin/python Tests/programs/test-farms --compose $(TESTED)/compose

test-slurm: bootstrap ## render on a Slurm cluster that starts here, as root, and break it
	swift build $(RELEASE_FLAGS) --product compose
	Tests/programs/test-slurm --compose $(RELEASE)/compose

docs: bootstrap ## build the reference of the library for a web server, in .build-docs/reference
	swift package --scratch-path $(BUILD)-docs --allow-writing-to-directory $(BUILD)-docs/reference \
	  generate-documentation $(addprefix --target ,$(LIBRARY)) --enable-experimental-combined-documentation \
	  --transform-for-static-hosting --output-path $(BUILD)-docs/reference

format: ## format the sources
	swift format --in-place --parallel --recursive $(SOURCES)

check-format: ## fail where the format differs
	swift format lint --strict --parallel --recursive $(SOURCES)

bench: bench-kernels ## measure kernels and whole jobs: ratios, in one run
	swift build $(RELEASE_FLAGS)
	Benchmarks/programs/bench --compose $(RELEASE)/compose --fixtures $(RELEASE)/compose-fixtures $(BENCH)
	Benchmarks/programs/bench-scenes --compose $(RELEASE)/compose --fixtures $(RELEASE)/compose-fixtures $(BENCH)

bench-check: build-tests ## compare CPU, memory, copies and bytes of whole jobs with the figures kept here
	Benchmarks/programs/bench-check --compose $(TESTED)/compose --fixtures $(TESTED)/compose-fixtures $(BENCH)/check

bench-kernels: bootstrap ## measure only the transitions
	swift build $(RELEASE_FLAGS) --product compose-benchmark
	$(RELEASE)/compose-benchmark 1920x1080 8
	$(RELEASE)/compose-benchmark 1920x1080 10

install: bootstrap ## install program, completions and manual under PREFIX=…
	swift build $(RELEASE_FLAGS) $(STATIC) --product compose
	swift build $(RELEASE_FLAGS) $(STATIC) --product generate-manual
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(RELEASE)/compose $(DESTDIR)$(PREFIX)/bin/compose
	$(RELEASE)/generate-manual $(RELEASE)/compose --output-directory $(RELEASE)
	sed -e 's/^$$/.Pp/' -e "s/^'/\\\\\\&&/" $(RELEASE)/compose.1 > $(DESTDIR)$(PREFIX)/share/man/man1/compose.1
	$(RELEASE)/compose --generate-completion-script bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/compose
	$(RELEASE)/compose --generate-completion-script zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_compose
	$(RELEASE)/compose --generate-completion-script fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/compose.fish

deb: bootstrap ## build a Debian package: program, manual, completions
	rm -rf $(BUILD)/deb
	$(MAKE) install DESTDIR=$(abspath $(BUILD)/deb) PREFIX=/usr BUILD=$(BUILD)
	scripts/make-deb $(BUILD)/deb

portable: bootstrap ## build an archive for any Linux: program, libraries, manual
	rm -rf $(BUILD)/portable
	$(MAKE) install DESTDIR=$(abspath $(BUILD)/portable) PREFIX=/ BUILD=$(BUILD)
	scripts/make-portable $(BUILD)/portable archive

wheel: bootstrap ## build the same for pip, pipx and uv
	rm -rf $(BUILD)/portable
	$(MAKE) install DESTDIR=$(abspath $(BUILD)/portable) PREFIX=/ BUILD=$(BUILD)
	scripts/make-portable $(BUILD)/portable wheel

clean: ## remove what was built and generated
	rm -rf $(BUILD) $(BUILD)-tests $(BUILD)-browser $(BUILD)-docs $(DEMO) $(BENCH)
