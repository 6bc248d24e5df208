// The form for a new game. The choices are stored, so that one click starts the next game.
/** @import {NewGame, Side, View} from '../../types.d.ts' */
/** @import {Mode, Wishes} from './types.d.ts' */
import { createGame } from '../api.js';
import { button, el, sign, svg, toast, write } from '../dom.js';
import { among, recall, remember } from '../settings.js';
import { errorText } from '../text.js';
import { choices } from './choices.js';
import { knownOpponent, opponentField, playerOf } from './opponents.js';
import { firstRung } from './rivals.js';
import { keep, savedGames } from './saved-games.js';
import { other } from './game-text.js';
import { p } from './text.js';

/** The preset clocks: minutes for each side and increment in seconds. */
const CLOCKS = ['1+0', '3+2', '5+0', '10+5', '30+0'];
const SHORTEST = { minutes: 0.5, increment: 0 };
const LONGEST = { minutes: 180, increment: 180 };
const SIZES = { least: 4, most: 26 };
/** @type {Mode[]} */
const MODES = ['computer', 'screen', 'link', 'demo'];
const COLOURS = /** @type {const} */ (['black', 'white', 'chance']);
const STARTS = /** @type {const} */ (['standard', 'mirrored']);

/** The stored choices, as far as the form offers them. @returns {Wishes} */
function wishesNow() {
  const computer = { name: 'rival', rival: firstRung(), engine: 1, classic: 3 };
  /** @type {Wishes} */
  const usual = {
    mode: 'computer', colour: 'black', size: 8, start: 'standard', clock: 'none', minutes: 15, increment: 10,
    opponent: computer, second: { ...computer, name: 'walle' }, names: { mine: '', friend: '', black: '', white: '' },
  };
  const kept = recall('setup', usual);
  const time = (/** @type {'minutes' | 'increment'} */ what) =>
    (kept[what] >= SHORTEST[what] && kept[what] <= LONGEST[what] ? kept[what] : usual[what]);
  const isSize = kept.size % 2 === 0 && kept.size >= SIZES.least && kept.size <= SIZES.most;
  return {
    ...kept,
    mode: among(MODES, kept.mode, usual.mode),
    colour: among(COLOURS, kept.colour, usual.colour),
    size: isSize ? kept.size : usual.size,
    start: among(STARTS, kept.start, usual.start),
    clock: among(['none', ...CLOCKS, 'own'], kept.clock, usual.clock),
    minutes: time('minutes'),
    increment: Math.round(time('increment')),
    opponent: knownOpponent(kept.opponent),
    second: knownOpponent(kept.second),
  };
}

/**
 * The requested game, and the user's side.
 * @param {Wishes} wishes
 * @returns {{game: NewGame, mine: Side}}
 */
function gameOf({ mode, opponent, second, colour, names, size, start, clock, minutes, increment }) {
  const mine = colour === 'chance' ? (Math.random() < 0.5 ? 'black' : 'white') : colour;
  const begin = { size, start };
  const ours = (/** @type {string} */ own, /** @type {string} */ theirs) =>
    /** @type {{black: string, white: string}} */ ({ [mine]: own, [other(mine)]: theirs });
  const [preset, more] = clock.split('+').map(Number);
  const time = clock === 'none' ? null : clock === 'own' ? { seconds: Math.round(minutes * 60), increment } : { seconds: preset * 60, increment: more };
  switch (mode) {
    case 'demo':
      return { mine: 'black', game: { begin, black: playerOf(opponent, size), white: playerOf(second, size) } };
    case 'screen':
      return { mine: 'black', game: { begin, black: 'human', white: 'human', shared: true, names: { black: names.black.trim(), white: names.white.trim() }, clock: time } };
    case 'link':
      return { mine, game: { begin, black: 'human', white: 'human', names: ours(names.mine.trim(), names.friend.trim()), clock: time } };
    default:
      return { mine, game: { begin, ...ours('human', playerOf(opponent, size)), names: ours(names.mine.trim(), ''), clock: time } };
  }
}

