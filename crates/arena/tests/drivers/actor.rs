//! A program acted out by a function: lines in, text out.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use arena::contest::{Fault, Piece, Wire};

/// What an actor does on hearing a line.
pub enum Act {
    /// Says this, in one piece.
    Say(String),
    /// Says one letter so many times, each by itself.
    Trickle(char, usize),
    /// Ends, so.
    Die(&'static str),
}

/// A program acted out by a function.
pub struct Actor {
    play: Box<dyn FnMut(&str) -> Act + Send>,
    said: VecDeque<Piece>,
    dead: Option<&'static str>,
    heard: Arc<Mutex<Vec<String>>>,
    unfinished: String,
}

impl Actor {
    /// An actor that begins with some words.
    pub fn new(greeting: &str, play: impl FnMut(&str) -> Act + Send + 'static) -> Actor {
        let mut actor = Actor {
            play: Box::new(play),
            said: VecDeque::new(),
            dead: None,
            heard: Arc::default(),
            unfinished: String::new(),
        };
        actor.say(greeting);
        actor
    }

    /// The lines that it hears, as they come.
    pub fn heard(&self) -> Arc<Mutex<Vec<String>>> {
        Arc::clone(&self.heard)
    }

    fn say(&mut self, text: &str) {
        if !text.is_empty() {
            self.said.push_back(Piece {
                bytes: text.as_bytes().to_vec(),
                at: Instant::now(),
            });
        }
    }
}

impl Wire for Actor {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.unfinished += text;
        while let Some((line, rest)) = self.unfinished.split_once('\n') {
            let (line, rest) = (line.to_string(), rest.to_string());
            self.unfinished = rest;
            if let Some(how) = self.dead {
                return Err(Fault::Died(how.to_string()));
            }
            self.heard.lock().unwrap().push(line.clone());
            match (self.play)(&line) {
                Act::Say(text) => self.say(&text),
                Act::Trickle(letter, times) => {
                    let letter = letter.to_string();
                    (0..times).for_each(|_| self.say(&letter));
                }
                Act::Die(how) => self.dead = Some(how),
            }
        }
        Ok(())
    }

    fn hang_up(&mut self) {
        self.dead = self.dead.or(Some("exit status: 0"));
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Piece>, Fault> {
        if let Some(piece) = self.said.pop_front() {
            return Ok(Some(piece));
        }
        if self.dead.is_some() {
            return Ok(Some(Piece {
                bytes: Vec::new(),
                at: Instant::now(),
            }));
        }
        // Nothing will come without a question.
        let wait = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        thread::sleep(wait.unwrap_or(Duration::ZERO));
        Ok(None)
    }

    fn cause_of_death(&mut self) -> String {
        self.dead.unwrap_or("alive").to_string()
    }

    fn murmurs(&mut self) -> String {
        String::new()
    }
}
