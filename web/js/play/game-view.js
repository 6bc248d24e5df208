// The view of a live game: shows the server's state and sends the player's moves.
/** @import {Game, Position, Route, View} from '../../types.d.ts' */
/** @import {Pacer} from './pacer.js' */
/** @import {Arrival} from './types.d.ts' */
/** @import {openInvitation} from './windows.js' */
import { act, ApiProblem, fetchGame } from '../api.js';
import { PageBoard } from '../page-board.js';
import { announce, el, toast, write } from '../dom.js';
import { live } from '../live.js';
import { recall } from '../settings.js';
import { errorText } from '../text.js';
import { after } from './optimistic-move.js';
import { Arrivals } from './arrivals.js';
import { Clocks } from './clock.js';
import { Actions } from './actions.js';
import { Seat } from './seat.js';
import { keep, keptGame, noteGame } from './saved-games.js';
import { isDemo, isLink, isMyTurn, isRefused, mySide, nameOf, news, other, passText, SIDES, standing } from './game-text.js';
import { rungOf } from './rivals.js';
import { p } from './text.js';
import { Typing } from './typing.js';
import { ActionBar } from './action-bar.js';

/** The duration of the pass banner, in milliseconds. */
const BANNER = 2600;

/**
 * Opens a game, or shows why it cannot be opened.
 * @param {HTMLElement} host
 * @param {string} id
 * @param {string | null} key
 * @returns {Promise<View>}
 */
export async function openGame(host, id, key) {
  try {
    return await open(host, id, key);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 404 && keptGame(id)) keep({ id, isGone: true });
    // With a wrong key the user can still watch.
    if (error.status !== 403 || !key) throw error;
    toast(errorText(error));
    return open(host, id, null);
  }
}

/**
 * @param {HTMLElement} host
 * @param {string} id
 * @param {string | null} key
 */
async function open(host, id, key) {
  const game = await fetchGame(id, key);
  const table = new GameView(host, game, key);
  if (isDemo(game) && game.you.length > 0) {
    const { Pacer } = await import('./pacer.js');
    table.setPacer(new Pacer(() => table.step()));
  }
  return table.view();
}

export class GameView {
  /**
   * @param {HTMLElement} host
   * @param {Game} game
   * @param {string | null} key
   */
  constructor(host, game, key) {
    this.id = game.id;
    this.key = key;
    this.game = game;
    /** The server's newest state; shown after the animation. */
    this.newest = game;
    /** The time when the shown state arrived. */
    this.heard = performance.now();
    this.arrivals = new Arrivals(game => game.position.board !== this.position().board, arrival => this.arrive(arrival));
    /** The user's move that the server has not confirmed yet. @type {{ply: number, position: Position} | null} */
    this.pending = null;
    /** @type {string | null} */
    this.hint = null;
    this.showsLegal = recall('legal', true);
    this.board = new PageBoard(square => this.play(square));
    this.seats = { black: new Seat('black'), white: new Seat('white') };
    this.clocks = new Clocks({ black: this.seats.black.clock, white: this.seats.white.clock });
    this.actions = new Actions(this);
    this.actionBar = new ActionBar(this);
    /** @type {Pacer | null} */
    this.pacer = null;
    this.typing = new Typing({
      size: () => this.board.size,
      legal: () => (this.canMove() ? Object.keys(this.position().legal) : []),
      play: square => this.play(square),
      refuse: square => toast(p().notPossible(square)),
      show: text => {
        this.typed.hidden = !text;
        write(this.typed, `${text}_`);
      },
    });
    this.typed = el('span', { class: 'typed', hidden: true, 'aria-hidden': 'true' });
    this.banner = el('p', { class: 'banner', hidden: true, 'aria-hidden': 'true' });
    this.title = el('h1', { class: 'unseen' });
    this.bannerTimer = 0;
    /** @type {ReturnType<typeof openInvitation> | null} */
    this.invitation = null;

    const below = mySide(game) ?? 'black';
    this.seats[other(below)].element.classList.add('above');
    this.seats[below].element.classList.add('below');
    host.append(el('div', { class: 'table' }, this.title,
      this.seats[other(below)].element,
      el('div', { class: 'board-place' }, this.board.element, this.banner, this.typed),
      this.seats[below].element, this.actionBar.status,
      this.actionBar.acts, this.actionBar.links));
    const kept = keptGame(this.id);
    if (key && game.you.length > 0 && kept?.key !== key) {
      // If the browser has both keys, the invitation is for the side that is not open.
      keep({ id: this.id, key, invite: kept?.invite === key ? kept.key : kept?.invite });
    }
    this.show();
    this.offerRival(false);
    this.unwatch = live.watch(this.id, key, game => this.take(game), problem => toast(errorText(problem)));
    this.resized = () => this.actionBar.zoom();
    addEventListener('resize', this.resized);
  }

