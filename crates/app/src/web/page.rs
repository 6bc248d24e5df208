//! The page: its files are inside the program.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files of the page, from inside the program or from a folder.
#[derive(Clone, Debug)]
pub struct Page {
    folder: Option<PathBuf>,
}

/// A file inside the program.
struct File {
    name: &'static str,
    content: &'static [u8],
    /// Changes with the content.
    tag: &'static str,
}

impl Page {
    /// The one inside the program, or that of a folder.
    pub fn new(folder: Option<PathBuf>) -> Page {
        Page { folder }
    }

    /// Answers a request for one of its files; the empty name is the page itself.
    pub fn serve(&self, name: &str, headers: &HeaderMap) -> Response {
        let name = if name.is_empty() { "index.html" } else { name };
        let Some((content, tag)) = self.find(name) else {
            return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
        };
        let known = headers.get(header::IF_NONE_MATCH);
        if let Some(tag) = tag
            && known.is_some_and(|known| known.as_bytes() == tag.as_bytes())
        {
            return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
        }
        let kind = (header::CONTENT_TYPE, media_type(name));
        // A browser asks again each time, and hears that nothing has changed.
        let caching = (header::CACHE_CONTROL, "no-cache");
        match tag {
            Some(tag) => ([kind, caching, (header::ETAG, tag)], content).into_response(),
            None => ([kind, caching], content).into_response(),
        }
    }

    fn find(&self, name: &str) -> Option<(Cow<'static, [u8]>, Option<&'static str>)> {
        let Some(folder) = &self.folder else {
            let file = FILES.iter().find(|file| file.name == name)?;
            return Some((Cow::Borrowed(file.content), Some(file.tag)));
        };
        let path = Path::new(name);
        let is_inside = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !path.components().all(is_inside) {
            return None;
        }
        let content = fs::read(folder.join(path)).ok()?;
        Some((Cow::Owned(content), None))
    }
}

/// What a file is, by its name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}
