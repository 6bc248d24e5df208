// A WebSocket client that can send anything: any origin, any bytes, or nothing.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';

export class Socket {
  constructor(stream) {
    this.stream = stream;
    this.messages = [];
    this.isClosed = false;
    this.buffer = Buffer.alloc(0);
    this.waiting = [];
    stream.on('data', bytes => this.take(bytes));
    stream.on('error', () => {});
    stream.on('close', () => { this.isClosed = true; this.wake(); });
  }

  /**
   * Opens a socket. Fails with the status if the server refuses.
   * @param {string} origin The server.
   * @param {Record<string, string>} [headers]
   */
  static async open(origin, headers = {}) {
    const asking = request(`${origin}/api/live`, {
      headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': randomBytes(16).toString('base64'), ...headers },
    });
    asking.end();
    return new Promise((resolve, reject) => {
      asking.on('upgrade', (response, stream, head) => {
        const socket = new Socket(stream);
        if (head.length) socket.take(head);
        resolve(socket);
      });
      asking.on('response', response => {
        response.resume();
        reject(Object.assign(new Error(`refused with ${response.statusCode}`), { status: response.statusCode }));
      });
      asking.on('error', reject);
    });
  }

  /** @param {unknown} message Text and bytes are sent unchanged, other values as JSON. */
  send(message, opcode = 1) {
    const body = Buffer.isBuffer(message) ? message : Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
    const long = body.length > 125;
    const head = Buffer.alloc(long ? 14 : 6);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (long ? 127 : body.length);
    if (long) head.writeBigUInt64BE(BigInt(body.length), 2);
    // The mask is zero, so the bytes stay unchanged.
    this.stream.write(Buffer.concat([head, body]));
  }

  take(bytes) {
    this.buffer = Buffer.concat([this.buffer, bytes]);
    for (;;) {
      if (this.buffer.length < 2) break;
      let [length, at] = [this.buffer[1] & 127, 2];
      if (length === 126) [length, at] = [this.buffer.length < 4 ? Infinity : this.buffer.readUInt16BE(2), 4];
      else if (length === 127) [length, at] = [this.buffer.length < 10 ? Infinity : Number(this.buffer.readBigUInt64BE(2)), 10];
      if (this.buffer.length < at + length) break;
      const opcode = this.buffer[0] & 15;
      if (opcode === 1) this.messages.push(JSON.parse(this.buffer.subarray(at, at + length).toString()));
      if (opcode === 8) this.isClosed = true;
      this.buffer = this.buffer.subarray(at + length);
    }
    this.wake();
  }

  wake() {
    for (const wake of this.waiting.splice(0)) wake();
  }

  /**
   * The first message that fits. Fails when the socket is closed or the time is up.
   * @param {(message: any) => boolean} fits
   */
  async hear(fits, milliseconds = 15_000) {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      if (this.isClosed || Date.now() > deadline) throw new Error(`not heard; ${this.isClosed ? 'closed' : 'open'}; heard ${JSON.stringify(this.messages).slice(0, 500)}`);
      await new Promise(resolve => {
        this.waiting.push(resolve);
        setTimeout(resolve, 200).unref();
      });
    }
  }

  /** Waits until the server closes the socket. */
  async closed() {
    if (!this.isClosed) await once(this.stream, 'close');
  }

  close() {
    this.stream.destroy();
  }
}
