// Live analysis: follows the shown position, and stops while the page is hidden.
/** @import {Analysis, Problem} from '../../types.d.ts' */
/** @import {Study} from './study.js' */
/** @import {Node} from './tree.js' */
import { live } from '../live.js';
import { among, recall, remember } from '../settings.js';

/** The largest board size that the engine can analyse. */
export const LARGEST = 8;
/** The delay before an analysis starts, in milliseconds, so that fast stepping starts none. */
const PAUSE = 160;

/** The choices for the number of lines, and for the time limit in seconds. */
export const LINES = [1, 2, 3, 5, 8];
export const SECONDS = [5, 20, 60];

export class Engine {
  /**
   * @param {Study} study
   * @param {() => void} onupdate Called when there is something new to show.
   */
  constructor(study, onupdate) {
    this.study = study;
    this.onupdate = onupdate;
    this.isOn = recall('engine', false);
    this.lines = among(LINES, recall('lines', 3), 3);
    this.isAll = recall('allSquares', true);
    this.seconds = among(SECONDS, recall('seconds', 20), 20);
    /** @type {Problem | null} */
    this.problem = null;
    this.isThinking = false;
    this.isWaiting = false;
    this.isPaused = false;
    /** Whether a review runs. It pauses the analysis. */
    this.isBusy = false;
    this.timer = 0;
    this.stop = () => {};
    this.seen = () => this.follow();
    document.addEventListener('visibilitychange', this.seen);
  }

  /** Whether the engine can analyse this board size. */
  get isAble() {
    return this.study.begin.size <= LARGEST;
  }

  /** The analysis of the shown position, if the engine is on. */
  get analysis() {
    return this.isOn && !this.isPaused ? this.study.place.analysis : null;
  }

  /**
   * Changes settings, stores them, and restarts the analysis.
   * @param {Partial<{isOn: boolean, lines: number, isAll: boolean, seconds: number}>} settings
   */
  set(settings) {
    Object.assign(this, settings);
    remember('engine', this.isOn);
    remember('lines', this.lines);
    remember('allSquares', this.isAll);
    remember('seconds', this.seconds);
    this.follow();
    this.onupdate();
  }

  /** Pauses the analysis while the user has to find a move. @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    this.follow();
  }

  /** Pauses the analysis while a review runs. @param {boolean} isBusy */
  occupy(isBusy) {
    if (isBusy === this.isBusy) return;
    this.isBusy = isBusy;
    this.follow();
    this.onupdate();
  }

  /** Stops the running analysis and starts one for the shown position. */
  follow() {
    this.halt();
    this.problem = null;
    const node = this.study.place;
    if (!this.isOn || this.isPaused || this.isBusy || document.hidden || !this.isAble || !node.position?.to_move) return;
    const effort = `${this.isAll ? 0 : this.lines} ${this.seconds}`;
    if (node.analysis?.done && node.effort === effort) return;
    this.isThinking = true;
    this.timer = setTimeout(() => this.ask(node, effort), PAUSE);
  }

  /**
   * @param {Node} node
   * @param {string} effort
   */
  ask(node, effort) {
    const question = { begin: this.study.begin, moves: node.moves(), lines: this.isAll ? 0 : this.lines, seconds: this.seconds };
    const isSame = node.effort.split(' ')[0] === effort.split(' ')[0];
    const stop = live.analyse(question, analysis => {
      this.isWaiting = analysis.waiting;
      this.isThinking = !analysis.done;
      if (analysis.lines.length && (!isSame || analysis.done || isDeeper(analysis, node.analysis))) {
        node.analysis = analysis;
        node.effort = effort;
      }
      this.onupdate();
    }, problem => {
      this.isThinking = false;
      this.problem = problem;
      this.onupdate();
    });
    this.stop = stop;
  }

  halt() {
    clearTimeout(this.timer);
    this.stop();
    this.stop = () => {};
    this.isThinking = false;
    this.isWaiting = false;
  }

  leave() {
    this.halt();
    document.removeEventListener('visibilitychange', this.seen);
  }
}

/**
 * Whether an analysis is at least as deep as an earlier one.
 * @param {Analysis} analysis
 * @param {Analysis | null} earlier
 */
function isDeeper(analysis, earlier) {
  if (!earlier) return true;
  const exact = (/** @type {Analysis} */ { lines }) => lines.filter(line => line.kind === 'exact').length;
  return analysis.depth >= earlier.depth && exact(analysis) >= exact(earlier);
}
