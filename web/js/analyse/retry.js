// Retry of a mistake: the user looks for a better move in the position before it.
/** @import {Analysis} from '../../types.d.ts' */
/** @import {Study} from './study.js' */
/** @import {Node} from './tree.js' */
/** @import {Loss} from './attempt.js' */
import { announce, el, sign } from '../dom.js';
import { live } from '../live.js';
import { errorText, sideName } from '../text.js';
import { SECONDS, judge } from './attempt.js';
import { lost } from './score.js';
import { isMove } from './tree.js';
import { a } from './text.js';

/** @typedef {'ask' | 'checking' | 'right' | 'near' | 'wrong' | 'shown'} Stage */

export class Retry {
  /**
   * @param {Study} study
   * @param {() => void} onupdate Called when there is something new to show.
   * @param {() => void} onleave
   */
  constructor(study, onupdate, onleave) {
    this.study = study;
    this.onupdate = onupdate;
    this.onleave = onleave;
    /** @type {Node[]} */
    this.mistakes = [];
    this.index = 0;
    /** @type {Stage} */
    this.stage = 'ask';
    /** @type {string | null} */
    this.tried = null;
    this.lost = 0;
    /** Whether the loss is proven. */
    this.isExact = false;
    /** @type {Map<string, string>} */
    this.marks = new Map();
    /** @type {Analysis | null} */
    this.analysis = null;
    this.problem = '';
    this.stop = () => {};
  }

  /** The mistake being retried; `null` when there is none. */
  get node() {
    return this.mistakes[this.index] ?? null;
  }

  /**
   * Starts with one of some mistakes.
   * @param {Node[]} mistakes
   * @param {number} [index]
   */
  async begin(mistakes, index = 0) {
    this.stop();
    this.mistakes = mistakes;
    this.index = index;
    const node = this.node;
    if (!node) return this.leave();
    this.stage = 'ask';
    this.tried = null;
    this.problem = '';
    this.analysis = null;
    this.marks = new Map(node.square ? [[node.square, 'made']] : []);
    const { begin } = this.study;
    const before = /** @type {Node} */ (node.parent);
    this.stop = live.analyse({ begin, moves: before.moves(), lines: 0, seconds: SECONDS }, analysis => {
      this.analysis = analysis;
      if (this.stage === 'checking') this.check();
    }, problem => {
      this.problem = errorText(problem);
      this.onupdate();
    });
    await this.study.go(before);
    this.onupdate();
    announce(this.text());
  }

  /** Goes to the next mistake. */
  next() {
    void this.begin(this.mistakes, this.index + 1);
  }

  leave() {
    this.stop();
    this.stop = () => {};
    this.mistakes = [];
    this.onleave();
  }

  /**
   * Handles a tried move.
   * @param {string} square
   */
  choose(square) {
    if (!this.node?.judged || this.stage === 'right' || this.stage === 'shown') return;
    this.tried = square;
    this.stage = 'checking';
    this.check();
  }

  check() {
    const judged = this.node?.judged;
    const { tried } = this;
    if (!judged || !tried) return;
    const found = judge(tried, { ...judged, played: this.node?.square ?? null }, this.analysis);
    if (found) this.answer(found.verdict, found);
    else this.onupdate();
  }

  /**
   * @param {Stage} stage
   * @param {Loss} loss
   */
  answer(stage, { lost, exact }) {
    this.stage = stage;
    this.lost = lost;
    this.isExact = exact;
    if (this.tried) this.marks.set(this.tried, stage === 'right' ? 'right' : stage === 'near' ? 'near' : 'wrong');
    announce(this.text());
    this.onupdate();
  }

  showBest() {
    const best = this.node?.judged?.best;
    if (!best) return;
    this.stage = 'shown';
    this.marks.set(best, 'right');
    announce(this.text());
    this.onupdate();
  }

  /** The text under the board. */
  text() {
    const { node, tried } = this;
    const judged = node?.judged;
    if (!node || !judged) return '';
    if (this.problem) return this.problem;
    const discs = this.stage === 'ask' ? lost(judged.lost, judged.exact) : lost(this.lost, this.isExact);
    switch (this.stage) {
      case 'ask': return a().retryAsk(node.ply, sideName(judged.color), node.square ?? '', discs);
      case 'checking': return a().retryChecking(tried ?? '');
      case 'right': return tried === judged.best ? a().retryBest(tried) : a().retryAsGood(tried ?? '');
      case 'near': return a().retryNear(tried ?? '', discs);
      case 'wrong': return tried === node.square ? a().retrySame(tried ?? '') : a().retryWrong(tried ?? '', discs);
      default: return a().retryShown(judged.best, judged.line.slice(0, 8).map(move => (isMove(move) ? move : a().pass)).join(' '));
    }
  }

  /** Whether the user has found the better move or was shown it. */
  get isOver() {
    return this.stage === 'right' || this.stage === 'shown';
  }

  /** The buttons under the board during a retry. */
  bar() {
    const isDone = this.isOver;
    const isLast = this.index >= this.mistakes.length - 1;
    const act = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ run, isMain = false) =>
      el('button', { type: 'button', class: `button ${isMain ? 'main' : ''}`, onclick: run }, sign(name), text);
    return [
      el('span', { class: 'soft figures retry-count' }, `${this.index + 1}/${this.mistakes.length}`),
      isDone ? null : act(a().showBest, 'hint', () => this.showBest()),
      isLast ? null : act(a().nextMistake, 'forward', () => this.next(), isDone),
      act(isLast && isDone ? a().done : a().leave, 'close', () => this.leave(), isLast && isDone),
    ];
  }
}
