import { isIP } from 'node:net';
import { isLoopback } from '../network/loopback.ts';
import { readTls, type Tls } from './database-tls.ts';

export interface DatabaseHost {
  /** A name, an address, or the folder of a socket. Undefined: `PGHOST`, else this machine. */
  host: string | undefined;
  port: number;
}

/** The content of DATABASE_URL. */
export interface DatabaseUrl {
  /** In the order of attempts; at least one. */
  hosts: readonly DatabaseHost[];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  /** `application_name`: the prefix of connection names. */
  program: string | undefined;
  tls: Tls;
  /** Settings passed on to `pg` unchanged, such as `query_timeout` and `options`. */
  settings: Readonly<Record<string, string | number | boolean>>;
}

const FORM = /^postgres(?:ql)?:\/\/(?:([^/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s;
const IN_A_PASSWORD = 'in a password write / as %2F, ? as %3F and @ as %40';
const HOST = /^(?:\[([\da-f:.%\w]+)\]|([^:[\]]*))(?::(\d+))?$/i;

/** Other settings of `pg`. Numbers are in milliseconds. */
const SETTINGS = ['options', 'client_encoding', 'sslnegotiation'];
const NUMBERS = ['query_timeout', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** All of these mean a writable server here, so `any` is read like the others. */
const WRITER = ['any', 'read-write', 'primary'];

/**
 * Reads a database URL as libpq does: a list of hosts, sockets, and `sslmode` with its files. Without `sslmode`, a remote host
 * gets TLS if it supports it, and this machine none. Throws DatabaseUrlError.
 */
export function readDatabaseUrl(url: string): DatabaseUrl {
  const [, account, authority = '', path, query] = FORM.exec(url.trim()) ?? refuse('must begin with postgresql://');
  // An apparent host or database may be a part of the password: no message shows it.
  if (account === undefined && `${path}${query}`.includes('@')) refuse(`has an @ in the wrong place: ${IN_A_PASSWORD}`);
  const params = readParams(query ?? '');
  const [user, password] = splitAt(account ?? '', ':');
  const target = params.get('target_session_attrs') ?? 'read-write';
  if (!WRITER.includes(target)) {
    refuse(`has target_session_attrs=${target}, but Tidings needs a writable server: use read-write`);
  }
  const schema = params.get('schema') ?? 'public';
  if (schema !== 'public') refuse(`has schema=${schema}, but Tidings keeps its tables in public: ${OWN_DATABASE}`);
  const hosts = readHosts(params.get('host') ?? authority, params.get('port'));
  const settings: Record<string, string | number | boolean> = {};
  for (const name of SETTINGS) if (params.has(name)) settings[name] = params.get(name) as string;
  for (const name of NUMBERS) if (params.has(name)) settings[name] = numberOf(name, params.get(name) as string);
  const tls = readTls(params, refuse);
  if (params.get('channel_binding') === 'require') settings.enableChannelBinding = true;
  return {
    hosts,
    user: given(params.get('user') ?? decode(user, 'user name')),
    password: given(params.get('password') ?? decode(password, 'password')),
    program: asciiOf(params.get('application_name') ?? process.env.PGAPPNAME ?? ''),
    database: given(params.get('dbname') ?? decode(path ?? '', 'name of the database')),
    tls: !params.has('sslmode') && tls.use === 'prefer' && hosts.every(isLocal) ? { ...tls, use: 'never' } : tls,
    settings,
  };
}

/** A problem of the URL, as the end of a sentence that begins with its name, without the password. */
export class DatabaseUrlError extends Error {}

/** The problem of a URL. Undefined when it is valid. */
export function databaseUrlProblem(url: string): string | undefined {
  try {
    readDatabaseUrl(url);
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message;
    throw error;
  }
}

export const OWN_DATABASE = 'create a database for it (CREATE DATABASE)';

function refuse(problem: string): never {
  throw new DatabaseUrlError(problem);
}

/** Whether a host is certainly this machine: a name that only begins like a local address is a DNS name. */
export function isLocal({ host = process.env.PGHOST || 'localhost' }: DatabaseHost): boolean {
  return host.startsWith('/') || host.toLowerCase() === 'localhost' || (isIP(host) > 0 && isLoopback(host));
}

/** PostgreSQL replaces other characters in a name. */
const asciiOf = (text: string): string | undefined => given(text.replace(/[^\x20-\x7e]/g, '?').trim());

const given = (text: string): string | undefined => (text === '' ? undefined : text);

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** A raw `%` is the usual mistake in a password. */
function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(`has a % in the ${what} that does not begin a code: write it as %25`);
  }
}

/** Settings in which programs that build URLs write a space as `+`. libpq does not, and in other settings a `+` is a plus. */
const SPACED = ['options', 'application_name'];

function readParams(query: string): Map<string, string> {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [name, value] = splitAt(pair, '=');
      const text = SPACED.includes(name) ? value.replaceAll('+', ' ') : value;
      return [decode(name, 'name of a setting'), decode(text, `value of ${name}`)];
    }),
  );
}

function numberOf(name: string, text: string): number {
  return /^\d+$/.test(text) ? Number(text) : refuse(`has ${name}=${text}: it must be a number of milliseconds`);
}

export const DEFAULT_PORT = 5432;

/** `a:1,[::1]:2,%2Frun%2Fpostgresql`, and the ports of a list beside it, one for all or one for each. */
function readHosts(list: string, ports: string | undefined): DatabaseHost[] {
  const given = ports?.split(',');
  const hosts = list.split(',');
  if (given && given.length > 1 && given.length !== hosts.length) {
    refuse(`names ${hosts.length} hosts and ${given.length} ports: give one port, or one for each host`);
  }
  return hosts.map((text, index) => {
    const whole = decode(text, 'host');
    const port = given?.[index] ?? given?.[0];
    if (whole.startsWith('/')) return { host: whole, port: portOf(port) };
    const [, address, name, own] =
      HOST.exec(whole) ?? refuse(`has a host or a port that cannot be read: ${IN_A_PASSWORD}`);
    const host = address ?? name ?? '';
    return { host: host === '' ? undefined : host, port: portOf(own ?? port) };
  });
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return Number(process.env.PGPORT) || DEFAULT_PORT;
  const port = Number(text);
  return /^\d+$/.test(text) && port > 0 && port < 65_536
    ? port
    : refuse(`has a port outside 1 to 65535: ${IN_A_PASSWORD}`);
}
