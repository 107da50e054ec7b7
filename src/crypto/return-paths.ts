import { fromBase32, toBase32 } from './base32.ts';
import { type SignedSubject, SignedSubjects } from './signed-subjects.ts';

const PURPOSE = 'bounce';
const PREFIX = 'b-';

/** 36 bytes in base32. */
const LOCAL = /^b-[a-z2-7]{58}$/i;

/**
 * Envelope senders that name their message (VERP, docs/adr/0022). Bounces go to this address, and it cannot be forged.
 * The local part has 60 octets: letters in any case, digits and a dash.
 */
export class ReturnPaths {
  /** In lower case. */
  readonly domain: string;
  readonly #signed: SignedSubjects;

  /** `domain`: the domain that receives bounces. */
  constructor(secret: string, domain: string) {
    this.domain = domain;
    this.#signed = new SignedSubjects(secret);
  }

  /** The envelope sender of a message. */
  address(message: SignedSubject): string {
    return `${PREFIX}${toBase32(this.#signed.sign(PURPOSE, message))}@${this.domain}`;
  }

  /** The message that an address names. Undefined unless `address` built it; case is ignored. */
  read(address: string): SignedSubject | undefined {
    const local = this.localPart(address);
    if (local === undefined || !LOCAL.test(local)) return undefined;
    const bytes = fromBase32(local.slice(PREFIX.length));
    return bytes && this.#signed.read(PURPOSE, bytes);
  }

  /** The local part of an address at our domain; undefined for any other domain. */
  localPart(address: string): string | undefined {
    const at = address.lastIndexOf('@');
    return at > 0 && address.slice(at + 1).toLowerCase() === this.domain ? address.slice(0, at) : undefined;
  }
}
