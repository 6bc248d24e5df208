// Export of a game: as a link, as text in any format, as a file or a picture.
/** @import {Study} from './study.js' */
/** @import {Format} from '../../types.d.ts' */
import { button, copy, el, openDialog } from '../dom.js';
import { recall, remember } from '../settings.js';
import { errorText, t } from '../text.js';
import { cut, formats, writeRecord } from './record.js';
import { a } from './text.js';

/** @type {Format[]} */
const PICTURES = ['svg', 'png', 'gif'].map(keyword => ({ keyword, name: keyword.toUpperCase(), extension: keyword, is_text: keyword === 'svg', of_positions: keyword !== 'gif' }));

/** The longest text that is shown, in characters. A longer one is offered as a file only. */
const LONGEST = 20_000;

/**
 * Copies a text to the clipboard and returns the message that reports success or failure.
 * @param {string} text
 */
export const copyText = async text => (await copy(text) ? a().copied : a().notCopied);

/**
 * Opens the export window.
 * @param {Study} study
 */
export async function openSave(study) {
  const link = el('input', { type: 'text', readonly: true, value: location.href, 'aria-label': a().link, onfocus: () => link.select() });
  const choice = el('select', { onchange: () => void show() });
  const text = el('textarea', { rows: '7', readonly: true, class: 'paste figures', 'aria-label': a().preview });
  const picture = el('img', { alt: '', class: 'save-picture', hidden: true });
  const message = el('p', { class: 'soft save-message', role: 'status' });
  const copyButton = button(a().copyText, () => tell(copyText(text.value)));
  const saveButton = button(a().download, () => save(), { class: 'main' });
  openDialog(a().save, t().close,
    el('label', {}, el('span', {}, a().link), el('span', { class: 'bar link-bar' }, link, button(a().copyLink, () => tell(copyText(location.href))))),
    el('label', { class: 'save-format' }, el('span', {}, a().format), choice), text, el('div', { class: 'save-frame' }, picture), message,
    el('div', { class: 'bar' }, copyButton, saveButton));

  /** @type {Format[]} */
  let all = [];
  /** @type {Blob | null} */
  let bytes = null;
  try {
    all = [...await formats(), ...PICTURES];
  } catch (error) {
    message.textContent = errorText(error);
    return;
  }
  const kept = recall('format', 'transcript');
  choice.append(
    el('optgroup', { label: a().ofGames }, all.filter(format => !format.of_positions && !PICTURES.includes(format)).map(option)),
    el('optgroup', { label: a().ofPositions }, all.filter(format => format.of_positions && !PICTURES.includes(format)).map(option)),
    el('optgroup', { label: a().pictures }, PICTURES.map(option)));
  if (all.some(format => format.keyword === kept)) choice.value = kept;
  await show();

  /** @param {Promise<string>} words */
  async function tell(words) {
    message.textContent = await words;
  }

  /** @param {Format} format */
  function option(format) {
    return el('option', { value: format.keyword }, a().formatNames[format.keyword] ?? format.name);
  }

  async function show() {
    const format = all.find(({ keyword }) => keyword === choice.value);
    if (!format) return;
    remember('format', format.keyword);
    const isPicture = PICTURES.includes(format);
    copyButton.disabled = saveButton.disabled = true;
    bytes = null;
    try {
      // Formats of positions get the shown position, others the whole game.
      const game = format.of_positions ? { moves: study.place.moves() } : cut(study.root);
      const written = await writeRecord({ format: format.keyword, begin: study.begin, players: study.players, ...study.occasion, ...game });
      if (choice.value !== format.keyword) return;
      bytes = written;
      const isText = format.is_text && !isPicture && written.size <= LONGEST;
      text.hidden = isPicture;
      picture.hidden = !isPicture;
      text.value = isText ? await written.text() : '';
      if (isPicture) {
        picture.src = await address(written);
        picture.alt = a().pictureOf;
      }
      message.textContent = isText || isPicture ? '' : a().binary(written.size);
      copyButton.disabled = !format.is_text || isPicture;
      saveButton.disabled = false;
    } catch (error) {
      text.value = '';
      message.textContent = errorText(error);
    }
  }

  function save() {
    const format = all.find(({ keyword }) => keyword === choice.value);
    if (!bytes || !format) return;
    const href = URL.createObjectURL(bytes);
    el('a', { href, download: `reversi.${format.extension}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
    message.textContent = a().downloaded;
  }
}

/**
 * A `data:` URL with a picture.
 * @param {Blob} bytes
 * @returns {Promise<string>}
 */
function address(bytes) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(bytes);
  });
}
