// The evaluation graph of the whole game: Black's lead goes up, White's goes down.
/** @import {Side} from '../../types.d.ts' */
/** @import {Study} from './study.js' */
/** @import {Node, Standing} from './tree.js' */
import { el, svg } from '../dom.js';
import { sideName } from '../text.js';
import { LARGEST } from './engine.js';
import { signed } from './score.js';
import { GLYPHS, labelOf } from './moves.js';
import { a } from './text.js';

const WIDTH = 600;
const HEIGHT = 140;
/** Space of the drawing beside and above the field; the scale is left of it. */
const SIDE = 8;
const EDGE = 20;
/** Signs of one side this number of moves apart or less touch on a narrow screen. */
const NEAR = 2;

/** The labels whose signs the graph shows. */
const MARKED = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder']);

export class Graph {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.marks = el('div', { class: 'graph-marks', 'aria-hidden': 'true' });
    this.slider = el('div', { class: 'graph-slider', role: 'slider', tabindex: '0', 'aria-label': a().graph }, this.drawing, this.marks);
    this.slider.addEventListener('pointerdown', event => this.dragged(event));
    this.slider.addEventListener('pointermove', event => { if (event.buttons & 1) this.dragged(event); });
    this.slider.addEventListener('keydown', event => this.pressed(event));
    this.hint = el('p', { class: 'graph-hint soft' }, a().graphHint);
    this.legend = el('p', { class: 'graph-legend soft' });
    this.element = el('section', { class: 'card graph', 'aria-label': a().graph }, this.slider, this.legend, this.hint);
  }

  /** The positions of the main line, from the start. */
  nodes() {
    return [this.study.root, ...this.study.root.end().line()];
  }

  /** The shown position's index in the main line; in a variation, where it branches off. */
  at() {
    let node = this.study.place;
    for (let branch = node.branch(); branch; branch = node.branch()) node = /** @type {Node} */ (branch.parent);
    return node.ply;
  }

  draw() {
    const nodes = this.nodes();
    const standings = nodes.map(node => node.standingNow());
    const most = Math.max(8, ...standings.map(standing => Math.abs(standing?.score ?? 0)));
    const top = [8, 12, 16, 24, 32, 48, 64].find(step => most <= step) ?? most;
    const last = Math.max(nodes.length - 1, 1);
    const x = (/** @type {number} */ ply) => SIDE + (ply / last) * (WIDTH - 2 * SIDE);
    const y = (/** @type {number} */ score) => HEIGHT / 2 - (score / top) * (HEIGHT / 2 - EDGE);
    const known = standings.flatMap((standing, ply) => (standing ? [{ ply, ...standing }] : []));
    const isEmpty = known.length < 2;
    this.hint.hidden = !isEmpty;
    this.hint.textContent = this.study.begin.size > LARGEST ? a().reviewTooLarge : a().graphHint;
    this.slider.classList.toggle('empty', isEmpty);
    this.legend.replaceChildren(...(isEmpty ? [] : legend(known)));
    const parts = runs(known);
    this.drawing.replaceChildren(
      svg('rect', { class: 'graph-field', x: SIDE, y: EDGE, width: WIDTH - 2 * SIDE, height: HEIGHT - 2 * EDGE }),
      ...[top / 2, -top / 2].map(score => svg('line', { class: 'graph-step', x1: SIDE, x2: WIDTH - SIDE, y1: y(score), y2: y(score) })),
      ...parts.flatMap(part => areas(part, x, y)),
      svg('line', { class: 'graph-zero', x1: SIDE, x2: WIDTH - SIDE, y1: y(0), y2: y(0) }),
      ...parts.flatMap(part => strokes(part, x, y)),
      svg('line', { class: 'graph-place', x1: x(this.at()), x2: x(this.at()), y1: 0, y2: HEIGHT }));
    const across = (/** @type {number} */ ply) => `${(x(ply) / WIDTH) * 100}%`;
    const down = (/** @type {number} */ score) => `${(y(score) / HEIGHT) * 100}%`;
    /** @type {HTMLElement[]} */
    const marks = [];
    for (const score of isEmpty ? [] : [top, 0, -top]) {
      const mark = el('span', { class: 'graph-scale figures' }, score ? el('span', { class: `token ${score > 0 ? 'black' : 'white'}` }) : null, String(Math.abs(score)));
      mark.style.top = down(score);
      marks.push(mark);
    }
    for (const { ply, mover, label, lane } of signs(nodes)) {
      // Black's mistakes are marked at the upper edge, White's at the lower.
      const mark = el('span', { class: `graph-mark ${mover}`, 'data-label': label, 'data-lane': lane }, GLYPHS[label]);
      mark.style.left = across(ply);
      marks.push(mark);
    }
    const here = standings[this.at()];
    if (here) {
      const dot = el('span', { class: 'graph-dot' });
      dot.style.left = across(this.at());
      dot.style.top = down(here.score);
      marks.push(dot);
    }
    this.marks.replaceChildren(...marks);
    this.slider.setAttribute('aria-valuemin', '0');
    this.slider.setAttribute('aria-valuemax', String(nodes.length - 1));
    this.slider.setAttribute('aria-valuenow', String(this.at()));
    this.slider.setAttribute('aria-valuetext', describe(nodes[this.at()], here));
  }

  /** @param {PointerEvent} event */
  dragged(event) {
    if (event.button > 0) return;
    const box = this.drawing.getBoundingClientRect();
    const last = Math.max(this.nodes().length - 1, 1);
    const share = ((event.clientX - box.left) / box.width) * WIDTH;
    const ply = Math.round(((share - SIDE) / (WIDTH - 2 * SIDE)) * last);
    void this.study.go(this.nodes()[Math.max(0, Math.min(ply, last))]);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const nodes = this.nodes();
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: this.at() - 1, ArrowDown: this.at() - 1, ArrowRight: this.at() + 1, ArrowUp: this.at() + 1,
      PageDown: this.at() - 10, PageUp: this.at() + 10, Home: 0, End: nodes.length - 1 };
    if (!(event.key in places) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    void this.study.go(nodes[Math.max(0, Math.min(places[event.key], nodes.length - 1))]);
  }
}

