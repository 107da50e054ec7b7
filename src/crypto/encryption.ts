import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/**
 * Enciphers under a key of 32 bytes: nonce, text, tag. `purpose` is not kept but bound: what was sealed for one opens for
 * no other.
 */
export function encrypt(key: Buffer, text: Buffer, purpose = ''): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose));
  return new Uint8Array(Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]));
}

/** The text again. Throws for one that was sealed under another key or for another purpose. */
export function decrypt(key: Buffer, sealed: Uint8Array, purpose = ''): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
}
