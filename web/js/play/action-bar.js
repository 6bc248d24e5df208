// The action bar of a game: buttons for actions other than moves, and the status text. Buttons are
// disabled instead of hidden, so that the layout and the focus stay.
/** @import {Game, Key, Position} from '../../types.d.ts' */
/** @import {GameView} from './game-view.js' */
import { button, el, rest, write } from '../dom.js';
import { t } from '../text.js';
import { isLink, isMyTurn, isWatching, mySide, nameOf, other, standing } from './game-text.js';
import { p } from './text.js';

export class ActionBar {
  /** @param {GameView} table The view of the game. */
  constructor(table) {
    this.table = table;
    const act = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {() => void} */ run) =>
      button(text, event => { if (/** @type {HTMLElement} */ (event.currentTarget).ariaDisabled !== 'true') run(); }, { class: 'act', sign, labelled: true });
    this.undo = act(p().undo, 'undo', () => void table.act('undo'));
    this.redo = act(p().redo, 'redo', () => void table.act('redo'));
    this.hint = act(p().hint, 'hint', () => void table.actions.hint());
    this.legal = act(p().legal, 'marks', () => table.actions.toggleLegal());
    this.resign = act(p().resign, 'flag', () => void table.actions.resign());
    this.legal.title = p().legalLong;
    /** Starts a game against another rival. */
    this.next = el('button', { type: 'button', class: 'button act main next', hidden: true });
    this.acts = el('div', { class: 'acts' }, this.undo, this.redo, this.hint, this.next, this.legal, this.resign);

