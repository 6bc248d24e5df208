//! Valid files.

use std::fs;

use super::{GAMES, Workspace, published};

#[test]
fn games_go_through_every_format_and_come_back() {
    let workspace = Workspace::new();
    workspace.write("a.txt", GAMES);
    let mut from = "a.txt".to_string();
    for to in ["b.ggf", "c.sgf", "d.pgn", "e.gam", "f.tsv", "g.txt"] {
        let said = workspace.convert(&format!("{from} {to}")).good();
        assert_eq!(said, "4 games read, 0 skipped\n", "{from} {to}");
        from = to.to_string();
    }
    assert_eq!(workspace.read("g.txt"), GAMES);
    let said = workspace.convert("d.pgn r.pgn --to pgn-rating").good();
    assert_eq!(said, "4 games read, 0 skipped\n");
    assert!(
        workspace.read("r.pgn").contains("[Result \"0-1\"]"),
        "Black won"
    );
    workspace.convert("r.pgn h.txt").good();
    assert_eq!(workspace.read("h.txt"), GAMES);
}

#[test]
fn players_and_comments_are_kept_where_there_is_a_place_for_them() {
    let workspace = Workspace::new();
    let sgf = "(;GM[2]EV[Cup]RO[3]DT[2004-05-01]PB[Ann]BR[1500]PW[Bob];B[f5]C[usual](;W[d6]BM[1])(;W[f6]))";
    workspace.write("a.sgf", sgf);
    for name in ["b.pgn", "c.ggf"] {
        workspace.convert(&format!("a.sgf {name}")).good();
        let text = workspace.read(name);
        for word in ["Cup", "3", "Ann", "1500", "Bob", "usual", "2004"] {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
    assert!(
        workspace.read("b.pgn").contains("(1... f6)"),
        "{}",
        workspace.read("b.pgn")
    );
}

#[test]
fn wthor_games_are_written_with_their_names_beside_them() {
    let workspace = Workspace::new();
    let game = GAMES.lines().next().expect("a game");
    let text = format!(
        "[Event \"Cup\"]\n[Date \"1999.??.??\"]\n[Black \"Ann\"]\n[White \"Bób\"]\n\n{}\n\n",
        spaced(game)
    );
    workspace.write("a.pgn", text.repeat(3));
    assert_eq!(
        workspace.convert("a.pgn b.wtb").good(),
        "3 games read, 0 skipped\n"
    );
    assert_eq!(workspace.names(), ["a.pgn", "b.jou", "b.trn", "b.wtb"]);
    let bytes = fs::read(workspace.path("b.wtb")).expect("games");
    assert_eq!(bytes.len(), 16 + 3 * 68);
    assert_eq!(bytes[4..8], [3, 0, 0, 0]);
    assert_eq!(bytes[10..12], 1999_u16.to_le_bytes());
    assert_eq!(
        workspace.convert("b.wtb c.pgn").good(),
        "3 games read, 0 skipped\n"
    );
    let again = workspace.read("c.pgn");
    for tag in [
        "[Event \"Cup\"]",
        "[Date \"1999.??.??\"]",
        "[Black \"Ann\"]",
        "[White \"Bób\"]",
    ] {
        assert_eq!(again.matches(tag).count(), 3, "{again}");
    }
    // Without the file of names the games are still read.
    fs::remove_file(workspace.path("b.jou")).expect("gone");
    workspace.convert("b.wtb d.pgn").good();
    assert!(workspace.read("d.pgn").contains("[Black \"?\"]"));
}

#[test]
fn games_of_several_years_lose_the_year_with_a_note() {
    let workspace = Workspace::new();
    let game = spaced(GAMES.lines().next().expect("a game"));
    workspace.write(
        "a.pgn",
        format!("[Date \"1999\"]\n\n{game}\n\n[Date \"2000\"]\n\n{game}\n"),
    );
    let run = workspace.convert("a.pgn b.wtb");
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(0), "2 games read, 0 skipped\n")
    );
    assert_eq!(
        run.stderr,
        "reversi: the games are not all of one year, so the WTHOR file gives none\n"
    );
}

pub fn spaced(moves: &str) -> String {
    let pairs = moves.as_bytes().chunks(2);
    let squares: Vec<&str> = pairs
        .map(|pair| std::str::from_utf8(pair).expect("ASCII"))
        .collect();
    squares.join(" ")
}

