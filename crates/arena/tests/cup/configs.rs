//! Reading `cup.toml`: every setting, and the error messages for wrong ones.

use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::contest::Entrant;
use arena::cup::Format;
use arena::cup::config::{Config, EXAMPLE};
use arena::protocol::Protocol;
use arena::sandbox::{Fence, Sandbox};

const TWO: &str = "[[entrant]]\nname = \"A\"\nplayer = \"greedy\"\n\
                   [[entrant]]\nname = \"B\"\nplayer = \"random\"\n";

fn read(text: &str) -> Result<Config, String> {
    Config::read(text, Path::new("spring/cup.toml")).map_err(|error| error.to_string())
}

#[track_caller]
fn wrong(head: &str) -> String {
    read(&format!("{head}\n{TWO}")).expect_err("it is wrong")
}

#[test]
fn two_entrants_are_enough() {
    let config = read(TWO).unwrap();
    assert_eq!(config.rules.format, Format::Knockout);
    assert_eq!(
        (config.rules.games, config.rules.extra, config.tables),
        (2, 1, 1)
    );
    assert_eq!(config.time.per_move, Some(Duration::from_secs(5)));
    assert_eq!(config.results, PathBuf::from("spring/cup-results"));
    assert_eq!(config.rules.house, None);
}

#[test]
fn every_setting_can_be_given() {
    let text = "title = \"Cup\"\nplace = \"Auckland\"\nformat = \"swiss\"\nsize = 10\nseed = 42\n\
                clock = \"60s+1s\"\nmargin = \"50ms\"\nstartup = \"3s\"\ngames = 4\nrounds = 1\n\
                tables = 3\nopenings = \"random:6\"\nmemory = \"512M\"\nprocesses = 20\n\
                sandbox = \"required\"\npin = true\nresults = \"../out\"\n\
                house = { name = \"House\", player = \"engine:level=3\", games = 6 }\n\
                [[entrant]]\nname = \"A\"\nauthor = \"Anna\"\ncommand = \"./bot -x\"\n\
                protocol = \"console\"\n\
                [[entrant]]\nname = \"B\"\nplayer = \"gtp:./bot\"\nseed = 1\n";
    let config = read(text).unwrap();
    assert_eq!(config.title, "Cup");
    assert_eq!(config.time.per_move, None);
    assert_eq!(config.time.per_game, Some(Duration::from_secs(60)));
    assert_eq!(config.time.increment, Duration::from_secs(1));
    assert_eq!(config.time.margin, Duration::from_millis(50));
    assert_eq!(
        (config.memory, config.processes),
        (Some(512_000_000), Some(20))
    );
    assert_eq!((config.sandbox, config.pin), (Sandbox::Required, true));
    assert_eq!(config.results, PathBuf::from("spring/../out"));
    assert_eq!(config.rules.house, Some(6));
    let names: Vec<&str> = config
        .participants
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["B", "A", "House"], "seeds first, the house last");
    let anna = &config.participants[1];
    assert_eq!(
        anna.entrant,
        Entrant::Program(Protocol::Console, "./bot -x".to_string())
    );
    assert_eq!(anna.player, "console:./bot -x");
    assert_eq!(anna.folder, Some(PathBuf::from("spring")));
}

#[test]
fn the_example_works_as_it_stands() {
    let config = read(EXAMPLE).unwrap();
    assert_eq!(config.rules.entrants, 5);
    assert_eq!(config.rules.house, Some(2));
    assert!(config.rules.third_place);
}

#[test]
fn lots_are_drawn_from_the_seed() {
    let many = |head: &str| {
        let mut text = head.to_string();
        for number in 0..12 {
            text += &format!("[[entrant]]\nname = \"P{number}\"\nplayer = \"random\"\n");
        }
        text += "[[entrant]]\nname = \"Best\"\nplayer = \"greedy\"\nseed = 1\n";
        let config = read(&text).unwrap();
        config
            .participants
            .into_iter()
            .map(|one| one.name)
            .collect::<Vec<_>>()
    };
    let listed = many("");
    assert_eq!(listed[..3], ["Best", "P0", "P1"]);
    let one = many("draw = \"lot\"\nseed = 1\n");
    assert_eq!(one, many("draw = \"lot\"\nseed = 1\n"));
    assert_ne!(one, many("draw = \"lot\"\nseed = 2\n"));
    assert_ne!(one, listed);
    assert_eq!(one[0], "Best");
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    assert_eq!(sorted(one), sorted(listed));
}

