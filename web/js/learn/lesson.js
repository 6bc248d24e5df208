// The lesson on the rules: steps with an interactive board.
/** @import {Look, Note, Position, Route, View} from '../../types.d.ts' */
/** @import {Step, Verdict} from './steps.js' */
import { positions } from '../api.js';
import { PageBoard } from '../page-board.js';
import { announce, button, el, rest, sign, toast } from '../dom.js';
import { errorText } from '../text.js';
import { finishStep, stepsDone } from './progress.js';
import { Feedback, head, Tally } from './layout.js';
import { STEPS } from './steps.js';
import { l } from './text.js';

/** @param {Route} route */
function stepOf(route) {
  const number = Number(route.parts[2]);
  if (Number.isInteger(number) && number >= 1 && number <= STEPS.length) return number - 1;
  const done = stepsDone();
  return Math.max(0, STEPS.findIndex(step => !done.includes(step.name)));
}

/** @param {number} index */
const addressOf = index => `#/learn/rules/${index + 1}`;

class Lesson {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.index = 0;
    /** @type {string[]} */
    this.moves = [];
    /** @type {Position | null} */
    this.position = null;
    this.isDone = false;
    this.visit = 0;
    this.board = new PageBoard(square => void this.choose(square));
    this.feedback = new Feedback();
    this.tally = new Tally();
    this.trail = STEPS.map((_, index) => el('a', { href: addressOf(index) }));
    this.words = el('div', { class: 'room-words' });
    this.back = el('a', { class: 'button' }, l().rules.back);
    this.again = button(l().rules.retry, () => void this.retry());
    this.next = el('a', { class: 'button' });
    this.game = el('a', { class: 'button', href: '#/' }, l().rules.play);
    host.append(
      head(l().rules.title),
      el('div', { class: 'room' },
        el('div', { class: 'room-board' }, this.board.element, this.tally.element),
        el('section', { class: 'card room-side', 'aria-label': l().rules.title },
          el('nav', { 'aria-label': l().rules.steps }, el('ol', { class: 'trail' }, this.trail.map(link => el('li', {}, link)))),
          this.words, this.feedback.element, el('div', { class: 'room-bar lesson-bar' }, this.back, this.again, this.next, this.game))));
  }

  get step() {
    return STEPS[this.index];
  }

  /** @param {number} index */
  async open(index) {
    this.index = index;
    this.moves = [];
    this.isDone = false;
    const visit = ++this.visit;
    const { title, text, task } = this.step.words();
    const [position] = await positions({ begin: this.step.begin, moves: [] });
    if (visit !== this.visit) return;
    this.position = position;
    this.words.replaceChildren(
      el('p', { class: 'soft figures' }, l().rules.step(index + 1, STEPS.length)),
      el('h2', {}, title), ...text.map(words => el('p', {}, words)), el('p', { class: 'task' }, task));
    this.feedback.ask('');
    this.show({ isStill: true });
    this.drawControls();
  }

  /** Draws the list of steps and the buttons. */
  drawControls() {
    const done = stepsDone();
    for (const [index, link] of this.trail.entries()) {
      const isDone = done.includes(STEPS[index].name);
      const { title } = STEPS[index].words();
      link.title = title;
      link.classList.toggle('done', isDone);
      link.replaceChildren(isDone && index !== this.index ? sign('check') : String(index + 1));
      link.setAttribute('aria-label', `${l().rules.step(index + 1, STEPS.length)}: ${title}${isDone ? `, ${l().rules.isDone}` : ''}`);
      if (index === this.index) link.setAttribute('aria-current', 'step');
      else link.removeAttribute('aria-current');
    }
    const isLast = this.index === STEPS.length - 1;
    this.back.hidden = this.index === 0;
    this.back.href = addressOf(this.index - 1);
    rest(this.again, this.moves.length === 0 && !this.isDone);
    this.next.textContent = isLast ? l().rules.finish : l().rules.next;
    this.next.href = isLast ? '#/learn/puzzles' : addressOf(this.index + 1);
    this.next.classList.toggle('main', this.isDone);
    this.game.hidden = !isLast;
  }

  async retry() {
    await this.open(this.index);
    announce(this.step.words().task);
  }

  /** @param {Look} [look] */
  show(look = {}) {
    if (!this.position) return;
    const labels = (this.step.labelled ?? []).map((square, index) => {
      const text = l().rules.illegal.labels[index];
      return /** @type {[string, Note]} */ ([square, { text }]);
    });
    this.board.show(this.position, {
      isOpen: !this.isDone, isAnySquare: true, showsLegal: Boolean(this.step.showsLegal), notes: new Map(labels), ...look,
    });
    this.tally.show(this.position);
  }

  /** @param {string} square */
  async choose(square) {
    const { position, step, visit } = this;
    if (!position || this.isDone) return;
    const after = async (/** @type {string} */ name) => {
      const found = await positions({ begin: step.begin, moves: [...this.moves, name] }, this.moves.length + 1);
      return found[0];
    };
    try {
      const verdict = await step.judge(square, { position, played: this.moves.length, after });
      const next = verdict.isPlayed ? await after(square) : position;
      if (visit !== this.visit || this.position !== position) return;
      this.follow(square, verdict, next);
    } catch (error) {
      toast(errorText(error));
    }
  }

  /**
   * @param {string} square
   * @param {Verdict} verdict
   * @param {Position} next
   */
  follow(square, verdict, next) {
    if (verdict.kind === 'no') {
      this.feedback.say('wrong', verdict.say);
      this.show({ marks: new Map([[square, 'wrong']]), isStill: true });
      return;
    }
    if (verdict.isPlayed) this.moves.push(square);
    this.position = next;
    this.isDone = verdict.kind === 'done';
    if (this.isDone) finishStep(this.step.name);
    const isAll = this.isDone && STEPS.every(step => stepsDone().includes(step.name));
    this.feedback.say(this.isDone ? 'right' : 'info', isAll && this.index === STEPS.length - 1 ? `${verdict.say} ${l().rules.all}` : verdict.say);
    this.show({
      marks: verdict.isPlayed ? new Map() : new Map([[square, 'right']]),
      ...(verdict.notes ? { notes: verdict.notes } : {}),
    });
    this.drawControls();
  }
}

/**
 * @param {HTMLElement} host
 * @param {Route} route
 * @returns {Promise<View>}
 */
export async function mount(host, route) {
  const lesson = new Lesson(host);
  await lesson.open(stepOf(route));
  const to = (/** @type {number} */ index) => { if (STEPS[index]) location.hash = addressOf(index); };
  const { keys } = l();
  return {
    keys: [
      { key: 'n', text: keys.next, run: () => to(lesson.index + 1) },
      { key: 'b', text: keys.back, run: () => to(lesson.index - 1) },
      { key: 'r', text: keys.retry, run: () => void lesson.retry() },
    ],
    update: other => {
      lesson.open(stepOf(other)).then(() => announce(`${lesson.step.words().title}. ${lesson.step.words().task}`)).catch(error => toast(errorText(error)));
      return true;
    },
    leave: () => { lesson.visit += 1; },
  };
}
