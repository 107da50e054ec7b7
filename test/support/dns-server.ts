import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

export interface DnsServer {
  /** `127.0.0.1:port` */
  address: string;
  /** The texts at each name; other names do not exist. Texts over 255 characters are sent in pieces. */
  texts: Map<string, string[]>;
  /** The IPv4 and IPv6 addresses at each name. */
  addresses: Map<string, string[]>;
  /** The mail servers of each domain, the preferred one first. */
  mailServers: Map<string, string[]>;
  /** Names at which look-ups fail. */
  broken: Set<string>;
  close(): Promise<void>;
}

const MX = 15;
const TXT = 16;
const AAAA = 28;
const FOUND = 0x8180;
const FAILURE = 0x8182;
const NO_SUCH_NAME = 0x8183;
const NAME_OF_QUESTION = [0xc0, 0x0c];

/** A DNS server with the given records (RFC 1035). */
export async function startDnsServer(): Promise<DnsServer> {
  const texts = new Map<string, string[]>();
  const addresses = new Map<string, string[]>();
  const mailServers = new Map<string, string[]>();
  const broken = new Set<string>();
  const recordsAt = (name: string, type: number): Buffer[] => {
    const of = (known: Map<string, string[]>) => known.get(name) ?? [];
    if (type === TXT) return of(texts).map(textData);
    if (type === MX) return of(mailServers).map(mailServerData);
    return of(addresses)
      .filter((address) => isIPv6(address) === (type === AAAA))
      .map(type === AAAA ? ipv6Data : ipv4Data);
  };
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    const type = query.readUInt16BE(end);
    const answers = recordsAt(name.toLowerCase(), type).map((data) => answer(type, data));
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(broken.has(name.toLowerCase()) ? FAILURE : answers.length > 0 ? FOUND : NO_SUCH_NAME, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    ...{ texts, addresses, mailServers, broken },
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

/** Each piece with a length prefix, as in names and texts. */
function counted(pieces: readonly string[]): Buffer {
  const bytes = pieces.map((piece) => Buffer.from(`\0${piece}`, 'latin1'));
  for (const piece of bytes) piece[0] = piece.length - 1;
  return Buffer.concat(bytes);
}

const textData = (text: string): Buffer => counted(text.match(/.{1,255}/gs) ?? ['']);
const mailServerData = (host: string, index: number): Buffer =>
  Buffer.concat([Buffer.from([0, 10 * (index + 1)]), counted([...host.split('.'), ''])]);
const ipv4Data = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

/** `::` may stand for zeros. */
function ipv6Data(address: string): Buffer {
  const [before, after] = address.split('::').map((side) => side.split(':').filter(Boolean)) as [string[], string[]?];
  const zeros = after ? Array(8 - before.length - after.length).fill('0') : [];
  return Buffer.from([...before, ...zeros, ...(after ?? [])].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function answer(type: number, data: Buffer): Buffer {
  const fixed = Buffer.from([...NAME_OF_QUESTION, 0, type, 0, 1, 0, 0, 0, 1, 0, 0]);
  fixed.writeUInt16BE(data.length, 10);
  return Buffer.concat([fixed, data]);
}