#[test]
fn errors_name_the_line_and_what_would_be_right() {
    assert_eq!(
        wrong("title = \"x\"\ngamse = 2"),
        "line 2: a cup has no key `gamse`; did you mean `games`?"
    );
    assert_eq!(
        wrong("\n\ngames = \"two\""),
        "line 3: `games`: \"two\" is wrong here; it must be a whole number from 1 to 1000"
    );
    assert_eq!(
        wrong("format = \"league\""),
        "line 1: `format`: \"league\" is wrong here; it must be \"knockout\", \"round-robin\", \
         \"swiss\" or \"gauntlet\""
    );
    assert_eq!(
        wrong("size = 7"),
        "line 1: `size`: 7 is wrong here; it must be an even number from 4 to 26"
    );
    assert!(wrong("time = \"5 parsecs\"").contains("a time such as \"5s\""));
    assert!(wrong("clock = \"+1s\"").contains("such as \"60s+1s\""));
    assert!(wrong("memory = \"lots\"").contains("such as \"512M\""));
    for small in ["memory = \"5\"", "memory = 512", "memory = \"15M\""] {
        assert!(wrong(small).contains("with its unit"), "{small}");
    }
    let one = wrong("qualifier = { format = \"groups\", groups = 2 }");
    assert!(one.contains("at most 1 group of two"), "{one}");
    assert!(wrong("house = { games = 1 }").contains("the house program needs a name"));
    assert!(wrong("third_place = 1").contains("true or false"));
    assert!(wrong("rounds = 3").contains("only a Swiss system has it"));
    assert!(wrong("format = \"swiss\"\nrounds = 2").contains("line 2"));
    assert!(wrong("format = \"swiss\"\nextra = 2").contains("only a knock-out"));
    assert!(wrong("title = \"\"").contains("line 1: `title`"));
    assert!(wrong("frobnicate = 1").contains("there are title, place"));
    assert!(wrong("title = \"x").starts_with("line 1: "));
    assert!(wrong("house = 5").contains("it must be a table"));
    assert!(wrong("house = { name = \"a\", player = \"greedy\" }").contains("called `a` too"));
    assert!(wrong("house = { name = \"H\", plyer = \"greedy\" }").contains("needs a player"));
    assert!(wrong("entrant = 1").starts_with("line "));
}

#[test]
fn entrants_are_looked_at_one_by_one() {
    let entrant = |lines: &str| read(&format!("{TWO}[[entrant]]\n{lines}\n")).unwrap_err();
    assert_eq!(
        entrant("name = \"a\"\nplayer = \"walle:3\""),
        "line 7: two entrants are called `A`"
    );
    assert_eq!(
        entrant("name = \"C\"\nplyer = \"walle:3\""),
        "line 7: `C` needs a player, as in player = \"walle:5\" or player = \"console:./bot\""
    );
    assert_eq!(
        entrant("name = \"C\"\nplayer = \"greedy\"\nsede = 1"),
        "line 10: an entrant has no key `sede`; did you mean `seed`?"
    );
    assert!(entrant("player = \"greedy\"").starts_with("line 7: every entrant needs a name"));
    assert!(entrant("name = \"C\"\nplayer = \"wally\"").starts_with("line 9: `player`: "));
    assert!(entrant("name = \"C\"\nplayer = \"human\"").contains("not people"));
    assert!(entrant("name = \"C\"\ncommand = \"./x\"").contains("it needs a `protocol`"));
    assert!(
        entrant("name = \"C\"\ncommand = \"./x\"\nprotocol = \"uci\"")
            .contains("one of gtp, nboard")
    );
    assert!(
        entrant("name = \"C\"\nplayer = \"greedy\"\nfolder = \"bots\"").contains("has a folder")
    );
    assert!(
        entrant("name = \"C\"\nplayer = \"gtp:./x\"\nfolder = \"bots\"")
            .contains("there is no folder spring/bots")
    );
    assert!(entrant("name = \"C\"\nplayer = \"gtp:./x 'y\"").contains("not closed"));
    let long = format!("name = \"{}\"\nplayer = \"greedy\"", "x".repeat(61));
    assert!(entrant(&long).contains("at most 60 letters"));
}

/// The file of a cup with this many entrants.
fn many(count: usize, head: &str) -> Result<Config, String> {
    let mut text = head.to_string();
    for number in 0..count {
        text += &format!("[[entrant]]\nname = \"P{number}\"\nplayer = \"random\"\n");
    }
    read(&text)
}

#[test]
fn any_number_from_two_on_can_enter() {
    assert_eq!(many(17, "").unwrap().rules.last_round(), 5);
    assert_eq!(many(200, "").unwrap().rules.last_round(), 8);
    assert!(many(100, "format = \"round-robin\"\n").is_ok());
    assert!(many(1, "").unwrap_err().contains("at least two entrants"));
    assert!(many(0, "").unwrap_err().contains("reversi cup example"));
}

