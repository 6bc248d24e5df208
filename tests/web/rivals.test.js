// Rivals: the form, their words, and the rung that suits the user, remembered for each board size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './help/player.js';
import { agree, begin, sit, truth } from './help/table.js';
import { server, visiting } from './help/visit.js';

/** Resigns the player's game. */
async function resign(player) {
  await player.button('Resign').click();
  await player.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await player.page.getByText('You resigned.').first().waitFor();
}

/** Presses a button that leads to another game, and waits for its board. */
async function onward(player, button) {
  const { id } = player.address;
  await button.click();
  await player.page.waitForURL(url => !url.hash.includes(id));
  await player.board.square('a1').waitFor();
}

test('a first game is against a low rival', visiting('#/', async (guest, page) => {
  const { rivals } = await (await server()).ask('/api/about');
  const first = rivals.find(rival => rival.is_first);
  await page.getByText(`Rival 2 · about ${first.rating} · `).first().waitFor();
  await begin(page);
  const player = new Player(guest);
  assert.equal((await truth(player)).players.white.player, first.player);
  await page.getByText(`about ${first.rating}`).first().waitFor();
  await player.playOn('click', 2);
  assert.ok(await player.turn(), 'it answers');
}));

test('twenty rivals, and an engine with true words', visiting('#/', async (guest, page) => {
  const { rivals } = await (await server()).ask('/api/about');
  const slider = page.getByRole('slider', { name: 'Strength' }).first();
  assert.deepEqual([await slider.getAttribute('min'), await slider.getAttribute('max')], ['1', '20']);
  await slider.fill('6');
  await page.getByText(`Rival 6 · about ${rivals[5].rating} · `).first().waitFor();
  await page.getByRole('combobox', { name: 'Opponent' }).selectOption({ label: 'Engine' });
  await page.getByText('Engine 1 · already beats most people').first().waitFor();
  await page.getByRole('combobox', { name: 'Opponent' }).selectOption({ label: 'Rival' });
  await page.getByText(/^Board, clock and names/).click();
  await page.getByRole('slider', { name: 'Board size' }).fill('10');
  await page.getByText('On this board a rival plays by search and chance,').first().waitFor();
  await page.getByText(/^Rival \d+$/).first().waitFor();
}));

test('the engine above 8×8 is described as the simple player that it is', visiting('#/', async (guest, page) => {
  const about = page.locator('#opponent-about');
  for (const [language, strong, simple, beats] of [['en', 'Strong and trained', 'simple player', 'beats most'], ['el', 'Δυνατή και εκπαιδευμένη', 'απλός παίκτης', 'τους περισσότερους']]) {
    await guest.go(`?lang=${language}#/`);
    await page.locator('#opponent').selectOption('engine');
    if (!await page.locator('.more').evaluate(more => more.open)) await page.locator('.more summary').click();
    const form = page.locator('.setup');
    for (const [key, size] of [['Home', 4], ['ArrowRight', 6], ['ArrowRight', 8], ['ArrowRight', 10], ['End', 26]]) {
      await page.locator('#size').press(key);
      await form.locator('.more .strength-word', { hasText: `${size}×${size}` }).waitFor();
      const isSimple = size > 8;
      await about.filter({ hasText: isSimple ? simple : strong }).waitFor();
      for (const place of [about, form.locator('.strength-word').first()]) assert.equal((await place.textContent()).includes(beats), !isSimple, `${size}`);
    }
  }
}));

test('another rival is offered after two losses, and remembered', async () => {
  const { rivals } = await (await server()).ask('/api/about');
  const { player, guest } = await sit({ black: 'human', white: 'rival:5' });
  const { page } = player;
  const easier = page.getByRole('button', { name: `Easier rival: 4 · about ${rivals[3].rating}` });
  await resign(player);
  assert.equal(await easier.count(), 0, 'one close loss says nothing');
  await onward(player, player.button('Rematch'));
  await resign(player);
  await onward(player, easier);
  const game = await truth(player);
  assert.equal(game.players.white.player, 'rival:4', 'the user has black again');
  await page.goto(`${guest.origin}/#/`);
  await page.getByText(`Rival 4 · about ${rivals[3].rating}`).first().waitFor();
  await guest.leave();
});

