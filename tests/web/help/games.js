// Random games for tests, by the server's rules. The same seed gives the same game.

/**
 * A game played to its end.
 * @param {import('./server.js').Server} server
 * @param {number} size
 * @param {number} seed
 * @returns {Promise<{begin: object, moves: string[], positions: object[]}>}
 */
export async function randomGame(server, size, seed) {
  const begin = { size };
  const moves = [];
  const positions = [];
  let luck = seed;
  for (;;) {
    const answer = await server.ask('/api/line', { body: { begin, moves, from: moves.length } });
    const position = answer.positions.at(-1);
    positions.push(position);
    const legal = Object.keys(position.legal).sort();
    if (!position.to_move) return { begin, moves, positions };
    luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0;
    moves.push(legal[luck % legal.length]);
  }
}

/** The address of the page with a game. */
export const addressOf = ({ begin, moves }) => `#/analyse?size=${begin.size}&start=standard&moves=${moves.join('')}`;
