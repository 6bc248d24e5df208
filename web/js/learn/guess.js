// Guess the master's move: choose a game, then guess the moves of one side.
/** @import {Read, Recorded, Route, Side, View} from '../../types.d.ts' */
/** @import {KeptGuess} from './kept-guess.js' */
import { LARGEST } from '../analyse/engine.js';
import { areOnlyNames, readRecords, title } from '../analyse/record.js';
import { ApiProblem } from '../api.js';
import { button, el, toast, write } from '../dom.js';
import { recall, remember } from '../settings.js';
import { errorText, sideName } from '../text.js';
import { a } from '../analyse/text.js';
import { GuessGame } from './guess-game.js';
import { keptGuess } from './kept-guess.js';
import { head } from './layout.js';
import { w } from './practice-text.js';
import { l } from './text.js';

/** Where guessing begins, in moves. */
const BEGINNINGS = [0, 6, 10, 20, 30];
const SIDES = /** @type {Side[]} */ (['black', 'white']);
/** The order in which the files of a WTHOR database are sent. */
const ORDER = ['wtb', 'jou', 'trn'];
/** What the list calls the game that is drawn. */
const ANY = 'any';

/** The files and games that were read last, so that one comes back to them. @type {{bytes: Blob, found: Read} | null} */
let last = null;

/** @param {File} file */
const rankOf = file => ORDER.indexOf(file.name.split('.').at(-1)?.toLowerCase() ?? '');

/** The discs of Black and White at the end, where the result is known. @param {Recorded} game */
function discs({ begin, score }) {
  if (score === null || score === undefined) return '';
  const [black, white] = [score, -score].map(lead => (begin.size ** 2 + lead) / 2);
  return Number.isInteger(black) ? `${black}–${white}` : '';
}

