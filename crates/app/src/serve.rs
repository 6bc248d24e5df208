//! `reversi gtp`, `reversi nboard`, `reversi cassio`: the engine as a server for other programs.

use std::io::{self, Write};

use anyhow::Result;
use arena::protocol::{Service, cassio, gtp, nboard, serve};
use engine::Settings;
use play::{EngineOptions, EnginePlayer};
use rules::Size;

use crate::cli::{EngineArgs, ServeArgs};
use crate::{book, input};

/// Serves the Go Text Protocol.
pub fn gtp(args: &ServeArgs, out: Box<dyn Write>) -> Result<()> {
    let load: gtp::Load = Box::new(|name| {
        let record = records::read_game(name, Size::EIGHT);
        record.map_err(|error| input::shown(&format!("{error:#}")))
    });
    run(
        &mut gtp::Server::new(args.strength(), load),
        player(args)?,
        out,
    )
}

/// Serves the NBoard protocol.
pub fn nboard(args: &ServeArgs, out: Box<dyn Write>) -> Result<()> {
    run(
        &mut nboard::Server::new(args.strength()),
        player(args)?,
        out,
    )
}

/// Serves the Cassio protocol.
pub fn cassio(args: EngineArgs, out: Box<dyn Write>) -> Result<()> {
    run(&mut cassio::Server::new(), engine_player(args, 0), out)
}

fn player(args: &ServeArgs) -> Result<EnginePlayer> {
    let repertoire = book::chosen(&args.book)?;
    let player = engine_player(args.engine, args.seed.seed());
    Ok(player.with_repertoire(&repertoire))
}

fn engine_player(args: EngineArgs, seed: u64) -> EnginePlayer {
    let Settings { threads, hash_mb } = args.into();
    let options = EngineOptions {
        threads: Some(threads),
        hash: Some(hash_mb),
        ..EngineOptions::default()
    };
    EnginePlayer::new(options, None, seed)
}

fn run(service: &mut dyn Service, player: EnginePlayer, mut out: Box<dyn Write>) -> Result<()> {
    Ok(serve(service, player, io::stdin(), &mut out)?)
}
