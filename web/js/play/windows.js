// The dialogs of a game: invitation and export.
/** @import {Format, Game, Side} from '../../types.d.ts' */
import { get, send } from '../api.js';
import { button, copy, el, openDialog, toast, write } from '../dom.js';
import { errorText, t } from '../text.js';
import { p } from './text.js';

/** The address of a game. @param {string} id @param {string | null} [key] */
export const addressOf = (id, key) => `${location.origin}${location.pathname}#/play/${id}${key ? `/${key}` : ''}`;

/** @param {string} text */
export async function copyText(text) {
  toast(await copy(text) ? p().copied : p().notCopied);
}

/** Whether the page's address works only on this computer. */
const isLocal = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/**
 * Shows the invitation link for the other side.
 * @param {string} address
 * @param {Side} side The other side.
 */
export function openInvitation(address, side) {
  const link = el('input', { type: 'text', readonly: true, id: 'invitation', value: address, class: 'wide' });
  link.addEventListener('focus', () => link.select());
  const presence = el('p', { class: 'presence-line', role: 'status' }, p().friendAway);
  const canShare = typeof navigator.share === 'function';
  const copyButton = button(p().copy, () => void copyText(address), { class: 'main', sign: 'copy', labelled: true });
  const dialog = openDialog(p().inviteTitle, t().close,
    el('p', {}, p().inviteText(side)),
    el('label', { for: 'invitation', class: 'unseen' }, p().link), link,
    el('div', { class: 'bar' }, copyButton, canShare
      ? button(p().share, () => void navigator.share({ title: 'Reversi', text: p().shareText, url: address }).catch(() => {}))
      : null),
    presence,
    isLocal() ? el('p', { class: 'soft' }, p().localOnly) : null);
  copyButton.focus();
  return {
    /** Shows whether the other side has arrived. @param {boolean} isHere */
    tell(isHere) {
      write(presence, isHere ? p().friendHere : p().friendAway);
      presence.classList.toggle('here', isHere);
    },
    close: () => dialog.close(),
  };
}

/**
 * Opens the export of a game.
 * @param {Game} game
 */
export async function openRecord(game) {
  /** @type {Format[]} */
  const all = (await get('/api/about')).formats;
  // Formats of games only, and one format of each name.
  const formats = all.filter((format, index) => !format.of_positions && all.findIndex(({ name }) => name === format.name) === index);
  const select = el('select', { id: 'format' }, formats.map(({ keyword, name }) => el('option', { value: keyword }, name)));
  const path = () => `/api/games/${encodeURIComponent(game.id)}/record?format=${encodeURIComponent(select.value)}`;
  const fail = (/** @type {unknown} */ error) => toast(errorText(error));
  const save = async () => {
    const answer = await send('GET', path());
    const name = /filename="?([^";]+)"?/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? `${game.id}.${select.value}`;
    const address = URL.createObjectURL(await answer.blob());
    el('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  const copyButton = button(p().copy, () => void send('GET', path()).then(answer => answer.text()).then(copyText).catch(fail), { sign: 'copy', labelled: true });
  select.addEventListener('change', () => {
    copyButton.hidden = formats.find(({ keyword }) => keyword === select.value)?.is_text === false;
  });
  openDialog(p().recordTitle, t().close,
    el('div', { class: 'name' }, el('label', { for: 'format' }, p().format), select),
    el('div', { class: 'bar end' }, copyButton, button(p().download, () => void save().catch(fail), { class: 'main', sign: 'download', labelled: true })));
}
