import { fromBase32, toBase32 } from './base32.ts';
import { type SignedSubject, SignedSubjects } from './signed-subjects.ts';

/** What the addresses of one kind are for: the purpose that is signed, and the letters that they begin with. */
export interface AddressKind {
  purpose: string;
  prefix: string;
}

/** 36 bytes in base32. */
const SIGNED = /^[a-z2-7]{58}$/i;

/**
 * E-mail addresses that say what they are about, and cannot be forged (docs/adr/0022). After a prefix of two, the local
 * part has 58 letters and digits, in any case: 60 octets of the 64 that RFC 5321 allows.
 */
export class SignedAddresses {
  /** In lower case. */
  readonly domain: string;
  readonly #kind: AddressKind;
  readonly #signed: SignedSubjects;

  /** `domain`: the domain that receives mail for these addresses. */
  constructor(secret: string, domain: string, kind: AddressKind) {
    this.domain = domain;
    this.#kind = kind;
    this.#signed = new SignedSubjects(secret);
  }

  /** The address of a subject. */
  address(subject: SignedSubject): string {
    const { purpose, prefix } = this.#kind;
    return `${prefix}${toBase32(this.#signed.sign(purpose, subject))}@${this.domain}`;
  }

  /** The subject that an address names. Undefined unless `address` built it; case is ignored. */
  read(address: string): SignedSubject | undefined {
    const { purpose, prefix } = this.#kind;
    const local = this.localPart(address);
    if (local?.slice(0, prefix.length).toLowerCase() !== prefix) return undefined;
    const signed = local.slice(prefix.length);
    const bytes = SIGNED.test(signed) ? fromBase32(signed) : undefined;
    return bytes && this.#signed.read(purpose, bytes);
  }

  /** The local part of an address at our domain; undefined for any other domain. */
  localPart(address: string): string | undefined {
    const at = address.lastIndexOf('@');
    return at > 0 && address.slice(at + 1).toLowerCase() === this.domain ? address.slice(0, at) : undefined;
  }
}
