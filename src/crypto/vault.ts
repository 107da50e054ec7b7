import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from './encryption.ts';

/** Encrypts the secrets of teams. The database alone does not reveal them without the installation's secret. */
export class Vault {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('vault').digest();
  }

  /** `purpose` names the kind of secret and its owner. Decrypting needs the same purpose. */
  encrypt(secret: Buffer, purpose: string): Uint8Array<ArrayBuffer> {
    return encrypt(this.#key, secret, purpose);
  }

  /** Decrypts. Throws when the installation's secret or the purpose differs. */
  decrypt(encrypted: Uint8Array, purpose: string): Buffer {
    return decrypt(this.#key, encrypted, purpose);
  }
}
