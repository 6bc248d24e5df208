// Games as the server reads and writes them, in every format.
/** @import {Format, Read, Recorded, Side, Variation, Write} from '../../types.d.ts' */
import { get, post, send } from '../api.js';
import { Node } from './tree.js';

/**
 * Reads a file or a text.
 * @param {Blob} bytes
 * @param {number} size The board size for formats without one.
 * @param {number} [from] The number of games to skip.
 * @returns {Promise<Read>}
 */
export const readRecords = (bytes, size, from = 0) => post(`/api/read?size=${size}&from=${from}`, bytes);

/**
 * Whether files hold only names of a WTHOR database, not the games that go with them.
 * @param {(File | Blob)[]} files
 */
export const areOnlyNames = files => files.length > 0
  && files.every(file => file instanceof File && /\.(jou|trn)$/i.test(file.name));

/** @returns {Promise<Format[]>} */
export async function formats() {
  return (await get('/api/about')).formats;
}

/**
 * A game in a format, as bytes.
 * @param {Write} game
 * @returns {Promise<Blob>}
 */
export async function writeRecord(game) {
  return (await send('POST', '/api/write', { body: game })).blob();
}

/**
 * The moves, variations and comments of a tree, as `/api/write` takes them.
 * @param {Node} root
 */
export function cut(root) {
  /** @type {Variation[]} */
  const variations = [];
  const comment = (/** @type {Node} */ node) => node.comment || null;
  /** @type {{first: Node, parent: number | null}[]} */
  const waiting = [];
  const branch = (/** @type {Node[]} */ line, /** @type {number | null} */ parent) => {
    for (const node of line) waiting.push(...node.children.slice(1).map(first => ({ first, parent })));
  };
  const main = root.end().line();
  branch([root, ...main], null);
  for (const { first, parent } of waiting) {
    const line = first.end().line().slice(first.ply - 1);
    branch(line, variations.length);
    variations.push({ parent, after: first.ply - 1, moves: line.map(({ square }) => square ?? ''), comments: line.map(comment) });
  }
  return { moves: root.end().moves(), comments: [root, ...main].map(comment), variations };
}

/**
 * The tree of a record.
 * @param {Recorded} game
 */
export function grow(game) {
  const root = new Node(null, null);
  root.comment = game.comments?.[0] ?? '';
  const main = follow(root, game.moves, game.comments?.slice(1));
  const lines = [[root, ...main]];
  for (const other of game.variations ?? []) {
    const parent = typeof other.parent === 'number' ? lines[other.parent + 1] : lines[0];
    const from = parent?.find(node => node.ply === other.after);
    lines.push(from ? [root, ...from.line(), ...follow(from, other.moves, other.comments)] : []);
  }
  return root;
}

/**
 * @param {Node} from
 * @param {string[]} moves
 * @param {(string | null)[]} [comments]
 */
function follow(from, moves, comments = []) {
  let node = from;
  return moves.map((square, index) => {
    node = node.grow(square);
    node.comment ||= comments[index] ?? '';
    return node;
  });
}

/**
 * The title of a game in a list.
 * @param {Pick<Recorded, 'players'>} game
 * @param {(side: Side) => string} sideName
 */
export function title(game, sideName) {
  const name = (/** @type {Side} */ side) => game.players?.[side] || sideName(side);
  return `${name('black')} – ${name('white')}`;
}
