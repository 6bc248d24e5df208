// The Play part: the form for a new game, or a game.
/** @import {Route, View} from '../../types.d.ts' */
import { setup } from './setup.js';

/**
 * `#/` is the form; `#/play/ID` watches a game, `#/play/ID/KEY` plays it.
 * @param {HTMLElement} host
 * @param {Route} route
 * @returns {Promise<View>}
 */
export async function mount(host, { parts: [, id, key] }) {
  if (!id) return setup(host);
  const { openGame } = await import('./game-view.js');
  return openGame(host, id, key ?? null);
}
