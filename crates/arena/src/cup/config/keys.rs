//! A TOML table, read key by key. Errors have line numbers.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// An error in a `cup.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The line, counted from 1; `None` for the whole file.
    pub line: Option<usize>,
    /// The error, and what would be right.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ConfigError {}

/// A table, and the keys that were asked for.
pub struct Keys<'a> {
    text: &'a str,
    table: &'a DeTable<'a>,
    span: Range<usize>,
    asked: Vec<&'static str>,
}

/// A value in the file.
pub struct Found<'a> {
    text: &'a str,
    key: &'static str,
    value: &'a Spanned<DeValue<'a>>,
}

/// An error at a position in the text.
pub fn error_at(text: &str, at: usize, message: impl Into<String>) -> ConfigError {
    let before = text.get(..at).unwrap_or(text);
    ConfigError {
        line: Some(before.matches('\n').count() + 1),
        message: message.into(),
    }
}

impl<'a> Keys<'a> {
    /// The keys of a table at `span` in the text.
    pub fn new(text: &'a str, table: &'a DeTable<'a>, span: Range<usize>) -> Keys<'a> {
        Keys {
            text,
            table,
            span,
            asked: Vec::new(),
        }
    }

    /// The value of a key, if it is present.
    pub fn get(&mut self, key: &'static str) -> Option<Found<'a>> {
        self.asked.push(key);
        let value = self.table.get(key)?;
        Some(Found {
            text: self.text,
            key,
            value,
        })
    }

    /// The whole number of a key, if it is present.
    ///
    /// # Errors
    /// When it is not in the range.
    pub fn number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, ConfigError> {
        let found = self.get(key);
        found.map(|found| found.number(range)).transpose()
    }

    /// An error at the table itself.
    pub fn error(&self, message: impl Into<String>) -> ConfigError {
        error_at(self.text, self.span.start, message)
    }

    /// Checks that there are no unknown keys. `what` names the table in the message.
    ///
    /// # Errors
    /// At the first unknown key.
    pub fn finish(self, what: &str) -> Result<(), ConfigError> {
        let known = |key: &str| self.asked.contains(&key);
        let unknown = self.table.iter().map(|(key, _)| key);
        let unknown = unknown.filter(|key| !known(key.get_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else {
            return Ok(());
        };
        let name = key.get_ref();
        let near = self
            .asked
            .iter()
            .map(|known| {
                (
                    strsim::damerau_levenshtein(known, &name.to_lowercase()),
                    known,
                )
            })
            .filter(|(distance, known)| *distance <= 1 + known.len() / 3)
            .min();
        let advice = match near {
            Some((_, known)) => format!("did you mean `{known}`?"),
            None => format!("there are {}", self.asked.join(", ")),
        };
        let message = format!("{what} has no key `{name}`; {advice}");
        Err(error_at(self.text, key.span().start, message))
    }
}

impl<'a> Found<'a> {
    /// An error at the value.
    pub fn error(&self, message: impl fmt::Display) -> ConfigError {
        let message = format!("`{}`: {message}", self.key);
        error_at(self.text, self.value.span().start, message)
    }

    fn wrong(&self, wanted: &str) -> ConfigError {
        let shown = self.text.get(self.value.span()).unwrap_or_default();
        let first = shown.lines().next().unwrap_or_default();
        let mut shown: String = first.chars().take(40).collect();
        if shown.len() < first.len() {
            shown.push('…');
        }
        self.error(format!("{shown} is wrong here; it must be {wanted}"))
    }

    /// A text.
    pub fn text(&self) -> Result<String, ConfigError> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            _ => Err(self.wrong("a text in quotation marks")),
        }
    }

    /// A text on one line that is not empty.
    pub fn line(&self) -> Result<String, ConfigError> {
        let text = self.text()?;
        if text.trim().is_empty() || text.contains(char::is_control) {
            return Err(self.wrong("a text on one line, and not empty"));
        }
        Ok(text.trim().to_string())
    }

    /// A boolean.
    pub fn choice(&self) -> Result<bool, ConfigError> {
        match self.value.get_ref() {
            DeValue::Boolean(yes) => Ok(*yes),
            _ => Err(self.wrong("true or false")),
        }
    }

    /// A whole number.
    pub fn number(&self, range: RangeInclusive<u64>) -> Result<u64, ConfigError> {
        let number = match self.value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let wanted = || match (*range.start(), *range.end()) {
            (least, u64::MAX) => format!("a whole number from {least} on"),
            (least, most) => format!("a whole number from {least} to {most}"),
        };
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.wrong(&wanted()))
    }

    /// The value parsed by `read` from a text, or from a number as it is written.
    pub fn read<T>(
        &self,
        wanted: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ConfigError> {
        let read = match self.value.get_ref() {
            DeValue::String(text) => read(text),
            DeValue::Integer(number) if number.radix() == 10 => read(number.as_str()),
            DeValue::Float(number) => read(number.as_str()),
            _ => None,
        };
        read.ok_or_else(|| self.wrong(wanted))
    }

    /// A table.
    pub fn table(&self) -> Result<Keys<'a>, ConfigError> {
        match self.value.get_ref() {
            DeValue::Table(table) => Ok(Keys::new(self.text, table, self.value.span())),
            _ => Err(self.wrong("a table, as in { name = \"House\", player = \"engine:10\" }")),
        }
    }

    /// A list of tables.
    pub fn tables(&self) -> Result<Vec<Keys<'a>>, ConfigError> {
        let list: Option<&DeArray<'a>> = match self.value.get_ref() {
            DeValue::Array(list) => Some(list),
            _ => None,
        };
        let wrong = || self.wrong(&format!("written as [[{}]], once for each", self.key));
        let keys = |value: &'a Spanned<DeValue<'a>>| match value.get_ref() {
            DeValue::Table(table) => Ok(Keys::new(self.text, table, value.span())),
            _ => Err(wrong()),
        };
        list.ok_or_else(wrong)?.iter().map(keys).collect()
    }
}
