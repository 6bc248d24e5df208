// Layout and size of the page: no accessibility violation, no overflow, few bytes, fast first paint.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { visit, visiting, WHOLE } from './help/visit.js';
import { ROOT } from './help/server.js';
import { see, views } from './help/views.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = join(ROOT, 'target', 'web-shots');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
/** The largest size of the page without Analyse and Learn, in bytes. */
const WEIGHT = 156_000;
/** Limit of the first paint on localhost, in milliseconds: the promised one, and a loose one for a loaded machine. */
const PAINT = WHOLE ? 100 : 1000;

/** Words that are the same in both languages: names of programs, formats and keys. Opening names are not translated. */
const SAME = new Set(['Reversi', 'WALL-E', 'Roxanne', 'English', 'GGF', 'SGF', 'PGN', 'WTHOR', 'OBF', 'Enter', 'Ctrl', 'Minimax', 'max', 'min']);

/** The violations that axe finds, one line each. */
async function violations(page) {
  // The page's security policy forbids adding a script element, but not evaluation by the test.
  const found = await page.evaluate(`${AXE};axe.run(document, { resultTypes: ['violations'] })`);
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0].html.slice(0, 160)} ${(nodes[0].any[0] ?? nodes[0].all[0] ?? nodes[0].none[0])?.message ?? ''}`);
}

/** Elements wider than the window, if the page can be scrolled sideways. */
const overflow = page => page.evaluate(() => {
  const root = document.scrollingElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  return [...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > root.clientWidth + 1)
    .slice(0, 5).map(element => `${element.nodeName}.${element.className?.baseVal ?? element.className} to ${Math.round(element.getBoundingClientRect().right)} of ${root.clientWidth}`);
});

/** All texts of the page: content, accessible names, tooltips. */
const said = page => page.evaluate(() => {
  const words = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (parent?.closest('script, style, noscript, kbd, code, textarea, .opening, .opening-name')) continue;
    if (parent?.checkVisibility()) words.add(node.textContent.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-valuetext], optgroup')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'label']) words.add(element.getAttribute(name) ?? '');
  }
  words.add(document.title);
  return [...words].filter(Boolean);
});

/** The texts of each view in each language. */
const SAID = { en: new Map(), el: new Map() };

const DRESSES = [
  { language: 'en', colorScheme: 'light', device: 'desktop', options: DESKTOP, widths: [360, 768, 1024, 1920] },
  { language: 'el', colorScheme: 'dark', device: 'phone', options: PHONE, widths: [768, 1024] },
  ...(WHOLE ? [
    { language: 'el', colorScheme: 'dark', device: 'desktop', options: DESKTOP, widths: [320, 412, 600, 961, 1024, 1160, 2560] },
    { language: 'en', colorScheme: 'light', device: 'phone', options: PHONE, widths: [320] },
  ] : []),
];
for (const { language, colorScheme, device, options, widths } of DRESSES) {
  test(`every view on a ${device}, ${colorScheme}, in ${language === 'en' ? 'English' : 'Greek'}: accessible, without overflow`, { timeout: 300_000 }, visiting('#/', async (guest, page) => {
    mkdirSync(SHOTS, { recursive: true });
    const wrong = [];
    for (const view of await views()) {
      await see(guest, view, language);
      await page.screenshot({ path: join(SHOTS, `${view.name}-${device}-${colorScheme}.png`), fullPage: true });
      wrong.push(...(await violations(page)).map(text => `${view.name}: ${text}`));
      SAID[language].set(view.name, await said(page));
      await guest.check();
      for (const width of [options.viewport.width, ...widths]) {
        await page.setViewportSize({ width, height: options.viewport.height });
        wrong.push(...(await overflow(page)).map(text => `${view.name} at ${width} sticks out: ${text}`));
      }
      await page.setViewportSize(options.viewport);
    }
    assert.deepEqual(wrong, []);
  }, { ...options, colorScheme }));
}

test('no view is left in English', () => {
  assert.ok(SAID.el.size > 10);
  const left = [];
  for (const [view, texts] of SAID.el) {
    const english = new Set(SAID.en.get(view));
    for (const text of texts) {
      const latin = (text.match(/[A-Za-z][A-Za-z-]{2,}/g) ?? []).filter(word => !SAME.has(word));
      if (latin.length && (english.has(text) || !/[\u0370-\u03ff]/.test(text))) left.push(`${view}: ${text}`);
    }
  }
  assert.deepEqual([...new Set(left)], []);
});

test('the chosen colours are used and remembered', visiting('#/', async (guest, page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  const button = page.getByRole('button', { name: /^Colours/ });
  while (await button.getAttribute('aria-label') !== 'Colours: dark') await button.click();
  assert.notEqual(await ground(), light);
  const dark = await ground();
  await page.reload();
  await guest.settle();
  assert.equal(await ground(), dark);
}, { colorScheme: 'light' }));

test('the page is small', visiting('#/', async (guest, page) => {
  const game = (await views()).find(({ name }) => name === 'game');
  await guest.go(game.path);
  await guest.quiet();
  const files = await page.evaluate(() => performance.getEntries().filter(({ entryType }) => entryType === 'resource' || entryType === 'navigation')
    .map(({ name, decodedBodySize }) => [new URL(name).pathname, decodedBodySize]).filter(([name]) => !name.startsWith('/api/')));
  const sizes = new Map();
  for (const [name, size] of files) sizes.set(name, Math.max(size, sizes.get(name) ?? 0));
  const sum = [...sizes.values()].reduce((a, b) => a + b, 0);
  console.log(`the page weighs ${sum} bytes in ${sizes.size} files`);
  assert.ok(sizes.size > 10 && [...sizes.values()].every(size => size > 0), JSON.stringify(files));
  assert.ok(sum < WEIGHT, `${sum} bytes: ${JSON.stringify(files)}`);
  assert.ok(![...sizes.keys()].some(name => /analyse|learn/.test(name)), 'the optional parts are not loaded');
}));

test('the first paint is quick', async () => {
  const times = [];
  for (let i = 0; i < (WHOLE ? 15 : 5); i++) {
    const guest = await visit('#/');
    times.push(await guest.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    await guest.leave();
  }
  const median = times.sort((a, b) => a - b)[times.length >> 1];
  console.log(`first paint after ${median.toFixed(0)} ms (median of ${times.length})`);
  assert.ok(median < PAINT, `${median} ms`);
});

test('the keyboard help opens and closes', visiting('#/', async (guest, page) => {
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  for (const [key, part] of [['2', 'analyse'], ['3', 'learn'], ['1', 'play']]) {
    await page.keyboard.press(key);
    await page.locator(`main .part-${part}`).waitFor();
  }
}));

test('the page has security headers', visiting('#/', async (guest, page) => {
  const response = await page.reload();
  for (const header of ['content-security-policy', 'x-content-type-options', 'referrer-policy']) {
    assert.ok(response.headers()[header], `${header} is set`);
  }
  assert.match(response.headers()['content-security-policy'], /default-src 'self'/);
}));