class Guess {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {GuessGame | null} */
    this.game = null;
    /** Counts what was opened, so that late answers are dropped. */
    this.reading = 0;
    this.choose();
  }

  /** Shows the choice of files, game and side. */
  choose() {
    const { guess: words } = w();
    this.game?.leave();
    this.game = null;
    const file = el('input', { type: 'file', class: 'unseen', multiple: true, onchange: () => {
      const files = [...file.files ?? []].sort((one, other) => rankOf(one) - rankOf(other));
      file.value = '';
      if (areOnlyNames(files)) {
        this.reading += 1;
        this.say(w().guess.onlyNames, true);
      } else if (files.filter(file => rankOf(file) === 0).length > 1) {
        this.reading += 1;
        this.say(w().guess.oneDatabase, true);
      } else if (files.length) void this.read(new Blob(files));
    } });
    const text = el('textarea', { rows: '2', spellcheck: 'false', placeholder: 'f5d6c3d3c4f4f6…', class: 'paste' });
    const read = button(words.read, () => void this.read(new Blob([text.value])));
    this.status = el('p', { class: 'open-status', role: 'status' });
    this.choices = el('div', { class: 'guess-choices' });
    const kept = this.keptOffer();
    this.host.replaceChildren(head(words.title), el('section', { class: 'card guess-card', 'aria-label': words.title },
      kept, el('p', { class: 'soft' }, words.lead),
      el('div', { class: 'bar' }, el('label', { class: `button file ${kept ? '' : 'main'}` }, words.choose, file)),
      el('details', {}, el('summary', {}, words.paste), el('label', {}, el('span', { class: 'unseen' }, words.paste), text), read),
      this.status, this.choices));
    if (last) this.offer(last.found);
  }

  /** The offer to go on with the game that this browser keeps, if there is one. */
  keptOffer() {
    const { guess: words } = w();
    const kept = keptGuess.get();
    if (!kept) return null;
    const { game, side, count, guesses } = kept;
    const forget = () => {
      keptGuess.forget();
      this.choose();
      const heading = this.host.querySelector('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    };
    return el('div', { class: 'guess-kept' },
      el('p', {}, words.kept(title(game, sideName), side, guesses.length, count)),
      el('div', { class: 'bar' },
        button(guesses.length < count ? words.goOn : words.seeResult, () => void this.resume(kept), { class: 'main' }),
        button(words.forget, forget, { class: 'quiet' })));
  }

  /** @param {KeptGuess} kept */
  async resume({ game, side, from, guesses }) {
    const guessing = new GuessGame(game, side, from, () => this.choose());
    try {
      if (!await guessing.load() || !guessing.resume(guesses)) return this.drop();
    } catch (error) {
      // The server refuses what is no game; that it does not answer is another matter.
      return error instanceof ApiProblem && error.status === 422 ? this.drop() : toast(errorText(error));
    }
    this.game = guessing;
    guessing.mount(this.host);
  }

  /** Forgets a kept game that is damaged. */
  drop() {
    keptGuess.forget();
    this.choose();
    this.say(w().guess.lostGame, true);
  }

  /** @param {Blob} bytes */
  async read(bytes) {
    this.reading += 1;
    if (!bytes.size) return this.say(a().nothingThere, true);
    const number = this.reading;
    this.say(w().guess.reading);
    try {
      const found = await readRecords(bytes, 8);
      // Another file was chosen meanwhile.
      if (number !== this.reading) return;
      const [bad] = found.bad;
      if (!found.games.length) return this.say(bad ? a().badRecord(bad.line, bad.record, bad.reason) : a().nothingThere, true);
      last = { bytes, found };
      this.say(bad ? a().badRecord(bad.line, bad.record, bad.reason) : '');
      this.offer(found);
    } catch (error) {
      if (number === this.reading) this.say(a().unreadable(errorText(error)), true);
    }
  }

  /**
   * @param {string} text
   * @param {boolean} [isWrong]
   */
  say(text, isWrong = false) {
    if (!this.status) return;
    write(this.status, text);
    this.status.classList.toggle('wrong', isWrong);
    if (isWrong) this.choices?.replaceChildren();
  }

  /**
   * Shows the games of a file.
   * @param {Read} found
   */
  offer({ games, format, more, announced }) {
    const { guess: words } = w();
    const name = (/** @type {Recorded} */ game) => [title(game, sideName), discs(game), game.event, game.date].filter(Boolean).join(' · ');
    const pick = el('select', {}, games.length > 1 ? el('option', { value: ANY }, words.random) : null,
      games.map((game, index) => el('option', { value: String(index) }, games.length > 1 ? `${index + 1}. ${name(game)}` : name(game))));
    const side = el('select', {}, SIDES.map(value => el('option', { value }, sideName(value))));
    const from = el('select', {}, BEGINNINGS.map(count => el('option', { value: String(count), selected: count === recall('guessFrom', 10) }, words.fromMoves(count))));
    const named = (/** @type {string} */ text, /** @type {HTMLSelectElement} */ select) => el('label', { class: 'choice' }, el('span', {}, text), select);
    const nameSides = () => {
      const game = games[Number(pick.value)];
      for (const [index, option] of [...side.options].entries()) {
        const player = game?.players?.[SIDES[index]];
        option.textContent = player ? `${sideName(SIDES[index])}: ${player}` : sideName(SIDES[index]);
      }
    };
    pick.addEventListener('change', nameSides);
    nameSides();
    const start = button(words.start, async () => {
      remember('guessFrom', Number(from.value));
      try {
        const game = pick.value === ANY ? await this.draw(announced ?? games.length) : games[Number(pick.value)];
        await this.start(game, /** @type {Side} */ (side.value), Number(from.value));
      } catch (error) {
        toast(errorText(error));
      }
    }, { class: 'main' });
    this.choices?.replaceChildren(
      el('p', { class: 'figures' }, a().gameCount(announced ?? games.length, format, more && announced === null)),
      el('div', { class: 'tree-choices' }, named(words.game, pick), named(words.side, side), named(words.from, from)),
      more ? el('p', { class: 'soft' }, announced === null ? words.onlyFirst : words.more) : '',
      el('div', { class: 'bar' }, start));
  }

  /**
   * Draws one of the games of the file.
   * @param {number} count
   * @returns {Promise<Recorded>}
   */
  async draw(count) {
    const { bytes, found } = /** @type {{bytes: Blob, found: Read}} */ (last);
    const number = Math.floor(Math.random() * count);
    if (number < found.games.length) return found.games[number];
    const { games } = await readRecords(bytes, 8, number);
    return games[0] ?? found.games[number % found.games.length];
  }

  /**
   * @param {Recorded} game
   * @param {Side} side
   * @param {number} from
   */
  async start(game, side, from) {
    if (game.begin.size > LARGEST) return this.say(w().guess.badSize, true);
    const guessing = new GuessGame(game, side, from, () => this.choose());
    if (!await guessing.load()) return this.say(w().guess.tooShort);
    this.game = guessing;
    guessing.mount(this.host);
  }
}

/**
 * @param {HTMLElement} host
 * @returns {View}
 */
export function mount(host) {
  const guess = new Guess(host);
  return {
    keys: [
      { key: 'n', text: l().keys.next, run: () => guess.game?.onward() },
    ],
    update: () => true,
    leave: () => guess.game?.leave(),
  };
}
