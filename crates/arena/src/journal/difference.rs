//! Differences between the settings in a journal and those of today.

use serde_json::{Map, Value};

/// The keys with different values in two objects, in words: `seed` was 1 and is 2. Keys that
/// `is_told_apart` selects are left to the caller.
#[must_use]
pub fn differences(
    before: &Map<String, Value>,
    now: &Map<String, Value>,
    is_told_apart: impl Fn(&str) -> bool,
) -> Vec<String> {
    let new = now.keys().filter(|key| !before.contains_key(*key));
    let keys = before.keys().chain(new).filter(|key| !is_told_apart(key));
    keys.filter_map(|key| {
        let [was, is] = [before, now].map(|settings| settings.get(key).unwrap_or(&Value::Null));
        (was != is).then(|| format!("`{key}` was {} and is {}", shown(was), shown(is)))
    })
    .collect()
}

/// A value as text.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "not set".to_string(),
        value => value.to_string(),
    }
}
