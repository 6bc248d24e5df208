// A board of any size: squares are labelled buttons, discs turn over, arrow keys move the focus.
// crates/arena embeds this module in the results page of a cup.
/** @import {BoardWords, Look, Note, Position, Side} from '../types.d.ts' */
import { el } from './dom.js';

/**
 * The name of a square.
 * @param {number} column
 * @param {number} row
 */
export const squareName = (column, row) => `${String.fromCharCode(97 + column)}${row + 1}`;

/**
 * Column and row of a square, from 0.
 * @param {string} name
 */
export const placeOf = name => ({ column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 });

/** @param {string} letter */
const discOf = letter => /** @type {Side | null} */ ({ X: 'black', O: 'white' }[letter] ?? null);

/** The delay of a turning disc for each square of distance from the move, in milliseconds. */
const STAGGER = 45;
/** The largest size that fits on every screen. */
const ROOMY = 12;

/**
 * The distance between two squares, in king's moves.
 * @param {string} name
 * @param {string | null} from
 */
function distance(name, from) {
  if (!from) return 0;
  const [a, b] = [placeOf(name), placeOf(from)];
  return Math.max(Math.abs(a.column - b.column), Math.abs(a.row - b.row));
}

export class Board {
  /**
   * @param {(square: string) => void} onchoose Called with the square that was clicked or entered.
   * @param {{words: () => BoardWords, isStill: () => boolean, label?: string}} options Its texts, and whether motion
   *   should be avoided.
   */
  constructor(onchoose, options) {
    this.onchoose = onchoose;
    this.words = options.words;
    this.isStill = options.isStill;
    this.size = 0;
    /** @type {HTMLButtonElement[]} */
    this.squares = [];
    /** The drawn state of each square; only changed squares are drawn again. @type {string[]} */
    this.drawn = [];
    /** @type {Position | null} */
    this.position = null;
    this.at = 0;
    this.grid = el('div', { class: 'grid', role: 'grid', 'aria-label': options.label ?? this.words().board });
    this.field = el('div', { class: 'field' }, this.grid);
    this.element = el('div', { class: 'board' }, this.field);
    this.grid.addEventListener('click', event => this.clicked(event));
    this.grid.addEventListener('keydown', event => this.pressed(event));
    this.grid.addEventListener('focusin', event => {
      const index = this.squares.indexOf(/** @type {HTMLButtonElement} */ (event.target));
      if (index >= 0) this.rove(index);
    });
  }

  /**
   * Shows a position.
   * @param {Position} position
   * @param {Look} [look]
   */
  show(position, look = {}) {
    const before = this.position?.size === position.size ? this.position : null;
    if (position.size !== this.size) this.build(position.size);
    this.position = position;
    const isNew = before?.board !== position.board;
    const isStep = before !== null && isNew && !look.isStill && !this.isStill();
    this.grid.dataset.mover = position.to_move ?? '';
    for (const [index, square] of this.squares.entries()) {
      const name = square.dataset.square ?? '';
      const disc = discOf(position.board[index]);
      if (isNew) this.turn(square, disc, isStep ? position.last : null, isStep);
      const isLegal = name in position.legal;
      const canChoose = Boolean(look.isOpen) && (isLegal || Boolean(look.isAnySquare));
      const isLast = name === position.last;
      const isHint = name === look.hint;
      const mark = look.marks?.get(name) ?? '';
      const note = look.notes?.get(name) ?? null;
      // If any square may be chosen and legal ones are not marked, screen readers must not tell them either.
      const isSecret = Boolean(look.isAnySquare) && look.showsLegal === false;
      const isShown = isLegal && Boolean(look.isOpen) && look.showsLegal !== false;
      const drawn = [disc, isShown, canChoose, isLegal, isLast, isHint, mark, note?.text, note?.kind, note?.best, note?.label].join();
      if (drawn === this.drawn[index]) continue;
      this.drawn[index] = drawn;
      square.classList.toggle('legal', isShown);
      square.classList.toggle('last', isLast);
      square.classList.toggle('hint', isHint);
      square.classList.toggle('open', canChoose);
      square.dataset.mark = mark;
      this.note(square, note);
      square.setAttribute('aria-disabled', String(!canChoose));
      square.setAttribute('aria-label', describe(this.words(), name, disc, { isLegal: isLegal && canChoose && !isSecret, isLast, isHint, note }));
    }
    if (isNew && before && position.last) this.reveal(position.last);
  }

  /**
   * Changes the disc on a square. With `isStep`, it is animated.
   * @param {HTMLButtonElement} square
   * @param {Side | null} disc
   * @param {string | null} from
   * @param {boolean} isStep
   */
  turn(square, disc, from, isStep) {
    const old = square.dataset.disc;
    const isTurned = isStep && old !== undefined && disc !== null && old !== disc;
    square.classList.toggle('turned', isTurned);
    square.classList.toggle('placed', isStep && old === undefined && disc !== null);
    square.classList.remove('wave');
    if (isTurned) square.style.setProperty('--delay', `${distance(square.dataset.square ?? '', from) * STAGGER}ms`);
    if (disc) square.dataset.disc = disc;
    else delete square.dataset.disc;
  }

