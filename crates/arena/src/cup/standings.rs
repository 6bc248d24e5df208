//! Standings of a cup: those of each stage, and who advances from the qualifier.

use super::event::{Format, Standing};
use super::format::{groups, knockout};
use super::meeting::Decider;
use super::pairing_rules::PairingRules;
use super::score::Scores;
use super::totals::{TieBreak, Totals};

/// The names of the tie-breaks of a cup, in order: those of the standings, or those of a knock-out
/// tie.
pub(super) fn tie_break_names(rules: &PairingRules) -> Vec<String> {
    if rules.format != Format::Knockout {
        return table_tie_breaks(rules.format);
    }
    let extra = match rules.extra {
        0 => None,
        1 => Some("an extra pair of games".to_string()),
        pairs => Some(format!("up to {pairs} extra pairs of games")),
    };
    let rest = [Decider::Discs, Decider::Faults, Decider::Seed];
    let rest = rest.map(|decider| decider.name().to_string());
    extra.into_iter().chain(rest).collect()
}

/// The names of the tie-breaks of a table in one format.
pub(super) fn table_tie_breaks(format: Format) -> Vec<String> {
    let names = TieBreak::of(format).iter();
    names
        .map(|tie_break| tie_break.name().to_string())
        .collect()
}

/// The standings, first place first; the better seed first where no tie-break decides. `seeds` are the
/// entrants of the knock-out, if they are known; `byes` are pairs of round and entrant. The house
/// program is not included.
///
/// After a qualifier, those that did not advance follow those of the knock-out, by their places in
/// their groups. The figures are those of the whole cup.
pub(super) fn standings(
    rules: &PairingRules,
    seeds: Option<&[usize]>,
    byes: &[(usize, usize)],
    scores: &Scores,
) -> Vec<Standing> {
    let totals = Totals::new(rules, byes, scores, rules.last_round());
    if rules.format == Format::Knockout {
        let seeds = seeds.unwrap_or_default();
        let tree = knockout::tree(rules, seeds, scores);
        let mut groups = knockout::ranking(seeds, &tree);
        let tables = qualifier(rules, byes, scores);
        let longest = tables.iter().map(Vec::len).max().unwrap_or(0);
        for rank in 1..=longest {
            let lines = tables.iter().flatten().filter(|line| line.rank == rank);
            let out = lines.map(|line| line.entrant);
            groups.push(out.filter(|entrant| !seeds.contains(entrant)).collect());
        }
        groups.retain(|group| !group.is_empty());
        return totals.ranked(groups, &vec![Vec::new(); rules.entrants]);
    }
    totals.table((0..rules.entrants).collect(), rules.format)
}

/// The standings of each group of the qualifier, or its only table; none without a qualifier.
pub(super) fn qualifier(
    rules: &PairingRules,
    byes: &[(usize, usize)],
    scores: &Scores,
) -> Vec<Vec<Standing>> {
    let Some(qualifier) = rules.qualifier else {
        return Vec::new();
    };
    let totals = Totals::new(rules, byes, scores, rules.qualifier_rounds());
    let groups = groups::groups(rules.entrants, qualifier.groups).into_iter();
    groups
        .map(|field| totals.table(field, qualifier.format))
        .collect()
}

/// The entrants that advance from the tables of a qualifier, best seed for the knock-out first: the
/// winners of the groups, then the seconds, and so on; in the same place by the share of points, then
/// discs, then the seed. Those that have withdrawn come after all others of their group. Two of the
/// same group do not meet in the first round of the knock-out if another order in the same place
/// avoids it.
pub(super) fn qualified(
    tables: &[Vec<Standing>],
    advance: usize,
    has_withdrawn: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let each = advance / tables.len().max(1);
    let ordered: Vec<Vec<&Standing>> = tables
        .iter()
        .map(|table| {
            let (gone, there): (Vec<_>, Vec<_>) =
                table.iter().partition(|line| has_withdrawn(line.entrant));
            there.into_iter().chain(gone).collect()
        })
        .collect();
    let mut seeds = Vec::new();
    for place in 0..each {
        let mut row: Vec<&Standing> = ordered
            .iter()
            .filter_map(|table| table.get(place).copied())
            .collect();
        let share = |line: &Standing| {
            let games = line.won + line.drawn + line.lost;
            line.points / games.max(1) as f64
        };
        row.sort_by(|one, other| {
            let by_share = share(other).total_cmp(&share(one));
            by_share
                .then(other.discs.cmp(&one.discs))
                .then(one.entrant.cmp(&other.entrant))
        });
        seeds.extend(row.iter().map(|line| line.entrant));
    }
    let group = |entrant: usize| {
        let is_in = |table: &Vec<Standing>| table.iter().any(|line| line.entrant == entrant);
        tables.iter().position(is_in)
    };
    separate(&mut seeds, tables.len(), group);
    seeds
}

/// Exchanges seeds in the same row, `width` of them each, so that two of the same group do not meet in
/// the first round of a knock-out.
fn separate(seeds: &mut [usize], width: usize, group: impl Fn(usize) -> Option<usize>) {
    let places = seeds.len().next_power_of_two();
    let is_clash = |seeds: &[usize], place: usize| {
        let other = seeds.get(places - 1 - place);
        other.is_some_and(|other| group(*other) == group(seeds[place]))
    };
    if width < 2 {
        return;
    }
    for place in seeds.len() / 2..seeds.len() {
        let row = place / width * width;
        let mut others = row..(row + width).min(seeds.len());
        if is_clash(seeds, place)
            && let Some(other) = others.find(|other| {
                let mut swapped = seeds.to_vec();
                swapped.swap(place, *other);
                !is_clash(&swapped, place) && !is_clash(&swapped, *other)
            })
        {
            seeds.swap(place, other);
        }
    }
}
