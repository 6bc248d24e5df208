// Follows a cup while it is played: running boards and clocks, and parts of the page that change when a
// game ends. The lists of games and the replay are those of the loaded page until it is loaded again.
/** @import {BoardWords, Position, Side} from '../../../../../web/types.d.ts' */
import { Board } from '../../../../../web/js/board.js';
import { announce, byId, el, write } from '../../../../../web/js/dom.js';

/**
 * A running game; see running.rs. `clocks` are those at the time `since`, in milliseconds.
 * @typedef {{id: number, label: string, names: [string, string], board: string, moves: number, last: string|null,
 *   to_move: Side|null, clocks: [number|null, number|null], since: number|null}} Running
 * The parts of the page that have changed; see live.rs.
 * @typedef {{version: number, finished: boolean, games: number, latest: string|null,
 *   parts: Record<string, string>}} News
 */

/** How often the clocks are drawn, in milliseconds. */
const TICK = 200;
/** @type {[Side, Side]} */
const SIDES = ['black', 'white'];
/** @type {BoardWords} */
const WORDS = {
  board: 'Board', black: 'black', white: 'white', empty: 'empty', canPlay: 'legal', lastMove: 'last move', suggested: 'suggested',
};

const section = byId('live');
/** The results that the page was loaded with. */
const loaded = Number(section.dataset.version);
let newest = loaded;
let isFinished = false;
/** The clock of the server minus ours, in milliseconds. */
let ahead = 0;
/** The cards of the running games. @type {Map<number, Card>} */
const cards = new Map();

/** A time as a clock shows it. */
function clock(/** @type {number} */ time) {
  const tenths = Math.max(0, Math.round(time / 100));
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A running game on the page. */
class Card {
  constructor() {
    this.board = new Board(() => {}, { words: () => WORDS, isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches });
    this.board.element.inert = true;
    this.board.element.classList.add('whole');
    this.title = el('h3');
    this.picture = el('div', { role: 'img' }, this.board.element);
    this.sides = SIDES.map((side) => ({
      name: el('bdi', { class: 'who' }), time: el('span', { class: 'clock' }), discs: el('span', { class: 'count' }), side,
    }));
    this.rows = this.sides.map(({ name, time, discs, side }) => el('p', { class: 'side' },
      el('span', { class: side, 'aria-hidden': 'true' }), name, time, discs));
    this.element = el('article', { class: 'running' }, this.title, this.rows[0], this.picture, this.rows[1]);
    /** @type {Running|null} */
    this.game = null;
  }

  show(/** @type {Running} */ game, /** @type {number} */ size) {
    const isNew = this.game === null;
    this.game = game;
    const letters = [...game.board];
    const counts = SIDES.map((side) => letters.filter((letter) => letter === (side === 'black' ? 'X' : 'O')).length);
    write(this.title, game.label || 'Game');
    this.sides.forEach(({ name, discs }, index) => {
      write(name, game.names[index]);
      write(discs, String(counts[index]));
      this.rows[index].classList.toggle('to-move', game.to_move === SIDES[index]);
    });
    const turn = game.since === null ? 'The programs are being started.'
      : game.to_move === null ? 'The game is over.' : `${game.names[SIDES.indexOf(game.to_move)]} is to move.`;
    this.picture.setAttribute('aria-label',
      `${game.names[0]}, black, ${counts[0]} discs; ${game.names[1]}, white, ${counts[1]} discs; ${game.moves} moves. ${turn}`);
    /** @type {Position} */
    const position = {
      size, board: game.board, to_move: game.to_move, legal: {}, counts: { black: counts[0], white: counts[1] },
      empties: letters.filter((letter) => letter === '-').length, passed: null, last: game.last, turned: [], opening: null,
    };
    this.board.show(position, { isStill: isNew });
    this.tick();
  }

  /** Draws the clocks. That of the side to move runs. */
  tick() {
    const game = this.game;
    if (!game) return;
    const since = game.since;
    const spent = since === null ? 0 : Math.max(0, Date.now() + ahead - since);
    this.sides.forEach(({ time, side }, index) => {
      const left = game.clocks[index];
      const runs = since !== null && game.to_move === side;
      if (since === null) write(time, 'starts');
      else if (left !== null) write(time, clock(left - (runs ? spent : 0)));
      else write(time, runs ? clock(spent) : '');
    });
  }
}

/**
 * Shows the running games. A game that begins takes the place of one that has ended, so that the others stay.
 * Boards come at their own pace: the end of the cup may be known before the last board is gone.
 */
function showBoards(/** @type {{size: number, games: Running[]}} */ { size, games: told }) {
  const games = isFinished ? [] : told;
  const ids = new Set(games.map(({ id }) => id));
  const free = [...cards].filter(([id]) => !ids.has(id));
  for (const game of games) {
    let card = cards.get(game.id);
    if (!card) {
      card = new Card();
      cards.set(game.id, card);
      const place = free.shift();
      if (place) {
        place[1].element.replaceWith(card.element);
        cards.delete(place[0]);
      } else {
        byId('boards').append(card.element);
      }
    }
    card.show(game, size);
  }
  for (const [id, card] of free) {
    card.element.remove();
    cards.delete(id);
  }
}

function clearBoards() {
  showBoards({ size: 8, games: [] });
}

/** What has the focus in a part: its box that scrolls, or the place of a link among the links. */
function focusIn(/** @type {HTMLElement} */ place) {
  const at = document.activeElement;
  if (!at || !place.contains(at)) return null;
  const all = [...place.querySelectorAll('a, summary, [tabindex]')];
  return all.indexOf(at);
}

/** Replaces a part of the page. The reader's place in it stays: what is scrolled, open or has the focus. */
function renew(/** @type {HTMLElement} */ place, /** @type {string} */ html) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const boxes = [...place.querySelectorAll('.wide')].map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));
  const open = new Map([...place.querySelectorAll('details')].map((details) => [details.id, details.open]));
  const focus = focusIn(place);
  place.replaceChildren(...parsed.body.childNodes);
  [...place.querySelectorAll('.wide')].forEach((box, index) => Object.assign(box, boxes[index] ?? {}));
  for (const details of place.querySelectorAll('details')) details.open = open.get(details.id) ?? details.open;
  if (focus !== null) {
    const next = /** @type {HTMLElement|undefined} */ ([...place.querySelectorAll('a, summary, [tabindex]')][focus]);
    next?.focus({ preventScroll: true });
  }
}

