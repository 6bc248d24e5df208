//! The OpenAPI description of the API.
//!
//! `openapi.json` and the types of the page (`web/api.d.ts`) are generated from the Rust types that
//! the handlers read and write; `make api-types` writes them, and a test compares them.

#[cfg(test)]
mod document;
#[cfg(test)]
mod operation;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod schemas;
#[cfg(test)]
mod typescript;

use axum::http::header;
use axum::response::IntoResponse;

/// OpenAPI 3.1.
const TEXT: &str = include_str!("openapi.json");

/// Answers with the description.
pub async fn describe() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], TEXT)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::{env, fs};

    use serde_json::Value;

    use super::document::document;
    use super::{TEXT, typescript};
    use crate::api;

    /// Compares a generated file with the committed one, or writes it if the environment says so.
    fn compare(path: &str, generated: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if env::var_os("WRITE_API_TYPES").is_some() {
            fs::write(&path, generated).expect("it can be written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == generated,
            "{} is not what the Rust types say; `make api-types` writes it anew",
            path.display()
        );
    }

    #[test]
    fn the_description_and_the_types_of_the_page_are_those_of_the_rust_types() {
        let document = document();
        let text = serde_json::to_string_pretty(&document).expect("JSON");
        compare("../../web/api.d.ts", &typescript::declarations(&document));
        compare("src/openapi/openapi.json", &format!("{text}\n"));
    }

    fn described() -> Value {
        serde_json::from_str(TEXT).expect("JSON")
    }

    /// Every route is described, and every described route exists. The methods
    /// of a route are checked by requests: see the tests of the server.
    #[test]
    fn every_route_is_described() {
        // A router shows its routes only in its `Debug` text.
        let text = format!("{:?}", api::routes());
        let quoted = text.split('"').skip(1).step_by(2);
        let routes: BTreeSet<&str> = quoted.filter(|path| path.starts_with("/api/")).collect();
        assert!(routes.len() > 15, "{routes:?}");
        let described = described();
        let paths = described["paths"].as_object().expect("paths");
        let paths: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
        assert_eq!(routes, paths);
    }

    /// Every reference has a target, and every named schema is used.
    #[test]
    fn references_lead_somewhere() {
        let described = described();
        let mut referred = BTreeSet::new();
        refer(&described, &mut referred);
        for reference in &referred {
            let pointer = reference.strip_prefix('#').expect("inside this file");
            assert!(described.pointer(pointer).is_some(), "{reference}");
        }
        for kind in ["examples", "responses", "schemas"] {
            let known = described["components"][kind].as_object().expect(kind);
            for name in known.keys() {
                let reference = format!("#/components/{kind}/{name}");
                assert!(referred.contains(&reference), "{reference} is never used");
            }
        }
    }

    fn refer(value: &Value, into: &mut BTreeSet<String>) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| refer(value, into)),
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                    into.insert(reference.to_string());
                }
                fields.values().for_each(|value| refer(value, into));
            }
            _ => {}
        }
    }

    #[test]
    fn it_describes_this_version() {
        assert_eq!(described()["info"]["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(described()["openapi"], "3.1.0");
    }
}
