// Progress in lessons and puzzles, kept in local storage.
import { recall, remember } from '../settings.js';

/** @typedef {'clean' | 'late' | 'tried'} State Solved at the first try, solved later, or tried. */
/** @typedef {{puzzles: Record<string, State>, streak: number, best: number}} Solved */

/** @type {State[]} */
const STATES = ['clean', 'late', 'tried'];

/** The finished steps of the lesson. @returns {string[]} */
export const stepsDone = () => recall('learn.rules', /** @type {string[]} */ ([])).filter(step => typeof step === 'string');

/** @param {string} step */
export function finishStep(step) {
  remember('learn.rules', [...new Set([...stepsDone(), step])]);
}

/** The progress in puzzles of one kind. */
export class Progress {
  /** @param {string} name The name it is stored under. */
  constructor(name) {
    this.name = name;
  }

  /** @returns {Solved} */
  get all() {
    const kept = recall(this.name, { puzzles: {}, streak: 0, best: 0 });
    return { ...kept, puzzles: Object.fromEntries(Object.entries(kept.puzzles).filter(([, state]) => STATES.includes(state))) };
  }

  /**
   * Records the outcome of a puzzle. Solving it at the first try extends the streak; a wrong move or a look at
   * the answer ends it. A solved puzzle stays solved.
   * @param {number | string} id
   * @param {State} state
   */
  note(id, state) {
    const { all } = this;
    const before = all.puzzles[id];
    const isNew = before === undefined;
    if (state === 'clean' && isNew) all.streak += 1;
    if (state === 'tried' && (isNew || before === 'tried')) all.streak = 0;
    all.best = Math.max(all.best, all.streak);
    if (isNew || before === 'tried') all.puzzles[id] = state === 'clean' && !isNew ? 'late' : state;
    remember(this.name, all);
  }

  forget() {
    remember(this.name, { puzzles: {}, streak: 0, best: 0 });
  }

  /** @param {number | string} id */
  isSolved(id) {
    return ['clean', 'late'].includes(this.all.puzzles[id]);
  }

  /** The number of solved puzzles. */
  get count() {
    return Object.values(this.all.puzzles).filter(state => state !== 'tried').length;
  }
}

export const endgames = new Progress('learn.puzzles');
export const middlegames = new Progress('learn.middle');
