// The server against hostile and broken clients.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { Server } from './help/server.js';
import { Socket } from './help/socket.js';

/** @type {Server} */
let server;
before(async () => { server = await new Server().start(); });
after(() => server.stop());

/** Sends a request. Returns the status and text of the answer. */
async function send(path, { headers = {}, body, method = 'POST' } = {}) {
  const response = await fetch(server.origin + path, { method, headers: { 'Content-Type': 'application/json', ...headers }, body });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Sends raw bytes and reads the answer. */
function raw(bytes, milliseconds = 3000) {
  return new Promise(resolve => {
    const stream = connect(server.port, '127.0.0.1');
    let text = '';
    stream.on('data', data => { text += data; });
    stream.on('error', () => {});
    stream.on('close', () => resolve(text));
    setTimeout(() => stream.destroy(), milliseconds).unref();
    stream.write(bytes);
  });
}

/** Asserts that the server answers and has not panicked. */
async function isWell() {
  assert.equal((await send('/api/line', { body: '{"begin":{},"moves":["f5"]}' })).status, 200);
  assert.doesNotMatch(server.said, /panicked/, server.said);
}

/** A game between two people. */
const GAME = '{"black":"human","white":"human"}';

test('requests of other origins are refused', async () => {
  for (const Origin of ['http://evil.example', `http://evil.example:${server.port}`, 'null', `http://127.0.0.1:${server.port + 1}`]) {
    assert.equal((await send('/api/games', { headers: { Origin }, body: GAME })).status, 403, `a game made by ${Origin}`);
    await assert.rejects(Socket.open(server.origin, { Origin }), { status: 403 }, `a socket from ${Origin}`);
  }
  assert.equal((await send('/api/games', { headers: { Origin: server.origin }, body: GAME })).status, 201);
  (await Socket.open(server.origin, { Origin: server.origin })).close();
});

test('a rebound DNS name is refused', async () => {
  const host = `evil.example:${server.port}`;
  const answer = await raw(`POST /api/games HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: ${GAME.length}\r\nConnection: close\r\n\r\n${GAME}`);
  assert.match(answer, /^HTTP\/1.1 4\d\d/, answer);
});

test('invalid bodies get an error message', async () => {
  const deep = '['.repeat(100_000);
  const bodies = ['', '{', 'null', '[]', '"', deep, `{"begin":${deep}`, '{"black":"human"}', '{"black":1,"white":[]}',
    '{"black":"human","white":"human","begin":{"size":7}}', '{"black":"human","white":"human","begin":{"size":2000000000}}', '{"black":"human","white":"human","begin":{"size":-4}}',
    '{"black":"human","white":"human","begin":{"board":"X"}}', '{"black":"human","white":"human","clock":{"seconds":-1,"increment":0}}',
    '{"black":"human","white":"human","clock":{"seconds":1e300,"increment":0}}', `{"black":"${'x'.repeat(5000)}","white":"human"}`, '{"black":"program:/bin/sh","white":"human"}',
    '\u0000', '{"black":"hu\u0000man","white":"human"}', Buffer.from([0xff, 0xfe, 0x00])];
  for (const body of bodies) {
    const { status, text } = await send('/api/games', { body });
    const shown = String(body).slice(0, 80);
    assert.ok(status >= 400 && status < 500, `${shown}: ${status} ${text.slice(0, 200)}`);
    const problem = JSON.parse(text);
    assert.ok(problem.code && problem.message.length > 8, `${shown}: ${text}`);
    assert.ok(text.length < 6000, `${shown}: an answer of ${text.length} bytes`);
  }
  await isWell();
});

test('too large bodies are refused before they are read', async () => {
  const { status, text } = await send('/api/line', { body: `{"moves":["${'a'.repeat(40_000_000)}"]}` }).catch(() => ({ status: 413, text: '{"code":"x"}' }));
  assert.equal(status, 413, text);
  assert.ok(JSON.parse(text).code);
  const many = await send('/api/line', { body: JSON.stringify({ begin: { size: 26 }, moves: Array(3000).fill('f5') }) });
  assert.ok(many.status >= 400 && many.status < 500);
  await isWell();
});

test('paths cannot leave their folder', async () => {
  for (const path of ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/js/..%2f..%2fCargo.toml', '/%00', '/js/main.js%00.png', '/%ff', '//etc/passwd', '/js', '/js/']) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1.1 (400|404)/, `${path}: ${answer.slice(0, 100)}`);
  }
  for (const id of ['..', '%00', '%ff', 'x'.repeat(2000), "'; drop table games; --", '%F0%9F%98%80', '0']) {
    for (const verb of ['', '/move', '/undo', '/record?format=ggf']) {
      const { status, text } = await send(`/api/games/${encodeURI(id)}${verb}`, { method: verb && !verb.startsWith('/record') ? 'POST' : 'GET', body: verb === '/move' ? '{"square":"f5"}' : verb === '/undo' ? '{}' : undefined });
      assert.ok([400, 403, 404, 405, 414].includes(status), `${id}${verb}: ${status} ${text.slice(0, 100)}`);
    }
  }
  await isWell();
});

test('without a key a client can only watch', async () => {
  const { id, keys } = await server.ask('/api/games', { body: { black: 'human', white: 'human' } });
  const other = await server.ask('/api/games', { body: { black: 'human', white: 'human' } });
  for (const key of [undefined, '', 'x', other.keys.black, keys.black.slice(0, -1), `${keys.black}x`, keys.black.toUpperCase() === keys.black ? 'x' : keys.black.toUpperCase()]) {
    for (const [verb, body] of [['move', { square: 'f5' }], ['undo', {}], ['redo', {}], ['resign', {}], ['rematch', {}], ['hint', {}], ['step', {}]]) {
      await assert.rejects(server.ask(`/api/games/${id}/${verb}`, { body, key }), { status: 403 }, `${verb} with ${key}`);
    }
  }
  await assert.rejects(server.ask(`/api/games/${id}/move`, { body: { square: 'f5' }, key: keys.white }), ({ status }) => status === 403 || status === 409, 'out of turn');
  await assert.rejects(server.ask(`/api/games/${id}/move`, { body: { square: 'a1' }, key: keys.black }), ({ status }) => status === 422 || status === 409, 'an illegal move');
  const seen = JSON.stringify(await server.ask(`/api/games/${id}`));
  assert.ok(!seen.includes(keys.black) && !seen.includes(keys.white), 'no key is told to who watches');
  const socket = await Socket.open(server.origin);
  socket.send({ type: 'watch', game: id });
  const { game } = await socket.hear(({ type }) => type === 'game');
  assert.deepEqual(game.you, []);
  assert.ok(!JSON.stringify(socket.messages).includes(keys.black));
  socket.close();
});

test('an invalid socket message gets an error and closes at most its own socket', async () => {
  const tries = ['', '{', '[]', 'null', '{"type":"dance"}', '{"type":"watch"}', '{"type":"watch","game":"nothing"}', '{"type":"analyse"}', '{"type":"analyse","id":1,"begin":{"size":10},"moves":[]}',
    '{"type":"analyse","id":1,"begin":{},"moves":["a1"]}', '{"type":"analyse","id":1,"begin":{},"moves":[],"lines":-1}', '{"type":"analyse","id":1,"begin":{},"moves":[],"seconds":1e99}',
    '{"type":"review","id":1,"begin":{},"moves":["zz"]}', '{"type":"stop","id":99}', '['.repeat(60_000), 'x'.repeat(3_000_000), Buffer.from([0xff, 0xfe])];
  for (const text of tries) {
    const socket = await Socket.open(server.origin);
    socket.send(text);
    socket.send({ type: 'ping' });
    await socket.hear(({ type }) => type === 'problem' || type === 'pong').catch(() => assert.ok(socket.isClosed, `no answer to ${String(text).slice(0, 60)}`));
    socket.close();
  }
  const socket = await Socket.open(server.origin);
  socket.send(Buffer.from([1, 2, 3]), 2);
  socket.send({ type: 'ping' });
  await socket.hear(({ type }) => type === 'problem' || type === 'pong').catch(() => assert.ok(socket.isClosed));
  socket.close();
  await isWell();
});

test('many connections do not keep players out', { timeout: 60_000 }, async () => {
  const { id, keys } = await server.ask('/api/games', { body: { black: 'human', white: 'engine:1' } });
  const player = await Socket.open(server.origin);
  player.send({ type: 'watch', game: id, key: keys.black });
  await player.hear(({ type }) => type === 'game');
  const crowd = await Promise.allSettled(Array.from({ length: 400 }, () => Socket.open(server.origin)));
  const inside = crowd.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  for (const socket of inside) socket.send({ type: 'analyse', id: 1, begin: {}, moves: [], lines: 0, seconds: 60 });
  const begun = Date.now();
  await server.ask(`/api/games/${id}/move?wait=reply`, { body: { square: 'f5' }, key: keys.black });
  const waited = Date.now() - begun;
  console.log(`${inside.length} of 400 sockets were let in; a move and its reply took ${waited} ms`);
  assert.ok(waited < 5000, `a move took ${waited} ms`);
  await player.hear(({ type, game }) => type === 'game' && game.moves.length === 2);
  for (const socket of [...inside, player]) socket.close();
  await isWell();
});

test('silent and half-sent requests do not block others', async () => {
  const half = Array.from({ length: 100 }, () => {
    const stream = connect(server.port, '127.0.0.1');
    stream.on('error', () => {});
    stream.write('POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"black"');
    return stream;
  });
  await isWell();
  for (const stream of half) stream.destroy();
  for (const bytes of ['\r\n\r\n', 'GET', 'GARBAGE / HTTP/9.9\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00', `GET /${'a'.repeat(200_000)} HTTP/1.1\r\n\r\n`, `GET / HTTP/1.1\r\n${'X-A: b\r\n'.repeat(5000)}\r\n`]) await raw(bytes, 300);
  await isWell();
});
