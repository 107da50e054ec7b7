import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new identifier (RFC 9562, version 7): later ones sort after earlier ones, also within a millisecond of one process. */
export const newId = (): string => v7();

export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/**
 * The key of a person: a version 8 UUID made from the team and the normalised address, so that whatever
 * arrives under an address is filed without a look-up. It gives the address away to nobody.
 */
export function personKey(teamId: number, email: string): string {
  const hash = createHash('sha256').update(`${teamId}:${email}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
