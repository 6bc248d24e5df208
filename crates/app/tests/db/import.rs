//! Importing games into a database: what is accepted and what is rejected.

use std::fs;

use rules::formats::Format;
use rules::{Diagram, Game, Record, Size};

use super::{Folder, ggf_text, plain, random_game, random_record, record, wthor_files};

#[test]
fn games_of_all_kinds_go_in() {
    let folder = Folder::new();
    let games: Vec<Record> = (0..10).map(random_record).collect();
    let ggf = folder.write("some.ggf", ggf_text(&games[..4]));
    let transcripts = folder.write("more.txt", "f5d6c3\nF5 f6 e6\n\n");
    let [wtb, jou, trn] = wthor_files(&games[4..]);
    folder.write("WTH.JOU", jou);
    folder.write("WTH.TRN", trn);
    let wthor = folder.write("WTH_1999.wtb", wtb);
    let output = folder.import(&[&ggf, &transcripts, &wthor]).good();
    assert!(
        output.starts_with("12 games imported, 0 already there in "),
        "{output}"
    );
    assert!(output.ends_with("games.db holds 12 games\n"), "{output}");
    let stats = folder.object("stats", &[]);
    assert_eq!(stats["games"], 12);
    assert_eq!(stats["players"], 12);
    assert_eq!(stats["first_year"], 1999);
    // The file of names is read: the players of WTHOR and of GGF are the same.
    let connection = folder.connection();
    let names: Vec<String> = connection
        .prepare("SELECT name FROM players ORDER BY name")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert!(
        names.iter().all(|name| name.starts_with("Player ")),
        "{names:?}"
    );
    let events: Vec<String> = connection
        .prepare("SELECT name FROM events")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(events, ["Chance"]);
}

#[test]
fn a_folder_is_all_its_games() {
    let folder = Folder::new();
    let inner = folder.path("inner/deeper");
    fs::create_dir_all(&inner).unwrap();
    fs::create_dir_all(folder.path("inner/.hidden")).unwrap();
    let games: Vec<Record> = (0..6).map(random_record).collect();
    let [wtb, jou, trn] = wthor_files(&games[..3]);
    folder.write("inner/a.wtb", wtb);
    folder.write("inner/a.jou", jou);
    folder.write("inner/a.trn", trn);
    folder.write("inner/deeper/b.ggf", ggf_text(&games[3..5]));
    folder.write("inner/.hidden/c.ggf", ggf_text(&games[5..]));
    folder.write("inner/README.md", "Some games.\n");
    folder.write(
        "inner/problems.obf",
        "---------------------------OX------XO--------------------------- X; f5:+0;\n",
    );
    let output = folder.import(&[&plain(&folder.path("inner"))]).good();
    assert!(
        output.starts_with("5 games imported, 0 already there in "),
        "{output}"
    );
}

#[test]
fn the_same_games_again_change_nothing() {
    let folder = Folder::new();
    let games: Vec<Record> = (0..20).map(random_record).collect();
    let file = folder.write("a.ggf", ggf_text(&games));
    folder.import(&[&file]).good();
    let before = fs::read(folder.database()).unwrap();
    let output = folder.import(&[&file, &file]).good();
    assert!(
        output.starts_with("0 games imported, 40 already there in "),
        "{output}"
    );
    // A file with another name, other capitals and some games twice.
    let mut shouted = ggf_text(&games).replace("Player", "PLAYER ");
    shouted += &ggf_text(&games[..1]);
    let other = folder.write("b.ggf", &shouted);
    let output = folder.import(&[&other]).good();
    assert!(
        output.starts_with("0 games imported, 21 already there in "),
        "{output}"
    );
    assert!(
        fs::read(folder.database()).unwrap() == before,
        "the file is another"
    );
}

/// Formats that hold all identifying fields give the same game.
#[test]
fn the_same_games_in_other_formats_are_the_same_games() {
    let folder = Folder::new();
    let games: Vec<Record> = (0..8).map(random_record).collect();
    let [wtb, jou, trn] = wthor_files(&games);
    folder.write("a.jou", jou);
    folder.write("a.trn", trn);
    let wthor = folder.write("a.wtb", wtb);
    let output = folder.import(&[&wthor]).good();
    assert!(output.starts_with("8 games imported"), "{output}");
    for (name, format) in [("a.sgf", Format::Sgf), ("a.pgn", Format::Pgn)] {
        let mut bytes = Vec::new();
        for game in &games {
            format.write(game, &mut bytes).expect("a place for it");
        }
        let file = folder.write(name, bytes);
        let output = folder.import(&[&file]).good();
        assert!(
            output.starts_with("0 games imported, 8 already there in "),
            "{name}: {output}"
        );
    }
}

#[test]
fn mirror_images_of_a_game_are_the_same_game() {
    let folder = Folder::with(&[record("Ann", "Ben", 2001, "f5d6c3d3c4", Some(4))]);
    let mirrored = [
        record("Ann", "Ben", 2001, "d3c5f6f5e6", Some(4)),
        record("Ann", "Ben", 2001, "c4e3f6e6f5", None),
        record("Ann", "Ben", 2001, "e6f4c3c4d3", None),
        record("Ann", "Ben", 2002, "e6f4c3c4d3", None),
    ];
    let file = folder.write("mirrored.ggf", ggf_text(&mirrored));
    let output = folder.import(&[&file]).good();
    assert!(
        output.starts_with("1 game imported, 3 already there in "),
        "{output}"
    );
}

