// The engine's panel: its switch, its depth and its lines.
/** @import {Analysis, AnalysisLine, Side} from '../../types.d.ts' */
/** @import {Study} from './study.js' */
import { el, sign } from '../dom.js';
import { errorText, sideName, t } from '../text.js';
import { Engine, LINES, SECONDS } from './engine.js';
import { finalScore, isMove } from './tree.js';
import { lineScore, plain, setWhose, short, signed, spoken, whose } from './score.js';
import { a } from './text.js';

/** The most moves shown of a line. */
const LONGEST = 16;

export class Lines {
  /**
   * @param {Study} study
   * @param {Engine} engine
   * @param {(moves: string[] | null) => void} onpreview Called with the moves up to the one that is pointed at.
   */
  constructor(study, engine, onpreview) {
    this.study = study;
    this.engine = engine;
    this.switch = el('button', { type: 'button', role: 'switch', class: 'switch', onclick: () => engine.set({ isOn: !engine.isOn }) },
      el('span', { class: 'switch-knob', 'aria-hidden': 'true' }), el('span', {}, a().engine));
    this.depth = el('span', { class: 'engine-depth figures' });
    this.speed = el('span', { class: 'engine-speed soft figures' });
    this.caption = el('p', { class: 'engine-caption soft' });
    this.list = el('div', { class: 'lines' });
    this.list.addEventListener('keydown', event => this.pressed(event));
    this.list.addEventListener('pointerover', event => {
      const at = event.pointerType === 'mouse' && /** @type {HTMLElement} */ (event.target).closest('.line-move')?.getAttribute('data-at');
      const [line, move] = at ? at.split(' ').map(Number) : [];
      const moves = engine.analysis?.lines[line ?? -1]?.moves.slice(0, (move ?? 0) + 1);
      onpreview(moves ? moves.filter(isMove) : null);
    });
    this.list.addEventListener('pointerleave', () => onpreview(null));
    this.options = this.buildOptions();
    this.element = el('section', { class: 'card engine', 'aria-label': a().engine },
      el('div', { class: 'engine-head' }, this.switch, this.depth, this.speed, this.options),
      this.list, this.caption);
  }