/** @type {Record<Mode, string>} */
const SIGNS = { computer: 'engine', screen: 'people', link: 'link', demo: 'screen' };

/**
 * @param {HTMLElement} host
 * @returns {View}
 */
export function setup(host) {
  const wishes = wishesNow();
  const changed = () => {
    remember('setup', wishes);
    show();
  };

  const modes = choices(p().mode, 'mode', MODES.map(mode => ({
    value: mode,
    content: [el('span', { class: 'mode-sign' }, sign(SIGNS[mode])), el('span', { class: 'mode-name' }, p().modes[mode][0]), el('span', { class: 'soft mode-about' }, p().modes[mode][1])],
  })), wishes.mode, mode => { wishes.mode = /** @type {Mode} */ (mode); changed(); });
  modes.classList.add('modes');

  const opponent = opponentField(p().opponent, 'opponent', wishes.opponent, wishes, changed);
  const first = opponentField(p().colours.black, 'first', wishes.opponent, wishes, changed);
  const second = opponentField(p().colours.white, 'second', wishes.second, wishes, changed);
  const token = (/** @type {string} */ kind) => el('span', { class: `token ${kind}`, 'aria-hidden': 'true' });
  const colour = choices(p().colour, 'colour', COLOURS.map(value => ({
    value, content: [token(value), p().colours[value]],
  })), wishes.colour, value => { wishes.colour = /** @type {Side} */ (value); changed(); });

  const slider = el('input', { type: 'range', id: 'size', min: SIZES.least, max: SIZES.most, step: 2, value: wishes.size });
  const sizeWord = el('span', { class: 'strength-word', 'aria-hidden': 'true' });
  slider.addEventListener('input', () => { wishes.size = Number(slider.value); changed(); });
  const starts = choices(p().startOf, 'start', STARTS.map(value => ({
    value, content: [tinyBoard(value), p().starts[value]],
  })), wishes.start, value => { wishes.start = /** @type {'standard'} */ (value); changed(); });
  const clock = choices(p().clock, 'clock', ['none', ...CLOCKS, 'own'].map(value => ({
    value, content: [value === 'none' ? p().noClock : value === 'own' ? p().ownClock : value],
  })), wishes.clock, value => { wishes.clock = value; changed(); });
  const own = el('div', { class: 'own' }, number('minutes', wishes, LONGEST.minutes, changed), number('increment', wishes, LONGEST.increment, changed));

  const name = (/** @type {keyof Wishes['names']} */ who, /** @type {string} */ label) => {
    const input = el('input', { type: 'text', id: `name-${who}`, maxlength: 40, autocomplete: who === 'mine' ? 'nickname' : 'off', value: wishes.names[who], placeholder: p().canBeEmpty });
    input.addEventListener('input', () => { wishes.names[who] = input.value; changed(); });
    return el('div', { class: 'name' }, el('label', { for: `name-${who}` }, label), input);
  };
  const names = {
    mine: name('mine', p().yourName), friend: name('friend', p().friendsName),
    black: name('black', p().nameOf.black), white: name('white', p().nameOf.white),
  };

  const fields = el('div', { class: 'fields' }, opponent.element, first.element, second.element, colour);
  const summaryTitle = el('span', {});
  const summary = el('span', { class: 'soft figures' });
  const more = el('details', { class: 'more', open: recall('more', false) },
    el('summary', {}, summaryTitle, summary),
    el('div', { class: 'field-row' }, el('label', { for: 'size' }, p().size), slider, sizeWord), starts, clock, own,
    el('div', { class: 'names' }, ...Object.values(names)));
  more.addEventListener('toggle', () => remember('more', more.open));
  const start = el('button', { type: 'submit', class: 'button main start' });

  const show = () => {
    const { mode, size } = wishes;
    for (const field of [opponent, first, second]) field.show();
    opponent.element.hidden = mode !== 'computer';
    first.element.hidden = second.element.hidden = mode !== 'demo';
    colour.hidden = mode === 'screen' || mode === 'demo';
    fields.hidden = mode === 'screen';
    clock.hidden = mode === 'demo';
    own.hidden = mode === 'demo' || wishes.clock !== 'own';
    names.mine.hidden = mode === 'screen' || mode === 'demo';
    names.friend.hidden = mode !== 'link';
    names.black.hidden = names.white.hidden = mode !== 'screen';
    write(sizeWord, p().sizeIs(size));
    slider.setAttribute('aria-valuetext', p().sizeIs(size));
    write(summaryTitle, mode === 'demo' ? p().moreNoNames : p().more);
    write(summary, [p().sizeIs(size), mode === 'demo' ? '' : clockText(wishes)].filter(Boolean).join(', '));
    if (!start.ariaBusy) write(start, mode === 'link' ? p().invite : mode === 'demo' ? p().watch : p().play);
  };
  show();

  const form = el('form', { class: 'setup card' }, el('h1', {}, p().newGame), modes,
    fields, more, start);
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (start.ariaBusy) return;
    start.ariaBusy = 'true';
    write(start, p().beginning);
    const { game, mine } = gameOf(wishes);
    createGame(game).then(({ id, keys, game }) => {
      const key = keys[mine] ?? keys.black ?? keys.white;
      keep({ id, key, invite: wishes.mode === 'link' ? keys[other(mine)] : null, game: { ...game, moves: [] } });
      location.hash = `#/play/${id}/${key ?? ''}`;
    }).catch(error => {
      start.ariaBusy = null;
      show();
      toast(errorText(error));
    });
  });

  const games = savedGames();
  host.append(el('div', { class: 'home' }, form, el('div', { class: 'beside' }, games.element,
    el('a', { class: 'learn-link', href: '#/learn/rules' }, sign('learn'), p().learnRules))));
  return { leave: games.leave };
}

