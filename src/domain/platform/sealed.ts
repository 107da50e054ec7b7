import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** What an idempotency key is filed under. */
export const hashOfKey = (key: string): Uint8Array<ArrayBuffer> => digest(['name', key]);

/** Tells requests apart: the SHA-256 of what makes one up. */
export const fingerprintOf = (parts: readonly unknown[]): Uint8Array<ArrayBuffer> => digest(parts);

/**
 * Makes an answer unreadable to whoever has the database but not the caller's key: answers hold addresses, and those
 * that create a token hold the token, which must not lie about in clear.
 */
export function seal(text: string, key: string, fingerprint: Uint8Array): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, secretOf(key, fingerprint), nonce);
  return new Uint8Array(Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]));
}

/** The text again. */
export function unseal(sealed: Uint8Array, key: string, fingerprint: Uint8Array): string {
  const decipher = createDecipheriv(ALGORITHM, secretOf(key, fingerprint), sealed.subarray(0, NONCE));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return decipher.update(sealed.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8');
}

const secretOf = (key: string, fingerprint: Uint8Array): Buffer =>
  createHmac('sha256', key).update('answer').update(fingerprint).digest();

const digest = (parts: readonly unknown[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(JSON.stringify(parts)).digest());
