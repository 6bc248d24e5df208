// One puzzle: the user finds the only winning move, until several moves win.
/** @import {Begin, Look, Position, PuzzleEntry, Route, Tried, View} from '../../types.d.ts' */
import { get, positions, post } from '../api.js';
import { announce, button, el, rest, toast, write } from '../dom.js';
import { isStill } from '../settings.js';
import { errorText, sideName } from '../text.js';
import { endgames } from './progress.js';
import { find, stars } from './puzzles.js';
import { l } from './text.js';
import { pause, Trainer } from './trainer.js';

class Puzzle {
  /**
   * @param {HTMLElement} host
   * @param {PuzzleEntry[]} all
   */
  constructor(host, all) {
    this.all = all;
    this.id = 0;
    /** @type {Partial<Begin>} */
    this.begin = {};
    /** The right moves so far, with the replies. @type {string[]} */
    this.moves = [];
    /** @type {Position | null} */
    this.position = null;
    /** The position before a wrong move. @type {Position | null} */
    this.before = null;
    /** @type {'asking' | 'busy' | 'wrong' | 'solved' | 'over'} */
    this.state = 'asking';
    /** The square that was chosen last. */
    this.tried = 'a1';
    this.isClean = true;
    this.wasSolved = false;
    const { puzzles } = l();
    this.trainer = new Trainer(host, {
      title: puzzles.title, href: '#/learn/puzzles', back: puzzles.list, onchoose: square => void this.choose(square),
    });
    this.streak = el('p', { class: 'soft figures puzzle-streak' });
    this.retry = button(puzzles.retry, () => this.again(), { sign: 'again', labelled: true });
    this.show = button(puzzles.show, () => void this.reveal(), { sign: 'hint', labelled: true });
    this.next = el('a', { class: 'button main' }, puzzles.next);
    this.study = el('a', { class: 'button quiet' }, puzzles.analyse);
    this.tree = el('a', { class: 'button quiet' }, puzzles.tree);
    this.trainer.bar.append(this.retry, this.show, this.next);
    this.trainer.more.append(this.study, this.tree, this.streak);
  }

  /** @param {number} id */
  async open(id) {
    const { trainer } = this;
    const visit = ++trainer.visit;
    const { begin, position, stars: count } = await get(`/api/puzzles/${id}`);
    if (visit !== trainer.visit) return;
    Object.assign(this, { id, begin, position, before: position, moves: [], isClean: true, wasSolved: false });
    write(trainer.title, l().puzzles.puzzle(id));
    trainer.facts.replaceChildren(stars(count), ` ${l().puzzles.empties(position.empties)}`);
    write(trainer.ask, l().puzzles.ask[/** @type {'black' | 'white'} */ (begin.to_move)]);
    const query = new URLSearchParams({ board: begin.board, to_move: begin.to_move });
    this.study.href = `#/analyse?${query}`;
    this.tree.href = `#/learn/tree?${query}`;
    this.next.href = `#/learn/puzzles/${this.following()}`;
    this.trainer.feedback.ask(l().puzzles.only);
    this.become('asking', { isStill: true });
  }

  /** The next puzzle that is not solved, or simply the next. */
  following() {
    const later = [...this.all.slice(this.id), ...this.all.slice(0, this.id)].filter(entry => entry.id !== this.id);
    return (later.find(entry => !endgames.isSolved(entry.id)) ?? later[0])?.id ?? this.id;
  }

  /**
   * @param {Puzzle['state']} state
   * @param {Look} [look]
   */
  become(state, look = {}) {
    this.state = state;
    if (!this.position) return;
    const isOpen = state === 'asking' || state === 'solved';
    this.trainer.show(this.position, { isOpen, isAnySquare: isOpen, showsLegal: true, ...look });
    rest(this.retry, this.moves.length === 0 && state === 'asking');
    rest(this.show, state !== 'asking' && state !== 'wrong');
    this.next.classList.toggle('main', this.wasSolved);
    const { streak } = endgames.all;
    write(this.streak, streak > 1 ? `${streak} ${l().puzzles.streak}` : '');
  }

  /** @param {string} square */
  async choose(square) {
    const { position } = this;
    if (!position || !['asking', 'solved'].includes(this.state)) return;
    if (!(square in position.legal)) {
      announce(errorText({ code: 'illegal_move' }));
      return;
    }
    await this.guarded(async isCurrent => {
      const from = this.moves.length;
      this.tried = square;
      this.become('busy');
      const answer = /** @type {Tried} */ (await post(`/api/puzzles/${this.id}/try`, { moves: [...this.moves, square] }));
      const line = await positions({ begin: this.begin, moves: answer.moves }, from + 1);
      for (const [index, next] of line.entries()) {
        if (!isCurrent()) return;
        this.position = next;
        const mark = answer.right || index > 0 ? {} : { marks: new Map([[square, 'wrong']]) };
        this.become('busy', mark);
        if (index < line.length - 1) await pause(isStill());
      }
      if (isCurrent()) this.judge(square, answer);
    });
  }

