// The program as a server: `reversi web`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
/** The program that is tested. */
export const PROGRAM = process.env.REVERSI ?? join(ROOT, 'target', 'debug', 'reversi');

export class Server {
  /** @param {string[]} more Additional arguments. */
  constructor(more = []) {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there; cargo build makes it, or REVERSI says where it is`);
    this.folder = mkdtempSync(join(tmpdir(), 'reversi-web-'));
    this.more = more;
    this.port = 0;
    /** Its standard error output, for error messages. */
    this.said = '';
    process.once('exit', this.last = () => this.process?.kill('SIGKILL'));
  }

  /** Starts the server, at the same port if it ran before, and waits for its address. */
  async start() {
    const page = process.env.REVERSI_PAGE ? ['--page', process.env.REVERSI_PAGE] : [];
    this.process = spawn(PROGRAM, ['web', '--no-open', '--port', String(this.port), '--data', join(this.folder, 'games.sqlite'), ...page, ...this.more],
      { stdio: ['ignore', 'pipe', 'pipe'] });
    this.process.stderr.on('data', text => { this.said += text; });
    const ended = once(this.process, 'exit').then(([code]) => { throw new Error(`reversi web ended with ${code}: ${this.said}`); });
    const lines = createInterface({ input: this.process.stdout });
    const [line] = await Promise.race([once(lines, 'line'), ended]);
    ended.catch(() => {});
    const address = /http:\/\/\S+?:(\d+)\//.exec(line);
    if (!address) throw new Error(`reversi web says no address: ${line}`);
    this.port = Number(address[1]);
    this.origin = address[0].slice(0, -1);
    return this;
  }

  /** Kills the server without warning, like a power cut. */
  async kill() {
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }

  /** Stops the server and removes its data. */
  async stop() {
    if (this.process && this.process.exitCode === null && this.process.signalCode === null) await this.kill();
    process.off('exit', this.last);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Sends a JSON request to the API and reads the JSON answer.
   * @param {string} path
   * @param {{body?: unknown, key?: string, method?: string}} [options]
   */
  async ask(path, { body, key, method = body === undefined ? 'GET' : 'POST' } = {}) {
    const response = await fetch(this.origin + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw Object.assign(new Error(`${path}: ${response.status} ${text}`), { status: response.status, text });
    return JSON.parse(text);
  }
}
