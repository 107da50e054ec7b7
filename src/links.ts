import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { NotFoundError } from './errors.ts';
import { dashed } from './ids.ts';

/** What a link lets whoever has it do; the name is the begin of its path. */
export type LinkPurpose = 'confirm' | 'unsubscribe' | 'preferences' | 'open' | 'click' | 'view';

/** Whose link it is. */
export interface LinkSubject {
  teamId: number;
  /** A UUID in lower case: of the subscriber, or of the message for `open`, `click` and `view`. */
  id: string;
}

const MAC_BYTES = 16;
const TEAM_BYTES = 4;
const ID_BYTES = 16;

/** 36 bytes in base64url: no bits are left over, so that no two texts are one token. */
const TOKEN = /^[A-Za-z0-9_-]{48}$/;

const OWN_PATH = /^\/(confirm|unsubscribe|preferences|open|click|view)\//;

/**
 * Signed links (docs/adr/0015). A token is the HMAC-SHA256 of purpose, team and subject, cut to 16 bytes, followed by team
 * and subject enciphered with that HMAC as the counter's start: it can be neither forged nor read, and is the same each time.
 */
export class Links {
  readonly #base: string;
  readonly #macKey: Buffer;
  readonly #cipherKey: Buffer;

  /** `base`: the public address, without a slash at its end. */
  constructor(secret: string, base: string) {
    this.#base = base;
    this.#macKey = hmac(secret, 'links: mac');
    this.#cipherKey = hmac(secret, 'links: cipher');
  }

  /** The absolute address for one purpose. `bound` goes with it in clear, and with nothing else: where a click leads. */
  url(purpose: LinkPurpose, subject: LinkSubject, bound?: string): string {
    const path = `${this.#base}/${purpose}/${this.#sign(purpose, subject, bound)}`;
    return bound === undefined ? path : `${path}/${Buffer.from(bound).toString('base64url')}`;
  }

  /** Whether an address is one that `url` could have given. */
  isOurs(url: string): boolean {
    return url.startsWith(`${this.#base}/`) && OWN_PATH.test(url.slice(this.#base.length));
  }

  /** What a template finds when it writes to a subscriber. */
  variables(subject: LinkSubject): { unsubscribe_url: string; preferences_url: string; confirmation_url: string } {
    return {
      unsubscribe_url: this.url('unsubscribe', subject),
      preferences_url: this.url('preferences', subject),
      confirmation_url: this.url('confirm', subject),
    };
  }

  /** Whose token it is. Throws NotFoundError for all but what `url` gave for this very purpose. */
  read(purpose: LinkPurpose, token: string, bound?: string): LinkSubject {
    if (!TOKEN.test(token)) throw new NotFoundError();
    const bytes = Buffer.from(token, 'base64url');
    const mac = bytes.subarray(0, MAC_BYTES);
    const decipher = createDecipheriv('aes-256-ctr', this.#cipherKey, mac);
    const subject = Buffer.concat([decipher.update(bytes.subarray(MAC_BYTES)), decipher.final()]);
    if (!timingSafeEqual(mac, this.#mac(purpose, subject, bound))) throw new NotFoundError();
    return { teamId: subject.readUInt32BE(), id: dashed(subject.toString('hex', TEAM_BYTES)) };
  }

  #sign(purpose: LinkPurpose, { teamId, id }: LinkSubject, bound?: string): string {
    const subject = Buffer.alloc(TEAM_BYTES + ID_BYTES);
    subject.writeUInt32BE(teamId);
    subject.write(id.replaceAll('-', ''), TEAM_BYTES, 'hex');
    const mac = this.#mac(purpose, subject, bound);
    const cipher = createCipheriv('aes-256-ctr', this.#cipherKey, mac);
    return Buffer.concat([mac, cipher.update(subject), cipher.final()]).toString('base64url');
  }

  #mac(purpose: LinkPurpose, subject: Buffer, bound = ''): Buffer {
    const mac = createHmac('sha256', this.#macKey).update(`${purpose}\0`).update(subject).update(bound);
    return mac.digest().subarray(0, MAC_BYTES);
  }
}

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
