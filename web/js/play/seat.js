// The panel of a player: name, colour, discs, clock, and whether it is their turn.
/** @import {Game, Side} from '../../types.d.ts' */
import { el, sign, write } from '../dom.js';
import { sideName } from '../text.js';
import { computer } from './opponents.js';
import { isHuman, isLink, nameOf } from './game-text.js';
import { p } from './text.js';

export class Seat {
  /** @param {Side} side */
  constructor(side) {
    this.side = side;
    this.name = el('span', {});
    this.about = el('span', { class: 'seat-about soft' });
    this.turn = el('span', { class: 'seat-turn' }, sign('forward'), el('span', { class: 'unseen' }, p().toMove));
    this.count = el('span', { class: 'seat-count figures', 'aria-hidden': 'true' });
    this.countText = el('span', { class: 'unseen' });
    this.clock = el('span', { class: 'seat-clock figures', role: 'timer', hidden: true });
    this.presence = el('span', { class: 'presence', hidden: true, 'aria-hidden': 'true' });
    this.element = el('section', { class: `seat seat-${side}`, 'aria-label': sideName(side) },
      this.turn, el('span', { class: `token ${side}`, 'aria-hidden': 'true' }),
      el('span', { class: 'seat-who' }, el('span', { class: 'seat-name' }, this.name), el('span', { class: 'seat-line' }, this.presence, this.about)),
      this.clock, this.count, this.countText);
  }

  /**
   * @param {Game} game
   * @param {{black: number, white: number}} counts
   * @param {Side | null} mover
   */
  show(game, counts, mover) {
    const { side } = this;
    const seat = game.players[side];
    const name = nameOf(game, side);
    write(this.name, name);
    write(this.count, String(counts[side]));
    write(this.countText, p().discs(counts[side]));
    this.clock.setAttribute('aria-label', p().clockOf(name));
    const isActive = mover === side && game.status === 'playing';
    this.element.classList.toggle('active', isActive);
    this.element.classList.toggle('winner', game.result?.winner === side);
    this.turn.ariaHidden = String(!isActive);
    const showsPresence = isLink(game);
    this.presence.hidden = !showsPresence;
    this.presence.classList.toggle('away', !seat.here);
    const about = name === sideName(side) ? [] : [sideName(side)];
    // Also while it thinks: the panel keeps its height.
    if (!isHuman(game, side)) about.push(computer(seat.player, game.begin.size).about);
    if (showsPresence) about.push(seat.here ? p().here : p().away);
    write(this.about, about.join(' · '));
  }
}
