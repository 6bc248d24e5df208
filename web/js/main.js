// The frame of the page: where it is, which part is on show, language, colours and keys.
/** @import {Key, Route, View} from '../types.d.ts' */
import { byId, button, el, keyOf, openDialog } from './dom.js';
import { live } from './live.js';
import { theme, wear } from './settings.js';
import { lang, LANGS, speak, t } from './text.js';

/**
 * The parts of the page; each is loaded when it is first needed.
 * @type {Record<string, () => Promise<{mount: (host: HTMLElement, route: Route) => View | Promise<View>}>>}
 */
const PARTS = {
  play: () => import('./play/index.js'),
  analyse: () => import('./analyse/index.js'),
  learn: () => import('./learn/index.js'),
};

/** @type {View | null} */
let view = null;
let shown = '';
/** Counts addresses, so that a part that loads slowly does not push a later one away. */
let visit = 0;

/** @returns {Route} */
function here() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { parts: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query ?? '') };
}

async function go(isAnew = false) {
  // `#view` is the way past the navigation, not another place.
  if (location.hash === '#view') return;
  const route = here();
  const part = route.parts[0] ?? 'play';
  showNavigation(part);
  if (!isAnew && part === shown && view?.update?.(route)) return;
  const mine = ++visit;
  view?.leave();
  view = null;
  shown = part;
  const host = byId('view');
  const load = PARTS[part];
  if (!load) {
    host.replaceChildren(el('section', { class: 'card lost' }, el('h1', {}, t().unknownPage), el('a', { class: 'button', href: '#/' }, t().backHome)));
    return;
  }
  const { mount } = await load();
  if (mine !== visit) return;
  const fresh = el('div', { class: `part part-${part}` });
  const mounted = await mount(fresh, route);
  if (mine !== visit) {
    mounted.leave();
    return;
  }
  view = mounted;
  host.replaceChildren(fresh);
}

/** @param {string} part */
function showNavigation(part) {
  const links = [['play', '#/', t().play], ['analyse', '#/analyse', t().analyse], ['learn', '#/learn', t().learn]];
  byId('nav').replaceChildren(...links.map(([name, href, text]) =>
    el('a', { href, 'aria-current': name === part ? 'page' : undefined }, text)));
}

function showFrame() {
  document.documentElement.lang = lang();
  byId('skip').textContent = t().skip;
  byId('offline').textContent = t().offline;
  const other = LANGS.find(name => name !== lang()) ?? 'en';
  const language = button(t().language, () => {
    speak(other);
    showFrame();
    void go(true);
  }, { class: 'quiet', id: 'language' });
  language.lang = other;
  const signs = /** @type {const} */ ({ auto: 'auto', light: 'sun', dark: 'moon' });
  const colours = button(t().themes[theme()], () => {
    const order = /** @type {const} */ (['auto', 'light', 'dark']);
    wear(order[(order.indexOf(theme()) + 1) % order.length]);
    showFrame();
    byId('theme').focus();
  }, { sign: signs[theme()], class: 'quiet', id: 'theme' });
  byId('tools').replaceChildren(language, colours, button(t().keysHint, showKeys, { sign: 'keys', class: 'quiet', id: 'keys' }));
}

/** @returns {Key[]} */
const frameKeys = () => [
  { key: '?', text: t().keys, run: showKeys },
  { key: '1', text: t().goPlay, run: () => { location.hash = '#/'; } },
  { key: '2', text: t().goAnalyse, run: () => { location.hash = '#/analyse'; } },
  { key: '3', text: t().goLearn, run: () => { location.hash = '#/learn'; } },
];

function showKeys() {
  const names = (/** @type {Key[]} */ keys) => el('dl', { class: 'keys' }, keys.flatMap(({ key, text }) => [
    el('dt', {}, el('kbd', {}, shownKey(key))), el('dd', {}, text)]));
  openDialog(t().keys, t().close,
    view?.keys?.length ? el('h3', {}, t().here) : null, view?.keys?.length ? names(view.keys) : null,
    el('p', {}, t().squareKeys), el('h3', {}, t().everywhere), names(frameKeys()));
}

/** @param {string} key */
const shownKey = key => ({ ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': '␣' }[key] ?? key);

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest('input, select, textarea, [contenteditable]')) return;
  const isButton = target.closest('button, a, summary') && (event.key === ' ' || event.key === 'Enter');
  const key = [...(view?.keys ?? []), ...frameKeys()].find(({ key }) => key === keyOf(event));
  if (!key || isButton) return;
  event.preventDefault();
  key.run(event);
}

wear(theme());
showFrame();
live.onstatus = isConnected => { byId('offline').hidden = isConnected; };
addEventListener('hashchange', () => void go());
addEventListener('keydown', pressed);
byId('skip').addEventListener('click', event => {
  event.preventDefault();
  byId('view').focus();
});
void go();