#[test]
fn positions_are_called_positions() {
    let workspace = Workspace::new();
    let board = "---------------------------OX------XO--------------------------- X";
    workspace.write("a.obf", format!("{board}; F5:+0;\n% nothing\n{board};\n"));
    assert_eq!(
        workspace.convert("a.obf b.board").good(),
        "2 positions read, 0 skipped\n"
    );
    assert_eq!(workspace.read("b.board"), format!("{board}\n{board}\n"));
    assert_eq!(
        workspace.convert("b.board c.hex").good(),
        "2 positions read, 0 skipped\n"
    );
    assert_eq!(
        workspace.convert("c.hex d.sgf").good(),
        "2 positions read, 0 skipped\n"
    );
    workspace.convert("a.obf e.sgf").good();
    workspace.convert("e.sgf f.obf").good();
    assert_eq!(
        workspace.read("f.obf"),
        format!("{board}; F5:+0;\n{board};\n")
    );
    let line = GAMES.lines().nth(2).expect("a game");
    workspace.write("g.txt", line);
    assert_eq!(
        workspace.convert("g.txt g.rev").good(),
        "1 game read, 0 skipped\n"
    );
    assert_eq!(
        workspace.convert("g.rev").good(),
        "1 position read, 0 skipped\n"
    );
}

#[test]
fn without_a_place_to_write_games_are_counted() {
    let workspace = Workspace::new();
    workspace.write("a.txt", GAMES);
    assert_eq!(
        workspace.convert("a.txt").good(),
        "4 games read, 0 skipped\n"
    );
    assert_eq!(workspace.names(), ["a.txt"]);
}

#[test]
fn games_may_come_through_a_pipe_and_go_out_through_one() {
    let workspace = Workspace::new();
    let run = workspace.feed("- - --to ggf", GAMES.as_bytes());
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(0), "reversi: 4 games read, 0 skipped\n")
    );
    assert_eq!(run.stdout.lines().count(), 4);
    let again = workspace.feed("- - --to transcript", run.stdout.as_bytes());
    assert_eq!(again.stdout, GAMES);
}

#[test]
fn a_game_over_several_lines_is_one_game() {
    let workspace = Workspace::new();
    workspace.write("a.txt", "1. F5 d6\n2. C3 d3\n3. C4\n");
    assert_eq!(
        workspace.convert("a.txt b.txt").good(),
        "1 game read, 0 skipped\n"
    );
    assert_eq!(workspace.read("b.txt"), "f5d6c3d3c4\n");
}

#[test]
fn transcripts_of_other_boards_need_their_size() {
    let workspace = Workspace::new();
    workspace.write("a.txt", "c4d4d3\nc4b4\n");
    assert_eq!(
        workspace.convert("a.txt b.ggf -n 4").good(),
        "2 games read, 0 skipped\n"
    );
    assert_eq!(
        workspace.convert("b.ggf c.txt").good(),
        "2 games read, 0 skipped\n"
    );
    assert_eq!(workspace.read("c.txt"), workspace.read("a.txt"));
}

#[test]
fn a_folder_is_all_its_files_but_the_one_to_be_written() {
    let workspace = Workspace::new();
    workspace.write("a.txt", GAMES);
    workspace.write("notes.md", "nothing to see");
    workspace.convert("a.txt b.ggf").good();
    assert_eq!(
        workspace.convert(". all.sgf").good(),
        "8 games read, 0 skipped\n"
    );
    assert_eq!(
        workspace.convert(". all.sgf").good(),
        "8 games read, 0 skipped\n"
    );
}

#[test]
fn a_file_may_be_replaced_by_what_it_becomes() {
    let workspace = Workspace::new();
    workspace.write("a.txt", GAMES);
    workspace.convert("a.txt a.txt --to ggf").good();
    assert!(workspace.read("a.txt").starts_with("(;GM[Othello]"));
    assert_eq!(workspace.names(), ["a.txt"]);
}

#[test]
fn every_published_file_is_read() {
    let Some(folder) = published() else {
        return;
    };
    let workspace = Workspace::new();
    for (name, count) in [
        ("ggf/nboard_test.ggf", "1 game"),
        ("ggf/nboard_test2.ggf", "3 games"),
        ("xot/xot-small.txt", "3623 games"),
        ("openings/zebra_openings.txt", "76 games"),
        ("openings/welty_thor_openings.txt", "86 games"),
        ("openings/edax_en.tsv", "82 games"),
        ("openings/edax_fr.tsv", "536 games"),
        ("openings/egaroucid_en.txt", "71 positions"),
        ("problems/hard-20.obf", "276 positions"),
        ("wthor/WTH_1977.wtb", "12 games"),
    ] {
        let path = folder.join(name);
        let said = workspace.convert(path.to_str().expect("a name")).good();
        assert_eq!(said, format!("{count} read, 0 skipped\n"), "{name}");
    }
}
