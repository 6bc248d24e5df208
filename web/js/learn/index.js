// The Learn part of the page: rules, puzzles, one's own mistakes, moves to guess, and the search tree.
/** @import {Route, View} from '../../types.d.ts' */
import { el } from '../dom.js';

/**
 * The views of this part, by the second word of the address.
 * @type {Record<string, () => Promise<{mount: (host: HTMLElement, route: Route) => View | Promise<View>}>>}
 */
const ROOMS = {
  '': () => import('./overview.js'),
  rules: () => import('./lesson.js'),
  puzzles: () => import('./puzzles.js'),
  mistakes: () => import('./mistake.js'),
  guess: () => import('./guess.js'),
  tree: () => import('./tree.js'),
};

/** @type {Promise<void> | null} */
let styleLoaded = null;

/** Loads the style sheet of this part, once. */
function loadStyle() {
  styleLoaded ??= new Promise(resolve => {
    const done = () => resolve();
    document.head.append(el('link', { rel: 'stylesheet', href: '/style/learn.css', onload: done, onerror: done }));
  });
  return styleLoaded;
}

/** @param {Route} route */
const roomOf = route => (ROOMS[route.parts[1] ?? ''] ? route.parts[1] ?? '' : '');

/**
 * @param {HTMLElement} host
 * @param {Route} route
 * @returns {Promise<View>}
 */
export async function mount(host, route) {
  const name = roomOf(route);
  const [room] = await Promise.all([ROOMS[name](), loadStyle()]);
  const view = await room.mount(host, route);
  return {
    get keys() { return view.keys; },
    update: other => roomOf(other) === name && (view.update?.(other) ?? false),
    leave: () => view.leave(),
  };
}
