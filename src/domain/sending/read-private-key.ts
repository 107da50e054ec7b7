import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';

/** RFC 8301: receivers must ignore shorter keys, and need not read longer ones. */
const MIN_BITS = 1_024;
const MAX_BITS = 4_096;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;

const ENCRYPTED =
  'must not be encrypted with a passphrase. Decrypt it first: openssl pkey -in encrypted.pem -out key.pem';
const OPENSSH = 'must be in PEM format. Convert an OpenSSH key first: ssh-keygen -p -m PEM -f FILE';
const DAMAGED = 'is damaged. Paste the whole file, with its BEGIN and END lines.';
const NOT_PEM = 'must be a private key in PEM format: a text that begins with -----BEGIN PRIVATE KEY-----';
const NOT_RSA =
  'must be an RSA key. Many mailbox providers do not verify signatures with other keys. To create one: openssl genrsa 2048';

const REFUSED: Readonly<Record<string, string>> = {
  'ENCRYPTED PRIVATE KEY': ENCRYPTED,
  'OPENSSH PRIVATE KEY': OPENSSH,
  'EC PRIVATE KEY': NOT_RSA,
  'DSA PRIVATE KEY': NOT_RSA,
  'PUBLIC KEY': 'must be the private key. This is the public key.',
  'RSA PUBLIC KEY': 'must be the private key. This is the public key.',
  CERTIFICATE: 'must be the private key. This is a certificate.',
};

/**
 * Reads an RSA key in PEM format (PKCS #1 or PKCS #8), with any line breaks, or with `\n` in their place, as in
 * configuration files. Returns a problem if there is no key that can sign. The problem does not quote the text.
 */
export function readPrivateKey(text: string): KeyObject | string {
  const blocks = [...text.replace(/\\+r/g, '').replace(/\\+n/g, '\n').matchAll(BLOCK)];
  const own = blocks.filter(([, label]) => label?.endsWith('PRIVATE KEY'));
  if (own.length > 1) return 'must be one private key. These are several.';
  const [, label = '', body = ''] = own[0] ?? blocks[0] ?? [];
  if (label === 'PRIVATE KEY' || label === 'RSA PRIVATE KEY') return readBody(label, body);
  return REFUSED[label] ?? NOT_PEM;
}

function readBody(label: string, body: string): KeyObject | string {
  if (/^\s*Proc-Type:.*ENCRYPTED/.test(body)) return ENCRYPTED;
  const base64 = body.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return DAMAGED;
  try {
    const type = label === 'PRIVATE KEY' ? 'pkcs8' : 'pkcs1';
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type });
    return problemOf(key) ?? key;
  } catch {
    return DAMAGED;
  }
}

function problemOf(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType !== 'rsa') return NOT_RSA;
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < MIN_BITS || modulusLength > MAX_BITS) {
    return `must have ${MIN_BITS} to ${MAX_BITS} bits, preferably 2048. This key has ${modulusLength}.`;
  }
  return publicExponent >= 3n && isWhole(key) && signs(key) ? undefined : DAMAGED;
}

/**
 * Whether its numbers belong together (RFC 8017, 3.2). OpenSSL checks only some of them, and an oversized one would block
 * the thread for seconds.
 */
function isWhole(key: KeyObject): boolean {
  const { n, e, d, p, q, dp, dq, qi } = numbersOf(key.export({ format: 'jwk' }));
  if (p < 2n || q < 2n || p * q !== n || d >= n) return false;
  const fits = (part: bigint, prime: bigint) => part === d % (prime - 1n) && (e * part) % (prime - 1n) === 1n;
  return fits(dp, p) && fits(dq, q) && (qi * q) % p === 1n;
}

const PARTS = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const;

const numbersOf = (parts: JsonWebKey) =>
  Object.fromEntries(PARTS.map((part) => [part, numberOf(parts[part])])) as Record<(typeof PARTS)[number], bigint>;

const numberOf = (part = ''): bigint => BigInt(`0x0${Buffer.from(part, 'base64url').toString('hex')}`);

function signs(key: KeyObject): boolean {
  const text = Buffer.from('tidings');
  return verify('RSA-SHA256', text, createPublicKey(key), sign('RSA-SHA256', text, key));
}
