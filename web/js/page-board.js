// The board with the page's language and motion setting.
import { Board } from './board.js';
import { isStill } from './settings.js';
import { t } from './text.js';

export class PageBoard extends Board {
  /**
   * @param {(square: string) => void} onchoose Called with the square that was clicked or entered.
   * @param {{label?: string}} [options]
   */
  constructor(onchoose, options = {}) {
    super(onchoose, { words: t, isStill, ...options });
  }
}
