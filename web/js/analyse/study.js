// The game under study: its tree, the current node, and positions fetched from the server.
/** @import {Begin, Side, Sides} from '../../types.d.ts' */
/** @import {Address} from './address.js' */
import { positions } from '../api.js';
import { Node, branches, isMove, read, write } from './tree.js';

/** The number of variations whose positions are fetched in advance. */
const EAGER = 40;

/**
 * @typedef {object} Listeners The listeners of a study.
 * @property {() => void} moved The current node has changed.
 * @property {() => void} grown The tree has changed.
 * @property {(error: unknown, move?: string) => void} failed
 */

export class Study {
  /** @param {Listeners} listeners */
  constructor(listeners) {
    this.listeners = listeners;
    /** @type {Begin} */
    this.begin = { size: 8, start: 'standard', to_move: 'black' };
    /** @type {Sides<string>} */
    this.players = { black: '', white: '' };
    /** The side that the user played, if it is known. @type {Side | null} */
    this.you = null;
    /** The event and date of the record. @type {{event: string, date: string | null}} */
    this.occasion = { event: '', date: null };
    this.root = new Node(null, null);
    this.place = this.root;
    this.load = 0;
    /** @type {{node: Node, index: number, root: Node} | null} */
    this.removed = null;
  }

  /** The position of the current node. It is set before listeners are called. */
  get position() {
    if (!this.place.position) throw new Error('the place has no position yet');
    return this.place.position;
  }

  /** The main line, without variations. */
  get game() {
    return { begin: this.begin, moves: this.root.end().moves() };
  }

  /** The key of this game's review. */
  get key() {
    return JSON.stringify(this.game);
  }

  /**
   * Opens the game of an address. Illegal moves are cut off and reported.
   * @param {Address} address
   */
  async open(address) {
    const { root, nodes } = read(address.moves);
    return this.take({ ...address, root, place: nodes[Math.min(address.at, nodes.length - 1)] ?? root, isEnd: address.at === Infinity });
  }

  /**
   * Opens a game.
   * @param {{begin: Begin, players: Sides<string>, root: Node, place: Node, isEnd?: boolean, you?: Side | null, occasion?: {event: string, date: string | null}}} game
   */
  async take({ begin, players, root, place, isEnd, you, occasion }) {
    const mine = ++this.load;
    /** @type {[unknown, string?][]} */
    const problems = [];
    const isGood = await this.fill(begin, root, root.end(), problems);
    if (!isGood) {
      if (mine === this.load) this.listeners.failed(problems[0]?.[0]);
      return false;
    }
    if (place !== root) await this.fill(begin, root, place.end(), problems);
    if (mine !== this.load) return false;
    this.begin = begin;
    this.players = players;
    this.you = you ?? null;
    this.occasion = occasion ?? { event: '', date: null };
    this.root = root;
    this.place = isEnd || !place.position ? root.end() : place;
    this.listeners.grown();
    this.listeners.moved();
    for (const [error, move] of problems) this.listeners.failed(error, move);
    void this.fillBranches();
    return true;
  }

  /** Fetches the positions of the variations, one variation at a time. */
  async fillBranches() {
    const { root, begin } = this;
    for (const branch of branches(root).slice(0, EAGER)) {
      if (branch.end().position) continue;
      await this.fill(begin, root, branch.end());
      if (root !== this.root) return;
      this.listeners.grown();
    }
  }

  /**
   * Fetches the positions up to a node. Cuts illegal moves off. False when nothing could be fetched.
   * @param {Begin} begin
   * @param {Node} root
   * @param {Node} node
   * @param {[unknown, string?][]} [problems]
   */
  async fill(begin, root, node, problems = []) {
    const line = node.line();
    for (;;) {
      const from = root.position ? line.findIndex(node => !node.position) + 1 : 0;
      if (root.position && from === 0) return true;
      try {
        const moves = line.map(({ square }) => /** @type {string} */ (square));
        const found = await positions({ begin, moves }, from);
        for (const [index, position] of found.entries()) {
          const at = from + index;
          (at === 0 ? root : line[at - 1]).position = position;
        }
        return true;
      } catch (error) {
        const at = /** @type {{at?: number}} */ (error).at;
        if (at === undefined || !line[at]) {
          problems.push([error]);
          return false;
        }
        problems.push([error, `${line[at].ply}. ${line[at].square}`]);
        line[at].cut();
        line.length = at;
      }
    }
  }

  /**
   * Goes to a node.
   * @param {Node | null | undefined} node
   */
  async go(node) {
    if (!node || node === this.place) return;
    const mine = ++this.load;
    if (!node.position) {
      const problems = /** @type {[unknown, string?][]} */ ([]);
      await this.fill(this.begin, this.root, node, problems);
      if (mine !== this.load) return;
      for (const [error, move] of problems) this.listeners.failed(error, move);
      if (!node.position) return this.listeners.grown();
    }
    this.place = node;
    this.listeners.moved();
  }

  /**
   * Plays moves from the current node. New moves become a variation. Passes are skipped.
   * @param {(string | null)[]} squares
   */
  async play(squares) {
    const mine = ++this.load;
    const from = this.place;
    let node = from;
    /** @type {Node | null} */
    let fresh = null;
    for (const square of squares.filter(isMove)) {
      const known = node.child(square);
      node = known ?? node.grow(square);
      if (!known) fresh ??= node;
    }
    const problems = /** @type {[unknown, string?][]} */ ([]);
    const isGood = node.position !== null || await this.fill(this.begin, this.root, node, problems);
    if (!isGood) fresh?.cut();
    for (const [error, move] of problems) this.listeners.failed(error, move);
    while (!node.position && node !== from) node = /** @type {Node} */ (node.parent);
    if (fresh) this.listeners.grown();
    if (mine !== this.load || !isGood) return;
    this.place = node;
    this.listeners.moved();
  }

  back() { return this.go(this.place.parent); }
  forward() { return this.go(this.place.children[0]); }
  first() { return this.go(this.root); }
  last() { return this.go(this.place.end()); }

  /**
   * Goes to the next or previous sibling of the current move.
   * @param {number} step
   */
  beside(step) {
    const all = this.place.parent?.children ?? [];
    return this.go(all[(all.indexOf(this.place) + step + all.length) % all.length]);
  }

  /** Moves the current variation before the line that it branches off from. */
  promote() {
    if (!this.place.branch()) return;
    this.place.promote();
    this.listeners.grown();
    this.listeners.moved();
  }

  /** Removes the current variation; in the main line, the moves from the current one on. */
  remove() {
    const node = this.place.branch() ?? this.place;
    if (!node.parent) return;
    this.removed = { node, index: node.parent.children.indexOf(node), root: this.root };
    node.cut();
    this.place = node.parent;
    this.load += 1;
    this.listeners.grown();
    this.listeners.moved();
  }

  /** The part that was removed last, if its parent is still in the tree. */
  get lost() {
    const { removed } = this;
    if (!removed || removed.root !== this.root) return null;
    return write(this.root).nodes.includes(/** @type {Node} */ (removed.node.parent)) ? removed : null;
  }

  /** Restores the part that was removed last. */
  restore() {
    const { lost } = this;
    this.removed = null;
    const parent = lost?.node.parent;
    if (!lost || !parent || parent.child(lost.node.square ?? '')) return;
    parent.children.splice(lost.index, 0, lost.node);
    this.place = lost.node;
    this.listeners.grown();
    this.listeners.moved();
  }
}
