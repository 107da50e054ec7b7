import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from '../../crypto/encryption.ts';

/**
 * Encrypts an answer, so that nobody can read it who has the database but not the caller's key. Answers contain
 * addresses and, when a token was created, the token.
 */
export const encryptAnswer = (text: string, key: string, fingerprint: Uint8Array): Uint8Array<ArrayBuffer> =>
  encrypt(secretOf(key, fingerprint), Buffer.from(text));

/** Decrypts an answer. */
export const decryptAnswer = (encrypted: Uint8Array, key: string, fingerprint: Uint8Array): string =>
  decrypt(secretOf(key, fingerprint), encrypted).toString();

const secretOf = (key: string, fingerprint: Uint8Array): Buffer =>
  createHmac('sha256', key).update('answer').update(fingerprint).digest();
