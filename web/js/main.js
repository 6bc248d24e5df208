// The frame of the page: routing, language, colours and keys.
/** @import {Key, Route, View} from '../types.d.ts' */
import { byId, button, el, keyOf, openDialog, sign, write } from './dom.js';
import { live } from './live.js';
import { applyTheme, theme } from './settings.js';
import { errorText, lang, LANGS, setLanguage, t } from './text.js';

/**
 * The parts of the page; each is loaded when it is first needed.
 * @type {Record<string, () => Promise<{mount: (host: HTMLElement, route: Route) => View | Promise<View>}>>}
 */
const PARTS = {
  play: () => import('./play/index.js'),
  analyse: () => import('./analyse/index.js'),
  learn: () => import('./learn/index.js'),
};

/** The time without a server before the page says so, in milliseconds. */
const SHORT_ABSENCE = 700;

/** @type {View | null} */
let view = null;
let shown = '';
/** Counts navigations, so that a part that loads slowly does not replace a later one. */
let visit = 0;

/** @returns {Route} */
function here() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { parts: path.split('/').filter(Boolean).map(plain), query: new URLSearchParams(query ?? '') };
}

/** @param {string} part */
function plain(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function go(isAnew = false) {
  // `#view` is the skip link, not a route.
  if (location.hash === '#view') return;
  const route = here();
  const part = route.parts[0] ?? 'play';
  showNavigation(part);
  if (!isAnew && part === shown && view?.update?.(route)) return;
  const mine = ++visit;
  view?.leave();
  view = null;
  shown = part;
  document.title = part === 'play' || !(part in PARTS) ? 'Reversi' : `${partName(part)} · Reversi`;
  const fresh = el('div', { class: `part part-${part}` });
  /** @type {View | null} */
  let mounted = null;
  try {
    if (!Object.hasOwn(PARTS, part)) fresh.append(lost(t().unknownPage));
    else mounted = await (await PARTS[part]()).mount(fresh, route);
  } catch (error) {
    const again = button(t().again, () => void go(true), { class: 'main' });
    fresh.replaceChildren(lost(error instanceof TypeError ? t().noAnswer : errorText(error), again));
  }
  if (mine !== visit) {
    mounted?.leave();
    return;
  }
  view = mounted;
  byId('view').replaceChildren(fresh);
  if (mine > 1 && !isAnew) arrive(fresh);
}

/**
 * Scrolls to the top and moves the focus to the new view.
 * @param {HTMLElement} fresh
 */
function arrive(fresh) {
  scrollTo(0, 0);
  if (fresh.contains(document.activeElement)) return;
  const heading = fresh.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? byId('view')).focus({ preventScroll: true });
}

/**
 * The view for an error.
 * @param {string} text
 * @param {HTMLElement | null} [action]
 */
const lost = (text, action = null) => el('section', { class: 'card lost' }, el('h1', {}, text),
  el('div', { class: 'bar' }, action, el('a', { class: 'button', href: '#/' }, t().backHome)));

/** @param {string} part */
const partName = part => ({ play: t().play, analyse: t().analyse, learn: t().learn }[part] ?? '');

/** @type {Record<string, HTMLAnchorElement>} */
const links = { play: el('a', { href: '#/' }), analyse: el('a', { href: '#/analyse' }), learn: el('a', { href: '#/learn' }) };

/** @param {string} part */
function showNavigation(part) {
  for (const [name, link] of Object.entries(links)) {
    write(link, partName(name));
    if (name === part) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

const language = button('', () => {
  setLanguage(LANGS.find(name => name !== lang()) ?? 'en');
  showFrame();
  void go(true);
}, { class: 'quiet', id: 'language' });
const colours = button('', () => {
  const order = /** @type {const} */ (['auto', 'light', 'dark']);
  applyTheme(order[(order.indexOf(theme()) + 1) % order.length]);
  showFrame();
}, { class: 'quiet', id: 'theme', sign: 'auto' });
const keysButton = button('', showKeys, { class: 'quiet', id: 'keys', sign: 'keys' });

/** Writes the texts of the frame in the current language and theme. */
function showFrame() {
  document.documentElement.lang = lang();
  write(byId('skip'), t().skip);
  write(byId('offline'), t().offline);
  write(language, t().language);
  language.lang = LANGS.find(name => name !== lang()) ?? 'en';
  colours.replaceChildren(sign({ auto: 'auto', light: 'sun', dark: 'moon' }[theme()]));
  colours.title = colours.ariaLabel = t().themes[theme()];
  keysButton.title = keysButton.ariaLabel = t().keysHint;
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
    el('p', { class: 'soft' }, t().squareKeys), el('h3', {}, t().everywhere), names(frameKeys()));
}

/** @param {string} key */
const shownKey = key => ({ ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': t().space, Backspace: '⌫', Delete: 'Del', Escape: 'Esc' }[key]
  ?? (/^[A-Z]$/.test(key) ? `Shift+${key}` : key));

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest('input:not([type="range"], [type="radio"], [type="checkbox"]), select, textarea, [contenteditable]')) return;
  // Sliders and radio buttons handle these keys themselves.
  if (target.closest('input') && /^(Arrow|Page|Home|End|Enter| $)/.test(event.key) && !(target.closest('[type="range"]') && event.key === ' ')) return;
  if (view?.pressed?.(event)) {
    event.preventDefault();
    return;
  }
  if (target.closest('button, a, summary') && (event.key === ' ' || event.key === 'Enter')) return;
  const key = [...(view?.keys ?? []), ...frameKeys()].find(({ key }) => key === keyOf(event));
  if (!key) return;
  event.preventDefault();
  key.run(event);
}

let absence = 0;
live.onstatus = isConnected => {
  clearTimeout(absence);
  if (isConnected) byId('offline').hidden = true;
  else absence = setTimeout(() => { byId('offline').hidden = false; }, SHORT_ABSENCE);
};
byId('nav').append(...Object.values(links));
byId('tools').append(language, colours, keysButton);
applyTheme(theme());
showFrame();
addEventListener('hashchange', () => void go());
addEventListener('keydown', pressed);
byId('skip').addEventListener('click', event => {
  event.preventDefault();
  byId('view').focus();
});
void go();
