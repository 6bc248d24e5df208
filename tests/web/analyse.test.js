// Analyse: stepping, lines, scores, variations, the graph, all record formats, review, retry, editor.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { addressOf, randomGame } from './help/games.js';
import { BoardOf } from './help/board.js';
import { server, visiting } from './help/visit.js';

/** @type {{begin: {size: number}, moves: string[], positions: any[]}} */
let small;
before(async () => { small = await randomGame(await server(), 6, 7); });

const TIGER = { begin: { size: 8 }, moves: ['f5', 'd6', 'c3', 'd3', 'c4'] };
const engine = page => page.getByRole('region', { name: 'Engine', exact: true });
const lines = page => engine(page).getByRole('group', { name: /^Line \d/ });

/** The buttons of the move list, by accessible name, in order. */
const moves = page => page.getByRole('group', { name: 'Moves', exact: true }).getByRole('button', { name: /^\d+ (Black|White) [a-z]\d/ });
const listed = async page => (await moves(page).allInnerTexts()).map(text => /[a-z]\d+/.exec(text)[0]);

/** Switches the engine on. */
async function think(page) {
  const engine = page.getByRole('switch', { name: 'Engine' });
  if (await engine.getAttribute('aria-checked') !== 'true') await engine.click();
}


test('lines deepen, scores stand on the squares, arrow keys step', visiting(addressOf(TIGER), async (guest, page) => {
  const board = new BoardOf(page);
  await page.getByText('Tiger', { exact: false }).first().waitFor();
  await think(page);
  await lines(page).first().waitFor();
  await board.grid.getByRole('button', { name: /best move/ }).first().waitFor();
  assert.match((await board.labels()).find(label => label.includes('best move')), /(about|exactly) [+−]?\d/, 'a score on a square');
  const { positions } = await (await server()).ask('/api/line', { body: TIGER });
  assert.equal(await board.letters(), positions.at(-1).board);
  await page.keyboard.press('ArrowLeft');
  await board.waitFor(positions[4].board);
  await page.keyboard.press('Home');
  await board.waitFor(positions[0].board);
  await page.keyboard.press('ArrowRight');
  await board.waitFor(positions[1].board);
  await page.keyboard.press('End');
  await board.waitFor(positions[5].board);
}));

test('scores are rounded by one rule, as everywhere in the program', visiting('#/analyse', async (guest, page) => {
  const table = JSON.parse(await readFile(new URL('./help/scores.json', import.meta.url), 'utf8'));
  const texts = await page.evaluate(async table => {
    const { signed } = await import('/js/analyse/score.js');
    return table.map(([units, isExact]) => signed(units / 128, isExact));
  }, table);
  assert.deepEqual(texts.map(text => text.replace('−', '-')), table.map(([, , text]) => text));
}));

test('a score is the same text in the list and on its square', visiting('', async (guest, page) => {
  const game = await randomGame(await server(), 8, 3);
  await guest.go(addressOf({ ...game, moves: game.moves.slice(0, 24) }));
  await think(page);
  // An estimate of ten discs or more has its decimal, too.
  await lines(page).locator('.line-score', { hasText: /^[+−]\d\d\.\d/ }).first().waitFor();
  const pairs = await page.evaluate(() => {
    const text = (from, selector) => from.querySelector(selector)?.textContent;
    return [...document.querySelectorAll('.line')].map(line =>
      [text(line, '.line-score'), text(document, `[data-square="${text(line, '.line-move')}"] .note`)]);
  });
  assert.ok(pairs.length > 0);
  for (const [listed, onSquare] of pairs) assert.equal(onSquare, listed);
}));

