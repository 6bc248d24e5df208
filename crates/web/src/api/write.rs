//! `/api/write`: exports a game as a record file or a picture.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use records::picture::{self, Kind, Look};
use rules::Record;
use rules::formats::Format;

use super::recorded::ToWrite;
use crate::app_state::AppState;
use crate::extract::Raw;
use crate::fair_pool::Asker;
use crate::json;
use crate::problem::Problem;

/// The picture formats: SVG and PNG show the last position, GIF the whole game.
pub const PICTURES: [&str; 3] = ["svg", "png", "gif"];

/// The kind of file to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Record(Format),
    Picture(Kind),
}

/// An exported file.
pub struct File {
    bytes: Vec<u8>,
    media_type: &'static str,
    extension: &'static str,
}

/// Answers with a game as a record file or a picture.
pub async fn write(
    State(app): State<Arc<AppState>>,
    asker: Asker,
    Raw(bytes): Raw,
) -> Result<File, Problem> {
    let read = app.documents.run(asker, move |()| requested(&bytes));
    let (form, record) = read.await??;
    write_as(&app, asker, form, || Ok(record)).await
}

/// The form and the record of a request.
fn requested(bytes: &[u8]) -> Result<(Form, Record), Problem> {
    let game: ToWrite = json::read(bytes)?;
    Ok((form(&game.format)?, game.record()?))
}

/// Exports a record in a format.
///
/// # Errors
/// When the format is unknown, or cannot hold the game.
pub async fn written(
    app: &AppState,
    asker: Asker,
    format: &str,
    record: impl FnOnce() -> Result<Record, Problem> + Send + 'static,
) -> Result<File, Problem> {
    write_as(app, asker, form(format)?, record).await
}

async fn write_as(
    app: &AppState,
    asker: Asker,
    form: Form,
    record: impl FnOnce() -> Result<Record, Problem> + Send + 'static,
) -> Result<File, Problem> {
    // A GIF of the largest board takes seconds, so pictures have a thread of their own.
    let pool = match form {
        Form::Record(_) => &app.documents,
        Form::Picture(_) => &app.pictures,
    };
    pool.run(asker, move |()| file(form, &record()?)).await?
}

fn form(format: &str) -> Result<Form, Problem> {
    Ok(match format {
        "svg" => Form::Picture(Kind::Svg),
        "png" => Form::Picture(Kind::Png),
        "gif" => Form::Picture(Kind::Gif),
        _ => {
            let wrong = |error| {
                Problem::bad(
                    "bad_format",
                    format!("{error}, and the pictures svg, png, gif"),
                )
            };
            Form::Record(format.parse().map_err(wrong)?)
        }
    })
}

fn file(form: Form, record: &Record) -> Result<File, Problem> {
    match form {
        Form::Record(format) => Ok(File {
            bytes: bytes(format, record)?,
            media_type: if is_text(format) {
                "text/plain; charset=utf-8"
            } else {
                "application/octet-stream"
            },
            extension: extension(format),
        }),
        Form::Picture(kind) => {
            let look = Look {
                last: true,
                ..Look::default()
            };
            let (media_type, extension) = match kind {
                Kind::Svg | Kind::MovingSvg => ("image/svg+xml", "svg"),
                Kind::Png => ("image/png", "png"),
                Kind::Gif => ("image/gif", "gif"),
            };
            let drawn = picture::draw(kind, record, &look, &mut |_, _| {});
            let bytes = drawn
                .map_err(|error| Problem::bad("no_picture", error))?
                .bytes;
            Ok(File {
                bytes,
                media_type,
                extension,
            })
        }
    }
}

fn bytes(format: Format, record: &Record) -> Result<Vec<u8>, Problem> {
    if format == Format::Wthor {
        return records::wthor_game(record).map_err(|error| Problem::bad("no_place", error));
    }
    let mut bytes = Vec::new();
    let written = format.write(record, &mut bytes);
    written.map_err(|error| Problem::bad("no_place", error))?;
    Ok(bytes)
}

/// Whether files of a format are text.
pub fn is_text(format: Format) -> bool {
    !matches!(format, Format::Wthor | Format::Rev)
}

/// The file extension of a format.
pub fn extension(format: Format) -> &'static str {
    let usual = match format {
        Format::RatingPgn => "pgn",
        _ => "txt",
    };
    format.extensions().first().unwrap_or(&usual)
}

impl IntoResponse for File {
    fn into_response(self) -> Response {
        let name = format!("attachment; filename=\"reversi.{}\"", self.extension);
        let headers = [
            (header::CONTENT_TYPE, self.media_type.to_string()),
            (header::CONTENT_DISPOSITION, name),
        ];
        (headers, self.bytes).into_response()
    }
}
