import { fromBase32, toBase32 } from './base32.ts';
import type { Secrets } from './secrets.ts';
import { SIGNED_BYTES, type SignedSubject, SignedSubjects } from './signed-subjects.ts';

/** A kind of address: the signed purpose, and the prefix letters. */
export interface AddressKind {
  purpose: string;
  prefix: string;
}

/** 36 bytes in base32; 39 with a hint. */
const SIGNED = /^[a-z2-7]{58}$/i;
const HINTED = /^[a-z2-7]{63}$/i;

/** A subject, and three more bytes in hexadecimal that the signature covers. */
export interface HintedSubject extends SignedSubject {
  hint?: string;
}

/**
 * E-mail addresses that carry their subject and cannot be forged (docs/adr/0022). After a prefix of two, the local part has 58
 * letters and digits, in any case: 60 octets of the 64 that RFC 5321 allows. With a hint it is all 64: the prefix's first letter
 * and 63 others.
 */
export class SignedAddresses {
  /** In lower case. */
  readonly domain: string;
  readonly #kind: AddressKind;
  readonly #signed: SignedSubjects;

  /** `domain`: the domain that receives e-mail to these addresses. */
  constructor(secrets: Secrets, domain: string, kind: AddressKind) {
    this.domain = domain;
    this.#kind = kind;
    this.#signed = new SignedSubjects(secrets);
  }

  /** The address of a subject. */
  address({ hint, ...subject }: HintedSubject): string {
    const { purpose, prefix } = this.#kind;
    const signed = this.#signed.sign(purpose, subject, hint);
    if (hint === undefined) return `${prefix}${toBase32(signed)}@${this.domain}`;
    return `${prefix[0]}${toBase32(Buffer.concat([signed, Buffer.from(hint, 'hex')]))}@${this.domain}`;
  }

  /** The subject of an address. Undefined unless `address` built it; case is ignored. */
  read(address: string): HintedSubject | undefined {
    const { purpose, prefix } = this.#kind;
    const local = this.localPart(address);
    if (local?.[0]?.toLowerCase() === prefix[0] && HINTED.test(local!.slice(1)))
      return this.#readHinted(local!.slice(1));
    if (local?.slice(0, prefix.length).toLowerCase() !== prefix) return undefined;
    const signed = local.slice(prefix.length);
    const bytes = SIGNED.test(signed) ? fromBase32(signed) : undefined;
    return bytes && this.#signed.read(purpose, bytes);
  }

  #readHinted(signed: string): HintedSubject | undefined {
    const bytes = fromBase32(signed);
    const hint = bytes?.toString('hex', SIGNED_BYTES);
    const subject = bytes && this.#signed.read(this.#kind.purpose, bytes.subarray(0, SIGNED_BYTES), hint);
    return subject && { ...subject, ...(hint && { hint }) };
  }

  /** The local part of an address at our domain; undefined for any other domain. */
  localPart(address: string): string | undefined {
    const at = address.lastIndexOf('@');
    return at > 0 && address.slice(at + 1).toLowerCase() === this.domain ? address.slice(0, at) : undefined;
  }
}
