// One middle-game puzzle: the user finds the move that is clearly best.
/** @import {Begin, MiddleMove, MiddlePuzzleEntry, MiddleTried, Note, Position, Route, View} from '../../types.d.ts' */
import { get, positions, post } from '../api.js';
import { announce, button, el, rest, toast, write } from '../dom.js';
import { isStill } from '../settings.js';
import { errorText, sideName } from '../text.js';
import { find } from './middle-puzzles.js';
import { w } from './practice-text.js';
import { middlegames } from './progress.js';
import { l } from './text.js';
import { pause, Trainer } from './trainer.js';

/** Up to this number of empty squares positions are solved; above it scores are estimates. data/puzzles/README.md */
const SOLVED = 24;

class MiddlePuzzle {
  /**
   * @param {HTMLElement} host
   * @param {MiddlePuzzleEntry[]} all
   * @param {number} rating The rating of the people whose shares are given.
   */
  constructor(host, all, rating) {
    this.all = all;
    this.rating = rating;
    this.id = '';
    /** @type {Partial<Begin>} */
    this.begin = {};
    /** @type {Position | null} */
    this.position = null;
    /** @type {'asking' | 'busy' | 'wrong' | 'told'} */
    this.state = 'asking';
    this.isClean = true;
    /** @type {MiddleMove[]} */
    this.moves = [];
    const { middleGame: words } = w();
    this.trainer = new Trainer(host, {
      title: words.title, href: '#/learn/puzzles/middle', back: l().puzzles.list, onchoose: square => void this.choose(square),
    });
    this.retry = button(l().puzzles.retry, () => this.again(), { sign: 'again', labelled: true });
    this.reveal = button(w().show, () => void this.tell(), { sign: 'hint', labelled: true });
    this.next = el('a', { class: 'button main' }, l().puzzles.next);
    this.line = button(words.playLine, () => void this.playLine(), { sign: 'play', labelled: true, class: 'quiet' });
    this.study = el('a', { class: 'button quiet' }, w().analyse);
    this.trainer.bar.append(this.retry, this.reveal, this.next);
    this.trainer.more.append(this.study, this.line);
  }

  /** @param {string} id */
  async open(id) {
    const { trainer } = this;
    const visit = ++trainer.visit;
    const { begin, position, share } = await get(`/api/puzzles/middle/${id}`);
    if (visit !== trainer.visit) return;
    Object.assign(this, { id, begin, position, isClean: true, moves: [] });
    const { middleGame: words } = w();
    write(trainer.title, words.puzzle(this.all.findIndex(entry => entry.id === id) + 1));
    trainer.write(`${words.found(share, this.rating)} · ${l().puzzles.empties(position.empties)}`, words.ask[/** @type {'black' | 'white'} */ (begin.to_move)]);
    this.study.href = `#/analyse?${new URLSearchParams({ board: begin.board, to_move: begin.to_move })}`;
    this.next.href = `#/learn/puzzles/middle/${this.following()}`;
    trainer.details.replaceChildren();
    trainer.feedback.ask(words.only);
    this.become('asking');
  }

  /** The next puzzle that is not solved, or simply the next. */
  following() {
    const at = this.all.findIndex(entry => entry.id === this.id);
    const later = [...this.all.slice(at + 1), ...this.all.slice(0, at)];
    return (later.find(entry => !middlegames.isSolved(entry.id)) ?? later[0])?.id ?? this.id;
  }

  /**
   * @param {MiddlePuzzle['state']} state
   * @param {string} [wrong] A square to mark as wrong.
   */
  become(state, wrong = '') {
    this.state = state;
    if (!this.position) return;
    const isOpen = state === 'asking';
    const best = this.moves[0]?.square;
    const marks = new Map(wrong ? [[wrong, 'wrong']] : best ? [[best, 'right']] : []);
    this.trainer.show(this.position, { isOpen, isAnySquare: isOpen, showsLegal: true, isStill: true, marks, notes: this.notes() });
    rest(this.retry, state === 'asking' || state === 'busy');
    rest(this.reveal, state === 'told' || state === 'busy');
    this.line.hidden = state !== 'told';
    this.next.classList.toggle('main', state === 'told');
  }

  /** Whether what the moves lose is proven. */
  get isExact() {
    return (this.position?.empties ?? 0) <= SOLVED;
  }

  /** A loss in figures; an estimate is marked. @param {number} lost */
  figure(lost) {
    return `${this.isExact ? '' : '≈'}−${lost}`;
  }

  /** What each move loses, on its square. @returns {Map<string, Note>} */
  notes() {
    const { middleGame: words } = w();
    return new Map(this.moves.map(({ square, lost }) => [square, {
      text: lost ? this.figure(lost) : '✓', kind: this.isExact && lost ? 'exact' : 'estimate', best: lost === 0, label: lost ? words.lost(lost, this.isExact) : words.best,
    }]));
  }

