// Practice: middle-game puzzles and one's own mistakes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoardOf } from './help/board.js';
import { randomGame } from './help/games.js';
import { server, visiting } from './help/visit.js';

test('a middle-game puzzle: wrong move, the best one, what the others lose, remembered', { timeout: 60_000 }, visiting('#/learn/puzzles', async (guest, page) => {
  const backend = await server();
  const { puzzles } = await backend.ask('/api/puzzles/middle');
  assert.ok(puzzles.length >= 200, `${puzzles.length} puzzles`);
  await page.getByRole('link', { name: 'Middle game' }).click();
  await page.getByRole('link', { name: /^Begin: At least 8 of 10/ }).click();
  const { id } = puzzles[0];
  const { position } = await backend.ask(`/api/puzzles/middle/${id}`);
  const { moves } = await backend.ask(`/api/puzzles/middle/${id}/try?show=1`, { body: {} });
  const board = new BoardOf(page);
  await board.waitFor(position.board);
  await page.getByText(/^Found by (nearly every player|\d+ of 10+ players) rated 1500/).waitFor();
  await board.square(moves[1].square).click();
  const about = position.empties > 24 ? 'about ' : '';
  await page.getByText(new RegExp(`^${moves[1].square} loses ${about}${moves[1].lost} discs`)).first().waitFor();
  assert.equal(await page.locator('.losses').count(), 0, 'a wrong move does not give the answer away');
  await page.keyboard.press('r');
  await board.square(moves[0].square).click();
  await page.getByText(new RegExp(`^${moves[0].square} is right!`)).first().waitFor();
  assert.equal(await page.locator('.losses tbody tr').count(), moves.length);
  assert.match(await board.square(moves[1].square).getAttribute('aria-label'), new RegExp(`loses ${about}${moves[1].lost} discs`));
  await page.keyboard.press('l');
  await page.getByText(`1 / ${puzzles.length}`).waitFor();
  await page.getByRole('link', { name: /^Go on: At least 8 of 10/ }).waitFor();
}));

test('estimates of a middle-game puzzle are told as estimates', { timeout: 60_000 }, visiting('#/learn', async (guest, page) => {
  const backend = await server();
  const { puzzles, rating } = await backend.ask('/api/puzzles/middle');
  for (const [language, about, loses, rare, model] of [['en', 'about ', 'loses', 'under 1 %', 'our model of people'], ['el', 'περίπου ', 'χάνει', 'κάτω από 1 %', 'το μοντέλο μας']]) {
    for (const isExact of [false, true]) {
      const { id } = puzzles.find(({ empties }) => empties <= 24 === isExact);
      const { moves } = await backend.ask(`/api/puzzles/middle/${id}/try?show=1`, { body: {} });
      await guest.go(`?lang=${language}#/learn/puzzles/middle/${id}`);
      const board = new BoardOf(page);
      await board.square(moves[1].square).click();
      const hedge = isExact ? '' : about;
      await page.locator('.talk', { hasText: `${loses} ${hedge}${moves[1].lost} ` }).waitFor();
      await page.keyboard.press('r');
      await page.keyboard.press('s');
      await page.locator('.talk', { hasText: `${loses} ${hedge}${moves[1].lost} ` }).waitFor();
      const mark = `${isExact ? '' : '≈'}−${moves[1].lost}`;
      assert.equal(await board.square(moves[1].square).locator('.note').textContent(), mark);
      assert.match(await board.square(moves[1].square).getAttribute('aria-label'), new RegExp(`${loses} ${hedge}${moves[1].lost} `));
      const cells = await page.locator('.losses tbody tr').evaluateAll(rows => rows.map(row => [...row.cells].map(cell => cell.textContent)));
      assert.equal(cells[1][1], mark);
      for (const [index, { share }] of moves.entries()) assert.equal(cells[index][2], share ? `${share} %` : rare);
      assert.ok(moves.some(({ share }) => share === 0), 'a rare move is among them');
      const note = await page.locator('.room-details details > p').textContent();
      assert.ok(note.includes(model) && note.includes(String(rating)) && note.includes('≈') === !isExact, note);
    }
  }
}));

test('the share of those who find a puzzle is told as in a review', visiting('#/learn', async (guest, page) => {
  const found = (shares, language) => guest.go(`?lang=${language}#/learn`).then(() => page.evaluate(async shares => {
    const { w } = await import('/js/learn/practice-text.js');
    return shares.map(share => w().middleGame.found(share, 1500));
  }, shares));
  assert.deepEqual(await found([3, 10, 85, 94, 95, 99, 100], 'en'), [
    'Found by 3 of 100 players rated 1500', 'Found by 1 of 10 players rated 1500', 'Found by 9 of 10 players rated 1500', 'Found by 9 of 10 players rated 1500',
    ...Array(3).fill('Found by nearly every player rated 1500')]);
  assert.deepEqual(await found([94, 95], 'el'), ['Τη βρίσκουν 9 στους 10 παίκτες με βαθμολογία 1500', 'Τη βρίσκει σχεδόν κάθε παίκτης με βαθμολογία 1500']);
}));

