//! Truncated, damaged and hostile files, and wrong commands.

use std::fs;

use super::{GAMES, Workspace};

#[test]
fn bad_games_are_named_and_the_good_ones_kept() {
    let workspace = Workspace::new();
    workspace.write("a.txt", "f5d6c3\nf5f5\n\nnonsense\nf5f6\n");
    let run = workspace.convert("a.txt b.ggf");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout, "2 games read, 2 skipped\n");
    assert_eq!(
        run.stderr,
        "reversi: a.txt, line 2: move 2: there is a disc on f5 already; legal squares: f4 d6 f6; skipped\n\
         reversi: a.txt, line 4: move 1: `nonsense` is not a square such as f5; skipped\n"
    );
    assert_eq!(workspace.read("b.ggf").lines().count(), 2);
}

#[test]
fn games_that_the_other_format_has_no_place_for_are_named() {
    let workspace = Workspace::new();
    workspace.write(
        "a.ggf",
        "(;TY[8]B[f5];)\n\n(;BO[4 ---- -*O- -O*- ---- *]B[c1];)\n",
    );
    let run = workspace.convert("a.ggf b.txt");
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(1), "1 game read, 1 skipped\n")
    );
    assert_eq!(
        run.stderr,
        "reversi: a.ggf, line 3: a transcript has games from the usual start; this one begins \
         elsewhere; skipped\n"
    );
    let run = workspace.convert("a.ggf b.wtb");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr
            .contains("this one is unfinished and declares none"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .ends_with("0 games read, 2 skipped; nothing was written\n"),
        "{}",
        run.stderr
    );
    assert_eq!(
        workspace.names(),
        ["a.ggf", "b.txt"],
        "no trace of the rest"
    );
    workspace.write("c.txt", GAMES);
    let run = workspace.convert("c.txt d.rev");
    assert_eq!(run.stdout, "1 game read, 3 skipped\n");
}

#[test]
fn a_wthor_file_that_lies_about_its_length_keeps_its_games() {
    let workspace = Workspace::new();
    workspace.write(
        "a.txt",
        GAMES.lines().take(2).collect::<Vec<_>>().join("\n"),
    );
    workspace.convert("a.txt a.wtb").good();
    let whole = fs::read(workspace.path("a.wtb")).expect("games");
    for (announced, length, code, stdout, reason) in [
        (2, whole.len(), 0, "2 games read, 0 skipped\n", ""),
        (
            u32::MAX,
            whole.len(),
            1,
            "2 games read, 1 skipped\n",
            "reversi: b.wtb, record 3: the file is cut short: its header announces 4294967295 games, it has 2; skipped\n",
        ),
        (
            2,
            whole.len() - 1,
            1,
            "1 game read, 1 skipped\n",
            "reversi: b.wtb, record 2: the file is cut short: its header announces 2 games, it has 1; skipped\n",
        ),
        (
            1,
            whole.len(),
            1,
            "1 game read, 1 skipped\n",
            "reversi: b.wtb, record 2: the file is too long: 68 bytes follow the 1 games it announces; skipped\n",
        ),
    ] {
        let mut bytes = whole[..length].to_vec();
        bytes[4..8].copy_from_slice(&announced.to_le_bytes());
        workspace.write("b.wtb", bytes);
        let run = workspace.convert("b.wtb");
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(code), stdout),
            "{run:?}"
        );
        assert_eq!(run.stderr, reason);
    }
    // An invalid move.
    let mut bytes = whole.clone();
    bytes[16 + 8 + 1] = 255;
    workspace.write("b.wtb", bytes);
    let run = workspace.convert("b.wtb");
    assert_eq!(run.stdout, "1 game read, 1 skipped\n");
    assert!(
        run.stderr
            .starts_with("reversi: b.wtb, record 1: move 2: 255 stands for no square"),
        "{}",
        run.stderr
    );
    // An invalid file of names.
    workspace.write("b.jou", [9; 30]);
    let said = workspace.convert("b.wtb").bad(1);
    assert!(said.contains("b.jou"), "{said}");
}

#[test]
fn files_without_games_are_reported() {
    let workspace = Workspace::new();
    workspace.write("noise", (0..=255).cycle().take(5000).collect::<Vec<u8>>());
    workspace.write("zeros", vec![0; 5000]);
    workspace.write("words.txt", "Dear Ann,\n\nhow are you?\n");
    workspace.write("empty.ggf", "");
    workspace.write("blank.txt", " \n\n ");
    workspace.write(
        "old.jou",
        [
            [20, 26, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0].as_slice(),
            b"???",
            &[0; 17],
        ]
        .concat(),
    );
    fs::create_dir(workspace.path("folder")).expect("a folder");
    for (name, message) in [
        (
            "noise",
            "noise is in no format we know: it begins neither with a game nor a board",
        ),
        (
            "zeros",
            "zeros is in no format we know: it begins neither with a game nor a board",
        ),
        (
            "words.txt",
            "words.txt is in no format we know: it begins neither with a game nor a board",
        ),
        ("empty.ggf", "there is nothing in empty.ggf"),
        ("blank.txt", "there is nothing in blank.txt"),
        (
            "old.jou",
            "old.jou holds names; the games are in a file that ends with .wtb",
        ),
        ("folder", "there is no file of games in folder"),
        ("missing.ggf", "there is no file missing.ggf"),
    ] {
        let said = workspace.convert(name).bad(1);
        assert_eq!(said, format!("reversi: {message}\n"), "{name}");
    }
}

