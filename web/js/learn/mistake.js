// Practice of one's own mistakes: one position after another, by spaced repetition.
/** @import {Analysis, Position, Route, View} from '../../types.d.ts' */
/** @import {Mistake} from './mistakes.js' */
import { positions } from '../api.js';
import { judge, SECONDS } from '../analyse/attempt.js';
import { lost as discs } from '../analyse/score.js';
import { announce, button, confirm, el, rest, toast } from '../dom.js';
import { live } from '../live.js';
import { errorText, lang } from '../text.js';
import { head } from './layout.js';
import { beginOf, mistakes } from './mistakes.js';
import { w } from './practice-text.js';
import { l } from './text.js';
import { Trainer } from './trainer.js';

/**
 * A time from now in words: in 3 days.
 * @param {number} due
 */
function when(due) {
  const words = new Intl.RelativeTimeFormat(lang(), { numeric: 'auto' });
  const minutes = Math.max(1, Math.round((due - Date.now()) / 60_000));
  if (minutes < 60) return words.format(minutes, 'minute');
  return minutes < 24 * 60 ? words.format(Math.round(minutes / 60), 'hour') : words.format(Math.round(minutes / 60 / 24), 'day');
}

class Practice {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Mistake | null} */
    this.mistake = null;
    /** @type {Position | null} */
    this.position = null;
    /** @type {Analysis | null} */
    this.analysis = null;
    this.isLooking = false;
    /** @type {'asking' | 'checking' | 'told'} */
    this.state = 'asking';
    this.tried = '';
    this.isClean = true;
    /** The squares that were tried. @type {Map<string, string>} */
    this.marks = new Map();
    /** Whether positions that are not due are practised, too. */
    this.isExtra = false;
    this.stop = () => {};
    /** @type {Trainer | null} */
    this.trainer = null;
    this.study = el('a', { class: 'button quiet' });
  }

  /** Shows the next position that is due, or that there is none. @returns {Promise<void>} */
  async begin() {
    this.stop();
    const mistake = mistakes.due()[0] ?? (this.isExtra ? mistakes.first() : null);
    if (!mistake) return this.rest();
    const trainer = this.trainer ??= this.build();
    const visit = ++trainer.visit;
    const begin = beginOf(mistake);
    const [position] = await positions({ begin, moves: [] });
    if (visit !== trainer.visit) return;
    if (!(mistake.best in position.legal)) {
      // The storage was changed by hand: the best move is not possible here.
      mistakes.remove([mistake]);
      return this.begin();
    }
    Object.assign(this, { mistake, position, tried: '', isClean: true, marks: new Map([[mistake.played, 'made']]) });
    this.look();
    const words = w().mistakes;
    const count = mistakes.due().length;
    trainer.write([count ? words.left(count) : '', words.row(mistake.row)].filter(Boolean).join(' · '), words.ask[mistake.to_move]);
    trainer.feedback.ask(words.played(mistake.played, discs(mistake.lost, mistake.exact)));
    this.study.href = `#/analyse?${new URLSearchParams({ board: mistake.board, to_move: mistake.to_move })}`;
    this.become('asking');
    announce(`${trainer.ask.textContent}. ${trainer.feedback.element.textContent}`);
  }

  /** Starts the analysis of the position. If it is refused, the next try starts another one. */
  look() {
    if (!this.mistake) return;
    this.stop();
    this.analysis = null;
    this.isLooking = true;
    this.stop = live.analyse({ begin: beginOf(this.mistake), moves: [], lines: 0, seconds: SECONDS }, analysis => {
      this.analysis = analysis;
      if (this.state === 'checking') this.check();
    }, problem => {
      this.isLooking = false;
      toast(errorText(problem));
      if (this.state !== 'checking') return;
      this.state = 'asking';
      this.trainer?.feedback.ask(w().mistakes.again(this.tried));
    });
  }

  build() {
    const { mistakes: words } = w();
    this.host.replaceChildren();
    const trainer = new Trainer(this.host, { title: words.title, onchoose: square => this.choose(square) });
    this.reveal = button(w().show, () => this.tell(), { sign: 'hint', labelled: true });
    this.next = button(w().next, () => void this.onward(), { class: 'main' });
    this.study.textContent = w().analyse;
    trainer.bar.append(this.reveal, this.next);
    trainer.more.append(this.study, button(words.remove, () => void this.remove(), { class: 'quiet' }));
    return trainer;
  }

  /** @param {Practice['state']} state */
  become(state) {
    this.state = state;
    if (!this.position || !this.trainer) return;
    this.trainer.show(this.position, { isOpen: state !== 'told', isStill: true, marks: this.marks });
    rest(/** @type {HTMLElement} */ (this.reveal), state === 'told');
    this.next?.classList.toggle('main', state === 'told');
  }

  /** @param {string} square */
  choose(square) {
    if (!this.position || this.state === 'told' || !(square in this.position.legal)) return;
    this.tried = square;
    if (!this.isLooking) this.look();
    this.state = 'checking';
    this.check();
  }

  /** Judges the tried move as soon as the analysis is deep enough. */
  check() {
    const { mistake, tried, trainer } = this;
    if (!mistake || !trainer) return;
    const words = w().mistakes;
    const found = judge(tried, mistake, this.analysis);
    if (!found) return trainer.feedback.ask(words.checking(tried));
    const { verdict, lost, exact } = found;
    this.marks.set(tried, verdict);
    if (verdict === 'right') {
      const due = when(mistakes.answer(mistake, this.isClean));
      trainer.feedback.say('right', this.isClean ? words.right(tried, due) : words.late(tried, due));
      this.become('told');
      this.next?.focus({ preventScroll: true });
      return;
    }
    this.fail();
    const text = tried === mistake.played ? words.same(tried) : verdict === 'near' ? words.near(tried, discs(lost, exact)) : words.wrong(tried, discs(lost, exact));
    trainer.feedback.say(verdict === 'near' ? 'info' : 'wrong', text);
    this.become('asking');
  }

  /** Notes that the position was not solved at the first try; when it comes back. */
  fail() {
    this.isClean = false;
    return this.mistake ? mistakes.answer(this.mistake, false) : 0;
  }

  tell() {
    const { mistake, trainer } = this;
    if (!mistake || !trainer || this.state === 'told') return;
    const due = when(this.fail());
    this.marks.set(mistake.best, 'right');
    trainer.feedback.say('info', w().mistakes.shown(mistake.best, mistake.line.slice(0, 8).join(' '), due));
    this.become('told');
  }

  /** Goes on; a position that was not answered counts as not solved, and comes back soon. */
  async onward() {
    if (this.state !== 'told' && this.mistake) mistakes.answer(this.mistake, false);
    await this.trainer?.guarded(() => this.begin());
  }

  async remove() {
    if (!this.mistake) return;
    mistakes.remove([this.mistake]);
    toast(w().mistakes.removed);
    await this.trainer?.guarded(() => this.begin());
  }

  /** Nothing is due: says when the next one is, or how positions come here. */
  rest() {
    const words = w().mistakes;
    const next = mistakes.first();
    if (this.trainer) this.trainer.visit += 1;
    this.trainer = null;
    this.mistake = null;
    const forget = button(words.forget, async () => {
      if (!await confirm({ title: words.forget, text: words.forgetSure, yes: words.forget, no: words.forgetNot })) return;
      mistakes.forget();
      this.rest();
    }, { class: 'quiet' });
    const anyway = button(words.anyway, () => {
      this.isExtra = true;
      this.begin().catch(error => toast(errorText(error)));
    }, { class: 'main' });
    const text = next
      ? [el('h2', {}, words.done), el('p', {}, words.nextDue(when(next.due))), el('p', { class: 'soft figures' }, words.count(mistakes.all().length, 0)),
        el('div', { class: 'bar' }, anyway, forget)]
      : [el('h2', {}, words.empty), ...words.howTo.map(how => el('p', {}, how)),
        el('div', { class: 'bar' }, el('a', { class: 'button main', href: '#/analyse' }, words.toAnalyse))];
    this.host.replaceChildren(head(words.title), el('section', { class: 'card practice-rest', 'aria-label': words.title }, el('p', { class: 'soft' }, words.lead), ...text));
    announce(next ? words.done : words.empty);
  }
}

/**
 * @param {HTMLElement} host
 * @returns {Promise<View>}
 */
export async function mount(host) {
  const practice = new Practice(host);
  await practice.begin();
  return {
    keys: [
      { key: 'n', text: l().keys.next, run: () => void practice.onward() },
      { key: 's', text: l().keys.show, run: () => practice.tell() },
    ],
    update: () => true,
    leave: () => {
      practice.stop();
      if (practice.trainer) practice.trainer.visit += 1;
    },
  };
}
