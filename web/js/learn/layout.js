// The layout of lessons and puzzles: a way back, a board beside words, and an answer box.
/** @import {Position, Side} from '../../types.d.ts' */
import { announce, el, sign } from '../dom.js';
import { sideName } from '../text.js';
import { l } from './text.js';

/**
 * The way back and the room's name.
 * @param {string} title
 * @param {string} [href]
 * @param {string} [back]
 */
export const head = (title, href = '#/learn', back = l().backToLearn) => el('header', { class: 'room-head' },
  el('a', { class: 'room-back', href }, sign('back'), back), el('h1', {}, title));

/** What is said to an answer: always there, so that nothing moves when words come. */
export class Talk {
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
   * What is asked, before there is an answer.
   * @param {string} text
   */
  ask(text) {
    this.element.dataset.kind = '';
    this.element.textContent = text;
  }
}

/** How many discs there are. */
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
