// The Analyse part of the page.
/** @import {Route, View} from '../../types.d.ts' */
import { el } from '../dom.js';
import { Workspace } from './workspace.js';

/** Loads the style sheet of this part, once. */
function loadStyle() {
  const href = '/style/analyse.css';
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise(resolve => {
    const link = el('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

/**
 * @param {HTMLElement} host
 * @param {Route} route
 * @returns {Promise<View>}
 */
export async function mount(host, route) {
  await loadStyle();
  const workspace = new Workspace(host);
  await workspace.open(route);
  return workspace;
}
