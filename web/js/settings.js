// Settings kept in local storage.

const PREFIX = 'reversi.';

/**
 * What was kept under a name, or `otherwise`.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * Keeps something. Browsers that keep nothing are not disturbed by it.
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // It will be asked for again.
  }
}

/** Whether movement should be avoided. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @typedef {'auto' | 'light' | 'dark'} Theme */

/** @returns {Theme} */
export const theme = () => recall('theme', /** @type {Theme} */ ('auto'));

/**
 * Wears light, dark, or what the system wears.
 * @param {Theme} chosen
 */
export function wear(chosen) {
  remember('theme', chosen);
  if (chosen === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