    const link = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {() => void} */ run) =>
      button(text, run, { class: 'quiet', sign, labelled: true });
    this.invite = link(p().inviteAgain, 'link', () => table.actions.invite());
    this.whole = link('', 'zoom', () => this.toggleWhole());
    this.wholeText = /** @type {HTMLElement} */ (this.whole.lastElementChild);
    this.links = el('div', { class: 'links bar' },
      link(p().newGame, 'plus', () => { location.hash = '#/'; }),
      link(p().analysis, 'review', () => table.actions.analyse()),
      link(p().record, 'download', () => table.actions.save()),
      link(p().copyLink, 'eye', () => table.actions.copyLink()), this.invite, this.whole);

    this.title = el('p', { class: 'status-title' });
    this.text = el('p', { class: 'status-text soft' });
    this.allow = button(p().allow, () => void table.act('undo'), { class: 'main' });
    this.decline = button(p().decline, () => table.actions.decline());
    this.rematch = button(p().rematch, () => void table.actions.rematch(), { class: 'main' });
    this.analyse = button(p().analysis, () => table.actions.analyse());
    this.opening = el('span', { class: 'opening' });
    this.empties = el('span', { class: 'figures' });
    this.share = el('div', { class: 'share', 'aria-hidden': 'true' });
    this.status = el('section', { class: 'status' },
      el('div', { class: 'status-words' }, this.title, this.text),
      el('div', { class: 'status-acts bar' }, this.allow, this.decline, this.rematch, this.analyse),
      this.share, el('div', { class: 'status-more soft' }, this.opening, this.empties));
  }

  /**
   * @param {Game} game
   * @param {Position} position
   */
  show(game, position) {
    const { table } = this;
    const side = mySide(game);
    const isPlaying = game.status === 'playing';
    const isPlayer = !isWatching(game);
    const isOver = game.status === 'over';
    const asked = game.undo_asked_by;
    const isAsked = isPlaying && isLink(game) && side !== null && asked === other(side);

    const { title, text } = standing(game);
    write(this.title, title);
    const isAlone = isPlaying && isLink(game) && side !== null && !game.players[other(side)].here;
    const line = isAsked ? p().undoWanted(nameOf(game, asked)) : isPlaying && asked && asked === side ? p().undoAsked
      : game.rematch ? `${text} ${p().rematchReady}` : isAlone ? p().friendAway : text;
    write(this.text, line);
    this.status.classList.toggle('won', isOver && (side === null || game.result?.winner === side));
    this.allow.hidden = this.decline.hidden = !isAsked;
    this.rematch.hidden = !isOver || (!isPlayer && !game.rematch);
    write(/** @type {Element} */ (this.rematch.lastElementChild), game.rematch ? p().toRematch : p().rematch);
    this.analyse.hidden = !isOver;

    rest(this.undo, !isPlayer || !game.can_undo || (asked !== null && asked === side));
    rest(this.redo, !isPlayer || !game.can_redo);
    rest(this.hint, !isMyTurn(game));
    rest(this.resign, !isPlayer || !isPlaying);
    write(/** @type {Element} */ (this.undo.lastElementChild), isLink(game) ? p().undoAsk : p().undo);
    this.legal.ariaPressed = String(table.showsLegal);
    this.acts.hidden = !isPlayer;
    // Games between two devices have no hints and no redo.
    this.redo.hidden = isLink(game);
    if (!isOver) this.next.hidden = true;
    this.resign.hidden = !this.next.hidden;
    this.hint.hidden = isLink(game) || !this.next.hidden;
    this.invite.hidden = !isLink(game) || !isPlayer;

    write(this.opening, position.opening ?? '');
    write(this.empties, p().empties(position.empties));
    const all = position.size * position.size;
    this.share.style.setProperty('--black', `${100 * position.counts.black / all}%`);
    this.share.style.setProperty('--white', `${100 * position.counts.white / all}%`);
  }

  /** Switches a large board between the whole board and a close-up. */
  zoom() {
    const { board } = this.table;
    const isWhole = board.element.classList.contains('whole');
    this.whole.hidden = !isWhole && !board.isLarge;
    write(this.wholeText, isWhole ? t().closeUp : t().wholeBoard);
  }

  toggleWhole() {
    const { board } = this.table;
    board.element.classList.toggle('whole');
    this.zoom();
    board.reveal(board.position?.last ?? 'a1');
  }

  /**
   * The key bindings. Letters type columns first: on boards with more than eight columns, actions
   * need Shift.
   * @returns {Key[]}
   */
  keys() {
    const { table } = this;
    const { pacer } = table;
    const press = (/** @type {HTMLButtonElement} */ button) => () => { if (button.ariaDisabled !== 'true') button.click(); };
    const isActing = this.acts.isConnected && !this.acts.hidden;
    /** @type {[string, string, () => void, boolean][]} */
    const all = [
      ['s', p().step, () => void pacer?.once(), pacer !== null],
      ['u', isLink(table.game) ? p().undoAsk : p().undo, press(this.undo), isActing],
      ['r', p().redo, press(this.redo), isActing && !this.redo.hidden],
      ['i', p().hint, press(this.hint), isActing && !this.hint.hidden],
      ['l', p().legalLong, press(this.legal), isActing],
      ['q', p().resign, press(this.resign), isActing && !this.resign.hidden],
      ['o', p().allow, press(this.allow), !this.allow.hidden],
      ['z', p().decline, press(this.decline), !this.decline.hidden],
      ['m', p().rematch, press(this.rematch), !this.rematch.hidden],
      ['t', this.next.textContent ?? '', press(this.next), isActing && !this.next.hidden],
      ['n', p().newGame, () => { location.hash = '#/'; }, true],
      ['y', p().analysis, () => table.actions.analyse(), true],
      ['x', p().record, () => table.actions.save(), true],
      ['k', p().copyLink, () => table.actions.copyLink(), true],
      ['v', p().inviteAgain, press(this.invite), !this.invite.hidden],
      ['w', t().wholeBoard, press(this.whole), !this.whole.hidden],
    ];
    /** @type {Key[]} */
    const keys = [];
    if (isActing) keys.push({ key: 'f5', text: p().typeSquare, run: () => {} });
    if (pacer) keys.push({ key: ' ', text: `${p().go}, ${p().pause}`, run: () => pacer.toggle() });
    const isWide = table.board.size > 8;
    for (const [key, text, run, isOffered] of all) if (isOffered) keys.push({ key: isWide ? key.toUpperCase() : key, text, run });
    return keys;
  }
}
