//! The script of the page: its own module and the modules of the web app that it uses, as one text.

/// Modules in the order of their dependencies, by file name. The last one is only for live pages.
const MODULES: [(&str, &str); 4] = [
    ("dom", include_str!("../../../../../web/js/dom.js")),
    ("board", include_str!("../../../../../web/js/board.js")),
    ("script", include_str!("script.js")),
    ("live", include_str!("live.js")),
];

/// The whole script. It needs no escaping in XML.
pub(super) fn script(is_live: bool) -> String {
    let modules = MODULES
        .iter()
        .filter(|(name, _)| is_live || *name != "live");
    let all: String = modules.map(|(name, text)| module(name, text)).collect();
    format!("//<![CDATA[\n'use strict';\n(() => {{\n{all}}})();\n//]]>")
}

/// A module as a function that returns its exports, so that names of two modules never collide.
/// Each import and export must be on one line.
fn module(name: &str, text: &str) -> String {
    let mut body = String::new();
    let mut exports = Vec::new();
    for line in text.lines() {
        if let Some((names, file)) = imported(line) {
            body += &format!("const {names} = {file}_module;\n");
            continue;
        }
        let declared = line.strip_prefix("export ");
        exports.extend(declared.and_then(declared_name));
        body += declared.unwrap_or(line);
        body.push('\n');
    }
    let exports = exports.join(", ");
    format!("const {name}_module = (() => {{\n{body}return {{ {exports} }};\n}})();\n")
}

/// The imported names in braces, and the module of an import line.
fn imported(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from '")?;
    let file = from.strip_suffix(".js';")?.rsplit('/').next()?;
    Some((names, file))
}

/// The name that a declaration declares.
fn declared_name(declaration: &str) -> Option<&str> {
    let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
    let (_, rest) = rest.split_once(' ')?;
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    rest.split(|letter| !is_letter(letter)).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_returns_what_it_exports() {
        let text = "import { a, b } from './other.js';\nexport const c = a;\nexport async function d() {}\n";
        let made = "const one_module = (() => {\nconst { a, b } = other_module;\nconst c = a;\nasync function d() {}\n\
                    return { c, d };\n})();\n";
        assert_eq!(module("one", text), made);
    }

    #[test]
    fn every_module_that_is_imported_is_there_before() {
        for (index, (name, text)) in MODULES.iter().enumerate() {
            for (_, file) in text.lines().filter_map(imported) {
                let before = &MODULES[..index];
                assert!(
                    before.iter().any(|(known, _)| *known == file),
                    "{name} imports {file}"
                );
            }
        }
        assert!(!script(true).contains("export "));
        assert!(script(false).len() < script(true).len());
    }
}
