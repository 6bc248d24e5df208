//! What a cup publishes of its programs, and what it does not.

use std::fs;

use serde_json::Value;

use super::{Cup, entrants};

/// Programs that write to standard error what only their teacher should see, and crash: in their second
/// turn, and before the first.
const TELLS: [(&str, &str); 2] = [
    (
        "late",
        "while read -r color size time; do
  row=0
  while [ $row -lt \"$size\" ]; do read -r squares; row=$((row + 1)); done
  read -r moves
  [ -z \"$again\" ] || { echo 'the token is open-sesame' >&2; exit 3; }
  again=yes
  echo \"${moves%% *}\"
done
",
    ),
    ("early", "echo 'the token is open-barley' >&2\nexit 3\n"),
];

/// A cup with those programs, and more keys.
fn cup(keys: &str) -> Cup {
    let mut text = format!(
        "size = 4\nformat = \"round-robin\"\nsandbox = \"off\"\nmemory = \"256M\"\nprocesses = 8\n{keys}"
    );
    for (name, _) in TELLS {
        text += &format!(
            "[[entrant]]\nname = \"{name}\"\nfolder = \"{name}\"\nplayer = \"simple:sh bot.sh\"\n"
        );
    }
    let cup = Cup::new(&(text + &entrants(&["greedy"])));
    for (name, script) in TELLS {
        fs::create_dir(cup.path(name)).expect("the folder is ours");
        cup.write(&format!("{name}/bot.sh"), script);
    }
    cup
}

/// Plays a cup to its end, and returns what is told on standard error.
fn play(cup: &Cup) -> String {
    let run = cup.run(&["--without-broken"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stderr
}

/// Every file of the results but the journal, which is not published: name and content.
fn published(cup: &Cup) -> Vec<(String, String)> {
    let files = fs::read_dir(cup.path("cup-results"))
        .expect("results")
        .flatten();
    let files = files.filter(|file| file.path().extension().is_none_or(|it| it != "jsonl"));
    files
        .filter_map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            Some((name, fs::read_to_string(file.path()).ok()?))
        })
        .collect()
}

/// A secret in a variable appeared in results.html, through standard error.
#[test]
fn standard_error_is_private_unless_the_cup_publishes_it() {
    let private = cup("");
    let told = play(&private);
    assert!(told.contains("open-barley"), "the teacher is told: {told}");
    for (name, text) in published(&private) {
        assert!(!text.contains("the token is"), "{name} tells it");
    }
    let journal = fs::read_to_string(private.path("cup-results/journal.jsonl")).expect("kept");
    assert!(journal.contains("open-sesame"), "the teacher can read it");

    let public = cup("stderr = \"public\"\n");
    play(&public);
    let told: Vec<String> = published(&public)
        .into_iter()
        .filter(|(_, text)| text.contains("open-sesame"))
        .map(|(name, _)| name)
        .collect();
    assert!(told.contains(&"results.html".to_string()), "{told:?}");
    assert!(told.contains(&"results.json".to_string()), "{told:?}");
}

/// Programs without a sandbox won a cup, and the page did not say that there was none.
#[test]
fn the_page_says_that_there_is_no_sandbox() {
    let cup = cup("");
    play(&cup);
    let page = fs::read_to_string(cup.path("cup-results/results.html")).expect("written");
    assert!(
        page.contains("<p class=\"sandbox none\">No sandbox"),
        "it is not said"
    );
    for limit in [
        "<dd>256 MB</dd>",
        "<dt>Processes</dt><dd>8</dd>",
        "<dt>Threads</dt><dd>64</dd>",
    ] {
        assert!(page.contains(limit), "{limit}");
    }
    let results = cup.results();
    for game in results["games"].as_array().expect("games") {
        // A game of a program that never started was not played.
        let is_played = !game["turns"].as_array().expect("turns").is_empty();
        assert_eq!(game["no_sandbox"], is_played, "{game}");
    }
    let confinement = &cup.results()["confinement"];
    assert_eq!(confinement["sandboxed"], Value::Bool(false));
    assert_eq!(confinement["memory"], 256_000_000);
    assert_eq!(confinement["processes"], 8);
}
