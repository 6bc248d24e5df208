// Learn: the rules on an interactive board, puzzles with progress, the search tree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoardOf } from './help/board.js';
import { server, visiting } from './help/visit.js';

test('the start page and Learn promise the same time', visiting('#/', async (guest, page) => {
  const time = async link => /\w+ minutes/.exec(await link.textContent())[0];
  const first = await time(page.getByRole('link', { name: 'New to the game?' }));
  await guest.go('#/learn');
  assert.equal(await time(page.getByRole('link', { name: /The rules/ })), first);
}));

test('the rules, step by step, with an interactive board', { timeout: 120_000 }, visiting('#/learn', async (guest, page) => {
  await page.getByRole('link', { name: /The rules/ }).click();
  const steps = page.getByRole('link', { name: /^Step \d+ of \d+/ });
  await steps.first().waitFor();
  const count = await steps.count();
  assert.ok(count >= 5, `${count} steps`);
  const board = new BoardOf(page);
  const done = page.locator('.talk[data-kind=right]');
  for (let step = 1; step <= count; step++) {
    await page.locator(`[aria-current=step]`, { hasText: String(step) }).waitFor();
    // Tries legal moves, then marked squares, then every empty square, until the step is done.
    const tried = new Set();
    while (!await done.isVisible()) {
      const empty = (await board.labels()).filter(label => !/, (black|white)/.test(label)).map(label => label.split(',')[0]);
      const marked = (await board.labels()).filter(label => /, [ABC]$/.test(label)).map(label => label.split(',')[0]);
      const { positions } = await (await server()).ask('/api/line', { body: { begin: { board: await board.letters() }, moves: [] } });
      const square = [...Object.keys(positions[0].legal), ...marked, ...empty].find(name => !tried.has(name));
      assert.ok(square, `step ${step} can be done`);
      tried.add(square);
      const before = await board.labels();
      await board.square(square).click();
      // The page asks the server what the move leads to before it answers.
      await guest.quiet();
      // A step may continue after its first right move; then every square may be tried again.
      if (await page.locator('.talk[data-kind=info]').isVisible() && (await board.labels()).join() !== before.join()) tried.clear();
    }
    if (step < count) await page.getByRole('link', { name: 'Next step' }).click();
  }
  await page.reload();
  await steps.first().waitFor();
  assert.ok(await page.getByRole('link', { name: /^Step \d+ of \d+.*done/ }).count() >= count - 1, 'progress is kept');
}));

test('a puzzle: wrong move, shown move, solved, remembered', { timeout: 90_000 }, visiting('#/learn/puzzles', async (guest, page) => {
  const backend = await server();
  const { puzzles } = await backend.ask('/api/puzzles');
  assert.ok(puzzles.length >= 100, `${puzzles.length} puzzles`);
  await page.getByRole('link', { name: /^Begin: First steps/ }).click();
  await page.getByText('Only one move wins.').first().waitFor();
  const id = Number(new URL(page.url()).hash.split('/').at(-1));
  const board = new BoardOf(page);
  const { begin, position } = await backend.ask(`/api/puzzles/${id}`);
  await board.waitFor(position.board);
  let moves = [];
  const best = async () => (await backend.ask(`/api/puzzles/${id}/try?show=1`, { body: { moves } })).best;

  const wrong = Object.keys(position.legal).find(square => square !== undefined) === await best()
    ? Object.keys(position.legal)[1] : Object.keys(position.legal)[0];
  await board.square(wrong).click();
  await page.getByText(new RegExp(`^Not ${wrong}\\.`)).first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await board.waitFor(position.board);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await page.getByText(`${await best()} wins`, { exact: false }).first().waitFor();
  for (;;) {
    const square = await best();
    const answer = await backend.ask(`/api/puzzles/${id}/try`, { body: { moves: [...moves, square] } });
    assert.equal(answer.right, true, `${square} is right`);
    await board.square(square).click();
    moves = answer.moves;
    await board.waitFor(answer.position.board);
    if (answer.solved) break;
  }
  await page.getByText(/^Solved!/).first().waitFor();
  const { positions } = await backend.ask('/api/line', { body: { begin, moves } });
  assert.equal(positions.at(-1).board, await board.letters());
  await page.reload();
  await guest.settle();
  await guest.go('#/learn/puzzles');
  await page.getByText(new RegExp(`1 (of|/) `)).first().waitFor();
}));

test('the tree of a position, stepped through, with cuts', { timeout: 60_000 }, visiting('#/learn/tree', async (guest, page) => {
  const slider = page.getByRole('slider', { name: 'Step' });
  await page.getByText(/^Step 1 of \d+$/).waitFor();
  const told = page.locator('.tree-words');
  const first = await told.textContent();
  await page.getByRole('button', { name: 'One step on' }).click();
  await page.getByText(/^Step 2 of \d+$/).waitFor();
  assert.notEqual(await told.textContent(), first);
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^Step 3 of \d+$/).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText(/^Step 2 of \d+$/).waitFor();
  await page.getByRole('combobox', { name: 'Method' }).selectOption('alpha_beta');
  await page.getByRole('button', { name: 'To the next cut' }).click();
  await page.getByText(/cannot matter and is skipped/).first().waitFor();
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.getByText(/^All is known that matters\./).first().waitFor();
  assert.equal(await slider.inputValue(), await slider.getAttribute('max'));
  await page.getByText(/Minimax looks at \d+, alpha-beta at \d+/).first().waitFor();
}));
