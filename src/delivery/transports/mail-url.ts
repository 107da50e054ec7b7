import { readFileSync } from 'node:fs';
import { SetupError } from '../../config.ts';
import { normaliseEhloName } from '../../network/ehlo-name.ts';
import { normaliseCertificates, normaliseFingerprint, TLS_MODES, type TlsMode } from '../../network/mail-tls.ts';
import { mailUrlProblem } from '../../network/mail-url-problem.ts';
import { parseUrl } from '../../network/parse-url.ts';
import type { MailHost } from '../../network/smtp-login.ts';
import type { TokenGrant } from '../../outbound/access-tokens.ts';
import { OAUTH2_SETTINGS, readOAuth2 } from './mail-url-oauth2.ts';

/** A mail server and its limits. */
export interface MailServer extends MailHost {
  /** The most connections at a time. */
  connections: number;
  /** Most messages per second; 0 for no limit. */
  rate: number;
}

/** The content of MAIL_URL. The XOAUTH2 login is separate, because the caller that connects fetches its tokens. */
export interface OwnServer extends MailServer {
  tokens?: { user: string; grant: TokenGrant };
}

const CONNECTIONS = 5;
const SETTINGS = ['pool', 'rate', 'tls', 'ca', 'fingerprint', 'ehlo_name', ...OAUTH2_SETTINGS];

/** Parses `smtp://user:password@host:587?pool=5&rate=10&tls=required`. Throws SetupError when it is invalid. */
export function readMailUrl(address: string): OwnServer {
  const url = parseUrl(address);
  if (!url) throw new SetupError(`MAIL_URL ${mailUrlProblem(address)}`);
  const settings = settingsOf(url);
  const unknown = [...settings.keys()].find((name) => !SETTINGS.includes(name));
  if (unknown !== undefined || !['', '/'].includes(url.pathname) || url.hash !== '') {
    const problem = mailUrlProblem(address);
    if (problem) throw new SetupError(`MAIL_URL ${problem}`);
  }
  if (unknown !== undefined) {
    const known = `${SETTINGS.slice(0, -1).join(', ')} and ${SETTINGS.at(-1)}`;
    throw new SetupError(`MAIL_URL: only ${known} can be set, not ${JSON.stringify(unknown)}`);
  }
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
  const grant = readOAuth2(settings, { user, password });
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(grant ? { tokens: { user, grant } } : user && { login: { user, password } }),
    ...security(settings, { secure, hasLogin: user !== '' }),
    connections: number(settings, 'pool', CONNECTIONS, /^[1-9]\d{0,2}$/, 'a whole number from 1 to 999'),
    rate: number(settings, 'rate', 0, /^\d{1,6}(\.\d+)?$/, 'a number of messages per second'),
  };
}

/** The settings after the `?`. A `+` is a plus, as in certificates. */
function settingsOf({ search }: URL): Map<string, string> {
  const pairs = search.slice(1).split('&').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded('name of a setting', name), decoded(name, value.join('='))];
    }),
  );
}

/** How the session is secured, and how it introduces itself. */
function security(settings: Map<string, string>, { secure, hasLogin }: { secure: boolean; hasLogin: boolean }) {
  const tls = read(settings, 'tls', modeOf, `one of ${TLS_MODES.join(', ')}`);
  if (tls === 'off' && hasLogin) {
    throw new SetupError('MAIL_URL: tls=off cannot be used with a user and a password, which are sent only over TLS');
  }
  if (tls === 'off' && secure) throw new SetupError('MAIL_URL: tls=off cannot be used with smtps://');
  const ca = read(settings, 'ca', certificatesOf, 'certificates in PEM, or a path to a file with them');
  const fingerprint = read(settings, 'fingerprint', normaliseFingerprint, '64 hexadecimal digits (SHA-256)');
  if (ca && fingerprint) throw new SetupError('MAIL_URL: set ca or fingerprint, not both');
  if (tls === 'off' && (ca ?? fingerprint))
    throw new SetupError('MAIL_URL: ca and fingerprint cannot be used with tls=off');
  const ehloName = read(settings, 'ehlo_name', normaliseEhloName, 'a host name, such as mail.shop.example');
  return { ...(tls && { tls }), ...(ca && { ca }), ...(fingerprint && { fingerprint }), ...(ehloName && { ehloName }) };
}

const modeOf = (value: string): TlsMode | undefined => TLS_MODES.find((mode) => mode === value);

function certificatesOf(value: string): string | undefined {
  if (value.includes('-----BEGIN')) return normaliseCertificates(value);
  try {
    return normaliseCertificates(readFileSync(value, 'utf8'));
  } catch (error) {
    throw new SetupError(`MAIL_URL: the file of ca cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function read<Value>(
  settings: Map<string, string>,
  name: string,
  reader: (value: string) => Value | undefined,
  meaning: string,
): Value | undefined {
  const value = settings.get(name);
  if (value === undefined) return undefined;
  const result = reader(value);
  if (result === undefined) throw new SetupError(`MAIL_URL: ${name} must be ${meaning}`);
  return result;
}

function decoded(part: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SetupError(`MAIL_URL: the ${part} has a % without a hexadecimal code: write a % as %25`);
  }
}

function number(settings: Map<string, string>, name: string, fallback: number, form: RegExp, meaning: string): number {
  return read(settings, name, (value) => (form.test(value) ? Number(value) : undefined), meaning) ?? fallback;
}
