//! The description of what can be asked for here, for programs that read OpenAPI.

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

    use serde_json::Value;

    use super::TEXT;
    use crate::api;

    fn described() -> Value {
        serde_json::from_str(TEXT).expect("JSON")
    }

    /// Nothing can be asked for that is not described, and the other way round. Which methods there
    /// are at an address is seen by asking: see the tests of the server.
    #[test]
    fn every_route_is_described() {
        // A router does not tell its routes but in its `Debug` text.
        let text = format!("{:?}", api());
        let quoted = text.split('"').skip(1).step_by(2);
        let routes: BTreeSet<&str> = quoted.filter(|path| path.starts_with("/api/")).collect();
        assert!(routes.len() > 15, "{routes:?}");
        let described = described();
        let paths = described["paths"].as_object().expect("paths");
        let paths: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
        assert_eq!(routes, paths);
    }

    /// Everything that is referred to is there, and everything that is named is used.
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
