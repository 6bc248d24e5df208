// A search as a list of steps: the order of the visited nodes, and their values and windows then.
/** @import {Branch} from '../../types.d.ts' */

/**
 * @typedef {object} TreeNode A node of the drawn tree.
 * @property {number} index
 * @property {Branch} branch
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children
 * @property {number} level
 * @property {string[]} path Moves from the root to here.
 * @property {number} entered The step that visits it; Infinity if none does.
 * @property {number} left The step that finds its value.
 * @property {number} cut The step that skips its last branches.
 * @property {{step: number, best: number}[]} bests The best child so far, and the step since when.
 */

/** @typedef {{alpha: number, beta: number}} Window The alpha-beta window. */

/**
 * @typedef {object} Step
 * @property {'enter' | 'leaf' | 'first' | 'better' | 'worse' | 'cut' | 'done'} kind
 * @property {TreeNode} treeNode The node it happens at.
 * @property {TreeNode | null} child The child whose value is returned.
 * @property {number | null} old The best value before.
 * @property {Window} window
 * @property {number} seen The number of visited positions.
 */

/** The steps of a search through its tree. */
export class Walk {
  /** @param {Branch} root */
  constructor(root) {
    /** @type {TreeNode[]} */
    this.treeNodes = [];
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
   * @param {TreeNode | null} parent
   * @param {number} level
   * @param {string[]} path
   * @returns {TreeNode}
   */
  grow(branch, parent, level, path) {
    /** @type {TreeNode} */
    const treeNode = { index: this.treeNodes.length, branch, parent, children: [], level, path, entered: Infinity, left: Infinity, cut: Infinity, bests: [] };
    this.treeNodes.push(treeNode);
    treeNode.children = branch.children.map(child => this.grow(child, treeNode, level + 1, [...path, child.name]));
    return treeNode;
  }

  /**
   * @param {TreeNode} treeNode
   * @param {Window} window
   */
  visit(treeNode, { alpha, beta }) {
    const { branch } = treeNode;
    this.seen += 1;
    treeNode.entered = this.steps.length;
    if (branch.children.length === 0) {
      this.tell('leaf', treeNode, { alpha, beta });
      treeNode.left = this.steps.length - 1;
      return;
    }
    this.tell('enter', treeNode, { alpha, beta });
    const isMax = branch.chooser === 'max';
    /** @type {number | null} */
    let best = null;
    for (const [index, child] of treeNode.children.entries()) {
      if (child.branch.value === null) {
        this.tell('cut', treeNode, { alpha, beta });
        treeNode.cut = this.steps.length - 1;
        break;
      }
      this.visit(child, { alpha, beta });
      const value = child.branch.value.number;
      const old = best;
      if (best === null || (isMax ? value > best : value < best)) {
        best = value;
        treeNode.bests.push({ step: this.steps.length, best: index });
      }
      if (isMax) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      this.tell(old === null ? 'first' : old === best ? 'worse' : 'better', treeNode, { alpha, beta }, child, old);
    }
    treeNode.left = this.steps.length - 1;
  }

  /**
   * @param {Step['kind']} kind
   * @param {TreeNode} treeNode
   * @param {Window} window
   * @param {TreeNode | null} [child]
   * @param {number | null} [old]
   */
  tell(kind, treeNode, window, child = null, old = null) {
    this.steps.push({ kind, treeNode, child, old, window, seen: this.seen });
  }
}

/**
 * The best child of a node so far.
 * @param {TreeNode} treeNode
 * @param {number} step
 */
export function bestAt(treeNode, step) {
  const found = treeNode.bests.findLast(best => best.step <= step);
  return found ? treeNode.children[found.best] : null;
}
