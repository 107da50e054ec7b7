import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { DkimClaim } from './read-claims.ts';
import { readTags } from './tag-list.ts';

/** RFC 8301: shorter keys prove nothing. Longer ones only take time. */
const RSA_BITS = { least: 1_024, most: 4_096 };

/** The bytes before the 32 bytes of an Ed25519 key in SubjectPublicKeyInfo (RFC 8410). */
const ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** The DNS name of a signature's key. */
export const keyName = ({ selector, domain }: DkimClaim): string => `${selector}._domainkey.${domain}`;

/** Whether the key in one of these TXT records made the signature (RFC 6376, RFC 8463). */
export const isGenuine = (claim: DkimClaim, records: readonly string[]): boolean =>
  records.slice(0, 3).some((record) => isMadeBy(claim, record));

function isMadeBy({ algorithm, domain, identity, signed, signature }: DkimClaim, record: string): boolean {
  const tags = readTags(record);
  const tag = (name: string, otherwise: string): string => tags?.get(name) ?? otherwise;
  const kind = algorithm === 'rsa-sha256' ? 'rsa' : 'ed25519';
  const allows = (name: string, wanted: string): boolean => tag(name, wanted).split(':').includes(wanted);
  const isForMail = allows('s', 'email') || allows('s', '*');
  if (tag('v', 'DKIM1') !== 'DKIM1' || tag('k', 'rsa') !== kind || !allows('h', 'sha256') || !isForMail) return false;
  if (tag('t', '').split(':').includes('s') && identity !== domain) return false;
  const key = readKey(kind, Buffer.from(tag('p', ''), 'base64'));
  if (!key) return false;
  const bytes = Buffer.from(signed, 'latin1');
  return kind === 'rsa'
    ? verify('RSA-SHA256', bytes, key, signature)
    : verify(null, createHash('sha256').update(bytes).digest(), key, signature);
}

function readKey(kind: 'rsa' | 'ed25519', bytes: Buffer): KeyObject | undefined {
  try {
    if (kind === 'ed25519') {
      return bytes.length === 32
        ? createPublicKey({ key: Buffer.concat([ED25519, bytes]), format: 'der', type: 'spki' })
        : undefined;
    }
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    return key.asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS.least && modulusLength <= RSA_BITS.most
      ? key
      : undefined;
  } catch {
    return undefined;
  }
}
