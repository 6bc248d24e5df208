// The layout of lessons and puzzles: a back link, a board beside text, and a feedback box.
/** @import {Position, Side} from '../../types.d.ts' */
import { announce, el, sign } from '../dom.js';
import { sideName } from '../text.js';
import { l } from './text.js';

/**
 * The back link and the title.
 * @param {string} title
 * @param {string} [href]
 * @param {string} [back]
 */
export const head = (title, href = '#/learn', back = l().backToLearn) => el('header', { class: 'room-head' },
  el('a', { class: 'room-back', href }, sign('back'), back), el('h1', {}, title));

/** The feedback to an answer. It always takes its space, so that the layout does not move. */
export class Feedback {
  constructor() {
    this.element = el('p', { class: 'talk' });
  }

  /**
   * @param {'' | 'right' | 'wrong' | 'info'} kind
   * @param {string} text
   */
  say(kind, text) {
    this.element.dataset.kind = kind;
    this.element.textContent = text;
    if (text) announce(text);
  }

  /**
   * Shows the task, before there is an answer.
   * @param {string} text
   */
  ask(text) {
    this.element.dataset.kind = '';
    this.element.textContent = text;
  }
}

/** The disc counts. */
export class Tally {
  constructor() {
    this.element = el('p', { class: 'tally figures' });
  }

  /** @param {Position} position */
  show(position) {
    const side = (/** @type {Side} */ name) => el('span', { class: position.to_move === name ? 'to-move' : '' },
      el('span', { class: `token ${name}`, 'aria-hidden': 'true' }), `${sideName(name)} ${position.counts[name]}`);
    this.element.replaceChildren(side('black'), side('white'));
  }
}
