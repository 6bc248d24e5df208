// Guess the master's move: files of games and names, a game guessed to its end, a reload on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoardOf } from './help/board.js';
import { randomGame } from './help/games.js';
import { server, visiting } from './help/visit.js';

/** A file of names: a header, then a name in each 20 bytes. */
function namesFile(names) {
  const header = Buffer.alloc(16);
  header.set([20, 10, 1, 1]);
  header.writeUInt16LE(names.length, 8);
  return Buffer.concat([header, ...names.map(name => Buffer.concat([Buffer.from(name, 'latin1'), Buffer.alloc(20 - name.length)]))]);
}

/** A game as a WTHOR file without names. */
async function wthorFile(backend, { begin, moves }) {
  const answer = await fetch(`${backend.origin}/api/write`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ format: 'wthor', begin, moves }) });
  return Buffer.from(await answer.arrayBuffer());
}

/** Chooses files, given as names and bytes. */
const chooser = page => files => page.locator('input[type=file]').setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })));

/** The numbers of moves before those to guess. */
const turnsOf = ({ positions }, side, from) => positions.flatMap((position, ply) => (ply >= from && position.to_move === side && Object.keys(position.legal).length > 1 ? [ply] : []));

test('the moves of a WTHOR game with names, guessed to the end', { timeout: 90_000 }, visiting('#/learn/guess', async (guest, page) => {
  const backend = await server();
  const game = await randomGame(backend, 8, 3);
  const file = await wthorFile(backend, game);
  // Players 1 and 2.
  file.writeUInt16LE(1, 18);
  file.writeUInt16LE(2, 20);
  const names = namesFile(['???', 'Tastet Marc', 'Rose Brian']);
  const choose = chooser(page);
  const status = page.locator('.open-status');

  guest.expect(/422/);
  await choose([['old.wtb', file], ['old.jou', names.subarray(0, -5)]]);
  await status.filter({ hasText: 'should have 3 names' }).waitFor();
  await choose([['old.wtb', Buffer.from('no game at all')]]);
  await page.locator('.open-status.wrong').filter({ hasNotText: 'should have 3 names' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Begin' }).count(), 0);

  await choose([['old.jou', names], ['old.wtb', file]]);
  await page.getByRole('combobox', { name: 'Guess the moves of' }).selectOption({ label: 'White: Rose Brian' });
  await page.getByRole('combobox', { name: 'Begin after' }).selectOption('30');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('heading', { name: 'Tastet Marc – Rose Brian' }).waitFor();
  const board = new BoardOf(page);
  const turns = turnsOf(game, 'white', 30);
  for (const [index, ply] of turns.entries()) {
    await page.getByText(`Move ${index + 1} of ${turns.length}`, { exact: true }).waitFor();
    await board.waitFor(game.positions[ply].board);
    const played = game.moves[ply];
    // The first guess is another move.
    const guess = index ? played : Object.keys(game.positions[ply].legal).find(square => square !== played);
    await board.square(guess).click();
    await page.getByText(new RegExp(index ? `^${played}: that is what was played!` : `^${played} was played. You chose ${guess}.`)).first().waitFor();
    await page.keyboard.press('n');
  }
  await page.getByRole('heading', { name: 'How you did' }).waitFor();
  await page.getByText(`${turns.length - 1} of ${turns.length}`, { exact: true }).first().waitFor();
  assert.equal(await page.locator('.losses tbody tr').count(), turns.length);
  await page.getByRole('button', { name: 'Another game' }).click();
  await page.getByText('Choose files').waitFor();
  assert.equal(await page.locator('.guess-kept').count(), 0, 'a game whose result was seen is not kept');
}));

test('a file chosen later stays, whatever is told of one chosen before', visiting('#/learn/guess', async (guest, page) => {
  const backend = await server();
  const file = await wthorFile(backend, await randomGame(backend, 8, 3));
  const choose = chooser(page);
  /** @type {import('playwright-core').Route} */
  let held;
  const asked = new Promise(resolve => {
    void page.route('**/api/read?*', route => resolve(held = route), { times: 1 });
  });
  guest.expect(/422/);
  await choose([['bad.wtb', Buffer.from('no game at all')]]);
  await asked;
  await choose([['good.wtb', file]]);
  const begin = page.getByRole('button', { name: 'Begin' });
  await begin.waitFor();
  const refused = page.waitForResponse(response => response.url().includes('/api/read') && response.status() === 422);
  await held.continue();
  await refused;
  await guest.quiet();
  assert.equal(await begin.count(), 1);
  assert.equal(await page.locator('.open-status.wrong').count(), 0);
}));

test('a guess that the engine may not judge now can be made again', visiting('', async (guest, page) => {
  const game = await randomGame(await server(), 8, 3);
  const [ply] = turnsOf(game, 'black', 30);
  let refused = 0;
  await page.routeWebSocket(/./, socket => {
    const toServer = socket.connectToServer();
    socket.onMessage(message => {
      const { type, id } = JSON.parse(String(message));
      if (type !== 'analyse' || refused > 0) return toServer.send(message);
      refused += 1;
      socket.send(JSON.stringify({ type: 'problem', id, code: 'busy', message: 'busy' }));
    });
  });
  // The socket is opened by a page that is loaded after the route is there.
  await page.reload();
  await guest.go('#/learn/guess');
  await page.locator('.guess-card summary').click();
  await page.locator('.guess-card textarea').fill(game.moves.join(''));
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('combobox', { name: 'Begin after' }).selectOption('30');
  await page.getByRole('button', { name: 'Begin' }).click();
  const board = new BoardOf(page);
  await board.waitFor(game.positions[ply].board);
  await page.locator('#toast').filter({ hasText: /./ }).waitFor({ state: 'attached' });
  await board.square(game.moves[ply]).click();
  await page.getByText(`${game.moves[ply]}: that is what was played!`).first().waitFor();
  assert.equal(refused, 1);
}));

test('names without games, and games without names', visiting('#/learn/guess', async (guest, page) => {
  const backend = await server();
  const games = [await randomGame(backend, 8, 3), await randomGame(backend, 8, 5)];
  const [first, second] = await Promise.all(games.map(game => wthorFile(backend, game)));
  const choose = chooser(page);
  for (const name of ['WTH.JOU', 'wth.trn']) {
    await choose([[name, namesFile(['???', 'Tastet Marc'])]]);
    await page.locator('.open-status.wrong', { hasText: 'This is a file of names. Choose it together with the file of games (.wtb)' }).waitFor();
    await choose([['empty.wtb', Buffer.alloc(0)]]);
    await page.locator('.open-status.wrong', { hasText: 'There is no game in it.' }).waitFor();
  }
  const both = Buffer.concat([first, second.subarray(16)]);
  both.writeUInt32LE(2, 4);
  await choose([['two.wtb', both]]);
  const options = page.getByRole('combobox', { name: 'Game', exact: true }).locator('option');
  await options.nth(2).waitFor({ state: 'attached' });
  const results = games.map(({ positions }) => positions.at(-1).counts).map(({ black, white }) => (
    // Empty squares count for the winner.
    black > white ? `${64 - white}–${white}` : black < white ? `${black}–${64 - black}` : '32–32'));
  const texts = (await options.allTextContents()).slice(1);
  for (const [index, text] of texts.entries()) assert.ok(text.startsWith(`${index + 1}. Black – White · ${results[index]}`), text);

  // The same words where any game is opened.
  await guest.go('#/analyse');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name: 'WTH.JOU', mimeType: 'application/octet-stream', buffer: namesFile(['???']) });
  await page.getByRole('dialog').getByText('This is a file of names.').waitFor();
}));

