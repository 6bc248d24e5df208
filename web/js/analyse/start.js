// A new game against the engine from the position shown.
/** @import {Begin, Side} from '../../types.d.ts' */
import { createGame } from '../api.js';
import { button, el, openDialog } from '../dom.js';
import { recall, remember } from '../settings.js';
import { errorText, sideName, t } from '../text.js';
import { LARGEST } from './engine.js';
import { a } from './text.js';

const MOST_LEVEL = 20;

/**
 * Asks for colour and strength, then opens the game.
 * @param {Begin} begin
 */
export function openStart(begin) {
  const side = el('select', {}, /** @type {Side[]} */ (['black', 'white']).map(side => el('option', { value: side, selected: side === begin.to_move }, sideName(side))));
  const kept = recall('startLevel', 8);
  const level = el('select', {}, Array.from({ length: MOST_LEVEL }, (_, index) => el('option', { value: String(index + 1), selected: index + 1 === kept }, String(index + 1))));
  const message = el('p', { class: 'editor-problem', role: 'status' });
  const isLarge = begin.size > LARGEST;
  const go = button(a().startGame, () => void start(), { class: 'main' });
  const dialog = openDialog(a().playFromHere, t().close,
    el('div', { class: 'start-form' },
      el('label', {}, el('span', {}, a().yourSide), side),
      isLarge ? null : el('label', {}, el('span', {}, a().engineLevel), level)),
    message, el('div', { class: 'bar' }, go));
  go.focus();

  async function start() {
    remember('startLevel', Number(level.value));
    go.disabled = true;
    // The engine plays on boards up to 8×8. On larger boards a classic opponent plays.
    const computer = isLarge ? 'walle:3' : `engine:${level.value}`;
    const you = /** @type {Side} */ (side.value);
    try {
      const { id, keys } = await createGame({ begin, black: you === 'black' ? 'human' : computer, white: you === 'white' ? 'human' : computer });
      dialog.close();
      location.hash = `#/play/${id}/${keys[you] ?? ''}`;
    } catch (error) {
      message.textContent = errorText(error);
      go.disabled = false;
    }
  }
}