test('book moves, estimates and exact scores are told apart', visiting('', async (guest, page) => {
  await guest.go(addressOf({ begin: { size: 8 }, moves: ['f5'] }));
  await think(page);
  // Deeper searches put other moves first, so it need not be the first line.
  const line = engine(page).getByRole('group', { name: /^Line \d, about [+−]\d+\.\d for White, a book move$/ }).first();
  await line.waitFor();
  await line.locator('.line-score').filter({ hasText: /b$/ }).waitFor();
  await engine(page).getByText('b: book move').waitFor();
  // The diagonal opening, and a move that is in no book; then the end of a small game.
  const graph = page.getByRole('region', { name: /Evaluation of the game/ });
  const review = async (game, kinds) => {
    await guest.go(addressOf(game));
    // The game before stays until the server has answered.
    await moves(page).nth(game.moves.length - 1).waitFor();
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('combobox', { name: 'How thorough' }).selectOption({ label: 'Quick' });
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60_000 });
    assert.deepEqual(await graph.locator('.graph-kind').allTextContents(), kinds);
    for (const kind of kinds) assert.ok(await graph.locator(`.graph-line.${kind.split(' ').at(-1)}`).count() > 0, kind);
    await page.getByRole('tab', { name: 'Moves' }).click();
  };
  await review({ begin: { size: 8 }, moves: ['f5', 'f6', 'f7'] }, ['opening book', 'estimate']);
  await page.getByText('Opening book until here').waitFor();
  await review(small, ['estimate', 'exact']);
  await page.getByText('Exact from here on').waitFor();
}));

test('near the end scores are exact', visiting('', async (guest, page) => {
  const short = { begin: small.begin, moves: small.moves.slice(0, -6) };
  await guest.go(addressOf(short));
  await think(page);
  await engine(page).getByText('Solved: exact').waitFor();
  const board = new BoardOf(page);
  const exact = (await board.labels()).filter(label => label.includes('exactly'));
  const { positions } = await (await server()).ask('/api/line', { body: short });
  assert.equal(exact.length, Object.keys(positions.at(-1).legal).length, `every move has its exact score: ${exact}`);
}));

test('a variation, kept in the address, and a click into the graph', visiting('', async (guest, page) => {
  await guest.go(`${addressOf(small)}&at=4`);
  const board = new BoardOf(page);
  await board.waitFor(small.positions[4].board);
  const other = Object.keys(small.positions[4].legal).find(square => square !== small.moves[4]);
  await board.square(other).click();
  await page.getByRole('group', { name: 'Variation', exact: true }).getByRole('button', { name: new RegExp(`\\b${other}\\b`) }).waitFor();
  await page.waitForURL(url => url.hash.includes(`(${other})`));
  const letters = await board.letters();
  await page.reload();
  await board.waitFor(letters);
  await page.getByRole('group', { name: 'Variation', exact: true }).waitFor();
  assert.ok((await listed(page)).includes(other));
  const graph = page.getByRole('slider', { name: /Evaluation of the game/ });
  const box = await graph.boundingBox();
  await graph.click({ position: { x: box.width - 10, y: box.height / 2 } });
  await board.waitFor(small.positions.at(-1).board);
  assert.equal(await graph.getAttribute('aria-valuenow'), String(small.moves.length));
}));

