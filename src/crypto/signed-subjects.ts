import { type Cipher, createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { dashed } from '../ids.ts';

/** What something signed is about. */
export interface SignedSubject {
  teamId: number;
  /** A UUID in lower case. */
  id: string;
}

const MAC_BYTES = 16;
const TEAM_BYTES = 4;
const ID_BYTES = 16;

/** What a signature and its subject take together. */
export const SIGNED_BYTES = MAC_BYTES + TEAM_BYTES + ID_BYTES;

/**
 * Signs what leaves the house and is shown to us again (docs/adr/0015): the HMAC-SHA256 of purpose, team and subject, cut to
 * 16 bytes, followed by team and subject enciphered with that HMAC as the counter's start. It can be neither forged nor
 * read, and is the same each time.
 */
export class SignedSubjects {
  readonly #macKey: Buffer;
  readonly #cipher: Cipher;

  constructor(secret: string) {
    this.#macKey = hmac(secret, 'links: mac');
    this.#cipher = createCipheriv('aes-256-ecb', hmac(secret, 'links: cipher'), null);
  }

  /** 36 bytes for one purpose. `bound` is covered by the signature, and not in it. */
  sign(purpose: string, { teamId, id }: SignedSubject, bound?: string): Buffer {
    const subject = Buffer.alloc(TEAM_BYTES + ID_BYTES);
    subject.writeUInt32BE(teamId);
    subject.write(id.replaceAll('-', ''), TEAM_BYTES, 'hex');
    const mac = this.#mac(purpose, subject, bound);
    return Buffer.concat([mac, this.#enciphered(subject, mac)]);
  }

  /** Whose bytes these are; undefined for all but what `sign` gave for this very purpose. */
  read(purpose: string, bytes: Buffer, bound?: string): SignedSubject | undefined {
    if (bytes.length !== SIGNED_BYTES) return undefined;
    const mac = bytes.subarray(0, MAC_BYTES);
    const subject = this.#enciphered(bytes.subarray(MAC_BYTES), mac);
    if (!timingSafeEqual(mac, this.#mac(purpose, subject, bound))) return undefined;
    return { teamId: subject.readUInt32BE(), id: dashed(subject.toString('hex', TEAM_BYTES)) };
  }

  /**
   * AES-256-CTR with `start` as the first counter; the same deciphers. Made of single blocks, since to set a cipher up for each
   * of the links of a message costs more than all the rest.
   */
  #enciphered(text: Buffer, start: Buffer): Buffer {
    const counters = Buffer.concat([start, start]);
    for (let at = counters.length - 1; at >= MAC_BYTES; at--) {
      counters[at] = (counters[at]! + 1) & 0xff;
      if (counters[at] !== 0) break;
    }
    const stream = this.#cipher.update(counters);
    return Buffer.from(text.map((byte, index) => byte ^ stream[index]!));
  }

  #mac(purpose: string, subject: Buffer, bound = ''): Buffer {
    const mac = createHmac('sha256', this.#macKey).update(`${purpose}\0`).update(subject).update(bound);
    return mac.digest().subarray(0, MAC_BYTES);
  }
}

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
