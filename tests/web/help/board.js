// The board by its accessible names: squares and discs.
import assert from 'node:assert/strict';

/** Words of the page in the languages of the tests. */
const WORDS = {
  en: { board: 'Board', canPlay: 'you can play here', black: 'black', white: 'white', empty: 'empty', last: 'last move' },
};

export class BoardOf {
  /**
   * @param {import('playwright-core').Page} page
   * @param {import('playwright-core').Locator} [within]
   */
  constructor(page, within = page.locator('main')) {
    this.page = page;
    this.words = WORDS.en;
    this.grid = within.getByRole('grid').first();
  }

  /** @param {string} name */
  square(name) {
    return this.grid.getByRole('button', { name: new RegExp(`^${name},`) });
  }

  /** The names of the legal squares. */
  async legal() {
    return this.grid.evaluate((grid, word) => [...grid.querySelectorAll('button')]
      .map(square => square.getAttribute('aria-label') ?? '').filter(label => label.includes(word)).map(label => label.split(',')[0]), this.words.canPlay);
  }

  /** The accessible names of all squares, in order. */
  async labels() {
    return this.grid.evaluate(grid => [...grid.querySelectorAll('button')].map(square => square.getAttribute('aria-label') ?? ''));
  }

  /** The board as a board string, as in the API. */
  async letters() {
    const { black, white } = this.words;
    return (await this.labels()).map(label => ({ [black]: 'X', [white]: 'O' })[label.split(', ')[1]] ?? '-').join('');
  }

  /** Discs of each colour. */
  async counts() {
    const letters = await this.letters();
    return { black: letters.split('X').length - 1, white: letters.split('O').length - 1 };
  }

  /** @param {string} letters */
  async waitFor(letters) {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const now = await this.letters();
      if (now === letters) return;
      assert.ok(Date.now() < deadline, `the board is\n${now}\nand should be\n${letters}`);
      await this.page.waitForTimeout(30);
    }
  }
}