#[test]
fn a_file_that_is_cut_short_gives_its_whole_games() {
    let folder = Folder::new();
    let games: Vec<Record> = (0..10).map(random_record).collect();
    let [wtb, jou, trn] = wthor_files(&games);
    folder.write("WTH.JOU", jou);
    folder.write("WTH.TRN", trn);
    let file = folder.write("WTH_1999.wtb", &wtb[..wtb.len() - 68 * 3 - 1]);
    let run = folder.import(&[&file]);
    assert!(
        run.stdout
            .starts_with("6 games imported, 0 already there, 4 skipped in "),
        "{run:?}"
    );
    let message = run.bad(1);
    assert!(
        message.contains("its header announces 10 games, it has 6"),
        "{message}"
    );
    assert_eq!(folder.object("stats", &[])["games"], 6);
}

#[test]
fn bad_records_are_named_and_the_others_go_in() {
    let folder = Folder::new();
    let mut lines = vec!["f5d6c3".to_string()];
    lines.extend((0..9).map(|_| "f5a1".to_string()));
    lines.push("f5f6".to_string());
    let file = folder.write("some.txt", lines.join("\n"));
    let run = folder.import(&[&file]);
    assert!(
        run.stdout
            .starts_with("2 games imported, 0 already there, 9 skipped in "),
        "{run:?}"
    );
    let message = run.bad(1);
    assert!(message.contains("some.txt, line 2: move 2: "), "{message}");
    assert!(message.contains("some.txt, line 6: "), "{message}");
    assert!(!message.contains("line 7"), "{message}");
    assert!(message.ends_with("and so on\n"), "{message}");
}

#[test]
fn files_without_games_are_refused() {
    let folder = Folder::new();
    let missing = plain(&folder.path("missing.ggf"));
    let message = folder.import(&[&missing]).bad(1);
    assert!(message.contains("there is no file "), "{message}");
    assert!(!folder.database().exists(), "nothing to import, no file");

    let start = "---------------------------OX------XO--------------------------- X";
    let boards = folder.write("boards.txt", start);
    let nonsense = folder.write("nonsense.txt", "hello\n");
    let empty = folder.write("empty.txt", "");
    let good = folder.write("good.txt", "f5d6\n");
    let run = folder.import(&[&boards, &nonsense, &empty, &good]);
    assert!(
        run.stdout
            .starts_with("1 game imported, 0 already there, 3 files not read in "),
        "{run:?}"
    );
    let message = run.bad(1);
    assert!(
        message.contains("boards.txt holds no games that were played (board string)"),
        "{message}"
    );
    assert!(message.contains("nonsense.txt"), "{message}");
    assert!(message.contains("empty.txt"), "{message}");

    fs::create_dir(folder.path("bare")).unwrap();
    let message = folder.import(&[&plain(&folder.path("bare"))]).bad(1);
    assert!(
        message.contains("there are no games in the folder"),
        "{message}"
    );
}

#[test]
fn other_boards_and_starts_are_kept_too() {
    let folder = Folder::new();
    let small = Record::from(random_game(Size::MIN, 3));
    let parallel: Diagram = "---------------------------XX------OO--------------------------- X"
        .parse()
        .unwrap();
    let mut game = Game::from_diagram(parallel);
    let first = game.legal_moves().into_iter().next().unwrap();
    game.play(first).unwrap();
    let large = Record::from(random_game(Size::MAX, 1));
    let games = [small, Record::from(game), large];
    let file = folder.write("odd.ggf", ggf_text(&games));
    let output = folder.import(&[&file]).good();
    assert!(
        output.starts_with("3 games imported, 0 already there in "),
        "{output}"
    );
    let stats = folder.object("stats", &[]);
    assert_eq!(stats["sizes"]["4"], 1, "{stats}");
    assert_eq!(stats["sizes"]["8"], 1, "{stats}");
    assert_eq!(stats["sizes"]["26"], 1, "{stats}");
    // The game from the other start did not pass through the usual start.
    assert_eq!(folder.explore(&[])["games"], 0);
    let other = folder.explore(&[&parallel.to_string()]);
    assert_eq!(other["games"], 1, "{other}");
    let text = folder.db("stats", &[]).good();
    assert!(text.contains("1 game on 26×26"), "{text}");
}

#[test]
fn the_tables_can_be_asked_by_others() {
    let folder = Folder::with(&[record("Ann", "Ben", 2001, "f5d6c3", Some(-10))]);
    let row: (String, String, String, i64, String, i64, String) = folder
        .connection()
        .query_row(
            "SELECT black.name, white.name, events.name, year, moves, score, sources.name \
             FROM games JOIN players AS black ON black.id = black \
             JOIN players AS white ON white.id = white JOIN events ON events.id = event \
             JOIN sources ON sources.id = source WHERE start IS NULL AND size = 8",
            [],
            |row| row.try_into(),
        )
        .unwrap();
    let expected = ("Ann", "Ben", "Cup", 2001, "f5d6c3", -10, "games.ggf");
    let (black, white, event, year, moves, score, source) = &row;
    assert_eq!(
        (
            black.as_str(),
            white.as_str(),
            event.as_str(),
            *year,
            moves.as_str(),
            *score,
            source.as_str()
        ),
        expected
    );
}
