import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { certificateProblem } from './mail-certificate.ts';
import { type MailTls, tlsModeOf } from './mail-tls.ts';
import { isPrivateAddress } from './private-address.ts';
import { MailServerProblem } from './smtp-problem.ts';

/** A mail server's address and our login. */
export interface MailHost extends MailTls {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS, as `tls` says. */
  secure: boolean;
  /** How EHLO names us. Default: the machine's name. */
  ehloName?: string | null;
  login?: { user: string; password: string };
  /** Refuse private addresses, so that a team that chooses the host cannot probe this machine's network. */
  publicOnly?: boolean;
}

const CONNECT_MS = 10_000;
/** Silence after which the server counts as gone. Giving up on a server that still works would send a message twice. */
const SILENCE_MS = 120_000;

/**
 * Connects, checks the certificate and logs in; a password is only sent over TLS. `ended` is called when the connection has
 * ended. `stop` gives it up before it is there. Rejects with the connection's own error, or with MailServerProblem.
 */
export async function logIn(
  server: MailHost,
  ended: () => void = () => {},
  stop?: AbortSignal,
): Promise<SMTPConnection> {
  const { host, port, secure, ehloName, tls, ca, login, publicOnly } = server;
  const connection = new SMTPConnection({
    // Connect to the address that was checked: a second look-up could give a private one.
    ...(publicOnly ? { host: await publicAddress(host), ...(isIP(host) === 0 && { servername: host }) } : { host }),
    ...{ port, secure, ignoreTLS: tls === 'off' },
    ...(ehloName && { name: ehloName }),
    // insecurityOf judges the certificate before anything but EHLO is said, because what is trusted depends on the address.
    tls: { rejectUnauthorized: false, ...(ca && { ca }) },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    logger: false,
  });
  const giveUp = () => connection.close();
  stop?.addEventListener('abort', giveUp);
  return new Promise<SMTPConnection>((resolve, reject) => {
    const fail = (error: Error) => {
      ended();
      reject(error); // before `close`, whose 'end' event would reject without the reason
      connection.close();
    };
    connection.on('error', fail);
    connection.once('end', () => {
      ended();
      reject(new Error('The connection was closed.'));
    });
    connection.connect((error) => {
      if (error) return fail(error);
      const insecurity = insecurityOf(connection, server);
      if (insecurity) return fail(new MailServerProblem(insecurity));
      if (!login) return resolve(connection);
      const credentials = { user: login.user, pass: login.password };
      connection.login({ credentials }, (refusal) => (refusal ? fail(refusal) : resolve(connection)));
    });
  }).finally(() => stop?.removeEventListener('abort', giveUp));
}

/** Why a session is not safe enough to log in and send; undefined when it is. */
function insecurityOf({ _socket: socket }: SMTPConnection, server: MailHost): string | undefined {
  if (socket instanceof TLSSocket) return certificateProblem(socket, server.host, server);
  if (server.login) return 'The mail server does not offer TLS, and a password is only sent over TLS.';
  if (tlsModeOf(server.tls, false) === 'required') return 'The mail server does not offer TLS, which is required.';
  return undefined;
}

async function publicAddress(host: string): Promise<string> {
  const found = await lookup(host, { all: true });
  const open = found.find(({ address }) => !isPrivateAddress(address));
  if (!open)
    throw new MailServerProblem('The mail server has a private address, which this installation does not send to.');
  return open.address;
}