test('one file of games at a time, with or without names', visiting('#/learn/guess', async (guest, page) => {
  const backend = await server();
  const [first, second] = await Promise.all([3, 5].map(async seed => wthorFile(backend, await randomGame(backend, 8, seed))));
  const choose = chooser(page);
  const names = namesFile(['???', 'Tastet Marc', 'Rose Brian']);
  for (const [language, text] of [['en', 'One file of games (.wtb) can be read at a time'], ['el', 'Κάθε φορά διαβάζεται ένα αρχείο παρτίδων (.wtb)']]) {
    await guest.go(`?lang=${language}#/learn/guess`);
    for (const files of [[['a.wtb', first], ['b.WTB', second], ['a.jou', names]], [['a.wtb', first], ['b.wtb', second]]]) {
      await choose([['a.wtb', first]]);
      await page.locator('.guess-choices select').first().waitFor();
      await choose(files);
      await page.locator('.open-status.wrong', { hasText: text }).waitFor();
      assert.equal(await page.locator('.guess-choices select').count(), 0);
    }
  }
}));

test('proven losses are whole numbers, also beside guesses that an older version kept', { timeout: 60_000 }, visiting('#/learn', async (guest, page) => {
  const game = await randomGame(await server(), 6, 7);
  // With eight squares empty or fewer every move is solved.
  const [side, turns] = ['black', 'white'].map(side => [side, turnsOf(game, side, 24)]).sort((one, other) => other[1].length - one[1].length)[0];
  assert.ok(turns.length >= 2);
  const played = game.moves[turns[0]];
  await page.evaluate(kept => localStorage.setItem('reversi.learn.guess', JSON.stringify(kept)), {
    version: 1, game: { begin: { size: 6, start: 'standard', to_move: 'black' }, moves: game.moves, players: { black: '', white: '' } },
    side, from: 24, count: turns.length, guesses: [{ number: turns[0] + 1, guess: played, played, guessLost: 2, playedLost: 2 }],
  });
  await guest.go('#/learn/guess');
  await page.getByRole('button', { name: 'Go on with this game' }).click();
  const board = new BoardOf(page);
  for (const [index, ply] of turns.entries()) {
    if (index === 0) continue;
    await board.waitFor(game.positions[ply].board);
    await board.square(Object.keys(game.positions[ply].legal).find(square => square !== game.moves[ply])).click();
    const told = page.locator('.talk', { hasText: `${game.moves[ply]} was played.` });
    await told.waitFor();
    assert.doesNotMatch(await told.textContent(), /\d\.\d/);
    await page.keyboard.press('n');
  }
  await page.getByRole('heading', { name: 'How you did' }).waitFor();
  const rows = await page.locator('.losses tbody tr').evaluateAll(rows => rows.map(row => [...row.cells].map(cell => cell.textContent)));
  assert.deepEqual([rows[0][2], rows[0][4]], ['2.0', '2.0'], 'it is not known whether these are proven');
  for (const row of rows.slice(1)) assert.match(`${row[2]} ${row[4]}`, /^\d+ \d+$/);
}));

