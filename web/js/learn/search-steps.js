// A search as a list of steps: the order in which nodes were visited, and what was known then.
/** @import {Branch} from '../../types.d.ts' */

/**
 * @typedef {object} Twig A node of the tree, as it is drawn.
 * @property {number} index
 * @property {Branch} branch
 * @property {Twig | null} parent
 * @property {Twig[]} children
 * @property {number} level
 * @property {string[]} path Moves from the root to here.
 * @property {number} entered The step at which the search came here; Infinity if it never did.
 * @property {number} left The step at which its value was known.
 * @property {number} cut The step at which its last branches were skipped.
 * @property {{step: number, best: number}[]} bests Which child was the best so far, from which step on.
 */

/** @typedef {{alpha: number, beta: number}} Window What max has elsewhere, and what min can hold it to. */

/**
 * @typedef {object} Step
 * @property {'enter' | 'leaf' | 'first' | 'better' | 'worse' | 'cut' | 'done'} kind
 * @property {Twig} twig The node it happens at.
 * @property {Twig | null} child The child whose value has come up.
 * @property {number | null} old The best value there was before.
 * @property {Window} window
 * @property {number} seen How many positions were looked at.
 */

/** The walk of a search through its tree. */
export class Walk {
  /** @param {Branch} root */
  constructor(root) {
    /** @type {Twig[]} */
    this.twigs = [];
    /** @type {Step[]} */
    this.steps = [];
    this.seen = 0;
    this.root = this.grow(root, null, 0, []);
    this.visit(this.root, { alpha: -Infinity, beta: Infinity });
    this.tell('done', this.root, { alpha: root.value?.number ?? -Infinity, beta: Infinity });
    this.root.left = this.steps.length - 1;
  }

  /**
   * @param {Branch} branch
   * @param {Twig | null} parent
   * @param {number} level
   * @param {string[]} path
   * @returns {Twig}
   */
  grow(branch, parent, level, path) {
    /** @type {Twig} */
    const twig = { index: this.twigs.length, branch, parent, children: [], level, path, entered: Infinity, left: Infinity, cut: Infinity, bests: [] };
    this.twigs.push(twig);
    twig.children = branch.children.map(child => this.grow(child, twig, level + 1, [...path, child.name]));
    return twig;
  }

  /**
   * @param {Twig} twig
   * @param {Window} window
   */
  visit(twig, { alpha, beta }) {
    const { branch } = twig;
    this.seen += 1;
    twig.entered = this.steps.length;
    if (branch.children.length === 0) {
      this.tell('leaf', twig, { alpha, beta });
      twig.left = this.steps.length - 1;
      return;
    }
    this.tell('enter', twig, { alpha, beta });
    const isMax = branch.chooser === 'max';
    /** @type {number | null} */
    let best = null;
    for (const [index, child] of twig.children.entries()) {
      if (child.branch.value === null) {
        this.tell('cut', twig, { alpha, beta });
        twig.cut = this.steps.length - 1;
        break;
      }
      this.visit(child, { alpha, beta });
      const value = child.branch.value.number;
      const old = best;
      if (best === null || (isMax ? value > best : value < best)) {
        best = value;
        twig.bests.push({ step: this.steps.length, best: index });
      }
      if (isMax) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      this.tell(old === null ? 'first' : old === best ? 'worse' : 'better', twig, { alpha, beta }, child, old);
    }
    twig.left = this.steps.length - 1;
  }

  /**
   * @param {Step['kind']} kind
   * @param {Twig} twig
   * @param {Window} window
   * @param {Twig | null} [child]
   * @param {number | null} [old]
   */
  tell(kind, twig, window, child = null, old = null) {
    this.steps.push({ kind, twig, child, old, window, seen: this.seen });
  }
}

/**
 * The best child of a node so far.
 * @param {Twig} twig
 * @param {number} step
 */
export function bestAt(twig, step) {
  const found = twig.bests.findLast(best => best.step <= step);
  return found ? twig.children[found.best] : null;
}