test('records of every kind: copied, downloaded, pasted, opened and dropped', visiting('', async (guest, page) => {
  const { formats } = await (await server()).ask('/api/about');
  const board = new BoardOf(page);
  const game = await randomGame(await server(), 8, 3);
  let tried = 0;
  for (const { keyword, is_text, of_positions } of formats.filter(format => !format.of_positions)) {
    const response = await fetch(`${guest.origin}/api/write`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ format: keyword, begin: { size: 8 }, moves: game.moves }) });
    assert.equal(response.status, 200, `${keyword} is written: ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    await guest.go('#/analyse?size=8&start=standard');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Open' });
    if (is_text) {
      await dialog.getByRole('textbox', { name: 'Paste a game or a position' }).fill(bytes.toString());
      await dialog.getByRole('button', { name: 'Open this text' }).click();
    } else {
      await dialog.locator('input[type=file]').setInputFiles({ name: `game.${keyword}`, mimeType: 'application/octet-stream', buffer: bytes });
    }
    await dialog.waitFor({ state: 'detached' }).catch(async () => assert.fail(`${keyword}: ${await dialog.textContent()}`));
    await page.keyboard.press('End');
    await board.waitFor(game.positions.at(-1).board);
    assert.deepEqual(await listed(page), game.moves, keyword);
    tried++;
  }
  assert.ok(tried >= 4, `${tried} formats`);

  await page.evaluate(text => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, 'F5 D6 C3');
  await page.waitForFunction(() => location.hash.includes('moves=f5d6c3&') || location.hash.endsWith('moves=f5d6c3'));
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['f5f6e6f4'], 'game.txt'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => location.hash.includes('f5f6e6f4'));

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('ggf');
  await page.waitForFunction(() => [...document.querySelectorAll('dialog textarea')].some(area => area.value.includes('GM[Othello]')));
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()]);
  assert.match(download.suggestedFilename(), /\.ggf$/);
}));

test('invalid pasted text gets an error message', visiting('#/analyse', async (guest, page) => {
  guest.expect(/40\d|422/);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open' });
  for (const text of ['hello there', 'f5f5f5', '(;GM[', '   ']) {
    await dialog.getByRole('textbox', { name: 'Paste a game or a position' }).fill(text);
    await dialog.getByRole('button', { name: 'Open this text' }).click();
    await dialog.locator('[role=status].wrong', { hasText: /\S{3}/ }).first().waitFor();
  }
}));

test('a review with labels, and a mistake tried again', visiting('', async (guest, page) => {
  await guest.go(addressOf(small));
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('combobox', { name: 'How thorough' }).selectOption({ label: 'Quick' });
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60_000 });
  const report = page.getByRole('table', { name: 'Review' });
  assert.match(await report.getByRole('row', { name: /Accuracy/ }).textContent(), /\d+\.\d\s%.*\d+\.\d\s%/);
  assert.equal(await report.getByRole('row', { name: /Played like/ }).count(), 0, 'only games on 8×8 show a rating');
  const judged = await report.getByRole('row').evaluateAll(rows => rows.filter(row => row.dataset.label)
    .map(row => [...row.querySelectorAll('td')].reduce((sum, cell) => sum + Number(cell.textContent), 0)).reduce((a, b) => a + b, 0));
  assert.ok(judged > 0 && judged <= small.moves.length, `${judged} moves have labels`);
  await page.getByRole('tab', { name: 'Moves' }).click();
  assert.ok(await page.getByRole('button', { name: /^\d+ (Black|White) .*(Mistake|Blunder|Inaccuracy)/ }).count() > 0, 'labels in the list');
  // The reasons are those of the chosen mistake, and a retry hides them until the answer is known.
  const why = page.getByRole('group', { name: 'Why' });
  await page.getByRole('button', { name: /^\d+ (Black|White) .*(Mistake|Blunder|Inaccuracy)/ }).first().click();
  await why.waitFor();
  const reasons = await why.textContent();
  assert.match(reasons, /^.*[a-f][1-6].*\.$/);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: /^Both \(\d+\)$/ }).click();
  const ask = await page.getByText(/Find a better move/).first().textContent();
  const [, number, played] = /Move (\d+): \S+ played ([a-f][1-6])/.exec(ask);
  const board = new BoardOf(page);
  await board.waitFor(small.positions[Number(number) - 1].board);
  assert.ok(!(await board.labels()).some(label => /best move|exactly|about/.test(label)), 'the page does not reveal the answer');
  await why.waitFor({ state: 'hidden' });
  await board.square(played).click();
  await page.getByText(`${played} is what was played. Try another.`).first().waitFor();
  for (const square of await board.legal()) {
    if (square === played) continue;
    await board.square(square).click();
    await page.getByText(new RegExp(`^${square} (is the best|is as good|is good|loses)`)).first().waitFor();
    if (await page.getByText('Well found!').first().isVisible()) break;
  }
  await page.getByText('Well found!').first().waitFor();
  await why.waitFor();
  assert.equal(await why.textContent(), reasons, 'the first mistake is the one that was tried again');
  // The labels are there again when the game is opened again, after another one.
  const labelled = page.getByRole('button', { name: /^\d+ (Black|White) .*(Mistake|Blunder|Inaccuracy)/ });
  await guest.go(addressOf(TIGER));
  await page.getByText('Tiger', { exact: false }).first().waitFor();
  assert.equal(await labelled.count(), 0);
  await page.getByRole('tab', { name: 'Moves' }).click();
  await guest.go(addressOf(small));
  await moves(page).nth(small.moves.length - 1).waitFor();
  await labelled.first().waitFor();
}));

/** Has the open game reviewed quickly. */
async function reviewQuickly(page) {
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('combobox', { name: 'How thorough' }).selectOption({ label: 'Quick' });
  await page.getByRole('button', { name: 'Review the game' }).click();
}

test('a stopped review says which moves its figures cover', visiting('', async (guest, page) => {
  // The page hears of the last six moves only, as in the middle of a review.
  const from = small.moves.length - 5;
  await page.routeWebSocket(/./, socket => {
    const backend = socket.connectToServer();
    socket.onMessage(message => backend.send(message));
    backend.onMessage(message => {
      const heard = JSON.parse(String(message));
      if (heard.review) {
        heard.review.moves = heard.review.moves.filter(({ number }) => number >= from);
        heard.review.complete = heard.done = false;
      }
      socket.send(JSON.stringify(heard));
    });
  });
  // The socket is opened by a page that is loaded after the route is there.
  await page.reload();
  await guest.go(addressOf(small));
  await reviewQuickly(page);
  await page.locator('.report').waitFor();
  assert.equal(await page.locator('.review-part').count(), 0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText(`These figures cover only the moves from ${from} on.`).waitFor();
  // Another game does not inherit it.
  await page.getByRole('tab', { name: 'Moves' }).click();
  await guest.go(addressOf(TIGER));
  await page.getByText('Tiger', { exact: false }).first().waitFor();
  await page.getByRole('tab', { name: 'Review' }).click();
  assert.equal(await page.getByText(/Stopped|cover only/).count(), 0);
}));

test('a kept review: what its ratings are worth, and what a damaged one is', { timeout: 60_000 }, visiting('', async (guest, page) => {
  const game = await randomGame(await server(), 8, 5);
  await guest.go(addressOf(game));
  await reviewQuickly(page);
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60_000 });
  const good = await page.evaluate(() => JSON.parse(localStorage.getItem('reversi.review')));
  const open = async value => {
    await page.evaluate(text => localStorage.setItem('reversi.review', text), JSON.stringify(value));
    await page.reload();
    await moves(page).nth(game.moves.length - 1).waitFor();
    await page.getByRole('tab', { name: 'Review' }).click();
  };
  const strength = rating => ({ rating, low: rating - 200, high: rating + 200 });
  for (const [black, white, isSure, isRough] of [[1500, 2100, true, false], [1499, 900, false, true], [1300, 1700, true, true]]) {
    await open({ ...good, judgement: { ...good.judgement, strength: { black: strength(black), white: strength(white) } } });
    const note = await page.getByText('Played like: the rating').textContent();
    assert.deepEqual([note.includes('two times in three'), note.includes('Below 1500 few players are known')], [isSure, isRough], note);
  }
  const { judgement } = good;
  for (const damaged of [7, [], { key: good.key }, { key: good.key, judgement: null }, { key: good.key, judgement: [] },
    ...[{ accuracy: 3 }, { labels: null }, { moves: {} }, { moves: [null] }, { graph: [3] }, { graph: null }].map(bad => ({ key: good.key, judgement: { ...judgement, ...bad } }))]) {
    await open(damaged);
    await page.getByRole('button', { name: 'Review the game' }).waitFor();
    assert.equal(await page.locator('.report').count(), 0, JSON.stringify(damaged).slice(0, 80));
  }
}));

test('the reasons of a mistake are shown whole beside the board', { timeout: 60_000 }, visiting('', async (guest, page) => {
  const game = await randomGame(await server(), 8, 5);
  await guest.go(addressOf(game));
  await reviewQuickly(page);
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60_000 });
  const judged = await page.evaluate(() => JSON.parse(localStorage.getItem('reversi.review')).judgement.moves.filter(({ why }) => why?.length));
  const [{ number }] = judged.sort((one, other) => JSON.stringify(other.why).length - JSON.stringify(one.why).length);
  await page.goto('about:blank');
  await guest.go(`${addressOf(game)}&at=${number}`);
  const why = page.getByRole('group', { name: 'Why' });
  await why.waitFor();
  for (const tab of ['Review', 'Moves']) {
    await page.getByRole('tab', { name: tab }).click();
    const boxes = await why.evaluate(why => {
      const panel = document.querySelector('.tab-panel:not([hidden])');
      const graph = document.querySelector('.graph').getBoundingClientRect();
      return { hidden: why.scrollHeight - why.clientHeight, panel: panel.clientHeight, apart: why.getBoundingClientRect().top - panel.getBoundingClientRect().bottom, below: panel.getBoundingClientRect().top - graph.bottom };
    });
    assert.equal(boxes.hidden, 0, 'all of it is shown');
    assert.ok(boxes.panel >= 128 && boxes.apart >= 0 && boxes.below >= 0, JSON.stringify(boxes));
  }
}, { viewport: { width: 1280, height: 757 } }));

test('the graph and the report of a review on a telephone, in Greek', visiting('', async (guest, page) => {
  const game = await randomGame(await server(), 8, 5);
  await guest.go(`?lang=el${addressOf(game)}`);
  await page.getByRole('tab').nth(1).click();
  await page.locator('.review-bar select').selectOption('6');
  await page.locator('#review-start').click();
  await page.locator('.keep-sides').waitFor({ timeout: 60_000 });
  const seen = await page.evaluate(() => {
    const boxes = selector => [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect());
    const touch = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const signs = boxes('.graph-mark');
    return {
      signs: signs.length,
      touching: signs.filter((sign, index) => signs.slice(0, index).some(other => touch(sign, other))).length,
      scale: Math.max(...boxes('.graph-scale').map(({ right }) => right)),
      field: boxes('.graph-field')[0].left,
      heads: [...document.querySelectorAll('.report thead th')].map(head => [head.textContent, head.scrollWidth - head.clientWidth, head.clientHeight < 40]),
    };
  });
  assert.ok(seen.signs > 20, `${seen.signs} signs`);
  assert.equal(seen.touching, 0, 'signs that run into each other');
  assert.ok(seen.scale <= seen.field, `the scale ends at ${seen.scale}, the field begins at ${seen.field}`);
  assert.deepEqual(seen.heads, [['Μαύρα', 0, true], ['Λευκά', 0, true]], 'column heads in one line');
}, { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true }));

test('the editor makes a position to analyse and to play from', visiting('#/analyse?size=8&start=standard', async (guest, page) => {
  const board = new BoardOf(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('region', { name: 'Edit the position' });
  await editor.getByRole('button', { name: 'Clear' }).click();
  await board.square('a1').click();
  await editor.getByRole('radio', { name: /White/ }).first().check();
  await board.square('b1').click();
  await board.square('h8').focus();
  await page.keyboard.press('b');
  await board.square('h8').click();
  await board.square('h8').click();
  const board64 = `XO${'-'.repeat(62)}`;
  assert.equal(await editor.getByRole('textbox').inputValue(), board64);
  await editor.getByRole('button', { name: 'Analyse' }).click();
  await board.waitFor(board64);
  assert.deepEqual(await board.legal(), ['c1']);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/#\/play\/./);
  await board.waitFor(board64);
}));
