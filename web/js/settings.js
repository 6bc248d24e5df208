// Settings kept in local storage.

const PREFIX = 'reversi.';

/**
 * Whether a value has the shape of a sample: the same type; an object all keys of the sample, a list its one item
 * again and again. `null` in a sample stands for any value.
 * @param {any} value
 * @param {any} sample
 * @returns {boolean}
 */
export function fits(value, sample) {
  if (sample === null) return true;
  if (value === null || typeof value !== typeof sample || Array.isArray(value) !== Array.isArray(sample)) return false;
  if (Array.isArray(sample)) return sample.length === 0 || value.every((/** @type {any} */ item) => fits(item, sample[0]));
  return typeof sample !== 'object' || Object.keys(sample).every(key => fits(value[key], sample[key]));
}

/**
 * A value in the shape of `otherwise`. A value of another shape counts as none; in an object each key counts alone.
 * @param {any} value
 * @param {any} otherwise
 * @returns {any}
 */
function shaped(value, otherwise) {
  if (otherwise === null) return value ?? null;
  if (!fits(value, Array.isArray(otherwise) ? [] : typeof otherwise === 'object' ? {} : otherwise)) return otherwise;
  if (Array.isArray(otherwise) || typeof otherwise !== 'object') return value;
  return { ...value, ...Object.fromEntries(Object.entries(otherwise).map(([key, part]) => [key, shaped(value[key], part)])) };
}

/**
 * A value, if it is one of the choices, else `otherwise`.
 * @template T
 * @param {readonly T[]} choices
 * @param {T} value
 * @param {T} otherwise
 */
export const among = (choices, value, otherwise) => (choices.includes(value) ? value : otherwise);

/**
 * The stored value of a name, in the shape of `otherwise`; or `otherwise`.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : shaped(JSON.parse(text), otherwise);
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
export const theme = () => among(['auto', 'light', 'dark'], recall('theme', /** @type {Theme} */ ('auto')), 'auto');

/**
 * Applies a theme: light, dark, or the system's.
 * @param {Theme} chosen
 */
export function applyTheme(chosen) {
  remember('theme', chosen);
  if (chosen === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
