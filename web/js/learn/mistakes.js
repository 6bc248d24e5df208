// The positions kept for practice: mistakes of the user's own reviewed games, in local storage.
/** @import {Begin, Side} from '../../types.d.ts' */
import { recall, remember } from '../settings.js';

/**
 * @typedef {object} Mistake A position in which the user went wrong.
 * @property {string} board As in an address.
 * @property {Side} to_move
 * @property {string} played The move of the game.
 * @property {string} best The best move.
 * @property {number} lost The discs that the move of the game lost.
 * @property {boolean} exact Whether that is proven.
 * @property {string[]} line The best line, without passes.
 * @property {number} row How often it was solved in a row.
 * @property {number} due When it comes back, in milliseconds.
 */

const NAME = 'learn.mistakes';
const VERSION = 1;
/** The most positions kept. */
const MOST = 300;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The pause after a failure. */
const SOON = 10 * MINUTE;
/** The pauses after one success, two in a row, and so on, in days. */
const DAYS = [1, 3, 7, 16, 35];

/** @param {Pick<Mistake, 'board' | 'to_move'>} mistake */
const keyOf = ({ board, to_move }) => `${to_move} ${board}`;

const isNumber = (/** @type {unknown} */ value) => typeof value === 'number' && Number.isFinite(value);
const isSquare = (/** @type {unknown} */ value) => typeof value === 'string' && /^[a-z]\d{1,2}$/.test(value);

/**
 * Whether a stored value is a position that can be practised. What another program or a damaged storage left is
 * dropped.
 * @param {any} value
 * @returns {value is Mistake}
 */
function isMistake(value) {
  return typeof value === 'object' && value !== null
    && typeof value.board === 'string' && /^[XO-]+$/.test(value.board) && [4, 6, 8].some(side => side * side === value.board.length)
    && ['black', 'white'].includes(value.to_move) && isSquare(value.played) && isSquare(value.best)
    && isNumber(value.lost) && isNumber(value.row) && value.row >= 0 && isNumber(value.due)
    && Array.isArray(value.line) && value.line.every(isSquare);
}

/** @returns {Mistake[]} */
function all() {
  const kept = recall(NAME, /** @type {any} */ (null));
  return kept?.version === VERSION && Array.isArray(kept.positions) ? kept.positions.filter(isMistake) : [];
}

/** @param {Mistake[]} positions */
function store(positions) {
  // Those that were solved most often go first; of these, those that come back last.
  const kept = positions.length <= MOST ? positions : [...positions].sort((a, b) => a.row - b.row || a.due - b.due).slice(0, MOST);
  remember(NAME, { version: VERSION, positions: kept });
}

export const mistakes = {
  all,

  /** Those to practise now, the longest due first. */
  due: (now = Date.now()) => all().filter(({ due }) => due <= now).sort((a, b) => a.due - b.due),

  /** The one that comes back first. */
  first: () => all().sort((a, b) => a.due - b.due)[0] ?? null,

  /** @param {Pick<Mistake, 'board' | 'to_move'>} mistake */
  has: mistake => all().some(kept => keyOf(kept) === keyOf(mistake)),

  /**
   * Adds positions. One that is known keeps its progress.
   * @param {Omit<Mistake, 'row' | 'due'>[]} found
   */
  add(found) {
    const kept = all();
    const known = new Set(kept.map(keyOf));
    for (const mistake of found) {
      const fresh = { ...mistake, row: 0, due: Date.now() };
      if (known.has(keyOf(mistake)) || !isMistake(fresh)) continue;
      known.add(keyOf(mistake));
      kept.push(fresh);
    }
    store(kept);
  },

  /** @param {Pick<Mistake, 'board' | 'to_move'>[]} those */
  remove(those) {
    const gone = new Set(those.map(keyOf));
    store(all().filter(kept => !gone.has(keyOf(kept))));
  },

  /**
   * Records an answer. Returns when the position comes back.
   * @param {Mistake} mistake
   * @param {boolean} isSolved Whether it was solved at the first try.
   */
  answer(mistake, isSolved) {
    const row = isSolved ? mistake.row + 1 : 0;
    const due = Date.now() + (isSolved ? DAYS[Math.min(row, DAYS.length) - 1] * DAY : SOON);
    store(all().map(kept => (keyOf(kept) === keyOf(mistake) ? { ...kept, row, due } : kept)));
    return due;
  },

  forget: () => store([]),
};

/**
 * The start of an analysis or a line at the position.
 * @param {Mistake} mistake
 * @returns {Begin}
 */
export const beginOf = ({ board, to_move }) => ({ size: Math.sqrt(board.length), start: 'standard', board, to_move });
