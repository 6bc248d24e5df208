//! One hard position over many workers.

use super::crowd::Crowd;
use super::server::Server;
use crate::common::{feed, reversi};

/// FFO #48 (25 empty squares) and #59 (34), with their best moves.
const FFO_48: &str = "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O; F6:+28;";
const FFO_59: &str = "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X; \
                      H4:+64; G8:+64; E8:+64;";

#[test]
#[ignore = "a minute; make test-farm"]
fn split_positions_have_their_known_scores() {
    let Some(server) = Server::start() else {
        return;
    };
    let _crowd = Crowd::new(&server.url(), 2);
    for problem in [FFO_48, FFO_59] {
        let run = feed(
            reversi().args(["solve", problem, "--split", "--farm", &server.url()]),
            b"",
        );
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("1 of 1 right"), "{}", run.stdout);
        println!("{}", run.stdout);
    }
}
