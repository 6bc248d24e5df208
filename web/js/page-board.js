// The board in the language of the page, with its setting for movement.
import { Board } from './board.js';
import { isStill } from './settings.js';
import { t } from './text.js';

export class PageBoard extends Board {
  /**
   * @param {(square: string) => void} onchoose Hears which square was clicked or entered.
   * @param {{label?: string}} [options]
   */
  constructor(onchoose, options = {}) {
    super(onchoose, { words: t, isStill, ...options });
  }
}
