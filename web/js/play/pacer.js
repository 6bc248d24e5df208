// The pacer of a game between two computers: automatic play at a chosen speed, or single steps.
import { button, el, rest, sign, write } from '../dom.js';
import { among, recall, remember } from '../settings.js';
import { p } from './text.js';

/** The pause between two moves at each speed, in milliseconds. */
const PAUSES = [4000, 2500, 1600, 1000, 600, 300, 0];

export class Pacer {
  /** @param {() => Promise<boolean>} step Makes a move; false when there is none. */
  constructor(step) {
    this.step = step;
    this.isGoing = false;
    this.isBusy = false;
    this.isOver = false;
    this.timer = 0;
    this.speed = among([...PAUSES.keys()], recall('speed', 3), 3);
    this.toggleButton = button('', () => this.toggle(), { class: 'act', sign: 'play', labelled: true });
    this.stepButton = button(p().step, () => void this.once(), { class: 'act', sign: 'forward', labelled: true });
    this.slider = el('input', { type: 'range', id: 'speed', min: 0, max: PAUSES.length - 1, step: 1, value: this.speed });
    this.slider.addEventListener('input', () => this.hurry(Number(this.slider.value)));
    this.element = el('div', { class: 'acts pacer' }, this.toggleButton, this.stepButton,
      el('div', { class: 'speed' }, el('label', { for: 'speed' }, p().speed), this.slider));
    this.show();
  }

  show() {
    const pause = PAUSES[this.speed];
    this.slider.setAttribute('aria-valuetext', pause ? p().every((pause / 1000).toLocaleString()) : p().fullSpeed);
    this.toggleButton.replaceChildren(sign(this.isGoing ? 'pause' : 'play'), el('span', {}, this.isGoing ? p().pause : p().go));
    rest(this.toggleButton, this.isOver);
    rest(this.stepButton, this.isOver || this.isGoing);
  }

  /** @param {number} speed */
  hurry(speed) {
    this.speed = speed;
    remember('speed', speed);
    this.show();
    if (this.isGoing && !this.isBusy) this.wait();
  }

  toggle() {
    if (this.isGoing) this.pause();
    else this.go();
  }

  go() {
    if (this.isOver) return;
    this.isGoing = true;
    remember('going', true);
    this.show();
    void this.next();
  }

  pause() {
    this.isGoing = false;
    remember('going', false);
    clearTimeout(this.timer);
    this.show();
  }

  /** Makes one move while paused. */
  async once() {
    if (this.isGoing || this.isBusy || this.isOver) return;
    await this.move();
  }

  /** Notes whether the game is over; undo can reopen it. @param {boolean} isOver */
  end(isOver) {
    if (isOver === this.isOver) return;
    this.isOver = isOver;
    if (isOver) {
      this.isGoing = false;
      clearTimeout(this.timer);
    }
    this.show();
  }

  async move() {
    this.isBusy = true;
    try {
      return await this.step();
    } finally {
      this.isBusy = false;
    }
  }

  async next() {
    if (!this.isGoing || this.isBusy) return;
    const goesOn = await this.move();
    if (!this.isGoing) return;
    if (goesOn) this.wait();
    else this.pause();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.next(), PAUSES[this.speed]);
  }

  stop() {
    this.isGoing = false;
    clearTimeout(this.timer);
  }
}
