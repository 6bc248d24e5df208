// The frame around the board: players, scores, the value of the move, and the step buttons.
/** @import {Position, Side, Sides} from '../../types.d.ts' */
/** @import {Study} from './study.js' */
/** @import {Node} from './tree.js' */
import { button, el } from '../dom.js';
import { sideName } from '../text.js';
import { GLYPHS, labelOf } from './moves.js';
import { lost } from './score.js';
import { isMove } from './tree.js';
import { a } from './text.js';

const SIDES = /** @type {Side[]} */ (['black', 'white']);

/** The players and their discs, above the board. */
export class Strip {
  constructor() {
    this.element = el('div', { class: 'strip' });
  }

  /**
   * @param {Position} position
   * @param {Sides<string>} players
   */
  show(position, players) {
    const player = (/** @type {Side} */ side) => el('div', { class: `player ${side} ${position.to_move === side ? 'has-turn' : ''}` },
      el('span', { class: `token ${side}`, 'aria-hidden': 'true' }),
      el('span', { class: 'player-name' }, players[side] || sideName(side)),
      el('span', { class: 'player-discs figures' }, String(position.counts[side])),
      position.to_move === side ? el('span', { class: 'unseen' }, a().movesNow) : null);
    this.element.replaceChildren(player(SIDES[0]), el('span', { class: 'strip-empties soft figures' }, a().empties(position.empties)), player(SIDES[1]));
  }
}

/** The line under the board: the review of the last move, and the opening. */
export class Verdict {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.opening = el('p', { class: 'opening-name' });
    this.words = el('p', { class: 'verdict-words' });
    this.element = el('div', { class: 'verdict' }, this.opening, this.words);
  }

  show() {
    const { place, position } = this.study;
    this.opening.replaceChildren(position.opening ? el('span', {}, el('span', { class: 'soft' }, `${a().opening} `), position.opening) : '\u00a0');
    this.words.replaceChildren(...this.judgement(place));
  }

  /**
   * @param {Node} node
   * @returns {(string | HTMLElement)[]}
   */
  judgement(node) {
    const { judged } = node;
    const label = labelOf(node);
    const passed = node.position?.passed;
    const pass = passed ? [el('span', { class: 'verdict-pass' }, a().passes(sideName(passed))), ' '] : [];
    if (!judged || !label) return pass;
    const mark = el('span', { class: 'verdict-label', 'data-label': label }, el('span', { class: 'glyph', 'aria-hidden': 'true' }, GLYPHS[label]), a().labels[label]);
    const isBest = label === 'best' || label === 'only';
    if (isBest) return [...pass, mark];
    const loss = a().lostDiscs(lost(judged.lost, judged.exact), judged.exact);
    const better = el('button', { type: 'button', class: 'link-button', onclick: () => void this.showBetter(node) },
      [judged.best, ...judged.line.slice(1, 6)].map(move => (isMove(move) ? move : a().pass)).join(' '));
    return [...pass, mark, ' ', loss, ' ', a().better, ' ', better];
  }

  /** Plays the better move as a variation. @param {Node} node */
  async showBetter(node) {
    const { judged, parent } = node;
    if (!judged || !parent) return;
    await this.study.go(parent);
    await this.study.play([judged.best]);
  }
}

/**
 * The buttons that step through the game.
 * @param {Study} study
 */
export function stepButtons(study) {
  return [
    button(a().first, () => void study.first(), { sign: 'first' }),
    button(a().back, () => void study.back(), { sign: 'back' }),
    button(a().forward, () => void study.forward(), { sign: 'forward' }),
    button(a().last, () => void study.last(), { sign: 'last' }),
  ];
}

/**
 * A button with an icon and a label.
 * @param {string} text
 * @param {string} name
 * @param {() => void} run
 * @param {string} [tip]
 * @param {string} [key]
 */
export function tool(text, name, run, tip, key) {
  const made = button(text, run, { sign: name, labelled: true, class: 'tool' });
  if (tip) made.title = key ? `${tip} (${key})` : tip;
  return made;
}
