// Replays the games of the page. This module contains no rules: every move comes with the discs that it
// flips, and is made and taken back by flipping them. script.rs puts this module and those it imports
// into the page.
/** @import {BoardWords, Position, Side} from '../../../../../web/types.d.ts' */
import { Board, squareName } from '../../../../../web/js/board.js';
import { byId, copy, el, svg } from '../../../../../web/js/dom.js';

/**
 * A game as the page holds it; see replay.rs.
 * @typedef {{n: number, p: [number, number], s?: string, m: string, o?: number, t?: number[],
 *   v?: (number|null)[], d?: (number|null)[]}} Packed
 * A move: its side, its square, the flipped discs, and its data. Scores are for Black.
 * @typedef {{color: Side, at: number, turned: number[], pass: boolean, time?: number,
 *   score?: number, depth?: number}} Move
 */

/** @type {{size: number, start: string, names: string[], games: Packed[]}} */
const data = JSON.parse(byId('data').textContent ?? '');
const byNumber = new Map(data.games.map((game) => [game.n, game]));
const size = data.size;
const WORD = { black: 'Black', white: 'White' };
/** @type {BoardWords} */
const WORDS = {
  board: 'Board', black: 'black', white: 'white', empty: 'empty', canPlay: 'legal', lastMove: 'last move', suggested: 'suggested',
};
/** Columns and rows of a step in each direction, clockwise from the top. */
const STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
/** The time for each position during playback, in milliseconds. */
const PACE = 700;
/** The number of games listed at a time; thousands would make the page slow. */
const PART = 250;

const other = (/** @type {Side} */ color) => (color === 'black' ? 'white' : 'black');
const code = (/** @type {string} */ letter) => letter.charCodeAt(0) - 97;
const square = (/** @type {number} */ at) => squareName(at % size, Math.floor(at / size));
const signed = (/** @type {number} */ discs) => (discs > 0 ? '+' : discs < 0 ? '−' : '') + Math.abs(discs).toFixed(1);
const plural = (/** @type {number} */ count, /** @type {string} */ thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;

/**
 * An element inside another, which must exist.
 * @param {Element} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
function inside(parent, selector) {
  const element = parent.querySelector(selector);
  if (!element) throw new Error(`there is no ${selector}`);
  return /** @type {HTMLElement} */ (element);
}

/** The row of a game in the list. */
const rowOf = (/** @type {Packed} */ packed) => /** @type {HTMLTableRowElement} */ (byId(`g${packed.n}`));

/** The squares and the moves of a game. */
function unpack(/** @type {Packed} */ game) {
  const [squares, side] = (game.s || data.start).split(' ');
  const board = [...squares];
  /** @type {Side} */
  let color = side === 'X' ? 'black' : 'white';
  const passedFirst = game.m.startsWith('-');
  if (passedFirst) color = other(color);
  const opening = game.o || 0;
  /** @type {Move[]} */
  const moves = [];
  for (const [, place, lines, pass] of game.m.matchAll(/([a-z]{2})((?:\d[a-z])*)(-?)/g)) {
    const [x, y] = [code(place[0]), code(place[1])];
    const turned = [];
    for (const [, direction, count] of lines.matchAll(/(\d)([a-z])/g)) {
      const [dx, dy] = STEPS[Number(direction)];
      for (let step = 1; step <= code(count) + 1; step += 1) turned.push((y + step * dy) * size + x + step * dx);
    }
    const made = moves.length - opening;
    const value = game.v && game.v[made];
    moves.push({
      color, at: y * size + x, turned, pass: pass === '-',
      time: game.t && game.t[made],
      score: value == null ? undefined : (color === 'black' ? value : -value) / 100,
      depth: (game.d && game.d[made]) || undefined,
    });
    if (!pass) color = other(color);
  }
  return { board, moves, opening, passedFirst };
}

// The state of the replay: the game, the number of moves made, and the playback timer.
const dialog = /** @type {HTMLDialogElement} */ (byId('replay'));
/** The first game until another is opened. @type {Packed} */
let game = data.games[0] ?? { n: 0, p: [0, 0], m: '' };
let play = unpack(game);
let after = 0;
let timer = 0;
/** Black's lead in discs, by the number of moves made. */
let leads = /** @type {number[]} */ ([]);

