// The position editor: discs are placed and removed by click or key.
/** @import {Begin, Position, Side} from '../../types.d.ts' */
/** @import {Board} from '../board.js' */
import { placeOf } from '../board.js';
import { button, el, keyOf, sign } from '../dom.js';
import { sideName } from '../text.js';
import { a } from './text.js';

/** @typedef {'X' | 'O' | '-'} Letter */

const SIZES = Array.from({ length: 12 }, (_, index) => 4 + 2 * index);

export class Editor {
  /**
   * @param {Board} board
   * @param {{shown: (position: Position) => void, done: (begin: Begin) => void, play: (begin: Begin) => void, cancel: () => void}} listeners
   */
  constructor(board, listeners) {
    this.board = board;
    this.listeners = listeners;
    this.isOn = false;
    this.size = 8;
    /** @type {Letter[]} */
    this.letters = [];
    /** @type {Side} */
    this.side = 'black';
    /** @type {Letter} */
    this.brush = 'X';
    this.element = el('section', { class: 'card editor', 'aria-label': a().editor });
    this.keydown = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    board.grid.addEventListener('keydown', this.keydown);
    board.grid.addEventListener('pointerover', event => {
      const square = /** @type {HTMLElement} */ (event.target).closest('.square');
      if (this.isOn && event.buttons & 1 && square instanceof HTMLElement && square.dataset.square) this.set(square.dataset.square, this.brush);
    });
  }

  /**
   * Starts editing a position.
   * @param {Position} position
   */
  begin(position) {
    this.isOn = true;
    this.size = position.size;
    this.letters = /** @type {Letter[]} */ ([...position.board]);
    this.side = position.to_move ?? 'black';
    this.build();
    this.show();
  }

  build() {
    const size = el('select', { onchange: () => {
      this.size = Number(size.value);
      this.letters = startOf(this.size);
      this.show();
    } }, SIZES.map(side => el('option', { value: String(side), selected: side === this.size }, `${side}×${side}`)));
    const brushes = /** @type {[Letter, string, string][]} */ ([['X', sideName('black'), 'B'], ['O', sideName('white'), 'W'], ['-', a().noDisc, 'E']]);
    const name = (/** @type {Letter} */ letter) => ({ X: 'black', O: 'white', '-': 'none' })[letter];
    this.text = el('textarea', { rows: '2', spellcheck: 'false', autocapitalize: 'off', class: 'figures', 'aria-label': a().boardText, oninput: () => this.typed() });
    this.problem = el('p', { class: 'editor-problem', role: 'status' });
    this.count = el('p', { class: 'figures soft' });
    this.element.replaceChildren(
      el('h2', {}, a().editor),
      el('p', { class: 'soft' }, a().editorAbout),
      el('fieldset', { class: 'brushes' }, el('legend', {}, a().brush),
        el('div', { class: 'bar' }, brushes.map(([letter, text, key]) => el('label', { class: 'brush' },
          el('input', { type: 'radio', name: 'brush', value: letter, checked: letter === this.brush, onchange: () => { this.brush = letter; } }),
          el('span', { class: `token ${name(letter)}`, 'aria-hidden': 'true' }), text, el('kbd', { 'aria-hidden': 'true' }, key))))),
      el('fieldset', { class: 'brushes' }, el('legend', {}, a().toMove),
        el('div', { class: 'bar' }, /** @type {Side[]} */ (['black', 'white']).map(side => el('label', { class: 'brush' },
          el('input', { type: 'radio', name: 'to-move', value: side, checked: side === this.side, onchange: () => { this.side = side; this.show(); } }),
          el('span', { class: `token ${side}`, 'aria-hidden': 'true' }), sideName(side))))),
      el('div', { class: 'bar' },
        el('label', { class: 'size' }, `${a().size} `, size),
        button(a().clear, () => { this.letters = this.letters.map(() => '-'); this.show(); }),
        button(a().startPosition, () => { this.letters = startOf(this.size); this.show(); })),
      el('label', { class: 'board-text' }, el('span', {}, a().boardText), this.text), this.problem, this.count,
      el('div', { class: 'bar' },
        el('button', { type: 'button', class: 'button main', onclick: () => this.listeners.done(this.result()) }, sign('review'), a().analyseThis),
        el('button', { type: 'button', class: 'button', onclick: () => this.listeners.play(this.result()) }, sign('play'), a().playFromHere),
        button(a().cancel, () => this.listeners.cancel())));
  }

  /** The edited position. @returns {Begin} */
  result() {
    return { size: this.size, start: 'standard', board: this.letters.join(''), to_move: this.side };
  }

  /** Handles a chosen square: sets the brush's disc, or clears it if it is already there. @param {string} square */
  choose(square) {
    const index = this.index(square);
    this.set(square, this.letters[index] === this.brush ? '-' : this.brush);
  }

  /**
   * @param {string} square
   * @param {Letter} letter
   */
  set(square, letter) {
    this.letters[this.index(square)] = letter;
    this.show();
  }

  /** @param {string} square */
  index(square) {
    const { column, row } = placeOf(square);
    return row * this.size + column;
  }

  /** Handles an edit of the board's text. */
  typed() {
    const typed = (this.text?.value ?? '').replace(/\s/g, '').replace(/[*xbB]/g, 'X').replace(/[owW]/g, 'O').replace(/\./g, '-');
    const side = Math.sqrt(typed.length);
    const isBoard = SIZES.includes(side) && /^[XO-]*$/.test(typed);
    if (this.problem) this.problem.textContent = isBoard || !typed ? '' : a().badBoard(typed.length);
    if (!isBoard) return;
    this.size = side;
    this.letters = /** @type {Letter[]} */ ([...typed]);
    const size = this.element.querySelector('select');
    if (size) size.value = String(side);
    this.show(false);
  }

  show(writesText = true) {
    const count = (/** @type {Letter} */ letter) => this.letters.filter(other => other === letter).length;
    /** @type {Position} */
    const position = {
      size: this.size, board: this.letters.join(''), to_move: this.side, legal: {}, counts: { black: count('X'), white: count('O') },
      empties: count('-'), passed: null, last: null, turned: [], opening: null,
    };
    this.listeners.shown(position);
    this.board.show(position, { isOpen: true, isAnySquare: true, showsLegal: false, isStill: true });
    if (this.text && writesText) {
      this.text.value = this.letters.join('');
      if (this.problem) this.problem.textContent = '';
    }
    if (this.count) this.count.textContent = a().discCounts(count('X'), count('O'), count('-'));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.isOn || event.ctrlKey || event.metaKey || event.altKey) return;
    const square = /** @type {HTMLElement} */ (event.target).dataset.square;
    /** @type {Record<string, Letter>} */
    const letters = { b: 'X', x: 'X', w: 'O', o: 'O', e: '-', Delete: '-', Backspace: '-' };
    const letter = letters[keyOf(event)];
    if (!square || !letter) return;
    event.preventDefault();
    event.stopPropagation();
    this.set(square, letter);
  }

  leave() {
    this.isOn = false;
  }
}

/**
 * The start position of a size.
 * @param {number} size
 * @returns {Letter[]}
 */
function startOf(size) {
  const letters = /** @type {Letter[]} */ (Array(size * size).fill('-'));
  const middle = size / 2;
  letters[(middle - 1) * size + middle - 1] = 'O';
  letters[(middle - 1) * size + middle] = 'X';
  letters[middle * size + middle - 1] = 'X';
  letters[middle * size + middle] = 'O';
  return letters;
}
