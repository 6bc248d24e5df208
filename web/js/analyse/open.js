// Opening a game: pasted, dropped or chosen, in any format.
/** @import {Read, Recorded} from '../../types.d.ts' */
import { button, el, openDialog, toast } from '../dom.js';
import { errorText, lang, sideName, t } from '../text.js';
import { areOnlyNames, readRecords, title } from './record.js';
import { signed } from './score.js';
import { a } from './text.js';

/** The most games that the list shows. */
const PAGE = 200;

export class Opener {
  /**
   * @param {(game: Recorded) => Promise<void>} onopen
   * @param {() => number} size The board size for formats without one.
   */
  constructor(onopen, size) {
    this.onopen = onopen;
    this.size = size;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
  }

  /** Asks for a text or a file. */
  ask() {
    const text = el('textarea', { rows: '6', spellcheck: 'false', placeholder: 'f5d6c3d3c4f4f6…', class: 'paste' });
    const file = el('input', { type: 'file', class: 'unseen', onchange: () => { if (file.files?.[0]) void this.read(file.files[0]); } });
    this.status = el('p', { class: 'open-status', role: 'status' });
    this.list = el('div', { class: 'open-list' });
    const read = button(a().openText, () => void this.read(new Blob([text.value])), { class: 'main' });
    text.addEventListener('keydown', event => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) read.click();
    });
    const dialog = openDialog(a().open, t().close,
      el('p', { class: 'soft' }, a().openAbout),
      el('label', {}, el('span', {}, a().paste), text),
      el('div', { class: 'bar' }, read, el('label', { class: 'button file' }, a().chooseFile, file)),
      this.status, this.list);
    dialog.addEventListener('close', () => { this.dialog = null; });
    this.dialog = dialog;
    text.focus();
  }

  /**
   * Reads a file or text. Opens a single game; lists several.
   * @param {Blob} bytes
   */
  async read(bytes) {
    if (!this.dialog) this.ask();
    if (!bytes.size) return this.say(a().nothingThere, true);
    if (areOnlyNames([bytes])) return this.say(a().onlyNames, true);
    this.say(a().reading);
    /** @type {Read} */
    let found;
    try {
      found = await readRecords(bytes, this.size());
    } catch (error) {
      return this.say(a().unreadable(errorText(error)), true);
    }
    if (!found.games.length) {
      const [bad] = found.bad;
      return this.say(bad ? a().badRecord(bad.line, bad.record, bad.reason) : a().nothingThere, true);
    }
    if (found.games.length === 1 && !found.bad.length) return this.choose(found.games[0]);
    this.say('');
    this.choices(found);
  }

  /** @param {Recorded} game */
  async choose(game) {
    await this.onopen(game);
    this.dialog?.close();
  }

  /** @param {Read} found */
  choices({ format, games, bad, more }) {
    const list = el('ol', { class: 'found-games' });
    const show = (/** @type {string} */ wanted) => {
      const words = wanted.toLocaleLowerCase(lang());
      const fits = games.filter(game => `${title(game, sideName)} ${game.event ?? ''} ${game.date ?? ''}`.toLocaleLowerCase(lang()).includes(words));
      list.replaceChildren(...fits.slice(0, PAGE).map(game => el('li', {}, this.row(game))));
      count.textContent = a().gameCount(fits.length, format, more || fits.length > PAGE);
    };
    const count = el('p', { class: 'soft figures', role: 'status' });
    const search = el('input', { type: 'text', 'aria-label': a().search, placeholder: a().search, oninput: () => show(search.value) });
    const told = bad.length ? el('details', { class: 'bad' }, el('summary', {}, a().badCount(bad.length)),
      el('ul', {}, bad.slice(0, 50).map(({ record, line, reason }) => el('li', {}, a().badRecord(line, record, reason))))) : '';
    this.list?.replaceChildren(count, games.length > 8 ? search : '', list, told);
    show('');
    /** @type {HTMLElement | null} */ (list.querySelector('button'))?.focus();
  }

  /** @param {Recorded} game */
  row(game) {
    const score = game.score === null || game.score === undefined ? '' : signed(game.score, true);
    return el('button', { type: 'button', class: 'game-choice', onclick: () => void this.choose(game) },
      el('span', { class: 'game-title' }, title(game, sideName)),
      el('span', { class: 'game-score figures' }, score || '·'),
      el('span', { class: 'soft game-more' }, [game.event, game.date, a().moveCount(game.moves.length)].filter(Boolean).join(' · ')));
  }

  /**
   * @param {string} text
   * @param {boolean} [isWrong]
   */
  say(text, isWrong = false) {
    this.list?.replaceChildren();
    if (this.status && this.dialog) {
      this.status.textContent = text;
      this.status.classList.toggle('wrong', isWrong);
    } else if (text) {
      toast(text);
    }
  }

  /**
   * Listens for drops and pastes anywhere on the page. Returns a function that stops it.
   * @param {HTMLElement} host
   */
  listen(host) {
    const drop = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer) return;
      event.preventDefault();
      host.classList.remove('dropping');
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData('text');
      if (file || text) void this.read(file ?? new Blob([text]));
    };
    const over = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      host.classList.add('dropping');
    };
    const out = (/** @type {DragEvent} */ event) => { if (!event.relatedTarget) host.classList.remove('dropping'); };
    const paste = (/** @type {ClipboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.closest?.('input, textarea, select') || !event.clipboardData) return;
      const [file] = event.clipboardData.files;
      const text = event.clipboardData.getData('text');
      if (!file && !text.trim()) return;
      event.preventDefault();
      void this.read(file ?? new Blob([text]));
    };
    document.addEventListener('drop', drop);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', out);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('drop', drop);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', out);
      document.removeEventListener('paste', paste);
    };
  }
}
