// The search tree of a position, step by step.
/** @import {Position, Route, Side, Tree as Searched, View} from '../../types.d.ts' */
/** @import {TreeNode, Window} from './search-steps.js' */
/** @import {Method} from './options.js' */
import { ApiProblem, positions, post } from '../api.js';
import { PageBoard } from '../page-board.js';
import { announce, button, el, sign, toast, write } from '../dom.js';
import { errorText, sideName } from '../text.js';
import { Drawing, shownValue } from './drawing.js';
import { head } from './layout.js';
import { Stage } from './viewport.js';
import { l } from './text.js';
import { Walk } from './search-steps.js';
import { choice, Choices } from './options.js';
import { line, tell } from './words.js';

/** The most nodes that are drawn. Larger trees are not readable. */
const MOST_NODES = 1200;
/** The time on a step before its position is shown, in milliseconds. */
const LINGER = 60;
/** The duration of a step during playback, in milliseconds. */
const PACES = { slow: 3200, normal: 1600, fast: 600 };

/** The last address and step, so that a change of language keeps the step. */
const lastAt = { address: '', step: 0 };

class Tree {
  /** @param {HTMLElement} host */
  constructor(host) {
    const { tree } = l();
    /** @type {Walk | null} */
    this.walk = null;
    /** @type {Position | null} */
    this.root = null;
    /** @type {Map<string, Promise<Position>>} */
    this.cache = new Map();
    this.at = 0;
    this.depth = 0;
    this.visit = 0;
    this.timer = 0;
    this.choices = new Choices();
    this.stage = new Stage();
    this.pace = choice(tree.speed, Object.entries(tree.speeds), () => {});
    this.pace.select.value = 'normal';
    this.slider = el('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': tree.slider, oninput: () => this.go(Number(this.slider.value)) });
    this.count = el('p', { class: 'soft figures tree-count' });
    this.words = el('p', { class: 'tree-words' });
    this.bounds = el('dl', { class: 'bounds figures' });
    this.seen = el('p', { class: 'soft figures' });
    this.compare = el('p', { class: 'tree-compare figures' });
    this.place = el('p', { class: 'tree-place' });
    this.board = new PageBoard(() => {}, { label: tree.boardLabel });
    this.key = key();
    this.player = button(tree.play, () => this.toggle(), { sign: 'play', class: 'main' });
    host.append(
      head(tree.title),
      el('p', { class: 'soft tree-lead' }, tree.lead),
      this.choices.element, this.choices.judging,
      el('div', { class: 'tree-room' },
        el('section', { class: 'card tree-card', 'aria-label': tree.title },
          this.stage.element, el('div', { class: 'tree-told' }, this.words, this.bounds), this.bar(), this.key),
        el('div', { class: 'tree-side' },
          el('section', { class: 'tree-board', 'aria-label': tree.boardLabel }, this.board.element, this.place),
          el('section', { class: 'card tree-sum', 'aria-label': tree.method }, this.seen, this.compare))));
  }

  bar() {
    const { tree } = l();
    return el('div', { class: 'tree-bar' },
      el('div', { class: 'bar' },
        button(tree.first, () => this.go(0), { sign: 'first' }), button(tree.back, () => this.go(this.at - 1), { sign: 'back' }), this.player,
        button(tree.forward, () => this.go(this.at + 1), { sign: 'forward' }), button(tree.last, () => this.go(Infinity), { sign: 'last' }),
        button(tree.nextCut, () => this.toCut(), { sign: 'cut' })),
      this.slider, this.count,
      el('div', { class: 'bar tree-tools' }, this.pace.label,
        button(tree.zoomOut, () => this.stage.scale(-1), { sign: 'minus' }), button(tree.zoomIn, () => this.stage.scale(1), { sign: 'plus' }),
        button(tree.fit, () => this.stage.fit(), { sign: 'fit' })));
  }

  /** @param {Route} route */
  async open(route) {
    const wish = this.choices.show(route.query);
    this.stop();
    const visit = ++this.visit;
    const ask = (/** @type {Method} */ method) => /** @type {Promise<Searched>} */ (
      post('/api/explain', { begin: wish.begin, moves: wish.moves, player: wish.judge, depth: wish.depth, method }));
    try {
      const [[root], minimax, alphaBeta] = await Promise.all([
        positions({ begin: wish.begin, moves: wish.moves }, wish.moves.length),
        ask('minimax').catch(tooLarge), ask('alpha_beta').catch(tooLarge)]);
      if (visit !== this.visit) return;
      this.root = root;
      this.cache.clear();
      this.draw(minimax, alphaBeta);
      this.go(lastAt.address === route.query.toString() ? lastAt.step : 0, false);
    } catch (error) {
      if (visit !== this.visit) return;
      this.fail(error instanceof ApiProblem && error.code === 'game_over' ? l().tree.over : errorText(error));
    }
  }

  /**
   * @param {Searched | null} minimax
   * @param {Searched | null} alphaBeta
   */
  draw(minimax, alphaBeta) {
    const { tree } = l();
    const searched = this.choices.wish.method === 'minimax' ? minimax : alphaBeta;
    const walk = searched && new Walk(searched.root);
    if (!walk || walk.treeNodes.length > MOST_NODES) {
      this.fail(tree.tooLarge);
      return;
    }
    this.walk = walk;
    this.depth = searched.depth;
    // A skipped node has no step of its own; go to the step that skipped it.
    const drawing = new Drawing(walk, this.side, treeNode => this.go(Math.min(treeNode.entered, treeNode.parent?.cut ?? Infinity)));
    this.stage.show(drawing, this.side);
    this.key.lastElementChild?.toggleAttribute('hidden', !drawing.hasEnds);
    this.slider.max = String(walk.steps.length - 1);
    const compared = minimax && alphaBeta ? tree.compare(minimax.visited, alphaBeta.visited) : '';
    write(this.compare, alphaBeta && !minimax ? tree.compareLarge(alphaBeta.visited) : compared);
  }

  /** @param {string} text */
  fail(text) {
    this.walk = null;
    this.stage.fail(text);
    for (const place of [this.words, this.seen, this.compare, this.count, this.place]) write(place, '');
    this.bounds.replaceChildren();
    if (this.root) this.board.show(this.root, { isStill: true });
  }

  /** The side at the root. @returns {Side} */
  get side() {
    return this.root?.to_move ?? 'black';
  }

  /**
   * Goes to a step and announces it.
   * @param {number} step
   * @param {boolean} [isTold]
   */
  go(step, isTold = true) {
    const { walk } = this;
    if (!walk) return;
    const { tree } = l();
    this.at = Math.min(Math.max(step, 0), walk.steps.length - 1);
    lastAt.address = new URLSearchParams(location.hash.split('?')[1] ?? '').toString();
    lastAt.step = this.at;
    const now = walk.steps[this.at];
    this.stage.drawing?.show(this.at);
    this.stage.follow(now.treeNode, isTold);
    const told = tell(now, this.side, this.depth, this.root?.empties ?? 0);
    write(this.words, told);
    this.words.dataset.kind = now.kind;
    if (isTold) announce(told);
    const count = tree.step(this.at + 1, walk.steps.length);
    this.slider.value = String(this.at);
    this.slider.setAttribute('aria-valuetext', count);
    write(this.count, count);
    write(this.seen, tree.seen(now.seen));
    this.showBounds(now.window);
    void this.showPosition(now.child ?? now.treeNode);
    if (this.at === walk.steps.length - 1) this.stop();
  }

  /** @param {Window} window */
  showBounds({ alpha, beta }) {
    const { tree } = l();
    const value = (/** @type {number} */ bound) => (Number.isFinite(bound) ? shownValue(bound) : '—');
    const entry = (/** @type {string} */ letter, /** @type {string} */ text, /** @type {number} */ bound) =>
      el('div', {}, el('dt', {}, el('b', {}, letter), ` ${text}`), el('dd', {}, value(bound)));
    this.bounds.hidden = this.choices.wish.method === 'minimax';
    this.bounds.replaceChildren(
      entry('α', tree.alpha(sideName(this.side)), alpha),
      entry('β', tree.beta(sideName(this.side === 'black' ? 'white' : 'black')), beta));
  }

  /** @param {TreeNode} treeNode */
  async showPosition({ path }) {
    const { visit, at } = this;
    const { wish } = this.choices;
    const moves = [...wish.moves, ...path.filter(name => name !== 'pass')];
    const name = moves.join('');
    if (!this.cache.has(name)) await new Promise(resolve => setTimeout(resolve, LINGER));
    if (visit !== this.visit || at !== this.at) return;
    const found = this.cache.get(name) ?? positions({ begin: wish.begin, moves }, moves.length).then(([position]) => position);
    this.cache.set(name, found);
    try {
      const position = await found;
      if (visit !== this.visit || at !== this.at) return;
      this.board.show(position, { isStill: true });
      write(this.place, l().tree.place(line(path)));
    } catch (error) {
      this.cache.delete(name);
      toast(errorText(error));
    }
  }

  toCut() {
    const next = this.walk?.steps.findIndex((step, index) => index > this.at && step.kind === 'cut') ?? -1;
    this.go(next >= 0 ? next : Infinity);
  }

  toggle() {
    if (this.timer || !this.walk) {
      this.stop();
      return;
    }
    if (this.at >= this.walk.steps.length - 1) this.go(0);
    const beat = () => {
      const pace = PACES[/** @type {keyof typeof PACES} */ (this.pace.select.value)] ?? PACES.normal;
      this.timer = setTimeout(() => {
        this.go(this.at + 1);
        if (this.timer) beat();
      }, pace);
    };
    beat();
    this.showPlayer();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.showPlayer();
  }

  showPlayer() {
    const text = this.timer ? l().tree.pause : l().tree.play;
    if (this.player.title === text) return;
    this.player.replaceChildren(sign(this.timer ? 'pause' : 'play'));
    this.player.ariaLabel = text;
    this.player.title = text;
  }
}

