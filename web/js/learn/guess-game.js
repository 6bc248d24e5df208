// A game whose moves of one side are guessed, and the result at its end.
/** @import {Analysis, Position, Side} from '../../types.d.ts' */
/** @import {Loss} from '../analyse/attempt.js' */
/** @import {GuessedGame} from './kept-guess.js' */
import { lostBy, SECONDS, verdictOf } from '../analyse/attempt.js';
import { title } from '../analyse/record.js';
import { lost, plain } from '../analyse/score.js';
import { positions } from '../api.js';
import { announce, button, el, rest, toast } from '../dom.js';
import { live } from '../live.js';
import { errorText, sideName } from '../text.js';
import { keptGuess } from './kept-guess.js';
import { w } from './practice-text.js';
import { Trainer } from './trainer.js';

/**
 * @typedef {object} Guessed A guess, the move of the game, and what both lose against the best move.
 * @property {number} number The number of the move in the game.
 * @property {string} guess
 * @property {string} played
 * @property {number} guessLost
 * @property {number} playedLost
 * @property {boolean} [guessExact] Whether what the guess loses is proven. Versions before this one did not keep it.
 * @property {boolean} [playedExact]
 */

export class GuessGame {
  /**
   * @param {GuessedGame} game
   * @param {Side} side
   * @param {number} from The number of moves that are not guessed.
   * @param {() => void} onleave
   */
  constructor(game, side, from, onleave) {
    this.game = game;
    this.side = side;
    this.from = from;
    this.onleave = onleave;
    /** @type {Position[]} */
    this.line = [];
    /** The numbers of moves before the moves to guess. @type {number[]} */
    this.turns = [];
    this.at = 0;
    /** @type {Guessed[]} */
    this.guesses = [];
    /** @type {'asking' | 'checking' | 'told' | 'over'} */
    this.state = 'asking';
    this.guess = '';
    /** @type {Analysis | null} */
    this.analysis = null;
    this.isLooking = false;
    this.stop = () => {};
    /** @type {Trainer | null} */
    this.trainer = null;
  }

  /** Fetches the positions. False if there is no move to guess. */
  async load() {
    const { begin, moves } = this.game;
    this.line = await positions({ begin, moves });
    const isTurn = (/** @type {Position} */ position, /** @type {number} */ ply) =>
      ply >= this.from && ply < moves.length && position.to_move === this.side && Object.keys(position.legal).length > 1;
    this.turns = this.line.flatMap((position, ply) => (isTurn(position, ply) ? [ply] : []));
    return this.turns.length > 0;
  }

  /**
   * Goes on after guesses of an earlier visit. False if they are not guesses of this game.
   * @param {Guessed[]} guesses
   */
  resume(guesses) {
    const { moves } = this.game;
    const fits = guesses.every(({ number, guess, played }, index) => number === this.turns[index] + 1
      && played === moves[number - 1] && guess in this.line[number - 1].legal);
    if (fits) Object.assign(this, { guesses, at: guesses.length });
    return fits;
  }

  /** Keeps the game and the guesses in the browser. */
  keep() {
    const { game, side, from, turns, guesses } = this;
    keptGuess.keep({ game, side, from, count: turns.length, guesses });
  }

  get name() {
    return this.game.players?.[this.side] || sideName(this.side);
  }

  /** The number of moves before the one that is guessed. */
  get ply() {
    return this.turns[this.at];
  }

  /** @param {HTMLElement} host */
  mount(host) {
    const { guess: words } = w();
    host.replaceChildren();
    this.trainer = new Trainer(host, { title: title(this.game, sideName), onchoose: square => this.choose(square) });
    this.next = button(words.next, () => this.onward(), { class: 'main' });
    this.trainer.bar.append(this.next);
    this.trainer.more.append(button(words.stop, () => this.stopGuessing(), { class: 'quiet' }));
    this.keep();
    this.askOrFinish();
    host.querySelector('h1')?.setAttribute('tabindex', '-1');
    /** @type {HTMLElement | null} */ (host.querySelector('h1'))?.focus({ preventScroll: true });
  }

  /** Shows the position of the next move to guess. */
  ask() {
    const { trainer } = this;
    if (!trainer) return;
    const { guess: words } = w();
    this.guess = '';
    this.look();
    trainer.write(words.facts(this.at + 1, this.turns.length), words.ask(sideName(this.side), this.name));
    trainer.feedback.ask(words.yourGuess);
    this.become('asking');
    announce(`${trainer.ask.textContent}`);
  }

  /** Starts the analysis of the position. If it is refused, the next guess starts another one. */
  look() {
    const { begin, moves } = this.game;
    this.stop();
    this.analysis = null;
    this.isLooking = true;
    this.stop = live.analyse({ begin, moves: moves.slice(0, this.ply), lines: 0, seconds: SECONDS }, analysis => {
      this.analysis = analysis;
      if (this.state === 'checking') this.check();
    }, problem => {
      this.isLooking = false;
      toast(errorText(problem));
      if (this.state !== 'checking') return;
      this.trainer?.feedback.ask(w().guess.yourGuess);
      this.become('asking');
    });
  }

