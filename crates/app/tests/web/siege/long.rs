//! The siege: two hundred honest players, and beside them each attack for a while, then all together.
//! `make siege` runs it; it takes some minutes.

use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::attack::{Attack, Strength};
use super::attacker::Attacker;
use super::honest::{CLASS, Honest};
use crate::web::player::{Times, Took, report};
use crate::web::remote::raise_limit;
use crate::web::server::Server;

const PLAYERS: usize = 200;

/// How long a person thinks about a move, in milliseconds.
const THINKING: std::ops::Range<u64> = 1000..3000;

/// How long each attack lasts, and how long all of them together.
const PHASE: Duration = Duration::from_secs(15);
const ALL_TOGETHER: Duration = Duration::from_secs(60);

/// The bound of the server, in megabytes.
const BOUND: u64 = 1000;

/// What 99 of 100 answers should take at most. It is reported, and nothing fails for it.
const GOAL: Duration = Duration::from_millis(250);

const STRENGTH: Strength = Strength {
    games: 60,
    analysers: 250,
    connections: 300,
    rooms: 4400,
    slow_readers: 50,
    half_requests: 160,
};

/// A part of the siege: its attacks, and when it was.
struct Phase {
    name: String,
    began: Instant,
    ended: Instant,
}

#[test]
#[ignore = "it takes some minutes, and a machine with nothing else to do"]
fn two_hundred_honest_players_under_siege() {
    raise_limit(10_000);
    let bound = BOUND.to_string();
    let mut server = Server::behind_proxy(&[
        "--memory",
        &bound,
        "--classroom",
        CLASS,
        "--connections",
        "6000",
    ]);
    let runtime = Runtime::new().expect("a runtime");
    let elsewhere = elsewhere();
    let (times, phases) = runtime.block_on(siege(&mut server, elsewhere.handle()));
    elsewhere.shutdown_background();
    for phase in &phases {
        println!("{}", phase.name);
        let within = |took: &&Took| (phase.began..phase.ended).contains(&took.0);
        let slowest = [
            ("  moves answered", &times.answers),
            ("  replies seen", &times.replies),
            ("  hints", &times.hints),
            ("  first lines", &times.lines),
        ]
        .map(|(name, times)| report(name, times.iter().filter(within)));
        if slowest[0] > GOAL || slowest[1] > GOAL {
            println!("  the goal of {GOAL:?} is missed");
        }
    }
}

/// The threads of the attackers. They have a lower priority: attackers have computers of their own, and
/// should not delay the honest players here, whose times are measured.
fn elsewhere() -> Runtime {
    let mut threads = Builder::new_multi_thread();
    threads.enable_all();
    #[cfg(target_os = "linux")]
    threads.on_thread_start(|| {
        // Without it all threads are equal.
        let _ = rustix::process::setpriority_process(None, 5);
    });
    threads.build().expect("a runtime")
}

async fn siege(server: &mut Server, elsewhere: &Handle) -> (Times, Vec<Phase>) {
    let (enough, is_enough) = watch::channel(false);
    let mut players = JoinSet::new();
    for number in 0..PLAYERS {
        let honest = Honest::new(server, number, 8, THINKING);
        let is_enough = is_enough.clone();
        players.spawn(async move {
            let mut times = Times::default();
            while !*is_enough.borrow() {
                honest.visit(&mut times).await;
            }
            times
        });
    }
    let mut phases = vec![phase(server, elsewhere, &[], PHASE).await];
    for attack in Attack::ALL {
        phases.push(phase(server, elsewhere, &[attack], PHASE).await);
        // A player whose game was lost or refused has ended by now.
        if let Some(ended) = players.try_join_next() {
            panic!("beside {attack:?}: {ended:?}");
        }
    }
    phases.push(phase(server, elsewhere, &Attack::ALL, ALL_TOGETHER).await);
    phases.push(phase(server, elsewhere, &[], PHASE).await);
    enough.send_replace(true);
    let mut times = Times::default();
    while let Some(player) = players.join_next().await {
        times.add(player.expect("an honest player"));
    }
    (times, phases)
}

/// Attacks for a while, and looks at the server.
async fn phase(
    server: &mut Server,
    elsewhere: &Handle,
    attacks: &[Attack],
    length: Duration,
) -> Phase {
    let began = Instant::now();
    let mut running = JoinSet::new();
    let mut counts = Vec::new();
    for attack in attacks {
        // Four addresses for what one address may not have so many of: a thousand analysers.
        let times = if *attack == Attack::Analysers { 4 } else { 1 };
        for number in 0..times {
            let mut attacker = Attacker::new(server, &attack.address());
            if number > 0 {
                attacker = attacker.elsewhere(50_000 + number);
            }
            counts.push((*attack, std::sync::Arc::clone(&attacker.count)));
            running.spawn_on(attack.run(attacker, STRENGTH), elsewhere);
        }
    }
    tokio::select! {
        () = sleep(length) => {},
        Some(ended) = running.join_next() => panic!("an attack has ended: {ended:?}"),
    }
    let memory = server.memory();
    let name = match attacks {
        [] => "no attack".to_string(),
        [attack] => format!("{attack:?}"),
        _ => "all together".to_string(),
    };
    println!("{name}: {memory:?} MB");
    for (attack, count) in counts {
        println!("  {attack:?}: {count:?}");
    }
    assert!(server.is_alive(), "beside {name}");
    assert!(memory.peak < BOUND, "beside {name}: {memory:?} MB");
    Phase {
        name,
        began,
        ended: Instant::now(),
    }
}
