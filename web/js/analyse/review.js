// The review of a game: the accuracy of both sides, and their mistakes.
/** @import {Label, Review as Judgement, Side} from '../../types.d.ts' */
/** @import {Study} from './study.js' */
/** @import {Node} from './tree.js' */
import { button, el, sign } from '../dom.js';
import { live } from '../live.js';
import { among, fits, recall, remember } from '../settings.js';
import { errorText, sideName } from '../text.js';
import { collect, collecting } from './collect.js';
import { LARGEST } from './engine.js';
import { GLYPHS } from './moves.js';
import { plain } from './score.js';
import { a } from './text.js';

/** The levels that a review can have. */
export const LEVELS = [6, 10, 16];
/** The labels of moves that can be retried. */
const MISTAKES = /** @type {Label[]} */ (['inaccuracy', 'mistake', 'blunder']);
const LABELS = /** @type {Label[]} */ (['best', 'good', ...MISTAKES]);
const SIDES = /** @type {Side[]} */ (['black', 'white']);

/** The least rating from which on enough people are known for a sure range. docs/review.md */
const WELL_KNOWN = 1500;
/** What a review that the browser kept needs to have. */
const KEPT = {
  key: '',
  judgement: {
    accuracy: { black: null, white: null }, lost: { black: 0, white: 0 }, labels: { black: {}, white: {} }, turning_points: [0],
    moves: [{ number: 0, color: '', label: '', best: '', lost: 0, line: [''] }], graph: [{ after: 0, score: 0 }],
  },
};

/** Finished reviews since the page was loaded, by game. @type {Map<string, Judgement>} */
const finishedReviews = new Map();

/**
 * A range of ratings in steps of fifty.
 * @param {{low: number, high: number} | null} strength
 */
const range = strength => (strength ? [strength.low, strength.high].map(rating => Math.round(rating / 50) * 50).join('–') : '–');

export class Review {
  /**
   * @param {Study} study
   * @param {() => void} onupdate Called when moves have new labels.
   * @param {(mistakes: Node[]) => void} onretry Called with the mistakes to try again.
   * @param {(isRunning: boolean) => void} onrun Called when a review starts and ends.
   */
  constructor(study, onupdate, onretry, onrun) {
    this.study = study;
    this.onupdate = onupdate;
    this.onretry = onretry;
    this.onrun = onrun;
    this.level = among(LEVELS, recall('reviewLevel', 10), 10);
    /** @type {Judgement | null} */
    this.judgement = null;
    this.key = '';
    /** The start of the game whose nodes have the labels. @type {Node | null} */
    this.root = null;
    this.isRunning = false;
    this.message = '';
    this.stop = () => {};
    this.element = el('div', { class: 'review' });
  }

  /** Starts a review, or stops the running one. */
  toggle() {
    if (this.isRunning) {
      this.halt();
      this.message = a().stopped;
      return this.show();
    }
    const { game, key } = this.study;
    if (!game.moves.length || game.begin.size > LARGEST) return this.show();
    this.halt();
    this.key = key;
    this.judgement = null;
    this.isRunning = true;
    this.message = '';
    this.stop = live.review({ ...game, level: this.level }, (judgement, done) => {
      this.isRunning = !done;
      this.take(key, judgement);
      if (done) this.keep(key, judgement);
    }, problem => {
      this.message = errorText(problem);
      this.halt();
      this.show();
    });
    this.onrun(true);
    this.show();
  }

  halt() {
    this.stop();
    this.stop = () => {};
    this.isRunning = false;
    this.onrun(false);
  }

  /**
   * Keeps a finished review. The last one is also stored in local storage.
   * @param {string} key
   * @param {Judgement} judgement
   */
  keep(key, judgement) {
    finishedReviews.set(key, judgement);
    remember('review', { key, judgement });
    if (key === this.study.key) {
      collect(this.study, side => this.mistakes(side));
      this.show();
    }
    this.onrun(false);
  }

  /**
   * Copies the labels and scores to the nodes of the game.
   * @param {string} key
   * @param {Judgement} judgement
   */
  take(key, judgement) {
    this.key = key;
    this.judgement = judgement;
    if (key === this.study.key) {
      this.root = this.study.root;
      const nodes = [this.root, ...this.root.end().line()];
      for (const judged of judgement.moves) if (nodes[judged.number]) nodes[judged.number].judged = judged;
      for (const { after, score, exact } of judgement.graph) {
        // A review that the browser kept from an older version says nothing of the book.
        const book = !exact && after <= (judgement.book || -1);
        if (nodes[after]) nodes[after].standing = { score, exact, book };
      }
    }
    this.onupdate();
    this.show();
  }

  /** Shows the stored review of this game, if there is one. */
  lookUp() {
    const { key, root } = this.study;
    // The same game opened again has other nodes.
    if (this.key === key && this.root === root) return this.show();
    this.message = '';
    const kept = recall('review', /** @type {any} */ (null));
    const known = finishedReviews.get(key) ?? (fits(kept, KEPT) && kept.key === key ? /** @type {Judgement} */ (kept.judgement) : null);
    if (known) this.take(key, known);
    else this.show();
  }

  /**
   * The mistakes of one side or of both, in the order of the game.
   * @param {Side | null} side
   */
  mistakes(side = null) {
    return this.study.root.end().line().filter(({ judged }) =>
      judged && !judged.forced && MISTAKES.includes(judged.label) && (!side || judged.color === side));
  }

