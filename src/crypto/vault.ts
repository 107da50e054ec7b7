import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from './encryption.ts';

/** Keeps secrets of teams unreadable for whoever has the database but not the installation's secret. */
export class Vault {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('vault').digest();
  }

  /** `purpose` says what it is and whose: what was sealed for one opens for no other. */
  encrypt(secret: Buffer, purpose: string): Uint8Array<ArrayBuffer> {
    return encrypt(this.#key, secret, purpose);
  }

  /** The secret again. Throws for one that was sealed with another secret or for another purpose. */
  decrypt(sealed: Uint8Array, purpose: string): Buffer {
    return decrypt(this.#key, sealed, purpose);
  }
}
