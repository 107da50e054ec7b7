import { ReadOnlyDatabaseError } from './choose-host.ts';
import { targetOf } from './client-options.ts';
import type { DatabaseUrl } from './database-url.ts';

type Fault = Error & { code?: string; address?: string; port?: number; hostname?: string };

/** What to do about a fault, by its code (of Node, OpenSSL or PostgreSQL) or by words of its message. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nobody listens there: start PostgreSQL, or correct host and port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'DNS does not know the host: correct its name'],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$|timeout/,
    'nothing comes back: check the address, the firewall, and the allowed addresses of the provider',
  ],
  [
    /^ECONNRESET$|terminated unexpectedly/,
    'the other side hung up: check that a PostgreSQL is there, and try ?sslmode=require',
  ],
  [/^ENOENT$/, 'there is no such socket: correct the folder in host=, or start PostgreSQL'],
  [/^EACCES$/, 'the socket may not be opened: let this account do so'],
  [/^28P01$/, 'correct user and password; in a URL write % as %25, @ as %40, / as %2F and ? as %3F'],
  [/no encryption/, 'the server wants TLS: add ?sslmode=require'],
  [/^28000$/, 'let the role in by pg_hba.conf, or correct its name'],
  [/^(3D000|database .* does not exist)$/, 'create the database (CREATE DATABASE), or correct its name'],
  [/^42501$/, 'GRANT CONNECT ON DATABASE to the role'],
  [/^53300$|too many clients|remaining connection slots/, 'raise max_connections, or lower DATABASE_POOL'],
  [/^57P03$/, 'the server is starting or stopping: try again in a moment'],
  [/does not support SSL/, 'the server has no TLS: use sslmode=disable, or prefer'],
  [
    /^(SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO)/,
    'its authority is not trusted: name the file with its certificate by sslrootcert=, or encrypt without checking by sslmode=require',
  ],
  [/^ERR_TLS_CERT_ALTNAME/, 'the certificate is for other names: use one of them as host, or sslmode=verify-ca'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'renew the certificate of the server, and check the clocks'],
  [
    /^42P05$|prepared statement/,
    'a pooler shares connections between clients: use the address of the database itself, or session mode',
  ],
];

/** Why a connection to the database at `url` failed and what to do about it, in one line without the password. */
export function connectionProblem(error: unknown, url: string): string {
  const { read } = targetOf(url);
  if (error instanceof ReadOnlyDatabaseError) return READ_ONLY;
  const faults = (error as AggregateError).errors ?? [error];
  const [fault] = faults as [Fault];
  const words = faults.map(({ message, code }: Fault) => message || code || 'no answer').join(', ');
  const texts = [fault.code ?? '', fault.message];
  const advice = ADVICE.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
  const line = `${placeOf(read, words)}${words}${advice ? `: ${advice}` : ''}`.replace(/\s+/g, ' ');
  return withoutPassword(line, read);
}

const READ_ONLY =
  'the database takes no changes: name the primary and not a standby, or several hosts (host1,host2); if the provider locked it because its disk is full, make room';

/** Where it was tried to connect, unless the error says so itself. */
function placeOf({ hosts }: DatabaseUrl, words: string): string {
  const names = hosts.map(({ host = 'localhost', port }) => (host.startsWith('/') ? host : `${host}:${port}`));
  return hosts.some(({ host = '', port }) => words.includes(String(port)) || (host !== '' && words.includes(host)))
    ? ''
    : `${names.join(', ')}: `;
}

/** In either form. */
function withoutPassword(line: string, { password }: DatabaseUrl): string {
  if (!password) return line;
  return line.replaceAll(password, '…').replaceAll(encodeURIComponent(password), '…');
}
