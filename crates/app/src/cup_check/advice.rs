//! Advice for a program that failed a check: expected behaviour, and how to fix it.

use arena::contest::check::Trial;
use arena::protocol::Protocol;
use play::Fault;

/// The expected behaviour.
pub fn expected(protocol: Protocol, trial: &Trial, fault: &Fault) -> String {
    match (trial, fault) {
        (_, Fault::Start(_)) => "a command that starts a program".to_string(),
        (Trial::Leave, _) => match protocol {
            Protocol::Simple | Protocol::Once => {
                "nothing more on standard output, and an end with exit status 0 within a second \
                 once the input has ended"
            }
            _ => "an end with exit status 0 within a second after `quit`, or when its input ends",
        }
        .to_string(),
        (_, Fault::Memory(_) | Fault::Processes(_) | Fault::Flood(_)) => {
            "a program that keeps within its limits".to_string()
        }
        (_, Fault::Illegal(error)) => format!("one of the legal squares: {}", error.legal),
        (_, Fault::Passed) => "a move: it has legal ones".to_string(),
        (_, Fault::RefusedMove(_)) => match protocol {
            Protocol::Console => "the board after that move".to_string(),
            _ => "a program that accepts every legal move".to_string(),
        },
        (_, Fault::RefusedPass(_)) => {
            "a side without a legal move passes, and the other side plays again".to_string()
        }
        (_, Fault::WrongBoard(_)) => "the board as it really is".to_string(),
        (Trial::Start(_), _) => ready(protocol).to_string(),
        _ => answer(protocol).to_string(),
    }
}

/// What a program writes when it is ready for a game.
fn ready(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Gtp => "answers to `boardsize` and `clear_board`: `=` and an empty line",
        Protocol::NBoard => "`pong 1` after `ping 1`",
        Protocol::Cassio => "`ready.` after `ENGINE-PROTOCOL init`",
        Protocol::Console => {
            "after `newgame 8`, the board: a line for each row, as in `1 |   | W | B |   |`, and \
             under it `White: 2 - Black: 2`"
        }
        Protocol::Simple | Protocol::Once => "a program that waits for its first board",
    }
}

/// What a program writes when it moves.
fn answer(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Gtp => "after `genmove`, `= f5` and an empty line",
        Protocol::NBoard => "after `go`, `=== F5`",
        Protocol::Cassio => "a line of results with `move F5`, and `ready.`",
        Protocol::Console => {
            "after `cont`, the board with the new move, `Move played: f5`, whose turn it is, and \
             the count `White: 1 - Black: 4`; after `play f5`, the same with that move"
        }
        Protocol::Simple => {
            "after the board and the line of legal moves, one line with one of them, such as f5"
        }
        Protocol::Once => {
            "one of the legal moves, such as f5, in the last line that it writes before it ends"
        }
    }
}

/// The most likely fix.
pub fn hint(protocol: Protocol, trial: &Trial, fault: &Fault) -> String {
    let colon = protocol.name();
    match fault {
        Fault::Start(_) => format!(
            "try the command in this folder: what follows `{colon}:` must start the program, and \
             a script needs its interpreter, as in {colon}:\"python3 bot.py\", or chmod +x and a \
             first line such as #!/usr/bin/env python3"
        ),
        _ if matches!(trial, Trial::Leave) => leaving(protocol).to_string(),
        Fault::Died(how) if how == "exit status: 0" && protocol == Protocol::Simple => {
            "read turns in a loop until the input ends; a program that makes one move and ends is \
             given as once: instead of simple:"
                .to_string()
        }
        Fault::Died(how) if how == "exit status: 0" => {
            "it ended as if all were well; let it read commands until `quit` or the end of its \
             input"
                .to_string()
        }
        Fault::Died(_) => {
            "it crashed: repeat the talk above by hand, or look at its standard error; a \
             debugger or a stack trace will show where"
                .to_string()
        }
        Fault::Silent { .. } => silence(protocol).to_string(),
        Fault::Late { .. } => {
            "stop thinking a little before the time is up: measure the time, and look less far \
             ahead when it is short"
                .to_string()
        }
        Fault::Flood(_) => {
            "it writes without end, perhaps in a loop after its input has ended; keep debugging \
             output on standard error, and little of it"
                .to_string()
        }
        Fault::Memory(_) => "it uses too much memory: free what it no longer needs".to_string(),
        Fault::Processes(_) => "it starts too many processes".to_string(),
        Fault::Threads(_) => "it starts too many threads".to_string(),
        Fault::Unsupervised { .. } => {
            "the process beside it was killed from outside: check it again".to_string()
        }
        Fault::Illegal(_) => {
            "compare its board with the moves of the game above: either its board is not the \
             real one, or its list of legal moves is wrong"
                .to_string()
        }
        Fault::Passed => {
            "never pass by yourself: a side that has to pass is not asked; if it finds no \
             legal move, its list of legal moves or its board is wrong"
                .to_string()
        }
        Fault::RefusedPass(_) => {
            "when a side has no legal move and the other has, change sides at once, without any \
             command for it"
                .to_string()
        }
        Fault::RefusedMove(_) => {
            "compare its board with the moves of the game above, and check the rule: a move must \
             turn at least one disc, in any of eight directions; see that it takes this side for \
             its opponent"
                .to_string()
        }
        Fault::WrongBoard(_) => {
            "check the rule: a move turns every run of opposing discs between the new disc and \
             the next disc of the mover, in all eight directions; in the usual position d4 and e5 \
             are white, e4 and d5 black, and row 1 is at the top; `newgame 6` starts on 6×6"
                .to_string()
        }
        Fault::Resigned => "let it play on: a game that is given up is lost".to_string(),
        Fault::Unreadable(_) => unreadable(protocol).to_string(),
        Fault::WrongColor(_) => match protocol {
            Protocol::Console => {
                "`selectcolor` names the colour of the person who types, not its own"
            }
            _ => "check which colour it has to play",
        }
        .to_string(),
        Fault::Protocol(_) => protocol_hint(protocol).to_string(),
    }
}

fn leaving(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Simple | Protocol::Once => {
            "leave the loop when reading gives no more line (end of file), write nothing after \
             that, and let main return 0"
        }
        _ => {
            "leave the loop on `quit`, and also when reading gives no more line (end of file), and \
             let main return 0"
        }
    }
}

fn silence(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Simple | Protocol::Once => {
            "it waits: see that it reads no more than the first line, the rows of the board and one \
             line of moves before it answers, and that it ends the answer with a newline"
        }
        _ => {
            "it waits: see that it answers each command before it reads the next one, and that it \
             ends the answer as the protocol says"
        }
    }
}

fn unreadable(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Simple => {
            "write the square and nothing else, as in f5; questions to the user and debugging \
             output go to standard error"
        }
        Protocol::Once => "let the last line be the square and nothing else, as in f5",
        Protocol::Console => "draw the board after each move, with B, W and blanks between |",
        _ => "answer with a letter and a number, as in f5",
    }
}

fn protocol_hint(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Console => {
            "`play` makes the move of the person who types, and only that; the program's own move \
             waits for `cont`; a new board is drawn after each; `selectcolor` names the colour of \
             the person who types"
        }
        Protocol::Simple => {
            "write one line for each turn and nothing else on standard output; debugging output \
             goes to standard error"
        }
        Protocol::Once => "end after the move is written, and do not wait for more input",
        Protocol::Gtp => "one answer for each command: `= text` or `? why not`, then an empty line",
        Protocol::NBoard => "answer `ping n` with `pong n`, and `go` with one line `=== F5`",
        Protocol::Cassio => "end every answer with `ready.`",
    }
}
