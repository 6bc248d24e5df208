//! JSON Schemas of the Rust types that requests are read into and answers are written from.

use std::collections::HashMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

/// The path of schemas in a document.
const HOME: &str = "#/components/schemas/";

/// A temporary path for schemas of requests, until the document is finished.
const REQUESTS: &str = "#/components/requests/";

/// The formats that schemars gives to numbers; they are removed.
const NUMBERS: [&str; 7] = [
    "uint", "uint8", "uint32", "uint64", "int32", "int64", "double",
];

/// The schemas that a document refers to, by name.
///
/// Serde reads and writes a type differently: a field with a default may be left out of a request,
/// and is always there in an answer. A type that is in both and differs gets two schemas: `Begin`
/// for answers and `BeginInput` for requests.
pub struct Schemas {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Schemas {
    /// No schemas yet.
    pub fn new() -> Schemas {
        let at = |home: &str| {
            SchemaSettings::draft2020_12().with(|settings| {
                let path = home.trim_start_matches('#').trim_end_matches('/');
                settings.definitions_path = path.to_string().into();
            })
        };
        Schemas {
            requests: at(REQUESTS).for_deserialize().into_generator(),
            answers: at(HOME).for_serialize().into_generator(),
        }
    }

    /// The schema of something that a client sends.
    pub fn request<T: JsonSchema>(&mut self) -> Value {
        plain(self.requests.subschema_for::<T>().to_value())
    }

    /// The schema of something that the server sends.
    pub fn answer<T: JsonSchema>(&mut self) -> Value {
        plain(self.answers.subschema_for::<T>().to_value())
    }

    /// The schema of something that a client sends, inline instead of by name.
    pub fn inline_request<T: JsonSchema>(&mut self) -> Value {
        plain(T::json_schema(&mut self.requests).to_value())
    }

    /// The schema of something that the server sends, inline instead of by name.
    pub fn inline_answer<T: JsonSchema>(&mut self) -> Value {
        present(plain(T::json_schema(&mut self.answers).to_value()))
    }

    /// Puts all schemas into a document, and `more` schemas that are made from them.
    pub fn finish(mut self, document: &mut Value, more: Vec<(&str, Value)>) {
        let mut all = present(plain(self.answers.take_definitions(true).into()));
        let requests = self.requests.take_definitions(true);
        let mut names: HashMap<String, String> = requests
            .keys()
            .map(|name| (format!("{REQUESTS}{name}"), format!("{HOME}{name}")))
            .collect();
        // A schema that refers to a renamed schema differs, too, and is renamed.
        loop {
            let differs = |(name, schema): (&String, &Value)| {
                let reference = format!("{REQUESTS}{name}");
                let has_own_name = names[&reference] != format!("{HOME}{name}");
                let answer = all.get(name).filter(|_| !has_own_name)?;
                let request = renamed(plain(schema.clone()), &names);
                (*answer != request).then(|| (reference, format!("{HOME}{name}Input")))
            };
            let different: Vec<_> = requests.iter().filter_map(differs).collect();
            if different.is_empty() {
                break;
            }
            names.extend(different);
        }
        for (name, schema) in requests {
            let name = names[&format!("{REQUESTS}{name}")].replace(HOME, "");
            all[name] = plain(schema);
        }
        for (name, schema) in more {
            all[name] = schema;
        }
        document["components"]["schemas"] = all;
        *document = renamed(document.take(), &names);
    }
}

/// The same with references to schemas under their new names.
fn renamed(mut value: Value, names: &HashMap<String, String>) -> Value {
    match &mut value {
        Value::Array(values) => {
            for value in values {
                *value = renamed(value.take(), names);
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                let name = value.as_str().filter(|_| key == "$ref");
                *value = match name.and_then(|name| names.get(name)) {
                    Some(name) => name.clone().into(),
                    None => renamed(value.take(), names),
                };
            }
        }
        _ => {}
    }
    value
}

/// The same schemas of answers, in which a field that may be left out is never null.
fn present(mut value: Value) -> Value {
    match &mut value {
        Value::Array(values) => {
            for value in values {
                *value = present(value.take());
            }
        }
        Value::Object(fields) => {
            let required = fields.get("required").cloned().unwrap_or_default();
            let is_required = |name: &str| {
                let names = required.as_array().into_iter().flatten();
                names.into_iter().any(|required| required == name)
            };
            if let Some(Value::Object(properties)) = fields.get_mut("properties") {
                let optional = properties.iter_mut().filter(|(name, _)| !is_required(name));
                for (_, schema) in optional {
                    if let [kind, null] = schema["type"].as_array().map_or(&[][..], Vec::as_slice)
                        && null == "null"
                    {
                        schema["type"] = kind.clone();
                    }
                }
            }
            for value in fields.values_mut() {
                *value = present(value.take());
            }
        }
        _ => {}
    }
    value
}

/// The same without the sizes of Rust's numbers, and with texts on one line.
fn plain(mut value: Value) -> Value {
    match &mut value {
        Value::Array(values) => {
            for value in values {
                *value = plain(value.take());
            }
        }
        Value::Object(fields) => {
            let is_number =
                |kind: &Value| kind.as_str().is_some_and(|kind| NUMBERS.contains(&kind));
            if fields.get("format").is_some_and(is_number) {
                fields.remove("format");
            }
            // An integer is a number.
            let either = json!([{"type": "integer"}, {"type": "number"}]);
            let is_either = |any: &Value| plain(any.clone()) == either;
            if fields.get("anyOf").is_some_and(is_either) {
                fields.remove("anyOf");
                fields.insert("type".to_string(), "number".into());
            }
            for (key, value) in fields {
                *value = match value.as_str() {
                    Some(text) if key == "description" => text.replace('\n', " ").into(),
                    _ => plain(value.take()),
                };
            }
        }
        _ => {}
    }
    value
}
