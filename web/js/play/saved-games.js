// The games stored in this browser, with their keys.
/** @import {Game} from '../../types.d.ts' */
/** @import {Kept} from './types.d.ts' */
import { fetchGame } from '../api.js';
import { button, el, toast, write } from '../dom.js';
import { fits, recall, remember } from '../settings.js';
import { lang } from '../text.js';
import { nameOf, outcome } from './game-text.js';
import { p } from './text.js';

/** The most games stored, and the most that are refreshed when the list is shown. */
const MOST = 60;
const ASKED = 12;

/** What is needed of a stored game to show it in the list. */
const GAME = {
  begin: { size: 0 }, you: [''], position: { counts: { black: 0, white: 0 } }, players: { black: { player: '' }, white: { player: '' } },
};
const RESULT = { winner: null, reason: '', discs: { black: 0, white: 0 } };

/** @param {any} game */
const isGame = game => fits(game, GAME)
  && (!game.result || (fits(game.result, RESULT) && ['black', 'white', null].includes(game.result.winner)));

/** @param {any} key */
const keyOrNull = key => (typeof key === 'string' ? key : null);

/** The stored games, newest first, without what is damaged. @returns {Kept[]} */
export const keptGames = () => recall('games', /** @type {any[]} */ ([])).filter(kept => fits(kept, { id: '' })).map(kept => ({
  ...kept, key: keyOrNull(kept.key), invite: keyOrNull(kept.invite), at: Number.isFinite(kept.at) ? kept.at : 0, game: isGame(kept.game) ? kept.game : null,
}));

/** @param {string} id */
export const keptGame = id => keptGames().find(kept => kept.id === id) ?? null;

/**
 * Stores a game or changes of it.
 * @param {Partial<Kept> & {id: string}} news
 */
export function keep(news) {
  const games = keptGames();
  const old = games.find(kept => kept.id === news.id);
  const fresh = { key: null, at: Date.now(), ...old, ...news };
  const others = games.filter(kept => kept.id !== news.id);
  remember('games', [fresh, ...others].sort((a, b) => b.at - a.at).slice(0, MOST));
}

/**
 * Stores the state of a game, if the game is stored.
 * @param {Game} game
 */
export function noteGame(game) {
  const old = keptGame(game.id);
  if (!old) return;
  const isSame = old.game?.version === game.version && old.game?.status === game.status;
  const position = { ...game.position, board: '', legal: {}, turned: [] };
  keep({ id: game.id, game: { ...game, moves: [], position }, isGone: false, at: isSame ? old.at : Date.now() });
}

/** @param {string} id */
export function forget(id) {
  remember('games', keptGames().filter(kept => kept.id !== id));
}

/**
 * The status of a game in a few words.
 * @param {Kept} kept
 */
function standing({ game, isGone }) {
  if (isGone) return p().goneGame;
  if (!game) return '';
  if (game.result) return outcome(game).title + p().endedBy[game.result.reason];
  const { to_move: mover } = game.position;
  const isTwo = game.you.length === 1 && mover;
  if (isTwo) return game.you.includes(mover) ? p().yourTurnShort : p().theirTurnShort;
  return p().runningShort;
}

/** @param {number} at */
function when(at) {
  const words = new Intl.RelativeTimeFormat(lang(), { numeric: 'auto', style: 'short' });
  const minutes = Math.round((at - Date.now()) / 60_000);
  if (minutes > -1) return words.format(0, 'second');
  if (minutes > -60) return words.format(minutes, 'minute');
  if (minutes > -24 * 60) return words.format(Math.round(minutes / 60), 'hour');
  return words.format(Math.round(minutes / 60 / 24), 'day');
}

/** The list, newest first. The newest games are refreshed from the server. */
export function savedGames() {
  const list = el('ul', { class: 'games' });
  const empty = el('p', { class: 'soft' }, p().shelfEmpty);
  const show = () => {
    const games = keptGames();
    empty.hidden = games.length > 0;
    list.replaceChildren(...games.map(kept => row(kept, show)));
  };
  show();
  const asking = new AbortController();
  for (const { id, key, game } of keptGames().slice(0, ASKED)) {
    if (game?.status === 'over') continue;
    fetchGame(id, key).then(noteGame, error => { if (error.status === 404) keep({ id, isGone: true }); })
      .then(() => { if (!asking.signal.aborted && keptGame(id)) refresh(list, id); });
  }
  const element = el('section', { class: 'shelf card', 'aria-labelledby': 'shelf' }, el('h2', { id: 'shelf' }, p().shelf), empty, list);
  return { element, leave: () => asking.abort() };
}

/**
 * @param {HTMLElement} list
 * @param {string} id
 */
function refresh(list, id) {
  const line = list.querySelector(`[data-game="${CSS.escape(id)}"] .standing`);
  const kept = keptGame(id);
  if (line && kept) write(line, standing(kept));
}

/**
 * @param {Kept} kept
 * @param {() => void} show
 */
function row(kept, show) {
  const { id, key, game } = kept;
  const title = game ? p().versus(nameOf(game, 'black'), nameOf(game, 'white')) : id;
  const score = game ? `${game.position.counts.black}–${game.position.counts.white}` : '';
  const size = game && game.begin.size !== 8 ? p().sizeIs(game.begin.size) : null;
  return el('li', { 'data-game': id },
    el('a', { href: `#/play/${id}${key ? `/${key}` : ''}` },
      el('span', { class: 'versus' }, title),
      el('span', { class: 'soft' }, el('span', { class: 'standing' }, standing(kept)), ` · ${[score, size, when(kept.at)].filter(Boolean).join(' · ')}`)),
    button(p().remove(title), event => {
      const line = /** @type {HTMLElement} */ (event.currentTarget).closest('li');
      const next = line?.nextElementSibling ?? line?.previousElementSibling;
      const neighbour = /** @type {HTMLElement | null | undefined} */ (next)?.dataset.game;
      forget(id);
      show();
      toast(p().removed);
      // The focus moves to the next game in the list.
      const place = neighbour ? document.querySelector(`[data-game="${CSS.escape(neighbour)}"] button`) : document.querySelector('h1');
      if (place instanceof HTMLElement) {
        if (!neighbour) place.tabIndex = -1;
        place.focus();
      }
    }, { sign: 'close', class: 'quiet' }));
}
