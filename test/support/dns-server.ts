import { createSocket } from 'node:dgram';

export interface DnsServer {
  /** `127.0.0.1:port` */
  address: string;
  /** The texts at each name; what is not here does not exist. Texts over 255 characters go out in pieces. */
  texts: Map<string, string[]>;
  /** Names at which it fails. */
  broken: Set<string>;
  close(): Promise<void>;
}

const TXT = 16;
const FOUND = 0x8180;
const FAILURE = 0x8182;
const NO_SUCH_NAME = 0x8183;
const NAME_OF_QUESTION = [0xc0, 0x0c];

/** A DNS server that knows the TXT records it is given (RFC 1035). */
export async function startDnsServer(): Promise<DnsServer> {
  const texts = new Map<string, string[]>();
  const broken = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    const answers = texts.get(name.toLowerCase()) ?? [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(broken.has(name.toLowerCase()) ? FAILURE : answers.length > 0 ? FOUND : NO_SUCH_NAME, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...answers.map(answer)]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    broken,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function answer(text: string): Buffer {
  const pieces = (text.match(/.{1,255}/gs) ?? ['']).map((piece) => Buffer.from(`\0${piece}`, 'latin1'));
  for (const piece of pieces) piece[0] = piece.length - 1;
  const data = Buffer.concat(pieces);
  const fixed = Buffer.from([...NAME_OF_QUESTION, 0, TXT, 0, 1, 0, 0, 0, 1, 0, 0]);
  fixed.writeUInt16BE(data.length, 10);
  return Buffer.concat([fixed, data]);
}
