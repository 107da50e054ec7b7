import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts with a key of 32 bytes; returns nonce, ciphertext and tag. `purpose` is authenticated but not stored:
 * decrypting needs the same purpose.
 */
export function encrypt(key: Buffer, text: Buffer, purpose = ''): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose));
  return new Uint8Array(Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]));
}

/** Decrypts. Throws when the key or the purpose differs from the one used to encrypt. */
export function decrypt(key: Buffer, encrypted: Uint8Array, purpose = ''): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, encrypted.subarray(0, NONCE)).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(encrypted.subarray(encrypted.length - TAG));
  return Buffer.concat([decipher.update(encrypted.subarray(NONCE, -TAG)), decipher.final()]);
}
