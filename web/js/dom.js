// Making elements.

/** @typedef {string | Node | null | undefined | false} Child */

/**
 * An element with attributes and children. `class` and `data-…` are attributes, `on…` listeners,
 * and what is `false` or missing is left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...present(children));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The same for drawings.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(string | Node)[]}
 */
function present(children) {
  /** @type {any[]} */
  const all = children.flat();
  return all.filter(child => child !== null && child !== undefined && child !== false);
}

/**
 * A drawn sign for a button, from /signs.svg.
 * @param {string} name
 */
export function sign(name) {
  return svg('svg', { class: 'sign', 'aria-hidden': 'true', viewBox: '0 0 24 24' },
    svg('use', { href: `/signs.svg#${name}` }));
}

/**
 * A button. With a sign, its text is for those who cannot see it, and a tip for those who can.
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {{sign?: string, class?: string, id?: string, disabled?: boolean, pressed?: boolean}} [options]
 */
export function button(text, onclick, options = {}) {
  return el('button', {
    type: 'button',
    class: `button ${options.sign ? 'with-sign' : ''} ${options.class ?? ''}`.trim(),
    id: options.id,
    disabled: options.disabled,
    'aria-pressed': options.pressed === undefined ? undefined : String(options.pressed),
    'aria-label': options.sign ? text : undefined,
    title: options.sign ? text : undefined,
    onclick,
  }, options.sign ? sign(options.sign) : text);
}

/**
 * The key that was pressed; on a keyboard of another alphabet, the Latin letter of the place.
 * @param {KeyboardEvent} event
 */
export function keyOf(event) {
  const isLatin = event.key.length > 1 || event.key.charCodeAt(0) < 128;
  return isLatin || !event.code.startsWith('Key') ? event.key : event.code.slice(3).toLowerCase();
}

/**
 * The element of an id, which is there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Says something to those who listen to the page.
 * @param {string} text
 */
export function announce(text) {
  const announcer = byId('announcer');
  // The same words twice would not be read again.
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

let toastTimer = 0;

/**
 * Shows a message for a few seconds.
 * @param {string} text
 */
export function toast(text) {
  const box = byId('toast');
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.hidden = true; }, 5000);
}

/**
 * A window over the page, closed with Escape, its button or a click beside it.
 * @param {string} title
 * @param {string} close
 * @param {...Child} content
 */
export function openDialog(title, close, ...content) {
  const dialog = el('dialog', { class: 'dialog', 'aria-label': title },
    el('header', {}, el('h2', {}, title), button(close, () => dialog.close(), { sign: 'close' })),
    el('div', { class: 'dialog-content' }, ...content));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
