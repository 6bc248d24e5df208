use super::*;

const START: &str = "---------------------------OX------XO---------------------------X";

fn search(line: &str) -> Search {
    match Command::read(line) {
        Ok(Command::Search(search)) => *search,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn commands_are_read_as_they_are_written() {
    for line in [
        "ENGINE-PROTOCOL init".to_string(),
        "ENGINE-PROTOCOL get-version".to_string(),
        "ENGINE-PROTOCOL new-position".to_string(),
        format!("ENGINE-PROTOCOL midgame-search {START} -64.00 64.00 12 73"),
        format!("ENGINE-PROTOCOL endgame-search {START} -1 1 100"),
        format!("ENGINE-PROTOCOL feed-hash {START} -2.00 4.00 12 87 F5D6"),
        "ENGINE-PROTOCOL stop".to_string(),
        "ENGINE-PROTOCOL get-search-infos".to_string(),
        "ENGINE-PROTOCOL empty-hash".to_string(),
        "ENGINE-PROTOCOL quit".to_string(),
        String::new(),
    ] {
        let command = Command::read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(command.to_string(), line);
    }
}

#[test]
fn a_search_is_read_with_decimals_percent_and_a_blank_before_the_side() {
    let line = format!("ENGINE-PROTOCOL midgame-search {START} -0.51 2.30 27 90%");
    let found = search(&line);
    assert_eq!((found.alpha, found.beta), (-0.51, 2.3));
    assert_eq!((found.depth, found.precision), (Some(27), 90));
    let (squares, side) = START.split_at(64);
    let line = format!("ENGINE-PROTOCOL midgame-search {squares} {side} -0.51 2.30 27 90");
    assert_eq!(search(&line), found);
}

#[test]
fn a_wrong_search_is_told_what_is_wrong() {
    let squares = &START[..64];
    for (arguments, wrong) in [
        (String::new(), "position"),
        ("XO X -64 64 8 100".to_string(), "position"),
        (squares.to_string(), "position"),
        (format!("{START} x 64 8 100"), "alpha"),
        (format!("{START} -64"), "beta"),
        (format!("{START} nan 64 8 100"), "alpha"),
        (format!("{START} -64 64 deep"), "depth"),
        (format!("{START} -64 64 8 sure"), "precision"),
    ] {
        let line = format!("ENGINE-PROTOCOL midgame-search {arguments}");
        let error = Command::read(&line).expect_err("wrong");
        assert!(error.to_string().contains(wrong), "{line}: {error}");
    }
    assert!(Command::read("ENGINE-PROTOCOL").is_err());
    assert!(Command::read("ENGINE-PROTOCOL sing").is_err());
}

#[test]
fn what_an_engine_finds_is_read_as_it_is_written() {
    let line = format!(
        "{START}, move F5, depth 12, @73%, B+4.00 <= v <= B+4.00, F5D6C3, node 1234, time 0.123"
    );
    assert_eq!(&line[72..74], "F5");
    let reply = Reply::read(&line).expect("a finding");
    assert_eq!(reply.to_string(), line);
    let Reply::Found(found) = reply else {
        panic!("{reply:?}");
    };
    assert_eq!((found.lower, found.upper), (4.0, 4.0));
    assert_eq!(found.line.len(), 3);
}

#[test]
fn bounds_are_turned_to_the_side_to_move() {
    let white = START.replace('X', "Z").replace('O', "X").replace('Z', "O");
    let line = format!("{white}, move d3, depth 1, @73%, B-2.00 <= v <= B+4.00");
    let Some(Reply::Found(found)) = Reply::read(&line) else {
        panic!("{line}");
    };
    assert_eq!((found.lower, found.upper), (-4.0, 2.0));
    assert!(found.to_string().contains("W-4.00 <= v <= W+2.00"));
}

#[test]
fn other_replies_are_read_and_noise_is_not() {
    for line in [
        "ready.",
        "ok.",
        "bye bye.",
        "version: Edax 4.6",
        "node 12, time 0.500",
        "ERROR: unknown command",
    ] {
        let reply = Reply::read(line).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(reply.to_string(), line);
    }
    assert_eq!(Reply::read("bye bye!"), Some(Reply::Bye));
    for noise in ["", "hello", "sizeof(float) = 4", "node many", START] {
        assert_eq!(Reply::read(noise), None, "{noise}");
    }
}
