// A game as a tree: the moves that were made, and beside them the others that were tried.
/** @import {Analysis, Position, ReviewedMove} from '../../types.d.ts' */

/** More moves than this are no study of a game. */
const MOST_NODES = 4000;
/** Variations of variations of variations: deeper than this nobody can follow. */
const DEEPEST = 24;

/**
 * @typedef {object} Standing How a position stands.
 * @property {number} score For Black, in discs.
 * @property {boolean} exact
 */

/** A position, and the move that led to it. */
export class Node {
  /** How many moves led here. */
  ply = 0;

  /**
   * @param {string | null} square The move; the beginning has none.
   * @param {Node | null} parent
   */
  constructor(square, parent) {
    this.square = square;
    this.parent = parent;
    if (parent) this.ply = parent.ply + 1;
    /** @type {Node[]} The first goes on with the line, the others are variations. */
    this.children = [];
    /** @type {Position | null} Not yet asked for. */
    this.position = null;
    this.comment = '';
    /** @type {ReviewedMove | null} What the review says of the move. */
    this.judged = null;
    /** @type {Standing | null} What the review says of the position. */
    this.standing = null;
    /** @type {Analysis | null} */
    this.analysis = null;
    /** The effort of that analysis: lines and seconds. */
    this.effort = '';
  }

  /** Who made the move. */
  get mover() {
    return this.parent?.position?.to_move ?? null;
  }

  /** The moves up to here, as nodes, the first move first. */
  line() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The moves up to here. */
  moves() {
    return this.line().map(({ square }) => /** @type {string} */ (square));
  }

  /**
   * The last move of the line that goes through here.
   * @returns {Node}
   */
  end() {
    let node = /** @type {Node} */ (this);
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /** @param {string} square */
  child(square) {
    return this.children.find(child => child.square === square) ?? null;
  }

  /**
   * The move from here, made if it was not there.
   * @param {string} square
   */
  grow(square) {
    const known = this.child(square);
    if (known) return known;
    const child = new Node(square, this);
    this.children.push(child);
    return child;
  }

  /** Takes it and all after it off the tree. */
  cut() {
    if (!this.parent) return;
    this.parent.children = this.parent.children.filter(child => child !== this);
  }

  /** The first move of the variation it is in; `null` on the game itself. */
  branch() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return node;
    }
    return null;
  }

  /** Lets the variation it is in go before the line it branches off from. */
  promote() {
    const branch = this.branch();
    if (!branch?.parent) return;
    branch.parent.children = [branch, ...branch.parent.children.filter(child => child !== branch)];
  }

  /** How it stands: by an exact analysis, by the review, or by what the engine said. */
  standingNow() {
    const { position, analysis, standing } = this;
    if (position && !position.to_move) return { score: finalScore(position), exact: true };
    const best = analysis?.lines[0];
    if (!best || !position?.to_move || (standing && best.kind !== 'exact')) return standing;
    return { score: position.to_move === 'black' ? best.score : -best.score, exact: best.kind === 'exact' };
  }
}

/**
 * Whether something in a line is a move: a pass is not.
 * @param {string | null} square
 * @returns {square is string}
 */
export const isMove = square => square !== null && /^[a-z]\d/.test(square);

/**
 * The result for Black, the empty squares given to the winner.
 * @param {Position} position
 */
export function finalScore({ counts, empties }) {
  const lead = counts.black - counts.white;
  return lead + Math.sign(lead) * empties;
}

/**
 * The nodes of a text such as `f5d6(f6)c3`, where brackets hold other moves than the one before them,
 * in the order they are written.
 * @param {string} text
 */
export function read(text) {
  const root = new Node(null, null);
  const nodes = [root];
  /** @type {Node[]} */
  const waiting = [];
  let at = root;
  for (const [word] of text.toLowerCase().matchAll(/[a-z]\d{1,2}|[()]/g)) {
    if (nodes.length > MOST_NODES) break;
    if (word === '(') {
      if (!at.parent || waiting.length >= DEEPEST) break;
      waiting.push(at);
      at = at.parent;
    } else if (word === ')') {
      const before = waiting.pop();
      if (!before) break;
      at = before;
    } else {
      const known = at.child(word);
      at = known ?? at.grow(word);
      if (!known) nodes.push(at);
    }
  }
  return { root, nodes };
}

/**
 * The text of a tree, and its nodes in the order of the text.
 * @param {Node} root
 */
export function write(root) {
  const nodes = [root];
  /** @type {string[]} */
  const words = [];
  const line = (/** @type {Node} */ from) => {
    for (let node = from; node.children[0]; node = node.children[0]) {
      add(node.children[0]);
      for (const child of node.children.slice(1)) {
        words.push('(');
        add(child);
        line(child);
        words.push(')');
      }
    }
  };
  const add = (/** @type {Node} */ node) => {
    words.push(node.square ?? '');
    nodes.push(node);
  };
  line(root);
  return { text: words.join(''), nodes };
}

/**
 * All variations: the first move of each.
 * @param {Node} root
 */
export function branches(root) {
  return write(root).nodes.filter(node => node.parent && node.parent.children[0] !== node);
}
