//! Hand-ins of tests: good ones, broken ones and hostile ones.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use tar::EntryType;

use super::archives::{RawTar, encrypted_zip, gzip, patched, zip, zip_with_link};

/// A player of the simple protocol that plays the first legal move.
pub const GOOD: &str = "while read color size seconds; do
row=0
while [ $row -lt $size ]; do read line; row=$((row + 1)); done
read move rest
echo $move
done
";

/// Writes a good hand-in of one of several forms.
pub fn good(folder: &Path, student: &str, form: usize) {
    let tar = || RawTar::default().file("bot.sh", GOOD);
    let write = |ending: &str, bytes: &[u8]| {
        fs::write(folder.join(format!("{student}.{ending}")), bytes).unwrap();
    };
    match form % 6 {
        0 => write("tar", &tar().bytes()),
        1 => write("tar.gz", &gzip(&tar().bytes())),
        2 => write("zip", &zip(&[("bot.sh", GOOD.as_bytes())])),
        3 => {
            let inner = RawTar::default()
                .file("mine/src/run.sh", GOOD)
                .file("mine/reversi.toml", "player = \"simple:sh src/run.sh\"\n")
                .entry(b"mine/link", EntryType::Symlink, b"src/run.sh", b"");
            write("tgz", &gzip(&inner.bytes()));
        }
        4 => write("tar.xz", include_bytes!("good.tar.xz")),
        _ => {
            fs::create_dir(folder.join(student)).unwrap();
            fs::write(folder.join(student).join("bot.sh"), GOOD).unwrap();
        }
    }
}

/// Names of bad hand-ins, and words of the reason that is told.
pub type Expected = Vec<(&'static str, &'static str)>;

/// Writes archives that must not be unpacked.
pub fn bad_archives(folder: &Path) -> Expected {
    let mut expected = Vec::new();
    let mut put = |name: &'static str, ending: &str, bytes: Vec<u8>, words: &'static str| {
        fs::write(folder.join(format!("{name}.{ending}")), bytes).unwrap();
        expected.push((name, words));
    };
    let tar = RawTar::default;
    let one = |name: &[u8], kind: EntryType, link: &[u8]| {
        tar()
            .file("bot.sh", GOOD)
            .entry(name, kind, link, b"")
            .bytes()
    };
    let zeros = vec![0; 20 << 20];
    let file = EntryType::Regular;
    let bomb = tar().entry(b"zeros", file, b"", &zeros).bytes();
    put("bomb-tar", "tar.gz", gzip(&bomb), "archive bomb");
    put("bomb-zip", "zip", zip(&[("zeros", &zeros)]), "archive bomb");
    let hole = tar().hole("zeros", 1 << 40).bytes();
    put("bomb-hole", "tar", hole, "archive bomb");
    let long_name = tar().entry(b"long", EntryType::GNULongName, b"", &zeros);
    put("bomb-name", "tgz", gzip(&long_name.bytes()), "archive bomb");
    let many = (0..10_001).fold(tar(), |tar, number| tar.file(&number.to_string(), ""));
    put(
        "many",
        "tar.gz",
        gzip(&many.bytes()),
        "more than 10000 files",
    );
    let up = one(b"../../evil", file, b"");
    put("up-tar", "tar", up, "leads out of the folder");
    let up = patched(zip(&[("aa/evil", b"x")]), b"aa/evil", b"../evil");
    put("up-zip", "zip", up, "leads out of the folder");
    let up = patched(zip(&[("aa/bb/evil", b"x")]), b"aa/bb/evil", b"..\\..\\evil");
    put("up-windows", "zip", up, "leads out of the folder");
    put("root", "tar", one(b"/tmp/evil", file, b""), "leads out");
    let link = one(b"link", EntryType::Symlink, b"../../../etc/passwd");
    put("link-tar", "tar", link, "outside of the hand-in");
    let link = zip_with_link("link", "/etc/passwd");
    put("link-zip", "zip", link, "outside of the hand-in");
    let through = tar()
        .entry(b"d", EntryType::Symlink, b"..", b"")
        .file("d/evil", "x");
    put("through-link", "tar", through.bytes(), "in it twice");
    let top = tar().file("top/bot.sh", GOOD).entry(
        b"top/l",
        EntryType::Symlink,
        b"../good-0/bot.sh",
        b"",
    );
    put(
        "link-to-other",
        "tar",
        top.bytes(),
        "outside of the hand-in",
    );
    let hard = one(b"hard", EntryType::Link, b"/etc/passwd");
    put("hard-link", "tar", hard, "leads out");
    let hard = one(b"hard", EntryType::Link, b"nothing");
    put("hard-to-nothing", "tar", hard, "hard link");
    let fifo = one(b"pipe", EntryType::Fifo, b"");
    put("fifo", "tar", fifo, "a device, a pipe");
    put(
        "device",
        "tar",
        one(b"sda", EntryType::Block, b""),
        "a device",
    );
    let name = one(b"caf\xe9.sh", file, b"");
    put("not-utf8", "tar", name, "not a plain text");
    let escape = one(b"\x1b[2Jx", file, b"");
    put("escape", "tar", escape, "not a plain text");
    let twice = tar().file("bot.sh", GOOD).file("BOT.sh", "x").bytes();
    put("same-name", "tar", twice, "in it twice");
    let long = zip(&[(&"n".repeat(300), b"x")]);
    put("long-name", "zip", long, "too long");
    let deep = zip(&[(&("d/".repeat(40) + "f"), b"x")]);
    put("deep", "zip", deep, "folders deep");
    put("empty-tar", "tar", tar().bytes(), "holds no files");
    put("empty-zip", "zip", zip(&[]), "holds no files");
    put("empty-file", "zip", Vec::new(), "holds no files");
    let half = gzip(&tar().file("bot.sh", GOOD).bytes());
    put(
        "truncated",
        "tar.gz",
        half[..half.len() / 2].to_vec(),
        "damaged",
    );
    put("garbage", "tar.gz", b"\x1f\x8bnonsense".to_vec(), "damaged");
    put("no-zip", "zip", b"<html>Log in".to_vec(), "damaged");
    put("password", "zip", encrypted_zip(), "password");
    put("other-kind", "rar", b"Rar!\x1a\x07".to_vec(), "RAR");
    put(
        "text",
        "txt",
        b"See my page.".to_vec(),
        "neither an archive",
    );
    symlink("/etc", folder.join("outside")).unwrap();
    expected.push(("outside", "a device, a pipe"));
    expected
}

