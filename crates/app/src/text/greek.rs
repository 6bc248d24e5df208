//! Ελληνικά.

use engine::{Classic, Opponent};
use play::people::Skill;
use play::rival::Rung;
use rules::{ByColor, Color, Reason, Size};

use super::{Beginning, Message, symbol};

const RULES: &str = "
---------------------------------------------------------
                      Κ α ν ό ν ε ς
---------------------------------------------------------
1. Ο ένας παίκτης έχει τα μαύρα πούλια, ο άλλος τα λευκά.
2. Τα μαύρα παίζουν πρώτα.
3. Κάθε κίνηση τοποθετεί ένα πούλι έτσι ώστε ένα ή
   περισσότερα πούλια του αντιπάλου να βρεθούν σε ευθεία,
   οριζόντια, κάθετη ή διαγώνια, ανάμεσα στο νέο πούλι και
   σε άλλο του παίκτη.
4. Όλα τα πούλια που εγκλωβίζονται έτσι αλλάζουν χρώμα.
5. Όποιος δεν έχει τέτοια κίνηση χάνει τη σειρά του.
6. Όταν κανείς δεν μπορεί να παίξει ή γεμίσει το ταμπλό, το
   παιχνίδι τελειώνει.
7. Νικητής είναι όποιος έχει τότε τα περισσότερα πούλια.
---------------------------------------------------------";

