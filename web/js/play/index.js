// The Play part: the form for a new game, or a game.
/** @import {Route, View} from '../../types.d.ts' */
import { loadRivals } from './rivals.js';

/**
 * `#/` is the form; `#/play/ID` watches a game, `#/play/ID/KEY` plays it.
 * @param {HTMLElement} host
 * @param {Route} route
 * @returns {Promise<View>}
 */
export async function mount(host, { parts: [, id, key] }) {
  const ladder = loadRivals();
  if (!id) {
    const [{ setup }] = await Promise.all([import('./setup.js'), ladder]);
    return setup(host);
  }
  const [{ openGame }] = await Promise.all([import('./game-view.js'), ladder]);
  return openGame(host, id, key ?? null);
}
