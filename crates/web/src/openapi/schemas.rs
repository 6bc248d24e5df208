//! JSON Schemas of the Rust types that requests are read into and answers are written from.

use std::collections::HashMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

/// Where the schemas of a document are.
const HOME: &str = "#/components/schemas/";

/// Where schemas of requests seem to be until the document is finished.
const REQUESTS: &str = "#/components/requests/";

/// What schemars says of the sizes of numbers.
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

    /// The schema of something that a client sends, without a name of its own.
    pub fn inline_request<T: JsonSchema>(&mut self) -> Value {
        plain(T::json_schema(&mut self.requests).to_value())
    }

    /// The schema of something that the server sends, without a name of its own.
    pub fn inline_answer<T: JsonSchema>(&mut self) -> Value {
        plain(T::json_schema(&mut self.answers).to_value())
    }

    /// Puts all schemas into a document, with some that were put together from them.
    pub fn finish(mut self, document: &mut Value, more: Vec<(&str, Value)>) {
        let mut all = plain(self.answers.take_definitions(true).into());
        let requests = self.requests.take_definitions(true);
        let mut names: HashMap<String, String> = requests
            .keys()
            .map(|name| (format!("{REQUESTS}{name}"), format!("{HOME}{name}")))
            .collect();
        // A schema that refers to one with another name is another one, too.
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
