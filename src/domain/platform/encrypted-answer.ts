import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from '../../crypto/encryption.ts';

/**
 * Encrypts a stored response, so that the database alone is not enough to read it without the caller's key. Responses
 * contain addresses and, when a token was created, the token.
 */
export const encryptAnswer = (text: string, key: string, fingerprint: Uint8Array): Uint8Array<ArrayBuffer> =>
  encrypt(secretOf(key, fingerprint), Buffer.from(text));

/** Decrypts a stored response. */
export const decryptAnswer = (encrypted: Uint8Array, key: string, fingerprint: Uint8Array): string =>
  decrypt(secretOf(key, fingerprint), encrypted).toString();

const secretOf = (key: string, fingerprint: Uint8Array): Buffer =>
  createHmac('sha256', key).update('answer').update(fingerprint).digest();
