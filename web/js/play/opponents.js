// Computer opponents: their names, and the form field to choose one.
/** @import {Opponent} from './types.d.ts' */
import { el, write } from '../dom.js';
import { among } from '../settings.js';
import { firstRung, RATED_SIZE, rivalAt, rivalOf, rungKey, rungOf, rungs } from './rivals.js';
import { p } from './text.js';

/** The engine levels on offer. */
const STRENGTHS = [1, 2, 3, 4, 6, 8, 10, 14, 20];
const CLASSICS = ['walle', 'roxanne', 'positional', 'corners-edges', 'discs', 'greedy', 'random'];
/** The levels of a classic opponent without long waits. */
const CLASSIC_LEVELS = [1, 2, 3, 4, 5, 6, 7];

/** The largest board of the trained engine. */
const TRAINED_MOST = 8;

/** @param {string} name */
const hasLevel = name => name !== 'greedy' && name !== 'random';

/**
 * A computer's name and strength on a board: `rival:6` is Rival 6, about 1410 · club player.
 * @param {string} player
 * @param {number} [size]
 * @returns {{name: string, about: string}}
 */
export function computer(player, size = RATED_SIZE) {
  const rung = rungOf(player);
  if (rung) {
    const rival = size === RATED_SIZE ? rivalAt(rung) : undefined;
    return { name: `${p().opponents.rival[0]} ${rung}`, about: rival ? `${p().about(rival.rating)} · ${p().skills[rival.skill]}` : p().computer };
  }
  const [name, text] = player.split(':');
  const known = p().opponents[name];
  if (!known) return { name: player, about: p().computer };
  return { name: known[0], about: hasLevel(name) ? p().aheadShort(Number(text ?? 4)) : p().computer };
}

/** An unknown rung counts as the first. @param {Opponent} opponent @param {number} size */
function rungOn(opponent, size) {
  const rung = opponent[rungKey(size)];
  return rung && rivalAt(rung) ? rung : firstRung();
}

/** A stored opponent, as far as the form offers it. @param {Opponent} opponent @returns {Opponent} */
export const knownOpponent = opponent => ({
  ...opponent,
  name: among(['rival', 'engine', ...CLASSICS], opponent.name, 'rival'),
  engine: among(STRENGTHS, opponent.engine, STRENGTHS[0]),
  classic: among(CLASSIC_LEVELS, opponent.classic, 3),
});

/**
 * The server's name of an opponent on a board.
 * @param {Opponent} opponent
 * @param {number} size
 */
export function playerOf(opponent, size) {
  const { name, engine, classic } = opponent;
  if (name === 'rival') return rivalOf(rungOn(opponent, size));
  if (!hasLevel(name)) return name;
  return `${name}:${name === 'engine' ? engine : classic}`;
}

/**
 * An opponent and its strength in a line, and the range of its slider.
 * @param {Opponent} opponent
 * @param {number} size
 * @returns {{text: string, least: number, most: number, value: number}}
 */
function strengthOf(opponent, size) {
  const { name, engine, classic } = opponent;
  if (name === 'rival') {
    const rung = rungOn(opponent, size);
    const { name, about } = computer(rivalOf(rung), size);
    return { text: size === RATED_SIZE ? `${name} · ${about}` : name, least: 1, most: rungs(), value: rung };
  }
  if (name === 'engine') {
    const words = [`${p().opponents.engine[0]} ${engine}`, engine === 1 && size <= TRAINED_MOST ? p().beatsMost : '', p().ahead(engine)];
    return { text: words.filter(Boolean).join(' · '), least: 0, most: STRENGTHS.length - 1, value: Math.max(STRENGTHS.indexOf(engine), 0) };
  }
  return { text: hasLevel(name) ? p().ahead(classic) : p().noLevel, least: 1, most: CLASSIC_LEVELS.length, value: classic };
}

/**
 * The form field of an opponent.
 * @param {string} title
 * @param {string} id
 * @param {Opponent} opponent Changed in place.
 * @param {{size: number}} board The board that it plays on.
 * @param {() => void} onchange
 */
export function opponentField(title, id, opponent, board, onchange) {
  const option = (/** @type {string} */ name) =>
    el('option', { value: name, selected: name === opponent.name }, p().opponents[name][0]);
  const select = el('select', { id, 'aria-describedby': `${id}-about` }, option('rival'), option('engine'),
    el('optgroup', { label: p().classics }, CLASSICS.map(option)));
  const about = el('p', { id: `${id}-about`, class: 'soft about' });
  const slider = el('input', { type: 'range', id: `${id}-level`, step: 1 });
  const word = el('span', { class: 'strength-word', 'aria-hidden': 'true' });
  const level = el('div', { class: 'strength' }, el('label', { for: `${id}-level` }, p().strength), slider, word);

  const show = () => {
    const { name } = opponent;
    const isRivalElsewhere = name === 'rival' && board.size !== RATED_SIZE;
    const isSimpleEngine = name === 'engine' && board.size > TRAINED_MOST;
    write(about, isRivalElsewhere ? p().rivalElsewhere : isSimpleEngine ? p().engineElsewhere : p().opponents[name][1]);
    slider.disabled = !hasLevel(name);
    level.classList.toggle('resting', !hasLevel(name));
    const { text, least, most, value } = strengthOf(opponent, board.size);
    slider.min = String(least);
    slider.max = String(most);
    slider.value = String(value);
    write(word, text);
    slider.setAttribute('aria-valuetext', text);
  };
  select.addEventListener('change', () => {
    opponent.name = select.value;
    onchange();
  });
  slider.addEventListener('input', () => {
    const value = Number(slider.value);
    if (opponent.name === 'rival') opponent[rungKey(board.size)] = value;
    else if (opponent.name === 'engine') opponent.engine = STRENGTHS[value];
    else opponent.classic = value;
    onchange();
  });
  const element = el('div', { class: 'opponent' },
    el('div', { class: 'pick' }, el('label', { for: id }, title), select), about, level);
  return { element, show };
}
