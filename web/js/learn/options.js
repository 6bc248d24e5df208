// The options of the tree view: read from the address, changed by the form.
/** @import {Begin, Explain, Side} from '../../types.d.ts' */
import { el, write } from '../dom.js';
import { l } from './text.js';

/** An example with four empties: a win by two discs, with alpha and beta cuts. */
const NEAR_END = 'OXXX-OXXOOOOOXXOOOOOXXXOOXOXXOXOOOXXXXXOOOOXXXX-XOOOXXXXXOOO-X-X';

const JUDGES = ['discs', 'corners-edges', 'positional', 'roxanne', 'walle'];
const DEEPEST = 6;

/** @typedef {NonNullable<Explain['method']>} Method */
/**
 * @typedef {object} Wish The chosen options.
 * @property {Partial<Begin>} begin
 * @property {string[]} moves
 * @property {'end' | 'start' | 'given'} position
 * @property {string} judge
 * @property {number} depth
 * @property {Method} method
 */

/**
 * Parses the options in an address.
 * @param {URLSearchParams} query
 * @returns {Wish}
 */
export function read(query) {
  const board = query.get('board')?.replace(/\s/g, '');
  const moves = (query.get('moves') ?? '').toLowerCase().match(/[a-z]\d{1,2}/g) ?? [];
  const size = Number(query.get('size') ?? 8);
  /** @type {Begin['start']} */
  const start = query.get('start') === 'mirrored' ? 'mirrored' : 'standard';
  /** @type {Side} */
  const mover = query.get('to_move') === 'white' ? 'white' : 'black';
  const isGiven = Boolean(board) || moves.length > 0 || size !== 8 || start === 'mirrored';
  const position = isGiven ? 'given' : query.get('from') === 'start' ? 'start' : 'end';
  const judge = query.get('judge') ?? 'discs';
  const depth = Number(query.get('depth') ?? (position === 'end' ? 4 : 2));
  const given = board ? { board, to_move: mover } : { size, start };
  return {
    begin: position === 'end' ? { board: NEAR_END, to_move: 'black' } : given,
    moves: position === 'end' ? [] : moves,
    position,
    judge: JUDGES.includes(judge) ? judge : 'discs',
    depth: Number.isInteger(depth) ? Math.min(Math.max(depth, 1), DEEPEST) : 2,
    method: query.get('method') === 'minimax' ? 'minimax' : 'alpha_beta',
  };
}

/**
 * A labelled `select`.
 * @param {string} name
 * @param {[string, string][]} options
 * @param {() => void} onchange
 */
export function choice(name, options, onchange) {
  const select = el('select', { onchange }, options.map(([value, text]) => el('option', { value }, text)));
  return { select, label: el('label', { class: 'choice' }, el('span', {}, name), select) };
}

/** The options form. A change of an option changes the address. */
export class Choices {
  constructor() {
    const { tree } = l();
    const changed = () => this.go();
    /** The options in the address. */
    this.wish = read(new URLSearchParams());
    /** The last position that another part of the page sent here. @type {URLSearchParams | undefined} */
    this.given = undefined;
    this.position = choice(tree.position, [['end', tree.positions.end], ['start', tree.positions.start], ['given', tree.positions.given]], changed);
    this.judge = choice(tree.judge, JUDGES.map(name => [name, tree.judges[name]]), changed);
    this.depth = choice(tree.depth, Array.from({ length: DEEPEST }, (_, index) => [String(index + 1), String(index + 1)]), changed);
    this.method = choice(tree.method, [['minimax', tree.methods.minimax], ['alpha_beta', tree.methods.alpha_beta]], changed);
    this.judging = el('p', { class: 'soft tree-judging' });
    this.element = el('div', { class: 'tree-choices' }, this.position.label, this.judge.label, this.depth.label, this.method.label);
  }

  /** @param {URLSearchParams} query */
  show(query) {
    const wish = read(query);
    this.wish = wish;
    if (wish.position === 'given') this.given = query;
    this.position.select.options[2].hidden = !this.given;
    this.position.select.value = wish.position;
    this.judge.select.value = wish.judge;
    this.depth.select.value = String(wish.depth);
    this.method.select.value = wish.method;
    write(this.judging, l().tree.judging[wish.judge]);
    return wish;
  }

  go() {
    const position = this.position.select.value;
    const query = new URLSearchParams(position === 'given' ? this.given : undefined);
    if (position === 'start') query.set('from', 'start');
    query.set('judge', this.judge.select.value);
    // The depth is only kept for the same position.
    if (position === this.wish.position) query.set('depth', this.depth.select.value);
    else query.delete('depth');
    query.set('method', this.method.select.value);
    location.replace(`#/learn/tree?${query}`);
  }

  swapMethod() {
    const { select } = this.method;
    select.value = select.value === 'minimax' ? 'alpha_beta' : 'minimax';
    this.go();
  }
}