/** The HTML that each part was made of. @type {Map<string, string>} */
const known = new Map();

function showNews(/** @type {News} */ news) {
  for (const [name, html] of Object.entries(news.parts)) {
    const place = document.getElementById(`part-${name}`);
    if (!place || known.get(name) === html) continue;
    // The page was loaded with the same results: there is nothing to replace.
    if (known.has(name) || news.version !== loaded) renew(place, html);
    known.set(name, html);
  }
  if (news.version !== newest && news.latest) announce(news.latest);
  newest = news.version;
  isFinished = news.finished;
  byId('newer').hidden = newest === loaded;
  if (!isFinished) return;
  clearBoards();
  say('The cup is over.');
}

/** Says how the connection is; nothing while it works. */
function say(/** @type {string} */ text) {
  byId('connection').hidden = text === '';
  write(byId('connection'), text);
}

byId('reload').addEventListener('click', () => location.reload());
// Numbers of games change when one ends before another: an older list would open another game.
document.addEventListener('click', (event) => {
  const link = /** @type {HTMLAnchorElement|null} */ (/** @type {HTMLElement} */ (event.target).closest('a[href^="#g"]'));
  if (!link || newest === loaded || !/^#g\d/.test(link.hash)) return;
  event.preventDefault();
  event.stopPropagation();
  history.replaceState(null, '', link.hash);
  location.reload();
}, true);

const source = new EventSource('live');
source.addEventListener('open', () => say(''));
source.addEventListener('now', ({ data }) => { ahead = Number(data) - Date.now(); });
source.addEventListener('boards', ({ data }) => showBoards(JSON.parse(data)));
source.addEventListener('results', ({ data }) => showNews(JSON.parse(data)));
source.addEventListener('over', () => {
  source.close();
  clearBoards();
  say(isFinished ? 'The cup is over.' : 'The cup was stopped. This is how it stood.');
});
source.addEventListener('error', () => {
  say('The connection is lost; it is tried again. This is the last that was heard.');
});
setInterval(() => cards.forEach((card) => card.tick()), TICK);