  /**
   * @param {GuessGame['state']} state
   * @param {Map<string, string>} [marks]
   */
  become(state, marks) {
    this.state = state;
    this.trainer?.show(this.line[this.ply], { isOpen: state === 'asking', marks });
    if (this.next) rest(this.next, state !== 'told');
  }

  /** @param {string} square */
  choose(square) {
    if (this.state !== 'asking' || !(square in this.line[this.ply].legal)) return;
    this.guess = square;
    if (!this.isLooking) this.look();
    this.become('checking', new Map([[square, 'made']]));
    this.check();
  }

  /** Tells how good the guess was as soon as the analysis is deep enough. */
  check() {
    const { guess, trainer } = this;
    if (!trainer) return;
    const { guess: words } = w();
    const played = this.game.moves[this.ply];
    const [ours, theirs] = [guess, played].map(square => lostBy(square, this.analysis));
    if (!ours || !theirs) return trainer.feedback.ask(words.checking(guess));
    this.guesses.push({ number: this.ply + 1, guess, played, guessLost: ours.lost, playedLost: theirs.lost, guessExact: ours.exact, playedExact: theirs.exact });
    this.keep();
    const told = (/** @type {string} */ square, /** @type {Loss} */ loss) =>
      (verdictOf(loss.lost) === 'right' ? words.isBest(square) : words.loses(square, lost(loss.lost, loss.exact)));
    const text = guess === played ? [words.same(guess), told(guess, ours)] : [words.other_(played, guess), told(guess, ours), told(played, theirs)];
    const kind = guess === played || verdictOf(ours.lost) === 'right' ? 'right' : verdictOf(ours.lost) === 'near' ? 'info' : 'wrong';
    trainer.feedback.say(kind, text.join(' '));
    this.become('told', new Map([[guess, kind === 'right' ? 'right' : kind === 'info' ? 'near' : 'wrong'], [played, 'right']]));
    this.next?.focus({ preventScroll: true });
  }

  /** Goes on to the next move to guess, or to the result. */
  onward() {
    if (this.state !== 'told') return;
    this.at += 1;
    this.askOrFinish();
  }

  askOrFinish() {
    if (this.at < this.turns.length) this.ask();
    else this.finish();
  }

  /** Shows the result. */
  finish() {
    const { guesses, trainer } = this;
    if (!trainer) return;
    this.stop();
    this.state = 'over';
    trainer.more.hidden = true;
    const { guess: words } = w();
    const count = guesses.length;
    const mean = (/** @type {(guessed: Guessed) => number} */ of) => words.discs(plain(guesses.reduce((sum, guessed) => sum + of(guessed), 0) / count, 2));
    const number = (/** @type {(guessed: Guessed) => boolean} */ is) => words.ofAll(guesses.filter(is).length, count);
    const rows = [
      [words.matches, number(({ guess, played }) => guess === played)],
      [words.good, number(({ guessLost }) => verdictOf(guessLost) === 'right')],
      [words.better, number(({ guessLost, playedLost }) => playedLost - guessLost >= 0.5)],
      [words.yours, mean(({ guessLost }) => guessLost)],
      [words.theirs(this.name), mean(({ playedLost }) => playedLost)],
    ];
    trainer.show(/** @type {Position} */ (this.line.at(-1)), { isStill: true });
    trainer.write('', words.summary);
    trainer.feedback.ask('');
    trainer.details.replaceChildren(
      el('dl', { class: 'guess-sums' }, rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', { class: 'figures' }, value)))),
      el('details', {}, el('summary', {}, words.list), el('table', { class: 'losses figures' },
        el('thead', {}, el('tr', {}, [words.number, words.you, words.lost, words.master, words.lost].map(name => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, guesses.map(({ number: ply, guess, played, guessLost, playedLost, guessExact = false, playedExact = false }) => el('tr', {},
          el('th', { scope: 'row' }, String(ply)), el('td', {}, guess), el('td', {}, lost(guessLost, guessExact)), el('td', {}, played), el('td', {}, lost(playedLost, playedExact))))))));
    trainer.bar.replaceChildren(button(words.again, () => this.again()), button(words.other, () => this.stopGuessing(), { class: 'main' }));
    announce(`${words.summary}. ${rows.map(row => row.join(': ')).join('. ')}`);
  }

  again() {
    const { trainer } = this;
    if (!trainer) return;
    Object.assign(this, { at: 0, guesses: [] });
    trainer.more.hidden = false;
    trainer.details.replaceChildren();
    trainer.bar.replaceChildren(/** @type {HTMLElement} */ (this.next));
    this.keep();
    this.ask();
  }

  /** Leaves the game. It stays in the browser until its result was seen. */
  stopGuessing() {
    if (this.state === 'over') keptGuess.forget();
    this.onleave();
  }

  leave() {
    this.stop();
    this.state = 'over';
  }
}
