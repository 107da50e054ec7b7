import { personKey } from '../ids.ts';
import { domainOf } from './email.ts';

/**
 * The suppression targets that block this address: the address, its domain, or the person's key. The key remains
 * after the person is erased, and does not reveal the address.
 */
export const targetsOf = (teamId: number, email: string): [address: string, domain: string, key: string] => [
  email,
  domainOf(email),
  personKey(teamId, email),
];
