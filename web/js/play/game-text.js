// Texts about a game: names, turns, results.
/** @import {Game, Side} from '../../types.d.ts' */
import { placeOf } from '../board.js';
import { sideName } from '../text.js';
import { computer } from './opponents.js';
import { p } from './text.js';

/** @type {Side[]} */
export const SIDES = ['black', 'white'];

/** @param {Side} side */
export const other = side => (side === 'black' ? 'white' : 'black');

/**
 * @param {Game} game
 * @param {Side} side
 */
export const isHuman = (game, side) => game.players[side].player === 'human';

/** @param {Game} game */
export const isDemo = game => SIDES.every(side => !isHuman(game, side));

/** Whether two people play on two devices. @param {Game} game */
export const isLink = game => !game.shared && SIDES.every(side => isHuman(game, side));

/** @param {Game} game */
export const isWatching = game => game.you.length === 0;

/** The user's side, if the user has exactly one. @param {Game} game */
export const mySide = game => (game.you.length === 1 ? game.you[0] : null);

/**
 * Whether the user's request to undo was declined.
 * @param {Game} before
 * @param {Game} game
 */
export const isRefused = (before, game) => before.undo_asked_by !== null && before.undo_asked_by === mySide(game)
  && game.undo_asked_by === null && game.status === 'playing' && game.moves.length >= before.moves.length;

/** Whether the user may move now. @param {Game} game */
export function isMyTurn(game) {
  const { to_move: mover } = game.position;
  return game.status === 'playing' && mover !== null && isHuman(game, mover) && game.you.includes(mover);
}

/**
 * The name of a player.
 * @param {Game} game
 * @param {Side} side
 */
export function nameOf(game, side) {
  const { player, name } = game.players[side];
  if (player !== 'human') return computer(player).name;
  if (name && name !== 'human') return name;
  return mySide(game) === side ? p().you : isLink(game) ? p().guest : sideName(side);
}

/**
 * The result of a game in words.
 * @param {Game} game
 * @returns {{title: string, text: string}}
 */
export function outcome(game) {
  const { result } = game;
  if (!result) return { title: '', text: '' };
  const { black, white } = result.discs;
  const { winner } = result;
  const score = p().score(Math.max(black, white), Math.min(black, white));
  if (!winner) return { title: p().draw, text: p().drawBy(score) };
  const mine = mySide(game);
  const title = mine === winner ? p().won : mine ? p().lost : p().winner(nameOf(game, winner));
  if (result.reason === 'discs') return { title, text: p().byDiscs(score) };
  const said = result.reason === 'time' ? p().byTime : p().byResignation;
  const loser = other(winner);
  return { title, text: mine === loser ? said.you : said.they(nameOf(game, loser)) };
}

/**
 * The status of a game: a title and a line under it.
 * @param {Game} game
 * @returns {{title: string, text: string}}
 */
export function standing(game) {
  if (game.result) return outcome(game);
  const { to_move: mover, passed, legal } = game.position;
  if (!mover) return { title: '', text: '' };
  const name = nameOf(game, mover);
  const isMine = isMyTurn(game);
  const title = isMine && mySide(game) ? p().yourTurn : game.thinking ? p().thinking(name) : p().turnOf(name);
  if (passed) return { title, text: passText(game, passed) };
  if (isWatching(game)) return { title, text: p().watching };
  if (isMine) return { title, text: p().moves(Object.keys(legal).length) };
  return { title, text: '' };
}

/**
 * @param {Game} game
 * @param {Side} passed
 */
export function passText(game, passed) {
  const mine = mySide(game);
  if (mine === passed) return p().passThem;
  if (mine) return p().passYou;
  return p().passOf(nameOf(game, passed));
}

/**
 * The announcement of a change for screen readers; empty if nothing changed.
 * @param {Game} before
 * @param {Game} game
 */
export function news(before, game) {
  const words = [];
  const { position, moves } = game;
  if (moves.length > before.moves.length && position.last) {
    const mover = lastMover(game);
    const turned = position.turned.length;
    const isMine = mySide(game) === mover;
    words.push(isMine ? p().youPlay(position.last, turned) : p().plays(nameOf(game, mover), position.last, turned));
  } else if (moves.length < before.moves.length) {
    words.push(p().takenBack);
  }
  const isMoved = moves.length !== before.moves.length;
  if (isMoved && position.passed) words.push(passText(game, position.passed));
  if (game.result && !before.result) {
    const { title, text } = outcome(game);
    words.push(`${title}. ${text}`);
  } else if (isMoved && game.status === 'playing' && position.to_move) {
    words.push(isMyTurn(game) && mySide(game) ? `${p().yourTurn}.` : `${p().turnOf(nameOf(game, position.to_move))}.`);
  }
  return words.join(' ');
}

/**
 * The side that moved last.
 * @param {Game} game
 * @returns {Side}
 */
function lastMover({ position }) {
  const { column, row } = placeOf(position.last ?? 'a1');
  return position.board[row * position.size + column] === 'X' ? 'black' : 'white';
}
