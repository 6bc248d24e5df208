//! English.

use engine::{Classic, Opponent};
use play::rival::Rung;
use rules::{ByColor, Color, Reason, Size};

use super::{Beginning, Message, symbol};

const RULES: &str = "
---------------------------------------------------------
                        R u l e s
---------------------------------------------------------
1. One player has the dark discs, the other the light ones.
2. Dark moves first.
3. A move places a disc so that one or more of the
   opponent's discs lie in a straight line, along a row, a
   column or a diagonal, between the new disc and another
   of the player's.
4. All discs caught that way are turned over and change colour.
5. A player who has no such move is passed over.
6. When nobody can move, or the board is full, the game ends.
7. Whoever has more discs on the board then has won.
---------------------------------------------------------";

pub(super) fn say(message: &Message) -> String {
    match *message {
        Message::Menu => {
            "\n[ O T H E L L O ]\n\n0.Exit\n1.New Game\n2.Show Rules\n3.Settings".into()
        }
        Message::Rules => RULES.into(),
        Message::NotOffered {
            answer,
            ref offered,
        } => {
            format!("`{answer}` is not one of the choices: {offered}")
        }
        Message::HowManyPlayers => "\nHow many people play?\n\
             0.None: watch the computer play itself\n\
             1.One, against the computer\n\
             2.Two, against each other"
            .into(),
        Message::AskName { number: None } => "\nWhat's your name?".into(),
        Message::AskName { number: Some(1) } => "\nName of the first player (dark):".into(),
        Message::AskName { number: Some(_) } => "Name of the second player (light):".into(),
        Message::DefaultName { number: None } => "Player".into(),
        Message::DefaultName {
            number: Some(number),
        } => format!("Player {number}"),
        Message::Welcome { name } => format!("Welcome, {name}!"),
        Message::AskLevel => "\nHow many moves shall the computer look ahead?\n\
             1 answers at once; up to 8 without long waits.\n\
             The engine beats most people already at 1: for an equal game choose a rival"
            .into(),
        Message::LevelSet { level } => {
            let moves = if level.moves() == 1 { "move" } else { "moves" };
            format!("The computer looks {level} {moves} ahead")
        }
        Message::BadLevel { answer } => {
            format!("`{answer}` is not a level; type a whole number from 1 up, such as 4")
        }
        Message::AskColor { opponent } => {
            format!("\nSelect disc colour:\n1.Dark (you begin)\n2.Light ({opponent} begins)")
        }
        Message::AskPause => {
            "\nHow many seconds to pause after each move? (such as 1 or 0.5)".into()
        }
        Message::BadPause { answer } => {
            format!("`{answer}` is not a pause; type a number of seconds from 0 to 3600")
        }
        Message::Settings {
            style,
            size,
            start,
            opponent,
        } => format!(
            "\nSettings\n0.Back\n1.Board style: {style}\n2.Board size: {size}\n\
             3.Start: {}\n4.Opponent: {opponent}",
            match start {
                Beginning::Standard => "standard",
                Beginning::Mirrored => "mirrored",
                Beginning::Given => "the given position",
            }
        ),
        Message::AskStyle { styles } => format!("Which style? {styles}; Enter leaves it as it is"),
        Message::AskSize => {
            "Which size? An even number from 4 to 26; Enter leaves it as it is".into()
        }
        Message::AskOpponent { list } => format!("Against whom? Enter leaves it as it is\n{list}"),
        Message::About { opponent } => about(opponent).into(),
        Message::AboutRivals => {
            let [lowest, highest] = [Rung::LOWEST, Rung::HIGHEST].map(Rung::rating);
            let count = Rung::all().count();
            format!("play as people do: {count} of them, rated about {lowest} to about {highest}")
        }
        Message::Rival { rung } => format!("Rival {rung}"),
        Message::AboutRival { rung, size } if size != Size::EIGHT => format!("rival {rung}"),
        Message::AboutRival { rung, .. } => {
            let skill = Message::Skill {
                skill: rung.skill(),
            };
            format!("rival {rung} · about {} · {}", rung.rating(), say(&skill))
        }
        Message::Skill { skill } => skill.to_string(),
        Message::AskRival { suits, size } => format!(
            "\nHow strong shall your rival be? ({} to {}, or `list` for all)\n\
             Enter: {}",
            Rung::LOWEST,
            Rung::HIGHEST,
            say(&Message::AboutRival { rung: suits, size })
        ),
        Message::BadRival { answer } => format!(
            "`{answer}` is not a rival; type a number from {} to {}, or just Enter; other opponents \
             are in the settings",
            Rung::LOWEST,
            Rung::HIGHEST
        ),
        Message::NoRival { answer } => format!(
            "`{answer}` is not a rival; there are rival:{} to rival:{}, and rival alone follows you",
            Rung::LOWEST,
            Rung::HIGHEST
        ),
        Message::RivalElsewhere { size } => format!(
            "On {size}×{size} rivals are made from search and chance; they are rated only against each other."
        ),
        Message::RivalResult { has_won, is_clear } => match (has_won, is_clear) {
            (true, true) => "You beat this rival clearly",
            (true, false) => "You beat this rival twice in a row",
            (false, true) => "This rival beat you clearly",
            (false, false) => "This rival beat you twice in a row",
        }
        .to_string(),
        Message::NextRival { rung, size, result } => format!(
            "\n{result}. Play {} next? (y/n)",
            say(&Message::AboutRival { rung, size })
        ),
        Message::NotRemembered { why } => {
            format!("The next run will not remember your rival: {why}")
        }
        Message::NewGame { names, symbols } => {
            let heading = "                     N e w   G a m e";
            let [dark, light] = Color::ALL.map(|color| symbol(symbols, color));
            format!(
                "\n---------------------------------------------------------\n\
                 {heading}\n\
                 ---------------------------------------------------------\n\
                 {} plays dark{dark}, {} plays light{light}.",
                names.black, names.white
            )
        }
        Message::Turn { name, color } => format!("{name}'s turn ({}):", shade(color)),
        Message::AskMove {
            last_letter,
            first,
            last,
            example,
        } => {
            if first == 0 {
                let (row, column) = (example.row(), example.column());
                format!("Insert row and column (0-{last}), e.g. {row} {column} (or help)")
            } else {
                format!(
                    "Please enter column (a-{last_letter}) & row (1-{last}), e.g. {example} (or help)"
                )
            }
        }
        Message::AskColumn => "Insert column:".into(),
        Message::IllegalMove {
            place,
            reason,
            legal,
        } => {
            let why = match reason {
                Reason::GameOver => "The game is over".into(),
                Reason::OffBoard(size) => {
                    format!("This {size}×{size} board has no square {place}")
                }
                Reason::Occupied => format!("There is a disc on {place} already"),
                Reason::TurnsNothing => format!("A disc on {place} would turn nothing"),
            };
            format!("Invalid Move. Please choose another tile.\n{why}. Available moves: {legal}")
        }
        Message::NotAMove { answer } => {
            format!("`{answer}` is not a move; type a square such as c4, or `help`")
        }
        Message::MoveHelp { first } => format!(
            "A move is a square (c4) or its row and column ({} {}). Also:\n\
             hint: a good move\n\
             undo: take back your move    redo: make it again\n\
             rules: the rules             quit: give up this game",
            first + 3,
            first + 2
        ),
        Message::Moved { name, place } => format!("{name} moved to {place}"),
        Message::RowColumn { row, column } => format!("row {row} col {column}"),
        Message::CannotMove { name, next } => {
            format!("No available moves for {name}. {next} plays again.")
        }
        Message::Thinking {
            place: Some(place),
            score,
            moves,
        } => format!("thinking: {place} ({score}), {moves} moves ahead. Ctrl-C plays it now"),
        Message::Thinking { place: None, .. } => "thinking".to_string(),
        Message::Hint { place } => format!("How about {place}?"),
        Message::Opening { name } => format!("Opening: {name}"),
        Message::NothingToUndo => "There is no move of yours to take back.".into(),
        Message::NothingToRedo => "No move was taken back.".into(),
        Message::Score {
            names,
            counts,
            empty_percent,
        } => format!(
            "Score: {} {} - {} {} ({empty_percent:.1}% of the board is empty)",
            names.black, counts.black, counts.white, names.white
        ),
        Message::Winner {
            name,
            human,
            color,
            counts,
        } => {
            let side = match color {
                Color::Black => "Dark",
                Color::White => "Light",
            };
            let ByColor { black, white } = counts;
            let margin = match black.abs_diff(white) {
                1 => "1 disc".to_string(),
                discs => format!("{discs} discs"),
            };
            let praise = if human {
                format!("Congratulations, {name}, you won by {margin}!")
            } else {
                format!("{name} won by {margin}.")
            };
            format!("\n{side} wins\n{black} - {white}\n{praise}")
        }
        Message::Draw { counts } => format!("\nIt's a tie\n{} - {}", counts.black, counts.white),
        Message::YesOrNo => "y, n".into(),
        Message::Computer => "Computer".into(),
        Message::PlayAgain => "\nPlay again? (y/n)".into(),
        Message::Goodbye => "Goodbye!".into(),
    }
}

fn about(opponent: Opponent) -> &'static str {
    match opponent {
        Opponent::Engine => "beats most people already at level 1; exact near the end",
        Opponent::Classic(Classic::Discs) => "counts discs, nothing else",
        Opponent::Classic(Classic::CornersEdges) => {
            "discs, with more for borders and corners (AUEB, 2018)"
        }
        Opponent::Classic(Classic::Positional) => {
            "weighs squares by attack and safety (menu game, 2020)"
        }
        Opponent::Classic(Classic::Roxanne) => "square priorities and mobility (modes game, 2020)",
        Opponent::Classic(Classic::Walle) => "corners, then borders, then discs (WALL-E, 2022)",
        Opponent::Classic(Classic::Greedy) => "turns as many discs as it can, now",
        Opponent::Classic(Classic::Random) => "any legal move",
    }
}

fn shade(color: Color) -> &'static str {
    match color {
        Color::Black => "dark",
        Color::White => "light",
    }
}