#[test]
fn a_qualifier_has_defaults() {
    let stage = |count, lines: &str| {
        let config = many(count, &format!("games = 4\n[qualifier]\n{lines}\n")).unwrap();
        config.rules.qualifier.expect("a qualifier")
    };
    let swiss = stage(40, "");
    assert_eq!((swiss.format, swiss.rounds), (Format::Swiss, 6));
    assert_eq!((swiss.games, swiss.advance), (4, 16));
    assert_eq!(stage(12, "").advance, 8, "at least one is out");
    assert_eq!(stage(2, "").advance, 2);
    let groups = stage(
        40,
        "format = \"groups\"\ngroups = 5\ngames = 1\nadvance = 10",
    );
    assert_eq!((groups.format, groups.groups), (Format::RoundRobin, 5));
    assert_eq!((groups.games, groups.advance), (1, 10));
    assert_eq!(stage(9, "format = \"round-robin\"").groups, 1);
    // The default fits every number of groups.
    for count in 4..40 {
        for groups in 2..=count / 2 {
            let lines = format!("format = \"groups\"\ngroups = {groups}");
            let advance = stage(count, &lines).advance;
            assert_eq!(advance % groups, 0, "{count} in {groups}");
            assert!(advance >= 2 && advance / groups <= count / groups);
        }
    }
}

#[test]
fn errors_in_a_qualifier_say_what_would_be_right() {
    let wrong = |lines: &str| many(12, &format!("[qualifier]\n{lines}\n")).unwrap_err();
    for (lines, message) in [
        (
            "format = \"knockout\"",
            "line 2: `format`: \"knockout\" is wrong here; it must be \"swiss\"",
        ),
        ("rounds = 0", "a whole number from 1 on"),
        ("rounds = 12", "12 entrants have all met after 11 rounds"),
        (
            "format = \"groups\"",
            "needs their number, as in groups = 4",
        ),
        (
            "format = \"groups\"\ngroups = 7",
            "12 entrants make at most 6 groups",
        ),
        (
            "format = \"groups\"\ngroups = 3\nadvance = 4",
            "must be a multiple of 3",
        ),
        (
            "format = \"groups\"\ngroups = 5\nadvance = 10\nrounds = 2",
            "only a Swiss system",
        ),
        ("groups = 3", "only groups have it"),
        ("advance = 13", "there are only 12 entrants"),
        ("advance = 1", "a whole number from 2 on"),
        ("games = 0", "a whole number from 1 to 1000"),
        (
            "advanse = 8",
            "a qualifier has no key `advanse`; did you mean `advance`?",
        ),
    ] {
        let error = wrong(lines);
        assert!(error.contains(message), "{lines}: {error}");
    }
    let seven = many(
        7,
        "[qualifier]\nformat = \"groups\"\ngroups = 3\nadvance = 6\n",
    );
    assert!(seven.is_ok(), "{seven:?}");
    let nine = many(
        7,
        "[qualifier]\nformat = \"groups\"\ngroups = 2\nadvance = 8\n",
    );
    assert!(nine.unwrap_err().contains("there are only 7"));
    let error = many(
        8,
        "qualifier = { format = \"groups\", groups = 3, advance = 9 }\n",
    );
    assert!(error.unwrap_err().contains("there are only 8 entrants"));
    let error = many(8, "format = \"swiss\"\nqualifier = { }\n").unwrap_err();
    assert!(error.contains("only a knock-out has it"), "{error}");
    assert!(many(8, "qualifier = 5\n").unwrap_err().contains("a table"));
}

#[test]
fn programs_of_others_need_a_sandbox_unless_the_file_says_otherwise() {
    let program = "[[entrant]]\nname = \"C\"\nplayer = \"gtp:./x\"\n";
    let sandbox = |head: &str, more: &str| read(&format!("{head}\n{TWO}{more}")).unwrap().sandbox;
    assert_eq!(sandbox("", program), Sandbox::Required);
    assert_eq!(sandbox("", ""), Sandbox::Auto);
    assert_eq!(sandbox("sandbox = \"off\"", program), Sandbox::Off);
    assert_eq!(sandbox("sandbox = \"auto\"", program), Sandbox::Auto);
    let only = Sandbox::Only(Fence::Landlock);
    assert_eq!(sandbox("sandbox = \"landlock\"", program), only);
}

#[test]
fn what_programs_may_do_can_be_said() {
    let config = read(&format!(
        "ponder = true\nthreads = 8\nstderr = \"public\"\n{TWO}"
    ))
    .unwrap();
    assert_eq!((config.ponder, config.threads), (true, Some(8)));
    assert!(config.public_stderr);
    let usual = read(TWO).unwrap();
    assert_eq!(
        (usual.ponder, usual.threads, usual.public_stderr),
        (false, None, false)
    );
    assert!(wrong("ponder = \"yes\"").contains("true or false"));
    assert!(wrong("threads = 0").contains("a whole number from 1 to 100000"));
    assert!(wrong("stderr = \"loud\"").contains("\"private\" or \"public\""));
    assert!(wrong("sandbox = \"yes\"").contains("\"required\", \"auto\" or \"off\""));
}
