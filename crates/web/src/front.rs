//! The page itself, with what it needs for its first paint inside it: one answer, and a browser can
//! draw.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use super::guard::POLICY;

/// What marks the styles and scripts of the page that go inside it.
const MARK: &str = " data-inline";

/// The page as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    /// The page.
    pub html: String,
    /// What browsers may do with it: what is inside it is allowed by its digest.
    pub policy: String,
    /// Changes with the page.
    pub tag: String,
}

impl Front {
    /// Puts the marked files of a page inside it. `read` knows the files by name; those that it does
    /// not know stay outside.
    pub fn new(page: &str, read: impl Fn(&str) -> Option<String>) -> Front {
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
        Front { html, policy, tag }
    }
}

/// The file that a line of the page wants inside.
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
        let front = Front::new(page, read);
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
        let front = Front::new(page, read);
        assert_eq!(front.html, "<script src=\"/c.js\"></script>\n");
    }
}
