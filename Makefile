# `make test` is what has to pass before anything lands; it fetches what it needs.
# The slower proofs have targets of their own.

CARGO ?= cargo
FUZZ_SECONDS ?= 60
FUZZ_TARGETS = board_string console ggf rev transcript

.PHONY: test fmt lint unit doc deny bench fuzz portable tools

test: tools fmt lint unit doc deny

tools:
	@command -v $(CARGO) >/dev/null || { echo "Rust is needed; rustup installs it"; exit 1; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

fmt: tools
	$(CARGO) fmt --all --check

lint: tools
	$(CARGO) clippy --workspace --all-targets -- -D warnings

# Benches are run once each, to see that they work; nothing is timed.
unit:
	$(CARGO) test --workspace --all-targets
	$(CARGO) test --workspace --doc

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

# Licences, duplicate versions and sources of what we depend on.
deny:
	@$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install cargo-deny --locked
	$(CARGO) deny check licenses bans sources

# The speeds that the README tells of, pinned to one core.
bench:
	taskset -c 1 $(CARGO) bench -p rules --bench perft
	taskset -c 1 $(CARGO) bench -p engine --bench opponents

# Every reader of outside bytes against random ones, a minute each.
fuzz:
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install cargo-fuzz --locked
	for target in $(FUZZ_TARGETS); do \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

# The same tests, built for any x86-64 or ARM processor instead of this one.
portable:
	RUSTFLAGS="" CARGO_TARGET_DIR=target/portable $(CARGO) test --workspace --all-targets
