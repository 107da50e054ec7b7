import { personKey } from '../ids.ts';

/**
 * What a suppression that blocks this address may be filed under: the address, its domain, or, once the person was
 * erased, the key, from which nobody can read the address.
 */
export const targetsOf = (teamId: number, email: string): [address: string, domain: string, key: string] => [
  email,
  email.slice(email.lastIndexOf('@') + 1),
  personKey(teamId, email),
];
