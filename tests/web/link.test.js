// Games through a link: two browsers, a spectator, and a server that is killed during a game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE, server, visit } from './help/visit.js';
import { Player } from './help/player.js';
import { Server } from './help/server.js';

/** The player to move; undefined when the game is over. */
async function mover(players) {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    for (const player of players) {
      const state = await player.state();
      if (state === 'turn') return player;
      if (state === 'over') return null;
    }
  }
  assert.fail('no player is to move');
}

/** Players move in turn until the game is over, or for some moves. All pages show the same board. */
async function playBoth(players, most = Infinity, crowd = []) {
  for (let moves = 0; moves < most; moves++) {
    const player = await mover(players);
    if (!player) return;
    const legal = await player.board.legal();
    await player.click(legal[moves % legal.length]);
    const now = await player.board.letters();
    for (const other of [...players, ...crowd]) await other.board.waitFor(now);
  }
}

test('two browsers through a link, a spectator, and a rematch', async () => {
  const host = await visit('#/');
  const { page } = host;
  await page.getByRole('radio', { name: 'With a friend, by link' }).check({ force: true });
  await page.getByText('Board, clock and names').click();
  await page.getByRole('slider', { name: 'Board size' }).fill('4');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada <b>');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const invitation = await page.getByRole('dialog').getByRole('textbox', { name: 'Link' }).inputValue();
  const guest = await visit(new URL(invitation).hash);
  const friend = new Player(guest);
  await friend.board.square('a1').waitFor();
  await page.getByText('Your friend is here.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const first = new Player(host);
  const { id, key } = first.address;
  assert.notEqual(key, friend.address.key, 'each has a key');
  await guest.page.getByText('Ada <b>', { exact: true }).first().waitFor();

  const crowd = await visit(`#/play/${id}`);
  const watcher = new Player(crowd);
  await watcher.board.square('a1').waitFor();
  assert.deepEqual(await watcher.board.legal(), [], 'who watches has no move');
  const before = await watcher.board.letters();
  for (const square of await first.board.legal()) await watcher.board.square(square).click({ force: true });
  await watcher.board.square((await first.board.legal())[0]).focus();
  await watcher.page.keyboard.press('Enter');
  assert.equal(await first.board.letters(), before, 'and cannot make one');
  assert.equal(await watcher.button('Resign').isVisible(), false, 'nor resign');

  await playBoth([first, friend], Infinity, [watcher]);
  for (const player of [first, friend]) assert.equal(await player.turn(), false, 'the game is over');
  await crowd.leave();

  await first.button('Rematch').click();
  await page.waitForURL(url => !url.hash.includes(id));
  await guest.page.getByRole('button', { name: /rematch/i }).or(guest.page.getByRole('link', { name: /rematch/i })).first().click();
  await guest.page.waitForURL(url => url.hash.includes(first.address.id));
  await first.board.square('a1').waitFor();
  await friend.board.square('a1').waitFor();
  assert.equal(friend.address.key, new URL(invitation).hash.split('/')[3], 'the same key works');
  assert.ok(await friend.turn(), 'colours have changed sides');
  assert.deepEqual(await first.board.legal(), []);
  await host.leave();
  await guest.leave();
});

test('an undo between two people is asked for', async () => {
  const { id, keys } = await (await server()).ask('/api/games', { body: { black: 'human', white: 'human' } });
  const host = await visit(`#/play/${id}/${keys.black}`);
  const guest = await visit(`#/play/${id}/${keys.white}`);
  const [black, white] = [new Player(host), new Player(guest)];
  await black.board.square('a1').waitFor();
  const start = await black.board.letters();
  await black.click('d3');
  await white.turn();
  await black.page.getByRole('button', { name: /undo/i }).first().click();
  await guest.page.getByText(/asks to take a move back/).first().waitFor();
  assert.notEqual(await black.board.letters(), start, 'asking is not yet doing');
  await guest.page.getByRole('button', { name: 'Allow' }).click();
  await black.board.waitFor(start);
  await white.board.waitFor(start);
  await host.leave();
  await guest.leave();
});

test('the server is killed and started again in the middle', async () => {
  const backend = await new Server().start();
  try {
    const { id, keys } = await backend.ask('/api/games', { body: { black: 'human', white: 'human', begin: { size: 4 } } });
    const [host, guest] = [await visit(`#/play/${id}/${keys.black}`, { at: backend }), await visit(`#/play/${id}/${keys.white}`, { at: backend })];
    const players = [new Player(host), new Player(guest)];
    for (const player of players) await player.board.square('a1').waitFor();
    await playBoth(players, 4);
    const before = await players[0].board.letters();
    for (const one of [host, guest]) one.expect(/WebSocket|ERR_CONNECTION|Failed to load/);
    await backend.kill();
    await host.page.getByText('The server does not answer', { exact: false }).first().waitFor();
    await backend.start();
    await host.page.getByText('The server does not answer', { exact: false }).first().waitFor({ state: 'hidden' });
    for (const player of players) await player.board.waitFor(before);
    await playBoth(players);
    const game = await backend.ask(`/api/games/${id}`);
    assert.equal(game.status, 'over');
    assert.equal(game.position.board, await players[1].board.letters());
    await guest.page.reload();
    await players[1].board.waitFor(game.position.board);
    await host.leave();
    await guest.leave();
  } finally {
    await backend.stop();
  }
});
