import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { SELF_SIGNED } from './certificates/certificates.ts';

export interface Received {
  envelope: { from: string; to: string[] };
  /** Whether SMTPUTF8 was requested (RFC 6531). */
  utf8: boolean;
  /** The client's name in EHLO, and whether the session was encrypted. */
  ehlo: string;
  secure: boolean;
  raw: string;
  mail: ParsedMail;
}

/** The server's reply to the next message: such as "451 later", or closing the connection once it has all of it. */
export type Reply = 'accept' | 'hang up' | `${4 | 5}${number} ${string}`;

export interface MailServer {
  port: number;
  url: string;
  /** Every completely received message, accepted or not. */
  received: Received[];
  /** Replies to the next messages, in order; later ones are accepted. */
  replies: Reply[];
  /** Replies to recipients. */
  recipients: Map<string, string>;
  /** Replies to the next senders, in order; later ones are accepted. */
  senders: string[];
  /** Connections that wait for a greeting. */
  waiting: number;
  /** Stops greeting, until the returned function is called. */
  hold(): () => void;
  /** Completely received messages whose senders wait for a reply. */
  unanswered: number;
  /** Stops replying to messages once `from` holds, until the returned function is called. */
  holdAnswers(from: () => boolean): () => void;
  close(): Promise<void>;
}

interface Options {
  port?: number;
  /** The address it listens on. */
  host?: string;
  login?: { user: string; password: string };
  /** Accepts only XOAUTH2 and decides whether a token is valid. `refusal`: 334 with the reason first, or 535 at once. */
  xoauth2?: { user: string; isGood: (token: string) => boolean; refusal?: 334 | 535 };
  /**
   * Its certificate, used from the first byte or after STARTTLS. With a login, by default a self-signed certificate after
   * STARTTLS; null: none.
   */
  tls?: { key: string; cert: string; from: 'first byte' | 'STARTTLS' } | null;
  /** Whether it accepts non-ASCII addresses (RFC 6531). */
  utf8?: boolean;
}

/** A real SMTP server on this machine, with configurable refusals. */
export async function startMailServer({
  port = 0,
  host = '127.0.0.1',
  login,
  utf8 = true,
  xoauth2,
  ...given
}: Options = {}): Promise<MailServer> {
  const tls =
    given.tls === undefined && (login || xoauth2) ? ({ ...SELF_SIGNED, from: 'STARTTLS' } as const) : given.tls;
  const received: Received[] = [];
  const replies: Reply[] = [];
  const recipients = new Map<string, string>();
  const senders: string[] = [];
  let held: (() => void)[] | undefined;
  const unanswered: (() => void)[] = [];
  let isSilent = () => false;
  const server = new SMTPServer({
    authOptional: !login && !xoauth2,
    ...(xoauth2 && { authMethods: ['XOAUTH2'] }),
    allowInsecureAuth: true,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login || xoauth2 ? [] : ['AUTH'])],
    ...(tls && { key: tls.key, cert: tls.cert, secure: tls.from === 'first byte' }),
    hideSMTPUTF8: !utf8,
    disableReverseLookup: true,
    lenientAddressParsing: true, // addresses in `envelope` are kept as received, with or without quotes
    onConnect: (_session, greet) => {
      if (held) held.push(greet);
      else greet();
    },
    onAuth: ({ username, password, accessToken = '' }, _session, done) => {
      if (xoauth2) {
        if (username === xoauth2.user && xoauth2.isGood(accessToken)) return done(null, { user: username });
        if (xoauth2.refusal === 535) return done(new Error('bad token'));
        return done(null, { data: { status: '401', schemes: 'bearer' } });
      }
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(new Error('no such login'));
    },
    onMailFrom: (_address, _session, done) => done(failure(senders.shift())),
    onRcptTo: ({ address }, _session, done) => done(failure(recipients.get(address))),
    onData: (stream, { envelope, hostNameAppearsAs, secure }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString();
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        const reply = replies.shift() ?? 'accept';
        const utf8 = envelope.mailFrom ? 'SMTPUTF8' in (envelope.mailFrom.args || {}) : false;
        received.push({
          envelope: { from, to },
          utf8,
          ehlo: hostNameAppearsAs,
          secure,
          raw,
          mail: await simpleParser(raw),
        });
        const answer = () => (reply === 'hang up' ? hangUp() : done(reply === 'accept' ? null : failure(reply)));
        if (isSilent()) unanswered.push(answer);
        else answer();
      });
    },
  });
  const hangUp = () => {
    for (const connection of server.connections) {
      (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
    }
  };
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `${tls?.from === 'first byte' ? 'smtps' : 'smtp'}://127.0.0.1:${bound}`,
    ...{ received, replies, recipients, senders },
    get waiting() {
      return held?.length ?? 0;
    },
    hold: () => {
      held = [];
      return () => {
        for (const greet of held?.splice(0) ?? []) greet();
        held = undefined;
      };
    },
    get unanswered() {
      return unanswered.length;
    },
    holdAnswers: (from) => {
      isSilent = from;
      return () => {
        isSilent = () => false;
        for (const answer of unanswered.splice(0)) answer();
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        hangUp();
      }),
  };
}

function failure(reply: string | undefined): Error | null {
  if (!reply) return null;
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}