test('a clear result by discs offers another rival at once', async () => {
  const { player, guest } = await sit({ black: 'human', white: 'rival:8' });
  await player.playOn('click');
  const { result } = await agree(player);
  const name = result.winner === 'black' ? /^Next rival: 9 · about/ : /^Easier rival: 7 · about/;
  const offered = player.page.getByRole('button', { name });
  if (result.is_clear) await offered.waitFor();
  else assert.equal(await offered.count(), 0);
  assert.equal(await player.button('Resign').isVisible(), !result.is_clear);
  await guest.leave();
});

/** What the browser knows of the rivals on a board size. */
const climbOf = (page, name) => page.evaluate(name => JSON.parse(localStorage.getItem(`reversi.${name}`)), name);
const setClimb = (page, name, climb) => page.evaluate(([name, climb]) => localStorage.setItem(`reversi.${name}`, JSON.stringify(climb)), [name, climb]);

test('a game that ends while its page is closed counts, once', visiting('#/learn', async (guest, page) => {
  const backend = await server();
  await setClimb(page, 'rival', { rung: 5, streak: -1, game: 'older', next: null });
  const { id, keys } = await backend.ask('/api/games', { body: { black: 'human', white: 'rival:5' } });
  await guest.go(`#/play/${id}/${keys.black}`);
  await page.waitForFunction(id => localStorage.getItem('reversi.rival').includes(id), id);
  await guest.go('#/learn');
  await backend.ask(`/api/games/${id}/resign`, { body: {}, key: keys.black });
  const offered = page.getByRole('button', { name: /^Easier rival: 4 · about/ });
  for (const visit of ['first', 'second']) {
    await guest.go(`#/play/${id}/${keys.black}`);
    await offered.waitFor();
    const { rung, streak, game, next } = await climbOf(page, 'rival');
    assert.deepEqual({ rung, streak, game, next }, { rung: 5, streak: -2, game: id, next: 4 }, `the ${visit} visit`);
    await guest.go('#/learn');
  }
  // A game that was never seen running, and one that is only watched.
  for (const seat of [keys => `/${keys.black}`, () => '']) {
    const other = await backend.ask('/api/games', { body: { black: 'human', white: 'rival:5' } });
    if (!seat(keys)) {
      await guest.go(`#/play/${other.id}`);
      await guest.quiet();
      await guest.go('#/learn');
    }
    await backend.ask(`/api/games/${other.id}/resign`, { body: {}, key: other.keys.black });
    await guest.go(`#/play/${other.id}${seat(other.keys)}`);
    await page.getByText(/resigned/).first().waitFor();
    await guest.quiet();
    assert.equal((await climbOf(page, 'rival')).game, id);
  }
}));

test('a game that goes on after an undo offers nothing any more', { timeout: 60_000 }, async () => {
  const { player, guest, id } = await sit({ begin: { size: 6 }, black: 'human', white: 'rival:5' });
  const { page } = player;
  await player.playOn('click');
  await page.waitForFunction(id => JSON.parse(localStorage.getItem('reversi.rival6') ?? '{}').game === id, id);
  // Whatever the result was: the next rival is offered.
  await setClimb(page, 'rival6', { rung: 5, streak: 0, game: id, next: 6 });
  await page.reload();
  const offered = page.getByRole('button', { name: 'Next rival: 6', exact: true });
  await offered.waitFor();
  await player.button('Undo').click();
  await player.button('Resign').waitFor();
  await player.button('Hint').waitFor();
  assert.equal(await offered.count(), 0);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('reversi.rival6')).next === null);
  await player.playOn('click');
  await player.button('Rematch').waitFor();
  await guest.quiet();
  assert.equal(await page.getByRole('button', { name: /rival: \d/ }).count(), 0);
  assert.equal((await climbOf(page, 'rival6')).streak, 0, 'it is not counted again');
  await guest.leave();
});

test('the next rival is asked for once, and again if that failed', async () => {
  const { player, guest, id } = await sit({ black: 'human', white: 'rival:5' });
  const { page } = player;
  await resign(player);
  await setClimb(page, 'rival', { rung: 5, streak: 0, game: id, next: 6 });
  await page.reload();
  const offered = page.getByRole('button', { name: /^Next rival: 6/ });
  await offered.waitFor();
  let asked = 0;
  let answer = () => {};
  await page.route('**/api/games', route => {
    asked += 1;
    answer = isRefused => (isRefused ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"busy","message":"busy"}' }) : route.continue());
  });
  guest.expect(/503/);
  await offered.dblclick();
  await guest.page.waitForFunction(() => document.querySelector('.next').ariaBusy === 'true');
  await answer(true);
  await page.locator('#toast').filter({ hasText: /./ }).waitFor();
  await page.waitForFunction(() => document.querySelector('.next').ariaBusy !== 'true');
  assert.equal(asked, 1, 'a double click asks once');
  await offered.dblclick();
  await page.waitForFunction(() => document.querySelector('.next').ariaBusy === 'true');
  await answer(false);
  await page.waitForURL(url => !url.hash.includes(id));
  await player.board.square('a1').waitFor();
  assert.equal(asked, 2, 'and once more after a failure');
  await guest.leave();
});