// The state of the list: the games that match the filter, and the shown rows.
let listed = data.games;
let from = 0;
let rows = /** @type {HTMLElement[]} */ ([]);

// The board of the web app. It is only a picture here: keys replay the game and no square can be chosen.
const board = new Board(() => {}, { words: () => WORDS, isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches });
board.element.inert = true;
board.element.classList.add('whole');
byId('board').append(board.element);

const LETTER = { black: 'X', white: 'O' };

/** Makes the next move on the board, or takes the last one back. */
function step(/** @type {1|-1} */ way) {
  const { color, at, turned } = play.moves[way > 0 ? after : after - 1];
  play.board[at] = way > 0 ? LETTER[color] : '-';
  for (const place of turned) play.board[place] = LETTER[way > 0 ? color : other(color)];
  after += way;
}

function count(/** @type {Side} */ color) {
  return play.board.filter((letter) => letter === LETTER[color]).length;
}

/** Shows the position after `target` moves. */
function go(/** @type {number} */ target, flips = false) {
  target = Math.max(0, Math.min(play.moves.length, target));
  while (after < target) step(1);
  while (after > target) step(-1);
  if (after === play.moves.length) stop();
  drawDiscs(flips);
  tell();
  markGraph();
  for (const button of byId('moves').querySelectorAll('[aria-current]')) button.removeAttribute('aria-current');
  const list = byId('moves');
  const current = list.querySelector(`[data-after="${after}"]`);
  if (current) {
    current.setAttribute('aria-current', 'step');
    const row = current.closest('li');
    list.scrollTop = (row?.offsetTop ?? 0) - list.clientHeight / 2;
  } else {
    list.scrollTop = 0;
  }
  for (const id of ['first', 'back']) byId(id).toggleAttribute('disabled', after === 0);
  for (const id of ['forward', 'last']) byId(id).toggleAttribute('disabled', after === play.moves.length);
  setHash(`#g${game.n}.${after}`);
}

function setHash(/** @type {string} */ hash) {
  // Some browsers limit the rate of changes; the position is shown in any case.
  try { history.replaceState(null, '', hash); } catch { /* ignored */ }
}

/** Shows the position on the board; flips are animated if `flips`. */
function drawDiscs(/** @type {boolean} */ flips) {
  const last = play.moves[after - 1];
  const turned = (last?.turned ?? []).map(square);
  /** @type {Position} */
  const position = {
    size, board: play.board.join(''), to_move: play.moves[after]?.color ?? null, legal: {},
    counts: { black: count('black'), white: count('white') }, empties: play.board.filter((letter) => letter === '-').length,
    passed: null, last: last ? square(last.at) : null, turned, opening: null,
  };
  board.show(position, { isStill: !flips, marks: new Map(turned.map((name) => [name, 'turned'])) });
}

/** Writes the texts and numbers around the board. */
function tell() {
  const last = play.moves[after - 1];
  const next = play.moves[after];
  const [black, white] = [count('black'), count('white')];
  let words = after === 0 ? 'The first position.'
    : `Move ${after} of ${play.moves.length}: ${WORD[last.color]} ${square(last.at)} flips ${plural(last.turned.length, 'disc')}.`;
  if (after > 0 && after <= play.opening) words += ' Given by the opening.';
  if (last ? last.pass : play.passedFirst) words += ` ${WORD[last ? other(last.color) : other(next.color)]} has to pass.`;
  words += ` Black ${black}, White ${white}.`;
  byId('status').textContent = words;
  byId('board').setAttribute('aria-label', `The board. ${words}`);
  const seats = /** @type {[Side, string, number][]} */ ([['black', 'black-side', black], ['white', 'white-side', white]]);
  for (const [color, id, discCount] of seats) {
    const side = byId(id);
    inside(side, '.count').textContent = String(discCount);
    side.classList.toggle('to-move', Boolean(next) && next.color === color);
    const used = play.moves.slice(0, after).filter((move) => move.color === color);
    const time = used.reduce((sum, move) => sum + (move.time ?? 0), 0);
    inside(side, '.clock').textContent = game.t ? clock(time) : '';
  }
}

/** Whether a side, or either side, reported scores. */
function scored(/** @type {Side|undefined} */ color = undefined) {
  return play.moves.some((move) => (!color || move.color === color) && move.score !== undefined);
}

