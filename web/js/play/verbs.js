// What can be done in a game besides moving: the lines of buttons, and the place that says how things
// stand. Buttons rest instead of going away, so that nothing moves and no focus is lost.
/** @import {Game, Position} from '../../types.d.ts' */
import { button, el, rest, write } from '../dom.js';
import { t } from '../text.js';
import { isLink, isMyTurn, isWatching, mySide, nameOf, other, standing } from './story.js';
import { p } from './text.js';

/**
 * @typedef {object} Doer Who does it: the table.
 * @property {(verb: string) => Promise<unknown>} act
 * @property {() => Promise<void>} askHint
 * @property {() => Promise<void>} resign
 * @property {() => Promise<void>} rematch
 * @property {() => void} toggleLegal
 * @property {() => void} decline
 * @property {() => void} invite
 * @property {() => void} copyLink
 * @property {() => void} save
 * @property {() => void} analysis
 * @property {boolean} showsLegal
 * @property {boolean} isDeclined
 * @property {Game} game
 * @property {import('../board.js').Board} board
 */

export class Verbs {
  /** @param {Doer} doer */
  constructor(doer) {
    this.doer = doer;
    const act = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {() => void} */ run) =>
      button(text, event => { if (/** @type {HTMLElement} */ (event.currentTarget).ariaDisabled !== 'true') run(); }, { class: 'act', sign, labelled: true });
    this.undo = act(p().undo, 'undo', () => this.takeBack());
    this.redo = act(p().redo, 'redo', () => void doer.act('redo'));
    this.hint = act(p().hint, 'hint', () => void doer.askHint());
    this.legal = act(p().legal, 'marks', () => doer.toggleLegal());
    this.resign = act(p().resign, 'flag', () => void doer.resign());
    this.legal.title = p().legalLong;
    this.acts = el('div', { class: 'acts' }, this.undo, this.redo, this.hint, this.legal, this.resign);

    const link = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {() => void} */ run) =>
      button(text, run, { class: 'quiet', sign, labelled: true });
    this.invite = link(p().inviteAgain, 'link', () => doer.invite());
    this.whole = link('', 'zoom', () => this.toggleWhole());
    this.wholeText = /** @type {HTMLElement} */ (this.whole.lastElementChild);
    this.links = el('div', { class: 'links bar' },
      link(p().newGame, 'plus', () => { location.hash = '#/'; }),
      link(p().analysis, 'review', () => doer.analysis()),
      link(p().record, 'download', () => doer.save()),
      link(p().copyLink, 'eye', () => doer.copyLink()), this.invite, this.whole);

    this.title = el('p', { class: 'status-title' });
    this.text = el('p', { class: 'status-text soft' });
    this.allow = button(p().allow, () => void doer.act('undo'), { class: 'main' });
    this.decline = button(p().decline, () => doer.decline());
    this.rematch = button(p().rematch, () => void doer.rematch(), { class: 'main' });
    this.analyse = button(p().analysis, () => doer.analysis());
    this.opening = el('span', { class: 'opening' });
    this.empties = el('span', { class: 'figures' });
    this.share = el('div', { class: 'share', 'aria-hidden': 'true' }, el('span', { class: 'share-black' }), el('span', { class: 'share-white' }));
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
    const { doer } = this;
    const side = mySide(game);
    const isPlaying = game.status === 'playing';
    const isPlayer = !isWatching(game);
    const isOver = game.status === 'over';
    const asked = game.undo_asked_by;
    const isAsked = isPlaying && isLink(game) && side !== null && asked === other(side) && !doer.isDeclined;

    const { title, text } = standing(game);
    write(this.title, title);
    const isAlone = isPlaying && isLink(game) && side !== null && !game.players[other(side)].here;
    const line = isAsked ? p().undoWanted(nameOf(game, asked)) : isPlaying && asked && asked === side ? p().undoAsked
      : game.rematch ? `${text} ${p().rematchReady}` : isAlone && game.moves.length === 0 ? `${p().waiting}. ${p().waitingMore}` : text;
    write(this.text, line);
    this.status.classList.toggle('won', isOver && (side === null || game.result?.winner === side));
    this.allow.hidden = this.decline.hidden = !isAsked;
    this.rematch.hidden = !isOver || (!isPlayer && !game.rematch);
    write(/** @type {Element} */ (this.rematch.lastElementChild), game.rematch ? p().toRematch : p().rematch);
    this.analyse.hidden = !isOver;

    rest(this.undo, !isPlayer || !isPlaying || !game.can_undo || (asked !== null && asked === side));
    rest(this.redo, !isPlayer || !isPlaying || !game.can_redo);
    rest(this.hint, !isMyTurn(game));
    rest(this.resign, !isPlayer || !isPlaying);
    write(/** @type {Element} */ (this.undo.lastElementChild), isLink(game) ? p().undoAsk : p().undo);
    this.legal.ariaPressed = String(doer.showsLegal);
    this.acts.hidden = !isPlayer;
    this.invite.hidden = !isLink(game) || !isPlayer;

    write(this.opening, position.opening ?? '');
    write(this.empties, p().empties(position.empties));
    const all = position.size * position.size;
    const [black, white] = /** @type {HTMLElement[]} */ ([...this.share.children]);
    black.style.width = `${100 * position.counts.black / all}%`;
    white.style.width = `${100 * position.counts.white / all}%`;
  }

  takeBack() {
    void this.doer.act('undo');
  }

  /** Offers the whole of a large board, or a part of it close up. */
  zoom() {
    const { board } = this.doer;
    const isWhole = board.element.classList.contains('whole');
    this.whole.hidden = !isWhole && !board.isLarge;
    write(this.wholeText, isWhole ? t().closeUp : t().wholeBoard);
  }

  toggleWhole() {
    const { board } = this.doer;
    board.element.classList.toggle('whole');
    this.zoom();
    board.reveal(board.position?.last ?? 'a1');
  }

  /** The verbs as keys. */
  list() {
    const { doer } = this;
    const isPlayer = !isWatching(doer.game);
    const press = (/** @type {HTMLButtonElement} */ button) => () => { if (button.ariaDisabled !== 'true') button.click(); };
    const isActing = isPlayer && !this.acts.hidden && this.acts.isConnected;
    return [
      { key: 'u', text: isLink(doer.game) ? p().undoAsk : p().undo, run: press(this.undo), isOffered: isActing },
      { key: 'r', text: p().redo, run: press(this.redo), isOffered: isActing },
      { key: 'i', text: p().hint, run: press(this.hint), isOffered: isActing },
      { key: 'l', text: p().legalLong, run: press(this.legal), isOffered: isActing },
      { key: 'q', text: p().resign, run: press(this.resign), isOffered: isActing },
      { key: 'm', text: p().rematch, run: press(this.rematch), isOffered: !this.rematch.hidden },
      { key: 'n', text: p().newGame, run: () => { location.hash = '#/'; }, isOffered: true },
      { key: 'y', text: p().analysis, run: () => doer.analysis(), isOffered: true },
      { key: 'x', text: p().record, run: () => doer.save(), isOffered: true },
      { key: 'k', text: p().copyLink, run: () => doer.copyLink(), isOffered: true },
      { key: 'v', text: p().inviteAgain, run: press(this.invite), isOffered: !this.invite.hidden },
      { key: 'w', text: t().wholeBoard, run: press(this.whole), isOffered: !this.whole.hidden },
      { key: 'o', text: p().allow, run: press(this.allow), isOffered: !this.allow.hidden },
      { key: 'z', text: p().decline, run: press(this.decline), isOffered: !this.decline.hidden },
    ];
  }
}
