import { type Cipher, createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { dashed } from '../ids.ts';
import { eachSecret, type Secrets } from './secrets.ts';

/** The subject of a signature. */
export interface SignedSubject {
  teamId: number;
  /** A UUID in lower case. */
  id: string;
}

const MAC_BYTES = 16;
const TEAM_BYTES = 4;
const ID_BYTES = 16;

/** The length of a signature and its subject together. */
export const SIGNED_BYTES = MAC_BYTES + TEAM_BYTES + ID_BYTES;

interface Keys {
  mac: Buffer;
  cipher: Cipher;
}

/**
 * Signs links and return paths (docs/adr/0015): the HMAC-SHA256 of purpose, team and subject, cut to 16 bytes, followed
 * by team and subject encrypted with that HMAC as the first counter. The result cannot be forged or read, and the same
 * input always gives the same result.
 */
export class SignedSubjects {
  readonly #keys: readonly Keys[];

  constructor(secrets: Secrets) {
    this.#keys = eachSecret(secrets).map((secret) => ({
      mac: hmac(secret, 'links: mac'),
      cipher: createCipheriv('aes-256-ecb', hmac(secret, 'links: cipher'), null),
    }));
  }

  /** Returns 36 bytes for one purpose. The signature covers `bound` but does not contain it. */
  sign(purpose: string, { teamId, id }: SignedSubject, bound?: string): Buffer {
    const subject = Buffer.alloc(TEAM_BYTES + ID_BYTES);
    subject.writeUInt32BE(teamId);
    subject.write(id.replaceAll('-', ''), TEAM_BYTES, 'hex');
    const keys = this.#keys[0] as Keys;
    const mac = macOf(keys, purpose, subject, bound);
    return Buffer.concat([mac, enciphered(keys, subject, mac)]);
  }

  /** The subject of signed bytes. Undefined unless `sign` returned them for this purpose, with any of the secrets. */
  read(purpose: string, bytes: Buffer, bound?: string): SignedSubject | undefined {
    if (bytes.length !== SIGNED_BYTES) return undefined;
    const mac = bytes.subarray(0, MAC_BYTES);
    for (const keys of this.#keys) {
      const subject = enciphered(keys, bytes.subarray(MAC_BYTES), mac);
      if (!timingSafeEqual(mac, macOf(keys, purpose, subject, bound))) continue;
      return { teamId: subject.readUInt32BE(), id: dashed(subject.toString('hex', TEAM_BYTES)) };
    }
    return undefined;
  }
}

/**
 * AES-256-CTR with `start` as the first counter; it encrypts and decrypts. Built from single blocks, because creating
 * a cipher for each link of a message costs more than everything else.
 */
function enciphered({ cipher }: Keys, text: Buffer, start: Buffer): Buffer {
  const counters = Buffer.concat([start, start]);
  for (let at = counters.length - 1; at >= MAC_BYTES; at--) {
    counters[at] = (counters[at]! + 1) & 0xff;
    if (counters[at] !== 0) break;
  }
  const stream = cipher.update(counters);
  return Buffer.from(text.map((byte, index) => byte ^ stream[index]!));
}

function macOf(keys: Keys, purpose: string, subject: Buffer, bound = ''): Buffer {
  const mac = createHmac('sha256', keys.mac).update(`${purpose}\0`).update(subject).update(bound);
  return mac.digest().subarray(0, MAC_BYTES);
}

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
