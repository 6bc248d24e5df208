// A player's actions besides moving.
/** @import {GameView} from './game-view.js' */
import { announce, confirm, rest, toast } from '../dom.js';
import { remember } from '../settings.js';
import { t } from '../text.js';
import { keep, keptGame } from './saved-games.js';
import { isMyTurn, mySide, nameOf, other } from './game-text.js';
import { p } from './text.js';

/**
 * Loads the dialogs when they are first needed.
 * @param {(windows: typeof import('./windows.js')) => unknown} use
 */
const withWindows = use => void import('./windows.js').then(use).catch(() => toast(t().noAnswer));

export class Actions {
  /** @param {GameView} table */
  constructor(table) {
    this.table = table;
  }

  async hint() {
    const { table } = this;
    if (!table.canMove()) return;
    const ply = table.game.moves.length;
    rest(table.actionBar.hint, true);
    const answer = await table.act('hint');
    rest(table.actionBar.hint, !isMyTurn(table.game));
    if (!answer?.square || ply !== table.game.moves.length || !table.canMove()) return;
    table.hint = answer.square;
    table.draw();
    table.board.reveal(answer.square);
    announce(p().hintIs(answer.square));
  }

  async resign() {
    const { game } = this.table;
    const side = mySide(game) ?? game.position.to_move;
    if (game.status === 'over' || !side || game.you.length === 0) return;
    const isSure = await confirm({ title: p().resignTitle, text: p().resignText(nameOf(game, other(side))), yes: p().resign, no: p().goOn });
    if (isSure) void this.table.act('resign');
  }

  async rematch() {
    const { table } = this;
    const answer = table.game.rematch ? table.game : await table.act('rematch');
    const next = answer?.rematch ?? (answer && answer.id !== table.id ? answer.id : null);
    if (!next) return;
    const { key } = table;
    if (key) keep({ id: next, key, invite: keptGame(table.id)?.invite ?? null, isInvited: true });
    location.hash = `#/play/${next}${key ? `/${key}` : ''}`;
  }

  /** Declines the other side's request to undo. */
  decline() {
    void this.table.act('decline');
  }

  toggleLegal() {
    const { table } = this;
    table.showsLegal = !table.showsLegal;
    remember('legal', table.showsLegal);
    table.draw();
    table.actionBar.show(table.game, table.position());
  }

  /** Opens the invitation once, if the other side has not arrived. */
  inviteFirst() {
    const { id, game } = this.table;
    const kept = keptGame(id);
    const side = mySide(game);
    if (!kept?.invite || kept.isInvited || !side || game.moves.length > 0) return;
    keep({ id, isInvited: true });
    if (!game.players[other(side)].here) this.invite();
  }

  invite() {
    const { table } = this;
    const side = mySide(table.game);
    const invite = keptGame(table.id)?.invite;
    if (!invite || !side) return;
    withWindows(({ addressOf, openInvitation }) => {
      table.invitation = openInvitation(addressOf(table.id, invite), other(side));
      table.invitation.tell(table.game.players[other(side)].here);
    });
  }

  copyLink() {
    withWindows(({ addressOf, copyText }) => void copyText(addressOf(this.table.id)));
  }

  save() {
    withWindows(({ openRecord }) => openRecord(this.table.game));
  }

  analyse() {
    const { begin, moves, players, you } = this.table.game;
    const query = new URLSearchParams({ size: String(begin.size) });
    if (begin.board) {
      query.set('board', begin.board);
      query.set('to_move', begin.to_move);
    } else if (begin.start !== 'standard') query.set('start', begin.start);
    query.set('moves', moves.join(''));
    for (const side of /** @type {const} */ (['black', 'white'])) if (players[side].name) query.set(side, players[side].name);
    // Who plays both sides has no mistakes of their own.
    if (you.length === 1) query.set('you', you[0]);
    location.hash = `#/analyse?${query}`;
  }
}
