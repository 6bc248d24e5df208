// English and Greek: asked for, remembered, and complete.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit, visiting } from './help/house.js';
import { see, views } from './help/views.js';

/** Words that are the same in both languages: names, formats, keys. */
const SAME = /^(Reversi|WALL-E|Roxanne|GGF|SGF|PGN|WTHOR|OBF|JSON|GIF|PNG|SVG|Enter|Ctrl|Esc|Escape|Home|End|Delete|English|Othello|Tab)$/;

/** Everything that the page says: texts, names, tips. */
const said = page => page.evaluate(() => {
  const words = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (parent?.closest('script, style, noscript, kbd, code, textarea')) continue;
    if (parent?.checkVisibility() || parent?.closest('.unseen')) words.add(node.textContent.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-valuetext], optgroup')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'label']) words.add(element.getAttribute(name) ?? '');
  }
  words.add(document.title);
  return [...words].filter(Boolean);
});

test('no view is left in English', { timeout: 120_000 }, async () => {
  const english = await visit('?lang=en#/');
  const greek = await visit('?lang=el#/');
  const left = [];
  for (const view of await views()) {
    await see(english, { ...view, path: `?lang=en${view.path}` });
    await see(greek, { ...view, path: `?lang=el${view.path}` });
    assert.equal(await greek.page.evaluate(() => document.documentElement.lang), 'el');
    const known = new Set(await said(english.page));
    for (const text of await said(greek.page)) {
      const latin = (text.match(/[A-Za-z][A-Za-z-]{2,}/g) ?? []).filter(word => !SAME.test(word) && !/^[a-z]\d*$/.test(word));
      if (latin.length && (known.has(text) || !/[\u0370-\u03ff]/.test(text))) left.push(`${view.name}: ${text}`);
    }
  }
  await english.leave();
  await greek.leave();
  assert.deepEqual([...new Set(left)], []);
});

test('the language is remembered, and changed by a button', visiting('?lang=el#/', async (guest, page) => {
  await page.getByRole('heading', { name: 'Νέο παιχνίδι' }).waitFor();
  await guest.go('#/');
  await page.getByRole('heading', { name: 'Νέο παιχνίδι' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
}));

test('a browser that speaks Greek is answered in Greek', visiting('#/', async (guest, page) => {
  await page.getByRole('heading', { name: 'Νέο παιχνίδι' }).waitFor();
}, { locale: 'el-GR' }));
