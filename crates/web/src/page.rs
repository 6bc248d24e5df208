//! The page: its files are inside the program.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::front::Front;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files of the page, from inside the program or from a folder.
#[derive(Clone, Debug)]
pub struct Page {
    folder: Option<PathBuf>,
}

/// The page as it is sent, when it is the one inside the program.
static FRONT: OnceLock<Front> = OnceLock::new();

/// A browser asks again each time, and hears that nothing has changed.
const ASK_AGAIN: (HeaderName, &str) = (header::CACHE_CONTROL, "no-cache");

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
        if name.is_empty() || name == "index.html" {
            return self.serve_front(headers);
        }
        let Some((content, tag)) = self.find(name) else {
            return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
        };
        if let Some(tag) = tag.filter(|tag| is_known(headers, tag)) {
            return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
        }
        let kind = (header::CONTENT_TYPE, media_type(name));
        match tag {
            Some(tag) => ([kind, ASK_AGAIN, (header::ETAG, tag)], content).into_response(),
            None => ([kind, ASK_AGAIN], content).into_response(),
        }
    }

    /// Answers with the page itself.
    fn serve_front(&self, headers: &HeaderMap) -> Response {
        let Front { html, policy, tag } = match &self.folder {
            None => FRONT.get_or_init(|| self.front()).clone(),
            Some(_) => self.front(),
        };
        let policy = (header::CONTENT_SECURITY_POLICY, policy);
        if is_known(headers, &tag) {
            let known = [(header::ETAG, tag), policy];
            return (StatusCode::NOT_MODIFIED, known).into_response();
        }
        let kind = (header::CONTENT_TYPE, media_type("index.html"));
        ([kind, ASK_AGAIN], [(header::ETAG, tag), policy], html).into_response()
    }

    fn front(&self) -> Front {
        let read = |name: &str| {
            let (content, _) = self.find(name)?;
            String::from_utf8(content.into_owned()).ok()
        };
        Front::new(&read("index.html").unwrap_or_default(), read)
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

/// Whether who asks has what has this tag.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH);
    known.is_some_and(|known| known.as_bytes() == tag.as_bytes())
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
