import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Keeps secrets of teams unreadable for whoever has the database but not the installation's secret. */
export class Vault {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('vault').digest();
  }

  /** `purpose` says what it is and whose: what was sealed for one opens for no other. */
  seal(secret: Buffer, purpose: string): Uint8Array<ArrayBuffer> {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(purpose));
    return new Uint8Array(Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]));
  }

  /** The secret again. Throws for one that was sealed with another secret or for another purpose. */
  open(sealed: Uint8Array, purpose: string): Buffer {
    const decipher = createDecipheriv(ALGORITHM, this.#key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
  }
}
