//! Backup and check, with and without a running server.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::Value;

use super::client::{look, moves};
use super::operate::{database, multiply, operate, play_on, played};
use super::server::Server;

/// The control socket of a server.
fn control(server: &Server) -> PathBuf {
    server.file().with_extension("sqlite.control")
}

#[test]
fn a_backup_under_load_has_every_answer_and_can_be_served() {
    let mut server = Server::start();
    // Enough games that the copy takes many steps.
    played(&server, &["f5"]);
    server.kill();
    multiply(&server.file(), 20_000);
    server.restart();
    let folder = tempfile::tempdir().expect("a folder");
    let file = |number: usize| folder.path().join(format!("{number}.sqlite"));
    let stop = AtomicBool::new(false);
    let mut known: Vec<Vec<(String, Value)>> = Vec::new();
    thread::scope(|scope| {
        let players: Vec<_> = (0..3)
            .map(|_| {
                let (server, stop) = (&server, &stop);
                scope.spawn(move || {
                    let start = || {
                        let (table, _) = played(server, &[]);
                        (table.id.clone(), table.key().to_string())
                    };
                    let mut games: Vec<_> = (0..3).map(|_| start()).collect();
                    play_on(server, &mut games, || !stop.load(Ordering::Relaxed))
                })
            })
            .collect();
        for number in 0..3 {
            // Known before the backup begins, so they are in it.
            let before: Vec<(String, Value)> = (0..5)
                .map(|_| played(&server, &["f5", "d6", "c3"]))
                .map(|(table, game)| (table.id.clone(), game))
                .collect();
            known.push(before);
            let path = file(number);
            let said = operate(&["backup", path.to_str().expect("UTF-8")], &server.file()).good();
            assert!(said.starts_with("Backed up 20"), "{said}");
        }
        stop.store(true, Ordering::Relaxed);
        for player in players {
            let last = player.join().expect("games");
            // The server has lost nothing over it.
            for game in last {
                let id = game["id"].as_str().expect("an id");
                assert_eq!(moves(&look(&server, id)), moves(&game));
            }
        }
    });
    for number in 0..3 {
        let path = file(number);
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "keys are secrets");
        let bytes = fs::read(&path).expect("a file");
        let said = operate(&["check"], &path).good();
        assert!(said.contains("all can be read"), "{said}");
        assert!(
            fs::read(&path).expect("a file") == bytes,
            "a check changes nothing"
        );
        server.kill();
        fs::copy(&path, server.file()).expect("a file");
        for more in ["-wal", "-shm"] {
            let mut name = server.file().into_os_string();
            name.push(more);
            let _ = fs::remove_file(name);
        }
        server.start_again();
        for (id, before) in known[..=number].iter().flatten() {
            assert_eq!(look(&server, id), *before);
        }
    }
    // Nothing is left beside the games.
    let parent = server.file().parent().expect("a folder").to_path_buf();
    let names = fs::read_dir(parent).expect("a folder");
    let names: Vec<String> = names
        .map(|entry| {
            entry
                .expect("a name")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .collect();
    assert!(
        names
            .iter()
            .all(|name| name.starts_with("games.sqlite") && !name.ends_with(".copy")),
        "{names:?}"
    );
}

#[test]
fn without_a_server_the_commands_open_the_file() {
    let mut server = Server::start();
    let (table, before) = played(&server, &["f5", "d6"]);
    let id = table.id.clone();
    server.kill();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("backup.sqlite");
    let name = file.to_str().expect("UTF-8");
    let said = operate(&["backup", name], &server.file()).good();
    assert!(said.starts_with("Backed up 1 game to "), "{said}");
    let said = operate(&["check"], &server.file()).good();
    assert!(said.contains("1 game, all can be read"), "{said}");
    // A file that is there stays, unless it is said twice.
    let refused = operate(&["backup", name], &server.file()).bad(1);
    assert!(refused.contains("--force replaces it"), "{refused}");
    operate(&["backup", name, "--force"], &server.file()).good();
    let own = server.file();
    let own = own.to_str().expect("UTF-8");
    let refused = operate(&["backup", own, "--force"], &server.file()).bad(1);
    assert!(
        refused.contains("is the file of the games itself"),
        "{refused}"
    );
    let nowhere = folder.path().join("nowhere/backup.sqlite");
    let refused = operate(
        &["backup", nowhere.to_str().expect("UTF-8")],
        &server.file(),
    )
    .bad(1);
    assert!(refused.contains("cannot write in"), "{refused}");
    let refused = operate(&["check"], &nowhere).bad(1);
    assert!(refused.contains("there is no file"), "{refused}");
    assert!(!nowhere.exists());
    server.start_again();
    assert_eq!(look(&server, &id), before);
}

#[test]
fn a_damaged_game_is_found_while_the_server_runs() {
    let mut server = Server::start();
    let (good, _) = played(&server, &["f5"]);
    let (bad, _) = played(&server, &["d3"]);
    let (good, bad) = (good.id.clone(), bad.id.clone());
    server.kill();
    let changed = database(&server.file()).execute(
        "UPDATE games SET moves = 'f5f5' WHERE id = ?",
        [bad.as_str()],
    );
    assert_eq!(changed.expect("a game"), 1);
    server.restart();
    let run = operate(&["check"], &server.file());
    assert!(
        run.stdout.contains(&format!("Game {bad} is damaged")),
        "{run:?}"
    );
    assert!(!run.stdout.contains(&good), "{run:?}");
    assert!(run.bad(1).contains("1 of 2 games cannot be read"));
    // The others are served as before.
    look(&server, &good);
    server.get(&format!("/api/games/{bad}")).refused(500);
}

#[test]
fn the_control_socket_is_private_and_bounded_and_goes_with_the_server() {
    use std::io::{Read, Write};
    let mut server = Server::start();
    let path = control(&server);
    let socket = fs::metadata(&path).expect("a socket");
    assert!(socket.file_type().is_socket());
    assert_eq!(socket.permissions().mode() & 0o777, 0o600);
    for (sent, answered) in [
        (b"nonsense\n".to_vec(), "this is no request"),
        (b"{\"command\":\"stop\"}\n".to_vec(), "unknown variant"),
        (vec![b'['; 100_000], "this is no request"),
        (Vec::new(), "this is no request"),
    ] {
        let mut stream = UnixStream::connect(&path).expect("a connection");
        // It answers before all is said.
        let _ = stream.write_all(&sent);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(sent.len() > 4096 || answer.contains(answered), "{answer}");
    }
    // A killed server leaves its socket behind; the next one replaces it.
    server.kill();
    assert!(path.exists());
    operate(&["check"], &server.file()).good();
    server.start_again();
    operate(&["check"], &server.file()).good();
    server.signal("TERM");
    server.ended();
    assert!(!path.exists());
}

#[test]
fn who_has_put_something_in_the_way_is_told_in_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.sqlite.control"), "mine").expect("a file");
    let mut command = super::server::command(&folder, &[]);
    let mut server = Server::of(folder, Vec::new(), &mut command);
    let line = server.log_line();
    assert!(
        line.contains("games.sqlite.control is in the way"),
        "{line}"
    );
    played(&server, &["f5"]);
    let refused = operate(&["check"], &server.file()).bad(1);
    assert!(refused.contains("is in use"), "{refused}");
    server.signal("TERM");
    assert_eq!(server.ended().0, Some(0));
    assert_eq!(fs::read(control(&server)).expect("a file"), b"mine");
}
