// Playing: by mouse, by keyboard, with undo and redo, hints, passes, clocks, and to the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './help/player.js';
import { agree, begin, sit, truth } from './help/table.js';
import { server, visiting, WHOLE } from './help/visit.js';

test('a full game by mouse', visiting('#/', async (guest, page) => {
  await begin(page, { opponent: 'Engine', size: 6, strength: 0 });
  const player = await new Player(guest).listen();
  assert.equal((await player.board.labels()).length, 36);
  const moves = await player.playOn('click');
  assert.ok(moves >= 5, `${moves} moves`);
  const game = await agree(player);
  assert.equal(game.status, 'over');
  assert.equal(game.players.white.player, 'engine:1');
  const { black, white } = game.result.discs;
  assert.deepEqual(await player.board.counts(), { black, white });
  await page.getByText(`${Math.max(black, white)} to ${Math.min(black, white)}`).first().waitFor();
  await page.getByText(black > white ? 'You won' : black < white ? 'You lost' : 'A draw').first().waitFor();
  const { positions } = await (await server()).ask('/api/line', { body: { begin: game.begin, moves: game.moves } });
  assert.equal(positions.at(-1).board, game.position.board, 'the moves lead to the board');
  assert.equal(positions.at(-1).to_move, null);
  const words = await player.announced();
  assert.ok(words.some(text => /^You play [a-f][1-6]/.test(text)), `own moves are announced: ${words}`);
  assert.ok(words.some(text => /plays [a-f][1-6]/.test(text)), `the computer’s moves are announced: ${words}`);
}));

test('a full game by keyboard only', visiting('#/', async (guest, page) => {
  const player = new Player(guest);
  await player.tabTo(/^RivalEngine/);
  await page.keyboard.press('e');
  await player.tabTo(/^Board, clock and names/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
  await player.tabTo('Play');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/play\/./);
  await player.board.square('a1').waitFor();
  assert.equal((await player.board.labels()).length, 16, 'two steps left of 8×8');
  await player.tabTo(/^[a-d][1-4],/);
  await player.playOn('press');
  const game = await agree(player);
  assert.equal(game.status, 'over');
  await player.tabTo('Rematch');
  await page.keyboard.press('Enter');
  await page.waitForURL(url => !url.hash.includes(game.id));
  await player.board.square('a1').waitFor();
  assert.match((await truth(player)).players.black.player, /^engine:/, 'colours change sides');
}));

test('squares can be typed', async () => {
  const { player, guest } = await sit({ black: 'human', white: 'human', shared: true });
  const before = await player.board.labels();
  await player.page.keyboard.type('f5');
  await player.moved(before);
  assert.deepEqual((await agree(player)).moves, ['f5']);
  await guest.leave();
});

test('undo, redo, hint and resignation', async () => {
  const { player, guest } = await sit({ black: 'human', white: 'engine:1' });
  const { page, board } = player;
  const start = await board.letters();
  await player.click('d3');
  await player.turn();
  const later = await board.letters();
  assert.equal((await truth(player)).moves.length, 2);
  await player.button('Undo').click();
  await board.waitFor(start);
  await player.button('Redo').click();
  await board.waitFor(later);
  await player.button('Hint').click();
  const suggested = board.grid.getByRole('button', { name: /suggested|hint/i });
  await suggested.waitFor();
  const square = (await suggested.getAttribute('aria-label')).split(',')[0];
  assert.ok((await truth(player)).position.legal[square], `${square} is legal`);
  await player.button('Resign').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByText('You resigned.').first().waitFor();
  const game = await truth(player);
  assert.deepEqual([game.status, game.result.winner, game.result.reason], ['over', 'white', 'resignation']);
  await guest.leave();
});

test('a pass is announced', async () => {
  // Black takes a1, and White's last disc can flip nothing.
  const board = '-OX-' + '----' + '----' + '--OX';
  const { player, guest } = await sit({ begin: { size: 4, board, to_move: 'black' }, black: 'human', white: 'human', shared: true });
  await player.listen();
  await player.click('a1');
  await player.page.getByText(/White cannot move and has to pass/).first().waitFor();
  assert.equal((await truth(player)).position.passed, 'white');
  assert.ok((await player.announced()).some(text => /pass/.test(text)), 'the pass is announced to screen readers');
  await guest.leave();
});

test('a game is lost on time', async () => {
  const { player, guest } = await sit({ black: 'human', white: 'human', shared: true, clock: { seconds: 1, increment: 0 } });
  await player.click('d3').catch(() => {});
  await player.page.getByText(/time ran out/).first().waitFor();
  const game = await truth(player);
  assert.equal(game.result.reason, 'time');
  await guest.leave();
});

test('computer against computer, faster and faster', visiting('#/', async (guest, page) => {
  await begin(page, { mode: 'Computer against computer', opponent: 'Engine', size: 4, start: 'Watch' });
  const player = new Player(guest);
  const go = page.getByRole('button', { name: 'Go', exact: true });
  if (await go.isVisible()) await go.click();
  const speed = page.getByRole('slider', { name: 'Speed' });
  await speed.fill(await speed.getAttribute('max'));
  await player.turn();
  assert.equal((await agree(player)).status, 'over');
}));

test('two people at one screen', visiting('#/', async (guest, page) => {
  await begin(page, { mode: 'Two people, one screen', size: 4 });
  const player = new Player(guest);
  await player.playOn('click');
  const game = await agree(player);
  assert.equal(game.status, 'over');
  assert.ok(game.shared);
}));

test('a reload in the middle loses nothing', async () => {
  const { player, guest } = await sit({ black: 'human', white: 'engine:1', begin: { size: 6 } });
  await player.playOn('click', 3);
  await player.turn();
  const before = await player.board.letters();
  await player.page.reload();
  await player.board.waitFor(before);
  await player.playOn('click', 2);
  await player.turn();
  assert.equal((await agree(player)).moves.length, 10);
  await guest.leave();
});

test('played games can be found again', visiting('#/', async (guest, page) => {
  await begin(page);
  const player = new Player(guest);
  await player.playOn('click', 1);
  const { id } = player.address;
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.waitForURL(url => url.hash.includes(id));
  assert.ok(await player.turn(), 'and goes on');
  await player.button('Resign').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByText('You resigned.').first().waitFor();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('listitem').getByText('You lost by resignation', { exact: true }).waitFor();
}));

const SIZES = WHOLE ? Array.from({ length: 12 }, (_, index) => 4 + 2 * index) : [10, 26];
for (const size of SIZES) {
  for (const start of WHOLE ? ['standard', 'mirrored'] : ['mirrored']) {
    test(`a board of ${size}×${size}, ${start}`, async () => {
      const { player, guest } = await sit({ begin: { size, start }, black: 'human', white: 'random' });
      assert.equal((await player.board.labels()).length, size * size);
      await player.playOn('click', WHOLE && size <= 12 ? Infinity : 4);
      if (!WHOLE || size > 12) await player.turn();
      await agree(player);
      await guest.leave();
    });
  }
}
