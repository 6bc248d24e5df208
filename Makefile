# `make test` is what has to pass before anything lands; it fetches what it needs.
# The slower proofs have targets of their own.

CARGO ?= cargo
TRAIN = $(CARGO) run --release -q -p train --
FUZZ_SECONDS ?= 60
FUZZ_TARGETS = bitboards board_string book cassio console console_screen control cup farm ggf gtp hand_in live logbook nboard obf \
	opening_list people pgn position_list recognise records rev sgf simple_answer transcript weights wthor

# The program that the tests build. The page, the API and the count of positions are tested with it.
export REVERSI ?= $(abspath $(or $(CARGO_TARGET_DIR),target))/debug/reversi

.PHONY: test fmt lint unit doc deny advisories modules bench bench-check fuzz misfits endings portable train \
	accuracy ladder people people-model rungs puzzles shares tools wthor web types api-types page api-check program \
	browsers api load siege test-farm package unprivileged

test: tools fmt modules lint unit doc deny bench-check web

tools:
	@command -v $(CARGO) >/dev/null || { echo "Rust is needed; rustup installs it"; exit 1; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy
	@command -v bwrap >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -qq -y bubblewrap; } >/dev/null 2>&1 \
		|| echo "bubblewrap is not installed: sandboxes made of it will not be tested"
	@command -v nats-server >/dev/null || [ -x /usr/sbin/nats-server ] || { [ "$$(id -u)" = 0 ] \
		&& command -v apt-get >/dev/null && apt-get update -qq \
		&& apt-get install -qq -y nats-server; } >/dev/null 2>&1 \
		|| echo "nats-server is not installed: the farm will not be tested"
	@.ci/web tools

fmt: tools
	$(CARGO) fmt --all --check

lint: tools
	$(CARGO) clippy --workspace --all-targets -- -D warnings

# No two sibling modules need each other.
modules:
	.ci/module-cycles --test
	.ci/module-cycles

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

# Known weaknesses of what we depend on. `test` does without: the database has to be fetched.
advisories:
	@$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install cargo-deny --locked
	$(CARGO) deny check advisories

# The search visits as many positions as the last commit that changed it says. The count does not
# depend on how the program was optimised, so the tests' program is good enough.
bench-check: program
	.ci/bench-check

# The web app: types of the page's modules, the page in a real browser, the API against its
# description.
web: types page api-check

types: tools
	.ci/web types

page: tools program
	.ci/web quick

api-check: tools program
	.ci/web api

# The API's description and the page's types, generated from the Rust types that the server reads and
# writes; a test of crates/web compares them.
api-types:
	WRITE_API_TYPES=1 $(CARGO) test -p web --lib openapi

# The program as the tests build it; after `unit` there is nothing left to do.
program:
	$(CARGO) test --workspace --all-targets --no-run --quiet

# The page on every board size and with strict figures.
browsers: tools program
	.ci/web whole

# A longer look at the API, with other bodies each time; SEED repeats one.
api: tools program
	.ci/web api-long

# A thousand live games at once, with the times it takes; a hundred kills under load.
load:
	$(CARGO) test -p reversi --test all -- --ignored --nocapture web::load web::operate_kills

# Two hundred honest players beside every attack, with the times it takes; it asserts that the server
# lives, keeps its bound of memory, and loses and refuses nothing of theirs. Some ten minutes.
siege:
	$(CARGO) test --release -p reversi --test all -- --ignored --nocapture web::siege

# The two libraries as others get them: packed, built from the packages alone, and tested with serde.
# `cargo package` wants everything to be committed.
package:
	$(CARGO) package -p reversi-rules -p reversi-engine
	$(CARGO) test -p reversi-rules --features serde --test main serde
	$(CARGO) test -p reversi-engine --features serde --test main serde

# The speeds that the README tells of, pinned to one core.
bench:
	taskset -c 1 $(CARGO) bench -p reversi-rules --bench perft
	taskset -c 1 $(CARGO) bench -p reversi-rules --bench kernels
	taskset -c 1 $(CARGO) bench -p reversi-engine --bench opponents
	taskset -c 1 $(CARGO) bench -p reversi-engine --bench patterns

# Every reader of outside bytes against random ones, a minute each.
fuzz:
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install cargo-fuzz --locked
	for target in $(FUZZ_TARGETS); do \
		mkdir -p fuzz/corpus/$$target; \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run $$target fuzz/corpus/$$target \
			$$(ls -d fuzz/seeds/$$target 2>/dev/null) -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

# The same tests, built for any x86-64 or ARM processor instead of this one.
# Scores of thousands of endings in every orientation with any number of threads against a plain
# alpha-beta search, and thousands of searches that are stopped.
endings:
	$(CARGO) test --release -p reversi-engine --test main -- --ignored proofs

portable:
	RUSTFLAGS="" CARGO_TARGET_DIR=target/portable $(CARGO) test --workspace --all-targets

# What is fitted to people's games, in the order in which it is fitted again when the engine's evaluation has
# changed. FOLDERS are folders of games, first of tournaments, then of an online server.

