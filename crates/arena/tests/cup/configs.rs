//! Reading `cup.toml`: every setting, and the error messages for wrong ones.

use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::contest::Entrant;
use arena::cup::Format;
use arena::cup::config::{Config, EXAMPLE};
use arena::protocol::Protocol;
use arena::sandbox::Sandbox;

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

#[test]
fn a_knock_out_has_at_most_sixteen() {
    let many = |count: usize, head: &str| {
        let mut text = head.to_string();
        for number in 0..count {
            text += &format!("[[entrant]]\nname = \"P{number}\"\nplayer = \"random\"\n");
        }
        read(&text)
    };
    assert!(many(16, "").is_ok());
    let error = many(17, "").unwrap_err();
    assert!(
        error.starts_with("line 49: a knock-out has at most 16 entrants"),
        "{error}"
    );
    assert!(many(100, "format = \"round-robin\"\n").is_ok());
    assert!(many(1, "").unwrap_err().contains("at least two entrants"));
    assert!(many(0, "").unwrap_err().contains("reversi cup example"));
}