  /**
   * Adds the pacer of a game between two computers.
   * @param {Pacer} pacer
   */
  setPacer(pacer) {
    this.pacer = pacer;
    this.arrivals.isHurried = true;
    this.actionBar.acts.replaceWith(pacer.element);
    pacer.end(this.game.status === 'over');
    if (this.game.moves.length === 0 || recall('going', true)) pacer.go();
  }

  /** @returns {View} */
  view() {
    // Large boards can be measured only once they are on the page.
    requestAnimationFrame(() => {
      this.actionBar.zoom();
      this.board.reveal(this.game.position.last ?? centre(this.board.size));
      this.actions.inviteFirst();
    });
    const { id, key } = this;
    const keys = () => this.actionBar.keys();
    return {
      get keys() { return keys(); },
      pressed: event => this.pressed(event),
      update: (/** @type {Route} */ { parts }) => parts[1] === id && (parts[2] ?? null) === key,
      leave: () => this.leave(),
    };
  }

  /**
   * Handles typed squares. Arrow keys move the focus to the board.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (event.key.startsWith('Arrow')) {
      this.board.squares[this.board.at]?.focus();
      return true;
    }
    return this.game.you.length > 0 && this.game.status === 'playing' && !this.pacer && this.typing.pressed(event);
  }

  leave() {
    this.unwatch();
    this.clocks.stop();
    this.pacer?.stop();
    this.typing.clear();
    this.invitation?.close();
    this.arrivals.stop();
    clearTimeout(this.bannerTimer);
    removeEventListener('resize', this.resized);
  }

  /** The shown position: with the user's move while it is not confirmed, else the server's. */
  position() {
    return this.pending?.position ?? this.game.position;
  }

  canMove() {
    return !this.pending && isMyTurn(this.game) && this.arrivals.isEmpty;
  }

  /**
   * Accepts a state from the server. Socket messages come in order; answers to requests may be late.
   * @param {Game} game
   * @param {boolean} [isAnswer]
   */
  take(game, isAnswer = false) {
    if (game.id !== this.id || (isAnswer && game.version <= this.newest.version)) return;
    this.newest = game;
    this.arrivals.take(game);
  }

  /** @param {Arrival} arrival */
  arrive({ game, heard }) {
    const before = this.game;
    this.game = game;
    if (this.pending && (game.result || game.moves.length !== this.pending.ply)) this.pending = null;
    if (game.moves.length !== before.moves.length) this.hint = null;
    if (isRefused(before, game)) toast(p().declined);
    this.heard = heard;
    this.show();
    this.tell(before);
  }

