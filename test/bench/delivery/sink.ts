/** An SMTP server that takes everything at once and keeps only the Message-IDs. Told {reset}, it begins anew; told {count}, it counts. */
import { createServer, type Socket } from 'node:net';

const END = Buffer.from('\r\n.\r\n');
const ID = /^Message-ID: <([^>]+)>/im;

let seen = new Map<string, number>();
let first = 0;
let last = 0;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  const session = new Session(socket);
  socket.on('data', (chunk: Buffer) => session.take(chunk));
  socket.write('220 sink ready\r\n');
});

class Session {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #inData = false;
  #scanned = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  take(chunk: Buffer): void {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let answers = '';
    for (let answer = this.#next(); answer !== undefined; answer = this.#next()) answers += answer;
    if (answers) this.#socket.write(answers);
  }

  #next(): string | undefined {
    if (this.#inData) {
      const end = this.#rest.indexOf(END, this.#scanned);
      if (end < 0) {
        this.#scanned = Math.max(0, this.#rest.length - END.length);
        return undefined;
      }
      note(this.#rest.toString('latin1', 0, Math.min(end, 4_000)));
      this.#rest = this.#rest.subarray(end + END.length);
      this.#inData = false;
      this.#scanned = 0;
      return '250 taken\r\n';
    }
    const end = this.#rest.indexOf('\r\n');
    if (end < 0) return undefined;
    const command = this.#rest.toString('latin1', 0, end).toUpperCase();
    this.#rest = this.#rest.subarray(end + 2);
    if (command.startsWith('EHLO')) return '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n';
    if (command === 'DATA') {
      this.#inData = true;
      return '354 go on\r\n';
    }
    if (command === 'QUIT') {
      this.#socket.end('221 bye\r\n');
      return undefined;
    }
    return '250 ok\r\n';
  }
}

function note(head: string): void {
  last = performance.timeOrigin + performance.now();
  first ||= last;
  const id = ID.exec(head)?.[1] ?? 'none';
  seen.set(id, (seen.get(id) ?? 0) + 1);
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));

process.on('message', (asked: { reset?: true }) => {
  const most = Math.max(0, ...(seen.size < 100_000 ? seen.values() : [0]));
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  process.send?.({ ids: seen.size, total, most, seconds: (last - first) / 1000 });
  if (asked.reset) {
    seen = new Map();
    first = 0;
    last = 0;
  }
});
