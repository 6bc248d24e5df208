//! `reversi bench`: the node count for commit messages.

use crate::common::run;

#[test]
fn the_bench_is_the_same_every_time() {
    let count = || {
        let output = run("bench", "").good();
        let lines: Vec<&str> = output.lines().collect();
        let [time, speed, bench] = lines.as_slice() else {
            panic!("{output}");
        };
        assert!(
            time.starts_with("Time: ") && time.ends_with(" s"),
            "{output}"
        );
        let count = bench.strip_prefix("Bench: ").expect("a number").to_string();
        assert!(
            count.parse::<u64>().is_ok_and(|nodes| nodes > 0),
            "{output}"
        );
        assert!(speed.starts_with(&format!("{count} nodes ")), "{output}");
        assert!(speed.ends_with(" nps"), "{output}");
        count
    };
    assert_eq!(count(), count());
}

#[test]
fn the_bench_has_no_options() {
    let message = run("bench --threads 2", "").bad(2);
    assert!(message.contains("--threads"), "{message}");
}
