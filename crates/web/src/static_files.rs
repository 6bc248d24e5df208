//! The static files of the page, embedded in the program.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::index_page::IndexPage;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The static files, embedded or from a folder.
#[derive(Clone, Debug)]
pub struct StaticFiles {
    folder: Option<PathBuf>,
}

/// The embedded index page as it is sent.
static INDEX: OnceLock<IndexPage> = OnceLock::new();

/// A browser revalidates each time and gets 304 when nothing has changed.
const REVALIDATE: (HeaderName, &str) = (header::CACHE_CONTROL, "no-cache");

/// An embedded file.
struct File {
    name: &'static str,
    content: &'static [u8],
    /// The ETag.
    tag: &'static str,
}

impl StaticFiles {
    /// The embedded files, or those of a folder.
    pub fn new(folder: Option<PathBuf>) -> StaticFiles {
        StaticFiles { folder }
    }

    /// Answers a request for one of its files; the empty name is the index page.
    pub fn serve(&self, name: &str, headers: &HeaderMap) -> Response {
        if name.is_empty() || name == "index.html" {
            return self.serve_index(headers);
        }
        let Some((content, tag)) = self.find(name) else {
            return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
        };
        if let Some(tag) = tag.filter(|tag| is_known(headers, tag)) {
            return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
        }
        let kind = (header::CONTENT_TYPE, media_type(name));
        match tag {
            Some(tag) => ([kind, REVALIDATE, (header::ETAG, tag)], content).into_response(),
            None => ([kind, REVALIDATE], content).into_response(),
        }
    }

    /// Answers with the index page.
    fn serve_index(&self, headers: &HeaderMap) -> Response {
        let IndexPage { html, policy, tag } = match &self.folder {
            None => INDEX.get_or_init(|| self.index()).clone(),
            Some(_) => self.index(),
        };
        let policy = (header::CONTENT_SECURITY_POLICY, policy);
        if is_known(headers, &tag) {
            let known = [(header::ETAG, tag), policy];
            return (StatusCode::NOT_MODIFIED, known).into_response();
        }
        let kind = (header::CONTENT_TYPE, media_type("index.html"));
        ([kind, REVALIDATE], [(header::ETAG, tag), policy], html).into_response()
    }

    fn index(&self) -> IndexPage {
        let read = |name: &str| {
            let (content, _) = self.find(name)?;
            String::from_utf8(content.into_owned()).ok()
        };
        IndexPage::new(&read("index.html").unwrap_or_default(), read)
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

/// Whether the client has the version of this tag.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH);
    known.is_some_and(|known| known.as_bytes() == tag.as_bytes())
}

/// The media type of a file name.
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
