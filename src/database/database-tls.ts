import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

/** How a connection is encrypted. `prefer`: if the server supports it. */
export interface Tls {
  use: 'never' | 'prefer' | 'always';
  options: ConnectionOptions;
}

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type Mode = (typeof MODES)[number];

const isMode = (text: string): text is Mode => (MODES as readonly string[]).includes(text);

/**
 * Reads `sslmode` and its files as libpq does: `prefer`, the default, and `require` encrypt without verification, but `require`
 * with `sslrootcert` verifies like `verify-ca`. `verify-ca` verifies the signer of the certificate, `verify-full` its name too.
 * `sslrootcert=system` and `verify-full` without a file use Node's authorities. Calls `refuse` with the problem.
 */
export function readTls(params: ReadonlyMap<string, string>, refuse: (problem: string) => never): Tls {
  const root = params.get('sslrootcert') || undefined;
  const mode = params.get('sslmode') ?? impliedMode(params.get('ssl'), root, params.get('sslnegotiation'));
  if (!isMode(mode)) refuse(`has sslmode=${mode}: use ${MODES.slice(0, -1).join(', ')}`);
  if (root === 'system' && mode !== 'verify-full') {
    refuse(`has sslrootcert=system with sslmode=${mode}, which trusts any valid certificate: use verify-full`);
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
      if (!ca)
        refuse('has sslmode=verify-ca without sslrootcert: set it to the file with the certificate of the authority');
      return { use: 'always', options: { ...own, ca, ...ANY_NAME } };
    case 'verify-full':
      return { use: 'always', options: { ...own, ...(ca && { ca }) } };
  }
}

const ANY_NAME = { checkServerIdentity: () => undefined };

/** Without sslmode: reads `ssl` as `pg` does, and other TLS settings as libpq does. */
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
  return text.includes('-----BEGIN ') ? text : refuse(`names ${path} as ${name}, which is not a PEM file`);
}
