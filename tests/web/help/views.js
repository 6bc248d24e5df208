// Every view of the page, with something on it.
import { addressOf, randomGame } from './games.js';
import { server } from './house.js';

let made;

/** Views by name: their addresses, and what to do there to see them whole. */
export function views() {
  return made ??= make();
}

async function make() {
  const house = await server();
  const play = async wishes => {
    const { id, keys } = await house.ask('/api/games', { body: wishes });
    return { id, key: keys.black ?? keys.white };
  };
  const running = await play({ black: 'human', white: 'human', shared: true, clock: { seconds: 600, increment: 5 } });
  await house.ask(`/api/games/${running.id}/move`, { body: { square: 'f5' }, key: running.key });
  const over = await play({ black: 'human', white: 'engine:1' });
  await house.ask(`/api/games/${over.id}/resign`, { body: {}, key: over.key });
  const demo = await play({ black: 'engine:1', white: 'walle:1' });
  const large = await play({ black: 'human', white: 'random', begin: { size: 26 } });
  const game = await randomGame(house, 8, 11);
  const hash = ({ id, key }) => `#/play/${id}/${key}`;
  return [
    { name: 'home', path: '#/' },
    { name: 'home-open', path: '#/', act: page => page.locator('summary').first().click() },
    { name: 'game', path: hash(running) },
    { name: 'game-over', path: hash(over) },
    { name: 'watching', path: `#/play/${running.id}` },
    { name: 'demo', path: hash(demo) },
    { name: 'large', path: hash(large) },
    { name: 'analyse', path: `${addressOf({ begin: { size: 8 }, moves: game.moves })}&at=52`, act: think },
    { name: 'open', path: '#/analyse?size=8&start=standard', act: tool(0), isDialog: true },
    { name: 'editor', path: '#/analyse?size=8&start=standard', act: tool(2) },
    { name: 'learn', path: '#/learn' },
    { name: 'rules', path: '#/learn/rules' },
    { name: 'puzzles', path: '#/learn/puzzles' },
    { name: 'tree', path: '#/learn/tree' },
    { name: 'keys', path: '#/', act: page => page.keyboard.press('?'), isDialog: true },
    { name: 'nowhere', path: '#/nowhere' },
    { name: 'no-game', path: '#/play/nothing-here', expect: /404/ },
  ];
}

/** Lets the engine think, in any language. */
async function think(page) {
  await page.getByRole('switch').first().click();
  await page.locator('.line').first().waitFor();
}

/** Presses one of the buttons over a game: 0 opens, 1 saves, 2 edits. */
const tool = index => page => page.locator('.desk-tools button').nth(index).click();

/**
 * Opens a view and waits until it stands still.
 * @param {import('./house.js').Visit} guest
 * @param {{path: string, act?: Function, expect?: RegExp, isDialog?: boolean}} view
 */
export async function see(guest, view, language = 'en') {
  if (view.expect) guest.expect(view.expect);
  // Another page first, so that a dialog or an open drawer of the last view is gone.
  await guest.page.goto('about:blank');
  await guest.go(`?lang=${language}${view.path}`);
  await view.act?.(guest.page);
  if (view.isDialog) await guest.page.getByRole('dialog').waitFor();
  await guest.quiet();
}
