//! The opening book that the engine uses.

use std::sync::Arc;

use engine::book::Book;

/// The opening book of the engine.
#[derive(Clone, Debug, Default)]
pub enum Repertoire {
    /// No book: it searches from the first move on.
    #[default]
    None,
    /// The book inside the program, unpacked when it is first needed.
    Default,
    /// Another book.
    Own(Arc<Book>),
}

impl Repertoire {
    /// The book, if there is one.
    #[must_use]
    pub fn book(&self) -> Option<Arc<Book>> {
        match self {
            Repertoire::None => None,
            Repertoire::Default => Some(Book::embedded()),
            Repertoire::Own(book) => Some(Arc::clone(book)),
        }
    }
}
