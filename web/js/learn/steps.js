// The steps of the lesson: a position, a task, and the feedback to an answer.
/** @import {Begin, Note, Position} from '../../types.d.ts' */
import { placeOf } from '../board.js';
import { l } from './text.js';

/**
 * @typedef {object} Verdict The feedback to a chosen square.
 * @property {'done' | 'on' | 'no'} kind The step is done, it continues, or the move was wrong.
 * @property {string} say
 * @property {boolean} [isPlayed] Whether the move is made on the board.
 * @property {Map<string, Note>} [notes] Notes on the board of the step.
 */

/**
 * @typedef {object} Place The state of a step.
 * @property {Position} position
 * @property {number} played The number of moves made.
 * @property {(square: string) => Promise<Position>} after The position after a legal move.
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {Partial<Begin>} begin
 * @property {boolean} [showsLegal]
 * @property {() => {title: string, text: string[], task: string}} words
 * @property {string[]} [labelled] Squares with letters on them.
 * @property {(square: string, place: Place) => Promise<Verdict> | Verdict} judge
 */

/** @param {string[]} rows @returns {Partial<Begin>} */
const board = (...rows) => ({ board: rows.join(''), to_move: 'black' });

/** @param {string} say @returns {Verdict} */
const no = say => ({ kind: 'no', say });

/** @param {string} say @returns {Verdict} */
const done = say => ({ kind: 'done', say, isPlayed: true });

/**
 * The reason why a square is not legal, in words.
 * @param {string} square
 * @param {Position} position
 */
export function whyNot(square, position) {
  const { column, row } = placeOf(square);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => (x < 0 || y < 0 || x >= position.size || y >= position.size ? '-' : position.board[y * position.size + x]);
  if (at(column, row) !== '-') return l().rules.occupied(square);
  const around = [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => at(column + dx, row + dy)));
  return around.includes('O') ? l().rules.noEnd(square) : l().rules.alone(square);
}

/** Accepts the square `wanted`; explains why another is not legal. @param {string} wanted */
const only = wanted => (/** @type {string} */ square, /** @type {Place} */ { position }, /** @type {string} */ right) =>
  (square === wanted ? done(right) : no(whyNot(square, position)));

/** @type {Step[]} */
export const STEPS = [
  {
    name: 'place',
    begin: {},
    showsLegal: true,
    words: () => l().rules.place,
    judge: (square, { position }) => (square in position.legal
      ? done(l().rules.place.right(square, position.legal[square])) : no(whyNot(square, position))),
  },
  {
    name: 'long',
    begin: board('--------', '--------', '--------', '-OOOOX--', '--------', '--------', '--------', '--------'),
    words: () => l().rules.long,
    judge: (square, place) => only('a4')(square, place, l().rules.long.right()),
  },
  {
    name: 'diagonal',
    begin: board('--------', '-OX-----', '--------', '---X--X-', '----O-O-', '-----O--', '--------', '--------'),
    words: () => l().rules.diagonal,
    judge: (square, { position }) => {
      if (square === 'g7') return done(l().rules.diagonal.right());
      const turned = position.legal[square];
      return no(turned ? l().rules.diagonal.other(square, turned) : whyNot(square, position));
    },
  },
  {
    name: 'many',
    begin: board('--------', '-X-X-X--', '--OOO---', '-XO-OX--', '--OOO---', '-X-X-X--', '--------', '--------'),
    words: () => l().rules.many,
    judge: (square, place) => only('d4')(square, place, l().rules.many.right()),
  },
  {
    name: 'illegal',
    begin: board('--------', '--------', '--XO----', '---OO---', '---OXX--', '---O----', '--------', '--------'),
    labelled: ['e3', 'c6', 'c5'],
    words: () => l().rules.illegal,
    judge: (square, { position }) => {
      if (!['e3', 'c6', 'c5'].includes(square)) return no(l().rules.illegal.elsewhere);
      const turned = position.legal[square];
      return turned ? no(l().rules.illegal.other(square, turned)) : { kind: 'done', say: l().rules.illegal.right(square) };
    },
  },
  {
    name: 'pass',
    begin: board('XXXXXXXX', 'OOOXXXXX', 'O-OXXXXX', 'OOOXXOXO', 'OOOXOXXO', 'OOOXXOXO', '-OOXXXOO', '-OOOOOOO'),
    words: () => l().rules.pass,
    judge: async (square, { position, played, after }) => {
      if (!(square in position.legal)) return no(whyNot(square, position));
      if (played > 0) return done(l().rules.pass.right());
      const next = await after(square);
      if (next.passed === 'white') return { kind: 'on', say: l().rules.pass.passed, isPlayed: true };
      return no(l().rules.pass.other(square, Object.keys(next.legal)));
    },
  },
  {
    name: 'end',
    begin: board('OOOOOOOO', 'OOOOOXXX', 'OOOOXXXX', 'XXXXXXXX', 'XXOXOXXX', 'XOXXXOOX', 'XOOXOO-X', 'XOOOOOOX'),
    words: () => l().rules.end,
    judge: async (square, { position, after }) => {
      if (!(square in position.legal)) return no(whyNot(square, position));
      const { counts } = await after(square);
      return done(l().rules.end.right(counts.black, counts.white));
    },
  },
  {
    name: 'corner',
    begin: board('----O---', '---OOOOO', '--XOOXOO', '-X-OXXOO', 'XXOXXXOO', '-X-XXXOO', 'OXX----O', '--------'),
    words: () => l().rules.corner,
    judge: (square, { position }) => {
      if (!(square in position.legal)) return no(whyNot(square, position));
      const { column, row } = placeOf(square);
      const isCorner = [0, position.size - 1].includes(column) && [0, position.size - 1].includes(row);
      return isCorner ? done(l().rules.corner.right(square)) : no(l().rules.corner.other(square));
    },
  },
  {
    name: 'few',
    begin: board('---XOX--', '----OO-O', '---OOXO-', '--OOOOXX', '---OOO--', '----O---', '--------', '--------'),
    words: () => l().rules.few,
    judge: async (square, { position, after }) => {
      const squares = Object.keys(position.legal);
      if (!squares.includes(square)) return no(whyNot(square, position));
      const left = await Promise.all(squares.map(async name => {
        const next = await after(name);
        return next.to_move === 'white' ? Object.keys(next.legal).length : 0;
      }));
      const fewest = Math.min(...left);
      const count = left[squares.indexOf(square)];
      const { few } = l().rules;
      if (count > fewest) return no(few.other(square, count, position.legal[square].length));
      const notes = squares.map((name, index) => /** @type {[string, Note]} */ (
        [name, { text: String(left[index]), best: left[index] === fewest, label: few.note(left[index]) }]));
      return { kind: 'done', say: few.right(count), notes: new Map(notes) };
    },
  },
];