pub(super) fn say(message: &Message) -> String {
    match *message {
        Message::Menu => {
            "\n[ O T H E L L O ]\n\n0.Έξοδος\n1.Νέο παιχνίδι\n2.Κανόνες\n3.Ρυθμίσεις".into()
        }
        Message::Rules => RULES.into(),
        Message::NotOffered {
            answer,
            ref offered,
        } => {
            format!("Το `{answer}` δεν είναι μία από τις επιλογές: {offered}")
        }
        Message::HowManyPlayers => "\nΠόσοι άνθρωποι παίζουν;\n\
             0.Κανένας: ο υπολογιστής με τον εαυτό του\n\
             1.Ένας, με τον υπολογιστή\n\
             2.Δύο, μεταξύ τους"
            .into(),
        Message::AskName { number: None } => "\nΠώς σε λένε;".into(),
        Message::AskName { number: Some(1) } => "\nΌνομα του πρώτου παίκτη (μαύρα):".into(),
        Message::AskName { number: Some(_) } => "Όνομα του δεύτερου παίκτη (λευκά):".into(),
        Message::DefaultName { number: None } => "Παίκτης".into(),
        Message::DefaultName {
            number: Some(number),
        } => format!("Παίκτης {number}"),
        Message::Welcome { name } => format!("Καλώς ήρθες, {name}!"),
        Message::AskLevel => "\nΠόσες κινήσεις μπροστά να κοιτάζει ο υπολογιστής;\n\
             Με 1 απαντά αμέσως· έως 8 χωρίς μεγάλη αναμονή.\n\
             Η μηχανή κερδίζει τους περισσότερους ήδη με 1: για ίσο παιχνίδι διάλεξε ανταγωνιστή (rival)"
            .into(),
        Message::LevelSet { level } => {
            let moves = if level.moves() == 1 {
                "κίνηση"
            } else {
                "κινήσεις"
            };
            format!("Ο υπολογιστής κοιτάζει {level} {moves} μπροστά")
        }
        Message::BadLevel { answer } => {
            format!("Το `{answer}` δεν είναι επίπεδο· γράψε έναν ακέραιο από 1 και πάνω, π.χ. 4")
        }
        Message::AskColor { opponent } => {
            format!("\nΔιάλεξε χρώμα:\n1.Μαύρα (αρχίζεις εσύ)\n2.Λευκά (αρχίζει: {opponent})")
        }
        Message::AskPause => {
            "\nΠόσα δευτερόλεπτα παύση μετά από κάθε κίνηση; (π.χ. 1 ή 0.5)".into()
        }
        Message::BadPause { answer } => {
            format!("Το `{answer}` δεν είναι παύση· γράψε δευτερόλεπτα από 0 έως 3600")
        }
        Message::Settings {
            style,
            size,
            start,
            opponent,
        } => format!(
            "\nΡυθμίσεις\n0.Πίσω\n1.Μορφή ταμπλό: {style}\n2.Μέγεθος ταμπλό: {size}\n\
             3.Αρχική θέση: {}\n4.Αντίπαλος: {opponent}",
            match start {
                Beginning::Standard => "κανονική",
                Beginning::Mirrored => "κατοπτρική",
                Beginning::Given => "η θέση που δόθηκε",
            }
        ),
        Message::AskStyle { styles } => format!("Ποια μορφή; {styles}· με Enter μένει όπως είναι"),
        Message::AskSize => {
            "Τι μέγεθος; Ζυγός αριθμός από 4 έως 26· με Enter μένει όπως είναι".into()
        }
        Message::AskOpponent { list } => {
            format!("Με ποιον αντίπαλο; Με Enter μένει ο ίδιος\n{list}")
        }
        Message::About { opponent } => about(opponent).into(),
        Message::AboutRivals => {
            let [lowest, highest] = [Rung::LOWEST, Rung::HIGHEST].map(Rung::rating);
            let count = Rung::all().count();
            format!("παίζουν όπως οι άνθρωποι: {count}, με βαθμολογία περίπου {lowest} ως {highest}")
        }
        Message::Rival { rung } => format!("Ανταγωνιστής {rung}"),
        Message::AboutRival { rung, size } if size != Size::EIGHT => format!("ανταγωνιστής {rung}"),
        Message::AboutRival { rung, .. } => {
            let skill = skill(rung.skill());
            format!("ανταγωνιστής {rung} · περίπου {} · {skill}", rung.rating())
        }
        Message::Skill { skill: one } => skill(one).to_string(),
        Message::AskRival { suits, size } => format!(
            "\nΠόσο δυνατός να είναι ο ανταγωνιστής; ({} έως {}, ή `list` για όλους)\n\
             Enter: {}",
            Rung::LOWEST,
            Rung::HIGHEST,
            say(&Message::AboutRival { rung: suits, size })
        ),
        Message::BadRival { answer } => format!(
            "Το `{answer}` δεν είναι ανταγωνιστής· γράψε έναν αριθμό από {} έως {}, ή μόνο Enter· \
             άλλοι αντίπαλοι είναι στις ρυθμίσεις",
            Rung::LOWEST,
            Rung::HIGHEST
        ),
        Message::NoRival { answer } => format!(
            "Το `{answer}` δεν είναι ανταγωνιστής· υπάρχουν από rival:{} έως rival:{}, και το σκέτο rival σε ακολουθεί",
            Rung::LOWEST,
            Rung::HIGHEST
        ),
        Message::RivalElsewhere { size } => format!(
            "Σε {size}×{size} οι ανταγωνιστές είναι από αναζήτηση και τύχη· βαθμολογούνται μόνο μεταξύ τους."
        ),
        Message::RivalResult { has_won, is_clear } => match (has_won, is_clear) {
            (true, true) => "Νίκησες καθαρά αυτόν τον ανταγωνιστή",
            (true, false) => "Νίκησες αυτόν τον ανταγωνιστή δύο φορές στη σειρά",
            (false, true) => "Αυτός ο ανταγωνιστής σε νίκησε καθαρά",
            (false, false) => "Αυτός ο ανταγωνιστής σε νίκησε δύο φορές στη σειρά",
        }
        .to_string(),
        Message::NextRival { rung, size, result } => {
            let next = say(&Message::AboutRival { rung, size });
            format!("\n{result}. Επόμενο παιχνίδι: {next}; (ν/ο)")
        }
        Message::NotRemembered { why } => {
            format!("Την επόμενη φορά δεν θα θυμάμαι τον ανταγωνιστή σου: {why}")
        }
        Message::NewGame { names, symbols } => {
            let heading = "                 Ν έ ο   π α ι χ ν ί δ ι";
            let [dark, light] = Color::ALL.map(|color| symbol(symbols, color));
            format!(
                "\n---------------------------------------------------------\n\
                 {heading}\n\
                 ---------------------------------------------------------\n\
                 Μαύρα{dark}: {}. Λευκά{light}: {}.",
                names.black, names.white
            )
        }
        Message::Turn { name, color } => format!("Παίζει: {name} ({}):", shade(color)),
        Message::AskMove {
            last_letter,
            first,
            last,
            example,
        } => {
            if first == 0 {
                let (row, column) = (example.row(), example.column());
                format!("Δώσε γραμμή και στήλη (0-{last}), π.χ. {row} {column} (ή help)")
            } else {
                format!(
                    "Δώσε στήλη (a-{last_letter}) και γραμμή (1-{last}), π.χ. {example} (ή help)"
                )
            }
        }
        Message::AskColumn => "Δώσε στήλη:".into(),
        Message::IllegalMove {
            place,
            reason,
            legal,
        } => {
            let why = match reason {
                Reason::GameOver => "Το παιχνίδι τελείωσε".into(),
                Reason::OffBoard(size) => {
                    format!("Το ταμπλό {size}×{size} δεν έχει θέση {place}")
                }
                Reason::Occupied => format!("Υπάρχει ήδη πούλι στη θέση {place}"),
                Reason::TurnsNothing => format!("Ένα πούλι στη θέση {place} δεν θα γύριζε τίποτα"),
            };
            format!("Μη έγκυρη κίνηση. Διάλεξε άλλη θέση.\n{why}. Διαθέσιμες κινήσεις: {legal}")
        }
        Message::NotAMove { answer } => {
            format!("Το `{answer}` δεν είναι κίνηση· γράψε ένα τετράγωνο, π.χ. c4, ή `help`")
        }
        Message::MoveHelp { first } => format!(
            "Μια κίνηση είναι ένα τετράγωνο (c4) ή γραμμή και στήλη ({} {}). Επίσης:\n\
             hint: μια καλή κίνηση\n\
             undo: πάρε πίσω την κίνησή σου    redo: παίξ' την ξανά\n\
             rules: οι κανόνες                 quit: εγκατάλειψη",
            first + 3,
            first + 2
        ),
        Message::Moved { name, place } => format!("{name}: κίνηση: {place}"),
        Message::RowColumn { row, column } => format!("γραμμή {row} στήλη {column}"),
        Message::CannotMove { name, next } => {
            format!("Καμία διαθέσιμη κίνηση ({name}): ξαναπαίζει {next}.")
        }
        Message::Thinking {
            place: Some(place),
            score,
            moves,
        } => format!(
            "σκέφτεται: {place} ({score}), {moves} κινήσεις μπροστά. Ctrl-C για να παίξει τώρα"
        ),
        Message::Thinking { place: None, .. } => "σκέφτεται".to_string(),
        Message::Hint { place } => format!("Τι λες για {place};"),
        Message::Opening { name } => format!("Άνοιγμα: {name}"),
        Message::NothingToUndo => "Δεν υπάρχει δική σου κίνηση για αναίρεση.".into(),
        Message::NothingToRedo => "Καμία κίνηση δεν αναιρέθηκε.".into(),
        Message::Score {
            names,
            counts,
            empty_percent,
        } => {
            let percent = format!("{empty_percent:.1}").replace('.', ",");
            format!(
                "Σκορ: {} {} - {} {} (κενό το {percent}% του ταμπλό)",
                names.black, counts.black, counts.white, names.white
            )
        }
        Message::Winner {
            name,
            human,
            color,
            counts,
        } => {
            let ByColor { black, white } = counts;
            let margin = black.abs_diff(white);
            let praise = if human {
                format!("Συγχαρητήρια, {name}, κέρδισες! Διαφορά: {margin}.")
            } else {
                format!("Νικητής: {name}. Διαφορά: {margin}.")
            };
            let side = shade(color);
            format!("\nΝικούν τα {side}\n{black} - {white}\n{praise}")
        }
        Message::Draw { counts } => {
            format!("\nΙσοπαλία\n{} - {}", counts.black, counts.white)
        }
        Message::YesOrNo => "ν, ο".into(),
        Message::Computer => "Υπολογιστής".into(),
        Message::PlayAgain => "\nΑκόμα ένα παιχνίδι; (ν/ο)".into(),
        Message::Goodbye => "Αντίο!".into(),
    }
}

