// Progress in lessons and puzzles, kept in local storage.
import { recall, remember } from '../settings.js';

/** @typedef {'clean' | 'late' | 'tried'} State Solved at the first try, solved later, or tried. */
/** @typedef {{puzzles: Record<string, State>, streak: number, best: number}} Solved */

/** The finished steps of the lesson. @returns {string[]} */
export const stepsDone = () => recall('learn.rules', /** @type {string[]} */ ([]));

/** @param {string} step */
export function finishStep(step) {
  remember('learn.rules', [...new Set([...stepsDone(), step])]);
}

/** @returns {Solved} */
export const solved = () => recall('learn.puzzles', { puzzles: {}, streak: 0, best: 0 });

/**
 * Records the outcome of a puzzle. Solving it at the first try extends the streak; a wrong move or a look at the
 * answer ends it. A solved puzzle stays solved.
 * @param {number} id
 * @param {State} state
 */
export function note(id, state) {
  const all = solved();
  const before = all.puzzles[id];
  const isNew = before === undefined;
  if (state === 'clean' && isNew) all.streak += 1;
  if (state === 'tried' && (isNew || before === 'tried')) all.streak = 0;
  all.best = Math.max(all.best, all.streak);
  if (isNew || before === 'tried') all.puzzles[id] = state === 'clean' && !isNew ? 'late' : state;
  remember('learn.puzzles', all);
}

export function forget() {
  remember('learn.puzzles', { puzzles: {}, streak: 0, best: 0 });
}

/** @param {number} id */
export const isSolved = id => ['clean', 'late'].includes(solved().puzzles[id]);
