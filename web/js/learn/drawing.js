// The drawing of the search tree: nodes are discs of the side to move, leaves are values, skipped
// branches are dashed and crossed out.
/** @import {BranchValue, Side} from '../../types.d.ts' */
/** @import {TreeNode, Walk} from './search-steps.js' */
import { svg } from '../dom.js';
import { l } from './text.js';
import { bestAt } from './search-steps.js';

/** Distances in the drawing. */
const LEAF = 50;
const LEVEL = 88;
const TOP = 30;
const RADIUS = 18;

/** A value beyond this is a final result: this plus the disc difference. */
export const WON = 100_000;

/**
 * The text of a value in the tree.
 * @param {number} value
 */
export function shownValue(value) {
  if (value > WON) return `${l().tree.won}${value - WON}`;
  if (value < -WON) return `${l().tree.lost}${-value - WON}`;
  return l().tree.figure(value);
}

const BOUNDS = { exact: '', at_least: '≥', at_most: '≤' };

/**
 * The text of a value with its bound.
 * @param {BranchValue} value
 */
export const shownBound = value => `${BOUNDS[value.bound]}${shownValue(value.number)}`;

export class Drawing {
  /**
   * @param {Walk} walk
   * @param {Side} max The side at the root.
   * @param {(treeNode: TreeNode) => void} onchoose Called with the node that was clicked.
   */
  constructor(walk, max, onchoose) {
    this.walk = walk;
    this.max = max;
    /** @type {number[]} */
    this.x = [];
    this.leaves = 0;
    this.place(walk.root);
    this.levels = Math.max(...walk.treeNodes.map(treeNode => treeNode.level)) + 1;
    this.width = Math.max(this.leaves * LEAF, 120);
    this.height = TOP + (this.levels - 1) * LEVEL + RADIUS + 14;
    this.edges = walk.treeNodes.map(treeNode => (treeNode.parent ? this.edge(treeNode) : null));
    this.nodes = walk.treeNodes.map(treeNode => this.node(treeNode));
    this.halo = svg('circle', { class: 'halo', r: RADIUS + 6 });
    this.element = svg('svg', { class: 'tree', viewBox: `0 0 ${this.width} ${this.height}`, 'aria-hidden': 'true' },
      ...this.edges.filter(edge => edge !== null), this.halo, ...this.nodes);
    this.element.addEventListener('click', event => {
      const index = /** @type {Element} */ (event.target).closest('[data-node]')?.getAttribute('data-node');
      if (index) onchoose(walk.treeNodes[Number(index)]);
    });
  }

  /** @param {TreeNode} treeNode */
  place(treeNode) {
    for (const child of treeNode.children) this.place(child);
    const { children } = treeNode;
    this.x[treeNode.index] = children.length === 0
      ? (this.leaves++ + 0.5) * LEAF
      : (this.x[children[0].index] + this.x[children[children.length - 1].index]) / 2;
  }

  /** @param {TreeNode} treeNode */
  at(treeNode) {
    return { x: this.x[treeNode.index], y: TOP + treeNode.level * LEVEL };
  }

  /** @param {TreeNode} treeNode */
  edge(treeNode) {
    const [from, to] = [this.at(/** @type {TreeNode} */ (treeNode.parent)), this.at(treeNode)];
    const middle = { x: (from.x + 2 * to.x) / 3, y: (from.y + 2 * to.y) / 3 };
    return svg('g', { class: 'edge' },
      svg('path', { d: `M${from.x} ${from.y} C${from.x} ${from.y + LEVEL / 2} ${to.x} ${to.y - LEVEL / 2} ${to.x} ${to.y}` }),
      svg('path', { class: 'cross', d: `M${middle.x - 7} ${middle.y - 17} l14 14 m0 -14 l-14 14` }));
  }

  /** @param {TreeNode} treeNode */
  node(treeNode) {
    const { x, y } = this.at(treeNode);
    const isLeaf = treeNode.children.length === 0;
    const isBlack = (treeNode.branch.chooser === 'max') === (this.max === 'black');
    const shape = (/** @type {string} */ name) => (isLeaf
      ? svg('rect', { class: name, x: x - 20, y: y - 13, width: 40, height: 26, rx: 6 })
      : svg('circle', { class: name, cx: x, cy: y, r: RADIUS }));
    const name = treeNode.branch.name === 'pass' ? l().tree.pass : treeNode.branch.name;
    return svg('g', { class: `node ${isLeaf ? 'leaf' : isBlack ? 'black' : 'white'}`, 'data-node': treeNode.index },
      shape('under'), shape('shape'), isLeaf || isBlack ? null : svg('circle', { class: 'ring', cx: x, cy: y, r: RADIUS - 3.5 }),
      svg('text', { class: 'value', x, y: y + 4.5 }),
      name ? svg('text', { class: 'move', x, y: y - (isLeaf ? 18 : RADIUS + 6) }, name) : null);
  }

  /**
   * Shows the tree at a step of the search.
   * @param {number} at
   */
  show(at) {
    const { steps, treeNodes, root } = this.walk;
    const step = steps[at];
    const isEnd = step.kind === 'done';
    const line = new Set();
    for (let treeNode = isEnd ? root : null; treeNode; treeNode = bestAt(treeNode, at)) line.add(treeNode);
    for (const treeNode of treeNodes) {
      const isSkipped = treeNode.entered === Infinity && (treeNode.parent?.cut ?? Infinity) <= at;
      const isSeen = treeNode.entered <= at;
      const isBest = treeNode.parent !== null && isSeen && treeNode.left <= at && bestAt(treeNode.parent, at) === treeNode;
      const state = [
        isSkipped ? 'skipped' : '', isSeen ? 'seen' : '', isBest ? 'best' : '', line.has(treeNode) ? 'line' : '',
        treeNode === step.treeNode ? 'here' : '', treeNode === step.child ? 'rising' : ''].filter(Boolean).join(' ');
      const node = this.nodes[treeNode.index];
      if (node.dataset.state !== state) node.dataset.state = state;
      const edge = this.edges[treeNode.index];
      if (edge && edge.dataset.state !== state) edge.dataset.state = state;
      this.write(treeNode, this.valueAt(treeNode, at));
    }
    const { x, y } = this.at(step.treeNode);
    this.halo.setAttribute('cx', String(x));
    this.halo.setAttribute('cy', String(y));
  }

  /**
   * The text in a node: its value once it is known, before that its best child's.
   * @param {TreeNode} treeNode
   * @param {number} at
   */
  valueAt(treeNode, at) {
    const { value } = treeNode.branch;
    if (value && treeNode.left <= at) return shownBound(value);
    const best = bestAt(treeNode, at)?.branch.value;
    return best ? shownValue(best.number) : '';
  }

  /**
   * @param {TreeNode} treeNode
   * @param {string} text
   */
  write(treeNode, text) {
    const place = this.nodes[treeNode.index].querySelector('.value');
    if (!place || place.textContent === text) return;
    place.textContent = text;
    place.setAttribute('data-length', text.length > 3 ? 'long' : '');
  }

  /** Whether some value is a final result. */
  get hasEnds() {
    return this.walk.treeNodes.some(({ branch }) => Math.abs(branch.value?.number ?? 0) > WON);
  }

  /** The heights of the levels, for captions beside the tree. */
  captions() {
    return Array.from({ length: this.levels }, (_, level) => TOP + level * LEVEL);
  }
}
