// Every view of the page, with content.
import { addressOf, randomGame } from './games.js';
import { server } from './visit.js';

let made;

/** Views by name: their addresses, and the actions that show all their content. */
export function views() {
  return made ??= make();
}

async function make() {
  const backend = await server();
  const play = async wishes => {
    const { id, keys } = await backend.ask('/api/games', { body: wishes });
    return { id, key: keys.black ?? keys.white };
  };
  const running = await play({ black: 'human', white: 'human', shared: true, clock: { seconds: 600, increment: 5 } });
  await backend.ask(`/api/games/${running.id}/move`, { body: { square: 'f5' }, key: running.key });
  const over = await play({ black: 'human', white: 'engine:1' });
  await backend.ask(`/api/games/${over.id}/resign`, { body: {}, key: over.key });
  const demo = await play({ black: 'engine:1', white: 'walle:1' });
  const large = await play({ black: 'human', white: 'random', begin: { size: 26 } });
  const game = await randomGame(backend, 8, 11);
  const middle = await backend.ask('/api/puzzles/middle');
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
    { name: 'middle-puzzles', path: '#/learn/puzzles/middle' },
    { name: 'middle-puzzle', path: `#/learn/puzzles/middle/${middle.puzzles[0].id}`, act: tell },
    { name: 'mistakes', path: '#/learn/mistakes' },
    { name: 'guess', path: '#/learn/guess', act: page => page.locator('.guess-card summary').click() },
    { name: 'tree', path: '#/learn/tree' },
    { name: 'keys', path: '#/', act: page => page.keyboard.press('?'), isDialog: true },
    { name: 'nowhere', path: '#/nowhere' },
    { name: 'no-game', path: '#/play/nothing-here', expect: /404/ },
  ];
}

/** Switches the engine on, in any language. */
async function think(page) {
  await page.getByRole('switch').first().click();
  await page.locator('.line').first().waitFor();
}

/** Asks for the answer of a puzzle. */
async function tell(page) {
  await page.locator('.puzzle-bar button').nth(1).click();
  await page.locator('.losses').waitFor({ state: 'attached' });
}

/** Presses one of the buttons over a game: 0 opens, 1 saves, 2 edits. */
const tool = index => page => page.locator('.desk-tools button').nth(index).click();

/**
 * Opens a view and waits until nothing moves.
 * @param {import('./visit.js').Visit} guest
 * @param {{path: string, act?: Function, expect?: RegExp, isDialog?: boolean}} view
 */
export async function see(guest, view, language = 'en') {
  if (view.expect) guest.expect(view.expect);
  // Another page first: it closes a dialog or drawer of the last view.
  await guest.page.goto('about:blank');
  await guest.go(`?lang=${language}${view.path}`);
  await view.act?.(guest.page);
  if (view.isDialog) await guest.page.getByRole('dialog').waitFor();
  await guest.quiet();
}
