// The Analyse part of the page.
/** @import {Route, View} from '../../types.d.ts' */
import { el } from '../dom.js';
import { Desk } from './workspace.js';

/** The style of this part, loaded once. */
function dress() {
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
  await dress();
  const desk = new Desk(host);
  await desk.open(route);
  return desk;
}