fn about(opponent: Opponent) -> &'static str {
    match opponent {
        Opponent::Engine => "νικά τους περισσότερους ήδη στο επίπεδο 1· ακριβής στο τέλος",
        Opponent::Classic(Classic::Discs) => "μετράει πούλια, τίποτε άλλο",
        Opponent::Classic(Classic::CornersEdges) => {
            "πούλια, και περισσότερο για άκρες και γωνίες (ΟΠΑ, 2018)"
        }
        Opponent::Classic(Classic::Positional) => {
            "ζυγίζει τις θέσεις με επίθεση και ασφάλεια (2020)"
        }
        Opponent::Classic(Classic::Roxanne) => "προτεραιότητες θέσεων και κινητικότητα (2020)",
        Opponent::Classic(Classic::Walle) => "γωνίες, μετά άκρες, μετά πούλια (WALL-E, 2022)",
        Opponent::Classic(Classic::Greedy) => "γυρίζει όσα πιο πολλά μπορεί, τώρα",
        Opponent::Classic(Classic::Random) => "οποιαδήποτε επιτρεπτή κίνηση",
    }
}

fn skill(skill: Skill) -> &'static str {
    match skill {
        Skill::Newcomer => "μόλις έμαθε τους κανόνες",
        Skill::Beginner => "αρχάριος",
        Skill::ClubBeginner => "αρχάριος συλλόγου",
        Skill::ClubPlayer => "παίκτης συλλόγου",
        Skill::StrongClubPlayer => "δυνατός παίκτης συλλόγου",
        Skill::TournamentPlayer => "παίκτης τουρνουά",
        Skill::Master => "μαιτρ",
        Skill::Champion => "πρωταθλητής",
        Skill::Superhuman => "δυνατότερος από κάθε άνθρωπο",
    }
}

fn shade(color: Color) -> &'static str {
    match color {
        Color::Black => "μαύρα",
        Color::White => "λευκά",
    }
}
