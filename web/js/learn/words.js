// A step of the search in a sentence or two.
/** @import {Branch, Side} from '../../types.d.ts' */
/** @import {Step, TreeNode} from './search-steps.js' */
import { sideName } from '../text.js';
import { WON } from './drawing.js';
import { l } from './text.js';
import { bestAt } from './search-steps.js';

/** @param {string} name */
const shownMove = name => (name === 'pass' ? l().tree.pass : name);

/** @param {string[]} path */
export const line = path => path.map(shownMove).join(' ');

/**
 * A value in a sentence.
 * @param {number} value
 */
function spoken(value) {
  const { tree } = l();
  if (value > WON) return tree.winBy(value - WON);
  return value < -WON ? tree.lossBy(-value - WON) : tree.figure(value);
}

/** @param {NonNullable<Branch['value']>} value */
function known({ number, bound }) {
  const text = spoken(number);
  if (bound === 'at_least') return l().tree.atLeast(text);
  return bound === 'at_most' ? l().tree.atMost(text) : text;
}

/** The principal variation. @param {TreeNode} root */
function principal(root) {
  const moves = [];
  for (let treeNode = bestAt(root, Infinity); treeNode; treeNode = bestAt(treeNode, Infinity)) moves.push(treeNode.branch.name);
  return moves;
}

/**
 * @param {Step} step
 * @param {Side} side The side at the root.
 * @param {number} depth The search depth; a shorter line ends the game.
 * @param {number} empties The number of empties at the root.
 */
export function tell({ kind, treeNode, child, old }, side, depth, empties) {
  const { words } = l().tree;
  const { branch, path } = treeNode;
  const max = sideName(side);
  const min = sideName(side === 'black' ? 'white' : 'black');
  const isMax = branch.chooser === 'max';
  const chooser = isMax ? max : min;
  const value = child?.branch.value ?? branch.value;
  const told = value ? known(value) : '';
  const count = path.filter(name => name !== 'pass').length;
  const move = child ? shownMove(child.branch.name) : '';
  switch (kind) {
    case 'enter':
      if (!treeNode.parent) return words.root(max, min);
      if (branch.children[0]?.name === 'pass') return words.passing(line(path), chooser);
      return words.enter(line(path), chooser, isMax);
    case 'leaf':
      return words.leaf(line(path), told, count < depth || count >= empties);
    case 'first':
      return branch.children.length === 1 ? words.only(move, told, chooser) : words.first(move, told, chooser);
    case 'better':
      return words.better(move, told, chooser, spoken(old ?? 0));
    case 'worse':
      return words.worse(move, told, chooser, spoken(old ?? 0));
    case 'cut': {
      const skipped = branch.children.filter(other => other.value === null).map(other => shownMove(other.name)).join(', ');
      const own = spoken(branch.value?.number ?? 0);
      const limit = spoken(branch.cut?.value ?? 0);
      const elsewhere = line(branch.cut?.path ?? []);
      return isMax ? words.cutMax(max, own, min, limit, elsewhere, skipped) : words.cutMin(min, own, max, limit, elsewhere, skipped);
    }
    default: {
      const moves = principal(treeNode);
      return words.done(max, shownMove(moves[0] ?? ''), told, line(moves));
    }
  }
}