  show() {
    const { study, judgement } = this;
    const { moves, begin } = study.game;
    const isHere = this.key === study.key;
    if (begin.size > LARGEST) return this.element.replaceChildren(el('p', {}, a().reviewTooLarge));
    if (!moves.length) return this.element.replaceChildren(el('p', { class: 'soft' }, a().reviewNothing));
    const level = el('select', { 'aria-label': a().reviewLevel, disabled: this.isRunning, onchange: () => {
      this.level = Number(level.value);
      remember('reviewLevel', this.level);
    } }, LEVELS.map((value, index) => el('option', { value: String(value), selected: value === this.level }, a().reviewLevels[index])));
    const start = el('button', { type: 'button', class: `button ${judgement && isHere ? '' : 'main'}`, id: 'review-start', onclick: () => this.toggle() },
      sign(this.isRunning ? 'pause' : 'review'), this.isRunning ? a().stop : judgement && isHere ? a().reviewAgain : a().reviewGame);
    const done = isHere && judgement ? judgement.moves.length : 0;
    const hadFocus = document.activeElement?.id === 'review-start';
    this.element.replaceChildren(
      el('div', { class: 'bar review-bar' }, start, level,
        this.isRunning ? el('progress', { max: String(moves.length), value: String(done), 'aria-label': a().progress }) : '',
        this.isRunning ? el('span', { class: 'soft figures' }, `${done}/${moves.length}`) : ''),
      el('p', { class: 'soft review-message' }, this.message || (!isHere && judgement ? a().reviewOther : judgement || this.isRunning ? '' : a().reviewAbout)),
      ...(isHere && judgement && done ? this.report(judgement) : []));
    if (hadFocus) start.focus();
  }

  /** @param {Judgement} judgement */
  report(judgement) {
    const row = (/** @type {string} */ glyph, /** @type {string} */ name, /** @type {(side: Side) => string} */ value, /** @type {Label | null} */ label = null) =>
      el('tr', { 'data-label': label },
        el('th', { scope: 'row' }, glyph ? el('span', { class: 'glyph', 'aria-hidden': 'true' }, glyph) : null, name),
        ...SIDES.map(side => el('td', { class: 'figures' }, value(side))));
    const ratings = SIDES.flatMap(side => judgement.strength?.[side]?.rating ?? []);
    const isRated = ratings.length > 0;
    const about = [a().playedLikeAbout, ratings.some(rating => rating >= WELL_KNOWN) && a().rangeSure, ratings.some(rating => rating < WELL_KNOWN) && a().rangeRough];
    const isPart = !this.isRunning && judgement.complete === false;
    const table = el('table', { class: 'report' },
      el('caption', { class: 'unseen' }, a().review),
      el('thead', {}, el('tr', {}, el('td', {}), ...SIDES.map(side => el('th', { scope: 'col' },
        el('span', { class: `token ${side}`, 'aria-hidden': 'true' }), this.study.players[side] || sideName(side))))),
      el('tbody', {},
        row('', a().accuracy, side => { const value = judgement.accuracy[side]; return value === null ? '–' : `${plain(value, 1)}\u00a0%`; }),
        isRated ? row('', a().playedLike, side => range(judgement.strength?.[side] ?? null)) : '',
        row('', a().discsLost, side => plain(judgement.lost[side], 1)),
        LABELS.map(label => row(GLYPHS[label], a().labelCounts[label], side => String(judgement.labels[side][label] ?? 0), label))));
    table.querySelector('tbody tr')?.classList.add('accuracy');
    const line = this.study.root.end().line();
    const turns = judgement.turning_points.map(number => line[number - 1]).filter(Boolean);
    return [
      isPart ? el('p', { class: 'review-part' }, a().onlyFrom(Math.min(...judgement.moves.map(({ number }) => number)))) : '',
      table,
      isRated ? el('p', { class: 'soft' }, about.filter(Boolean).join(' ')) : '',
      el('h2', {}, a().turningPoints),
      turns.length ? el('div', { class: 'bar turning' }, turns.map(node => el('button', { type: 'button', class: 'button slim figures', onclick: () => void this.study.go(node) },
        el('span', { class: `token ${node.mover}`, 'aria-hidden': 'true' }), `${node.ply}. ${node.square}`,
        el('span', { class: 'unseen' }, ` ${node.mover ? sideName(node.mover) : ''}`))))
        : el('p', { class: 'soft' }, a().noTurningPoints),
      el('h2', {}, a().retryTitle),
      this.isRunning ? el('p', { class: 'soft' }, a().retryLater) : this.retries(),
      ...(this.isRunning || !this.mistakes().length ? [] : collecting(side => this.mistakes(side)))];
  }

  retries() {
    const count = this.mistakes().length;
    if (!count) return el('p', { class: 'soft' }, a().noMistakes);
    return el('div', { class: 'bar' }, SIDES.map(side => {
      const found = this.mistakes(side);
      return el('button', { type: 'button', class: 'button', disabled: !found.length, onclick: () => this.onretry(found) },
        el('span', { class: `token ${side}`, 'aria-hidden': 'true' }), a().retrySide(sideName(side), found.length));
    }), button(a().retryBoth(count), () => this.onretry(this.mistakes())));
  }
}
