import { createHash, createHmac } from 'node:crypto';
import { decrypt, encrypt } from '../../crypto/encryption.ts';

/** What an idempotency key is filed under. */
export const hashOfKey = (key: string): Uint8Array<ArrayBuffer> => digest(['name', key]);

/** Tells requests apart: the SHA-256 of what makes one up. */
export const fingerprintOf = (parts: readonly unknown[]): Uint8Array<ArrayBuffer> => digest(parts);

/**
 * Makes an answer unreadable to whoever has the database but not the caller's key: answers hold addresses, and those
 * that create a token hold the token, which must not lie about in clear.
 */
export const encryptAnswer = (text: string, key: string, fingerprint: Uint8Array): Uint8Array<ArrayBuffer> =>
  encrypt(secretOf(key, fingerprint), Buffer.from(text));

/** The text again. */
export const decryptAnswer = (sealed: Uint8Array, key: string, fingerprint: Uint8Array): string =>
  decrypt(secretOf(key, fingerprint), sealed).toString();

const secretOf = (key: string, fingerprint: Uint8Array): Buffer =>
  createHmac('sha256', key).update('answer').update(fingerprint).digest();

const digest = (parts: readonly unknown[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(JSON.stringify(parts)).digest());
