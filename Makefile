# The daily commands. CONTRIBUTING.md says when to use which; CI calls the same.

SWIFT ?= swift
export SWIFT

# In CI a warning is an error.
STRICT := $(if $(CI),-Xswiftc -warnings-as-errors -Xcc -Wall -Xcc -Werror)

SWIFT_SOURCES := $(wildcard Package.swift Sources Plugins Tests)
C_SOURCES = $(shell git ls-files '*.c' '*.h')

.DEFAULT_GOAL := build
.PHONY: setup build run test repeat soak walk lint format bench docs clean

# Installs the Debian packages that are missing.
setup:
	@scripts/setup

# Leaves build/bin/pagehost and build/app.
build: setup
	@scripts/build $(STRICT)

# The app in this terminal; a tour of it where there is none.
run: build
	@build/bin/pagehost run

# The tests run against what `build` leaves.
test: build
	@PAGEHOST_UNDER_TEST=$(CURDIR)/build/bin/pagehost \
	  $(SWIFT) test --disable-xctest $(STRICT)

# The tests named after a case, TIMES times in random order; minutes.
repeat: setup
	@scripts/repeat $(TIMES)

# The long run of scripts/soak; minutes.
soak: setup
	@scripts/soak

# The long walk of scripts/walk; minutes.
walk: setup
	@scripts/walk

lint: setup
	@$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	@clang-format --dry-run --Werror $(C_SOURCES)
	@$(if $(CI),$(SWIFT) build --build-tests $(STRICT))
	@echo "No lint."

format: setup
	@$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)
	@clang-format -i $(C_SOURCES)

bench: build
	@scripts/bench

# Leaves build/docs, for a web server.
docs: setup
	@scripts/docs

clean:
	@rm -rf .build build
