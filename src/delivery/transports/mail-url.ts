import { SetupError } from '../../config.ts';
import type { MailHost } from '../../network/smtp-login.ts';

/** A mail server and its limits. */
export interface MailServer extends MailHost {
  /** Most connections at a time. */
  connections: number;
  /** Most messages per second; 0 for no limit. */
  rate: number;
}

const CONNECTIONS = 5;
const SETTINGS = ['pool', 'rate'];

/** Parses `smtp://user:password@host:587?pool=5&rate=10`. Throws SetupError when it is invalid. */
export function readMailUrl(address: string): MailServer {
  const url = new URL(address);
  const unknown = [...url.searchParams.keys()].find((name) => !SETTINGS.includes(name));
  if (unknown !== undefined)
    throw new SetupError(`MAIL_URL: only ${SETTINGS.join(' and ')} can be set, not ${JSON.stringify(unknown)}`);
  if (!['', '/'].includes(url.pathname) || url.hash !== '') {
    throw new SetupError(
      'MAIL_URL: only ? and settings may follow the host; in a password write / ? # @ as %2F %3F %23 %40',
    );
  }
  const host = decoded('host', url.hostname).replace(/^\[(.*)\]$/, '$1');
  if (host === '' || /[\s\p{C}%]/u.test(host))
    throw new SetupError('MAIL_URL: a host is missing, as in smtp://smtp.provider.example:587');
  if (url.port === '0') throw new SetupError('MAIL_URL: the port must be a number from 1 to 65535');
  const secure = url.protocol === 'smtps:';
  const user = decoded('user', url.username);
  const password = decoded('password', url.password);
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user ? { login: { user, password } } : {}),
    connections: number(url, 'pool', CONNECTIONS, /^[1-9]\d{0,2}$/, 'a whole number from 1 to 999'),
    rate: number(url, 'rate', 0, /^\d{1,6}(\.\d+)?$/, 'a number of messages a second'),
  };
}

function decoded(part: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SetupError(`MAIL_URL: the ${part} has a % without a hexadecimal code: write a % as %25`);
  }
}

function number(url: URL, name: string, fallback: number, form: RegExp, meaning: string): number {
  const value = url.searchParams.get(name);
  if (value === null) return fallback;
  if (!form.test(value)) throw new SetupError(`MAIL_URL: ${name} must be ${meaning}`);
  return Number(value);
}
