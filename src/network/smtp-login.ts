import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type XOAuth2 from 'nodemailer/lib/xoauth2';
import { certificateProblem } from './mail-certificate.ts';
import { type MailTls, tlsModeOf } from './mail-tls.ts';
import { isPrivateAddress } from './private-address.ts';
import { MailServerProblem, type SmtpFailure } from './smtp-problem.ts';

/** How we log in: with a password, or by XOAUTH2 with access tokens. */
export type Login = { user: string } & ({ password: string } | { tokens: XOAuth2 });

/** A mail server's address and our login. */
export interface MailHost extends MailTls {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS, according to `tls`. */
  secure: boolean;
  /** Our name in EHLO. Default: the machine's name. */
  ehloName?: string | null;
  login?: Login;
  /** Refuse private addresses, so that a team that chooses the host cannot probe this machine's network. */
  publicOnly?: boolean;
}

const CONNECT_MS = 10_000;
/** Silence after which the server counts as dead. Giving up on a working server would send a message twice. */
const SILENCE_MS = 120_000;

/**
 * Connects, checks the certificate and logs in; a password is only sent over TLS. `ended` is called when the connection has
 * ended. `stop` cancels the attempt. Rejects with the connection's own error, or with MailServerProblem.
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
    port,
    secure,
    ignoreTLS: tls === 'off',
    ...(ehloName && { name: ehloName }),
    // insecurityOf judges the certificate before anything but EHLO is sent, because trust depends on the address.
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
      authenticate(connection, login).then(() => resolve(connection), fail);
    });
  }).finally(() => stop?.removeEventListener('abort', giveUp));
}

/** Logs in. A refused access token is renewed once. */
async function authenticate(connection: SMTPConnection, login: Login): Promise<void> {
  if ('password' in login) {
    const credentials = { user: login.user, pass: login.password };
    return authenticateBy(connection, { credentials });
  }
  const { tokens } = login;
  let renewed = false;
  const oauth2 = {
    getToken: (renew: boolean, done: TokenReceiver) => {
      renewed ||= renew;
      tokens.getToken(renew, done);
    },
    buildXOAuth2Token: (token: string) => tokens.buildXOAuth2Token(token),
  };
  try {
    await authenticateBy(connection, { oauth2 });
  } catch (error) {
    // After 334 nodemailer has already renewed it.
    if (renewed || (error as SmtpFailure).responseCode !== 535) throw tokenProblem(error);
    const again = { ...oauth2, getToken: (_: boolean, done: TokenReceiver) => tokens.getToken(true, done) };
    await authenticateBy(connection, { oauth2: again }).catch((refusal) => {
      throw tokenProblem(refusal);
    });
  }
}

type TokenReceiver = (error: Error | null, token: string) => void;

const authenticateBy = (connection: SMTPConnection, auth: object): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.login(auth as SMTPConnection.AuthenticationType, (error) => (error ? reject(error) : resolve()));
  });

/** A refused fresh token means missing rights; the message for a wrong password would mislead. */
function tokenProblem(error: unknown): unknown {
  const { responseCode } = error as SmtpFailure;
  if (error instanceof MailServerProblem || responseCode !== 535) return error;
  return new MailServerProblem(
    'The mail server refused the login with a new access token (535). Check that the user may send by SMTP, and the scope of the refresh token.',
  );
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
    throw new MailServerProblem(
      'The mail server has a private address. This installation does not connect to private addresses.',
    );
  return open.address;
}