# The model of human moves. It needs PyTorch, and a GPU to become good; it learns for PEOPLE_SECONDS.
PEOPLE_SECONDS ?= 230
PEOPLE_DATA = target/people
people-model:
	mkdir -p $(PEOPLE_DATA)
	$(TRAIN) people samples $(FOLDERS) --out $(PEOPLE_DATA)/games --threads $$(nproc)
	python3 crates/train/people/train.py $(PEOPLE_DATA)/games $(PEOPLE_DATA)/people.raw --seconds $(PEOPLE_SECONDS)
	$(TRAIN) people export $(PEOPLE_DATA)/people.raw $(PEOPLE_DATA)/games.memory --out crates/play/data/people.model

# How well the model predicts the games that nothing learnt from.
people:
	$(TRAIN) people judge $(FOLDERS) --threads $$(nproc)

# Twenty strengths in even steps, as crates/play/src/rival/strength.rs holds them.
rungs:
	$(TRAIN) ladder choose --threads $$(nproc)

# How strong the rungs of the ladder are, beside the classics and the engine: a round robin of some 16,000
# games, ten minutes on two cores. With FOLDERS, the scale is joined to that of people.
LADDER_GAMES ?= 120
ladder:
	$(TRAIN) ladder measure $(FOLDERS) --games $(LADDER_GAMES) --threads $$(nproc)

# What random, greedy and all rungs reach against engine:8 and against themselves, in 50 games each; half an hour.
# With FOLDERS, also what people reach, and all that is fitted to it.
accuracy:
	$(TRAIN) accuracy $(FOLDERS) --threads $$(nproc)

# The puzzles of the page, of the endgame and, from FOLDERS, of the middle game; a quarter of an hour.
PUZZLE_GAMES ?= 3072
puzzles:
	$(TRAIN) puzzles endgame --out data/puzzles/endgames.obf
	$(TRAIN) puzzles middle $(wildcard $(FOLDERS:%=%/*.wtb)) --most-games $(PUZZLE_GAMES) --threads $$(nproc) \
		--out data/puzzles/middle.obf
	$(MAKE) api-types

# What share of people solves each middle-game puzzle, after the human-move model has changed. The shares are
# examples in the API's description, too.
shares:
	$(TRAIN) puzzles shares data/puzzles/middle.obf
	$(MAKE) api-types

# A thousand games with programs that crash, dawdle, flood, fork and hoard: nothing of them is left, and no
# time is taken from an honest opponent, nor by 200 watchers. The last two want the machine for themselves.
# Two hundred hand-ins, 40 of them broken or hostile.
misfits:
	$(CARGO) test -p reversi --test all -- --ignored --nocapture cup::misfits intake::
	$(CARGO) test -p reversi --test all -- --ignored --nocapture sandbox::disturbed
	$(CARGO) test -p reversi --test all -- --ignored --nocapture cup::watched

# The tests of the sandbox as a user without rights, if root calls it: then the kernel gives no control
# groups, and other limits bind.
unprivileged:
	$(CARGO) test -p reversi --test all --no-run
	cd crates/app && setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent TMPDIR=/tmp \
		PATH=/usr/local/bin:/usr/bin:/bin CARGO_MANIFEST_DIR=$$PWD \
		$$(ls -t $(dir $(REVERSI))deps/all-* | grep -v '\.d$$' | head -n 1) sandbox::

# Ten thousand solves on a farm while workers, servers and clients are killed, and how much of the
# machine is used. It wants the machine for itself.
test-farm: tools
	$(CARGO) test -p jobs --test all farm::
	$(CARGO) test -p reversi --test all -- farm:: --include-ignored --nocapture --test-threads 1

# All games of WTHOR into a database and out again, with the times it takes.
wthor:
	$(CARGO) test --release -p reversi --test all -- --ignored --nocapture db::wthor

# Weights from nothing in a few minutes: games by hand-made judgement, weights from them, better
# games by those, better weights. docs/training.md tells how the real ones are made.
TRAIN_DIR ?= target/train
TRAIN_GAMES ?= 5000
train:
	mkdir -p $(TRAIN_DIR)
	$(TRAIN) selfplay --games $(TRAIN_GAMES) --depth 3 --solve 11 --asides 0 --threads 2 \
		--handmade --out $(TRAIN_DIR)/0.games
	$(TRAIN) fit $(TRAIN_DIR)/0.games --trust 1 --threads 2 --out $(TRAIN_DIR)/0.weights
	$(TRAIN) selfplay --games $(TRAIN_GAMES) --depth 3 --solve 11 --seed 2 --threads 2 \
		--weights $(TRAIN_DIR)/0.weights --out $(TRAIN_DIR)/1.games
	$(TRAIN) label $(TRAIN_DIR)/1.games --count 2000 --depth 5 --solve 12 --threads 2 \
		--weights $(TRAIN_DIR)/0.weights --out $(TRAIN_DIR)/1.labels
	$(TRAIN) fit $(TRAIN_DIR)/1.games $(TRAIN_DIR)/1.labels --threads 2 \
		--out $(TRAIN_DIR)/1.weights
	$(TRAIN) samples $(TRAIN_DIR)/1.games --out $(TRAIN_DIR)/1
	$(TRAIN) match $(TRAIN_DIR)/1.weights --against $(TRAIN_DIR)/0.weights --depth 4 \
		--openings 100 --threads 2
