import { createHash } from 'node:crypto';

/** The hash under which an idempotency key is stored. */
export const hashOfKey = (key: string): Uint8Array<ArrayBuffer> => digest(JSON.stringify(['name', key]));

/**
 * The SHA-256 of all parts of a request, JSON values: equal only for requests with equal content. The order of an object's
 * keys does not count, the order of a list does.
 */
export const fingerprintOf = (parts: readonly unknown[]): Uint8Array<ArrayBuffer> => digest(sorted(parts));

/**
 * The fingerprints of rows from before ADR 146: they depend on the order of keys, and all earlier ones on the order of a query's
 * parameters. Such rows disappear 24 hours after an upgrade.
 */
export const formerFingerprintsOf = (parts: readonly unknown[]): Uint8Array<ArrayBuffer>[] => [
  fingerprintOf(parts),
  digest(JSON.stringify(parts)),
];

/** JSON text with sorted object keys. Written, not copied: a copy would lose the key `__proto__`. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${sorted(held)}`).join(',')}}`;
}

const digest = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(createHash('sha256').update(text).digest());
