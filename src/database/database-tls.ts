import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

/** How a connection is encrypted. `prefer`: where the server can. */
export interface Tls {
  use: 'never' | 'prefer' | 'always';
  options: ConnectionOptions;
}

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type Mode = (typeof MODES)[number];

const isMode = (text: string): text is Mode => (MODES as readonly string[]).includes(text);

/**
 * Reads `sslmode` and its files as libpq does: `prefer`, the default, and `require` encrypt and check nothing, but `require` with
 * `sslrootcert` checks as `verify-ca` does; `verify-ca` checks who signed the certificate, `verify-full` the name in it too.
 * `sslrootcert=system` and `verify-full` without a file take the authorities that Node knows. Calls `refuse` with what is wrong.
 */
export function readTls(params: ReadonlyMap<string, string>, refuse: (problem: string) => never): Tls {
  const root = params.get('sslrootcert') || undefined;
  const mode = params.get('sslmode') ?? impliedMode(params.get('ssl'), root, params.get('sslnegotiation'));
  if (!isMode(mode)) refuse(`has sslmode=${mode}: use ${MODES.slice(0, -1).join(', ')}`);
  if (root === 'system' && mode !== 'verify-full') {
    refuse(`has sslrootcert=system with sslmode=${mode}, which trusts anybody with a certificate: use verify-full`);
  }
  if (mode === 'disable') return { use: 'never', options: {} };
  const read = (name: string) => {
    const path = params.get(name);
    return path ? readPem(name, path, refuse) : undefined;
  };
  const cert = read('sslcert');
  const key = read('sslkey');
  if ((cert === undefined) !== (key === undefined)) refuse('needs sslcert and sslkey together: set both or neither');
  const own = { ...(cert && { cert }), ...(key && { key }), ...passphrase(params) };
  const ca = root && root !== 'system' ? read('sslrootcert') : undefined;
  switch (mode) {
    case 'allow':
    case 'prefer':
      return { use: 'prefer', options: { ...own, rejectUnauthorized: false } };
    case 'no-verify':
      return { use: 'always', options: { ...own, rejectUnauthorized: false } };
    case 'require':
      return { use: 'always', options: ca ? { ...own, ca, ...ANY_NAME } : { ...own, rejectUnauthorized: false } };
    case 'verify-ca':
      if (!ca) refuse('has sslmode=verify-ca without sslrootcert: name the file with the certificate of the authority');
      return { use: 'always', options: { ...own, ca, ...ANY_NAME } };
    case 'verify-full':
      return { use: 'always', options: { ...own, ...(ca && { ca }) } };
  }
}

const ANY_NAME = { checkServerIdentity: () => undefined };

/** Without sslmode: as `pg` reads `ssl`, and as libpq does what else speaks of TLS. */
function impliedMode(ssl: string | undefined, root: string | undefined, negotiation: string | undefined): string {
  if (ssl === '0' || ssl === 'false') return 'disable';
  if (ssl === 'true' || ssl === '1' || root === 'system') return 'verify-full';
  if (ssl === 'no-verify') return 'no-verify';
  return negotiation === 'direct' ? 'require' : (process.env.PGSSLMODE ?? 'prefer');
}

const passphrase = (params: ReadonlyMap<string, string>) => {
  const text = params.get('sslpassword');
  return text ? { passphrase: text } : {};
};

function readPem(name: string, path: string, refuse: (problem: string) => never): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuse(`names ${path} as ${name}, which cannot be read (${code}): correct the path, or mount the file`);
  }
  return text.includes('-----BEGIN ') ? text : refuse(`names ${path} as ${name}, which is no PEM file`);
}