  /**
   * @param {string} square
   * @param {Tried} answer
   */
  judge(square, answer) {
    const { puzzles } = l();
    const isOver = answer.position.to_move === null;
    const result = this.result(answer.score);
    const other = sideName(this.begin.to_move === 'white' ? 'black' : 'white');
    if (this.wasSolved) {
      this.moves = answer.moves;
      const goesOn = answer.reply ? puzzles.onward(other, answer.reply) : puzzles.onwardPass(other);
      if (isOver) this.trainer.feedback.say(answer.right ? 'right' : 'wrong', puzzles.over(result));
      else if (answer.right) this.trainer.feedback.say('info', goesOn);
      else this.trainer.feedback.say('wrong', puzzles.slipped(square, result));
      this.become(isOver ? 'over' : 'solved');
      return;
    }
    if (!answer.right) {
      this.isClean = false;
      endgames.note(this.id, 'tried');
      this.trainer.feedback.say('wrong', puzzles.wrong(square, other, answer.reply, answer.score, result));
      this.become('wrong', { marks: new Map([[square, 'wrong']]) });
      this.retry.focus({ preventScroll: true });
      return;
    }
    this.moves = answer.moves;
    this.before = answer.position;
    if (!answer.solved) {
      this.trainer.feedback.say('right', answer.reply ? puzzles.again(other, answer.reply) : puzzles.passed(other));
      this.become('asking');
      return;
    }
    endgames.note(this.id, this.isClean ? 'clean' : 'late');
    this.wasSolved = true;
    this.next.href = `#/learn/puzzles/${this.following()}`;
    this.trainer.feedback.say('right', isOver ? puzzles.solvedEnd(result) : `${puzzles.solved(result)} ${puzzles.playingOut}`);
    this.become(isOver ? 'over' : 'solved');
    this.trainer.board.celebrate(this.begin.to_move ?? null);
  }

  /**
   * The discs of both sides at the end, the solver's first.
   * @param {number} score
   */
  result(score) {
    const [own, other] = [32 + score / 2, 32 - score / 2].map(count => Math.round(count));
    return `${own}–${other}`;
  }

  /** Returns to the position before the wrong move, or to the start. */
  again() {
    if (this.state === 'busy' || !this.before) return;
    if (this.state === 'wrong') {
      this.position = this.before;
      this.trainer.feedback.ask(l().puzzles.only);
      this.become('asking', { isStill: true });
      announce(l().puzzles.only);
      this.trainer.board.focus(this.tried);
      return;
    }
    const { isClean, wasSolved } = this;
    this.open(this.id).then(() => { this.isClean = isClean && !wasSolved; }).catch(error => toast(errorText(error)));
  }

  async reveal() {
    if (this.state !== 'asking' && this.state !== 'wrong') return;
    await this.guarded(async isCurrent => {
      const answer = /** @type {Tried} */ (await post(`/api/puzzles/${this.id}/try?show=1`, { moves: this.moves }));
      if (!isCurrent() || !answer.best) return;
      this.isClean = false;
      endgames.note(this.id, 'tried');
      this.position = this.before;
      this.trainer.feedback.say('info', l().puzzles.shown(answer.best, this.result(answer.score)));
      this.become('asking', { isStill: true, hint: answer.best });
      this.trainer.board.focus(answer.best);
    });
  }

  /**
   * Runs work that asks the server; if it fails, everything is as before.
   * @param {(isCurrent: () => boolean) => Promise<void>} work
   */
  async guarded(work) {
    const { position, state } = this;
    await this.trainer.guarded(work, () => {
      this.position = position;
      this.become(state);
    });
  }
}

/**
 * @param {HTMLElement} host
 * @param {Route} route
 * @param {PuzzleEntry[]} all
 * @returns {Promise<View>}
 */
export async function mount(host, route, all) {
  const puzzle = new Puzzle(host, all);
  await puzzle.open(Number(route.parts[2]));
  const { keys } = l();
  const step = (/** @type {number} */ by) => {
    const index = all.findIndex(entry => entry.id === puzzle.id);
    location.hash = `#/learn/puzzles/${all[(index + by + all.length) % all.length].id}`;
  };
  return {
    keys: [
      { key: 'n', text: l().puzzles.next, run: () => { location.hash = puzzle.next.hash; } },
      { key: 'b', text: l().puzzles.previous, run: () => step(-1) },
      { key: 'r', text: keys.retry, run: () => puzzle.again() },
      { key: 's', text: keys.show, run: () => void puzzle.reveal() },
      { key: 'l', text: keys.list, run: () => { location.hash = '#/learn/puzzles'; } },
    ],
    update: other => {
      const entry = find(all, other);
      if (!entry) return false;
      puzzle.open(entry.id).then(() => announce(`${l().puzzles.puzzle(puzzle.id)}. ${puzzle.trainer.ask.textContent}`)).catch(error => toast(errorText(error)));
      return true;
    },
    leave: () => { puzzle.trainer.visit += 1; },
  };
}

