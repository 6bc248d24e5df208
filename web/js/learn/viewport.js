// The viewport of the search tree: it follows the search and zooms.
/** @import {Side} from '../../types.d.ts' */
/** @import {Drawing} from './drawing.js' */
/** @import {TreeNode} from './search-steps.js' */
import { el, write } from '../dom.js';
import { isStill } from '../settings.js';
import { l } from './text.js';

const ZOOMS = [0.3, 0.4, 0.55, 0.75, 1, 1.3, 1.7];
/** The least zoom at the start. Smaller text is hard to read. */
const LEAST_AT_FIRST = 0.75;

export class Stage {
  constructor() {
    this.zoom = 1;
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {Side} */
    this.side = 'black';
    /** @type {TreeNode | null} */
    this.treeNode = null;
    this.captions = el('div', { class: 'captions', 'aria-hidden': 'true' });
    this.window = el('div', { class: 'tree-window', tabindex: '0', role: 'region', 'aria-label': l().tree.drawing });
    this.problem = el('p', { class: 'tree-problem', role: 'status', hidden: true });
    this.element = el('div', { class: 'tree-view' }, this.captions, this.window, this.problem);
    this.drag();
  }

  /**
   * @param {Drawing} drawing
   * @param {Side} side The side at the root.
   */
  show(drawing, side) {
    this.drawing = drawing;
    this.side = side;
    this.treeNode = drawing.walk.root;
    this.window.replaceChildren(drawing.element);
    this.window.hidden = false;
    this.problem.hidden = true;
    this.begin();
  }

  /** Shows the whole tree, if its text is readable then. */
  begin() {
    this.zoom = Math.min(1, Math.max(LEAST_AT_FIRST, this.fitting()));
    this.draw();
  }

  /** @param {string} text */
  fail(text) {
    this.drawing = null;
    this.window.replaceChildren();
    this.window.hidden = true;
    this.captions.replaceChildren();
    this.problem.hidden = false;
    write(this.problem, text);
  }

  fitting() {
    const room = this.window.clientWidth || 600;
    return room / (this.drawing?.width ?? room);
  }

  fit() {
    this.zoom = Math.min(1.3, Math.max(ZOOMS[0], this.fitting()));
    this.draw();
  }

  /** @param {number} by */
  scale(by) {
    const other = by > 0 ? ZOOMS.find(zoom => zoom > this.zoom + 0.01) : ZOOMS.findLast(zoom => zoom < this.zoom - 0.01);
    this.zoom = other ?? this.zoom;
    this.draw();
  }

  draw() {
    const { drawing, zoom } = this;
    if (!drawing) return;
    drawing.element.style.width = `${drawing.width * zoom}px`;
    drawing.element.style.height = `${drawing.height * zoom}px`;
    this.captions.replaceChildren(...drawing.captions().slice(0, -1).map((y, level) => {
      const isMax = level % 2 === 0;
      const side = isMax === (this.side === 'black') ? 'black' : 'white';
      const caption = el('div', { class: 'caption' }, el('span', { class: `token ${side}` }), isMax ? 'max' : 'min');
      caption.style.top = `${y * zoom}px`;
      return caption;
    }));
    this.follow(this.treeNode, false);
  }

  /**
   * Scrolls a node into view.
   * @param {TreeNode | null} treeNode
   * @param {boolean} isSmooth
   */
  follow(treeNode, isSmooth) {
    this.treeNode = treeNode;
    if (!this.drawing || !treeNode) return;
    const left = this.drawing.at(treeNode).x * this.zoom - this.window.clientWidth / 2;
    this.window.scrollTo({ left, behavior: isSmooth && !isStill() ? 'smooth' : 'instant' });
  }

  /** Lets the mouse drag the tree. */
  drag() {
    const { window } = this;
    let from = 0;
    let left = 0;
    let isDown = false;
    window.addEventListener('pointerdown', event => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      [isDown, from, left] = [true, event.clientX, window.scrollLeft];
    });
    window.addEventListener('pointermove', event => { if (isDown) window.scrollLeft = left + from - event.clientX; });
    for (const end of ['pointerup', 'pointerleave']) window.addEventListener(end, () => { isDown = false; });
  }
}
