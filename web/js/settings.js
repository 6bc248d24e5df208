// Settings kept in local storage.

const PREFIX = 'reversi.';

/**
 * The stored value of a name, or `otherwise`.
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
 * Stores a value. Does nothing in browsers without storage.
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing is stored.
  }
}

/** Whether the user prefers reduced motion. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @typedef {'auto' | 'light' | 'dark'} Theme */

/** @returns {Theme} */
export const theme = () => recall('theme', /** @type {Theme} */ ('auto'));

/**
 * Applies a theme: light, dark, or the system's.
 * @param {Theme} chosen
 */
export function applyTheme(chosen) {
  remember('theme', chosen);
  if (chosen === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
