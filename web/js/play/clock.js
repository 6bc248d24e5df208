// Clocks: they count down locally between the server's messages.
/** @import {Clock, Side} from '../../types.d.ts' */
import { announce, write } from '../dom.js';
import { p } from './text.js';

/** The refresh interval, in milliseconds. Tenths of seconds are shown near the end. */
const TICK = 50;
/** Below this time, in milliseconds, a clock shows tenths. */
const SHORT = 20_000;
const TENTHS = 10_000;
/** The times left that screen readers announce, in seconds. */
const WARNINGS = [30, 10];

/**
 * The text of a time: `1:05:00`, `4:59`, `0:07.3`.
 * @param {number} milliseconds
 */
export function timeText(milliseconds) {
  const left = Math.max(milliseconds, 0);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  if (left < TENTHS) return `0:${two(Math.floor(left / 1000))}.${Math.floor(left / 100) % 10}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export class Clocks {
  /** @param {Record<Side, HTMLElement>} places */
  constructor(places) {
    this.places = places;
    /** @type {Clock | null} */
    this.clock = null;
    this.heard = 0;
    this.timer = 0;
    /** The side whose warnings are announced. @type {Side | null} */
    this.mine = null;
    this.warned = Infinity;
  }

  /**
   * Sets the clocks to the server's values, received at `heard`.
   * @param {Clock | null} clock
   * @param {number} heard
   * @param {Side | null} mine
   */
  set(clock, heard, mine) {
    this.clock = clock;
    this.heard = heard;
    this.mine = mine;
    clearInterval(this.timer);
    for (const place of Object.values(this.places)) place.hidden = !clock;
    if (!clock) return;
    if (mine && clock[mine] > this.warned * 1000) this.warned = Infinity;
    this.show();
    if (clock.running) this.timer = setInterval(() => this.show(), TICK);
  }

  /**
   * The time that a side has left now.
   * @param {Clock} clock
   * @param {Side} side
   */
  left(clock, side) {
    return clock[side] - (clock.running === side ? performance.now() - this.heard : 0);
  }

  show() {
    const { clock } = this;
    if (!clock) return;
    for (const side of /** @type {const} */ (['black', 'white'])) {
      const left = this.left(clock, side);
      write(this.places[side], timeText(left));
      this.places[side].classList.toggle('short', left < SHORT);
      this.places[side].classList.toggle('running', clock.running === side);
    }
    if (this.mine && clock.running === this.mine) this.warn(this.left(clock, this.mine));
  }

  /** @param {number} left */
  warn(left) {
    const due = WARNINGS.findLast(seconds => left <= seconds * 1000);
    if (due === undefined || due >= this.warned) return;
    this.warned = due;
    announce(p().secondsLeft(due));
  }

  stop() {
    clearInterval(this.timer);
  }
}
