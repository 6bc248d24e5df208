// Requests to the server.
/** @import {Created, Game, Moves, NewGame, Position, Problem} from '../types.d.ts' */
import { t } from './text.js';

/** An error answer of the server. */
export class ApiProblem extends Error {
  /**
   * @param {number} status
   * @param {Problem} problem
   */
  constructor(status, problem) {
    super(problem.message);
    this.status = status;
    this.code = problem.code;
    this.at = problem.at;
  }
}

/**
 * Sends a request. Blobs and bytes are sent as they are, other bodies as JSON.
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, key?: string | null, signal?: AbortSignal}} [options]
 * @returns {Promise<Response>}
 */
export async function send(method, path, { body, key, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  const isRaw = body instanceof Blob || body instanceof ArrayBuffer || body instanceof Uint8Array;
  if (body !== undefined) headers['Content-Type'] = isRaw ? 'application/octet-stream' : 'application/json';
  if (key) headers.Authorization = `Bearer ${key}`;
  const content = body === undefined || isRaw ? body : JSON.stringify(body);
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, { method, headers, body: /** @type {BodyInit | undefined} */ (content), signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiProblem(0, { code: 'no_answer', message: t().noAnswer });
  }
  if (response.ok) return response;
  const unclear = { code: 'broken', message: t().failed };
  throw new ApiProblem(response.status, await response.json().catch(() => unclear));
}

/**
 * @param {string} path
 * @param {{key?: string | null, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export const get = async (path, options) => (await send('GET', path, options)).json();

/**
 * @param {string} path
 * @param {unknown} body
 * @param {{key?: string | null, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export const post = async (path, body, options) => (await send('POST', path, { ...options, body })).json();

/**
 * @param {NewGame} game
 * @returns {Promise<Created>}
 */
export const createGame = game => post('/api/games', game);

/**
 * @param {string} id
 * @param {string | null} key
 * @returns {Promise<Game>}
 */
export const fetchGame = (id, key) => get(`/api/games/${encodeURIComponent(id)}`, { key });

/**
 * Sends an action of a game: `move`, `undo`, `redo`, `resign`, `step`, `rematch`, `hint`.
 * @param {string} id
 * @param {string | null} key
 * @param {string} verb
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<any>}
 */
export const act = (id, key, verb, body = {}) => post(`/api/games/${encodeURIComponent(id)}/${verb}`, body, { key });

/**
 * The positions of a game, beginning with the one after `from` moves.
 * @param {Moves} game
 * @param {number} [from]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Position[]>}
 */
export async function positions(game, from = 0, signal = undefined) {
  return (await post('/api/line', { ...game, from }, { signal })).positions;
}
