// The tree as a picture: nodes are discs of the side that chooses, leaves plain values, skipped
// branches dashed and crossed out.
/** @import {BranchValue, Side} from '../../types.d.ts' */
/** @import {Twig, Walk} from './walk.js' */
import { svg } from '../dom.js';
import { l } from './text.js';
import { bestAt } from './walk.js';

/** Distances in the drawing. */
const LEAF = 50;
const LEVEL = 88;
const TOP = 30;
const RADIUS = 18;

/** Beyond this a value means that the game is over, and by how much it is won. */
export const WON = 100_000;

/**
 * A value as it is written in the tree.
 * @param {number} value
 */
export function shownValue(value) {
  if (value > WON) return `${l().tree.won}${value - WON}`;
  if (value < -WON) return `${l().tree.lost}${-value - WON}`;
  return l().tree.figure(value);
}

const BOUNDS = { exact: '', at_least: '≥', at_most: '≤' };

/**
 * What is known of a value.
 * @param {BranchValue} value
 */
export const shownBound = value => `${BOUNDS[value.bound]}${shownValue(value.number)}`;

export class Drawing {
  /**
   * @param {Walk} walk
   * @param {Side} max The side at the root.
   * @param {(twig: Twig) => void} onchoose Hears which node was clicked.
   */
  constructor(walk, max, onchoose) {
    this.walk = walk;
    this.max = max;
    /** @type {number[]} */
    this.x = [];
    this.leaves = 0;
    this.place(walk.root);
    this.levels = Math.max(...walk.twigs.map(twig => twig.level)) + 1;
    this.width = Math.max(this.leaves * LEAF, 120);
    this.height = TOP + (this.levels - 1) * LEVEL + RADIUS + 14;
    this.edges = walk.twigs.map(twig => (twig.parent ? this.edge(twig) : null));
    this.nodes = walk.twigs.map(twig => this.node(twig));
    this.halo = svg('circle', { class: 'halo', r: RADIUS + 6 });
    this.element = svg('svg', { class: 'tree', viewBox: `0 0 ${this.width} ${this.height}`, 'aria-hidden': 'true' },
      ...this.edges.filter(edge => edge !== null), this.halo, ...this.nodes);
    this.element.addEventListener('click', event => {
      const index = /** @type {Element} */ (event.target).closest('[data-node]')?.getAttribute('data-node');
      if (index) onchoose(walk.twigs[Number(index)]);
    });
  }

  /** @param {Twig} twig */
  place(twig) {
    for (const child of twig.children) this.place(child);
    const { children } = twig;
    this.x[twig.index] = children.length === 0
      ? (this.leaves++ + 0.5) * LEAF
      : (this.x[children[0].index] + this.x[children[children.length - 1].index]) / 2;
  }

  /** @param {Twig} twig */
  at(twig) {
    return { x: this.x[twig.index], y: TOP + twig.level * LEVEL };
  }

  /** @param {Twig} twig */
  edge(twig) {
    const [from, to] = [this.at(/** @type {Twig} */ (twig.parent)), this.at(twig)];
    const middle = { x: (from.x + 2 * to.x) / 3, y: (from.y + 2 * to.y) / 3 };
    return svg('g', { class: 'edge' },
      svg('path', { d: `M${from.x} ${from.y} C${from.x} ${from.y + LEVEL / 2} ${to.x} ${to.y - LEVEL / 2} ${to.x} ${to.y}` }),
      svg('path', { class: 'cross', d: `M${middle.x - 7} ${middle.y - 17} l14 14 m0 -14 l-14 14` }));
  }

  /** @param {Twig} twig */
  node(twig) {
    const { x, y } = this.at(twig);
    const isLeaf = twig.children.length === 0;
    const isBlack = (twig.branch.chooser === 'max') === (this.max === 'black');
    const shape = (/** @type {string} */ name) => (isLeaf
      ? svg('rect', { class: name, x: x - 20, y: y - 13, width: 40, height: 26, rx: 6 })
      : svg('circle', { class: name, cx: x, cy: y, r: RADIUS }));
    const name = twig.branch.name === 'pass' ? l().tree.pass : twig.branch.name;
    return svg('g', { class: `node ${isLeaf ? 'leaf' : isBlack ? 'black' : 'white'}`, 'data-node': twig.index },
      shape('under'), shape('shape'), isLeaf || isBlack ? null : svg('circle', { class: 'ring', cx: x, cy: y, r: RADIUS - 3.5 }),
      svg('text', { class: 'value', x, y: y + 4.5 }),
      name ? svg('text', { class: 'move', x, y: y - (isLeaf ? 18 : RADIUS + 6) }, name) : null);
  }

  /**
   * Shows the tree as it is known at a step.
   * @param {number} at
   */
  show(at) {
    const { steps, twigs, root } = this.walk;
    const step = steps[at];
    const isEnd = step.kind === 'done';
    const line = new Set();
    for (let twig = isEnd ? root : null; twig; twig = bestAt(twig, at)) line.add(twig);
    for (const twig of twigs) {
      const isSkipped = twig.entered === Infinity && (twig.parent?.cut ?? Infinity) <= at;
      const isSeen = twig.entered <= at;
      const isBest = twig.parent !== null && isSeen && twig.left <= at && bestAt(twig.parent, at) === twig;
      const state = [
        isSkipped ? 'skipped' : '', isSeen ? 'seen' : '', isBest ? 'best' : '', line.has(twig) ? 'line' : '',
        twig === step.twig ? 'here' : '', twig === step.child ? 'rising' : ''].filter(Boolean).join(' ');
      const node = this.nodes[twig.index];
      if (node.dataset.state !== state) node.dataset.state = state;
      const edge = this.edges[twig.index];
      if (edge && edge.dataset.state !== state) edge.dataset.state = state;
      this.write(twig, this.valueAt(twig, at));
    }
    const { x, y } = this.at(step.twig);
    this.halo.setAttribute('cx', String(x));
    this.halo.setAttribute('cy', String(y));
  }

  /**
   * What is written into a node: its value once it is known, before that the best so far.
   * @param {Twig} twig
   * @param {number} at
   */
  valueAt(twig, at) {
    const { value } = twig.branch;
    if (value && twig.left <= at) return shownBound(value);
    const best = bestAt(twig, at)?.branch.value;
    return best ? shownValue(best.number) : '';
  }

  /**
   * @param {Twig} twig
   * @param {string} text
   */
  write(twig, text) {
    const place = this.nodes[twig.index].querySelector('.value');
    if (!place || place.textContent === text) return;
    place.textContent = text;
    place.setAttribute('data-length', text.length > 3 ? 'long' : '');
  }

  /** Whether some value says that the game is over and won or lost. */
  get hasEnds() {
    return this.walk.twigs.some(({ branch }) => Math.abs(branch.value?.number ?? 0) > WON);
  }

  /** The heights of the levels, for captions beside the tree. */
  captions() {
    return Array.from({ length: this.levels }, (_, level) => TOP + level * LEVEL);
  }
}
