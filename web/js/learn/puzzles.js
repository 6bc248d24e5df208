// Puzzles: the list of endgames by stars, one of them, or those of the middle game.
/** @import {PuzzleEntry, Route, View} from '../../types.d.ts' */
import { get } from '../api.js';
import { el } from '../dom.js';
import * as middle from './middle-puzzles.js';
import { endgames } from './progress.js';
import { PuzzleList } from './puzzle-list.js';
import * as one from './puzzle.js';
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
  if (route.parts[2] === 'middle') return middle.mount(host, route);
  const all = await entries();
  if (find(all, route)) return one.mount(host, route, all);
  const { puzzles } = l();
  return new PuzzleList(host, {
    kind: 'endgame',
    lead: puzzles.lead,
    progress: endgames,
    puzzles: all.map(entry => ({ ...entry, name: String(entry.id), label: puzzles.puzzle(entry.id), level: entry.stars - 1, href: `#/learn/puzzles/${entry.id}` })),
    levels: puzzles.levels.map((name, index) => ({ name, label: `${name}, ${puzzles.level(index + 1)}`, sign: () => stars(index + 1) })),
  }).view;
}
