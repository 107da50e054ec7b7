/**
 * An SMTP server that accepts everything at once and stores for each message its Message-ID, recipient, start and end, and
 * subject. {reset} clears the store; {dump} returns it; any other message returns its size. {behaviour} makes it reply 421 to new
 * connections or 451 to all recipients, close the connection after each message, or slow down.
 */
import { createServer, type Socket } from 'node:net';

const END = Buffer.from('\r\n.\r\n');
const ID = /^Message-ID: <([^>]+)>/im;
const SUBJECT = /^Subject: (.*)$/im;

/** Message-ID, recipient, the times of DATA and of its end, and the first line of its subject. */
export type AcceptedMessage = [id: string, to: string, began: number, ended: number, subject: string];

export type Behaviour = 'well' | '421' | '451' | 'hang up' | 'slow';

const SLOW_MS = 3_000;

let behaviour: Behaviour = 'well';
const sockets = new Set<Socket>();
let accepted: AcceptedMessage[] = [];
let ids = new Set<string>();

const server = createServer((socket) => {
  socket.setNoDelay(true);
  sockets.add(socket);
  socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  const session = new Session(socket);
  socket.on('data', (chunk: Buffer) => session.take(chunk));
  if (behaviour === '421') socket.end('421 too busy\r\n');
  else socket.write('220 sink ready\r\n');
});

class Session {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #inData = false;
  #to = '';
  #began = 0;
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
      const head = this.#rest.toString('latin1', 0, Math.min(end, 4_000));
      const id = ID.exec(head)?.[1] ?? 'none';
      accepted.push([id, this.#to, this.#began, Date.now(), SUBJECT.exec(head)?.[1]?.trim() ?? '']);
      ids.add(id);
      this.#rest = this.#rest.subarray(end + END.length);
      this.#inData = false;
      this.#scanned = 0;
      return this.#answer();
    }
    const end = this.#rest.indexOf('\r\n');
    if (end < 0) return undefined;
    const command = this.#rest.toString('latin1', 0, end).toUpperCase();
    this.#rest = this.#rest.subarray(end + 2);
    if (command.startsWith('RCPT') && behaviour === '451') return '451 try again later\r\n';
    if (command.startsWith('RCPT'))
      this.#to = command.slice(command.indexOf('<') + 1, command.indexOf('>')).toLowerCase();
    if (command.startsWith('EHLO')) return '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n';
    if (command === 'DATA') {
      this.#inData = true;
      this.#began = Date.now();
      return '354 go on\r\n';
    }
    if (command === 'QUIT') {
      this.#socket.end('221 bye\r\n');
      return undefined;
    }
    return '250 ok\r\n';
  }

  #answer(): string {
    if (behaviour === 'hang up') this.#socket.destroy();
    if (behaviour !== 'slow') return '250 taken\r\n';
    setTimeout(() => this.#socket.write('250 taken\r\n'), SLOW_MS);
    return '';
  }
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));

process.on('message', (asked: { reset?: true; dump?: true; behaviour?: Behaviour }) => {
  if (asked.behaviour) behaviour = asked.behaviour;
  if (asked.behaviour === '421') for (const socket of sockets) socket.end('421 too busy\r\n');
  process.send?.(asked.dump ? { accepted } : { ids: ids.size, total: accepted.length });
  if (!asked.reset) return;
  accepted = [];
  ids = new Set();
});
