// The list of moves: the main line in two columns, with the variations under the moves.
/** @import {Label, Side} from '../../types.d.ts' */
/** @import {Study} from './study.js' */
/** @import {Node} from './tree.js' */
import { el } from '../dom.js';
import { sideName } from '../text.js';
import { signed } from './score.js';
import { a } from './text.js';

/** The glyph of each label. Shapes differ, so that colour is not needed. */
export const GLYPHS = /** @type {Record<Label | 'only', string>} */ (
  { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??', only: '□' });

/**
 * The label of a reviewed move; `only` for a forced move.
 * @param {Node} node
 */
export const labelOf = ({ judged }) => judged && (judged.forced ? 'only' : judged.label);

export class Moves {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    /** @type {Map<Node, HTMLElement>} */
    this.buttons = new Map();
    this.body = el('div', { class: 'moves-body' });
    this.element = el('div', { class: 'moves', role: 'group', 'aria-label': a().moves }, this.body);
    /** @type {HTMLElement | null} */
    this.current = null;
    new ResizeObserver(() => this.mark()).observe(this.element);
  }

  /** Draws the whole tree. */
  draw() {
    const hadFocus = this.element.contains(document.activeElement);
    this.buttons.clear();
    this.current = null;
    const { root, place } = this.study;
    /** @type {HTMLElement[]} */
    const rows = [el('div', { class: 'moves-start' }, this.button(root, a().start))];
    if (root.comment) rows.push(el('p', { class: 'comment' }, root.comment));
    let row = newRow();
    const flush = () => {
      if (row.cells.some(Boolean)) rows.push(el('div', { class: 'moves-row' }, row.cells.map(cell => cell ?? el('span', { class: 'move-gap', 'aria-hidden': 'true' }))));
      row = newRow();
    };
    const put = (/** @type {Side} */ side, /** @type {HTMLElement} */ cell) => {
      const column = side === 'black' ? 0 : 1;
      if (row.cells[column] || (column === 0 && row.cells[1])) flush();
      row.cells[column] = cell;
    };
    for (let node = root; node.children[0]; node = node.children[0]) {
      const passed = node.position?.passed;
      if (passed) put(passed, this.passCell());
      const child = node.children[0];
      const divide = (/** @type {string} */ words) => {
        flush();
        rows.push(el('p', { class: 'moves-divide soft' }, words));
      };
      if (node.standing?.book && node.judged && child.judged && !child.standing?.book) divide(a().bookUntilHere);
      if (node.judged && !node.judged.exact && child.judged?.exact) divide(a().exactFromHere);
      put(child.mover ?? (child.ply % 2 ? 'black' : 'white'), this.button(child));
      const others = node.children.slice(1);
      if (child.comment || others.length) {
        flush();
        if (child.comment) rows.push(el('p', { class: 'comment' }, child.comment));
        rows.push(...others.map(other => this.variation(other, 1)));
      }
    }
    const end = root.end().position;
    if (end?.passed) put(end.passed, this.passCell());
    flush();
    if (end && !end.to_move) rows.push(el('p', { class: 'moves-result figures' }, a().result(end.counts.black, end.counts.white)));
    this.body.replaceChildren(...rows);
    this.mark();
    if (hadFocus) this.buttons.get(place)?.focus();
  }

  /** Marks the current move. */
  mark() {
    this.current?.removeAttribute('aria-current');
    this.current?.setAttribute('tabindex', '-1');
    this.current = this.buttons.get(this.study.place) ?? null;
    this.current?.setAttribute('aria-current', 'true');
    this.current?.setAttribute('tabindex', '0');
    const { current, element } = this;
    if (!current) return;
    // Only the list scrolls, not the page.
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
    if (top < element.scrollTop + 8) element.scrollTop = top - 24;
    else if (bottom > element.scrollTop + element.clientHeight - 8) element.scrollTop = bottom - element.clientHeight + 40;
  }

  passCell() {
    return el('span', { class: 'move-pass soft' }, a().pass);
  }

  /**
   * The button of a move.
   * @param {Node} node
   * @param {string} [text]
   */
  button(node, text = node.square ?? '') {
    const label = labelOf(node);
    const judged = node.judged;
    const lost = judged && label && label !== 'only' && judged.lost >= 0.5 ? signed(-judged.lost, judged.exact) : '';
    const word = label ? a().labels[label] : '';
    const unseen = (/** @type {string} */ words) => el('span', { class: 'unseen' }, words);
    const move = el('button', { type: 'button', class: 'list-move', tabindex: '-1', title: word || undefined, 'data-label': label, onclick: () => void this.study.go(node) },
      node.square ? el('span', { class: 'move-number' }, String(node.ply)) : null,
      node.mover ? el('span', { class: `token ${node.mover}`, 'aria-hidden': 'true' }) : null,
      node.mover ? unseen(` ${sideName(node.mover)} `) : null,
      el('span', { class: 'move-square' }, text),
      label ? el('span', { class: 'glyph', 'aria-hidden': 'true' }, GLYPHS[label]) : null,
      label ? el('span', { class: 'move-word' }, ` ${word} `) : null,
      lost ? el('span', { class: 'move-lost figures' }, lost) : null,
      lost ? unseen(` ${a().discs}`) : null);
    this.buttons.set(node, move);
    return move;
  }

  /**
   * A variation in running text, with its own variations inside.
   * @param {Node} first
   * @param {number} depth
   * @returns {HTMLElement}
   */
  variation(first, depth) {
    /** @type {(string | Node | HTMLElement)[]} */
    const parts = [this.button(first)];
    const comment = (/** @type {Node} */ node) => node.comment && parts.push(el('span', { class: 'comment' }, node.comment));
    comment(first);
    for (let node = first; node.children[0]; node = node.children[0]) {
      if (node.position?.passed) parts.push(this.passCell());
      parts.push(this.button(node.children[0]));
      comment(node.children[0]);
      parts.push(...node.children.slice(1).map(other => this.variation(other, depth + 1)));
    }
    return el('div', { class: 'variation', role: 'group', 'aria-label': a().variation(depth) }, .../** @type {HTMLElement[]} */ (parts));
  }
}

const newRow = () => ({ cells: /** @type {(HTMLElement | null)[]} */ ([null, null]) });
