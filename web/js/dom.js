// Helpers that make and change elements.

/** @typedef {string | Node | null | undefined | false} Child */

/**
 * An element with attributes and children. `class` and `data-…` are attributes, `on…` listeners,
 * and `false` or missing values are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The same for SVG elements.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  return furnished(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} attributes
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function furnished(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  /** @type {any[]} */
  const all = children.flat();
  element.append(...all.filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * An icon from /signs.svg.
 * @param {string} name
 */
export function sign(name) {
  return svg('svg', { class: 'sign', 'aria-hidden': 'true', viewBox: '0 0 24 24' },
    svg('use', { href: `/signs.svg#${name}` }));
}

/**
 * A button. With an icon, its text is the accessible name and the tooltip;
 * `labelled` shows both.
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {{sign?: string, class?: string, id?: string, disabled?: boolean, pressed?: boolean, labelled?: boolean}} [options]
 */
export function button(text, onclick, options = {}) {
  const isBare = Boolean(options.sign) && !options.labelled;
  return el('button', {
    type: 'button',
    class: `button ${isBare ? 'with-sign' : ''} ${options.class ?? ''}`.trim(),
    id: options.id,
    disabled: options.disabled,
    'aria-pressed': options.pressed === undefined ? undefined : String(options.pressed),
    'aria-label': isBare ? text : undefined,
    title: isBare ? text : undefined,
    onclick,
  }, options.sign ? sign(options.sign) : null, isBare ? null : el('span', {}, text));
}

/**
 * Disables a button with `aria-disabled`, so that it keeps the focus.
 * @param {HTMLElement} button
 * @param {boolean} isResting
 */
export function rest(button, isResting) {
  if (button.ariaDisabled !== String(isResting)) button.ariaDisabled = String(isResting);
}

/**
 * Sets the text of an element, if it has changed.
 * @param {Element} place
 * @param {string} text
 */
export function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/**
 * The element of an id, which must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * The key that was pressed. On non-Latin keyboards, the Latin letter at the same position.
 * @param {KeyboardEvent} event
 */
export function keyOf(event) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (!letter || /^[\x20-\x7e]+$/.test(event.key)) return event.key;
  return event.shiftKey ? letter : letter.toLowerCase();
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const announcer = byId('announcer');
  // Screen readers do not read an unchanged text again.
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
 * Copies a text to the clipboard; false if the browser does not allow it.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from another computer without TLS only have this old clipboard API.
    const box = el('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    box.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(box);
    box.select();
    const isDone = document.execCommand('copy');
    box.remove();
    before?.focus();
    return isDone;
  }
}

/**
 * A modal dialog. Escape, its button or a click outside close it.
 * @param {string} title
 * @param {string} close
 * @param {...Child} content
 */
export function openDialog(title, close, ...content) {
  const dialog = el('dialog', { class: 'dialog', 'aria-label': title },
    el('header', {}, el('h2', {}, title), button(close, () => dialog.close(), { sign: 'close', class: 'quiet' })),
    el('div', { class: 'dialog-content' }, ...content));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks for confirmation of something that cannot be undone.
 * @param {{title: string, text: string, yes: string, no: string}} question
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, yes, no }) {
  return new Promise(resolve => {
    let isAgreed = false;
    const agree = button(yes, () => { isAgreed = true; dialog.close(); }, { class: 'main' });
    const dialog = openDialog(title, no, el('p', {}, text),
      el('div', { class: 'bar end' }, button(no, () => dialog.close()), agree));
    dialog.addEventListener('close', () => resolve(isAgreed));
    agree.focus();
  });
}
