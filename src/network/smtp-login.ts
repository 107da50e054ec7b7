import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isPrivateAddress } from './private-address.ts';

/** A mail server's address and our login. */
export interface MailHost {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  secure: boolean;
  login?: { user: string; password: string };
  /** Refuse private addresses, so that a team that chooses the host cannot probe this machine's network. */
  publicOnly?: boolean;
}

const CONNECT_MS = 10_000;
/** Silence after which the server counts as gone. Giving up on a server that still works would send a message twice. */
const SILENCE_MS = 120_000;

/**
 * Connects and logs in. `ended` is called when the connection has ended. `stop` gives it up before it is there. Rejects with
 * the connection's own error.
 */
export async function logIn(
  server: MailHost,
  ended: () => void = () => {},
  stop?: AbortSignal,
): Promise<SMTPConnection> {
  const { host, port, secure, login, publicOnly } = server;
  const connection = new SMTPConnection({
    // Connect to the address that was checked: a second look-up could give a private one.
    ...(publicOnly ? { host: await publicAddress(host), ...(isIP(host) === 0 && { servername: host }) } : { host }),
    ...{ port, secure },
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
      if (!login) return resolve(connection);
      const credentials = { user: login.user, pass: login.password };
      connection.login({ credentials }, (refusal) => (refusal ? fail(refusal) : resolve(connection)));
    });
  }).finally(() => stop?.removeEventListener('abort', giveUp));
}

async function publicAddress(host: string): Promise<string> {
  const found = await lookup(host, { all: true });
  const open = found.find(({ address }) => !isPrivateAddress(address));
  if (!open) throw Object.assign(new Error('private address'), { code: PRIVATE });
  return open.address;
}

const PRIVATE = 'EPRIVATE';

export interface SmtpFailure {
  code?: string;
  /** The command that failed. */
  command?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

/** Why a server cannot be used, in words for people. Never repeats what was sent to the server. */
export function loginProblem(error: unknown): string {
  const { code, originalCode, responseCode = 0, response = '' } = error as SmtpFailure;
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    // The reply may repeat the credentials, so only its code is shown.
    return `The mail server refused the login${responseCode ? ` (${responseCode})` : ''}.`;
  }
  if (code === PRIVATE) return 'The mail server has a private address, which this installation does not send to.';
  if (responseCode >= 400) return tidy(response);
  if (code === 'ETLS') return 'A secure connection to the mail server could not be established.';
  return `The mail server could not be reached (${originalCode ?? code ?? 'closed'}).`;
}

const REASON_CHARACTERS = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** A server's reply as one short line. */
export const tidy = (words: string): string => words.replace(CONTROLS, ' ').trim().slice(0, REASON_CHARACTERS);
