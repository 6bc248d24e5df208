//! Frames and bodies that no honest client sends: too long, compressed, or no text.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::attacker::{Attacker, until_closed};
use crate::web::remote::say;

/// A text frame, the whole message.
const TEXT: u8 = 0x81;
/// The same with the bit that says that it is compressed.
const COMPRESSED_TEXT: u8 = 0xc1;
/// The first frame of a text in parts, and a part that follows.
const FIRST_PART: u8 = 0x01;
const NEXT_PART: u8 = 0x00;

/// A frame of a client with a payload. The mask is zero, so the payload stays what it is.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    [&frame_head(kind, payload.len() as u64)[..], payload].concat()
}

/// The head of a frame that announces so many bytes.
fn frame_head(kind: u8, length: u64) -> Vec<u8> {
    let mut head = vec![kind, 0x80 | 127];
    head.extend(length.to_be_bytes());
    head.extend([0; 4]);
    head
}

/// Every kind of broken message, by name.
pub fn broken_messages() -> Vec<(&'static str, Vec<u8>)> {
    let part = vec![b'x'; 16 * 1024];
    let endless = std::iter::once(frame(FIRST_PART, &part));
    let endless = endless.chain((0..64).map(|_| frame(NEXT_PART, &part)));
    vec![
        ("a megabyte", frame(TEXT, &vec![b'x'; 1 << 20])),
        ("an announced exabyte", frame_head(TEXT, 1 << 60)),
        ("parts without end", endless.collect::<Vec<_>>().concat()),
        ("no UTF-8", frame(TEXT, &[b'"', 0xff, 0xfe, b'"'])),
        (
            "half a letter",
            frame(TEXT, "\"é\"".as_bytes().split_at(2).0),
        ),
        ("compressed", frame(COMPRESSED_TEXT, &bomb(1 << 14))),
        ("a frame of no kind", frame(0x8f, b"{}")),
        ("no mask", vec![TEXT, 2, b'{', b'}']),
    ]
}

/// Sends broken messages; each of them ends its connection.
pub async fn broken_frames(attacker: Attacker) {
    let again = |attacker: Attacker, first: usize| async move {
        let all = broken_messages();
        for (_, bytes) in all.iter().cycle().skip(first) {
            send_broken(&attacker, bytes).await;
        }
    };
    attacker.many(8, again).await;
}

/// Sends one broken message, and waits for the end of the connection.
pub async fn send_broken(attacker: &Attacker, bytes: &[u8]) {
    let mut socket = attacker.live().await;
    // It may be closed before all is sent.
    let _ = socket.get_mut().write_all(bytes).await;
    until_closed(&mut socket).await;
    attacker.count.take();
}

/// Raw deflate data that unpacks to about 160 times its size: one zero, copied again and again.
pub fn bomb(length: usize) -> Vec<u8> {
    // A last block with fixed codes; the letter 0.
    let mut bits = vec![true, true, false];
    bits.extend([false, false, true, true, false, false, false, false]);
    while bits.len() < 8 * length {
        // Copy 258 bytes (code 285) from 1 byte before (code 0).
        bits.extend([true, true, false, false, false, true, false, true]);
        bits.extend([false; 5]);
    }
    let byte = |bits: &[bool]| {
        bits.iter()
            .rev()
            .fold(0, |byte, bit| byte << 1 | u8::from(*bit))
    };
    bits.chunks(8).map(byte).collect()
}

/// Offers compression, and sends compressed bodies, which nobody may unpack.
pub async fn compression(attacker: Attacker) {
    let again = |attacker: Attacker, _| async move {
        // The head of a gzip file without a name.
        let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
        let body = [&head[..], &bomb(1 << 20)].concat();
        loop {
            assert_eq!(offer_compression(&attacker).await, None, "it was accepted");
            send_compressed(&attacker, &body).await;
            attacker.count.take();
        }
    };
    attacker.many(4, again).await;
}

/// Sends a compressed body, and returns the first line of the answer.
pub async fn send_compressed(attacker: &Attacker, body: &[u8]) -> String {
    let more = format!(
        "Connection: close\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n",
        body.len()
    );
    let head = attacker.remote.head("POST", "/api/read", &more);
    exchange(attacker, &[head.as_bytes(), body].concat()).await
}

/// Offers compression for a WebSocket, and returns the extension that the server accepts.
pub async fn offer_compression(attacker: &Attacker) -> Option<String> {
    let more = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
                Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
    let head = attacker.remote.head("GET", "/api/live", more);
    let answer = exchange(attacker, head.as_bytes())
        .await
        .to_ascii_lowercase();
    let accepted = answer
        .lines()
        .find(|line| line.starts_with("sec-websocket-extensions"));
    accepted.map(str::to_string)
}

/// The head of the answer to some bytes; empty when there is none.
async fn exchange(attacker: &Attacker, bytes: &[u8]) -> String {
    let mut heard = Vec::new();
    if let Some(mut stream) = attacker.remote.connect().await {
        // It may be refused before all is said.
        let _ = stream.write_all(bytes).await;
        let mut part = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut part).await {
            heard.extend_from_slice(&part[..count]);
            if heard.windows(4).any(|four| four == b"\r\n\r\n") {
                break;
            }
        }
    }
    String::from_utf8_lossy(&heard).into_owned()
}

/// Watches a game on a large board, in which something happens all the time, and reads nothing.
pub async fn slow_readers(attacker: Attacker, count: usize) {
    let mut client = attacker.http().await;
    let wish = json!({"begin": {"size": 26}, "black": "random", "white": "random"});
    loop {
        let made = attacker.post(&mut client, "/api/games", "", &wish).await;
        let Some(made) = made else { continue };
        let (id, key) = (
            made["id"].as_str().expect("a name"),
            made["keys"]["black"].as_str(),
        );
        let mut sockets = Vec::new();
        for _ in 0..count {
            let mut socket = attacker.live().await;
            let watch = json!({"type": "watch", "game": id, "key": key});
            if say(&mut socket, &watch).await.is_some() {
                attacker.count.take();
            }
            sockets.push(socket);
        }
        let path = format!("/api/games/{id}/step?wait=reply");
        let mut game = made["game"].clone();
        while game["status"] == "playing" {
            let step = attacker
                .post(&mut client, &path, key.expect("a key"), &json!({}))
                .await;
            game = step.unwrap_or(game);
        }
    }
}
