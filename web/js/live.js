// The WebSocket of the page: changes of games, progress of analyses and reviews. When it breaks it is
// opened again, and all open requests are sent again.
/** @import {Analysis, Game, Moves, Problem, Review} from '../types.d.ts' */

/**
 * @typedef {{ask: Record<string, any>, hear: (message: any) => void, end: Record<string, any>}} Request
 */

/** The first and the longest pause before a new attempt, in milliseconds. */
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
/** The interval of pings, and the timeout of their answer, in milliseconds. */
const PING = 20_000;
const PATIENCE = 8_000;

class Live {
  constructor() {
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Request>} */
    this.requests = new Map();
    this.pause = FIRST_PAUSE;
    this.number = 0;
    this.retry = 0;
    this.doubt = 0;
    /** @type {(isConnected: boolean) => void} */
    this.onstatus = () => {};
    setInterval(() => this.ping(), PING);
    // After sleep, or back in a network, connect at once.
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.hurry(); });
  }

  /**
   * Watches a game. Returns a function that stops it.
   * @param {string} game
   * @param {string | null} key
   * @param {(game: Game) => void} hear
   * @param {(problem: Problem) => void} [fail]
   */
  watch(game, key, hear, fail = () => {}) {
    return this.request(`game ${game}`, {
      ask: { type: 'watch', game, ...(key ? { key } : {}) },
      hear: message => (message.type === 'problem' ? fail(message) : hear(message.game)),
      end: { type: 'unwatch', game },
    });
  }

  /**
   * Starts an analysis. Returns a function that stops it.
   * @param {Moves & {lines?: number, seconds?: number}} position
   * @param {(analysis: Analysis) => void} hear
   * @param {(problem: Problem) => void} [fail]
   */
  analyse(position, hear, fail = () => {}) {
    return this.think({ type: 'analyse', ...position }, hear, fail);
  }

  /**
   * Starts a review. Returns a function that stops it.
   * @param {Moves & {level?: number}} game
   * @param {(review: Review, done: boolean) => void} hear
   * @param {(problem: Problem) => void} [fail]
   */
  review(game, hear, fail = () => {}) {
    return this.think({ type: 'review', ...game }, message => hear(message.review, message.done), fail);
  }

  /**
   * @param {Record<string, any>} ask
   * @param {(message: any) => void} hear
   * @param {(problem: Problem) => void} fail
   */
  think(ask, hear, fail) {
    const id = ++this.number;
    const name = `think ${id}`;
    return this.request(name, {
      ask: { ...ask, id },
      hear: message => {
        // A finished request is not sent again.
        if (message.done || message.type === 'problem') this.requests.delete(name);
        if (message.type === 'problem') fail(message);
        else hear(message);
      },
      end: { type: 'stop', id },
    });
  }

  /**
   * @param {string} name
   * @param {Request} request
   */
  request(name, request) {
    this.requests.set(name, request);
    if (this.isOpen()) this.tell(request.ask);
    else this.open();
    return () => {
      if (this.requests.get(name) !== request) return;
      this.requests.delete(name);
      if (this.isOpen()) this.tell(request.end);
    };
  }

  isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {Record<string, any>} message */
  tell(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /** Pings the server. Without an answer the socket is replaced. */
  ping() {
    if (!this.isOpen()) return;
    this.tell({ type: 'ping' });
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => this.lose(), PATIENCE);
  }

  /** Connects now, or pings the open socket. */
  hurry() {
    if (this.isOpen()) this.ping();
    else if (this.requests.size > 0) this.open();
  }

  open() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.onstatus(true);
      for (const request of this.requests.values()) this.tell(request.ask);
    };
    socket.onmessage = event => {
      clearTimeout(this.doubt);
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = () => { if (this.socket === socket) this.lose(); };
  }

  /** Handles a broken socket: connects again if there are requests. */
  lose() {
    clearTimeout(this.doubt);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.onstatus(this.requests.size === 0);
    if (this.requests.size === 0) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** @param {any} message */
  hear(message) {
    const game = typeof message.game === 'string' ? message.game : message.game?.id;
    const name = message.id !== undefined && message.type !== 'game' ? `think ${message.id}` : `game ${game}`;
    this.requests.get(name)?.hear(message);
  }
}

export const live = new Live();
