//! TypeScript types of the schemas of an OpenAPI document, for the type check of the page.

use serde_json::Value;

/// The declarations of all schemas of a document.
pub fn declarations(document: &Value) -> String {
    let mut text = String::from(
        "// What the page and the server tell each other. Generated from the Rust types of crates/web by\n\
         // `make api-types`; do not edit. GET /api/openapi.json describes the same shapes.\n",
    );
    let schemas = document["components"]["schemas"].as_object();
    for (name, schema) in schemas.into_iter().flatten() {
        text.push('\n');
        text += &comment(schema, "");
        if schema["properties"].is_object() {
            text += &format!("export interface {name} {}\n", object(schema, ""));
        } else {
            text += &format!("export type {name} = {};\n", shape(schema, ""));
        }
    }
    text
}

/// The description of a schema, before its declaration.
fn comment(schema: &Value, indent: &str) -> String {
    let text = schema["description"].as_str();
    text.map_or(String::new(), |text| format!("{indent}/** {text} */\n"))
}

/// An object, a field on each line. Fields that are always there come first, as Rust declares them.
fn object(schema: &Value, indent: &str) -> String {
    let required = schema["required"].as_array();
    let required: Vec<&str> = required
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let Some(properties) = schema["properties"].as_object() else {
        return "Record<string, never>".to_string();
    };
    let optional = properties.keys().map(String::as_str);
    let optional = optional.filter(|name| !required.contains(name));
    let deeper = format!("{indent}  ");
    let mut text = String::from("{\n");
    for name in required.iter().copied().chain(optional) {
        let field = &properties[name];
        let mark = if required.contains(&name) { "" } else { "?" };
        text += &comment(field, &deeper);
        text += &format!("{deeper}{name}{mark}: {};\n", shape(field, &deeper));
    }
    text + indent + "}"
}

/// The type of a schema.
fn shape(schema: &Value, indent: &str) -> String {
    let union = |schemas: &Vec<Value>| {
        let shapes = schemas.iter().map(|schema| shape(schema, indent));
        shapes.collect::<Vec<_>>().join(" | ")
    };
    let named = |reference: &str| reference.rsplit('/').next().map(str::to_string);
    if let Some(name) = schema["$ref"].as_str().and_then(named) {
        return name;
    }
    if let Some(value) = schema.get("const") {
        return literal(value);
    }
    let values = schema["enum"].as_array();
    if let Some(values) = values.filter(|_| schema["type"] != "integer") {
        return values.iter().map(literal).collect::<Vec<_>>().join(" | ");
    }
    if let Some(any) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        return union(any);
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            let shapes = kinds.map(|kind| simple(kind, schema, indent));
            shapes.collect::<Vec<_>>().join(" | ")
        }
        kind => simple(kind.as_str().unwrap_or_default(), schema, indent),
    }
}

/// The type of a schema of one JSON type.
fn simple(kind: &str, schema: &Value, indent: &str) -> String {
    match kind {
        "integer" | "number" => "number".to_string(),
        "array" => {
            let item = shape(&schema["items"], indent);
            let is_union = item.contains('|') && !item.starts_with('{');
            if is_union {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        }
        "object" if schema["additionalProperties"].is_object() => {
            let value = shape(&schema["additionalProperties"], indent);
            format!("Record<string, {value}>")
        }
        "object" => object(schema, indent),
        "string" | "boolean" | "null" => kind.to_string(),
        _ => "unknown".to_string(),
    }
}

/// A value as a type of its own.
fn literal(value: &Value) -> String {
    match value.as_str() {
        Some(text) => format!("'{text}'"),
        None => value.to_string(),
    }
}
