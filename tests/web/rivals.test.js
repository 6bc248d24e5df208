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
