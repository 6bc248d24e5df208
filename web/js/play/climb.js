// Which rival suits the user, from the results of games. The browser remembers it for each board size.
// Loaded with a game against a rival.
/** @import {Game} from '../../types.d.ts' */
/** @import {GameView} from './game-view.js' */
/** @import {Climb} from './types.d.ts' */
import { createGame } from '../api.js';
import { toast, write } from '../dom.js';
import { recall, remember } from '../settings.js';
import { errorText } from '../text.js';
import { mySide, other } from './game-text.js';
import { RATED_SIZE, rivalAt, rivalOf, rungKey, rungOf } from './rivals.js';
import { keep } from './saved-games.js';
import { p } from './text.js';

/** @param {number} size @returns {Climb} */
const climb = size => recall(rungKey(size), { rung: 0, streak: 0, game: '', next: null, playing: '' });

/** The rung that the user plays against; null if the game does not count. @param {Game} game */
function rungIn(game) {
  const mine = mySide(game);
  return mine && !game.begin.board ? rungOf(game.players[other(mine)].player) : null;
}

/**
 * Notes a running game, which counts when it is seen over. A counted game that goes on after an undo does not count
 * again, and what was offered after it does not hold any more.
 * @param {Game} game
 */
function notePlaying(game) {
  const { size } = game.begin;
  const before = climb(size);
  if (!rungIn(game)) return;
  if (before.game !== game.id) remember(rungKey(size), { ...before, playing: game.id });
  else if (before.next !== null) remember(rungKey(size), { ...before, next: null });
}

/**
 * Counts a game that is over, once. After a clear win or loss, or two of them in a row, another rung suits the user
 * better.
 * @param {Game} game
 * @param {boolean} isNews Whether it has ended just now. Otherwise it counts if it was seen running.
 */
function countResult(game, isNews) {
  const mine = mySide(game);
  const rung = rungIn(game);
  const { size } = game.begin;
  const before = climb(size);
  if (!rung || !game.result || before.game === game.id || !(isNews || before.playing === game.id)) return;
  const { winner, is_clear: isClear } = game.result;
  const side = winner === null ? 0 : winner === mine ? 1 : -1;
  const goesOn = before.rung === rung && side === Math.sign(before.streak);
  const streak = goesOn ? before.streak + side : side;
  const suits = isClear || Math.abs(streak) > 1 ? rung + side : rung;
  remember(rungKey(size), { ...before, rung, streak, game: game.id, next: suits !== rung && rivalAt(suits) ? suits : null });
}

/** The rung that suits the user better after this game; null if none does. @param {Game} game */
function nextRung(game) {
  const { game: id, next } = climb(game.begin.size);
  return id === game.id && game.status === 'over' ? next : null;
}

/**
 * Notes a running game. After a game, offers another rival, if it suits the user better: in the place of a hint and
 * resignation.
 * @param {GameView} table
 * @param {boolean} isNews Whether the game has ended just now.
 */
export function offerRival({ game, actionBar }, isNews) {
  if (game.status !== 'over') return notePlaying(game);
  countResult(game, isNews);
  const rung = nextRung(game);
  const rival = rung && rivalAt(rung);
  const { next, rematch, hint, resign } = actionBar;
  next.hidden = !rival;
  rematch.classList.toggle('main', !rival);
  hint.hidden = resign.hidden = Boolean(rival);
  if (!rival) return;
  const rating = game.begin.size === RATED_SIZE ? ` · ${p().about(rival.rating)}` : '';
  write(next, `${rung > climb(game.begin.size).rung ? p().nextRival : p().easierRival}: ${rung}${rating}`);
  next.onclick = () => {
    if (next.ariaBusy) return;
    next.ariaBusy = 'true';
    playNext(game, rung).then(address => { location.hash = address; }, error => {
      next.ariaBusy = null;
      toast(errorText(error));
    });
  };
}

/**
 * Starts a game against another rival, with colours exchanged as in a rematch, and remembers the rival.
 * Returns its address.
 * @param {Game} game
 * @param {number} rung
 */
async function playNext(game, rung) {
  const side = mySide(game) ?? 'black';
  const they = other(side);
  const { begin, clock } = game;
  const { id, keys, game: made } = await createGame({
    begin: { size: begin.size, start: begin.start },
    .../** @type {{black: string, white: string}} */ ({ [they]: 'human', [side]: rivalOf(rung) }),
    names: { black: '', white: '', [they]: game.players[side].name },
    clock: clock && { seconds: clock.seconds, increment: Math.round(clock.increment / 1000) },
  });
  const wishes = recall('setup', /** @type {Record<string, any>} */ ({ opponent: {} }));
  remember('setup', { ...wishes, opponent: { ...wishes.opponent, name: 'rival', [rungKey(begin.size)]: rung } });
  keep({ id, key: keys[they], game: { ...made, moves: [] } });
  return `#/play/${id}/${keys[they] ?? ''}`;
}
