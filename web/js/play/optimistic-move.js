// Optimistic update: the user's move, shown before the server has confirmed it.
/** @import {Position} from '../../types.d.ts' */
import { placeOf } from '../board.js';
import { other } from './game-text.js';

/**
 * The position after a legal move, without the next legal moves.
 * @param {Position} position
 * @param {string} square
 * @returns {Position}
 */
export function after(position, square) {
  const turned = position.legal[square] ?? [];
  const mover = position.to_move ?? 'black';
  const board = [...position.board];
  for (const name of [square, ...turned]) {
    const { column, row } = placeOf(name);
    board[row * position.size + column] = mover === 'black' ? 'X' : 'O';
  }
  const counts = { ...position.counts };
  counts[mover] += turned.length + 1;
  counts[other(mover)] -= turned.length;
  return { ...position, board: board.join(''), to_move: other(mover), legal: {}, counts, empties: position.empties - 1, passed: null, last: square, turned };
}
