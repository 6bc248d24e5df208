//! Plot of the errors of a fit.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

/// The errors of a phase, in discs.
#[derive(Clone, Copy, Debug)]
pub struct Errors {
    /// The smallest number of empty squares of the phase.
    pub empties: usize,
    /// Root mean square over the training samples.
    pub training: f64,
    /// Root mean square over the validation samples.
    pub validation: f64,
    /// Mean over the validation samples.
    pub mean: f64,
}

const SIZE: (u32, u32) = (800, 500);

/// Draws the errors by empty squares as an SVG file.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(path: &Path, errors: &[Errors]) -> Result<()> {
    let mut picture = String::new();
    draw_into(&mut picture, errors).map_err(|error| anyhow!("cannot draw: {error}"))?;
    std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))
}

fn draw_into(picture: &mut String, errors: &[Errors]) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let highest = errors.iter().map(|e| e.training.max(e.validation));
    let highest = highest.fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(&area)
        .margin(20)
        .x_label_area_size(45)
        .y_label_area_size(55)
        .build_cartesian_2d(0.0..60.0, 0.0..highest * 1.1)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("empty squares")
        .y_desc("error in discs")
        .draw()?;
    let line = |value: fn(&Errors) -> f64| -> Vec<(f64, f64)> {
        let point = |e: &Errors| (e.empties as f64, value(e));
        errors.iter().map(point).collect()
    };
    for (name, colour, points) in [
        ("learnt, root mean square", BLUE, line(|e| e.training)),
        ("kept apart, root mean square", RED, line(|e| e.validation)),
        ("kept apart, mean", BLACK, line(|e| e.mean)),
    ] {
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
