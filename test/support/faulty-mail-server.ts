import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** The behaviour of a recipient's domain: accepts, replies 452 or 550, tarpits, or closes the connection after the final dot. */
export type Behaviour = 'take' | 'defer' | 'refuse' | 'tarpit' | 'drop';

export interface FaultyMailServer {
  url: string;
  port: number;
  /** Recipients of accepted messages. */
  accepted: string[];
  /** Waiting recipients. */
  held: Set<string>;
  /** The most concurrent connections so far. */
  mostConnections: number;
  close(): Promise<void>;
}

interface Options {
  /** Behaviours of domains; others accept. */
  behaviours: Record<string, Behaviour>;
  /** How long accepting a message takes. */
  milliseconds?: number;
  /** How long a tarpit waits; without it, until the end. */
  tarpitMs?: number;
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
const reply = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

/** A mail server on this machine that behaves differently for each recipient's domain. */
export async function startFaultyMailServer({
  behaviours,
  milliseconds = 0,
  tarpitMs,
}: Options): Promise<FaultyMailServer> {
  const ended = new AbortController();
  const accepted: string[] = [];
  const held = new Set<string>();
  const mannerOf = (address: string) => behaviours[domainOf(address)] ?? 'take';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      unruly.mostConnections = Math.max(unruly.mostConnections, server.connections.size);
      done();
    },
    onRcptTo: async ({ address }, _session, done) => {
      const manner = mannerOf(address);
      if (manner === 'defer') return done(reply(452, 'try again later'));
      if (manner === 'refuse') return done(reply(550, 'no such user'));
      if (manner === 'tarpit') {
        held.add(address);
        await sleep(tarpitMs ?? 2 ** 30, undefined, { signal: ended.signal }).catch(() => {});
        held.delete(address);
      }
      done();
    },
    onData: (stream, session, done) => {
      const [to = ''] = session.envelope.rcptTo.map(({ address }) => address);
      stream.resume();
      stream.on('end', async () => {
        if (mannerOf(to) === 'drop') return hangUp((connection) => connection.session === session);
        if (milliseconds > 0) await sleep(milliseconds);
        accepted.push(to);
        done();
      });
    },
  });
  type Connection = { session: unknown; _socket: { destroy(): void } };
  const hangUp = (which: (connection: Connection) => boolean) => {
    for (const connection of server.connections as unknown as Set<Connection>) {
      if (which(connection)) connection._socket.destroy();
    }
  };
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const unruly: FaultyMailServer = {
    ...{ port, url: `smtp://127.0.0.1:${port}`, accepted, held, mostConnections: 0 },
    close: () =>
      new Promise((resolve) => {
        ended.abort();
        server.close(() => resolve());
        hangUp(() => true);
      }),
  };
  return unruly;
}
