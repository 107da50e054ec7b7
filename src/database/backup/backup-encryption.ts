import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { z } from 'zod';
import { SetupError } from '../../config.ts';

/** The key of an encrypted backup: a passphrase, or an X25519 key (the public one encrypts, the private one decrypts). */
export type BackupKey = { passphrase: string } | { key: KeyObject };

const CHUNK = 64 * 1024;
const TAG = 16;
/** scrypt with these takes 128 MB and a few tenths of a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const LONGEST_LINE = 1024;

const bytes = (length: number) => z.base64url().refine((text) => Buffer.from(text, 'base64url').length === length);
const lineShape = z.object({
  tidings_encrypted_backup: z.literal(1),
  key: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('passphrase'), salt: bytes(16) }),
    z.object({ kind: z.literal('x25519'), ephemeral: bytes(32) }),
  ]),
});

type Line = z.output<typeof lineShape>;

/** Encrypts a backup (docs/backup-format.md): a line of JSON, then chunks of AES-256-GCM that cannot be reordered or cut. */
export async function* encryptBackup(plain: AsyncIterable<Buffer>, lock: BackupKey): AsyncGenerator<Buffer> {
  const { line, shared } = 'passphrase' in lock ? byPassphrase(lock.passphrase) : byPublicKey(lock.key);
  const text = Buffer.from(`${JSON.stringify(line)}\n`);
  yield text;
  const key = chunkKey(shared, text);
  yield* chunked(plain, CHUNK, (chunk, nonce) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  });
}

/**
 * The bytes of a backup, decrypted if it is encrypted. Throws SetupError when the key is missing, wrong, or given for an
 * unencrypted backup, or when a chunk was changed or is missing.
 */
export async function* openedBackup(
  path: string,
  file: AsyncIterable<Buffer>,
  lock?: BackupKey,
): AsyncGenerator<Buffer> {
  const pieces = file[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let end = -1;
  while (end < 0 && start.length < LONGEST_LINE) {
    const { value, done } = await pieces.next();
    if (done) break;
    start = Buffer.concat([start, value]);
    end = start[0] === '{'.charCodeAt(0) ? start.indexOf('\n') : start.length;
  }
  const line = start[0] === '{'.charCodeAt(0) ? readLine(start.toString('utf8', 0, Math.max(0, end))) : undefined;
  const rest = async function* () {
    yield line ? start.subarray(end + 1) : start;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  };
  if (!line && lock) throw new SetupError(`${path} is not encrypted: if you trust it, restore it without a key`);
  if (!line) return yield* rest();
  if (!lock) throw new SetupError(`${path} is encrypted: give its key with ${optionOf(line)}`);
  const key = chunkKey(sharedOf(path, line, lock), start.subarray(0, end + 1));
  let first = true;
  yield* chunked(rest(), CHUNK + TAG, (chunk, nonce) => {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(chunk.subarray(-TAG));
      const plain = Buffer.concat([decipher.update(chunk.subarray(0, -TAG)), decipher.final()]);
      first = false;
      return plain;
    } catch {
      throw new SetupError(first ? `${path} is damaged, or encrypted with another key` : `${path} is damaged`);
    }
  });
}

function readLine(text: string): Line | undefined {
  try {
    return lineShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const optionOf = ({ key }: Line): string => (key.kind === 'passphrase' ? '--passphrase-file FILE' : '--key FILE');

function byPassphrase(passphrase: string): { line: Line; shared: Buffer } {
  const salt = randomBytes(16);
  const line = {
    tidings_encrypted_backup: 1 as const,
    key: { kind: 'passphrase' as const, salt: salt.toString('base64url') },
  };
  return { line, shared: scryptSync(passphrase, salt, 32, SCRYPT) };
}

function byPublicKey(publicKey: KeyObject): { line: Line; shared: Buffer } {
  const own = generateKeyPairSync('x25519');
  const line = {
    tidings_encrypted_backup: 1 as const,
    key: { kind: 'x25519' as const, ephemeral: rawOf(own.publicKey) },
  };
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey });
  return { line, shared: Buffer.concat([shared, Buffer.from(rawOf(publicKey), 'base64url')]) };
}

function sharedOf(path: string, line: Line, lock: BackupKey): Buffer {
  const { key } = line;
  if (key.kind === 'passphrase' && 'passphrase' in lock) {
    return scryptSync(lock.passphrase, Buffer.from(key.salt, 'base64url'), 32, SCRYPT);
  }
  if (key.kind !== 'x25519' || !('key' in lock)) throw new SetupError(`${path} needs ${optionOf(line)}`);
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: key.ephemeral }, format: 'jwk' });
    const shared = diffieHellman({ privateKey: lock.key, publicKey });
    return Buffer.concat([shared, Buffer.from(rawOf(createPublicKey(lock.key)), 'base64url')]);
  } catch {
    throw new SetupError(`${path} is damaged`);
  }
}

const rawOf = (key: KeyObject): string => key.export({ format: 'jwk' }).x as string;

/** Covers the first line too, so that it cannot be changed. */
const chunkKey = (shared: Buffer, line: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', shared, createHash('sha256').update(line).digest(), 'tidings backup', 32));

/**
 * Cuts into chunks of `size`, the last one shorter, and processes each with a nonce made of its number and whether it is the
 * last.
 */
async function* chunked(
  source: AsyncIterable<Buffer>,
  size: number,
  work: (chunk: Buffer, nonce: Buffer) => Buffer,
): AsyncGenerator<Buffer> {
  let number = 0;
  let left = Buffer.alloc(0);
  const nonce = (isLast: boolean) => {
    const made = Buffer.alloc(12);
    made.writeUIntBE(number++, 5, 6);
    made[11] = isLast ? 1 : 0;
    return made;
  };
  for await (const piece of source) {
    left = Buffer.concat([left, piece]);
    for (; left.length > size; left = left.subarray(size)) yield work(left.subarray(0, size), nonce(false));
  }
  yield work(left, nonce(true));
}
