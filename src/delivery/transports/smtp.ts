import { Readable } from 'node:stream';
import type { MailServer } from './mail-url.ts';
import { createRate } from './rate.ts';
import { readFailure, readLoginFailure, refusedRecipients } from './smtp-replies.ts';
import { concurrencyOf, type Session, Sessions } from './smtp-sessions.ts';
import { refuseUnoffered } from './smtp-utf8.ts';
import type { Outcome, OutgoingMessage, StillOurs, Transport } from './transport.ts';

/** From then on a message no longer counts as quick. */
export const SLOW_MS = 2_000;

/** Hands messages to a mail server, over a few connections that stay open. */
export function createSmtp(server: MailServer): Transport {
  const sessions = new Sessions(server);
  const pace = createRate(server.rate);
  return {
    description: `${server.secure ? 'smtps' : 'smtp'}://${server.host}:${server.port}`,
    concurrency: concurrencyOf(server.connections),
    connections: server.connections,
    async send(message, begin) {
      let still: StillOurs | undefined;
      for (let fresh = false; ; fresh = true) {
        let session: Session;
        try {
          session = await sessions.take(fresh);
        } catch (error) {
          return readLoginFailure(error);
        }
        const reused = session.used > 0;
        try {
          await pace();
          still ??= await begin();
          if (!still) {
            sessions.give(session, true);
            return { kind: 'withdrawn' };
          }
        } catch (error) {
          sessions.give(session, true);
          throw error;
        }
        const began = performance.now();
        const slow = setTimeout(() => sessions.slow(session), SLOW_MS);
        const { outcome, connectionLost } = await transmit(session, message, still);
        clearTimeout(slow);
        sessions.give(session, !connectionLost && (outcome.kind === 'accepted' || (await reset(session))));
        // A connection that was kept may have been dropped meanwhile: that says nothing about this message.
        if (connectionLost && reused && outcome.kind === 'deferred') continue;
        return { ...outcome, seconds: (performance.now() - began) / 1000 };
      }
    },
    async close() {
      sessions.close();
    },
  };
}

/** After a refusal the session takes the next message only once it has forgotten this one. */
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
  /** Gone without an answer. */
  connectionLost: boolean;
}

function transmit(session: Session, { envelope, raw }: OutgoingMessage, still: StillOurs): Promise<Transmission> {
  const refused = refuseUnoffered(session.connection, envelope);
  if (refused) return Promise.resolve({ outcome: refused, connectionLost: false });
  // The server is read the message only after it has taken the envelope; once the stream is at its end the final dot
  // is on its way, and only the server knows whether it took the message.
  let complete = false;
  const stream = Readable.from(unlessLate(raw, still), { objectMode: false });
  stream.once('end', () => {
    complete = true;
  });
  return new Promise((resolve) => {
    session.connection.send({ from: envelope.from, to: [...envelope.to] }, stream, (error, info) => {
      if (!error) return resolve({ outcome: { kind: 'accepted', ...refusedRecipients(info) }, connectionLost: false });
      const answered = (error as { responseCode?: number }).responseCode !== undefined;
      resolve({ outcome: readFailure(error, complete), connectionLost: !answered });
    });
  });
}

/** Who was stopped for too long may have lost the message to somebody else meanwhile: nothing of it is sent then. */
function* unlessLate(raw: Buffer, still: StillOurs): Generator<Buffer> {
  if (!still()) throw new Error('too late');
  yield raw;
}