test('the question in Greek fits every name', visiting('?lang=el#/learn', async (guest, page) => {
  const asked = await page.evaluate(async () => {
    const { w } = await import('/js/learn/practice-text.js');
    return ['Μαύρα', 'Rose Brian'].map(name => w().guess.ask('Μαύρα', name));
  });
  assert.deepEqual(asked, ['Παίζουν τα Μαύρα. Ποια κίνηση παίχτηκε;', 'Παίζουν τα Μαύρα (Rose Brian). Ποια κίνηση παίχτηκε;']);
}));

test('a reload while guessing loses neither the game nor the guesses', { timeout: 60_000 }, visiting('#/learn/guess', async (guest, page) => {
  const game = await randomGame(await server(), 8, 3);
  const turns = turnsOf(game, 'black', 30);
  const board = new BoardOf(page);
  const kept = page.locator('.guess-kept');
  const guess = async index => {
    await page.getByText(`Move ${index + 1} of ${turns.length}`, { exact: true }).waitFor();
    await board.waitFor(game.positions[turns[index]].board);
    await board.square(game.moves[turns[index]]).click();
    await page.getByText(`${game.moves[turns[index]]}: that is what was played!`).first().waitFor();
  };
  await page.locator('.guess-card summary').click();
  await page.locator('.guess-card textarea').fill(game.moves.join(''));
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('combobox', { name: 'Begin after' }).selectOption('30');
  await page.getByRole('button', { name: 'Begin' }).click();
  await guess(0);
  await page.keyboard.press('n');
  await guess(1);
  await page.reload();
  await kept.getByText(`Black’s moves in Black – White. Guessed so far: 2 of ${turns.length}.`).waitFor();
  await page.getByRole('button', { name: 'Go on with this game' }).click();
  for (let index = 2; index < turns.length; index++) {
    await guess(index);
    // The last guess is told, but the result is not seen yet.
    if (index < turns.length - 1) await page.keyboard.press('n');
  }
  await page.reload();
  await page.getByRole('button', { name: 'See the result' }).click();
  await page.getByRole('heading', { name: 'How you did' }).waitFor();
  await page.getByText(`${turns.length} of ${turns.length}`, { exact: true }).first().waitFor();
  assert.equal(await page.locator('.losses tbody tr').count(), turns.length);
  await page.getByRole('button', { name: 'The same game again' }).click();
  await guess(0);
  const good = await page.evaluate(() => JSON.parse(localStorage.getItem('reversi.learn.guess')));
  assert.equal(good.guesses.length, 1);
  await page.reload();
  await page.getByRole('button', { name: 'Forget it' }).click();
  await kept.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Choose files').waitFor();
  assert.equal(await kept.count(), 0);

  // What a damaged storage holds is dropped: at once, or when it turns out that it is no game.
  const store = value => page.evaluate(text => localStorage.setItem('reversi.learn.guess', text), typeof value === 'string' ? value : JSON.stringify(value));
  for (const damaged of ['{', '[]', '7', { ...good, version: 99 }, { ...good, game: { ...good.game, moves: [3] } }, { ...good, guesses: [null] }, { ...good, side: 'red' }]) {
    await store(damaged);
    await page.reload();
    await page.getByText('Choose files').waitFor();
    assert.equal(await kept.count(), 0, JSON.stringify(damaged));
  }
  guest.expect(/422/);
  const [first] = good.guesses;
  for (const damaged of [{ ...good, game: { ...good.game, moves: ['a1'] } }, { ...good, guesses: [{ ...first, number: first.number + 1 }] }]) {
    await store(damaged);
    await page.reload();
    await page.getByRole('button', { name: 'Go on with this game' }).click();
    await page.getByText('This game cannot be read any more.').waitFor();
    assert.equal(await kept.count(), 0);
  }
}));
