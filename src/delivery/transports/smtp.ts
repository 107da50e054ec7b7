import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { mostInTransit } from '../../domain/transports/route-table.ts';
import { writeAddress } from '../../validation/written-address.ts';
import type { MailServer } from './mail-url.ts';
import { readFailure, readLoginFailure, refusedRecipients } from './smtp-replies.ts';
import { type Session, Sessions } from './smtp-sessions.ts';
import { prepareUtf8, refusedForUtf8 } from './smtp-utf8.ts';
import {
  bytesOf,
  type Outcome,
  type OutgoingMessage,
  type StillOurs,
  type Transport,
  type TransportConnection,
} from './transport.ts';

/** A message that takes longer than this is slow. */
export const SLOW_MS = 2_000;

/** Sends messages to a mail server over a few persistent connections. */
export function createSmtp(server: MailServer): Transport {
  const sessions = new Sessions(server);
  const rate = createRate(server.rate);

  /** `fresh`: only on a new session. */
  async function connect(isUrgent: boolean, fresh = false): Promise<TransportConnection | Outcome> {
    let session: Session;
    try {
      session = await sessions.take({ fresh, isUrgent });
    } catch (error) {
      return sessions.isClosed ? { kind: 'withdrawn' } : readLoginFailure(error);
    }
    await rate();
    return {
      kind: 'connected',
      send: (message, stillOurs) => sendBy(session, message, stillOurs, isUrgent),
      release: () => sessions.give(session, true),
    };
  }

  async function sendBy(
    session: Session,
    message: OutgoingMessage,
    stillOurs: StillOurs,
    isUrgent: boolean,
  ): Promise<Outcome> {
    const isReused = session.used > 0;
    const began = performance.now();
    const slow = setTimeout(() => sessions.slow(session), SLOW_MS);
    const { outcome, connectionLost } = await transmit(session, message, stillOurs);
    clearTimeout(slow);
    sessions.give(session, !connectionLost && (outcome.kind === 'accepted' || (await reset(session))));
    // The server may have dropped the idle connection, which says nothing about this message: try a fresh one.
    if (connectionLost && isReused && outcome.kind === 'deferred') {
      const connection = await connect(isUrgent, true);
      return connection.kind === 'connected' ? connection.send(message, stillOurs) : connection;
    }
    return { ...outcome, seconds: (performance.now() - began) / 1000 };
  }

  return {
    description: `${server.secure ? 'smtps' : 'smtp'}://${server.host}:${server.port}`,
    concurrency: mostInTransit(server.connections),
    connections: server.connections,
    connect: (isUrgent = false) => connect(isUrgent),
    retire: () => sessions.retire(),
    close: async () => sessions.close(),
  };
}

/** After a refusal a session must be reset before the next message. Resolves to false when the session is lost. */
function reset({ connection }: Session): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    connection.once('end', gone);
    connection.reset((error) => {
      connection.off('end', gone);
      resolve(!error);
    });
  });
}

interface Transmission {
  outcome: Outcome;
  /** Whether the connection ended without an answer. */
  connectionLost: boolean;
}

function transmit(session: Session, message: OutgoingMessage, stillOurs: StillOurs): Promise<Transmission> {
  const { envelope } = message;
  const refused = prepareUtf8(session.connection, message);
  if (refused && message.ascii) return transmitAscii(session, message, message.ascii, stillOurs);
  if (refused) return Promise.resolve({ outcome: refused, connectionLost: false });
  // The stream is read only after the server has accepted the envelope. After its end the final dot is in transit, and only the
  // server knows whether it accepted the message.
  let complete = false;
  const stream = Readable.from(unlessLate(message, stillOurs), { objectMode: false });
  stream.once('end', () => {
    complete = true;
  });
  return new Promise((resolve) => {
    const { connection } = session;
    // Closed by us: nodemailer answers nobody then. Where the connection was lost it answers in the same turn, with the reason.
    const closed = () => queueMicrotask(() => resolve({ outcome: whenClosed(complete), connectionLost: true }));
    connection.once('end', closed);
    connection.send({ from: writeAddress(envelope.from), to: envelope.to.map(writeAddress) }, stream, (error, info) => {
      connection.off('end', closed);
      if (!error) return resolve({ outcome: { kind: 'accepted', ...refusedRecipients(info) }, connectionLost: false });
      const answered = (error as { responseCode?: number }).responseCode !== undefined;
      resolve({ outcome: readFailure(error, complete), connectionLost: !answered });
    });
  });
}

/** What is known of a message when the process stops and waits for its server no longer. */
const whenClosed = (complete: boolean): Outcome =>
  complete
    ? { kind: 'undecided', reason: 'The process stopped before the mail server confirmed the message.' }
    : { kind: 'withdrawn' };

/** Sends a message to the recipients whose addresses the server accepts. The others are refused. */
async function transmitAscii(
  session: Session,
  message: OutgoingMessage,
  ascii: () => Promise<OutgoingMessage>,
  stillOurs: StillOurs,
): Promise<Transmission> {
  const { outcome, connectionLost } = await transmit(session, await ascii(), stillOurs);
  if (outcome.kind !== 'accepted' && outcome.kind !== 'refused') return { outcome, connectionLost };
  const refused = [...(outcome.refused ?? []), ...refusedForUtf8(message)];
  return { outcome: { ...outcome, ...(refused.length > 0 && { refused }) }, connectionLost };
}

/** A process that was paused too long may have lost the message to another worker. Then it sends nothing. */
function* unlessLate(message: OutgoingMessage, stillOurs: StillOurs): Generator<Buffer> {
  if (!stillOurs()) throw new Error('too late');
  yield bytesOf(message);
}

/** Lets `rate` callers per second through, evenly spaced; 0 sets no limit. */
function createRate(rate: number): () => Promise<void> {
  let next = 0;
  return async () => {
    if (rate === 0) return;
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + 1000 / rate;
    if (start > now) await sleep(start - now, undefined, { ref: false });
  };
}
