// A queue of game states from the server. Each is shown after the animation of the one before.
/** @import {Game} from '../../types.d.ts' */
/** @import {Arrival} from './types.d.ts' */

/** The duration of the animation, in milliseconds. */
const TURNING = 520;
/** The longest queue. If it is longer, the player was away, and only the newest state is shown. */
const MOST = 3;

export class Arrivals {
  /**
   * @param {(game: Game) => boolean} isMove Whether the state starts an animation.
   * @param {(arrival: Arrival) => void} show
   */
  constructor(isMove, show) {
    this.isMove = isMove;
    this.show = show;
    /** @type {Arrival[]} */
    this.waiting = [];
    /** Whether states are shown without waiting. */
    this.isHurried = false;
    this.calmAt = 0;
    this.timer = 0;
  }

  get isEmpty() {
    return this.waiting.length === 0;
  }

  /** Notes the start of an animation. */
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