#[test]
fn a_format_that_is_not_the_files_own_gives_errors_not_games() {
    let workspace = Workspace::new();
    workspace.write("a.txt", GAMES);
    for format in [
        "ggf",
        "sgf",
        "pgn",
        "obf",
        "board",
        "logistello",
        "positions",
        "bitboards",
        "rev",
        "wthor",
    ] {
        let run = workspace.convert(&format!("a.txt b.ggf --from {format}"));
        // PGN is tolerant: it reads moves without blanks as one invalid move.
        assert_eq!(run.code, Some(1), "{format}: {run:?}");
        assert!(!run.stderr.contains("panicked"), "{run:?}");
        assert_eq!(workspace.names(), ["a.txt"], "{format}");
    }
}

#[test]
fn wrong_usage_names_the_correct_usage() {
    let workspace = Workspace::new();
    workspace.write("a.txt", GAMES);
    for (arguments, part) in [
        ("", "<IN>"),
        (
            "a.txt b",
            "the name of OUT tells no format; say with --to in which to write",
        ),
        (
            "a.txt b.doc",
            "the name of OUT tells no format; say with --to in which to write",
        ),
        ("a.txt -", "say with --to in what format to write"),
        (
            "a.txt - --to wthor",
            "WTHOR games are written into files, not to standard output",
        ),
        (
            "a.txt b.ggf --to chess",
            "`chess` is not a format; there are transcript, board,",
        ),
        ("a.txt --to ggf", "<OUT>"),
    ] {
        let said = workspace.convert(arguments).bad(2);
        assert!(said.contains(part), "{arguments}: {said}");
    }
    let said = workspace.convert("a.txt folder/b.ggf").bad(1);
    assert_eq!(
        said,
        "reversi: cannot write folder/b.ggf: there is no folder folder\n"
    );
    assert_eq!(workspace.names(), ["a.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let workspace = Workspace::new();
    workspace.write("a.txt", GAMES);
    let said = workspace.convert("a.txt /dev/full --to ggf").bad(1);
    assert!(
        said.starts_with("reversi: cannot write /dev/full: "),
        "{said}"
    );
}

#[test]
fn text_that_is_not_utf_8_is_read_as_it_was_written_then() {
    let workspace = Workspace::new();
    workspace.write("a.ggf", b"(;PB[Andr\xe9]PW[x\0y]B[f5];)\n(;PB[\xff\xfe");
    let run = workspace.convert("a.ggf b.sgf");
    assert_eq!(run.code, Some(1), "a NUL is in no text");
    workspace.write("a.ggf", b"(;PB[Andr\xe9]PW[x]B[f5];)\n(;PB[\xff\xfe");
    let run = workspace.convert("a.ggf b.sgf");
    assert_eq!(run.stdout, "1 game read, 1 skipped\n");
    assert!(workspace.read("b.sgf").contains("PB[André]"));
}

#[test]
fn many_bad_games_are_counted_and_few_named() {
    let workspace = Workspace::new();
    workspace.write("a.txt", format!("f5d6\n{}", "f5f5\n".repeat(1000)));
    let run = workspace.convert("a.txt b.ggf");
    assert_eq!(run.stdout, "1 game read, 1000 skipped\n");
    assert_eq!(run.stderr.lines().count(), 21, "{}", run.stderr);
    assert!(
        run.stderr
            .ends_with("reversi: further ones that are skipped are only counted\n")
    );
}

#[test]
fn variations_nested_without_end_do_no_harm() {
    let workspace = Workspace::new();
    let deep = 10_000;
    let nested = format!(
        "(;GM[2];B[f5]{};W[d6]{})\n",
        "(;C[x]".repeat(deep),
        ")".repeat(deep)
    );
    let open = format!("(;GM[2]{}\n", "(;B[f5]".repeat(deep));
    let good = "(;GM[2];B[d3])\n";
    workspace.write("a.sgf", format!("{nested}{open}{good}"));
    let run = workspace.convert("a.sgf b.pgn");
    assert_eq!(
        run.stdout, "2 games read, 1 skipped\n",
        "{:.2000}",
        run.stderr
    );
    let many = format!("1. f5 {}{}", "(1. d3 ".repeat(deep), ")".repeat(deep));
    workspace.write("a.pgn", many);
    assert_eq!(
        workspace.convert("a.pgn c.sgf").good(),
        "1 game read, 0 skipped\n"
    );
    assert_eq!(
        workspace.convert("c.sgf d.pgn").good(),
        "1 game read, 0 skipped\n"
    );
}
