import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { REQUIRED } from './blank.ts';
import { trimAll } from './invisible.ts';
import { otherwise } from './text.ts';

const PROBLEM = 'must be a valid email address.';
const NO_DOMAIN = 'must be a valid domain.';

/** The dot-atom of RFC 5322 with non-ASCII letters (RFC 6531). Quoted local parts are refused. */
const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Repeated dots, and dots before the @, as in millions of Japanese addresses assigned by mobile networks. */
const LOOSE_LOCAL = /^[a-z0-9_+-][a-z0-9_+.-]*$/;
const LOOSE_DOMAIN = /^(docomo\.ne\.jp|([a-z0-9-]+\.)?ezweb\.ne\.jp|au\.com)$/;
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/**
 * Top-level domains of addresses are letters, or international names in ASCII (RFC 3696). Others are typing errors.
 */
const TOP_LABEL = /\.([a-z]+|xn--[a-z0-9-]+)$/;
/**
 * Matches most addresses. Such an address is its own normal form, and the check costs a tenth of the full one. Domains
 * with xn-- labels and long addresses get the full check.
 */
const PLAIN = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?!xn--)(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.(?!xn--))+[a-z]{2,}$/;
const BYTES_LOCAL = 64;
const BYTES_ADDRESS = 254;
const BYTES_DOMAIN = 253;

/** Any character that e-mail software may take for the end of a line. */
const LINE_BREAK = /[\n\v\f\r\x85\u2028\u2029]/;

/**
 * The form in which addresses are stored and compared: without white space and invisible characters at the ends, in
 * lower case, with the domain in ASCII (RFC 5890). Returns undefined for invalid addresses, including any with a line
 * break, which would end a header, and any with a NUL or space inside.
 */
export function normaliseEmail(value: string): string | undefined {
  if (value.length <= BYTES_LOCAL && PLAIN.test(value)) return value;
  if (value.length > BYTES_ADDRESS * 2 || LINE_BREAK.test(value)) return undefined;
  const address = trimAll(value);
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).normalize('NFC').toLowerCase();
  const domain = normaliseDomain(address.slice(at + 1));
  if (at < 1 || !domain || !TOP_LABEL.test(domain)) return undefined;
  if (!isDotted(local) && !(LOOSE_LOCAL.test(local) && LOOSE_DOMAIN.test(domain))) return undefined;
  const bytes = Buffer.byteLength(local);
  return bytes <= BYTES_LOCAL && bytes + 1 + domain.length <= BYTES_ADDRESS ? `${local}@${domain}` : undefined;
}

/** Whether a local part needs no quotes: words joined by single dots. */
export const isDotted = (local: string): boolean => LOCAL.test(local);

/** The ASCII form of a domain with at least two labels, or undefined. */
export function normaliseDomain(value: string): string | undefined {
  if (!/^[^\s/\\:?#@[\]%]+$/u.test(value)) return undefined;
  const domain = domainToASCII(value);
  const labels = domain.split('.');
  const fits = labels.length > 1 && labels.every((label) => label.length <= 63 && LABEL.test(label));
  return fits && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : undefined;
}

/** An e-mail address, returned in its normal form. */
export const emailAddress = () => addressOr(() => PROBLEM);

/**
 * The address of the person selected by a filter, in its normal form. A query string turns + into a space, which
 * could select another person.
 */
export const addressFilter = () =>
  addressOr((value) => (value.trim().includes(' ') ? `${PROBLEM} ${PLUS_IS_A_SPACE}` : PROBLEM));

const PLUS_IS_A_SPACE = 'In a query string, write + in an address as %2B.';

const addressOr = (problemOf: (value: string) => string) =>
  z
    .string({ error: otherwise(PROBLEM) })
    // Addresses may have non-ASCII letters before the @; `email` would exclude them.
    .meta({ format: 'idn-email', minLength: 3, maxLength: BYTES_ADDRESS })
    .transform((value, context) => {
      const address = normaliseEmail(value);
      if (address !== undefined) return address;
      context.addIssue({ code: 'custom', message: value.trim() === '' ? REQUIRED : problemOf(value) });
      return z.NEVER;
    });

/** The domain of an address in its normal form. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** A requirement for sender addresses: they appear in headers, and few mail servers support SMTPUTF8 (RFC 6531). */
export const PLAIN_SENDER = 'must have only ASCII characters before the @ of a sender address.';
export const isPlain = (address: string): boolean => /^[\x20-\x7e]*$/.test(address);

/** A sender's address, returned in its normal form. */
export const senderAddress = () => emailAddress().refine(isPlain, PLAIN_SENDER).meta({ format: 'email' });

/** A domain, returned in its normal form. */
export const domainName = () =>
  z
    .string({ error: otherwise(NO_DOMAIN) })
    .meta({ format: 'idn-hostname', maxLength: BYTES_DOMAIN })
    .transform((value, context) => {
      const name = value.length <= BYTES_DOMAIN * 2 ? normaliseDomain(value.trim()) : undefined;
      if (name !== undefined && name.length <= BYTES_DOMAIN) return name;
      context.addIssue({ code: 'custom', message: value.trim() === '' ? REQUIRED : NO_DOMAIN });
      return z.NEVER;
    });

/** The normal form of an address or a domain. */
const normalised = (one: string): string | undefined =>
  one.includes('@') ? normaliseEmail(one) : normaliseDomain(one.toLowerCase());

/** E-mail addresses and domains, separated by commas, in their normal form. */
export const addressesAndDomains = () =>
  z
    .string()
    .transform((list) => list.split(',').map((one) => normalised(one.trim()) ?? ''))
    .refine((all) => !all.includes(''), 'must be addresses or domains separated by commas, such as fbl@isp.example');