/**
 * @param {Node} node
 * @param {Standing | null} standing
 */
function describe(node, standing) {
  const place = node.square ? a().moveLabel(node.ply, node.mover ? sideName(node.mover) : '', node.square) : a().start;
  if (!standing) return place;
  const score = signed(standing.score, standing.exact);
  const words = standing.exact ? a().exactFor(score, sideName('black')) : a().aboutFor(score, sideName('black'));
  return `${place}: ${words}${standing.book ? `, ${a().inBook}` : ''}`;
}

/**
 * The signs of mistakes. Where two of one side stand close together, the second goes to the outer lane, which is
 * apart from the inner one on narrow screens only.
 * @param {Node[]} nodes
 */
function signs(nodes) {
  /** @type {Partial<Record<Side, {ply: number, lane: number}>>} */
  const before = {};
  return nodes.flatMap(node => {
    const { ply, mover } = node;
    const label = MARKED.find(marked => marked === labelOf(node));
    if (!mover || !label) return [];
    const last = before[mover];
    const lane = last && last.lane === 0 && ply - last.ply <= NEAR ? 1 : 0;
    before[mover] = { ply, lane };
    return [{ ply, mover, label, lane }];
  });
}

/** @typedef {Standing & {ply: number}} Dot */

/** What is known of a position, in the order of a game. */
const KINDS = /** @type {const} */ (['book', 'estimate', 'exact']);

/** @param {Standing} standing */
const kindOf = ({ exact, book }) => (exact ? 'exact' : book ? 'book' : 'estimate');

/**
 * Splits dots into runs of consecutive plies.
 * @param {Dot[]} dots
 */
function runs(dots) {
  /** @type {Dot[][]} */
  const all = [];
  for (const dot of dots) {
    const run = all.at(-1);
    if (run && run.at(-1)?.ply === dot.ply - 1) run.push(dot);
    else all.push([dot]);
  }
  return all;
}

/**
 * The areas between the line and zero, one for each side.
 * @param {Dot[]} dots
 * @param {(ply: number) => number} x
 * @param {(score: number) => number} y
 */
function areas(dots, x, y) {
  /** @type {Dot[]} */
  const through = [];
  for (const [index, dot] of dots.entries()) {
    const before = dots[index - 1];
    if (before && before.score * dot.score < 0) {
      const share = before.score / (before.score - dot.score);
      through.push({ ply: before.ply + share * (dot.ply - before.ply), score: 0, exact: dot.exact });
    }
    through.push(dot);
  }
  const area = (/** @type {string} */ name, /** @type {(score: number) => number} */ part) => {
    const points = through.map(({ ply, score }) => `${x(ply).toFixed(1)},${y(part(score)).toFixed(1)}`);
    const base = y(0).toFixed(1);
    const [first, last] = [through[0], through[through.length - 1]];
    return svg('polygon', { class: name, points: [`${x(first.ply).toFixed(1)},${base}`, ...points, `${x(last.ply).toFixed(1)},${base}`].join(' ') });
  };
  return [area('graph-black', score => Math.max(score, 0)), area('graph-white', score => Math.min(score, 0))];
}

/**
 * The line: solid where both ends are exact, dotted where only book moves led, else dashed.
 * @param {Dot[]} dots
 * @param {(ply: number) => number} x
 * @param {(score: number) => number} y
 */
function strokes(dots, x, y) {
  /** @type {{kind: string, dots: Dot[]}[]} */
  const parts = [];
  for (const [index, dot] of dots.entries()) {
    const before = dots[index - 1];
    if (!before) continue;
    const kind = kindOf(before) === kindOf(dot) ? kindOf(dot) : 'estimate';
    const part = parts.at(-1);
    if (part?.kind === kind) part.dots.push(dot);
    else parts.push({ kind, dots: [before, dot] });
  }
  return parts.map(part => svg('polyline', {
    class: `graph-line ${part.kind}`,
    points: part.dots.map(({ ply, score }) => `${x(ply).toFixed(1)},${y(score).toFixed(1)}`).join(' '),
  }));
}

/**
 * What the strokes of the graph mean, of those that are in it.
 * @param {Dot[]} dots
 */
function legend(dots) {
  return KINDS.filter(kind => dots.some(dot => kindOf(dot) === kind)).map(kind => el('span', { class: 'graph-kind' },
    svg('svg', { viewBox: '0 0 24 6', 'aria-hidden': 'true' }, svg('line', { class: `graph-line ${kind}`, x1: 1, x2: 23, y1: 3, y2: 3 })),
    a().standingKinds[kind]));
}
