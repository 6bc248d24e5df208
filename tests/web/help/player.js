// A player at the page: clicks, keys, and waiting for the turn.
import assert from 'node:assert/strict';
import { BoardOf } from './board.js';
import { PATIENCE } from './visit.js';

export class Player {
  /** @param {import('./visit.js').Visit} visit A visit to a game. */
  constructor(visit) {
    this.visit = visit;
    this.page = visit.page;
    this.board = new BoardOf(this.page);
  }

  /** The button with this name. */
  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The game's id and key, from the address. */
  get address() {
    const [, , id, key] = new URL(this.page.url()).hash.split('/');
    return { id, key };
  }

  /** `turn` if this player is to move, `over` if the game is over, else an empty value. */
  async state() {
    return this.page.evaluate(canPlay => {
      const labels = [...document.querySelectorAll('main [role=grid] button')].map(square => square.getAttribute('aria-label') ?? '');
      if (labels.some(label => label.includes(canPlay))) return 'turn';
      const buttons = [...document.querySelectorAll('main button')];
      return buttons.some(button => button.checkVisibility() && button.textContent?.trim() === 'Rematch') ? 'over' : null;
    }, this.board.words.canPlay);
  }

  /** Waits for the player's turn or the end of the game. True if it is the player's turn. */
  async turn() {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const state = await this.state();
      if (state) return state === 'turn';
      assert.ok(Date.now() < deadline, 'neither one’s turn nor the end of the game');
      await this.page.waitForTimeout(20);
    }
  }

  /** Waits until the board differs from `before`. */
  async moved(before) {
    await this.page.waitForFunction(before => [...document.querySelectorAll('main [role=grid] button')]
      .map(square => square.getAttribute('aria-label')).join() !== before, before.join(), { timeout: PATIENCE, polling: 30 });
  }

  /** Clicks a square and waits for the board to change. */
  async click(square) {
    const before = await this.board.labels();
    await this.board.square(square).click();
    await this.moved(before);
  }

  /** Moves the focus to a square with the arrow keys and plays there with Enter. */
  async press(square) {
    const before = await this.board.labels();
    const here = await this.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    assert.match(here, /^[a-z]\d+,/, `the focus is on a square, not on "${here}"`);
    const [from, to] = [here.split(',')[0], square].map(name => ({ column: name.charCodeAt(0), row: Number(name.slice(1)) }));
    const press = async (key, times) => { for (let i = 0; i < times; i++) await this.page.keyboard.press(key); };
    await press(to.column > from.column ? 'ArrowRight' : 'ArrowLeft', Math.abs(to.column - from.column));
    await press(to.row > from.row ? 'ArrowDown' : 'ArrowUp', Math.abs(to.row - from.row));
    await this.page.keyboard.press('Enter');
    await this.moved(before);
  }

  /**
   * Plays to the end: always the first legal square of the last row that has one.
   * @param {'click' | 'press'} how
   * @param {number} [most] The maximum number of moves.
   */
  async playOn(how = 'click', most = Infinity) {
    let moves = 0;
    while (moves < most && await this.turn()) {
      const legal = await this.board.legal();
      if (legal.length === 0) continue;
      await this[how](legal[moves % legal.length]);
      moves++;
    }
    return moves;
  }

  /** The texts announced to screen readers since `listen`. */
  async announced() {
    return this.page.evaluate(() => window.announced ?? []);
  }

  /** Records announcements from now on. */
  async listen() {
    await this.page.evaluate(() => {
      window.announced = [];
      const announcer = document.querySelector('[aria-live=polite]');
      new MutationObserver(() => window.announced.push(announcer.textContent)).observe(announcer, { childList: true, characterData: true, subtree: true });
    });
    return this;
  }

  /** Presses Tab until the element with this name has the focus. */
  async tabTo(name) {
    for (let i = 0; i < 80; i++) {
      const here = await this.page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return '';
        return element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.id);
      });
      if (name instanceof RegExp ? name.test(here) : here === name) return;
      await this.page.keyboard.press('Tab');
    }
    assert.fail(`the Tab key never comes to ${name}`);
  }
}
