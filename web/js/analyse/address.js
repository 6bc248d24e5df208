// The address (URL) of a game and of a place in it.
/** @import {Begin, Side, Sides} from '../../types.d.ts' */
import { write } from './tree.js';
/** @import {Node} from './tree.js' */

/** The longest player name in an address; the rest is cut off. */
const LONGEST_NAME = 60;

const SIDES = /** @type {Side[]} */ (['black', 'white']);

/**
 * @typedef {object} Address
 * @property {Begin} begin
 * @property {string} moves As `tree.js` reads them.
 * @property {number} at The number of moves of that text before the shown position.
 * @property {Sides<string>} players
 * @property {Side | null} you The side that the user played.
 */

/**
 * Parses an address.
 * @param {URLSearchParams} query
 * @returns {Address}
 */
export function readAddress(query) {
  const board = query.get('board')?.replace(/\s/g, '') || undefined;
  const side = board ? Math.round(Math.sqrt(board.length)) : 0;
  const asked = Number(query.get('size') ?? 8);
  const moves = query.get('moves') ?? '';
  const at = query.get('at');
  const name = (/** @type {string} */ which) => (query.get(which) ?? '').slice(0, LONGEST_NAME);
  return {
    begin: {
      size: side || (Number.isInteger(asked) ? asked : 8),
      start: query.get('start') === 'mirrored' ? 'mirrored' : 'standard',
      ...(board ? { board } : {}),
      to_move: query.get('to_move') === 'white' ? 'white' : 'black',
    },
    moves,
    at: at !== null && /^\d+$/.test(at) ? Number(at) : Infinity,
    players: { black: name('black'), white: name('white') },
    you: SIDES.find(side => side === query.get('you')) ?? null,
  };
}

/**
 * The address of a position in a game.
 * @param {{begin: Begin, players: Sides<string>, you: Side | null}} game
 * @param {Node} root
 * @param {Node} place
 */
export function writeAddress({ begin, players, you }, root, place) {
  const { text, nodes } = write(root);
  const query = new URLSearchParams();
  if (begin.board) {
    query.set('board', begin.board);
    query.set('to_move', begin.to_move);
  } else {
    query.set('size', String(begin.size));
    query.set('start', begin.start);
  }
  if (text) query.set('moves', text);
  for (const side of SIDES) {
    if (players[side]) query.set(side, players[side].slice(0, LONGEST_NAME));
  }
  if (you) query.set('you', you);
  const at = nodes.indexOf(place);
  // Without `at` the address means the end of the game.
  if (place !== root.end()) query.set('at', String(at));
  return `#/analyse?${query.toString().replaceAll('%28', '(').replaceAll('%29', ')')}`;
}