/** @param {Wishes} wishes */
function clockText({ clock, minutes, increment }) {
  if (clock === 'none') return p().noClockIs;
  const [preset, more] = clock.split('+');
  return clock === 'own' ? p().clockIs(String(minutes), increment) : p().clockIs(preset, Number(more));
}

/**
 * A number field. An invalid value is corrected when the field loses the focus.
 * @param {'minutes' | 'increment'} what
 * @param {Wishes} wishes
 * @param {number} most
 * @param {() => void} changed
 */
function number(what, wishes, most, changed) {
  const least = SHORTEST[what];
  const input = el('input', { type: 'number', id: what, min: least, max: most, step: 'any', inputmode: 'decimal', value: wishes[what] });
  input.addEventListener('input', () => {
    const value = input.valueAsNumber;
    if (Number.isNaN(value)) return;
    const whole = what === 'increment' ? Math.round(value) : value;
    wishes[what] = Math.min(Math.max(whole, least), most);
    changed();
  });
  input.addEventListener('change', () => { input.value = String(wishes[what]); });
  return el('div', { class: 'name' }, el('label', { for: what }, what === 'minutes' ? p().minutes : p().increment), input);
}

/** A picture of the four discs of a start. @param {'standard' | 'mirrored'} start */
function tinyBoard(start) {
  const faces = start === 'standard' ? ['white', 'black', 'black', 'white'] : ['black', 'white', 'white', 'black'];
  const discs = faces.map((face, index) => svg('circle', { class: `tiny-${face}`, cx: 12 + 8 * (index % 2), cy: 12 + 8 * (index >> 1), r: 3 }));
  return svg('svg', { class: 'tiny', viewBox: '0 0 32 32', 'aria-hidden': 'true' },
    svg('rect', { class: 'tiny-felt', width: 32, height: 32, rx: 3 }),
    svg('path', { class: 'tiny-lines', d: 'M8 0V32M16 0V32M24 0V32M0 8H32M0 16H32M0 24H32' }), discs);
}
