import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { coalesce } from '../async/coalesce.ts';
import { SetupError } from '../config.ts';
import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { UnsubscribeAddresses } from '../crypto/unsubscribe-addresses.ts';
import type { Connection } from '../database/connect.ts';
import { type FeedbackReport, recordFeedback } from '../domain/sending/record-feedback.ts';
import type { Log } from '../log.ts';
import { unprovenComplaints } from '../metrics/metrics.ts';
import type { Dns } from '../network/dns.ts';
import { type CallerLimits, Callers } from './callers.ts';
import { receivesDomainReports, recordDomainReports } from './domain-reports/record-domain-reports.ts';
import { isFromLoop } from './loops/is-from-loop.ts';
import { BusyError, MailReader } from './reading/mail-reader.ts';
import type { ReadingLimits } from './reading/reading-budget.ts';
import { feedbackIn, receivesMail } from './returned-mail.ts';
import { readUnsubscribes, unsubscribe } from './unsubscribe-mail.ts';

export interface FeedbackListener {
  port: number;
  /** Stops accepting e-mails, and finishes received ones. */
  stop(): Promise<void>;
}

export interface FeedbackListenerOptions {
  connection: Connection;
  returnPaths: ReturnPaths;
  unsubscribeAddresses: UnsubscribeAddresses;
  dns: Dns;
  /** Addresses and domains of feedback loops, besides the well-known ones. */
  loops?: readonly string[];
  log: Log;
  limits?: Partial<Limits>;
}

interface Limits extends CallerLimits, ReadingLimits {
  /** Connections in total. */
  connections: number;
  /** Messages per connection. */
  mails: number;
  /** Milliseconds of silence after which a connection is closed. */
  silence: number;
  /** How many bytes of an e-mail are read: the report comes before the returned message. */
  kept: number;
  /** The largest accepted e-mail, in bytes. */
  size: number;
  /** The longest time for reading an e-mail, in milliseconds. */
  kill?: number;
}

const MEBIBYTE = 1024 * 1024;

const LIMITS: Limits = {
  connections: 200,
  open: 20,
  perMinute: 300,
  mails: 100,
  silence: 30_000,
  lifetime: 300_000,
  kept: MEBIBYTE,
  size: 32 * MEBIBYTE,
  reading: 15_000,
  readingInAll: 30_000,
  waiting: 60,
  waitingInAll: 150,
};

/** The most pieces of an e-mail: each line that begins with a dot ends one, and costs the main thread some microseconds. */
const MOST_PIECES = 10_000;

const RECIPIENTS = 10;
const UNKNOWN_RECIPIENTS = 5;
const STOP_MS = 5_000;
/** How long a stopping process waits for e-mails that are still arriving or being read. */
const FINISH_MS = 3_000;

const TOGETHER = { max: 100, parallel: 2 };

/**
 * Receives bounces, complaints and unsubscribe e-mails by SMTP: e-mails to the envelope senders and unsubscribe addresses of our
 * messages, whose signature is checked before the e-mail is received, e-mails to the complaint addresses, and domain reports. It
 * relays nothing, has no logins, and accepts an e-mail only once its content is recorded. Throws SetupError when it cannot
 * listen.
 */
