import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** RFC 8301 requires at least 1024. Gmail and Yahoo recommend 2048. */
export const ADVISED_BITS = 2_048;

export interface DkimKey {
  selector: string;
  /** SubjectPublicKeyInfo in base64. */
  publicKey: string;
  /** PKCS #8. */
  privateKey: Buffer;
}

/** A key provided by the domain's owner. */
export interface OwnKey {
  selector?: string | null | undefined;
  /** RSA. */
  privateKey?: KeyObject | null | undefined;
}

/** Returns a key to sign with: the given one, or a new one. Without a selector, it gets one that no earlier key had. */
export async function makeDkimKey(own: OwnKey): Promise<DkimKey> {
  const privateKey = own.privateKey ?? (await generate('rsa', { modulusLength: ADVISED_BITS })).privateKey;
  return {
    selector: own.selector ?? `tidings-${randomBytes(4).toString('hex')}`,
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

/** Reads a private key for signing. */
export const readDkimKey = (pkcs8: Buffer): KeyObject => createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });

/** The length of a stored public key, in bits. */
export const bitsOf = (publicKey: string): number =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyDetails
    ?.modulusLength ?? 0;

/** The purpose with which the vault encrypts a domain's keys. */
export const keyPurpose = (teamId: number, id: string): string => `dkim ${teamId} ${id}`;
