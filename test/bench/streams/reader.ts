import { Agent, get, type IncomingMessage } from 'node:http';

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Opens a subscription by SSE. */
export function openStream(url: string, token: string, query: string): Promise<IncomingMessage> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(`${url}/graphql?query=${encodeURIComponent(query)}`, { headers, agent }, resolve).on('error', reject);
  });
}

export interface LiveReader {
  /** Received changes, all in the expected order so far. */
  seen: number;
  /** The first error. */
  fault?: string;
  close(): void;
}

const ID = /"id":"([0-9a-f-]{36})"/g;
const ID_CHARACTERS = 43;

/** Follows the status of e-mails by SSE, and compares it with the expected ids. */
export async function readLive(url: string, token: string, arguments_: string, expected: readonly string[]) {
  const query = `subscription { transactionalMailStatusChanged${arguments_} { id status } }`;
  const answer = await openStream(url, token, query);
  const reader: LiveReader = { seen: 0, close: () => void answer.destroy() };
  let rest = '';
  answer.setEncoding('latin1').on('data', (chunk: string) => {
    const text = rest + chunk;
    let end = 0;
    for (const match of text.matchAll(ID)) {
      if (match[1] !== expected[reader.seen]) reader.fault ??= `out of order at ${reader.seen}`;
      reader.seen += 1;
      end = match.index + match[0].length;
    }
    if (text.includes('"errors"')) reader.fault ??= `after ${reader.seen}: ${text.slice(end, end + 300)}`;
    rest = text.slice(Math.max(end, text.length - ID_CHARACTERS));
  });
  answer.on('close', () => {
    reader.fault ??= `ended after ${reader.seen}`;
  });
  return reader;
}

/** Follows large changes without reading them. Returns a function that ends it. */
export async function readNothing(url: string, token: string): Promise<() => void> {
  const answer = await openStream(url, token, 'subscription { transactionalMailStatusChanged { id subject } }');
  answer.socket.pause();
  return () => void answer.socket.destroy();
}
