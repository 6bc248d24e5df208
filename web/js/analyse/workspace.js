// The workspace of the Analyse part: board, lists and panels, and the events between them.
/** @import {Begin, Recorded, Route} from '../../types.d.ts' */
/** @import {Node} from './tree.js' */
import { positions } from '../api.js';
import { PageBoard } from '../page-board.js';
import { announce, el, rest, toast, write } from '../dom.js';
import { Typing } from '../play/typing.js';
import { recall, remember } from '../settings.js';
import { errorText, sideName } from '../text.js';
import { readAddress, writeAddress } from './address.js';
import { Strip, Verdict, stepButtons, tool } from './board-frame.js';
import { Editor } from './editor.js';
import { Engine } from './engine.js';
import { Graph } from './graph.js';
import { keysOf } from './keys.js';
import { Lines } from './lines.js';
import { Moves, labelOf } from './moves.js';
import { Opener } from './open.js';
import { grow } from './record.js';
import { Retry } from './retry.js';
import { Why } from './why.js';
import { Review } from './review.js';
import { copyText, openSave } from './save.js';
import { notes, spoken } from './score.js';
import { openStart } from './start.js';
import { Study } from './study.js';
import { Tabs } from './tabs.js';
import { a } from './text.js';

/** The least time between two changes of the address, in milliseconds. Browsers limit their rate. */
const ADDRESS_PAUSE = 120;

