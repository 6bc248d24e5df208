// A cup with a live page, whose games wait until the test lets them go on.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROGRAM } from './server.js';

const CUP = `title = "<i>Live</i> cup"
format = "round-robin"
size = 6
games = 2
clock = "600s"
startup = "600s"
sandbox = "off"
[[entrant]]
name = "<b>waits</b>"
folder = "waits"
player = "simple:sh bot.sh"
[[entrant]]
name = "greedy"
player = "greedy"
[[entrant]]
name = "walle"
player = "walle:1"
`;

/** A program that plays its first legal move. It waits at the gate before its second one, unless the gate is open. */
const BOT = `turn=0
while read -r color size time; do
  row=0
  while [ $row -lt "$size" ]; do read -r squares; row=$((row + 1)); done
  read -r moves
  turn=$((turn + 1))
  [ $turn -ne 2 ] || [ -e open ] || cat gate
  echo "\${moves%% *}"
done
`;

export class LiveCup {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'reversi-cup-'));
    mkdirSync(join(this.folder, 'waits'));
    writeFileSync(join(this.folder, 'cup.toml'), CUP);
    writeFileSync(join(this.folder, 'waits', 'bot.sh'), BOT);
    execFileSync('mkfifo', [join(this.folder, 'waits', 'gate')]);
    process.once('exit', this.last = () => this.process?.kill('SIGKILL'));
  }

  /** The page that stays behind. */
  get results() {
    return `file://${join(this.folder, 'cup-results', 'results.html')}`;
  }

  /** Starts the cup and waits for the address of its page. */
  async start() {
    this.process = spawn(PROGRAM, ['cup', join(this.folder, 'cup.toml'), '--live', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.origin = /http:\/\/[^/]+/.exec(await this.line('can be watched at'))[0];
    return this;
  }

  /** The next line with these words. @param {string} words */
  async line(words) {
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`the cup ended without saying: ${words}`);
      if (value.includes(words)) return value;
    }
  }

  /** Lets the games go on. */
  release() {
    writeFileSync(join(this.folder, 'waits', 'open'), '');
    closeSync(openSync(join(this.folder, 'waits', 'gate'), 'w'));
  }

  /** Ends the cup and removes its files. */
  async stop() {
    if (this.process && this.process.exitCode === null && this.process.signalCode === null) {
      const gone = once(this.process, 'exit');
      this.process.kill('SIGKILL');
      await gone;
    }
    process.off('exit', this.last);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
