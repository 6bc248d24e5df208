// A game at the page: made with the form or through the API, and compared with the server's state.
import assert from 'node:assert/strict';
import { Player } from './player.js';
import { server, visit } from './visit.js';

/** The state of a player's game, from the server. */
export const truth = async player => (await server()).ask(`/api/games/${player.address.id}`, { key: player.address.key });

/** Starts a game with the form on the page. */
export async function begin(page, { mode = 'Against the computer', opponent, size, strength, colour, start = 'Play' } = {}) {
  await page.getByRole('radio', { name: mode }).check({ force: true });
  if (opponent) await page.getByRole('combobox').locator('visible=true').first().selectOption({ label: opponent });
  if (strength !== undefined) await page.getByRole('slider', { name: 'Strength' }).first().fill(String(strength));
  if (colour) await page.getByRole('radio', { name: colour, exact: true }).check({ force: true });
  if (size) {
    await page.getByText(/^Board(, clock and names)?$/).click();
    await page.getByRole('slider', { name: 'Board size' }).fill(String(size));
  }
  await page.getByRole('button', { name: start, exact: true }).click();
  await page.waitForURL(/#\/play\/./);
  await page.locator('main').getByRole('grid').first().waitFor();
}

/** Makes a game through the API and opens the page with its first key. */
export async function sit(wishes, options = {}) {
  const { id, keys } = await (await server()).ask('/api/games', { body: wishes });
  const guest = await visit(`#/play/${id}/${keys.black ?? keys.white}`, options);
  const player = new Player(guest);
  await player.board.square('a1').waitFor();
  return { player, guest, id, keys };
}

/** The page agrees with the server: discs, counts, result. */
export async function agree(player) {
  // The page shows a move before the server has it.
  await player.visit.quiet();
  const game = await truth(player);
  assert.equal(await player.board.letters(), game.position.board, 'the board is the server’s');
  for (const side of ['black', 'white']) {
    const count = game.position.counts[side];
    const seat = player.page.getByRole('region', { name: side === 'black' ? 'Black' : 'White', exact: true });
    await seat.getByText(`${count} ${count === 1 ? 'disc' : 'discs'}`, { exact: true }).waitFor({ state: 'attached' });
  }
  return game;
}
