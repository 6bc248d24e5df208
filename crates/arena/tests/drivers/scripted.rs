//! A scripted program: a function answers each input line.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use arena::transport::{Chunk, Transport};
use play::Fault;

/// The reaction of a scripted program to an input line.
pub enum Reaction {
    /// Writes this text in one chunk.
    Say(String),
    /// Writes one letter this number of times, one chunk each.
    Trickle(char, usize),
    /// Exits with this exit status.
    Die(&'static str),
}

/// A program simulated by a function.
pub struct ScriptedProgram {
    play: Box<dyn FnMut(&str) -> Reaction + Send>,
    said: VecDeque<Chunk>,
    dead: Option<&'static str>,
    heard: Arc<Mutex<Vec<String>>>,
    unfinished: String,
}

impl ScriptedProgram {
    /// A program that writes `greeting` when it starts.
    pub fn new(
        greeting: &str,
        play: impl FnMut(&str) -> Reaction + Send + 'static,
    ) -> ScriptedProgram {
        let mut scripted = ScriptedProgram {
            play: Box::new(play),
            said: VecDeque::new(),
            dead: None,
            heard: Arc::default(),
            unfinished: String::new(),
        };
        scripted.say(greeting);
        scripted
    }

    /// The lines that the program received so far.
    pub fn heard(&self) -> Arc<Mutex<Vec<String>>> {
        Arc::clone(&self.heard)
    }

    fn say(&mut self, text: &str) {
        if !text.is_empty() {
            self.said.push_back(Chunk {
                bytes: text.as_bytes().to_vec(),
                at: Instant::now(),
            });
        }
    }
}

impl Transport for ScriptedProgram {
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
                Reaction::Say(text) => self.say(&text),
                Reaction::Trickle(letter, times) => {
                    let letter = letter.to_string();
                    (0..times).for_each(|_| self.say(&letter));
                }
                Reaction::Die(how) => self.dead = Some(how),
            }
        }
        Ok(())
    }

    fn close_input(&mut self) {
        self.dead = self.dead.or(Some("exit status: 0"));
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        if let Some(piece) = self.said.pop_front() {
            return Ok(Some(piece));
        }
        if self.dead.is_some() {
            return Ok(Some(Chunk {
                bytes: Vec::new(),
                at: Instant::now(),
            }));
        }
        // Output comes only after input: there is nothing to wait for.
        let wait = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        thread::sleep(wait.unwrap_or(Duration::ZERO));
        Ok(None)
    }

    fn exit_status(&mut self) -> String {
        self.dead.unwrap_or("alive").to_string()
    }

    fn stderr(&mut self) -> String {
        String::new()
    }
}