/// Writes folders whose build or program fails.
pub fn bad_programs(folder: &Path) -> Expected {
    let mut expected = Vec::new();
    let mut put = |name: &'static str, files: &[(&str, &str)], words: &'static str| {
        let own = folder.join(name);
        fs::create_dir(&own).unwrap();
        for (file, text) in files {
            fs::write(own.join(file), text).unwrap();
        }
        expected.push((name, words));
    };
    let bot = ("bot.sh", GOOD);
    let main = "int main(void) { return 0; }";
    put("none", &[("readme.md", "Hello.")], "no program was found");
    put("two", &[("a.c", main), ("b.c", main)], "main function");
    let fails = ("build.sh", "echo 'bot.c:1: error' >&2; exit 7\n");
    put("build-fails", &[bot, fails], "failed: exit status: 7");
    let forks = ("build.sh", "f() { f | f & }; f; sleep 100000\n");
    put("build-forks", &[bot, forks], "its build `sh build.sh` ");
    let crashes = ("bot.sh", "echo 'no weights' >&2; exit 3\n");
    put("crashes", &[crashes], "exit status: 3");
    let illegal = GOOD.replace("echo $move", "echo a1");
    put("illegal", &[("bot.sh", &illegal)], "illegal move");
    let manifest = ("reversi.toml", "player = \"walle:9\"");
    put("house", &[bot, manifest], "handed in");
    let missing = ("reversi.toml", "player = \"simple:./bot\"");
    put("missing", &[bot, missing], "could not be started");
    fs::create_dir(folder.join("fifo-folder")).unwrap();
    let pipe = folder.join("fifo-folder/pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, pipe, rustix::fs::Mode::RWXU).unwrap();
    expected.push(("fifo-folder", "a device, a pipe"));
    expected
}