/** The board, lists and panels of the Analyse part. */
export class Workspace {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.timer = 0;
    /** The time when the address was written last. */
    this.kept = 0;
    this.study = new Study({
      moved: () => this.moved(),
      grown: () => this.grown(),
      failed: (error, move) => toast(move ? a().cutOff(move, errorText(error)) : errorText(error)),
    });
    this.engine = new Engine(this.study, () => this.engineUpdated());
    this.board = new PageBoard(square => this.chosen(square));
    // A click must not move the focus: the arrow keys still step through the game.
    this.board.grid.addEventListener('mousedown', event => event.preventDefault());
    this.typed = el('span', { class: 'typed', hidden: true, 'aria-hidden': 'true' });
    this.typing = new Typing({
      size: () => this.board.size,
      legal: () => Object.keys(this.study.position.legal),
      play: square => this.chosen(square),
      refuse: square => toast(a().notPossible(square)),
      show: text => {
        this.typed.hidden = !text;
        write(this.typed, `${text}_`);
      },
    });
    this.strip = new Strip();
    this.verdict = new Verdict(this.study);
    this.whys = [new Why('below'), new Why('beside')];
    this.lines = new Lines(this.study, this.engine, moves => void this.preview(moves));
    /** The line under the pointer, which the board previews. */
    this.pointed = '';
    this.moves = new Moves(this.study);
    this.graph = new Graph(this.study);
    this.retry = new Retry(this.study, () => this.showRetry(), () => this.leaveRetry());
    this.review = new Review(this.study, () => this.reviewed(), mistakes => void this.beginRetry(mistakes), isRunning => this.engine.occupy(isRunning));
    this.editor = new Editor(this.board, {
      shown: position => this.strip.show(position, { black: '', white: '' }),
      done: begin => void this.edited(begin),
      play: begin => openStart(begin),
      cancel: () => this.leaveEditor(),
    });
    this.opener = new Opener(game => this.opened(game), () => this.study.begin.size);
    this.unlisten = this.opener.listen(host);
    this.steps = el('div', { class: 'bar steps' });
    this.place = el('div', { class: 'bar branch-bar' });
    this.tabs = new Tabs(a().record, [
      { name: 'moves', text: a().moves, content: el('div', { class: 'moves-tab' }, this.moves.element, this.place) },
      { name: 'review', text: a().review, content: this.review.element },
    ], () => this.moves.mark());
    this.tabs.element.append(this.whys[1].element);
    this.desk = el('div', { class: 'desk', 'data-mode': 'study' },
      el('h1', { class: 'unseen' }, a().title),
      el('section', { class: 'desk-board', 'aria-label': a().boardPart }, this.strip.element, el('div', { class: 'board-hold' }, this.board.element, this.typed), this.verdict.element, this.whys[0].element, this.steps),
      el('div', { class: 'bar desk-tools', role: 'group', 'aria-label': a().tools },
        tool(a().open, 'open', () => this.opener.ask(), a().openTip, 'O'), tool(a().save, 'download', () => this.save(), a().saveTip, 'X'),
        tool(a().edit, 'edit', () => this.edit(), a().editTip, 'T'), tool(a().play, 'play', () => this.play(), a().playTip, 'Y'),
        tool(a().tree, 'tree', () => this.lookAhead(), a().treeTip, 'V'),
        tool(a().newGame, 'plus', () => void this.clear(), a().newTip, 'N')),
      this.lines.element, this.graph.element, this.tabs.element, this.editor.element);
    host.append(this.desk);
  }

  /** @param {Route} route */
  async open(route) {
    const isBare = [...route.query.keys()].length === 0;
    // Without a game in the address, the last game is opened.
    const kept = isBare ? recall('analysis', /** @type {string} */ ('')) : '';
    const query = kept ? new URLSearchParams(kept.split('?')[1]) : route.query;
    if (await this.study.open(readAddress(query))) return;
    // Keep the old game, or open the start position.
    if (this.study.root.position) this.keepAddress();
    else await this.study.open(readAddress(new URLSearchParams()));
  }

  /** @param {Route} route */
  update(route) {
    if (this.isEditing) this.leaveEditor();
    if ([...route.query.keys()].length === 0) this.keepAddress();
    else void this.open(route);
    return true;
  }

  /** Whether the position editor is open. */
  get isEditing() {
    return this.desk.dataset.mode === 'edit';
  }

  /** Handles a change of the current node. */
  moved() {
    if (this.retry.node && this.study.place !== this.retry.node.parent) this.retry.leave();
    this.engine.follow();
    this.pointed = '';
    this.showBoard();
    this.strip.show(this.study.position, this.study.players);
    this.verdict.show();
    this.showWhy();
    this.lines.show();
    this.moves.mark();
    this.graph.draw();
    this.showSteps();
    this.review.lookUp();
    this.keepAddressSoon();
    if (!this.retry.node) announce(this.spokenPlace());
  }

  /** Handles a change of the tree. */
  grown() {
    this.moves.draw();
    this.graph.draw();
    this.keepAddressSoon();
  }

  /** Handles news from the engine. */
  engineUpdated() {
    if (this.isEditing) return;
    this.showBoard(true);
    this.lines.show();
    this.graph.draw();
  }

  /** Handles new labels of moves. */
  reviewed() {
    this.moves.draw();
    this.graph.draw();
    this.verdict.show();
    this.showWhy();
  }

  /** Shows why the last move was a mistake; during a retry only when the better move is known. */
  showWhy() {
    const { retry, study } = this;
    const judged = !retry.node ? study.place.judged : retry.isOver ? retry.node.judged : null;
    for (const why of this.whys) why.show(judged);
  }

  /**
   * Shows the end of a line on the board while the pointer is on it.
   * @param {string[] | null} moves
   */
  async preview(moves) {
    const path = this.study.place.moves();
    const pointed = moves?.length ? moves.join('') : '';
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    if (!moves?.length) return this.showBoard(true);
    const all = [...path, ...moves];
    const found = await positions({ begin: this.study.begin, moves: all }, all.length).catch(() => []);
    if (this.pointed === pointed && found[0]) this.board.show(found[0], { isStill: true });
  }

  /** @param {boolean} [isStill] */
  showBoard(isStill = false) {
    if (this.isEditing || this.pointed) return;
    const { study, retry } = this;
    const { position } = study;
    const analysis = this.engine.analysis;
    /** @type {Map<string, string>} */
    const marks = new Map(retry.node ? retry.marks : []);
    const next = study.place.children[0]?.square;
    if (next && !retry.node) marks.set(next, 'next');
    this.board.show(position, {
      isOpen: true,
      marks,
      notes: analysis && position.to_move ? notes(this.engine.isAll ? analysis.lines : analysis.lines.slice(0, this.engine.lines), position.to_move) : undefined,
      isStill: isStill || undefined,
    });
  }

  showSteps() {
    if (this.retry.node) return this.showRetry();
    const { study } = this;
    const hadFocus = this.steps.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null;
    if (this.steps.dataset.kind !== 'steps') this.steps.replaceChildren(...stepButtons(study));
    this.steps.dataset.kind = 'steps';
    const [first, back, forward, last] = /** @type {HTMLButtonElement[]} */ ([...this.steps.children]);
    // Disabled buttons keep the focus, so that it is not lost at the end of the game.
    for (const step of [first, back]) rest(step, !study.place.parent);
    for (const step of [forward, last]) rest(step, !study.place.children.length);
    if (hadFocus) /** @type {HTMLElement | null} */ (this.steps.querySelector(`[aria-label="${hadFocus}"]`))?.focus();
    const branch = study.place.branch();
    this.place.replaceChildren(...[
      branch ? tool(a().promote, 'up', () => study.promote()) : '',
      study.place.parent ? tool(branch ? a().removeBranch : a().removeRest, 'close', () => study.remove()) : '',
      study.lost ? tool(a().restore, 'undo', () => study.restore()) : ''].filter(Boolean));
  }

  /** The name of the current position for screen readers. */
  spokenPlace() {
    const { place, position } = this.study;
    const words = [place.square ? a().moveLabel(place.ply, place.mover ? sideName(place.mover) : '', place.square) : a().start];
    const label = labelOf(place);
    if (label) words.push(a().labels[label]);
    if (position.passed) words.push(a().passes(sideName(position.passed)));
    words.push(position.to_move ? a().sideMoves(sideName(position.to_move)) : a().result(position.counts.black, position.counts.white));
    const best = this.engine.analysis?.lines[0];
    if (best?.square && position.to_move) words.push(a().bestIs(best.square, spoken(best, position.to_move)));
    return words.map(part => part.replace(/\.$/, '')).join('. ');
  }

  /** @param {string} square */
  chosen(square) {
    if (this.isEditing) this.editor.choose(square);
    else if (this.retry.node) this.retry.choose(square);
    else void this.study.play([square]);
  }

  keepAddressSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepAddress(), Math.max(0, this.kept + ADDRESS_PAUSE - performance.now()));
  }

  /** Writes the game and the current node into the address. */
  keepAddress() {
    clearTimeout(this.timer);
    const address = writeAddress(this.study, this.study.root, this.study.place);
    history.replaceState(history.state, '', address);
    this.kept = performance.now();
    remember('analysis', address);
  }

  /** @param {Recorded} game */
  async opened(game) {
    const root = grow(game);
    const players = { black: game.players?.black ?? '', white: game.players?.white ?? '' };
    this.leaveTrail();
    const occasion = { event: game.event ?? '', date: game.date ?? null };
    if (!await this.study.take({ begin: game.begin, players, root, place: root.end(), occasion })) return;
    this.tabs.choose('moves');
    // A finished game opens at its start, an unfinished one at its last position.
    if (!this.study.position.to_move) void this.study.first();
  }

  /** Adds a history entry, so that Back returns to the current game. */
  leaveTrail() {
    this.keepAddress();
    history.pushState(null, '', location.href);
  }

  save() {
    this.keepAddress();
    void openSave(this.study);
  }

  async link() {
    this.keepAddress();
    toast(await copyText(location.href));
  }

  play() {
    const { board, size, to_move } = this.study.position;
    openStart({ size, start: 'standard', board, to_move: to_move ?? 'black' });
  }

  /** Opens the search tree of the position in the Learn part. */
  lookAhead() {
    const { board, to_move } = this.study.position;
    location.hash = `#/learn/tree?${new URLSearchParams({ board, to_move: to_move ?? 'black' })}`;
  }

  async clear() {
    const { size, start } = this.study.begin;
    this.leaveTrail();
    await this.study.open(readAddress(new URLSearchParams({ size: String(size), start })));
  }

  edit() {
    if (this.retry.node) this.retry.leave();
    this.desk.dataset.mode = 'edit';
    this.engine.pause(true);
    this.editor.begin(this.study.position);
    this.board.focus(this.study.position.last ?? 'd4');
  }

  leaveEditor() {
    this.desk.dataset.mode = 'study';
    this.editor.leave();
    this.engine.pause(false);
    this.moved();
    this.focus('.desk-tools .button:nth-child(3)');
  }

  /** @param {Begin} begin */
  async edited(begin) {
    const { board, to_move } = begin;
    const query = new URLSearchParams({ board: board ?? '', to_move });
    this.desk.dataset.mode = 'study';
    this.editor.leave();
    this.engine.pause(false);
    this.leaveTrail();
    if (!await this.study.open(readAddress(query))) this.moved();
    this.focus('.desk-tools .button:nth-child(3)');
  }

  startReview() {
    this.tabs.choose('review');
    this.review.toggle();
  }

  /** @param {Node[]} mistakes */
  async beginRetry(mistakes) {
    // The engine's lines would give the answer away.
    this.engine.pause(true);
    this.lines.show();
    await this.retry.begin(mistakes);
    this.board.focus('d4');
  }

  showRetry() {
    if (!this.retry.node) return;
    this.showBoard(true);
    this.verdict.opening.replaceChildren(el('strong', {}, a().retryTitle));
    this.verdict.words.textContent = this.retry.text();
    this.showWhy();
    this.steps.dataset.kind = 'retry';
    const index = [...this.steps.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.steps.replaceChildren(.../** @type {Element[]} */ (this.retry.bar().filter(Boolean)));
    if (index >= 0) /** @type {HTMLElement | null} */ (this.steps.querySelector('.main') ?? this.steps.querySelector('button'))?.focus();
  }

  leaveRetry() {
    const hadFocus = this.desk.querySelector('.desk-board')?.contains(document.activeElement);
    this.engine.pause(false);
    this.moved();
    // With the focus on the board, the arrow keys do not step through the game.
    if (hadFocus) this.focus('.steps .button:nth-child(3)');
  }

  /** @param {string} where */
  focus(where) {
    /** @type {HTMLElement | null} */ (this.desk.querySelector(where))?.focus();
  }

  /** Retries the current mistake, or the next one of the game. */
  retryNext() {
    if (this.retry.node) return this.retry.next();
    const all = this.review.mistakes();
    const from = all.findIndex(node => node.ply >= this.study.place.ply);
    if (all.length) void this.beginRetry(all.slice(Math.max(from, 0)));
    else toast(a().reviewFirst);
  }

  get keys() {
    return keysOf(this);
  }

  /**
   * Handles typed squares.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    return !this.isEditing && this.typing.pressed(event);
  }

  playBest() {
    const best = this.engine.analysis?.lines[0]?.square;
    if (best) void this.study.play([best]);
  }

  leave() {
    this.keepAddressOnLeave();
    this.engine.leave();
    this.lines.leave();
    this.retry.stop();
    this.review.halt();
    this.unlisten();
  }

  /** Stores the address without changing the browser's, which is another page's by now. */
  keepAddressOnLeave() {
    clearTimeout(this.timer);
    if (this.study.root.position) remember('analysis', writeAddress(this.study, this.study.root, this.study.place));
  }
}
