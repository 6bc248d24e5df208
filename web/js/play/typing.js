// Squares typed on the keyboard: `f5` plays there. On large boards `a1` may become `a12`, so it waits.
import { keyOf } from '../dom.js';

/** The wait for another digit, and the lifetime of a typed letter, in milliseconds. */
const MOMENT = 900;
const FORGOTTEN = 4000;

export class Typing {
  /**
   * @param {{size: () => number, legal: () => string[], play: (square: string) => void, refuse: (square: string) => void, show: (text: string) => void}} table
   */
  constructor(table) {
    this.table = table;
    this.text = '';
    this.timer = 0;
  }

  /**
   * Handles a key; true if it was part of a square.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    const key = keyOf(event);
    const size = this.table.size();
    if (/^[a-z]$/.test(key) && key.charCodeAt(0) - 97 < size) return this.take(key);
    if (!this.text) return false;
    if (/^[0-9]$/.test(key)) return this.take(this.text + key);
    if (key === 'Backspace') return this.take(this.text.slice(0, -1));
    if (key === 'Escape') return this.take('');
    if (key === 'Enter' && this.text.length > 1) return this.end();
    return false;
  }

  /** @param {string} text */
  take(text) {
    clearTimeout(this.timer);
    this.text = text;
    this.table.show(text);
    if (text.length < 2) {
      this.timer = setTimeout(() => this.clear(), FORGOTTEN);
      return true;
    }
    const size = this.table.size();
    const longer = this.table.legal().some(square => square.length > text.length && square.startsWith(text));
    const row = Number(text.slice(1));
    const isWhole = row * 10 > size || row === 0;
    if (longer && !(isWhole && text.length > 2)) this.timer = setTimeout(() => this.end(), MOMENT);
    else if (isWhole || this.table.legal().includes(text)) this.end();
    else this.timer = setTimeout(() => this.end(), MOMENT);
    return true;
  }

  /** Plays the typed square. */
  end() {
    const square = this.text;
    this.clear();
    if (this.table.legal().includes(square)) this.table.play(square);
    else if (square.length > 1) this.table.refuse(square);
    return true;
  }

  clear() {
    clearTimeout(this.timer);
    this.text = '';
    this.table.show('');
  }
}
