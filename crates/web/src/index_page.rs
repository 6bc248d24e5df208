//! The index page, with the styles and scripts of its first paint inlined: a browser can draw it
//! after one answer.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use super::guard::POLICY;

/// The attribute of styles and scripts that are inlined.
const MARK: &str = " data-inline";

/// The index page as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexPage {
    /// The text.
    pub html: String,
    /// Its content-security policy, which allows the inlined parts by their digests.
    pub policy: String,
    /// The ETag.
    pub tag: String,
}

impl IndexPage {
    /// Inlines the marked files of a page. `read` returns a file by name; files that it does not know
    /// stay outside.
    pub fn new(page: &str, read: impl Fn(&str) -> Option<String>) -> IndexPage {
        let mut html = String::with_capacity(page.len());
        let (mut styles, mut scripts) = (String::new(), String::new());
        for line in page.lines() {
            match marked(line).and_then(|name| Some((name, read(name)?))) {
                Some((name, content)) => {
                    let is_style = name.ends_with(".css");
                    let tag = if is_style { "style" } else { "script" };
                    html += &format!("<{tag}>{content}</{tag}>\n");
                    let digest = BASE64.encode(Sha256::digest(&content));
                    let hashes = if is_style { &mut styles } else { &mut scripts };
                    *hashes += &format!(" 'sha256-{digest}'");
                }
                None => {
                    html += &line.replace(MARK, "");
                    html.push('\n');
                }
            }
        }
        let policy = format!("{POLICY}; script-src 'self'{scripts}; style-src 'self'{styles}");
        let digest = Sha256::digest(&html);
        let tag = format!("\"{}\"", BASE64.encode(&digest[..12]));
        IndexPage { html, policy, tag }
    }
}

/// The name of the file that a line of the page inlines.
fn marked(line: &str) -> Option<&str> {
    line.find(MARK)?;
    let (_, rest) = line.split_once("=\"/")?;
    rest.split_once('"').map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Option<String> {
        match name {
            "a.css" => Some("p{}".to_string()),
            "b.js" => Some("1;".to_string()),
            _ => None,
        }
    }

    #[test]
    fn marked_files_go_inside_and_are_allowed_there() {
        let page = "<link rel=\"stylesheet\" href=\"/a.css\" data-inline>\n\
                    <script src=\"/b.js\" data-inline></script>\n<p>\n";
        let front = IndexPage::new(page, read);
        assert_eq!(front.html, "<style>p{}</style>\n<script>1;</script>\n<p>\n");
        // As `printf 'p{}' | openssl dgst -sha256 -binary | base64` says.
        let style = "style-src 'self' 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='";
        assert!(front.policy.contains(style), "{}", front.policy);
        assert!(front.policy.contains("script-src 'self' 'sha256-"));
        assert!(!front.policy.contains("unsafe-inline"));
    }

    #[test]
    fn files_that_are_missing_stay_outside() {
        let page = "<script src=\"/c.js\" data-inline></script>";
        let front = IndexPage::new(page, read);
        assert_eq!(front.html, "<script src=\"/c.js\"></script>\n");
    }
}
