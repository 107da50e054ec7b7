import { ReadOnlyDatabaseError } from './choose-host.ts';
import { targetOf } from './client-options.ts';
import type { DatabaseUrl } from './database-url.ts';

type Fault = Error & { code?: string; address?: string; port?: number; hostname?: string };

/** Advice for an error, by its code (of Node, OpenSSL or PostgreSQL) or by words in its message. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens at this address: start PostgreSQL, or correct host and port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'DNS does not know the host: correct its name'],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$|timeout/,
    'no answer: check the address, the firewall, and the allowed addresses at your provider',
  ],
  [
    /^ECONNRESET$|terminated unexpectedly/,
    'the server closed the connection: check that it is PostgreSQL, and try ?sslmode=require',
  ],
  [/^ENOENT$/, 'the socket does not exist: correct the folder in host=, or start PostgreSQL'],
  [/^EACCES$/, 'no permission to open the socket: allow this account to use it'],
  [/^28P01$/, 'correct user and password; in a URL write % as %25, @ as %40, / as %2F and ? as %3F'],
  [/no encryption/, 'the server requires TLS: add ?sslmode=require'],
  [/^28000$/, 'allow the role in pg_hba.conf, or correct its name'],
  [/^(3D000|database .* does not exist)$/, 'create the database (CREATE DATABASE), or correct its name'],
  [/^42501$/, 'GRANT CONNECT ON DATABASE to the role'],
  [/^53300$|too many clients|remaining connection slots/, 'raise max_connections, or lower DATABASE_POOL'],
  [/^57P03$/, 'the server is starting or stopping: try again in a moment'],
  [/does not support SSL/, 'the server has no TLS: use sslmode=disable, or prefer'],
  [
    /^(SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO)/,
    'its certificate authority is not trusted: set sslrootcert= to the file with its certificate, or encrypt without verification with sslmode=require',
  ],
  [/^ERR_TLS_CERT_ALTNAME/, 'the certificate is for other host names: use one of them as host, or sslmode=verify-ca'],
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
  'the database is read-only: connect to the primary, not a standby, or list several hosts (host1,host2); if the provider locked it because its disk is full, free some space';

/** The address of the attempt, unless the error already contains it. */
function placeOf({ hosts }: DatabaseUrl, words: string): string {
  const names = hosts.map(({ host = 'localhost', port }) => (host.startsWith('/') ? host : `${host}:${port}`));
  return hosts.some(({ host = '', port }) => words.includes(String(port)) || (host !== '' && words.includes(host)))
    ? ''
    : `${names.join(', ')}: `;
}

/** Removes the password in both forms. */
function withoutPassword(line: string, { password }: DatabaseUrl): string {
  if (!password) return line;
  return line.replaceAll(password, '…').replaceAll(encodeURIComponent(password), '…');
}
