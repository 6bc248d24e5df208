// The layout of practice: a board beside a task, feedback, buttons and details.
/** @import {Look, Position} from '../../types.d.ts' */
import { el, toast, write } from '../dom.js';
import { PageBoard } from '../page-board.js';
import { errorText } from '../text.js';
import { Feedback, head, Tally } from './layout.js';

/** The pause between the moves of a line that is shown, in milliseconds. */
const PAUSE = 650;

/** @param {number} time */
const wait = time => new Promise(resolve => setTimeout(resolve, time));

/** @param {boolean} isStill Whether motion should be avoided. */
export const pause = isStill => wait(isStill ? PAUSE / 2 : PAUSE);

export class Trainer {
  /**
   * @param {HTMLElement} host
   * @param {{title: string, href?: string, back?: string, onchoose: (square: string) => void}} room
   */
  constructor(host, { title, href, back, onchoose }) {
    /** Counts what was opened, so that late answers are dropped. */
    this.visit = 0;
    this.board = new PageBoard(onchoose);
    this.feedback = new Feedback();
    this.tally = new Tally();
    this.facts = el('p', { class: 'puzzle-facts soft figures' });
    this.ask = el('h2', {});
    this.bar = el('div', { class: 'room-bar puzzle-bar' });
    this.more = el('div', { class: 'bar room-more' });
    this.details = el('div', { class: 'room-details' });
    const top = head(title, href, back);
    this.title = /** @type {HTMLElement} */ (top.querySelector('h1'));
    this.room = el('div', { class: 'room' },
      el('div', { class: 'room-board' }, this.board.element, this.tally.element),
      el('section', { class: 'card room-side', 'aria-label': title },
        this.facts, this.ask, this.feedback.element, this.bar, this.more, this.details));
    host.append(top, this.room);
  }

  /**
   * @param {Position} position
   * @param {Look} [look]
   */
  show(position, look = {}) {
    this.board.show(position, look);
    this.tally.show(position);
  }

  /**
   * @param {string} facts
   * @param {string} ask
   */
  write(facts, ask) {
    write(this.facts, facts);
    write(this.ask, ask);
  }

  /**
   * Runs work that asks the server. A problem is told, and `undo` is called.
   * @param {(isCurrent: () => boolean) => Promise<void>} work
   * @param {() => void} [undo]
   */
  async guarded(work, undo = () => {}) {
    const { visit } = this;
    const isCurrent = () => visit === this.visit;
    try {
      await work(isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      toast(errorText(error));
      undo();
    }
  }
}
