import { createHash } from 'node:crypto';
import { type Canonicalisation, canonicalBody, canonicalField, type RawField, rawFields } from './canonical-form.ts';
import { readTags } from './tag-list.ts';

/** A DKIM signature that matches the body of its e-mail. The domain's key in DNS decides whether the domain made it. */
export interface DkimClaim {
  /** The signing domain, in lower case. */
  domain: string;
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  /** The domain of the person or program named by the signature: `domain`, or a subdomain. */
  identity: string;
  /** The names of the signed fields. */
  names: readonly string[];
  /** The signed fields, one character per byte. */
  signed: string;
  signature: Uint8Array;
}

const MOST_SIGNATURES = 5;
const MOST_NAMES = 100;
const LONGEST_SIGNATURE = 10_000;
const LONGEST_HEADER = 100_000;

const DOMAIN = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,20}$/;
const SELECTOR = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,5}$/;

/** The value of the signature itself, which is not signed. */
const OWN_VALUE = /([;:]\s*b\s*=)[^;]*/;

/**
 * The DKIM signatures of a whole e-mail (RFC 6376) with the signed body. Signatures that leave out a part of the body or From,
 * that have expired, or that use SHA-1 do not count. Linear in the length of the e-mail. `now`: milliseconds since 1970.
 */
export function readDkimClaims(raw: Buffer, now: number): DkimClaim[] {
  const text = raw.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const fields = rawFields(end < 0 ? text : text.slice(0, end));
  const body = end < 0 ? '' : text.slice(end + 4);
  const hashes = new Map<Canonicalisation, string>();
  const hashOf = (by: Canonicalisation): string => {
    const known = hashes.get(by) ?? createHash('sha256').update(canonicalBody(body, by), 'latin1').digest('base64');
    hashes.set(by, known);
    return known;
  };
  return fields
    .filter(({ name, text }) => name === 'dkim-signature' && text.length <= LONGEST_SIGNATURE)
    .slice(0, MOST_SIGNATURES)
    .flatMap((own) => claimOf(own, fields, hashOf, now) ?? []);
}

function claimOf(
  own: RawField,
  fields: readonly RawField[],
  hashOf: (by: Canonicalisation) => string,
  now: number,
): DkimClaim | undefined {
  const tags = readTags(own.text.slice(own.text.indexOf(':') + 1));
  const tag = (name: string, otherwise = ''): string => tags?.get(name) ?? otherwise;
  const [byHeader = '', byBody = 'simple'] = tag('c', 'simple/simple').split('/');
  const algorithm = tag('a');
  const domain = tag('d').toLowerCase();
  const identity = (tag('i').split('@').at(-1) || domain).toLowerCase();
  const names = tag('h').toLowerCase().split(':', MOST_NAMES);
  const isKnown = (algorithm === 'rsa-sha256' || algorithm === 'ed25519-sha256') && isForm(byHeader) && isForm(byBody);
  if (!tags || tag('v') !== '1' || !isKnown || tags.has('l') || !names.includes('from')) return undefined;
  if (!DOMAIN.test(domain) || !SELECTOR.test(tag('s').toLowerCase())) return undefined;
  if (identity !== domain && !identity.endsWith(`.${domain}`)) return undefined;
  if (tags.has('x') && !(Number(tag('x')) * 1000 > now)) return undefined;
  if (hashOf(byBody) !== tag('bh')) return undefined;
  const unsigned = { ...own, text: own.text.replace(OWN_VALUE, '$1') };
  const signed = [...pick(fields, own, names), unsigned].map((field) => canonicalField(field, byHeader)).join('\r\n');
  if (signed.length > LONGEST_HEADER) return undefined;
  return {
    domain,
    selector: tag('s').toLowerCase(),
    algorithm,
    identity,
    names,
    signed,
    signature: Buffer.from(tag('b'), 'base64'),
  };
}

const isForm = (text: string): text is Canonicalisation => text === 'simple' || text === 'relaxed';

/** The fields for the names: of several with one name, the last first. A name without a field is skipped. */
function pick(fields: readonly RawField[], own: RawField, names: readonly string[]): RawField[] {
  const left = new Map<string, RawField[]>();
  for (const field of fields) {
    if (field === own) continue;
    const same = left.get(field.name);
    if (same) same.push(field);
    else left.set(field.name, [field]);
  }
  return names.flatMap((name) => left.get(name.trim())?.pop() ?? []);
}
