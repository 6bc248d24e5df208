// How the page looks and weighs: no accessibility violation, nothing that sticks out, light and quick.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { visit, visiting, WHOLE } from './help/house.js';
import { ROOT } from './help/server.js';
import { see, views } from './help/views.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = join(ROOT, 'target', 'web-shots');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
/** The page's weight without Analyse and Learn, in bytes. */
const WEIGHT = 150_000;
/** First paint on localhost, in milliseconds: what is promised, and what a loaded machine is forgiven. */
const PAINT = WHOLE ? 100 : 1000;

/** What axe finds wrong, in a line each. */
async function violations(page) {
  // The page's own rules forbid to add a script; the browser's console may.
  const found = await page.evaluate(`${AXE};axe.run(document, { resultTypes: ['violations'] })`);
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0].html.slice(0, 160)} ${(nodes[0].any[0] ?? nodes[0].all[0] ?? nodes[0].none[0])?.message ?? ''}`);
}

/** What is wider than the window, if the page can be scrolled sideways. */
const overflow = page => page.evaluate(() => {
  const root = document.scrollingElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  return [...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > root.clientWidth + 1)
    .slice(0, 5).map(element => `${element.nodeName}.${element.className?.baseVal ?? element.className} to ${Math.round(element.getBoundingClientRect().right)} of ${root.clientWidth}`);
});

const DRESSES = [['light', 'desktop', DESKTOP], ['dark', 'phone', PHONE], ...(WHOLE ? [['dark', 'desktop', DESKTOP], ['light', 'phone', PHONE]] : [])];
for (const [colorScheme, device, options] of DRESSES) {
  test(`every view is accessible, ${colorScheme}, on a ${device}`, { timeout: 180_000 }, visiting('#/', async (guest, page) => {
    mkdirSync(SHOTS, { recursive: true });
    const wrong = [];
    for (const view of await views()) {
      await see(guest, view);
      await page.screenshot({ path: join(SHOTS, `${view.name}-${device}-${colorScheme}.png`), fullPage: true });
      wrong.push(...(await violations(page)).map(text => `${view.name}: ${text}`), ...(await overflow(page)).map(text => `${view.name} sticks out: ${text}`));
      await guest.check();
    }
    assert.deepEqual(wrong, []);
  }, { ...options, colorScheme }));
}

test('nothing sticks out at any width', { timeout: 180_000 }, visiting('#/', async (guest, page) => {
  const wrong = [];
  for (const view of await views()) {
    await see(guest, view);
    for (const width of WHOLE ? [320, 360, 412, 600, 768, 1024, 1280, 1920, 2560] : [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      wrong.push(...(await overflow(page)).map(text => `${view.name} at ${width}: ${text}`));
    }
  }
  assert.deepEqual(wrong, []);
}));

test('the colours chosen are worn and remembered', visiting('#/', async (guest, page) => {
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

test('the page weighs little', visiting('', async (guest, page) => {
  const sizes = new Map();
  const reading = [];
  page.on('response', response => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/')) reading.push(response.body().then(body => sizes.set(pathname, body.length), () => {}));
  });
  await guest.go('#/');
  const [, , game] = await views();
  await guest.go(game.path);
  await page.waitForLoadState('networkidle');
  await Promise.all(reading);
  const sum = [...sizes.values()].reduce((a, b) => a + b, 0);
  console.log(`the page weighs ${sum} bytes in ${sizes.size} files`);
  assert.ok(sizes.size > 5, 'files were seen');
  assert.ok(sum < WEIGHT, `${sum} bytes: ${JSON.stringify([...sizes])}`);
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

test('the sheet of keys opens and closes', visiting('#/', async (guest, page) => {
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

test('the page works without the server’s files being fetched again', visiting('#/', async (guest, page) => {
  const response = await page.reload();
  assert.equal(response.status() === 200 || response.status() === 304, true);
  for (const header of ['content-security-policy', 'x-content-type-options', 'referrer-policy']) {
    assert.ok(response.headers()[header], `${header} is set`);
  }
  assert.match(response.headers()['content-security-policy'], /default-src 'self'/);
}));
