import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** RFC 8301 requires at least 1024. Gmail and Yahoo ask for 2048. */
const BITS = 2_048;

export interface DkimKey {
  selector: string;
  /** SubjectPublicKeyInfo in base64. */
  publicKey: string;
  /** PKCS #8. */
  privateKey: Buffer;
}

/** Creates a new key with a selector that no earlier key of the domain had. */
export async function makeDkimKey(): Promise<DkimKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: BITS });
  return {
    selector: `tidings-${randomBytes(4).toString('hex')}`,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

/** Reads a private key for signing. */
export const readDkimKey = (pkcs8: Buffer): KeyObject => createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });

/** The purpose with which the vault encrypts a domain's key. */
export const keyPurpose = (teamId: number, id: string): string => `dkim ${teamId} ${id}`;
