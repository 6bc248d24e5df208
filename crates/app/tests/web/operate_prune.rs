//! Prune, retention, and room for new games.

use serde_json::{Value, json};

use super::client::look;
use super::operate::{
    age, database, eventually, is_stored, metric, metrics_address, operate, played, with_metrics,
};
use super::server::Server;

/// An unfinished game, one without moves and a finished one: their ids.
fn three_games(server: &Server) -> [String; 3] {
    let (playing, _) = played(server, &["f5"]);
    let (unplayed, _) = played(server, &[]);
    let (over, _) = played(server, &["f5"]);
    over.act("resign", over.key(), &json!({})).good();
    [playing, unplayed, over].map(|table| table.id.clone())
}

/// Which of some games are stored.
fn stored(server: &Server, ids: &[String; 3]) -> [bool; 3] {
    ids.each_ref().map(|id| is_stored(&server.file(), id))
}

#[test]
fn an_age_that_is_none_is_told_with_one_that_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = operate(&["prune", "--older-than", "soon"], folder.path());
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("such as 90d or 12w"), "{}", run.stderr);
}

#[test]
fn old_games_go_unless_they_are_finished_young_or_open() {
    let (mut server, _) = with_metrics(&["--keep-unfinished", "0"]);
    let old = three_games(&server);
    let young = three_games(&server);
    let (watched, _) = played(&server, &["f5"]);
    let watched = watched.id.clone();
    server.kill();
    for id in old.iter().chain([&watched]) {
        age(&server.file(), id, 10);
    }
    server.start_again();
    let metrics = metrics_address(&mut server);
    let mut live = server.live();
    live.watch(&watched, None);
    let said = operate(&["prune", "--older-than", "9d"], &server.file()).good();
    assert_eq!(
        said,
        "Deleted 2 games; 1 game in use stays; 5 games are stored now.\n"
    );
    assert_eq!(metric(&metrics, "reversi_games"), 5.0);
    assert_eq!(metric(&metrics, "reversi_games_deleted_total"), 2.0);
    for id in &old[..2] {
        assert_eq!(
            server.get(&format!("/api/games/{id}")).refused(404),
            "not_found"
        );
    }
    let said = operate(
        &["prune", "--older-than", "1w", "--finished"],
        &server.file(),
    )
    .good();
    assert_eq!(
        said,
        "Deleted 1 game; 1 game in use stays; 4 games are stored now.\n"
    );
    for id in young.iter().chain([&watched]) {
        look(&server, id);
    }
    server.kill();
    assert_eq!(stored(&server, &old), [false; 3]);
    assert_eq!(stored(&server, &young), [true; 3]);
    assert!(is_stored(&server.file(), &watched));
    // No server runs, so the game is open nowhere.
    let said = operate(&["prune", "--older-than", "9d"], &server.file()).good();
    assert_eq!(said, "Deleted 1 game; 3 games are stored now.\n");
}

#[test]
fn games_of_an_older_version_are_judged_by_their_moves() {
    let mut server = Server::with(&["--keep-unfinished", "0"]);
    let old = three_games(&server);
    server.kill();
    for id in &old {
        age(&server.file(), id, 10);
    }
    // The first version had neither the column nor the index.
    let games = database(&server.file());
    let before = "DROP INDEX games_by_phase; ALTER TABLE games DROP COLUMN phase";
    games.execute_batch(before).expect("an older file");
    drop(games);
    operate(&["check"], &server.file()).good();
    server.start_again();
    let said = operate(&["prune", "--older-than", "9d"], &server.file()).good();
    assert_eq!(said, "Deleted 2 games; 1 game is stored now.\n");
    look(&server, &old[2]);
    server.kill();
    assert_eq!(stored(&server, &old), [false, false, true]);
}

#[test]
fn unfinished_games_are_not_kept_for_ever() {
    let (mut server, _) = with_metrics(&[]);
    let sets = [
        (13, [true; 3]),
        (15, [true, false, true]),
        (91, [false, false, true]),
    ];
    let games = sets.map(|(days, expected)| (days, expected, three_games(&server)));
    server.kill();
    for (days, _, ids) in &games {
        for id in ids {
            age(&server.file(), id, *days);
        }
    }
    server.start_again();
    let metrics = metrics_address(&mut server);
    eventually(|| metric(&metrics, "reversi_games_deleted_total") == 3.0);
    assert_eq!(metric(&metrics, "reversi_games"), 6.0);
    server.kill();
    for (days, expected, ids) in &games {
        assert_eq!(stored(&server, ids), *expected, "after {days} days");
    }
}

#[test]
fn when_the_store_is_full_old_unfinished_games_make_room() {
    let options = ["--games", "3", "--keep-unfinished", "0"];
    let (mut server, _) = with_metrics(&options);
    let games = three_games(&server);
    let wish = json!({"black": "human", "white": "human", "shared": true});
    let refused = server.post("/api/games", None, &wish);
    assert_eq!(refused.refused(429), "busy");
    server.kill();
    for id in &games {
        age(&server.file(), id, 2);
    }
    server.start_again();
    let metrics = metrics_address(&mut server);
    // First the one without moves, then the unfinished one.
    let made: Vec<Value> = (0..2)
        .map(|_| server.post("/api/games", None, &wish).good())
        .collect();
    assert_eq!(metric(&metrics, "reversi_games"), 3.0);
    assert_eq!(server.post("/api/games", None, &wish).refused(429), "busy");
    for game in &made {
        look(&server, game["id"].as_str().expect("an id"));
    }
    server.kill();
    assert_eq!(stored(&server, &games), [false, false, true]);
}
