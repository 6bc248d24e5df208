//! `reversi farm init`: a server's configuration, and keys.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use jobs::Setup;

use crate::cli::InitArgs;

/// Prepares a farm, or adds a worker to one, and says what to type next.
pub fn run(args: &InitArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let folder = args.folder.display();
    if let Some(name) = &args.add_worker {
        let key = jobs::add_worker(&args.folder, name)?;
        writeln!(out, "Worker {name} has the key {}.", key.display())?;
        writeln!(out, "Tell the server:  nats-server --signal reload")?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let setup = Setup {
        folder: args.folder.clone(),
        workers: args.workers.0.clone(),
        listen: args.listen.clone(),
        store: args.store.clone(),
        max_store: args.max_store,
    };
    let keys = setup.write()?;
    let names: Vec<String> = keys.iter().map(|key| file_name(key)).collect();
    let url = format!("nats://{}", args.listen);
    let worker = names.last().map_or("", String::as_str);
    writeln!(
        out,
        "{folder} has nats.conf and keys: {}.",
        names.join(", ")
    )?;
    writeln!(
        out,
        "Start the server:    nats-server -c {folder}/nats.conf"
    )?;
    writeln!(
        out,
        "Start each worker:   reversi worker --farm {url} --nkey {folder}/{worker}"
    )?;
    writeln!(
        out,
        "Give it work:        reversi solve FILE --farm {url} --nkey {folder}/client.nk"
    )?;
    writeln!(
        out,
        "Look at it:          reversi farm status --farm {url} --nkey {folder}/watcher.nk"
    )?;
    if !is_here(&args.listen) {
        writeln!(
            out,
            "The server can be reached from other computers. Keys are safe there, but what is sent can \
             be read: docs/farm.md shows how to encrypt it."
        )?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Whether an address belongs to this computer only.
fn is_here(listen: &str) -> bool {
    let address = listen.parse::<SocketAddr>();
    address.is_ok_and(|address| address.ip().is_loopback()) || listen.starts_with("localhost:")
}
