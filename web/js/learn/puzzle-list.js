// The list of puzzles of one kind, by levels, with the reader's progress.
/** @import {View} from '../../types.d.ts' */
/** @import {Progress} from './progress.js' */
import { button, confirm, el, sign, write } from '../dom.js';
import { head } from './layout.js';
import { w } from './practice-text.js';
import { l } from './text.js';

/** @typedef {{id: number | string, name: string, label: string, empties: number, level: number, href: string}} Item */
/** @typedef {{name: string, label: string, sign: (() => HTMLElement) | null}} Level */

export class PuzzleList {
  /**
   * @param {HTMLElement} host
   * @param {{kind: 'endgame' | 'middle', lead: string, progress: Progress, puzzles: Item[], levels: Level[]}} list
   */
  constructor(host, { kind, lead, progress, puzzles, levels }) {
    this.progress = progress;
    this.puzzles = puzzles;
    this.levels = levels;
    this.list = el('div', { class: 'levels' });
    this.totals = el('dl', { class: 'totals figures' });
    const { reset, resetSure, resetNot } = l().puzzles;
    this.foot = el('p', { class: 'puzzles-foot' }, button(reset, async () => {
      if (!await confirm({ title: reset, text: resetSure, yes: reset, no: resetNot })) return;
      progress.forget();
      this.fill();
    }, { class: 'quiet' }));
    const link = (/** @type {string} */ href, /** @type {string} */ name, /** @type {boolean} */ isHere) =>
      el('a', { class: 'button', href, 'aria-current': isHere ? 'page' : false }, name);
    this.fill();
    host.append(
      head(w().puzzles),
      el('nav', { class: 'bar kinds', 'aria-label': w().kinds },
        link('#/learn/puzzles', w().endgame, kind === 'endgame'), link('#/learn/puzzles/middle', w().middle, kind === 'middle')),
      el('div', { class: 'puzzles-lead' }, el('p', { class: 'soft' }, lead), this.totals),
      this.list, this.foot);
  }

  /** The first puzzle that is not solved. */
  get open() {
    return this.puzzles.find(({ id }) => !this.progress.isSolved(id));
  }

  fill() {
    const { puzzles, streak, best } = this.progress.all;
    const { solvedCount, streak: inRow, best: longest } = l().puzzles;
    const total = (/** @type {string} */ name, /** @type {string} */ value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));
    const done = this.puzzles.filter(({ id }) => this.progress.isSolved(id)).length;
    this.totals.replaceChildren(total(solvedCount, `${done} / ${this.puzzles.length}`), total(inRow, String(streak)), total(longest, String(best)));
    const first = this.open?.level;
    this.list.replaceChildren(...this.levels.map((level, index) => this.card(level, this.puzzles.filter(item => item.level === index), index === first)));
    this.foot.hidden = Object.keys(puzzles).length === 0;
  }

  /**
   * The puzzles of one level.
   * @param {Level} level
   * @param {Item[]} those
   * @param {boolean} isFirst Whether the first puzzle to solve is among them.
   */
  card({ name, label, sign: drawn }, those, isFirst) {
    const done = those.filter(({ id }) => this.progress.isSolved(id));
    const next = those.find(({ id }) => !this.progress.isSolved(id)) ?? those[0];
    const begin = done.length ? l().puzzles.goOn : l().puzzles.start;
    const progress = l().puzzles.progress(done.length, those.length);
    return el('section', { class: 'card level', 'aria-label': label },
      el('div', { class: 'level-head' },
        el('div', {}, drawn?.(), el('h2', {}, name)),
        next ? el('a', { class: `button ${isFirst ? 'main' : ''}`, href: next.href, 'aria-label': `${begin}: ${name}` }, begin) : null),
      el('progress', { max: those.length || 1, value: done.length, 'aria-label': progress }),
      el('p', { class: 'soft figures' }, progress),
      el('details', {}, el('summary', {}, l().puzzles.all(those.length)),
        el('ul', { class: 'numbers figures' }, those.map(item => el('li', {}, this.number(item))))));
  }

  /** @param {Item} item */
  number({ id, name, label, empties, href }) {
    const state = this.progress.all.puzzles[id] ?? 'new';
    const link = el('a', { href, class: state, 'aria-label': `${label}, ${l().puzzles.empties(empties)}, ${l().puzzles.state[state]}`, title: l().puzzles.empties(empties) });
    write(link, name);
    if (state === 'clean' || state === 'late') link.append(sign('check'));
    return link;
  }

  /** @returns {View} */
  get view() {
    const next = () => { location.hash = (this.open ?? this.puzzles[0]).href; };
    return { keys: [{ key: 'n', text: l().puzzles.next, run: next }], update: () => false, leave: () => {} };
  }
}