export async function startFeedbackListener(
  { port, host }: { port: number; host: string },
  { connection, returnPaths, unsubscribeAddresses, dns, loops = [], log, ...options }: FeedbackListenerOptions,
): Promise<FeedbackListener> {
  const limits = { ...LIMITS, ...options.limits };
  const callers = new Callers(limits);
  const unknownRecipients = new WeakMap<SMTPServerSession, number>();
  const record = coalesce<FeedbackReport[], void>(async (mails) => {
    await recordFeedback(connection.db, mails.flat());
    return mails.map(() => undefined);
  }, TOGETHER);
  const working = new Set<Promise<void>>();

  const reader = new MailReader(limits, limits.kill);

  const take = async (raw: Buffer, { envelope, remoteAddress }: SMTPServerSession): Promise<void> => {
    const addressed = envelope.rcptTo.map(({ address }) => address);
    const recipients = addressed.filter((address) => !receivesDomainReports(returnPaths, address));
    const hasDomainReports = recipients.length < addressed.length;
    const asked = { reports: hasDomainReports, returned: recipients.length > 0, isNull: isNull(envelope) };
    const mail = await reader.read(raw, asked, remoteAddress);
    if (!mail) log.warn({ from: remoteAddress, bytes: raw.length }, 'cannot read an incoming e-mail');
    if (hasDomainReports) await recordDomainReports(connection.db, mail?.reports ?? []);
    if (!mail) return;
    const isOfLoop = mail.origin !== undefined && (await isFromLoop(mail.origin, { dns, returnPaths, loops }));
    const reports = feedbackIn(mail.returned, recipients, returnPaths, isOfLoop);
    if (mail.returned.complaint && !reports.some(({ kind }) => kind === 'complaint')) unprovenComplaints.inc();
    if (reports.length > 0) await record(reports);
    const leaving = readUnsubscribes(envelope, unsubscribeAddresses, mail.isAutomatic);
    for (const subscriber of leaving) await unsubscribe(connection.db, subscriber);
    if (reports.length + leaving.length === 0 && !hasDomainReports) log.debug('bounce ignored: no recipient found');
  };

  const server = new SMTPServer({
    name: returnPaths.domain,
    banner: 'reports only',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    maxClients: limits.connections,
    socketTimeout: limits.silence,
    closeTimeout: STOP_MS,
    size: limits.size,
    maxRecipients: RECIPIENTS,
    onConnect: ({ remoteAddress }, done) =>
      callers.tooMany(remoteAddress) ? done(refusal(421, 'Too many connections, try again later')) : done(),
    onMailFrom: (_address, { transaction, remoteAddress }, done) => {
      if (transaction > limits.mails) return done(refusal(421, 'Too many messages on one connection'));
      done(reader.isBusy(remoteAddress) ? refusal(451, BUSY) : null);
    },
    onRcptTo: ({ address }, session, done) => {
      const isOurs = receivesMail(returnPaths, address) || receivesDomainReports(returnPaths, address);
      if (isOurs || unsubscribeAddresses.read(address)) return done();
      const count = (unknownRecipients.get(session) ?? 0) + 1;
      unknownRecipients.set(session, count);
      done(
        count < UNKNOWN_RECIPIENTS
          ? refusal(550, 'No such recipient here')
          : refusal(421, 'Too many unknown recipients'),
      );
    },
    onData: (stream, session, done) => {
      const work = receive(stream, limits, () => callers.hangUp(session.remoteAddress, session.remotePort))
        .then((raw) => take(raw, session))
        .then(
          () => done(),
          (error: Error) => {
            if (error instanceof GoneError) return;
            if (error instanceof BusyError) return done(refusal(451, BUSY));
            log.error({ reason: error.message }, 'cannot record the reports in an incoming e-mail');
            done(refusal(451, 'Cannot accept this now, try again later'));
          },
        )
        .finally(() => working.delete(work));
      working.add(work);
    },
  });
  server.server.on('connection', (socket: Socket) => callers.add(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  }).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`FEEDBACK_SMTP_PORT ${port} cannot be opened (${error.code}): set it for one process only`);
  });
  server.on('error', () => {}); // an error of one connection: the client will retry
  const bound = (server.server.address() as AddressInfo).port;
  log.info({ port: bound }, 'listening for bounces and complaints over SMTP');

  return {
    port: bound,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([Promise.allSettled([...working]), sleep(FINISH_MS, undefined, { ref: false })]);
      await reader.close(); // unread e-mails are refused temporarily, and will be sent again
      setTimeout(() => callers.hangUp(), 100).unref(); // after the last replies are sent
      await closed;
    },
  };
}

const BUSY = 'Too many messages at once, try again later';

const isNull = ({ mailFrom }: SMTPServerSession['envelope']): boolean => mailFrom && mailFrom.address === '';

/** The client closed the connection before its e-mail was complete, so no reply is possible. */
class GoneError extends Error {}

/** Reads the beginning of an e-mail and discards the rest. Closes the connection when the e-mail is far too large or in far too many pieces. */
function receive(stream: SMTPServerDataStream, { kept, size }: Limits, hangUp: () => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let pieces = 0;
    stream.on('data', (chunk: Buffer) => {
      const free = kept - length;
      if (free > 0) chunks.push(chunk.subarray(0, free));
      length += chunk.length;
      pieces += 1;
      if (length > size || pieces > MOST_PIECES) hangUp();
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', () => reject(new GoneError()));
    stream.once('close', () => reject(new GoneError()));
  });
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
