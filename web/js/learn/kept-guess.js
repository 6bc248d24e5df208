// The game whose moves are being guessed, with the guesses so far, in local storage: a reload loses neither.
/** @import {Recorded, Side} from '../../types.d.ts' */
/** @import {Guessed} from './guess-game.js' */
import { recall, remember } from '../settings.js';

/** @typedef {Pick<Recorded, 'begin' | 'moves' | 'players'>} GuessedGame What is needed of a game to guess its moves. */
/**
 * @typedef {object} KeptGuess
 * @property {GuessedGame} game
 * @property {Side} side The side whose moves are guessed.
 * @property {number} from The number of moves that are not guessed.
 * @property {number} count The number of moves to guess.
 * @property {Guessed[]} guesses
 */

const NAME = 'learn.guess';
const VERSION = 1;

/** @param {unknown} value @returns {boolean} */
const isObject = value => typeof value === 'object' && value !== null;
const isCount = (/** @type {unknown} */ value) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isLoss = (/** @type {unknown} */ value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isSquare = (/** @type {unknown} */ value) => typeof value === 'string' && /^[a-z]\d{1,2}$/.test(value);
const isName = (/** @type {unknown} */ value) => typeof value === 'string';

/** @param {any} value @returns {value is Guessed} */
const isGuess = value => isObject(value) && isCount(value.number) && isSquare(value.guess) && isSquare(value.played)
  && isLoss(value.guessLost) && isLoss(value.playedLost)
  && [value.guessExact, value.playedExact].every(exact => exact === undefined || typeof exact === 'boolean');

/**
 * Whether a stored value is a game that can be gone on with. What another program or a damaged storage left is
 * dropped.
 * @param {any} value
 * @returns {value is KeptGuess}
 */
const isKept = value => isObject(value) && isObject(value.game) && isObject(value.game.begin) && isCount(value.game.begin.size)
  && Array.isArray(value.game.moves) && value.game.moves.every(isSquare)
  && isObject(value.game.players) && isName(value.game.players.black) && isName(value.game.players.white)
  && ['black', 'white'].includes(value.side) && isCount(value.from) && isCount(value.count)
  && Array.isArray(value.guesses) && value.guesses.every(isGuess) && value.guesses.length <= value.count;

export const keptGuess = {
  /** @returns {KeptGuess | null} */
  get() {
    const kept = recall(NAME, /** @type {any} */ (null));
    return kept?.version === VERSION && isKept(kept) ? kept : null;
  },

  /** @param {KeptGuess} guess */
  keep({ game: { begin, moves, players }, side, from, count, guesses }) {
    remember(NAME, { version: VERSION, game: { begin, moves, players }, side, from, count, guesses });
  },

  forget: () => remember(NAME, null),
};
