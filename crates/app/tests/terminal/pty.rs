//! A pseudo-terminal: sends keys and waits for output.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rexpect::process::{PtyProcess, WaitStatus};

use crate::common::reversi;

pub const CTRL_A: &str = "\x01";
pub const CTRL_C: &str = "\x03";
pub const CTRL_D: &str = "\x04";
pub const BACKSPACE: &str = "\x7f";
pub const ENTER: &str = "\r";
pub const TAB: &str = "\t";
pub const UP: &str = "\x1b[A";
pub const LEFT: &str = "\x1b[D";

/// The longest wait for output, for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Terminal {
    process: PtyProcess,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// Output that was not yet waited for.
    unread: Vec<u8>,
}

/// The program on a terminal without colours, in English.
pub fn plain(arguments: &str) -> Terminal {
    let mut command = reversi();
    command
        .env("NO_COLOR", "1")
        .args(arguments.split_whitespace());
    Terminal::open(command)
}

impl Terminal {
    pub fn open(command: Command) -> Terminal {
        let process = PtyProcess::new(command).expect("a terminal");
        let keyboard = process.get_file_handle().expect("its keyboard");
        let mut display = keyboard.try_clone().expect("its screen");
        let (sender, screen) = mpsc::channel();
        // Ends when the program ends or the test stops reading.
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = display.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            process,
            keyboard,
            screen,
            unread: Vec::new(),
        }
    }

    pub fn press(&mut self, keys: &[&str]) {
        let keys = keys.concat();
        self.keyboard
            .write_all(keys.as_bytes())
            .expect("the other end reads");
    }

    /// Waits until a text appears. Returns the output before it.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> String {
        loop {
            let found = self
                .unread
                .windows(text.len())
                .position(|window| window == text.as_bytes());
            if let Some(start) = found {
                let rest = self.unread.split_off(start + text.len());
                let mut before = std::mem::replace(&mut self.unread, rest);
                before.truncate(start);
                return String::from_utf8_lossy(&before).into_owned();
            }
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.unread.extend(bytes),
                Err(why) => {
                    let unread = String::from_utf8_lossy(&self.unread);
                    panic!("waited for {text:?} ({why}) in {unread:?}");
                }
            }
        }
    }

    /// Waits for the prompt of the console and of the guided game.
    #[track_caller]
    pub fn wait_for_prompt(&mut self) -> String {
        self.wait_for("\r\x1b[K> ")
    }

    /// Waits until the program ends. Returns the rest of its output and its exit code.
    #[track_caller]
    pub fn wait_for_end(mut self) -> (String, i32) {
        let ended = loop {
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.unread.extend(bytes),
                Err(why) => break why == RecvTimeoutError::Disconnected,
            }
        };
        let rest = String::from_utf8_lossy(&self.unread).into_owned();
        assert!(ended, "waited for the end after {rest:?}");
        match self.process.wait().expect("a child of ours") {
            WaitStatus::Exited(_, code) => (rest, code),
            other => panic!("{other:?} after {rest:?}"),
        }
    }

    /// Sends the line that ends the program.
    #[track_caller]
    pub fn leave(mut self, line: &str) {
        self.press(&[line, ENTER]);
        let (rest, code) = self.wait_for_end();
        assert_eq!(code, 0, "{rest:?}");
    }
}
