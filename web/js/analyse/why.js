// Why a move was a mistake, in sentences that come with the review.
/** @import {ReviewedMove} from '../../api.d.ts' */
import { el } from '../dom.js';
import { lang } from '../text.js';
import { a } from './text.js';

/** The reasons of one move; nothing while there are none. Wide screens show it beside the board, others below. */
export class Why {
  /** @param {'beside' | 'below'} where */
  constructor(where) {
    this.element = el('div', { class: `why why-${where}`, role: 'group', 'aria-label': a().why, hidden: true });
  }

  /** @param {ReviewedMove | null | undefined} judged The move, if its reasons are to be seen. */
  show(judged) {
    // Reviews that a browser kept from earlier versions have no reasons.
    const reasons = judged?.why ?? [];
    const finders = judged?.found_by;
    this.element.hidden = !reasons.length;
    this.element.replaceChildren(
      ...reasons.map(reason => el('p', {}, reason[lang()])),
      ...(reasons.length && finders ? [el('p', { class: 'soft' }, finders[lang()])] : []));
  }
}