  /**
   * Animates the discs of a side at the end of a game.
   * @param {Side | null} side Null means both.
   */
  celebrate(side) {
    if (this.isStill()) return;
    for (const square of this.squares) {
      if (!square.dataset.disc || (side && square.dataset.disc !== side)) continue;
      square.style.setProperty('--delay', `${distance(square.dataset.square ?? '', this.position?.last ?? null) * 2 * STAGGER}ms`);
      square.classList.remove('turned', 'placed');
      square.classList.add('wave');
    }
  }

  /** Whether the board is larger than its viewport. */
  get isLarge() {
    return this.element.scrollWidth > this.element.clientWidth + 1;
  }

  /**
   * Scrolls a square into view if the board is larger than its viewport.
   * @param {string} name
   */
  reveal(name) {
    if (this.size <= ROOMY || !this.isLarge) return;
    const { column, row } = placeOf(name);
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth } = this.element;
    const side = scrollWidth / this.size;
    const isSeen = column * side > scrollLeft && (column + 2) * side < scrollLeft + clientWidth
      && row * side > scrollTop && (row + 2) * side < scrollTop + clientHeight;
    if (isSeen) return;
    this.element.scrollTo({ left: (column + 0.5) * side - clientWidth / 2, top: (row + 0.5) * side - clientHeight / 2, behavior: this.isStill() ? 'instant' : 'smooth' });
  }

  /**
   * Moves the focus to a square.
   * @param {string} name
   */
  focus(name) {
    const { column, row } = placeOf(name);
    this.rove(row * this.size + column);
    this.squares[this.at]?.focus();
  }

  /** @param {number} size */
  build(size) {
    this.size = size;
    this.squares = [];
    this.drawn = [];
    this.element.style.setProperty('--size', String(size));
    this.grid.classList.toggle('dotted', size >= 6);
    this.grid.replaceChildren();
    this.element.querySelectorAll('.files, .ranks').forEach(names => names.remove());
    const rows = document.createDocumentFragment();
    for (let row = 0; row < size; row++) {
      const line = el('div', { class: 'row', role: 'row' });
      for (let column = 0; column < size; column++) {
        const square = el('button', { type: 'button', class: 'square', tabindex: '-1', 'data-square': squareName(column, row) },
          el('span', { class: 'disc', 'aria-hidden': 'true' }));
        this.squares.push(square);
        line.append(el('div', { role: 'gridcell', class: 'cell' }, square));
      }
      rows.append(line);
    }
    this.grid.append(rows);
    const names = (/** @type {number} */ index, /** @type {boolean} */ isFile) =>
      el('span', {}, isFile ? squareName(index, 0)[0] : String(index + 1));
    const all = Array.from({ length: size }, (_, index) => index);
    this.field.append(
      el('div', { class: 'files', 'aria-hidden': 'true' }, all.map(index => names(index, true))),
      el('div', { class: 'ranks', 'aria-hidden': 'true' }, all.map(index => names(index, false))));
    this.at = -1;
    this.rove(Math.floor(size / 2 - 1) * size + size / 2 - 1);
  }

  /**
   * @param {HTMLButtonElement} square
   * @param {Note | null} note
   */
  note(square, note) {
    let place = square.querySelector('.note');
    if (!place && !note) return;
    if (!place) square.append(place = el('span', { 'aria-hidden': 'true' }));
    place.replaceChildren(note?.text ?? '', note?.mark ? el('span', { class: 'note-mark' }, note.mark) : '');
    place.className = `note ${note?.kind ?? ''} ${note?.best ? 'best' : ''}`.trim();
  }

  /**
   * Makes a square the one that Tab reaches (roving tabindex).
   * @param {number} index
   */
  rove(index) {
    this.squares[this.at]?.setAttribute('tabindex', '-1');
    this.at = index;
    this.squares[index]?.setAttribute('tabindex', '0');
  }

  /** @param {Event} event */
  clicked(event) {
    const square = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest('.square'));
    if (square?.dataset.square && square.classList.contains('open')) this.onchoose(square.dataset.square);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { size } = this;
    const [column, row] = [this.at % size, Math.floor(this.at / size)];
    /** @type {Record<string, [number, number]>} */
    const places = {
      ArrowLeft: [Math.max(column - 1, 0), row],
      ArrowRight: [Math.min(column + 1, size - 1), row],
      ArrowUp: [column, Math.max(row - 1, 0)],
      ArrowDown: [column, Math.min(row + 1, size - 1)],
      Home: [0, row],
      End: [size - 1, row],
      PageUp: [column, 0],
      PageDown: [column, size - 1],
    };
    const place = places[event.key];
    if (!place) return;
    event.preventDefault();
    event.stopPropagation();
    this.focus(squareName(...place));
  }
}

/**
 * The name of a square for screen readers.
 * @param {BoardWords} words
 * @param {string} name
 * @param {Side | null} disc
 * @param {{isLegal: boolean, isLast: boolean, isHint: boolean, note: Note | null}} more
 */
function describe(words, name, disc, { isLegal, isLast, isHint, note }) {
  const said = [name, disc ? words[disc] : words.empty];
  if (isLegal) said.push(words.canPlay);
  if (isLast) said.push(words.lastMove);
  if (isHint) said.push(words.suggested);
  if (note) said.push(note.label ?? note.text);
  return said.join(', ');
}
