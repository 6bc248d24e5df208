// A queue of game states from the server: each is shown after the discs of the last move have turned.
/** @import {Game} from '../../types.d.ts' */
/** @import {Arrival} from './types.d.ts' */

/** How long discs turn, in milliseconds. */
const TURNING = 520;
/** With more states than this waiting, only the newest is shown: the player was away. */
const MOST = 3;

export class Arrivals {
  /**
   * @param {(game: Game) => boolean} isMove Whether it would turn discs.
   * @param {(arrival: Arrival) => void} show
   */
  constructor(isMove, show) {
    this.isMove = isMove;
    this.show = show;
    /** @type {Arrival[]} */
    this.waiting = [];
    /** Whether every move is shown at once. */
    this.isHurried = false;
    this.calmAt = 0;
    this.timer = 0;
  }

  get isEmpty() {
    return this.waiting.length === 0;
  }

  /** Discs begin to turn. */
  turn() {
    this.calmAt = performance.now() + TURNING;
  }

  /** @param {Game} game */
  take(game) {
    this.waiting.push({ game, heard: performance.now() });
    if (this.waiting.length > MOST || document.hidden) this.waiting.splice(0, this.waiting.length - 1);
    this.drain();
  }

  drain() {
    clearTimeout(this.timer);
    const next = this.waiting[0];
    if (!next) return;
    const isMove = this.isMove(next.game);
    const wait = isMove && !document.hidden && !this.isHurried ? this.calmAt - performance.now() : 0;
    if (wait > 0) {
      this.timer = setTimeout(() => this.drain(), wait);
      return;
    }
    this.waiting.shift();
    if (isMove) this.turn();
    this.show(next);
    this.drain();
  }

  stop() {
    clearTimeout(this.timer);
    this.waiting = [];
  }
}
