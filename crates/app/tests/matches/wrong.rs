//! Invalid matches: the error and its correction come before the first game.

use std::fs;

use crate::common::run;

#[test]
fn wrong_usage_is_reported() {
    for (arguments, told) in [
        (
            "wall greedy",
            "`wall` is not a player; there are engine, discs",
        ),
        ("rival greedy", "`rival:auto` follows one person"),
        ("greedy rival:AUTO", "name a rung: rival:1 to rival:20"),
        (
            "rival:0 greedy",
            "`rival:0` is not a rival; there are rival:1 to",
        ),
        ("rival:21 greedy", "`rival:21` is not a rival"),
        ("rival:x greedy", "`rival:x` is not a rival"),
        ("rival:3 nodes=5 greedy", "nodes= is for our engine"),
        ("greedy human", "only programs can play here"),
        ("greedy gtp:", "`gtp:` needs a command"),
        ("greedy", "<B>"),
        ("greedy:3 random", "`greedy` has no levels"),
        (
            "engine:level=0 random",
            "`level=0`: it must be a whole number from 1 on",
        ),
        ("engine:deph=3 random", "the engine has no option `deph`"),
        ("engine:time=-1 random", "a number of seconds up to a day"),
        ("greedy random --games 0", "whole number from 1 to"),
        ("greedy random --games -5", "whole number from 1 to"),
        ("greedy random --pairs x", "whole number from 1 to"),
        ("greedy random --games 2 --pairs 1", "cannot be used with"),
        ("greedy random --sprt 5", "two numbers of Elo such as 0,5"),
        ("greedy random --sprt 5,0", "less than the second"),
        ("greedy random --sprt 0,99999", "from -2000 to 2000"),
        ("greedy random --sprt 0,5 --alpha 0.7", "less than 0.5"),
        ("greedy random --beta 0.1", "--sprt"),
        ("greedy random --time 0", "number of seconds"),
        ("greedy random --clock 5x", "as in 60+0.5"),
        ("greedy random --clock 0+1", "as in 60+0.5"),
        ("greedy random --margin -1", "number of seconds from 0"),
        ("greedy random --jobs 0", "whole number from 1 to"),
        ("greedy random -n 7", "even"),
        ("greedy random --openings random:x", "as in random:8"),
        (
            "greedy random --openings random:31",
            "half the board at most",
        ),
        (
            "greedy random --openings balanced -n 10",
            "--openings random",
        ),
        ("greedy random --memory 15", "MiB from 16 to"),
        ("name=A greedy random", "come after their player"),
        ("greedy name=A", "a match needs two players or more"),
        ("greedy name= random", "1 to 60 characters"),
        ("greedy time=0 random", "`time=`: it must be a number"),
        ("greedy clock=x random", "as in 60+0.5"),
        ("greedy nodes=5 random", "nodes= is for our engine"),
        (
            "engine nodes=0 random",
            "`nodes=`: it must be a whole number",
        ),
        ("engine nodes=5 nodes=6 random", "given twice"),
        (
            "greedy random walle:1 --sprt 0,5",
            "--sprt is for two players",
        ),
        (
            "greedy random walle:1 --format cup",
            "round-robin, gauntlet",
        ),
        ("greedy random --adjudicate=25", "whole number from 1 to 24"),
        ("greedy random --adjudicate -n 10", "boards up to 8×8"),
        ("greedy random --sprt nelo:0,300", "from -200 to 200"),
        (
            "greedy random --pgn s.x --ggf ./s.x",
            "need different files",
        ),
        (
            "greedy random --journal s.x --record s.x",
            "need different files",
        ),
        ("greedy random --talk s.x --pgn s.x", "need different files"),
        ("greedy random --sandbox maybe", "auto, off, required"),
    ] {
        let message = run(&format!("match {arguments}"), "").bad(2);
        assert!(message.contains(told), "{arguments}: {message}");
    }
}

#[test]
fn useless_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (empty, prose) = (
        file("empty.txt", "\n"),
        file("prose.txt", "no openings here"),
    );
    let bad = file("bad.txt", "f5d6c3\nf5a1\n");
    let data = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/data/weights/reversi.network"
    );
    for (arguments, told) in [
        (
            "--openings no-such-file".to_string(),
            "there is no file no-such-file",
        ),
        (format!("--openings {empty}"), "there is nothing in"),
        (format!("--openings {prose}"), "in no format we know"),
        (format!("--openings {bad}"), "line 2"),
        (format!("--openings {data}"), "in no format we know"),
        (
            format!("--record {}", folder.path().display()),
            "it is not a regular file",
        ),
        (format!("--record {data}"), "other than GGF games"),
    ] {
        let message = run(&format!("match greedy random {arguments}"), "").bad(1);
        assert!(message.contains(told), "{arguments}: {message}");
    }
}

/// Openings must have the size of the match.
#[test]
fn sizes_must_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("six.ggf");
    let record = format!(
        "match random random -n 6 --games 2 --record {}",
        path.display()
    );
    run(&record, "").good();
    let from = format!(
        "match greedy random --plies 4 --openings {}",
        path.display()
    );
    let told = run(&from, "").bad(1);
    assert!(
        told.contains("the board is 6×6, but 8×8 is played"),
        "{told}"
    );
}

#[test]
fn weights_are_read_before_the_first_game() {
    let told = run("match greedy engine:level=3,weights=/no/such/weights", "").bad(1);
    assert!(told.contains("cannot read /no/such/weights"), "{told}");
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let told = run(&format!("match greedy engine:weights={text}"), "").bad(1);
    assert!(told.contains("this is not a weights file"), "{told}");
}
