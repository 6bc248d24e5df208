// The key bindings of the Analyse part; the sheet of keys is made of this.
/** @import {Key} from '../../types.d.ts' */
/** @import {Desk} from './workspace.js' */
import { a } from './text.js';

/**
 * The keys of a desk as it is now.
 * @param {Desk} desk
 * @returns {Key[]}
 */
export function keysOf(desk) {
  if (desk.isEditing) {
    return [{ key: 'Escape', text: a().cancel, run: () => desk.leaveEditor() }, ...a().editorKeys.map(([key, text]) => ({ key, text, run: () => {} }))];
  }
  const { study } = desk;
  // Letters name columns first: on boards with more than eight of them the others want Shift.
  const letter = (/** @type {string} */ key) => (desk.board.size > 8 ? key.toUpperCase() : key);
  const isRetry = desk.retry.node !== null;
  return [
    { key: 'a…1…', text: a().typeSquare, run: () => {} },
    { key: 'ArrowLeft', text: a().back, run: () => void study.back() },
    { key: 'ArrowRight', text: a().forward, run: () => void study.forward() },
    { key: ',', text: a().backToo, run: () => void study.back() },
    { key: '.', text: a().forwardToo, run: () => void study.forward() },
    { key: 'Home', text: a().first, run: () => void study.first() },
    { key: 'End', text: a().last, run: () => void study.last() },
    { key: 'ArrowUp', text: a().besideUp, run: () => void study.beside(-1) },
    { key: 'ArrowDown', text: a().besideDown, run: () => void study.beside(1) },
    { key: letter('p'), text: a().promote, run: () => study.promote() },
    { key: 'Delete', text: a().remove, run: () => study.remove() },
    { key: letter('u'), text: a().restore, run: () => study.restore() },
    isRetry ? { key: letter('i'), text: a().showBest, run: () => desk.retry.showBest() }
      : { key: letter('i'), text: a().engineKey, run: () => desk.engine.set({ isOn: !desk.engine.isOn }) },
    { key: ' ', text: a().playBest, run: () => desk.playBest() },
    { key: letter('l'), text: a().allSquares, run: () => desk.engine.set({ isAll: !desk.engine.isAll }) },
    { key: letter('r'), text: a().reviewKey, run: () => desk.startReview() },
    { key: letter('m'), text: a().retryKey, run: () => desk.retryNext() },
    ...(isRetry ? [{ key: 'Escape', text: a().leaveRetry, run: () => desk.retry.leave() }] : []),
    { key: letter('o'), text: a().openTip, run: () => desk.opener.ask() },
    { key: letter('x'), text: a().saveTip, run: () => desk.save() },
    { key: letter('k'), text: a().copyLink, run: () => void desk.link() },
    { key: letter('t'), text: a().editTip, run: () => desk.edit() },
    { key: letter('y'), text: a().playTip, run: () => desk.play() },
    { key: letter('v'), text: a().treeTip, run: () => desk.lookAhead() },
    { key: letter('n'), text: a().newTip, run: () => void desk.clear() },
  ];
}
