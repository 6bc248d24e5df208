// Damaged data in the browser's storage: a part of the page that finds such data counts it as none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './help/player.js';
import { begin, truth } from './help/table.js';
import { server, visiting } from './help/visit.js';

/** The names under which the page stores values. */
const NAMES = ['lang', 'theme', 'legal', 'going', 'speed', 'more', 'setup', 'games', 'rival', 'rival6', 'analysis', 'engine', 'lines', 'allSquares', 'seconds',
  'scores', 'review', 'reviewLevel', 'format', 'startLevel', 'guessFrom', 'learn.rules', 'learn.puzzles', 'learn.middle', 'learn.mistakes', 'learn.guess'];
const store = (page, values) => page.evaluate(values => {
  for (const [name, text] of Object.entries(values)) localStorage.setItem(`reversi.${name}`, text);
}, values);

for (const text of ['null', '7', '"x"', '[]', '{}', '[null,3,{}]', '{"puzzles":null,"opponent":3,"names":[],"key":{},"positions":{},"rung":"x"}', '{']) {
  test(`every part works with ${text} in the storage`, { timeout: 60_000 }, visiting('#/learn', async (guest, page) => {
    const backend = await server();
    const { id, keys } = await backend.ask('/api/games', { body: { black: 'human', white: 'rival:5' } });
    const demo = await backend.ask('/api/games', { body: { black: 'random', white: 'random' } });
    for (const [path, shown] of [['#/', '.setup'], ['#/learn', '.learn-card'], ['#/learn/rules', '.room-words'], ['#/learn/puzzles', '.level'], ['#/learn/puzzles/middle', '.level'],
      ['#/learn/mistakes', '.practice-rest'], ['#/learn/guess', '.guess-card'], ['#/analyse', '.desk'], [`#/play/${id}/${keys.black}`, '.table .acts'],
      [`#/play/${demo.id}/${demo.keys.black ?? demo.keys.white}`, '.pacer']]) {
      await store(page, Object.fromEntries(NAMES.map(name => [name, text])));
      // A path alone would not load the page again.
      await page.goto('about:blank');
      await guest.go(`?lang=en${path}`);
      await page.locator(shown).first().waitFor();
    }
    await page.goto('about:blank');
    await guest.go('?lang=en#/');
    await begin(page);
    assert.equal((await truth(new Player(guest))).begin.size, 8);
  }));
}

test('choices that the form does not offer count as none', visiting('#/learn', async (guest, page) => {
  const { rivals } = await (await server()).ask('/api/about');
  const opponent = { name: 'nobody', rival: 99, engine: 5, classic: 40 };
  const bad = { mode: 'x', colour: 7, size: 7, start: '', clock: '9+9', minutes: -1, increment: 1e9, opponent, second: null, names: { mine: 3 } };
  for (const setup of [bad, { ...bad, size: 28, opponent: { ...opponent, name: 'rival', rival: 'x' } }]) {
    await store(page, { setup: JSON.stringify(setup) });
    await guest.go('#/');
    await begin(page);
    const game = await truth(new Player(guest));
    assert.deepEqual([game.players.white.player, game.begin.size, game.clock], [rivals.find(rival => rival.is_first).player, 8, null]);
    await guest.go('#/learn');
  }
  await store(page, { setup: JSON.stringify({ ...bad, clock: 'own', size: 6, opponent: { ...opponent, name: 'engine' } }) });
  await guest.go('#/');
  await begin(page);
  const game = await truth(new Player(guest));
  assert.deepEqual([game.players.white.player, game.begin.size, game.clock.white, game.clock.increment], ['engine:1', 6, 15 * 60_000, 10_000], 'the others stay');
}));

test('the list of games leaves out what is no game', visiting('#/learn', async (guest, page) => {
  const { id, keys, game } = await (await server()).ask('/api/games', { body: { black: 'human', white: 'rival:5' } });
  const good = { id, key: keys.black, at: Date.now(), game: { ...game, moves: [] } };
  // These two have an id, and nothing else that is right.
  const strange = [{ id: 'strange-1', at: 'soon', key: 7, game: { position: 3 } }, { id: 'strange-2', game: { ...game, result: { winner: 'red' }, status: 'over' } }];
  await store(page, { games: JSON.stringify([null, 3, [], {}, { id: 5 }, ...strange, good]) });
  guest.expect(/404/);
  await guest.go('#/');
  await page.locator('.games li').nth(2).waitFor();
  assert.deepEqual(await page.locator('.games li').evaluateAll(rows => rows.map(row => row.dataset.game)), ['strange-1', 'strange-2', id]);
  await page.locator('.standing', { hasText: 'no longer on the server' }).nth(1).waitFor();
  await page.locator(`[data-game="${id}"] a`).click();
  await page.waitForURL(url => url.hash.includes(id));
  await page.locator('.table').waitFor();
}));
