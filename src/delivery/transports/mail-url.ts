import { SetupError } from '../../config.ts';
import type { MailHost } from '../../smtp-login.ts';

/** Where and how to send. */
export interface MailServer extends MailHost {
  /** Connections at most. */
  connections: number;
  /** Messages a second at most; 0 sets no limit. */
  rate: number;
}

const CONNECTIONS = 5;

/** Reads `smtp://user:password@host:587?pool=5&rate=10`. Throws SetupError for what cannot be used. */
export function readMailUrl(address: string): MailServer {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost',
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user ? { login: { user, password: decodeURIComponent(url.password) } } : {}),
    connections: number(url, 'pool', CONNECTIONS, /^[1-9]\d{0,2}$/, 'a whole number from 1 to 999'),
    rate: number(url, 'rate', 0, /^\d{1,6}(\.\d+)?$/, 'a number of messages a second'),
  };
}

function number(url: URL, name: string, fallback: number, form: RegExp, meaning: string): number {
  const value = url.searchParams.get(name);
  if (value === null) return fallback;
  if (!form.test(value)) throw new SetupError(`MAIL_URL: ${name} must be ${meaning}`);
  return Number(value);
}
