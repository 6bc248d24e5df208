//<![CDATA[
// Replays the games of the page. The rules are not known here: every move comes with the discs that
// it turns, and is made and taken back by turning them.
'use strict';
(() => {
  /**
   * A game as the page holds it; see replay.rs.
   * @typedef {{n: number, p: [number, number], s?: string, m: string, o?: number, t?: number[],
   *   v?: (number|null)[], d?: (number|null)[]}} Packed
   * A move: who made it, where, what it turned, and what is known of it. Scores are for Black.
   * @typedef {{color: Color, at: number, turned: number[], pass: boolean, time?: number,
   *   score?: number, depth?: number}} Move
   * @typedef {'b'|'w'} Color
   */

  /** @type {{size: number, start: string, names: string[], games: Packed[]}} */
  const data = JSON.parse(document.getElementById('data').textContent);
  const byNumber = new Map(data.games.map((game) => [game.n, game]));
  const size = data.size;
  const SVG = 'http://www.w3.org/2000/svg';
  const WORD = { b: 'Black', w: 'White' };
  /** Columns and rows of a step in each direction, clockwise from the top. */
  const STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
  /** How long a position stands while the game plays by itself. */
  const PACE = 700;
  /** How many games are listed at a time; thousands would make the page slow. */
  const PART = 250;

  const by = (/** @type {string} */ id) => document.getElementById(id);
  const other = (/** @type {Color} */ color) => (color === 'b' ? 'w' : 'b');
  const code = (/** @type {string} */ letter) => letter.charCodeAt(0) - 97;
  const square = (/** @type {number} */ at) => String.fromCharCode(97 + (at % size)) + (Math.floor(at / size) + 1);
  const signed = (/** @type {number} */ discs) => (discs > 0 ? '+' : discs < 0 ? '−' : '') + Math.abs(discs).toFixed(1);
  const plural = (/** @type {number} */ count, /** @type {string} */ thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;

  /** A new element with attributes, a text and a place to put it. */
  function make(parent, name, attributes = {}, text = '') {
    const isSvg = parent instanceof SVGElement;
    const element = isSvg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    parent.append(element);
    return element;
  }

  /** The squares and the moves of a game. */
  function unpack(/** @type {Packed} */ game) {
    const [squares, side] = (game.s || data.start).split(' ');
    /** @type {(Color|'')[]} */
    const board = [...squares].map((letter) => ({ X: 'b', O: 'w' })[letter] || '');
    /** @type {Color} */
    let color = side === 'X' ? 'b' : 'w';
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
        score: value == null ? undefined : (color === 'b' ? value : -value) / 100,
        depth: (game.d && game.d[made]) || undefined,
      });
      if (!pass) color = other(color);
    }
    return { board, moves, opening, passedFirst };
  }

  // What is shown: a game, its position after some moves, and whether it plays by itself.
  const dialog = /** @type {HTMLDialogElement} */ (by('replay'));
  let game = /** @type {Packed|null} */ (null);
  let play = /** @type {ReturnType<typeof unpack>} */ (null);
  let after = 0;
  let timer = 0;
  let discs = /** @type {SVGElement[]} */ ([]);
  /** Black's lead in discs after so many moves. */
  let leads = /** @type {number[]} */ ([]);

  // What is listed: the games that fit, and the rows of those that are shown.
  let listed = data.games;
  let from = 0;
  let rows = /** @type {HTMLElement[]} */ ([]);

  /** Makes the next move on the board, or takes the last one back. */
  function step(/** @type {1|-1} */ way) {
    const { color, at, turned } = play.moves[way > 0 ? after : after - 1];
    play.board[at] = way > 0 ? color : '';
    for (const place of turned) play.board[place] = way > 0 ? color : other(color);
    after += way;
  }

  function count(/** @type {Color} */ color) {
    return play.board.filter((disc) => disc === color).length;
  }

  /** Shows the position after so many moves. */
  function go(/** @type {number} */ target, flips = false) {
    target = Math.max(0, Math.min(play.moves.length, target));
    while (after < target) step(1);
    while (after > target) step(-1);
    if (after === play.moves.length) stop();
    drawDiscs(flips);
    tell();
    markGraph();
    for (const button of by('moves').querySelectorAll('[aria-current]')) button.removeAttribute('aria-current');
    const list = by('moves');
    const current = list.querySelector(`[data-after="${after}"]`);
    if (current) {
      current.setAttribute('aria-current', 'step');
      const row = current.parentElement;
      list.scrollTop = row.offsetTop - list.clientHeight / 2;
    } else {
      list.scrollTop = 0;
    }
    for (const id of ['first', 'back']) by(id).toggleAttribute('disabled', after === 0);
    for (const id of ['forward', 'last']) by(id).toggleAttribute('disabled', after === play.moves.length);
    setHash(`#g${game.n}.${after}`);
  }

  function setHash(/** @type {string} */ hash) {
    // Some browsers allow only so many changes in a while; the position is shown all the same.
    try { history.replaceState(null, '', hash); } catch { /* never mind */ }
  }

  // The board.

  const CELL = 40;
  const EDGE = 20;
  const RIM = 6;

  function drawBoard() {
    const board = by('board');
    const all = size * CELL;
    board.replaceChildren();
    const outside = EDGE + all + RIM;
    board.setAttribute('viewBox', `0 0 ${outside} ${outside}`);
    make(board, 'rect', { class: 'frame', width: outside, height: outside, rx: 6 });
    make(board, 'rect', { class: 'felt', x: EDGE, y: EDGE, width: all, height: all });
    let lines = '';
    for (let line = 0; line <= size; line += 1) {
      const at = EDGE + line * CELL;
      lines += `M${at} ${EDGE}v${all}M${EDGE} ${at}h${all}`;
    }
    make(board, 'path', { class: 'grid', d: lines });
    for (let line = 0; line < size; line += 1) {
      const at = EDGE + (line + 0.5) * CELL;
      make(board, 'text', { x: at, y: EDGE / 2 }, String.fromCharCode(97 + line));
      make(board, 'text', { x: EDGE / 2, y: at }, String(line + 1));
    }
    discs = play.board.map((_, at) => {
      const [x, y] = [EDGE + (at % size + 0.5) * CELL, EDGE + (Math.floor(at / size) + 0.5) * CELL];
      return /** @type {SVGElement} */ (make(board, 'g', { transform: `translate(${x} ${y})` }));
    });
  }

  function drawDiscs(/** @type {boolean} */ flips) {
    const last = play.moves[after - 1];
    play.board.forEach((disc, at) => {
      const isNew = Boolean(last) && last.at === at;
      const isTurned = Boolean(last) && last.turned.includes(at);
      const look = disc + (isNew ? '!' : isTurned ? '~' : '') + (flips && isTurned ? after : '');
      const group = discs[at];
      if (group.dataset.look === look) return;
      group.dataset.look = look;
      group.dataset.disc = disc;
      group.replaceChildren();
      if (!disc) return;
      make(group, 'circle', { class: `disc ${disc}${flips && isTurned ? ' flip' : ''}`, r: 17 });
      if (disc === 'w') make(group, 'circle', { class: 'ring', r: 13.5 });
      if (isTurned) make(group, 'circle', { class: 'turned', r: 9 });
      if (isNew) make(group, 'circle', { class: 'new', r: 5.5 });
    });
  }

  /** The words and figures around the board. */
  function tell() {
    const last = play.moves[after - 1];
    const next = play.moves[after];
    const [black, white] = [count('b'), count('w')];
    let words = after === 0 ? 'The first position.'
      : `Move ${after} of ${play.moves.length}: ${WORD[last.color]} ${square(last.at)} turns ${plural(last.turned.length, 'disc')}.`;
    if (after > 0 && after <= play.opening) words += ' Given by the opening.';
    if (last ? last.pass : play.passedFirst) words += ` ${WORD[last ? other(last.color) : other(next.color)]} has to pass.`;
    words += ` Black ${black}, White ${white}.`;
    by('status').textContent = words;
    by('board').setAttribute('aria-label', `The board. ${words}`);
    const seats = /** @type {[Color, string, number][]} */ ([['b', 'black-side', black], ['w', 'white-side', white]]);
    for (const [color, id, discCount] of seats) {
      const side = by(id);
      side.querySelector('.count').textContent = String(discCount);
      side.classList.toggle('to-move', Boolean(next) && next.color === color);
      const used = play.moves.slice(0, after).filter((move) => move.color === color && move.time !== undefined);
      const time = used.reduce((sum, move) => sum + move.time, 0);
      side.querySelector('.clock').textContent = game.t ? clock(time) : '';
    }
  }

  /** Whether a side, or anybody, said what it thought. */
  function scored(/** @type {Color|undefined} */ color = undefined) {
    return play.moves.some((move) => (!color || move.color === color) && move.score !== undefined);
  }

  /** Thousandths of a second in words. */
  function clock(/** @type {number} */ time) {
    const seconds = time / 1000;
    if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
    return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  }

  function drawMoves() {
    const list = by('moves');
    list.replaceChildren();
    const heading = make(list, 'li', { class: 'heading', 'aria-hidden': 'true' });
    for (const word of ['', '', 'move', scored() ? 'thought, for Black' : '', game.t ? 'time' : '']) make(heading, 'span', {}, word);
    const pass = (/** @type {Color} */ color) => make(list, 'li', { class: 'pass' }, `${WORD[color]} has to pass`);
    if (play.passedFirst && play.moves.length) pass(other(play.moves[0].color));
    play.moves.forEach((move, index) => {
      const button = make(make(list, 'li'), 'button', { type: 'button', 'data-after': index + 1 });
      make(button, 'span', { class: 'number' }, `${index + 1}.`);
      make(button, 'span', { class: move.color === 'b' ? 'black' : 'white', role: 'img', 'aria-label': WORD[move.color] });
      make(button, 'span', {}, square(move.at));
      const ahead = move.depth ? ` (${move.depth} ahead)` : '';
      const value = move.score === undefined ? '' : signed(move.score) + ahead;
      make(button, 'span', { class: 'value', title: 'what the mover thought, for Black' }, index < play.opening ? 'opening' : value);
      make(button, 'span', { class: 'time' }, move.time === undefined ? '' : clock(move.time));
      if (move.pass) pass(other(move.color));
    });
  }

  // The graph: Black's lead goes up, whoever thinks so, and a pass turns nothing over.

  const graph = { width: 0, height: 184, left: 34, right: 8, top: 8, bottom: 18, most: 1 };
  const graphX = (/** @type {number} */ at) =>
    graph.left + ((graph.width - graph.left - graph.right) * at) / Math.max(1, play.moves.length);
  const graphY = (/** @type {number} */ score) => {
    const middle = (graph.height - graph.bottom + graph.top) / 2;
    return middle - (middle - graph.top) * Math.max(-1, Math.min(1, score / graph.most));
  };

  function drawGraph() {
    const picture = by('graph');
    picture.replaceChildren();
    graph.width = Math.max(240, picture.clientWidth);
    picture.setAttribute('viewBox', `0 0 ${graph.width} ${graph.height}`);
    const scores = play.moves.map((move) => move.score).filter((score) => score !== undefined);
    const most = Math.max(4, ...[...leads, ...scores].map(Math.abs));
    graph.most = Math.min(size * size, [4, 8, 16, 32, 64, 128, 256, 676].find((step) => step >= most) || 676);
    const floor = graph.height - graph.bottom;
    const lead = leads.map((discLead, at) => `L${graphX(at)} ${graphY(discLead)}`).join('');
    make(picture, 'path', { class: 'area', d: `M${graphX(0)} ${graphY(0)}${lead}L${graphX(leads.length - 1)} ${graphY(0)}Z` });
    for (const part of [-1, -0.5, 0.5, 1, 0]) {
      const y = graphY(part * graph.most);
      make(picture, 'path', { class: part ? 'rule' : 'axis', d: `M${graph.left} ${y}H${graph.width - graph.right}` });
      const label = part ? (part > 0 ? '+' : '−') + Math.abs(part * graph.most) : '0';
      make(picture, 'text', { x: graph.left - 5, y: y + 4, 'text-anchor': 'end' }, label);
    }
    for (let at = 0; at <= play.moves.length; at += play.moves.length > 150 ? 50 : 10) {
      make(picture, 'text', { x: graphX(at), y: graph.height - 4, 'text-anchor': 'middle' }, String(at));
    }
    for (const color of /** @type {Color[]} */ (['b', 'w'])) {
      const name = color === 'b' ? 'black' : 'white';
      const points = play.moves.map((move, index) => ({ move, x: graphX(index + 1), y: graphY(move.score || 0) }))
        .filter(({ move }) => move.color === color && move.score !== undefined);
      if (!points.length) continue;
      make(picture, 'path', { class: `view ${name}`, d: `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}` });
      // On the largest boards dots would hide the line.
      if (play.moves.length > 200) continue;
      for (const { x, y } of points) make(picture, 'circle', { class: `point ${name}`, cx: x, cy: y, r: 2.4 });
    }
    make(picture, 'path', { class: 'hover', d: '' });
    make(picture, 'path', { class: 'now', d: '' });
    make(picture, 'text', { x: graph.left + 4, y: graph.top + 10 }, 'Black ahead');
    make(picture, 'text', { x: graph.left + 4, y: floor - 5 }, 'White ahead');
    legend(-1);
  }

  /** What the graph shows, or what it says of one position. */
  function legend(/** @type {number} */ at) {
    const move = play.moves[at - 1];
    const parts = [];
    if (at >= 0) {
      parts.push(move ? `${at}. ${WORD[move.color]} ${square(move.at)}` : 'the first position');
      parts.push(`Black’s lead in discs ${leads[at] < 0 ? '−' : ''}${Math.abs(leads[at])}`);
      if (move && move.score !== undefined) parts.push(`${WORD[move.color]} thought ${signed(move.score)} for Black`);
    } else {
      parts.push('Filled: Black’s lead in discs');
      if (scored('b')) parts.push('solid: what Black thought');
      if (scored('w')) parts.push('dashed: what White thought');
    }
    by('legend').textContent = parts.join(' · ');
  }

  function markGraph() {
    const now = by('graph').querySelector('.now');
    if (now) now.setAttribute('d', `M${graphX(after)} ${graph.top}V${graph.height - graph.bottom}`);
  }

  /** The position under the pointer. */
  function pointed(/** @type {PointerEvent|MouseEvent} */ event) {
    const box = by('graph').getBoundingClientRect();
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
    const row = /** @type {HTMLTableRowElement} */ (by(`g${game.n}`));
    const [, round, , score, , ending] = row.cells;
    leads = [count('b') - count('w')];
    for (const move of play.moves) {
      const sign = move.color === 'b' ? 1 : -1;
      leads.push(leads[leads.length - 1] + sign * (1 + 2 * move.turned.length));
    }
    const names = game.p.map((entrant) => data.names[entrant] || '?');
    by('replay-title').textContent = `Game ${game.n}, ${round.textContent}`;
    by('black-side').querySelector('.who').textContent = names[0];
    by('white-side').querySelector('.who').textContent = names[1];
    const words = [...ending.childNodes].filter((node) => node.nodeName !== 'DETAILS');
    by('ending').textContent = `${score.textContent} · ${words.map((node) => node.textContent).join('')}`;
    /** @type {HTMLInputElement} */ (by('transcript')).value = play.moves.map((move) => square(move.at)).join('');
    by('copy').textContent = 'Copy';
    if (!dialog.open) {
      dialog.showModal();
      // Keys work from here, and no button looks as if it had been chosen.
      dialog.focus();
    }
    drawBoard();
    drawMoves();
    drawGraph();
    go(at);
    by('previous-game').toggleAttribute('disabled', !neighbour(-1));
    by('next-game').toggleAttribute('disabled', !neighbour(1));
  }

  /** The game before or after this one among those that are listed. */
  function neighbour(/** @type {1|-1} */ way) {
    const index = listed.indexOf(game);
    return index < 0 ? undefined : listed[index + way];
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    by('play').textContent = 'Play';
  }

  function playOrStop() {
    if (timer) return stop();
    if (after === play.moves.length) go(0);
    by('play').textContent = 'Stop';
    timer = setInterval(() => go(after + 1, true), PACE);
  }

  /** What the address asks for: `#g12` or, after 30 moves, `#g12.30`. */
  function route() {
    const wanted = /^#g(\d+)(?:\.(\d+))?$/.exec(location.hash);
    const packed = wanted && byNumber.get(Number(wanted[1]));
    if (packed) {
      const at = Number(wanted[2] || 0);
      if (dialog.open && game === packed) go(at); else open(packed, at);
    } else if (dialog.open) {
      dialog.close();
    }
  }

  async function copy() {
    const field = /** @type {HTMLInputElement} */ (by('transcript'));
    field.select();
    let done = false;
    try {
      await navigator.clipboard.writeText(field.value);
      done = true;
    } catch {
      done = document.execCommand('copy');
    }
    by('copy').textContent = done ? 'Copied' : 'Press Ctrl-C';
  }

  /** @type {Record<string, () => void>} */
  const actions = {
    first: () => go(0), back: () => go(after - 1), forward: () => go(after + 1, true), last: () => go(play.moves.length),
    play: playOrStop, close: () => dialog.close(), copy,
    'previous-game': () => neighbour(-1) && open(neighbour(-1), 0),
    'next-game': () => neighbour(1) && open(neighbour(1), 0),
  };
  for (const [id, action] of Object.entries(actions)) {
    by(id).addEventListener('click', () => {
      if (timer && id !== 'play') stop();
      action();
    });
  }
  /** @type {Record<string, string>} */
  const KEYS = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'last', ' ': 'play' };
  // On the document: a button that is disabled while it has the focus hears nothing more.
  document.addEventListener('keydown', (event) => {
    const action = dialog.open && KEYS[event.key];
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
    const row = by(`g${game.n}`);
    if (row.hidden && listed.includes(game)) list(listed.indexOf(game));
    row.scrollIntoView({ block: 'nearest' });
    row.querySelector('a').focus({ preventScroll: true });
  });
  by('moves').addEventListener('click', (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest('button');
    if (!button) return;
    stop();
    go(Number(button.dataset.after), true);
  });
  by('graph').addEventListener('pointermove', (event) => {
    const at = pointed(event);
    legend(at);
    by('graph').querySelector('.hover').setAttribute('d', `M${graphX(at)} ${graph.top}V${graph.height - graph.bottom}`);
  });
  by('graph').addEventListener('pointerleave', () => {
    legend(-1);
    by('graph').querySelector('.hover').setAttribute('d', '');
  });
  by('graph').addEventListener('click', (event) => { stop(); go(pointed(event)); });
  addEventListener('resize', () => { if (dialog.open) { drawGraph(); markGraph(); } });
  // A link to the game that the address names already changes nothing, and is meant all the same.
  document.addEventListener('click', (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest('a[href^="#g"]');
    if (link && link.getAttribute('href') === location.hash) route();
  });
  addEventListener('hashchange', route);

  // Which games are listed: those that fit, so many at a time.

  const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (by(id));

  function filter() {
    const [player, opponent, round] = ['player', 'opponent', 'round'].map((id) => select(id).value);
    const faults = /** @type {HTMLInputElement} */ (by('faults')).checked;
    listed = data.games.filter((packed) => {
      const plays = (/** @type {string} */ who) => who === '' || packed.p.includes(Number(who));
      const row = by(`g${packed.n}`);
      return plays(player) && plays(opponent) && (round === '' || row.dataset.r === round)
        && (!faults || row.querySelector('.fault') !== null);
    });
    list(0);
  }

  /** Shows the part of the list that has its game number `index`. */
  function list(/** @type {number} */ index) {
    from = Math.floor(Math.max(0, index) / PART) * PART;
    const part = listed.slice(from, from + PART);
    for (const row of rows) row.hidden = true;
    rows = part.map((packed) => by(`g${packed.n}`));
    for (const row of rows) row.hidden = false;
    const all = plural(listed.length, 'game');
    by('shown').textContent = listed.length > PART ? `${from + 1} to ${from + part.length} of ${all}` : all;
    for (const id of ['earlier', 'later']) by(id).hidden = listed.length <= PART;
    by('earlier').toggleAttribute('disabled', from === 0);
    by('later').toggleAttribute('disabled', from + PART >= listed.length);
  }

  if (by('filters')) {
    select('opponent').append(...[...select('player').options].slice(1).map((option) => option.cloneNode(true)));
    by('filters').hidden = false;
    by('filters').addEventListener('change', filter);
    by('filters').addEventListener('submit', (event) => event.preventDefault());
    by('earlier').addEventListener('click', () => list(from - PART));
    by('later').addEventListener('click', () => list(from + PART));
    document.addEventListener('click', (event) => {
      const link = /** @type {HTMLElement|null} */ (/** @type {HTMLElement} */ (event.target).closest('a[data-pair]'));
      if (!link) return;
      [select('player').value, select('opponent').value] = link.dataset.pair.split(' ');
      select('round').value = '';
      filter();
    });
    rows = data.games.map((packed) => by(`g${packed.n}`));
    filter();
  }
  route();
})();
//]]>