  /** @param {string} square */
  async choose(square) {
    const { position, trainer } = this;
    if (!position || this.state !== 'asking') return;
    if (!(square in position.legal)) {
      announce(errorText({ code: 'illegal_move' }));
      return;
    }
    this.state = 'busy';
    await trainer.guarded(async isCurrent => {
      const answer = /** @type {MiddleTried} */ (await post(`/api/puzzles/middle/${this.id}/try`, { square }));
      if (!isCurrent() || !answer.tried) return;
      const { middleGame: words } = w();
      if (!answer.right) {
        const { lost, line, share } = answer.tried;
        const other = sideName(this.begin.to_move === 'white' ? 'black' : 'white');
        this.isClean = false;
        middlegames.note(this.id, 'tried');
        trainer.feedback.say('wrong', words.wrong(square, lost, this.isExact, other, line[0], share));
        this.become('wrong', square);
        this.retry.focus({ preventScroll: true });
        return;
      }
      middlegames.note(this.id, this.isClean ? 'clean' : 'late');
      this.next.href = `#/learn/puzzles/middle/${this.following()}`;
      this.tellAll(answer.moves, 'right', words.right(square, answer.moves[1]?.lost ?? 0, this.isExact));
    }, () => this.become('asking'));
  }

  async tell() {
    if (this.state !== 'asking' && this.state !== 'wrong') return;
    const { state, trainer } = this;
    this.state = 'busy';
    await trainer.guarded(async isCurrent => {
      const { moves } = /** @type {MiddleTried} */ (await post(`/api/puzzles/middle/${this.id}/try?show=1`, {}));
      if (!isCurrent()) return;
      middlegames.note(this.id, 'tried');
      this.isClean = false;
      this.tellAll(moves, 'info', w().middleGame.shown(moves[0].square, moves[1]?.lost ?? 0, this.isExact));
    }, () => this.become(state));
  }

  /**
   * Shows what every move loses and who plays it.
   * @param {MiddleMove[]} moves
   * @param {'right' | 'info'} kind
   * @param {string} text
   */
  tellAll(moves, kind, text) {
    const { middleGame: words } = w();
    const [best] = moves;
    this.moves = moves;
    this.trainer.feedback.say(kind, `${text} ${words.line([best.square, ...best.line].join(' '))}`);
    this.become('told');
    const row = (/** @type {MiddleMove} */ { square, lost, share, line }) => el('tr', { title: [square, ...line].join(' ') },
      el('th', { scope: 'row' }, square), el('td', {}, lost ? this.figure(lost) : words.best), el('td', {}, words.percent(share)));
    this.trainer.details.replaceChildren(el('details', { open: matchMedia('(min-width: 52rem)').matches },
      el('summary', {}, words.moves),
      el('p', { class: 'soft' }, `${this.isExact ? words.exact : words.estimated} ${words.modelled(this.rating)}`),
      el('table', { class: 'losses figures' },
        el('thead', {}, el('tr', {}, [words.move, words.loses, words.played].map(name => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, moves.map(row)))));
  }

  /** Plays the expected line on the board, then shows the puzzle again. */
  async playLine() {
    const [best] = this.moves;
    if (this.state !== 'told' || !best) return;
    this.state = 'busy';
    await this.trainer.guarded(async isCurrent => {
      const line = await positions({ begin: this.begin, moves: [best.square, ...best.line] }, 1);
      for (const position of line) {
        if (!isCurrent()) return;
        this.trainer.show(position);
        if (position.last) announce(position.last);
        await pause(isStill());
      }
      await pause(isStill());
      if (isCurrent()) this.become('told');
    }, () => this.become('told'));
  }

  /** Returns to the puzzle after a wrong move; after the answer, begins again. */
  again() {
    if (this.state === 'busy') return;
    const wasTold = this.state === 'told';
    const { isClean } = this;
    this.moves = [];
    this.trainer.details.replaceChildren();
    this.trainer.feedback.ask(w().middleGame.only);
    this.become('asking');
    this.isClean = isClean && !wasTold;
    announce(w().middleGame.only);
    this.trainer.board.focus(this.position?.last ?? 'd4');
  }
}

/**
 * @param {HTMLElement} host
 * @param {Route} route
 * @param {MiddlePuzzleEntry[]} all
 * @param {number} rating
 * @returns {Promise<View>}
 */
export async function mount(host, route, all, rating) {
  const puzzle = new MiddlePuzzle(host, all, rating);
  await puzzle.open(route.parts[3]);
  const { keys } = l();
  const step = (/** @type {number} */ by) => {
    const index = all.findIndex(entry => entry.id === puzzle.id);
    location.hash = `#/learn/puzzles/middle/${all[(index + by + all.length) % all.length].id}`;
  };
  return {
    keys: [
      { key: 'n', text: l().puzzles.next, run: () => { location.hash = puzzle.next.hash; } },
      { key: 'b', text: l().puzzles.previous, run: () => step(-1) },
      { key: 'r', text: keys.retry, run: () => puzzle.again() },
      { key: 's', text: keys.show, run: () => void puzzle.tell() },
      { key: 'p', text: w().middleGame.playLine, run: () => void puzzle.playLine() },
      { key: 'l', text: keys.list, run: () => { location.hash = '#/learn/puzzles/middle'; } },
    ],
    update: other => {
      const entry = find(all, other);
      if (!entry) return false;
      puzzle.open(entry.id).then(() => announce(`${puzzle.trainer.title.textContent}. ${puzzle.trainer.ask.textContent}`)).catch(error => toast(errorText(error)));
      return true;
    },
    leave: () => { puzzle.trainer.visit += 1; },
  };
}
