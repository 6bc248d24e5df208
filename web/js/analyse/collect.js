// Which side's mistakes of a reviewed game are kept for practice in the Learn part.
/** @import {Side} from '../../types.d.ts' */
/** @import {Study} from './study.js' */
/** @import {Node} from './tree.js' */
import { el } from '../dom.js';
import { mistakes } from '../learn/mistakes.js';
import { w } from '../learn/practice-text.js';
import { sideName } from '../text.js';
import { isMove } from './tree.js';

const SIDES = /** @type {Side[]} */ (['black', 'white']);

/**
 * The position before a mistake, with what the review says about it.
 * @param {Node} node
 */
function positionOf({ parent, square, judged }) {
  const position = parent?.position;
  if (!position?.to_move || !judged || !square) return [];
  const { best, lost, exact, line } = judged;
  return [{ board: position.board, to_move: position.to_move, played: square, best, lost, exact, line: line.filter(isMove) }];
}

/** @param {Node[]} nodes */
const positionsOf = nodes => nodes.flatMap(positionOf);

/**
 * Keeps the mistakes of the user's own side when a review is finished.
 * @param {Study} study
 * @param {(side: Side) => Node[]} mistakesOf
 */
export function collect({ you }, mistakesOf) {
  if (you) mistakes.add(positionsOf(mistakesOf(you)));
}

/**
 * The choice of the sides whose mistakes are kept.
 * @param {(side: Side) => Node[]} mistakesOf
 */
export function collecting(mistakesOf) {
  const words = w().mistakes;
  const choice = (/** @type {Side} */ side) => {
    const found = positionsOf(mistakesOf(side));
    const box = el('input', { type: 'checkbox', checked: found.length > 0 && found.every(mistakes.has), disabled: !found.length, onchange: () => {
      if (box.checked) mistakes.add(found);
      else mistakes.remove(found);
    } });
    return el('label', { class: 'check' }, box, el('span', {}, words.keepSide(sideName(side), found.length)));
  };
  return [el('h2', {}, words.keep), el('p', { class: 'soft' }, words.keepAbout),
    el('div', { class: 'bar keep-sides', role: 'group', 'aria-label': words.keep }, SIDES.map(choice),
      el('a', { class: 'button quiet', href: '#/learn/mistakes' }, words.practise))];
}
