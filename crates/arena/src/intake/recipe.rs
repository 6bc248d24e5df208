//! Recipe: the command that builds a hand-in.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use super::listing::{Listing, has_function};
use super::manifest::Manifest;

/// The program that is built from loose sources.
pub(super) const BUILT: &str = "reversi-bot";

/// How a hand-in is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The command, for a shell.
    pub command: String,
    /// The file that it follows from.
    pub found: String,
}

/// Several files of a hand-in could be its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeveralPrograms(pub Vec<String>);

impl fmt::Display for SeveralPrograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} each have a main function; hand in a Makefile, or a reversi.toml with build and player",
            self.0.join(" and ")
        )
    }
}

impl std::error::Error for SeveralPrograms {}

/// Files that tell how to build, and the commands.
const BUILD_FILES: [(&str, &str); 8] = [
    ("Makefile", "make"),
    ("makefile", "make"),
    ("GNUmakefile", "make"),
    ("build.sh", "sh build.sh"),
    (
        "CMakeLists.txt",
        "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build",
    ),
    ("Cargo.toml", "cargo build --release --offline"),
    ("go.mod", "go build -o reversi-bot ."),
    ("build.xml", "ant"),
];

impl Recipe {
    /// The recipe of a hand-in: what its manifest tells, or what its files ask for. `None` if there
    /// is nothing to build.
    ///
    /// # Errors
    /// When several sources could be the program.
    pub fn find(folder: &Path, manifest: &Manifest) -> Result<Option<Recipe>, SeveralPrograms> {
        if let Some(command) = &manifest.build {
            let found = super::manifest::MANIFEST.to_string();
            let command = command.clone();
            return Ok((!command.is_empty()).then_some(Recipe { command, found }));
        }
        let listing = Listing::of(folder);
        let known = BUILD_FILES.iter().find(|(file, _)| listing.has(file));
        if let Some((file, command)) = known {
            return Ok(Some(Recipe {
                command: (*command).to_string(),
                found: (*file).to_string(),
            }));
        }
        let c = compiled(&listing, &["c"], "cc -O2 -o reversi-bot", "-lm")?;
        let cpp = ["cpp", "cc", "cxx"];
        let recipe = match c {
            None => compiled(&listing, &cpp, "c++ -O2 -std=c++17 -o reversi-bot", "-lm")?,
            c => c,
        };
        Ok(recipe
            .or_else(|| java(&listing))
            .or_else(|| single(&listing, "rs", "rustc -O -o reversi-bot"))
            .or_else(|| single(&listing, "go", "go build -o reversi-bot")))
    }
}

/// The recipe for sources of C and its relatives, if one of them has a main function.
fn compiled(
    listing: &Listing,
    endings: &[&str],
    compiler: &str,
    libraries: &str,
) -> Result<Option<Recipe>, SeveralPrograms> {
    let sources = listing.ending(endings);
    let has_main = |file: &&&str| has_function(&listing.content(file), "main");
    let mains: Vec<&str> = sources.iter().filter(has_main).copied().collect();
    match mains.as_slice() {
        [] => Ok(None),
        [main] => Ok(Some(Recipe {
            command: format!("{compiler} {} {libraries}", quoted(&sources)),
            found: (*main).to_string(),
        })),
        several => Err(SeveralPrograms(
            several.iter().map(|file| (*file).to_string()).collect(),
        )),
    }
}

fn java(listing: &Listing) -> Option<Recipe> {
    let sources = listing.ending(&["java"]);
    let first = sources.first()?;
    Some(Recipe {
        command: format!("javac -encoding UTF-8 -d . {}", quoted(&sources)),
        found: (*first).to_string(),
    })
}

/// The recipe for a language with one source file.
fn single(listing: &Listing, ending: &str, compiler: &str) -> Option<Recipe> {
    let sources = listing.ending(&[ending]);
    let has_main = |file: &&&str| has_function(&listing.content(file), "main");
    let main = sources.iter().find(has_main)?;
    Some(Recipe {
        command: format!("{compiler} {}", quoted(&[main])),
        found: (*main).to_string(),
    })
}

/// Names of files as words of a shell. A name cannot be taken for an option.
fn quoted(files: &[&str]) -> String {
    let quoted = files.iter().map(|file| {
        let file = format!("./{file}");
        // Names with NUL were refused when they were unpacked.
        shlex::try_quote(&file).map_or_else(|_| String::new(), Cow::into_owned)
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn recipe(files: &[(&str, &str)]) -> Result<Option<String>, SeveralPrograms> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let manifest = Manifest::of(folder.path()).unwrap();
        let found = Recipe::find(folder.path(), &manifest)?;
        Ok(found.map(|recipe| recipe.command))
    }

    #[test]
    fn the_build_follows_from_the_files() {
        let main = "int main (void) { return 0; }";
        for (files, command) in [
            (&[("Makefile", "all:"), ("bot.c", main)][..], "make"),
            (&[("build.sh", ""), ("bot.c", main)], "sh build.sh"),
            (
                &[("bot.c", main), ("lib/a b.c", "int domain(int x);")],
                "cc -O2 -o reversi-bot ./bot.c './lib/a b.c' -lm",
            ),
            (
                &[("bot.cpp", main)],
                "c++ -O2 -std=c++17 -o reversi-bot ./bot.cpp -lm",
            ),
            (
                &[("Bot.java", "class Bot { }")],
                "javac -encoding UTF-8 -d . ./Bot.java",
            ),
            (
                &[("Cargo.toml", ""), ("src/main.rs", "fn main() {}")],
                "cargo build --release --offline",
            ),
            (
                &[("bot.rs", "fn main() {}")],
                "rustc -O -o reversi-bot ./bot.rs",
            ),
            (
                &[("reversi.toml", "build = \"make bot\""), ("Makefile", "")],
                "make bot",
            ),
        ] {
            assert_eq!(recipe(files), Ok(Some(command.to_string())));
        }
        assert_eq!(recipe(&[("bot.py", "print()")]), Ok(None));
        let none = [("reversi.toml", "build = \"\""), ("Makefile", "")];
        assert_eq!(recipe(&none), Ok(None));
        let two = recipe(&[("a.c", main), ("b.c", main)]).unwrap_err();
        assert!(two.to_string().starts_with("a.c and b.c each"), "{two}");
    }
}