/** A time in milliseconds as text. */
function clock(/** @type {number} */ time) {
  const seconds = time / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

function drawMoves() {
  const list = byId('moves');
  list.replaceChildren();
  const words = ['', '', 'move', scored() ? 'score, for Black' : '', game.t ? 'time' : ''];
  list.append(el('li', { class: 'heading', 'aria-hidden': 'true' }, words.map((word) => el('span', {}, word))));
  const pass = (/** @type {Side} */ color) => list.append(el('li', { class: 'pass' }, `${WORD[color]} has to pass`));
  if (play.passedFirst && play.moves.length) pass(other(play.moves[0].color));
  play.moves.forEach((move, index) => {
    const ahead = move.depth ? ` (${move.depth} ahead)` : '';
    const value = move.score === undefined ? '' : signed(move.score) + ahead;
    list.append(el('li', {}, el('button', { type: 'button', 'data-after': index + 1 },
      el('span', { class: 'number' }, `${index + 1}.`),
      el('span', { class: move.color, role: 'img', 'aria-label': WORD[move.color] }),
      el('span', {}, square(move.at)),
      el('span', { class: 'value', title: 'the mover’s score, for Black' }, index < play.opening ? 'opening' : value),
      el('span', { class: 'time' }, move.time === undefined ? '' : clock(move.time)))));
    if (move.pass) pass(other(move.color));
  });
}

// The graph: Black's lead always goes up, also for White's scores and after a pass.

const graph = { width: 0, height: 184, left: 34, right: 8, top: 8, bottom: 18, most: 1 };
const graphX = (/** @type {number} */ at) =>
  graph.left + ((graph.width - graph.left - graph.right) * at) / Math.max(1, play.moves.length);
const graphY = (/** @type {number} */ score) => {
  const middle = (graph.height - graph.bottom + graph.top) / 2;
  return middle - (middle - graph.top) * Math.max(-1, Math.min(1, score / graph.most));
};

function drawGraph() {
  const picture = byId('graph');
  picture.replaceChildren();
  graph.width = Math.max(240, picture.clientWidth);
  picture.setAttribute('viewBox', `0 0 ${graph.width} ${graph.height}`);
  const scores = play.moves.flatMap((move) => (move.score === undefined ? [] : [move.score]));
  const most = Math.max(4, ...[...leads, ...scores].map(Math.abs));
  graph.most = Math.min(size * size, [4, 8, 16, 32, 64, 128, 256, 676].find((step) => step >= most) || 676);
  const floor = graph.height - graph.bottom;
  const lead = leads.map((discLead, at) => `L${graphX(at)} ${graphY(discLead)}`).join('');
  picture.append(svg('path', { class: 'area', d: `M${graphX(0)} ${graphY(0)}${lead}L${graphX(leads.length - 1)} ${graphY(0)}Z` }));
  for (const part of [-1, -0.5, 0.5, 1, 0]) {
    const y = graphY(part * graph.most);
    picture.append(svg('path', { class: part ? 'rule' : 'axis', d: `M${graph.left} ${y}H${graph.width - graph.right}` }));
    const label = part ? (part > 0 ? '+' : '−') + Math.abs(part * graph.most) : '0';
    picture.append(svg('text', { x: graph.left - 5, y: y + 4, 'text-anchor': 'end' }, label));
  }
  for (let at = 0; at <= play.moves.length; at += play.moves.length > 150 ? 50 : 10) {
    picture.append(svg('text', { x: graphX(at), y: graph.height - 4, 'text-anchor': 'middle' }, String(at)));
  }
  for (const color of /** @type {Side[]} */ (['black', 'white'])) {
    const points = play.moves.map((move, index) => ({ move, x: graphX(index + 1), y: graphY(move.score || 0) }))
      .filter(({ move }) => move.color === color && move.score !== undefined);
    if (!points.length) continue;
    picture.append(svg('path', { class: `view ${color}`, d: `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}` }));
    // On the largest boards dots would hide the line.
    if (play.moves.length > 200) continue;
    for (const { x, y } of points) picture.append(svg('circle', { class: `point ${color}`, cx: x, cy: y, r: 2.4 }));
  }
  picture.append(svg('path', { class: 'hover', d: '' }));
  picture.append(svg('path', { class: 'now', d: '' }));
  picture.append(svg('text', { x: graph.left + 4, y: graph.top + 10 }, 'Black ahead'));
  picture.append(svg('text', { x: graph.left + 4, y: floor - 5 }, 'White ahead'));
  legend(-1);
}

/** Writes the legend of the graph, or its values for one position. */
function legend(/** @type {number} */ at) {
  const move = play.moves[at - 1];
  const parts = [];
  if (at >= 0) {
    parts.push(move ? `${at}. ${WORD[move.color]} ${square(move.at)}` : 'the first position');
    parts.push(`Black’s lead in discs ${leads[at] < 0 ? '−' : ''}${Math.abs(leads[at])}`);
    if (move && move.score !== undefined) parts.push(`${WORD[move.color]}’s score ${signed(move.score)} for Black`);
  } else {
    parts.push('Filled: Black’s lead in discs');
    if (scored('black')) parts.push('solid: Black’s scores');
    if (scored('white')) parts.push('dashed: White’s scores');
  }
  byId('legend').textContent = parts.join(' · ');
}

function markGraph() {
  inside(byId('graph'), '.now').setAttribute('d', `M${graphX(after)} ${graph.top}V${graph.height - graph.bottom}`);
}

/** The position under the pointer. */
function pointed(/** @type {PointerEvent|MouseEvent} */ event) {
  const box = byId('graph').getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * graph.width;
  const share = (x - graph.left) / (graph.width - graph.left - graph.right);
  return Math.max(0, Math.min(play.moves.length, Math.round(share * play.moves.length)));
}

// Opening, closing, playing.

function open(/** @type {Packed} */ packed, /** @type {number} */ at) {
  stop();
  game = packed;
  play = unpack(packed);
  after = 0;
  const row = rowOf(game);
  const [, round, , score, , ending] = row.cells;
  leads = [count('black') - count('white')];
  for (const move of play.moves) {
    const sign = move.color === 'black' ? 1 : -1;
    leads.push(leads[leads.length - 1] + sign * (1 + 2 * move.turned.length));
  }
  const names = game.p.map((entrant) => data.names[entrant] || '?');
  byId('replay-title').textContent = `Game ${game.n}, ${round.textContent}`;
  inside(byId('black-side'), '.who').textContent = names[0];
  inside(byId('white-side'), '.who').textContent = names[1];
  const words = [...ending.childNodes].filter((node) => node.nodeName !== 'DETAILS');
  byId('ending').textContent = `${score.textContent} · ${words.map((node) => node.textContent).join('')}`;
  /** @type {HTMLInputElement} */ (byId('transcript')).value = play.moves.map((move) => square(move.at)).join('');
  byId('copy').textContent = 'Copy';
  if (!dialog.open) {
    dialog.showModal();
    // Keys work with this focus, and no button looks chosen.
    dialog.focus();
  }
  drawMoves();
  drawGraph();
  go(at);
  byId('previous-game').toggleAttribute('disabled', !neighbour(-1));
  byId('next-game').toggleAttribute('disabled', !neighbour(1));
}

/** The game before or after this one in the list. */
function neighbour(/** @type {1|-1} */ way) {
  const index = listed.indexOf(game);
  return index < 0 ? undefined : listed[index + way];
}

function stop() {
  clearInterval(timer);
  timer = 0;
  byId('play').textContent = 'Play';
}

function playOrStop() {
  if (timer) return stop();
  if (after === play.moves.length) go(0);
  byId('play').textContent = 'Stop';
  timer = setInterval(() => go(after + 1, true), PACE);
}

/** Shows the game of the address: `#g12` or, after 30 moves, `#g12.30`. */
function route() {
  const wanted = /^#g(\d+)(?:\.(\d+))?$/.exec(location.hash);
  const packed = wanted ? byNumber.get(Number(wanted[1])) : undefined;
  if (wanted && packed) {
    const at = Number(wanted[2] || 0);
    if (dialog.open && game === packed) go(at); else open(packed, at);
  } else if (dialog.open) {
    dialog.close();
  }
}

async function copyMoves() {
  const field = /** @type {HTMLInputElement} */ (byId('transcript'));
  field.select();
  byId('copy').textContent = await copy(field.value) ? 'Copied' : 'Press Ctrl-C';
}

/** Opens the game before or after this one, if there is one. */
function openNeighbour(/** @type {1|-1} */ way) {
  const next = neighbour(way);
  if (next) open(next, 0);
}

/** @type {Record<string, () => void>} */
const actions = {
  first: () => go(0), back: () => go(after - 1), forward: () => go(after + 1, true), last: () => go(play.moves.length),
  play: playOrStop, close: () => dialog.close(), copy: copyMoves,
  'previous-game': () => openNeighbour(-1),
  'next-game': () => openNeighbour(1),
};
for (const [id, action] of Object.entries(actions)) {
  byId(id).addEventListener('click', () => {
    if (timer && id !== 'play') stop();
    action();
  });
}
/** @type {Record<string, string>} */
const KEYS = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'last', ' ': 'play' };
// On the document: a button that is disabled while it has the focus gets no more events.
document.addEventListener('keydown', (event) => {
  const action = dialog.open ? KEYS[event.key] : undefined;
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.tagName === 'INPUT' || (event.key === ' ' && target.tagName === 'BUTTON');
  if (!action || typing || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (timer && action !== 'play') stop();
  actions[action]();
});
dialog.addEventListener('close', () => {
  stop();
  setHash(location.pathname + location.search);
  const row = rowOf(game);
  if (row.hidden && listed.includes(game)) list(listed.indexOf(game));
  row.scrollIntoView({ block: 'nearest' });
  inside(row, 'a').focus({ preventScroll: true });
});
byId('moves').addEventListener('click', (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest('button');
  if (!button) return;
  stop();
  go(Number(button.dataset.after), true);
});
byId('graph').addEventListener('pointermove', (event) => {
  const at = pointed(event);
  legend(at);
  inside(byId('graph'), '.hover').setAttribute('d', `M${graphX(at)} ${graph.top}V${graph.height - graph.bottom}`);
});
byId('graph').addEventListener('pointerleave', () => {
  legend(-1);
  inside(byId('graph'), '.hover').setAttribute('d', '');
});
byId('graph').addEventListener('click', (event) => { stop(); go(pointed(event)); });
addEventListener('resize', () => { if (dialog.open) { drawGraph(); markGraph(); } });
// A link to the game of the current address causes no `hashchange`, but must open the game.
document.addEventListener('click', (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest('a[href^="#g"]');
  if (link && link.getAttribute('href') === location.hash) route();
});
addEventListener('hashchange', route);

// The list of games: those that match the filter, `PART` at a time.

const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));

