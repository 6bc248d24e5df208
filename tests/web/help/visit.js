// One server and one browser, shared by all tests of a run. A visit opens the page and records faults:
// console errors, requests to other hosts, layout shifts.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { Server } from './server.js';

const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** True for the full test on every board size; false for the short one of `make test`. */
export const WHOLE = Boolean(process.env.WHOLE);
/** The time limit of one step on a loaded machine, in milliseconds. */
export const PATIENCE = 20_000;
/** The largest allowed layout shift; browsers call 0.1 good. */
const SHIFT = 0.005;

let opened;
let started;

/** The server that tests share. */
export const server = () => started ??= new Server().start();

/** The browser that tests share. */
export function browser() {
  if (!CHROMIUM) throw new Error('there is no chromium; apt-get install chromium, or CHROMIUM says where it is');
  return opened ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

after(async () => {
  await (await opened)?.close();
  await (await started)?.stop();
});

/**
 * Opens the page in a new browser context, without stored data.
 * @param {string} [path] The part after the host: `?lang=el#/learn`.
 * @param {object} [options] Options of the browser context, and `at`: another server.
 */
export async function visit(path = '', { at, ...options } = {}) {
  const origin = (at ?? await server()).origin;
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE);
  return new Visit(context, origin).open(path);
}

/** A browser context with the page open. */
export class Visit {
  constructor(context, origin) {
    this.context = context;
    this.origin = origin;
    /** Faults of the page. */
    this.faults = [];
    /** Faults that a test causes on purpose. */
    this.expected = [];
    /** Unfinished requests. */
    this.pending = new Set();
    context.on('request', request => this.pending.add(request));
    for (const end of ['requestfinished', 'requestfailed']) context.on(end, request => this.pending.delete(request));
    context.on('request', request => {
      const { protocol, origin: host } = new URL(request.url());
      const isOurs = host === origin || `${protocol}//${new URL(request.url()).host}` === origin.replace('http', 'ws');
      if (!isOurs && protocol !== 'data:' && protocol !== 'blob:') this.faults.push(`a request to ${request.url()}`);
    });
    context.on('weberror', error => this.faults.push(`an error: ${error.error()}`));
    context.on('console', message => {
      if (['error', 'warning'].includes(message.type())) this.faults.push(`the console says: ${message.text()} (${message.location().url})`);
    });
  }

  async open(path) {
    this.page = await this.context.newPage();
    await this.page.addInitScript(() => {
      window.shifted = [];
      new PerformanceObserver(list => {
        for (const { value, hadRecentInput, sources } of list.getEntries()) {
          if (!hadRecentInput) window.shifted.push({ value, what: sources.map(({ node }) => `${node?.nodeName ?? '?'}.${node?.className ?? ''}`).join(' ') });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await this.go(path);
    return this;
  }

  /** @param {string} path */
  async go(path) {
    await this.page.goto(`${this.origin}/${path}`);
    await this.settle();
    return this;
  }

  /** Waits until the view at this address is shown. */
  async settle() {
    await this.page.locator('main .part > *').first().waitFor();
  }

  /** Waits until no request and no animation is running. */
  async quiet() {
    for (let calm = 0; calm < 3; calm = this.pending.size ? 0 : calm + 1) await this.page.waitForTimeout(20);
    await this.page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {}))));
  }

  /** @param {RegExp} fault A fault that the test expects. */
  expect(fault) {
    this.expected.push(fault);
    return this;
  }

  /** Fails if there was an unexpected fault. */
  async check() {
    const faults = this.faults.filter(fault => !this.expected.some(expected => expected.test(fault)));
    assert.deepEqual(faults, [], 'the page had faults');
    const shifts = await this.page.evaluate(() => window.shifted);
    const sum = shifts.reduce((sum, { value }) => sum + value, 0);
    assert.ok(sum <= SHIFT, `the layout shifted by ${sum}: ${JSON.stringify(shifts)}`);
  }

  /** Closes the page. Fails if there was an unexpected fault. */
  async leave() {
    try {
      await this.check();
    } finally {
      await this.context.close();
    }
  }
}

/**
 * A test with one visit, which is checked and closed at the end.
 * @param {string} path
 * @param {(visit: Visit, page: import('playwright-core').Page) => Promise<void>} run
 * @param {object} [options]
 */
export const visiting = (path, run, options) => async () => {
  const guest = await visit(path, options);
  let isDone = false;
  try {
    await run(guest, guest.page);
    isDone = true;
  } finally {
    if (isDone) await guest.leave();
    else {
      console.error(`at ${guest.page.url()}; faults: ${JSON.stringify(guest.faults)}`);
      await guest.context.close();
    }
  }
};
