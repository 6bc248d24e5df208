// The page of a cup: live while it is played, and as it stays behind.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { LiveCup } from './help/cup.js';
import { ROOT } from './help/server.js';
import { browser, PATIENCE } from './help/visit.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = join(ROOT, 'target', 'web-shots');
const LOOKS = [
  { name: 'desktop-light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
];

/** Opens a page and records its faults. */
async function open(url, options = {}) {
  const context = await (await browser()).newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE);
  const faults = [];
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:')) faults.push(request.url());
  });
  const page = await context.newPage();
  await page.goto(url);
  return { context, page, faults };
}

/** Fails if the page is not accessible, or wider than its window. */
async function look(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `cup-${name}.png`), fullPage: true });
  const found = await page.evaluate(`${AXE};axe.run(document, { resultTypes: ['violations'] })`);
  assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), []);
  const wider = await page.evaluate(() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth);
  assert.equal(wider, 0, `${name} is wider than its window`);
}

test('a cup is watched to its end, and its page stays behind', { timeout: 240_000 }, async (t) => {
  const cup = await new LiveCup().start();
  t.after(() => cup.stop());
  for (const { name, ...options } of LOOKS) {
    const { context, page, faults } = await open(`${cup.origin}/`, options);
    const card = page.locator('.running', { hasText: '<b>waits</b>' });
    await card.waitFor();
    // The clock of the side to move runs.
    const clock = card.locator('.to-move .clock');
    const before = await clock.textContent();
    await page.waitForFunction(([before]) => document.querySelector('.running .to-move .clock')?.textContent !== before, [before]);
    assert.match(await clock.textContent(), /^(\d+:\d\d|\d+\.\d s)$/);
    await look(page, `live-${name}`);
    assert.deepEqual(faults, []);
    await context.close();
  }

  const { context, page, faults } = await open(`${cup.origin}/`);
  await page.locator('.running').first().waitFor();
  cup.release();
  // Parts of the page change without a new page.
  await page.getByText('The cup is over.').waitFor();
  await page.locator('.podium').waitFor();
  assert.match(await page.locator('#announcer').textContent(), /\d+–\d+/);
  assert.equal(await page.locator('#boards .running').count(), 0);
  assert.match(await page.locator('#part-standings').textContent(), /<b>waits<\/b>/);
  assert.equal(await page.locator('#part-standings b').count(), 0, 'a name became an element');
  // The rest by keyboard alone: load the list of games, open one, replay it, close it.
  await page.locator('#reload').focus();
  await page.keyboard.press('Enter');
  await page.locator('#g6').waitFor();
  await page.locator('#g6 a').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Move 1 of').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  // Talk is kept, and can be had from the same server.
  const talk = await page.locator('a[href^="talk/"]').first().getAttribute('href');
  const answer = await page.request.get(`${cup.origin}/${talk}`);
  assert.equal(answer.headers()['content-type'], 'application/gzip');
  assert.deepEqual(faults, []);
  await context.close();

  await cup.line('The page stays at');
  for (const { name, ...options } of LOOKS) {
    const { context, page, faults } = await open(cup.results, options);
    assert.equal(await page.locator('#live').count(), 0);
    await look(page, `results-${name}`);
    await page.locator('#g1 a').first().click();
    await page.locator('dialog[open]').waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test('a cup is watched without scripts', { timeout: 120_000 }, async (t) => {
  const cup = await new LiveCup().start();
  t.after(() => cup.stop());
  const { context, page } = await open(`${cup.origin}/`, { javaScriptEnabled: false });
  assert.match(await page.locator('#part-progress').textContent(), /about \d+ left/);
  // The browser of this test does not show what is for browsers without scripts.
  assert.match(await (await page.request.get(cup.origin)).text(), /<noscript><meta http-equiv="refresh" content="30"\/><\/noscript>/);
  await page.locator('#part-standings').getByText('greedy').waitFor();
  await context.close();
});
