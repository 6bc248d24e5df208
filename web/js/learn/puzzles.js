// Endgame puzzles: the list by stars, or one puzzle.
/** @import {PuzzleEntry, Route, View} from '../../types.d.ts' */
import { get } from '../api.js';
import { button, confirm, el, sign, write } from '../dom.js';
import { forget, isSolved, solved } from './progress.js';
import * as one from './puzzle.js';
import { head } from './layout.js';
import { l } from './text.js';


/** @type {PuzzleEntry[] | null} */
let known = null;

/** All puzzles, the easy ones first. @returns {Promise<PuzzleEntry[]>} */
async function entries() {
  known ??= (await get('/api/puzzles')).puzzles;
  return known ?? [];
}

/**
 * The puzzle of an address, if it exists.
 * @param {PuzzleEntry[]} all
 * @param {Route} route
 */
export const find = (all, route) => all.find(entry => String(entry.id) === route.parts[2]);

/** @param {number} count */
export const stars = count => el('span', { class: 'stars', role: 'img', 'aria-label': l().puzzles.level(count) },
  Array.from({ length: 5 }, (_, index) => el('span', { class: index < count ? 'full' : '' }, index < count ? '★' : '☆')));

/**
 * @param {HTMLElement} host
 * @param {Route} route
 * @returns {Promise<View>}
 */
export async function mount(host, route) {
  const all = await entries();
  if (find(all, route)) return one.mount(host, route, all);
  const list = el('div', { class: 'levels' });
  const totals = el('dl', { class: 'totals figures' });
  const foot = el('p', { class: 'puzzles-foot' });
  const fill = () => {
    const { puzzles, streak, best } = solved();
    const done = Object.keys(puzzles).filter(id => isSolved(Number(id))).length;
    const total = (/** @type {string} */ name, /** @type {string} */ value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));
    totals.replaceChildren(
      total(l().puzzles.solvedCount, `${done} / ${all.length}`), total(l().puzzles.streak, String(streak)), total(l().puzzles.best, String(best)));
    const open = all.find(entry => !isSolved(entry.id));
    list.replaceChildren(...[1, 2, 3, 4, 5].map(count => level(count, all.filter(entry => entry.stars === count), count === open?.stars)));
    foot.hidden = Object.keys(puzzles).length === 0;
  };
  const { reset, resetSure, resetNot } = l().puzzles;
  const forgetting = button(reset, async () => {
    if (!await confirm({ title: reset, text: resetSure, yes: reset, no: resetNot })) return;
    forget();
    fill();
  }, { class: 'quiet' });
  foot.append(forgetting);
  fill();
  host.append(
    head(l().puzzles.title),
    el('div', { class: 'puzzles-lead' }, el('p', { class: 'soft' }, l().puzzles.lead), totals),
    list, foot);
  const next = () => { location.hash = `#/learn/puzzles/${(all.find(entry => !isSolved(entry.id)) ?? all[0]).id}`; };
  return {
    keys: [{ key: 'n', text: l().puzzles.next, run: next }],
    update: () => false,
    leave: () => {},
  };
}

/**
 * The puzzles with one number of stars.
 * @param {number} count
 * @param {PuzzleEntry[]} those
 * @param {boolean} isFirst Whether the first puzzle to solve is among them.
 */
function level(count, those, isFirst) {
  const done = those.filter(entry => isSolved(entry.id));
  const next = those.find(entry => !isSolved(entry.id)) ?? those[0];
  const begin = done.length ? l().puzzles.goOn : l().puzzles.start;
  const name = l().puzzles.levels[count - 1];
  const progress = l().puzzles.progress(done.length, those.length);
  return el('section', { class: 'card level', 'aria-label': `${name}, ${l().puzzles.level(count)}` },
    el('div', { class: 'level-head' },
      el('div', {}, stars(count), el('h2', {}, name)),
      next ? el('a', { class: `button ${isFirst ? 'main' : ''}`, href: `#/learn/puzzles/${next.id}`, 'aria-label': `${begin}: ${name}` }, begin) : null),
    el('progress', { max: those.length || 1, value: done.length, 'aria-label': progress }),
    el('p', { class: 'soft figures' }, progress),
    el('details', {}, el('summary', {}, l().puzzles.all(those.length)),
      el('ul', { class: 'numbers figures' }, those.map(entry => el('li', {}, number(entry))))));
}

/** @param {PuzzleEntry} entry */
function number({ id, empties }) {
  const state = solved().puzzles[id] ?? 'new';
  const link = el('a', {
    href: `#/learn/puzzles/${id}`, class: state,
    'aria-label': `${l().puzzles.puzzle(id)}, ${l().puzzles.empties(empties)}, ${l().puzzles.state[state]}`,
    title: l().puzzles.empties(empties),
  });
  write(link, String(id));
  if (state === 'clean' || state === 'late') link.append(sign('check'));
  return link;
}
