// The key bindings of the Analyse part. The help window lists them.
/** @import {Key} from '../../types.d.ts' */
/** @import {Workspace} from './workspace.js' */
import { a } from './text.js';

/**
 * The key bindings in the workspace's current mode.
 * @param {Workspace} workspace
 * @returns {Key[]}
 */
export function keysOf(workspace) {
  if (workspace.isEditing) {
    return [{ key: 'Escape', text: a().cancel, run: () => workspace.leaveEditor() }, ...a().editorKeys.map(([key, text]) => ({ key, text, run: () => {} }))];
  }
  const { study } = workspace;
  // Letters type columns first. On boards with more than eight columns, commands need Shift.
  const letter = (/** @type {string} */ key) => (workspace.board.size > 8 ? key.toUpperCase() : key);
  const isRetry = workspace.retry.node !== null;
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
    isRetry ? { key: letter('i'), text: a().showBest, run: () => workspace.retry.showBest() }
      : { key: letter('i'), text: a().engineKey, run: () => workspace.engine.set({ isOn: !workspace.engine.isOn }) },
    { key: ' ', text: a().playBest, run: () => workspace.playBest() },
    { key: letter('l'), text: a().allSquares, run: () => workspace.engine.set({ isAll: !workspace.engine.isAll }) },
    { key: letter('r'), text: a().reviewKey, run: () => workspace.startReview() },
    { key: letter('m'), text: a().retryKey, run: () => workspace.retryNext() },
    ...(isRetry ? [{ key: 'Escape', text: a().leaveRetry, run: () => workspace.retry.leave() }] : []),
    { key: letter('o'), text: a().openTip, run: () => workspace.opener.ask() },
    { key: letter('x'), text: a().saveTip, run: () => workspace.save() },
    { key: letter('k'), text: a().copyLink, run: () => void workspace.link() },
    { key: letter('t'), text: a().editTip, run: () => workspace.edit() },
    { key: letter('y'), text: a().playTip, run: () => workspace.play() },
    { key: letter('v'), text: a().treeTip, run: () => workspace.lookAhead() },
    { key: letter('n'), text: a().newTip, run: () => void workspace.clear() },
  ];
}