  /** Shows the current state. */
  show() {
    const { game } = this;
    const position = this.position();
    const focused = document.activeElement;
    write(this.title, p().gameOf(nameOf(game, 'black'), nameOf(game, 'white')));
    this.draw();
    this.clocks.set(game.clock, this.heard, mySide(game));
    for (const seat of Object.values(this.seats)) seat.show(game, position.counts, position.to_move);
    this.actionBar.show(game, position);
    this.pacer?.end(game.status === 'over');
    const side = mySide(game);
    if (side) this.invitation?.tell(game.players[other(side)].here);
    document.title = `${isMyTurn(game) && side ? '● ' : ''}${standing(game).title} · Reversi`;
    noteGame(game);
    // The focused element may be hidden now; the board never is.
    if (focused instanceof HTMLElement && focused !== document.body && !focused.checkVisibility()) this.board.squares[this.board.at]?.focus({ preventScroll: true });
  }

  draw() {
    this.board.show(this.position(), { isOpen: this.canMove(), showsLegal: this.showsLegal, hint: this.hint });
  }

  /**
   * Announces what has changed.
   * @param {Game} before
   */
  tell(before) {
    const { game } = this;
    const words = news(before, game);
    if (words) announce(words);
    if (game.moves.length !== before.moves.length && game.position.passed) this.flash(passText(game, game.position.passed));
    if (game.result && !before.result) this.board.celebrate(game.result.winner);
    // An undo lets a game go on that was over.
    if (Boolean(game.result) !== Boolean(before.result)) this.offerRival(Boolean(game.result));
    const side = mySide(game);
    if (side && isLink(game)) {
      const they = other(side);
      if (game.undo_asked_by === they && before.undo_asked_by !== they) announce(p().undoWanted(nameOf(game, they)));
      if (game.players[they].here && !before.players[they].here && this.invitation) {
        this.invitation.close();
        this.invitation = null;
        toast(p().friendHere);
      }
    }
    if (game.rematch && !before.rematch) announce(p().rematchReady);
  }

  /** Notes a game against a rival, and offers the next one after it. @param {boolean} isNews */
  offerRival(isNews) {
    const { game } = this;
    const hasRival = SIDES.some(side => rungOf(game.players[side].player));
    if (hasRival) void import('./climb.js').then(({ offerRival }) => offerRival(this, isNews));
  }

  /** @param {string} text */
  flash(text) {
    write(this.banner, text);
    this.banner.hidden = false;
    clearTimeout(this.bannerTimer);
    this.bannerTimer = setTimeout(() => { this.banner.hidden = true; }, BANNER);
  }

  /**
   * Plays a move. The disc is shown at once, and removed if the server refuses the move.
   * @param {string} square
   */
  play(square) {
    if (!this.canMove()) return;
    const { game } = this;
    this.hint = null;
    this.pending = { ply: game.moves.length, position: after(game.position, square) };
    this.arrivals.turn();
    this.draw();
    for (const seat of Object.values(this.seats)) seat.show(game, this.pending.position.counts, this.pending.position.to_move);
    act(this.id, this.key, 'move', { square, ply: game.moves.length }).then(answer => this.take(answer, true), error => {
      this.pending = null;
      this.show();
      this.failed(error);
    });
  }

  /**
   * Sends another action.
   * @param {string} verb
   * @param {Record<string, unknown>} [body]
   */
  async act(verb, body) {
    try {
      const answer = await act(this.id, this.key, verb, body);
      if (answer.version !== undefined) this.take(answer, true);
      return answer;
    } catch (error) {
      this.failed(error);
      return null;
    }
  }

  /** @param {unknown} error */
  failed(error) {
    toast(errorText(error));
    const { code } = /** @type {ApiProblem} */ (error);
    if (code !== 'stale' && code !== 'computers_turn') return;
    fetchGame(this.id, this.key).then(game => this.take(game, true), () => {});
  }

  async step() {
    if (this.game.status === 'over') return false;
    // The answer arrives after the computer has moved.
    const answer = await this.act('step?wait=reply');
    return answer !== null && answer.status === 'playing';
  }
}

/** @param {number} size */
const centre = size => `${String.fromCharCode(96 + size / 2)}${size / 2}`;
