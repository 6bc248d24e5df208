//! The openings that a computer plays by heart.

use std::sync::Arc;

use engine::book::Book;

/// The book that the engine opens from.
#[derive(Clone, Debug, Default)]
pub enum Repertoire {
    /// No book: it thinks from the first move on.
    #[default]
    None,
    /// The one that comes with the program, which is unpacked when it is first needed.
    Default,
    /// Another one.
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