test('each board size has a rung of its own', async () => {
  const { rivals } = await (await server()).ask('/api/about');
  const { player, guest } = await sit({ begin: { size: 6 }, black: 'human', white: 'rival:5' });
  const { page } = player;
  const slider = page.getByRole('slider', { name: 'Strength' }).first();
  const stored = name => page.evaluate(name => localStorage.getItem(`reversi.${name}`), name);
  // What a browser keeps of 8×8, from before sizes were told apart.
  const climb = JSON.stringify({ rung: 12, streak: 1, game: 'older', next: null });
  await page.evaluate(climb => {
    localStorage.setItem('reversi.setup', JSON.stringify({ opponent: { name: 'rival', rival: 12, engine: 1, classic: 3 } }));
    localStorage.setItem('reversi.rival', climb);
  }, climb);
  await resign(player);
  await onward(player, player.button('Rematch'));
  await resign(player);
  await onward(player, page.getByRole('button', { name: 'Easier rival: 4', exact: true }));
  assert.equal((await truth(player)).players.white.player, 'rival:4');
  assert.equal(await stored('rival'), climb, 'the results on 8×8 are as they were');

  await page.goto(`${guest.origin}/#/`);
  await page.getByText(`Rival 12 · about ${rivals[11].rating}`).first().waitFor();
  await page.getByText(/^Board, clock and names/).click();
  const size = page.getByRole('slider', { name: 'Board size' });
  const first = rivals.findIndex(rival => rival.is_first) + 1;
  const rungs = [];
  for (const value of ['6', '10', '8']) {
    await size.fill(value);
    await page.getByText(value === '8' ? /^Rival 12 · / : value === '6' ? /^Rival 4$/ : `Rival ${first}`, { exact: true }).first().waitFor();
    rungs.push(await slider.inputValue());
  }
  assert.deepEqual(rungs, ['4', String(first), '12'], 'a new size begins low');
  await size.fill('6');
  await slider.fill('7');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/#\/play\/./);
  await player.board.square('a1').waitFor();
  assert.equal((await truth(player)).players.white.player, 'rival:7');
  assert.equal(JSON.parse(await stored('setup')).opponent.rival, 12);
  await guest.leave();
});

for (const [language, skills] of [['en', { newcomer: 'just learnt the rules', superhuman: 'stronger than any person' }],
  ['el', { newcomer: 'μόλις έμαθε τους κανόνες', superhuman: 'δυνατότερος από κάθε άνθρωπο' }]]) {
  test(`the strength of a rival is shown whole, in ${language === 'en' ? 'English' : 'Greek'}`, async () => {
    const { rivals } = await (await server()).ask('/api/about');
    for (const [skill, words] of Object.entries(skills)) {
      const { player: white, rating } = rivals.findLast(rival => rival.skill === skill);
      for (const clock of [null, { seconds: 600, increment: 5 }]) {
        const { guest, id, keys } = await sit({ black: 'human', white, clock });
        await guest.go(`?lang=${language}#/play/${id}/${keys.black}`);
        for (const width of [1280, 375]) {
          await guest.page.setViewportSize({ width, height: 800 });
          const about = guest.page.locator('.seat-white .seat-about');
          assert.match(await about.textContent(), new RegExp(`${rating} · ${words}$`));
          for (const part of ['.seat-about', '.seat-name']) {
            const hidden = await guest.page.locator(`.seat-white ${part}`).evaluate(place => {
              const text = document.createRange();
              text.selectNodeContents(place);
              const [inner, outer] = [text, place].map(box => box.getBoundingClientRect());
              return inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
            });
            assert.ok(!hidden, `${part} of ${white} at ${width}, ${clock ? 'with' : 'without'} a clock`);
          }
        }
        await guest.leave();
      }
    }
  });
}
