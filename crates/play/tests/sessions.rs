//! Sessions: side to move, hints, and the end of a game.

use crate::common::{SAMPLE, analysis, moves, players, point, sample, session, step, suggest};
use engine::{Classic, Level, Opponent, Random};
use play::{
    Clock, Computer, Computers, Player, PlayerSpec, Session, TimeControl, VerbError, Watch,
};
use rules::{ByColor, Color, Diagram, Game, Reason, Size, Start};

/// A position without legal moves for either side.
const FINISHED: &str = "XXXX XXXX XXXX OOO- X";

#[test]
fn only_the_side_whose_turn_it_is_moves() {
    let mut session = session(8, "human", "walle:2", 1);
    assert_eq!(session.mover(), Some(PlayerSpec::Human));
    assert_eq!(session.mover(), Some(PlayerSpec::Human));
    assert_eq!(session.game().to_move(), Some(Color::Black));
    assert_eq!(session.think(), Err(VerbError::HumansTurn));

    session.play(point("f5")).expect("a legal move");
    assert_eq!(session.mover(), Some(session.players().white));
    assert!(session.human_moves().is_empty());
    assert_eq!(session.play(point("d6")), Err(VerbError::ComputersTurn));
    let suggestion = suggest(&mut session, Opponent::Engine, Level::DEFAULT);
    assert_eq!(suggestion, Err(VerbError::ComputersTurn));
    assert_eq!(moves(&session), "f5");

    let (turn, chosen) = session.think().expect("the computer's turn");
    assert_eq!(
        (turn.color(), turn.point()),
        (Color::White, chosen.point.expect("a move"))
    );
    assert!(analysis(&chosen).best_moves.contains(turn.point()));
    assert_eq!(session.mover(), Some(PlayerSpec::Human));
}

#[test]
fn a_move_chosen_elsewhere_is_made_in_the_computers_turn_only() {
    let mut session = session(8, "human", "walle:2", 1);
    assert_eq!(session.reply(point("f5")), Err(VerbError::HumansTurn));
    session.play(point("f5")).expect("a legal move");
    let illegal = session.reply(point("a1"));
    assert!(matches!(illegal, Err(VerbError::Illegal(_))), "{illegal:?}");
    let mut computers = Computers::new(7);
    let mut walle = computers.player(Computer::Classic(Classic::Walle, Level::DEFAULT));
    let clock = Clock::new(TimeControl::default());
    let chosen = Watch::unwatched(|watch| walle.choose(session.game(), &clock, watch));
    let point = chosen.expect("an answer").point.expect("a move");
    assert_eq!(session.reply(point).expect("a legal move").point(), point);
    assert_eq!(session.mover(), Some(PlayerSpec::Human));
    session.undo().expect("a move to take back");
    let undone: Vec<String> = session
        .game()
        .undone()
        .map(|point| point.to_string())
        .collect();
    assert_eq!(undone, ["f5".to_string(), point.to_string()]);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut session = session(8, "human", "human", 1);
    let illegal = [
        ("a1", Reason::TurnsNothing),
        ("d4", Reason::Occupied),
        ("j10", Reason::OffBoard(Size::EIGHT)),
    ];
    for (name, reason) in illegal {
        let Err(VerbError::Illegal(error)) = session.play(point(name)) else {
            panic!("{name} is illegal");
        };
        assert_eq!((error.point, error.reason), (point(name), reason));
    }
    assert_eq!(session.game(), &Game::new(Size::EIGHT));
}

#[test]
fn no_player_moves_once_the_game_is_over() {
    for (black, white) in [
        ("human", "human"),
        ("walle:2", "human"),
        ("discs:1", "random"),
    ] {
        let mut session = sample(black, white);
        assert_eq!(session.mover(), None);
        assert!(session.human_moves().is_empty());
        assert_eq!(session.play(point("a1")), Err(VerbError::GameOver));
        assert_eq!(session.think(), Err(VerbError::GameOver));
        let suggestion = suggest(&mut session, Opponent::Engine, Level::DEFAULT);
        assert_eq!(suggestion, Err(VerbError::GameOver));
        assert_eq!(moves(&session), SAMPLE);
    }
}

#[test]
fn a_session_can_begin_where_the_game_is_over() {
    let finished: Diagram = FINISHED.parse().expect("a board");
    let game = Game::from_diagram(finished);
    let mut session = Session::new(game, players("human", "engine:3"), 1);
    assert_eq!(session.mover(), None);
    assert_eq!(session.play(point("d4")), Err(VerbError::GameOver));
    assert_eq!(session.think(), Err(VerbError::GameOver));
    assert_eq!(session.undo(), Err(VerbError::NothingToUndo));
    assert_eq!(session.redo(), Err(VerbError::NothingToRedo));
    assert_eq!(
        session.game().counts(),
        ByColor {
            black: 12,
            white: 3
        }
    );

    session.restart(Diagram::start(Size::MIN, Start::Standard));
    assert_eq!(session.mover(), Some(PlayerSpec::Human));
    assert_eq!(session.players(), &players("human", "engine:3"));
}

#[test]
fn a_suggestion_is_legal_and_changes_nothing() {
    for opponent in Opponent::ALL {
        let mut asked = session(6, "human", "random", 3);
        let mut not_asked = session(6, "human", "random", 3);
        let (mut chance, mut same_chance) = (Random::new(3), Random::new(3));
        while !asked.game().is_over() {
            if !asked.human_moves().is_empty() {
                let before = asked.game().clone();
                let suggestion = suggest(&mut asked, opponent, Level::DEFAULT).expect("a turn");
                assert!(
                    asked.game().legal_moves().contains(suggestion),
                    "{opponent}"
                );
                let again = suggest(&mut asked, opponent, Level::DEFAULT);
                assert_eq!(again, Ok(suggestion), "{opponent}");
                assert_eq!(asked.game(), &before);
            }
            step(&mut asked, &mut chance);
            step(&mut not_asked, &mut same_chance);
            assert_eq!(asked.game(), not_asked.game(), "{opponent}");
        }
    }
}

#[test]
fn a_seed_repeats_a_game() {
    let game = |black: &str, white: &str, seed| {
        let mut session = session(6, black, white, seed);
        while session.think().is_ok() {}
        assert!(session.game().is_over());
        moves(&session)
    };
    for (black, white) in [
        ("random", "random"),
        ("walle:2", "engine:2"),
        ("greedy", "roxanne:1"),
    ] {
        assert_eq!(game(black, white, 5), game(black, white, 5));
    }
    let games: Vec<String> = (0..10).map(|seed| game("random", "random", seed)).collect();
    assert!((1..10).all(|seed| !games[..seed].contains(&games[seed])));
}

#[test]
fn errors_say_whose_turn_it_is() {
    let texts = [
        (VerbError::HumansTurn, "It's your turn to play"),
        (VerbError::ComputersTurn, "It's the computer's turn to play"),
        (VerbError::GameOver, "The game is over"),
        (
            VerbError::NothingToUndo,
            "You have made no move to take back",
        ),
        (VerbError::NothingToRedo, "No move was taken back"),
    ];
    for (error, text) in texts {
        assert_eq!(error.to_string(), text);
    }
    let illegal = session(8, "human", "human", 1).play(point("a1"));
    let text = "Illegal move: a disc on a1 would turn nothing; legal squares: d3 c4 f5 e6";
    assert_eq!(illegal.expect_err("an illegal move").to_string(), text);
}
