// The game tree: the main line and its variations.
/** @import {Analysis, Position, ReviewedMove} from '../../types.d.ts' */

/** The most nodes that are read from a text. */
const MOST_NODES = 4000;
/** The deepest level of nested variations that is shown. */
const DEEPEST = 24;

/**
 * @typedef {object} Standing The value of a position.
 * @property {number} score For Black, in discs.
 * @property {boolean} exact
 * @property {boolean} [book] Whether book moves alone led here, or lead on; its score is an estimate.
 */

/** A position, and the move that led to it. */
export class Node {
  /** The number of moves before this position. */
  ply = 0;

  /**
   * @param {string | null} square The move; null at the root.
   * @param {Node | null} parent
   */
  constructor(square, parent) {
    this.square = square;
    this.parent = parent;
    if (parent) this.ply = parent.ply + 1;
    /** @type {Node[]} The first continues the line, the others are variations. */
    this.children = [];
    /** @type {Position | null} `null` until it is requested. */
    this.position = null;
    this.comment = '';
    /** @type {ReviewedMove | null} The review of the move. */
    this.judged = null;
    /** @type {Standing | null} The review of the position. */
    this.standing = null;
    /** @type {Analysis | null} */
    this.analysis = null;
    /** The effort of that analysis: lines and seconds. */
    this.effort = '';
  }

  /** The side that made the move. */
  get mover() {
    return this.parent?.position?.to_move ?? null;
  }

  /** The nodes from the first move to this one. */
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
   * The last node of the line through this node.
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
   * The child with this move; it is added if there is none.
   * @param {string} square
   */
  grow(square) {
    const known = this.child(square);
    if (known) return known;
    const child = new Node(square, this);
    this.children.push(child);
    return child;
  }

  /** Removes this node and everything below it from the tree. */
  cut() {
    if (!this.parent) return;
    this.parent.children = this.parent.children.filter(child => child !== this);
  }

  /** The first node of the variation that contains this node; `null` in the main line. */
  branch() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return node;
    }
    return null;
  }

  /** Moves its variation before the line that it branches off from. */
  promote() {
    const branch = this.branch();
    if (!branch?.parent) return;
    branch.parent.children = [branch, ...branch.parent.children.filter(child => child !== branch)];
  }

  /** The best known value: from an exact analysis, else the review, else any analysis. */
  standingNow() {
    const { position, analysis, standing } = this;
    if (position && !position.to_move) return { score: finalScore(position), exact: true };
    const best = analysis?.lines[0];
    if (!best || !position?.to_move || (standing && best.kind !== 'exact')) return standing;
    const exact = best.kind === 'exact';
    return { score: position.to_move === 'black' ? best.score : -best.score, exact, book: !exact && analysis.lines.some(line => line.book) };
  }
}

/**
 * Whether an entry of a line is a move and not a pass.
 * @param {string | null} square
 * @returns {square is string}
 */
export const isMove = square => square !== null && /^[a-z]\d/.test(square);

/**
 * The final score for Black; empty squares count for the winner.
 * @param {Position} position
 */
export function finalScore({ counts, empties }) {
  const lead = counts.black - counts.white;
  return lead + Math.sign(lead) * empties;
}

/**
 * Parses a text such as `f5d6(f6)c3`. Brackets hold alternatives to the move before them. Returns the nodes
 * in the order of the text.
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
 * The first node of every variation.
 * @param {Node} root
 */
export function branches(root) {
  return write(root).nodes.filter(node => node.parent && node.parent.children[0] !== node);
}
