import { z } from 'zod';
import { isEncrypted } from '../network/loopback.ts';
import { normaliseDomain } from './email.ts';

/** The OpenID Connect provider by which members sign in. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The e-mail domains that may sign in by it. Empty: all. */
  domains: readonly string[];
}

/** The environment variables of these settings. */
export const oidcVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isEncrypted, 'must begin with https://, because the client secret is sent there')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_DOMAINS: z
    .string()
    .transform((list) => list.split(',').map((domain) => normaliseDomain(domain.trim()) ?? ''))
    .refine((domains) => !domains.includes(''), 'must be domains separated by commas, such as shop.example')
    .default([]),
};

type Values = z.output<z.ZodObject<typeof oidcVariables>>;

/** The problem of settings of which only some are given. */
export function oidcProblem(value: Values): string | undefined {
  const given = [value.OIDC_ISSUER, value.OIDC_CLIENT_ID, value.OIDC_CLIENT_SECRET].filter(Boolean).length;
  if (given === 0 || given === 3) return undefined;
  return 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none';
}

/** The settings of the variables. Absent unless all are given. */
export function oidcOf(value: Values): { oidc?: OidcSettings } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = value;
  if (!issuer || !clientId || !clientSecret) return {};
  return { oidc: { issuer, clientId, clientSecret, domains: value.OIDC_DOMAINS } };
}