test('a good move before the best one is a first try, too', { timeout: 60_000 }, visiting('#/learn', async (guest, page) => {
  // Solved: f4 is best, a1 loses 2 discs, d6 loses 6, c2 loses 14.
  const mistake = { board: '--OOOXX--OXOOXOXOOOOXXX-OOOXXX-OX-XO', to_move: 'white', played: 'c2', best: 'f4', lost: 14.5, exact: false, line: ['f4'], row: 2, due: 0 };
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('reversi.learn.mistakes')).positions[0]);
  await page.evaluate(mistake => localStorage.setItem('reversi.learn.mistakes', JSON.stringify({ version: 1, positions: [mistake] })), mistake);
  await guest.go('#/learn/mistakes');
  const board = new BoardOf(page);
  await page.getByText('You played c2, which lost 14.5 discs.').first().waitFor();
  await board.square('a1').click();
  await page.getByText(/^a1 is good, but the best move is worth 2(\.\d)? discs more/).first().waitFor();
  assert.equal((await stored()).row, 0);
  await board.square('f4').click();
  await page.getByText('f4 is right, but not at the first try.').first().waitFor();
  assert.equal((await stored()).row, 0);
}));

test('mistakes of a reviewed game come back until they are solved', { timeout: 90_000 }, visiting('#/learn/mistakes', async (guest, page) => {
  await page.getByText('Nothing to practise yet').first().waitFor();
  const { moves } = await randomGame(await server(), 8, 5);
  await guest.go(`#/analyse?size=8&start=standard&you=white&moves=${moves.join('')}`);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('combobox', { name: /./ }).filter({ has: page.locator('option[value="6"]') }).selectOption('6');
  await page.locator('#review-start').click();
  const [black, white] = ['Black', 'White'].map(name => page.getByRole('checkbox', { name }));
  await white.waitFor({ timeout: 60_000 });
  assert.ok(await white.isChecked() && !await black.isChecked(), 'the side of the address is kept by itself');
  assert.match(await page.getByRole('row', { name: /Played like/ }).textContent(), /\d+–\d+/, 'the rating that the moves show');
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('reversi.learn.mistakes')).positions);
  const count = (await stored()).length;
  assert.ok(count >= 3, `${count} positions`);
  await black.check();
  assert.ok((await stored()).length > count);
  await black.uncheck();
  assert.equal((await stored()).length, count);

  await page.getByRole('link', { name: 'Practise' }).click();
  await page.getByText(`${count} due`, { exact: false }).first().waitFor();
  const board = new BoardOf(page);
  const shown = async () => {
    const letters = await board.letters();
    return (await stored()).find(mistake => mistake.board === letters);
  };
  const first = await shown();
  await board.square(first.played).click();
  await page.getByText(`${first.played} is what you played. Try another.`).first().waitFor();
  await board.square(first.best).click();
  await page.getByText(/not at the first try/).first().waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(`${count - 1} due`, { exact: false }).first().waitFor();
  const second = await shown();
  await board.square(second.best).click();
  await page.getByText(/It comes back tomorrow/).first().waitFor();
  const rows = (await stored()).filter(({ row }) => row === 1);
  assert.deepEqual(rows.map(({ board: letters }) => letters), [second.board]);

  // What a damaged storage holds is dropped, position by position.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('reversi.learn.mistakes'));
    const [good] = kept.positions.filter(({ row }) => row === 1);
    const bad = [null, 7, {}, { ...good, board: 'XXX' }, { ...good, due: 'soon' }, { ...good, line: [3] }, { ...good, best: 'a' }];
    localStorage.setItem('reversi.learn.mistakes', JSON.stringify({ ...kept, positions: [...bad, good] }));
  });
  await page.reload();
  await page.getByText('Nothing is due now').first().waitFor();
  await page.getByRole('button', { name: 'Forget all positions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget all positions' }).click();
  await page.getByText('Nothing to practise yet').first().waitFor();
  for (const damaged of ['{', '[]', '{"version":99,"positions":[1]}', '{"version":1,"positions":{}}']) {
    await page.evaluate(text => localStorage.setItem('reversi.learn.mistakes', text), damaged);
    await page.reload();
    await page.getByText('Nothing to practise yet').first().waitFor();
  }
}));
