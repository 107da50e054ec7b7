import { z } from 'zod';
import { normaliseDomain, normaliseEmail } from './email.ts';

/** The normal form of an address or a domain. */
const normalised = (one: string): string | undefined =>
  one.includes('@') ? normaliseEmail(one) : normaliseDomain(one.toLowerCase());

/** E-mail addresses and domains, separated by commas, in their normal form. */
export const addressesAndDomains = () =>
  z
    .string()
    .transform((list) => list.split(',').map((one) => normalised(one.trim()) ?? ''))
    .refine((all) => !all.includes(''), 'must be addresses or domains separated by commas, such as fbl@isp.example');
