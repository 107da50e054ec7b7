import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** RFC 8301 wants 1024 at least; 2048 is what Gmail and Yahoo ask for. */
const BITS = 2_048;

export interface DkimKey {
  selector: string;
  /** SubjectPublicKeyInfo in base64. */
  publicKey: string;
  /** PKCS #8. */
  privateKey: Buffer;
}

/** Makes a new key, with a name that no earlier key of the domain had. */
export async function makeDkimKey(): Promise<DkimKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: BITS });
  return {
    selector: `tidings-${randomBytes(4).toString('hex')}`,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

/** Ready to sign with. */
export const readDkimKey = (pkcs8: Buffer): KeyObject => createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });

/** What a domain's key is sealed for. */
export const keyPurpose = (teamId: number, id: string): string => `dkim ${teamId} ${id}`;