/**
 * Returns null for the error of a tree that is too large; throws any other error.
 * @param {unknown} error
 * @returns {null}
 */
function tooLarge(error) {
  if (error instanceof ApiProblem && error.code === 'tree_too_large') return null;
  throw error;
}

/** The legend of the drawing. */
function key() {
  const { tree } = l();
  const entry = (/** @type {string} */ name, /** @type {string} */ text) => el('li', {}, el('span', { class: `key-sign ${name}`, 'aria-hidden': 'true' }), text);
  return el('ul', { class: 'tree-key soft' },
    el('li', {}, el('b', {}, 'max'), ` ${tree.key.max}`), el('li', {}, el('b', {}, 'min'), ` ${tree.key.min}`),
    entry('line', tree.key.line), entry('cut', tree.key.cut), el('li', {}, tree.wonKey));
}

/**
 * @param {HTMLElement} host
 * @param {Route} route
 * @returns {Promise<View>}
 */
export async function mount(host, route) {
  const tree = new Tree(host);
  await tree.open(route);
  // The available space is only known once it is on the page.
  requestAnimationFrame(() => tree.stage.begin());
  const { keys } = l();
  return {
    keys: [
      { key: 'ArrowRight', text: keys.forward, run: () => tree.go(tree.at + 1) },
      { key: 'ArrowLeft', text: keys.backward, run: () => tree.go(tree.at - 1) },
      { key: 'Home', text: keys.first, run: () => tree.go(0) },
      { key: 'End', text: keys.last, run: () => tree.go(Infinity) },
      { key: 'c', text: keys.cut, run: () => tree.toCut() },
      { key: ' ', text: keys.playPause, run: () => tree.toggle() },
      { key: 'm', text: keys.method, run: () => tree.choices.swapMethod() },
      { key: '+', text: keys.larger, run: () => tree.stage.scale(1) },
      { key: '-', text: keys.smaller, run: () => tree.stage.scale(-1) },
    ],
    update: other => {
      void tree.open(other);
      return true;
    },
    leave: () => {
      tree.visit += 1;
      tree.stop();
    },
  };
}
