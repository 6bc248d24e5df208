//! Puts the page inside the program: a list of all files of the folder `web`.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() {
    let root =
        Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says")).join("../../web");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut list = String::from("const FILES: &[File] = &[\n");
    for path in &files {
        let name = path.strip_prefix(&root).expect("it was found there");
        let name = name.to_str().expect("names are plain").replace('\\', "/");
        let content = fs::read(path).expect("it can be read");
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        writeln!(
            list,
            "    File {{ name: {name:?}, content: include_bytes!({:?}), tag: {tag:?} }},",
            path.canonicalize().expect("it is there")
        )
        .expect("a string takes it");
    }
    list.push_str("];\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says"));
    fs::write(out.join("page.rs"), list).expect("the folder is ours");
}

/// The files of a folder and those in it, as far as a browser needs them.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let served = ["html", "css", "js", "svg"];
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(&path, files);
        } else if extension.is_some_and(|extension| served.contains(&extension)) {
            files.push(path);
        }
    }
}
