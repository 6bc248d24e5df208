//! The order of service: an address with much work does not keep another waiting for all of it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::attacker::{Attacker, Count};
use super::searches;
use crate::web::remote::{Remote, hear, say};
use crate::web::server::Server;

/// Games or analyses of the address with much work. It may be allowed fewer.
const MUCH: usize = 60;

/// Long enough for all of that work.
const LONG: Duration = Duration::from_secs(240);

/// The work of an address that asks for much.
struct Backlog {
    attack: JoinHandle<()>,
    count: Arc<Count>,
    /// The searches that it waits for, and those that were answered already.
    size: u64,
    answered: u64,
}

impl Backlog {
    /// Waits until the server has taken some of an attacker's work, and takes no more of it at once.
    async fn new<F>(server: &Server, attack: impl FnOnce(Attacker) -> F) -> Backlog
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let attacker = Attacker::new(server, "203.0.113.7");
        let count = Arc::clone(&attacker.count);
        let attack = tokio::spawn(attack(attacker));
        let (mut size, mut same) = (0, 0);
        while size < MUCH as u64 && (size == 0 || same < 20) {
            sleep(Duration::from_millis(50)).await;
            let taken = count.taken();
            same = if taken == size { same + 1 } else { 0 };
            size = taken;
        }
        let answered = count.answered();
        Backlog {
            attack,
            count,
            size,
            answered,
        }
    }

    /// Most of it still waits.
    #[track_caller]
    fn assert_mostly_undone(self) {
        let (between, size) = (self.count.answered() - self.answered, self.size);
        println!("{between} of {size} were answered before the honest one");
        assert!(between < size / 2, "{between} of {size} came first");
        assert!(!self.attack.is_finished(), "it goes on");
        self.attack.abort();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_games_of_one_address_do_not_delay_the_move_of_another() {
    let server = Server::behind_proxy(&[]);
    let backlog = Backlog::new(&server, |attacker| searches::strong_games(attacker, MUCH)).await;
    let honest = Remote::new(&server, "203.0.113.8");
    let mut client = honest.http().await.expect("a connection");
    let wish = searches::strong_wish("engine:8");
    let made = client.post("/api/games", "", &wish).await.expect("a game");
    let mut socket = honest.live().await.expect("a connection");
    let watch = json!({"type": "watch", "game": made["id"]});
    say(&mut socket, &watch).await.expect("it is sent");
    let first_move =
        async { while hear(&mut socket).await.expect("news")["game"]["moves"] == json!([]) {} };
    timeout(LONG, first_move).await.expect("a move");
    backlog.assert_mostly_undone();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_analysers_of_one_address_do_not_delay_the_first_line_of_another() {
    let server = Server::behind_proxy(&[]);
    let backlog = Backlog::new(&server, |attacker| searches::analysers(attacker, MUCH)).await;
    let honest = Remote::new(&server, "203.0.113.8");
    let mut socket = honest.live().await.expect("a connection");
    let wish = json!({"type": "analyse", "id": 1, "moves": ["f5"], "seconds": 5});
    say(&mut socket, &wish).await.expect("it is sent");
    let first_line =
        async { while hear(&mut socket).await.expect("news")["lines"] == json!([]) {} };
    timeout(LONG, first_line).await.expect("a first line");
    backlog.assert_mostly_undone();
}
