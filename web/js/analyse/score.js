// Formatting of scores: in discs, for the side to move or for Black.
/** @import {AnalysisLine, Note, Side} from '../../types.d.ts' */
import { lang, sideName } from '../text.js';
import { among, recall, remember } from '../settings.js';
import { a } from './text.js';

/** @typedef {'mover' | 'black'} Whose */

/** The point of view of scores: the side to move, or Black. @returns {Whose} */
export const whose = () => among(['mover', 'black'], recall('scores', /** @type {Whose} */ ('mover')), 'mover');

/** @param {Whose} chosen */
export const setWhose = chosen => remember('scores', chosen);

/**
 * Converts a score of the side to move to the chosen point of view.
 * @param {number} score
 * @param {Side} mover
 */
export const turned = (score, mover) => (whose() === 'black' && mover === 'white' ? 0 - score : score);

/**
 * A score with its sign: whole if it is exact, else with one decimal; halves go away from zero. This is the
 * rule of the whole program, as in crates/play/src/score_text.rs; tests of both read tests/web/help/scores.json.
 * @param {number} score
 * @param {boolean} isExact
 */
export function signed(score, isExact) {
  const digits = isExact ? 0 : 1;
  // Adding 0 turns −0 into 0.
  const rounded = (Math.sign(score) * Math.round(Math.abs(score) * 10 ** digits)) / 10 ** digits + 0;
  const number = new Intl.NumberFormat(lang(), { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'always' });
  return number.format(rounded).replace('-', '−');
}

/**
 * The loss of a move, by the same rule without a sign.
 * @param {number} discs
 * @param {boolean} isExact
 */
export const lost = (discs, isExact) => plain(discs, isExact ? 0 : 1);

/**
 * A number without sign.
 * @param {number} value
 * @param {number} [digits]
 */
export const plain = (value, digits = 0) =>
  new Intl.NumberFormat(lang(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/**
 * A large number in short form: 12.3 M.
 * @param {number} value
 */
export function short(value) {
  const unit = value >= 1e9 ? [1e9, 'G'] : value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, ''];
  const [size, letter] = /** @type {[number, string]} */ (unit);
  const scaled = value / size;
  return `${plain(scaled, letter && scaled < 100 ? 1 : 0)}${letter ? `\u00a0${letter}` : ''}`;
}

/**
 * The text of a line's score, from the chosen point of view.
 * @param {AnalysisLine} line
 * @param {Side} mover
 */
export function lineScore(line, mover) {
  const score = turned(line.score, mover);
  if (line.kind === 'wld') return a().outcomes[Math.sign(score) + 1];
  return signed(score, line.kind === 'exact');
}

/**
 * A score in words.
 * @param {AnalysisLine} line
 * @param {Side} mover
 * @param {string} [score] Its text.
 */
export function spoken(line, mover, score = lineScore(line, mover)) {
  const side = sideName(whose() === 'black' ? 'black' : mover);
  const words = line.kind === 'exact' ? a().exactFor(score, side) : a().aboutFor(score, side);
  return line.book ? `${words}, ${a().inBook}` : words;
}

/**
 * The scores on the squares.
 * @param {AnalysisLine[]} lines
 * @param {Side} mover
 * @returns {Map<string, Note>}
 */
export function notes(lines, mover) {
  const best = lines[0];
  /** @type {Map<string, Note>} */
  const found = new Map();
  for (const line of lines) {
    if (!line.square) continue;
    const text = lineScore(line, mover);
    const isTie = line.kind === 'exact' && best.kind === 'exact' && line.score === best.score;
    found.set(line.square, {
      text,
      kind: line.kind === 'exact' ? 'exact' : 'estimate',
      mark: line.book ? a().bookMark : undefined,
      best: line === best || isTie,
      label: `${line === best || isTie ? `${a().best}, ` : ''}${spoken(line, mover, text)}`,
    });
  }
  return found;
}
