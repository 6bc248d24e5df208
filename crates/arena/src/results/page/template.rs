//! A text template.

/// Fills the places of a template, written `{{place}}`. Inserted text is not scanned again, so that
/// text from outside cannot name a place.
pub(super) fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (place, after) = after.split_once("}}").unwrap_or((after, ""));
        text.push_str(before);
        text.push_str(&value(place));
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_names_no_place() {
        let value = |place: &str| match place {
            "a" => "{{b}}".to_string(),
            _ => "B".to_string(),
        };
        assert_eq!(fill("<{{a}}|{{b}}>", value), "<{{b}}|B>");
    }
}
