import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from './encryption.ts';
import { eachSecret, type Secrets } from './secrets.ts';

/** Encrypts the secrets of teams. The database alone does not reveal them without the installation's secret. */
export class Vault {
  readonly #keys: readonly Buffer[];

  constructor(secrets: Secrets) {
    this.#keys = eachSecret(secrets).map((secret) => createHmac('sha256', secret).update('vault').digest());
  }

  /** `purpose` names the kind of secret and its owner. Decrypting needs the same purpose. */
  encrypt(secret: Buffer, purpose: string): Uint8Array<ArrayBuffer> {
    return encrypt(this.#keys[0] as Buffer, secret, purpose);
  }

  /** Decrypts, with a former secret if necessary. Throws when the installation's secret or the purpose differs. */
  decrypt(encrypted: Uint8Array, purpose: string): Buffer {
    for (const key of this.#keys.slice(0, -1)) {
      try {
        return decrypt(key, encrypted, purpose);
      } catch {
        // Encrypted with another secret.
      }
    }
    return decrypt(this.#keys.at(-1) as Buffer, encrypted, purpose);
  }
}
