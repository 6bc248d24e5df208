//! `reversi gtp`, `reversi nboard`, `reversi cassio`: the engine as a server for other programs.

use std::io::{self, Write};

use anyhow::Result;
use arena::protocol::{Service, Thinker, cassio, gtp, nboard, serve};
use play::Repertoire;
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
        thinker(args)?,
        out,
    )
}

/// Serves the NBoard protocol.
pub fn nboard(args: &ServeArgs, out: Box<dyn Write>) -> Result<()> {
    run(
        &mut nboard::Server::new(args.strength()),
        thinker(args)?,
        out,
    )
}

/// Serves the Cassio protocol.
pub fn cassio(args: EngineArgs, out: Box<dyn Write>) -> Result<()> {
    let thinker = Thinker::new(args.into(), Repertoire::None, 0);
    run(&mut cassio::Server::new(), thinker, out)
}

fn thinker(args: &ServeArgs) -> Result<Thinker> {
    let repertoire = book::chosen(&args.book)?;
    Ok(Thinker::new(
        args.engine.into(),
        repertoire,
        args.seed.seed(),
    ))
}

fn run(service: &mut dyn Service, thinker: Thinker, mut out: Box<dyn Write>) -> Result<()> {
    Ok(serve(service, thinker, io::stdin(), &mut out)?)
}
