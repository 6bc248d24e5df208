//! Standings on the page: of the cup, and of the groups of a qualifier.

use crate::cup::{Event, Format, GroupTable, QualifierTables, Standing};

use super::name;
use crate::results::names::{Names, clean};
use crate::results::words;
use records::svg::{escape, put};

/// The standings of the cup, with the names of the tie-breaks.
pub(super) fn section(event: &Event, names: &Names) -> String {
    if event.standings.is_empty() {
        return String::new();
    }
    let when = match event.format {
        Format::Knockout => {
            "Places follow the round that an entrant reached. Where a tie has equal points,"
        }
        _ => "Between equal points,",
    };
    format!(
        "<section id=\"standings\" aria-labelledby=\"standings-title\">\n\
         <h2 id=\"standings-title\">Standings</h2>\n{}{}\
         <p class=\"note\">Discs: the difference over all games, empty squares to the winner; who loses \
         by a fault loses every square.</p>\n</section>\n",
        table("Standings", &event.standings, &event.tie_breaks, 0, names),
        rules(when, &event.tie_breaks),
    )
}

/// The tables of a qualifier; empty without one. They are closed when the knock-out has begun.
pub(super) fn qualifier(event: &Event, names: &Names) -> String {
    let Some(stage) = &event.qualifier else {
        return String::new();
    };
    let open = match event.bracket {
        Some(_) => "",
        None => " open=\"open\"",
    };
    let tables = stage
        .tables
        .iter()
        .map(|group| group_table(stage, group, names));
    format!(
        "<section id=\"qualifier\" aria-labelledby=\"qualifier-title\">\n\
         <h2 id=\"qualifier-title\">Qualifier</h2>\n<p>{}. The best {} go on to the knock-out.</p>\n\
         <details class=\"early\" id=\"qualifier-tables\"{open}><summary>Tables</summary>\n{}{}</details>\n\
         </section>\n",
        escape(&words::qualifier(stage)),
        stage.advance,
        tables.collect::<String>(),
        rules("Between equal points,", &stage.tie_breaks),
    )
}

fn group_table(stage: &QualifierTables, group: &GroupTable, names: &Names) -> String {
    let label = clean(&group.label);
    let (heading, label) = if label.is_empty() {
        (String::new(), "Qualifier".to_string())
    } else {
        (format!("<h3>{}</h3>\n", escape(&label)), label)
    };
    heading
        + &table(
            &label,
            &group.standings,
            &stage.tie_breaks,
            group.advance,
            names,
        )
}

/// The tie-breaks in words.
fn rules(when: &str, tie_breaks: &[String]) -> String {
    if tie_breaks.is_empty() {
        return String::new();
    }
    let rule = |rule: &String| format!("<li>{}</li>", escape(&clean(rule)));
    format!(
        "<p class=\"note\">{when} these decide, in this order:</p>\n<ol class=\"note\">{}</ol>\n",
        tie_breaks.iter().map(rule).collect::<String>()
    )
}

/// A table in a box that scrolls. The first `advance` entrants are marked.
fn table(
    title: &str,
    lines: &[Standing],
    tie_breaks: &[String],
    advance: usize,
    names: &Names,
) -> String {
    let has_faults = lines.iter().any(|line| line.faults > 0);
    let known = lines.iter().map(|line| line.tie_breaks.len());
    // A knock-out has no such columns: there tie-breaks decide ties, not ranks.
    let shown = known.max().unwrap_or(0).min(tie_breaks.len());
    let mut html = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}, scrolls sideways\">\
         <table class=\"standings\">\n<thead><tr><th scope=\"col\"><abbr title=\"place\">#</abbr></th>\
         <th scope=\"col\" class=\"text\">Name</th><th scope=\"col\">Games</th><th scope=\"col\">Won</th>\
         <th scope=\"col\">Drawn</th><th scope=\"col\">Lost</th><th scope=\"col\">Points</th>",
        escape(title)
    );
    for (index, rule) in (1..=shown).zip(tie_breaks) {
        put(
            &mut html,
            format_args!(
                "<th scope=\"col\"><abbr title=\"{}\">TB {index}</abbr></th>",
                escape(&clean(rule))
            ),
        );
    }
    html.push_str("<th scope=\"col\">Discs</th>");
    if has_faults {
        html.push_str("<th scope=\"col\">Faults</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for (index, line) in lines.iter().enumerate() {
        row(line, index < advance, shown, has_faults, names, &mut html);
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

fn row(
    line: &Standing,
    advances: bool,
    tie_breaks: usize,
    has_faults: bool,
    names: &Names,
    html: &mut String,
) {
    let (class, mark) = match advances {
        true => (
            " class=\"advances\"",
            " <span class=\"tick\" title=\"goes on\">✓</span>",
        ),
        false => ("", ""),
    };
    put(
        html,
        format_args!(
            "<tr{class}><td>{}</td><th scope=\"row\">{}{mark}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td class=\"points\">{}</td>",
            line.rank,
            name(names, line.entrant),
            line.won + line.drawn + line.lost,
            line.won,
            line.drawn,
            line.lost,
            words::points(line.points),
        ),
    );
    for index in 0..tie_breaks {
        let value = line.tie_breaks.get(index);
        let value = value.map_or(String::new(), |value| words::points(*value));
        put(html, format_args!("<td>{value}</td>"));
    }
    put(html, format_args!("<td>{}</td>", words::signed(line.discs)));
    if has_faults {
        put(html, format_args!("<td>{}</td>", line.faults));
    }
    html.push_str("</tr>\n");
}
