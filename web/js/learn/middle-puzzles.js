// Middle-game puzzles: the list by the share of people who solve them, or one puzzle.
/** @import {MiddlePuzzleEntry, MiddlePuzzleList, Route, View} from '../../types.d.ts' */
import { get } from '../api.js';
import { PuzzleList } from './puzzle-list.js';
import * as one from './middle-puzzle.js';
import { w } from './practice-text.js';
import { middlegames } from './progress.js';

/** The least shares of the levels, in percent. */
const LEVELS = [75, 55, 35, 15, 0];

/** @type {MiddlePuzzleList | null} */
let known = null;

/** @param {number} share */
const levelOf = share => LEVELS.findIndex(least => share >= least);

/**
 * The puzzle of an address, if it exists.
 * @param {MiddlePuzzleEntry[]} all
 * @param {Route} route
 */
export const find = (all, route) => all.find(entry => entry.id === route.parts[3]);

/**
 * @param {HTMLElement} host
 * @param {Route} route
 * @returns {Promise<View>}
 */
export async function mount(host, route) {
  const { puzzles, rating } = known ??= /** @type {MiddlePuzzleList} */ (await get('/api/puzzles/middle'));
  if (find(puzzles, route)) return one.mount(host, route, puzzles, rating);
  const { middleGame: words } = w();
  return new PuzzleList(host, {
    kind: 'middle',
    lead: words.lead,
    progress: middlegames,
    puzzles: puzzles.map((entry, index) => ({ ...entry, name: String(index + 1), label: words.puzzle(index + 1), level: levelOf(entry.share), href: `#/learn/puzzles/middle/${entry.id}` })),
    levels: words.levels.map(name => ({ name, label: name, sign: null })),
  }).view;
}
