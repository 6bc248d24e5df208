// Rivals: computers that play as people of a rating do. The server tells their ratings.
/** @import {Rival} from '../../types.d.ts' */
import { get } from '../api.js';

const NAME = 'rival';
/** The board on which rivals play as people do, and are rated. */
export const RATED_SIZE = 8;

/** @type {Promise<Rival[]> | null} */
let asked = null;
/** @type {Rival[]} */
let ladder = [];

/** Asks the server for the rivals, once. Nothing else here is known before. */
export async function loadRivals() {
  asked ??= get('/api/about').then(about => about.rivals);
  try {
    ladder = await asked;
  } catch (error) {
    asked = null;
    throw error;
  }
}

/** The number of rivals. */
export const rungs = () => ladder.length;

/** The name under which a board size's rung is stored. @param {number} size @returns {'rival' | `rival${number}`} */
export const rungKey = size => (size === RATED_SIZE ? NAME : `${NAME}${size}`);

/** The rung of a new user's first game. */
export const firstRung = () => ladder.findIndex(rival => rival.is_first) + 1;

/** @param {number} rung @returns {Rival | undefined} */
export const rivalAt = rung => ladder[rung - 1];

/** The server's name of a rival. @param {number} rung */
export const rivalOf = rung => `${NAME}:${rung}`;

/** The rung of a player, or null if it is no rival. @param {string} player */
export function rungOf(player) {
  const [name, rung] = player.split(':');
  return name === NAME ? Number(rung) : null;
}
