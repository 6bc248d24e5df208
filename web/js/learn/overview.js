// The overview of the Learn part, with the reader's progress.
/** @import {View} from '../../types.d.ts' */
import { el, svg } from '../dom.js';
import { mistakes } from './mistakes.js';
import { w } from './practice-text.js';
import { endgames, middlegames, stepsDone } from './progress.js';
import { STEPS } from './steps.js';
import { l } from './text.js';

/**
 * @param {HTMLElement} host
 * @returns {View}
 */
export function mount(host) {
  const done = stepsDone().length;
  const puzzles = endgames.count + middlegames.count;
  const kept = mistakes.all().length;
  const { rules, puzzles: riddles, tree } = l();
  host.append(
    el('header', { class: 'learn-head' }, el('h1', {}, l().learn), el('p', { class: 'soft' }, l().lead)),
    el('div', { class: 'learn-cards' },
      card('#/learn/rules', picture.rules(), rules.title, rules.about, done ? rules.progress(done, STEPS.length) : ''),
      card('#/learn/puzzles', picture.puzzles(), w().puzzles, w().puzzlesAbout, puzzles ? `${puzzles} ${riddles.solvedCount}` : ''),
      card('#/learn/mistakes', picture.mistakes(), w().mistakes.title, w().mistakes.about, kept ? w().mistakes.count(kept, mistakes.due().length) : ''),
      card('#/learn/guess', picture.guess(), w().guess.title, w().guess.about, ''),
      card('#/learn/tree', picture.tree(), tree.title, tree.about, '')));
  return { leave: () => {} };
}

/**
 * @param {string} href
 * @param {Node} drawing
 * @param {string} title
 * @param {string} about
 * @param {string} progress
 */
const card = (href, drawing, title, about, progress) => el('a', { class: 'card learn-card', href },
  drawing, el('div', {}, el('h2', {}, title), el('p', {}, about), el('p', { class: 'learn-progress soft figures' }, progress || '\u00a0')));

/**
 * @param {number} x
 * @param {number} y
 * @param {string} side
 * @param {number} [r]
 */
const disc = (x, y, side, r = 11) => [
  svg('circle', { cx: x, cy: y, r, class: `disc-${side}` }),
  ...(side === 'white' ? [svg('circle', { cx: x, cy: y, r: r * 0.55, class: 'disc-ring' })] : [])];

/** @param {...(SVGElement | SVGElement[])} shapes */
const drawn = (...shapes) => svg('svg', { class: 'learn-picture', viewBox: '0 0 120 90', 'aria-hidden': 'true' }, ...shapes);

/** @param {number} columns @param {number} rows */
const felt = (columns, rows) => Array.from({ length: columns * rows }, (_, index) =>
  svg('rect', { class: 'felt', x: 60 - columns * 15 + (index % columns) * 30, y: 45 - rows * 15 + Math.floor(index / columns) * 30, width: 30, height: 30 }));

const picture = {
  rules: () => drawn(felt(4, 2), disc(15, 60, 'black'), disc(45, 60, 'white'), disc(75, 60, 'white'), disc(105, 60, 'black'),
    svg('path', { class: 'flow', d: 'M20 40 Q60 0 100 40' }), svg('path', { class: 'flow', d: 'M92 38 L100 41 L102 32' })),
  puzzles: () => drawn(felt(3, 3), disc(30, 15, 'white'), disc(60, 15, 'black'), disc(30, 45, 'black'), disc(60, 45, 'white'), disc(90, 45, 'white'), disc(30, 75, 'white'), disc(60, 75, 'black'), disc(90, 75, 'black'),
    svg('path', { class: 'star', d: 'M90 4 l3.2 7.4 8 .8 -6 5.300 1.800 7.900 -7 -4.200 -7 4.200 1.800 -7.900 -6 -5.300 8 -.8z' })),
  mistakes: () => drawn(felt(3, 3), disc(30, 45, 'white'), disc(60, 45, 'black'), disc(60, 75, 'white'), disc(90, 75, 'black'),
    svg('path', { class: 'flow', d: 'M78 20 a16 16 0 1 1 -8 -6' }), svg('path', { class: 'flow', d: 'M60 12 L70 14 L67 24' })),
  guess: () => drawn(felt(3, 3), disc(30, 15, 'black'), disc(60, 15, 'white'), disc(30, 45, 'white'), disc(60, 45, 'black'), disc(60, 75, 'white'),
    svg('path', { class: 'flow', d: 'M83 41 a8 8 0 1 1 10 8 q-3 1 -3 5' }), svg('circle', { class: 'flow', cx: 90, cy: 60, r: 1 })),
  tree: () => drawn(
    svg('path', { class: 'twig', d: 'M60 16 L92 46 M28 46 L12 76 M92 46 L78 76' }), svg('path', { class: 'twig best', d: 'M60 16 L28 46 L42 76' }), svg('path', { class: 'twig cut', d: 'M92 46 L108 76' }),
    disc(60, 16, 'black'), disc(28, 46, 'white'), disc(92, 46, 'white'), disc(12, 76, 'black', 8), disc(42, 76, 'black', 8), disc(78, 76, 'black', 8)),
};
