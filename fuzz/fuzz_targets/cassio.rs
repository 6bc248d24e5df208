//! Any lines are commands, replies or errors. A command that was read can be written and read
//! again, and the server survives every command.

#![no_main]

mod served;

use libfuzzer_sys::fuzz_target;
use arena::protocol::cassio::{Command, Reply, Server};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        if let Ok(command) = Command::read(line) {
            let written = command.to_string();
            let again = Command::read(&written).expect("what was written can be read");
            assert_eq!(again.to_string(), written);
        }
        if let Some(reply) = Reply::read(line) {
            let written = reply.to_string();
            let again = Reply::read(&written).expect("what was written can be read");
            assert_eq!(again.to_string(), written);
        }
    }
    served::serve(&mut Server::new(), &text);
});