  buildOptions() {
    const { engine } = this;
    const choice = (/** @type {string} */ label, /** @type {[string, string][]} */ values, /** @type {string} */ now, /** @type {(value: string) => void} */ onchoose) => {
      const select = el('select', { onchange: () => onchoose(select.value) },
        values.map(([value, text]) => el('option', { value, selected: value === now }, text)));
      return el('label', {}, el('span', {}, label), select);
    };
    const all = el('input', { type: 'checkbox', checked: engine.isAll, onchange: () => engine.set({ isAll: all.checked }) });
    const details = el('details', { class: 'options' },
      el('summary', { class: 'button quiet with-sign', 'aria-label': a().options, title: a().options }, sign('options')),
      el('div', { class: 'options-sheet card' },
        choice(a().lineCount, LINES.map(n => [String(n), String(n)]), String(engine.lines), value => engine.set({ lines: Number(value) })),
        choice(a().thinkFor, SECONDS.map(n => [String(n), a().secondsShort(n)]), String(engine.seconds), value => engine.set({ seconds: Number(value) })),
        choice(a().scoresFor, [['mover', a().forMover], ['black', a().forBlack]], whose(), value => {
          setWhose(value === 'black' ? 'black' : 'mover');
          engine.onupdate();
        }),
        el('label', { class: 'check' }, all, el('span', {}, a().allSquares))));
    details.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || !details.open) return;
      details.open = false;
      details.querySelector('summary')?.focus();
    });
    this.elsewhere = (/** @type {Event} */ event) => { if (!details.contains(/** @type {Element} */ (event.target))) details.open = false; };
    document.addEventListener('pointerdown', this.elsewhere);
    details.addEventListener('focusout', event => {
      if (event.relatedTarget && !details.contains(/** @type {Element} */ (event.relatedTarget))) details.open = false;
    });
    return details;
  }

  leave() {
    if (this.elsewhere) document.removeEventListener('pointerdown', this.elsewhere);
  }

  /** Shows the current analysis. */
  show() {
    const { engine, study } = this;
    this.switch.setAttribute('aria-checked', String(engine.isOn && engine.isAble));
    this.switch.disabled = !engine.isAble;
    const analysis = engine.analysis;
    this.showDepth(analysis);
    const mover = study.position.to_move;
    this.list.style.setProperty('--lines', String(engine.lines));
    this.list.classList.toggle('idle', !engine.isOn || !engine.isAble);
    const message = this.message(mover, analysis);
    this.caption.textContent = mover && analysis ? a().scoresAre(sideName(whose() === 'black' ? 'black' : mover), whose() === 'mover') : '';
    if (message) {
      this.list.replaceChildren(el('p', { class: 'lines-message' }, message));
    } else if (mover && analysis) {
      const had = this.focused();
      this.list.replaceChildren(...analysis.lines.slice(0, engine.lines).map((line, index) => this.line(line, mover, index)));
      if (had) this.focus(...had);
    } else {
      this.list.replaceChildren();
    }
  }

  /** @param {Analysis | null} analysis */
  showDepth(analysis) {
    const { engine } = this;
    const best = analysis?.lines[0];
    if (!engine.isOn || !engine.isAble || !analysis || !best) {
      this.depth.textContent = engine.isThinking ? a().thinking : '';
      this.speed.textContent = '';
      return;
    }
    const isExact = analysis.lines.every(line => line.kind === 'exact');
    this.depth.textContent = isExact ? a().solved
      : best.kind === 'probable' && best.percent ? a().toTheEnd(best.percent) : a().depth(analysis.depth);
    const pace = analysis.seconds > 0 ? analysis.nodes / analysis.seconds : 0;
    this.speed.textContent = engine.isThinking && pace > 0 ? a().speed(short(pace)) : a().nodes(short(analysis.nodes));
    this.speed.title = a().effort(short(analysis.nodes), plain(analysis.seconds, 1));
  }

  /**
   * The message shown instead of lines.
   * @param {Side | null} mover
   * @param {Analysis | null} analysis
   */
  message(mover, analysis) {
    const { engine, study } = this;
    if (!engine.isAble) return t().problems.board_too_large;
    if (engine.isPaused) return a().engineHidden;
    if (!mover) return a().over(study.position.counts.black, study.position.counts.white, signed(finalScore(study.position), true));
    if (!engine.isOn) return a().engineOff;
    if (engine.problem) return errorText(engine.problem);
    if (engine.isBusy && !analysis) return a().engineBusy;
    if (engine.isWaiting && !analysis) return a().waiting;
    if (!analysis) return a().thinking;
    return null;
  }

  /**
   * @param {AnalysisLine} line
   * @param {Side} mover
   * @param {number} index
   */
  line(line, mover, index) {
    const moves = line.moves.length ? line.moves : [line.square];
    const shown = moves.slice(0, LONGEST);
    const score = lineScore(line, mover);
    return el('div', { class: 'line', role: 'group', 'aria-label': a().lineLabel(index + 1, spoken(line, mover)) },
      el('span', { class: `line-score figures ${line.kind}`, title: spoken(line, mover) }, score,
        line.book ? el('span', { class: 'book-mark' }, a().bookMark) : null),
      el('span', { class: 'line-moves' }, shown.map((square, at) => !isMove(square)
        ? el('span', { class: 'line-pass' }, a().pass)
        : el('button', {
          type: 'button', class: 'line-move', tabindex: index === 0 && at === 0 ? '0' : '-1', 'data-at': `${index} ${at}`,
          onclick: () => void this.study.play(moves.slice(0, at + 1)),
        }, square))));
  }

  /** @returns {[number, number] | null} */
  focused() {
    const at = document.activeElement?.getAttribute('data-at');
    if (!at || !this.list.contains(document.activeElement)) return null;
    const [line, move] = at.split(' ').map(Number);
    return [line, move];
  }

  /**
   * @param {number} line
   * @param {number} move
   */
  focus(line, move) {
    const rows = [...this.list.querySelectorAll('.line')];
    const row = rows[Math.max(0, Math.min(line, rows.length - 1))];
    const moves = /** @type {HTMLElement[]} */ ([...(row?.querySelectorAll('.line-move') ?? [])]);
    const found = moves.find(button => Number(button.dataset.at?.split(' ')[1]) >= move) ?? moves.at(-1);
    this.list.querySelectorAll('[tabindex="0"]').forEach(button => button.setAttribute('tabindex', '-1'));
    found?.setAttribute('tabindex', '0');
    found?.focus();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const at = this.focused();
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    if (!at || !step) return;
    event.preventDefault();
    event.stopPropagation();
    const back = step[1] < 0;
    const row = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll(`[data-at^="${at[0]} "]`)]);
    const places = row.map(button => Number(button.dataset.at?.split(' ')[1]));
    const near = back ? places.filter(place => place < at[1]).at(-1) : places.find(place => place > at[1]);
    if (step[0]) this.focus(at[0] + step[0], at[1]);
    else if (near !== undefined) this.focus(at[0], near);
  }
}
