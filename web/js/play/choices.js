// A group of radio buttons.
/** @import {Child} from '../dom.js' */
import { el } from '../dom.js';

/**
 * A group of radio buttons that look like tiles.
 * @param {string} title
 * @param {string} name
 * @param {{value: string, content: Child[]}[]} options
 * @param {string} chosen
 * @param {(value: string) => void} onchange
 */
export function choices(title, name, options, chosen, onchange) {
  const tiles = options.map(({ value, content }) => el('label', { class: 'tile' },
    el('input', { type: 'radio', name, value, checked: value === chosen, class: 'unseen' }), content));
  const group = el('fieldset', { class: 'choices' }, el('legend', {}, title), el('div', { class: 'tiles' }, tiles));
  group.addEventListener('change', event => onchange(/** @type {HTMLInputElement} */ (event.target).value));
  return group;
}