function filter() {
  const [player, opponent, round] = ['player', 'opponent', 'round'].map((id) => select(id).value);
  const faults = /** @type {HTMLInputElement} */ (byId('faults')).checked;
  listed = data.games.filter((packed) => {
    const plays = (/** @type {string} */ who) => who === '' || packed.p.includes(Number(who));
    const row = rowOf(packed);
    return plays(player) && plays(opponent) && (round === '' || row.dataset.r === round)
      && (!faults || row.querySelector('.fault') !== null);
  });
  list(0);
}

/** Shows the part of the list that contains the game at `index`. */
function list(/** @type {number} */ index) {
  from = Math.floor(Math.max(0, index) / PART) * PART;
  const part = listed.slice(from, from + PART);
  for (const row of rows) row.hidden = true;
  rows = part.map(rowOf);
  for (const row of rows) row.hidden = false;
  const all = plural(listed.length, 'game');
  byId('shown').textContent = listed.length > PART ? `${from + 1} to ${from + part.length} of ${all}` : all;
  for (const id of ['earlier', 'later']) byId(id).hidden = listed.length <= PART;
  byId('earlier').toggleAttribute('disabled', from === 0);
  byId('later').toggleAttribute('disabled', from + PART >= listed.length);
}

if (document.getElementById('filters')) {
  select('opponent').append(...[...select('player').options].slice(1).map((option) => option.cloneNode(true)));
  byId('filters').hidden = false;
  byId('filters').addEventListener('change', filter);
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('earlier').addEventListener('click', () => list(from - PART));
  byId('later').addEventListener('click', () => list(from + PART));
  document.addEventListener('click', (event) => {
    const link = /** @type {HTMLElement|null} */ (/** @type {HTMLElement} */ (event.target).closest('a[data-pair]'));
    if (!link) return;
    [select('player').value, select('opponent').value] = (link.dataset.pair ?? ' ').split(' ');
    select('round').value = '';
    filter();
  });
  rows = data.games.map(rowOf);
  filter();
}
route();
