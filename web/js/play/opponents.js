// Computer opponents: their names, and the form field to choose one.
/** @import {Opponent} from './types.d.ts' */
import { el, write } from '../dom.js';
import { p } from './text.js';

/** The engine levels that have names. */
export const STRENGTHS = [1, 2, 3, 4, 6, 8, 10, 14, 20];
const CLASSICS = ['walle', 'roxanne', 'positional', 'corners-edges', 'discs', 'greedy', 'random'];
/** The deepest level of a classic opponent without long waits. */
const CLASSIC_MOST = 7;

/** @param {string} name */
const hasLevel = name => name !== 'greedy' && name !== 'random';

/**
 * A computer's name, strength and description: `engine:4` is Engine, Medium.
 * @param {string} player
 * @returns {{name: string, word: string, about: string}}
 */
export function computer(player) {
  const [name, text] = player.split(':');
  const known = p().opponents[name];
  if (!known) return { name: player, word: '', about: p().computer };
  if (!hasLevel(name)) return { name: known[0], word: '', about: p().computer };
  const level = Number(text ?? 4);
  const word = name === 'engine' ? p().strengths[STRENGTHS.indexOf(level)] ?? '' : '';
  return { name: known[0], word, about: p().aheadShort(level) };
}

/**
 * The server's name of an opponent.
 * @param {Opponent} opponent
 */
export function playerOf({ name, engine, classic }) {
  if (!hasLevel(name)) return name;
  return `${name}:${name === 'engine' ? engine : classic}`;
}

/**
 * The form field of an opponent.
 * @param {string} title
 * @param {string} id
 * @param {Opponent} opponent Changed in place.
 * @param {() => void} onchange
 */
export function opponentField(title, id, opponent, onchange) {
  const option = (/** @type {string} */ name) =>
    el('option', { value: name, selected: name === opponent.name }, p().opponents[name][0]);
  const select = el('select', { id, 'aria-describedby': `${id}-about` }, option('engine'),
    el('optgroup', { label: p().classics }, CLASSICS.map(option)));
  const about = el('p', { id: `${id}-about`, class: 'soft about' });
  const slider = el('input', { type: 'range', id: `${id}-level`, min: 0, step: 1 });
  const word = el('span', { class: 'strength-word', 'aria-hidden': 'true' });
  const level = el('div', { class: 'strength' }, el('label', { for: `${id}-level` }, p().strength), slider, word);

  const show = () => {
    const isEngine = opponent.name === 'engine';
    write(about, p().opponents[opponent.name][1]);
    const can = hasLevel(opponent.name);
    slider.disabled = !can;
    level.classList.toggle('resting', !can);
    const most = isEngine ? STRENGTHS.length - 1 : CLASSIC_MOST - 1;
    slider.max = String(most);
    slider.value = String(isEngine ? Math.max(STRENGTHS.indexOf(opponent.engine), 0) : opponent.classic - 1);
    const moves = isEngine ? opponent.engine : opponent.classic;
    const name = isEngine ? p().strengths[Number(slider.value)] : null;
    const text = !can ? p().noLevel : name ? `${name} · ${p().ahead(moves)}` : p().ahead(moves);
    write(word, text);
    slider.setAttribute('aria-valuetext', text);
  };
  select.addEventListener('change', () => {
    opponent.name = select.value;
    show();
    onchange();
  });
  slider.addEventListener('input', () => {
    if (opponent.name === 'engine') opponent.engine = STRENGTHS[Number(slider.value)];
    else opponent.classic = Number(slider.value) + 1;
    show();
    onchange();
  });
  show();
  return el('div', { class: 'opponent' },
    el('div', { class: 'pick' }, el('label', { for: id }, title), select), about, level);
}
