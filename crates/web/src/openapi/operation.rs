//! One operation of the API: a method of a path, with its parameters, body and answers.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::schemas::Schemas;

/// The error answers that every operation can have.
const ALWAYS: [(u16, &str); 4] = [
    (403, "Forbidden"),
    (429, "Busy"),
    (500, "Broken"),
    (503, "Late"),
];

/// A method of a path.
pub struct Operation {
    /// Its OpenAPI description.
    pub value: Value,
}

impl Operation {
    /// An operation without parameters, body or answer.
    pub fn new(tag: &str, id: &str, summary: &str) -> Operation {
        let value = json!({"tags": [tag], "operationId": id, "summary": summary, "responses": {}});
        Operation { value }.refuses(&ALWAYS)
    }

    /// With error answers of these names.
    pub fn refuses(mut self, refusals: &[(u16, &str)]) -> Operation {
        for (status, name) in refusals {
            let reference = format!("#/components/responses/{name}");
            self.value["responses"][status.to_string()] = json!({"$ref": reference});
        }
        self
    }

    /// With a parameter in the path.
    pub fn path(self, description: &str, schema: Value, example: Value) -> Operation {
        self.parameter(json!({
            "name": "id", "in": "path", "required": true,
            "description": description, "schema": schema, "example": example,
        }))
    }

    /// With the fields of a type as query parameters.
    pub fn query<T: JsonSchema>(mut self) -> Operation {
        let schema = schemars::schema_for!(T).to_value();
        let fields = schema["properties"]
            .as_object()
            .expect("a query has fields");
        for (name, field) in fields {
            let mut field = field.clone();
            let description = field["description"].take();
            let fields = field.as_object_mut().expect("a field has a schema");
            fields.remove("description");
            fields.remove("format");
            // A parameter can be left out, but it cannot be null.
            if let Some(Value::Array(values)) = fields.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            match fields.get("anyOf").and_then(|any| any.get(0)).cloned() {
                Some(one) => field = one,
                None if fields["type"].is_array() => field["type"] = field["type"][0].take(),
                None => {}
            }
            self = self.parameter(json!({
                "name": name, "in": "query", "required": false,
                "description": description, "schema": field,
            }));
        }
        self
    }

    fn parameter(mut self, parameter: Value) -> Operation {
        let parameters = &mut self.value["parameters"];
        match parameters.as_array_mut() {
            Some(parameters) => parameters.push(parameter),
            None => *parameters = json!([parameter]),
        }
        self
    }

    /// With a body in JSON. The example must parse as this type.
    pub fn body<T: JsonSchema + DeserializeOwned>(
        mut self,
        schemas: &mut Schemas,
        is_required: bool,
        example: Value,
    ) -> Operation {
        let read: Result<T, _> = serde_json::from_value(example.clone());
        read.map(drop).expect("an example can be read");
        let schema = schemas.request::<T>();
        self.value["requestBody"] = json!({
            "required": is_required,
            "content": {"application/json": {"schema": schema, "example": example}},
        });
        self.refuses(&[(400, "NoJson"), (413, "TooLarge"), (422, "Nonsense")])
    }

    /// With an answer in JSON, and an example of it.
    pub fn answers<T: JsonSchema + Serialize>(
        mut self,
        schemas: &mut Schemas,
        status: u16,
        description: &str,
        example: &T,
    ) -> Operation {
        let example = serde_json::to_value(example).expect("answers are JSON");
        let schema = schemas.answer::<T>();
        self.value["responses"][status.to_string()] = json!({
            "description": description,
            "content": {"application/json": {"schema": schema, "example": example}},
        });
        self
    }

    /// With another OpenAPI field.
    pub fn with(mut self, field: &str, value: Value) -> Operation {
        self.value[field] = value;
        self
    }

    /// With an answer that is described by hand.
    pub fn answers_with(mut self, status: u16, answer: Value) -> Operation {
        self.value["responses"][status.to_string()] = answer;
        self
    }
}
