import type { z } from 'zod';
import type { Vault } from '../../crypto/vault.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import { isEncrypted } from '../../network/loopback.ts';
import type { TokenGrant } from '../../outbound/access-tokens.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { PRIVATE_ADDRESS } from '../../outbound/private-address.ts';
import { filled, oneOf, record, text } from '../../validation/text.ts';
import { webAddress } from '../../validation/web-address.ts';

export const OAUTH2_PROVIDERS = ['microsoft', 'google'] as const;
export type OAuth2Provider = (typeof OAUTH2_PROVIDERS)[number];

const isPrintable = (value: string): boolean => /^[\x20-\x7e]+$/.test(value);
const secret = (max: number) => text(max).min(1, 'is required.').refine(isPrintable, 'must be printable ASCII.');
const TENANT = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

/** The source of a transport's access tokens: a provider, or an address of its own. */
export const oauth2Input = record({
  provider: oneOf(OAUTH2_PROVIDERS).nullish(),
  tenant: filled(255)
    .refine((value) => TENANT.test(value), 'must be the id or a domain of a tenant.')
    .nullish(),
  tokenUrl: webAddress('https://login.provider.example/token').nullish(),
  clientId: filled(1_000).refine(isPrintable, 'must be printable ASCII.'),
  clientSecret: secret(4_000).nullish(),
  refreshToken: secret(8_000),
}).superRefine(({ provider, tenant, tokenUrl }, context) => {
  const add = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (!provider && !tokenUrl) add('provider', 'is required, unless tokenUrl is given.');
  if (provider && tokenUrl) add('tokenUrl', 'cannot be used together with provider.');
  if (tenant && provider !== 'microsoft') add('tenant', 'can only be used with microsoft.');
});

type Given = z.output<typeof oauth2Input>;

/** The public part. */
export interface OAuth2 {
  provider: OAuth2Provider | null;
  tenant: string | null;
  tokenUrl: string | null;
  clientId: string;
}

/** The secret part. */
interface Secrets {
  clientSecret: string | null;
  refreshToken: string;
}

export type Owner = { teamId: number; id: string };
/** The encryption purpose of the OAuth 2 secrets. */
export const oauth2Purpose = ({ teamId, id }: Owner): string => `transport oauth2 ${teamId} ${id}`;

/** The two columns for the given fields. */
export function oauth2Columns(vault: Vault, owner: Owner, { clientSecret, refreshToken, ...given }: Given) {
  const { provider = null, tenant = null, tokenUrl = null, clientId } = given;
  return {
    oauth2: { provider, tenant, tokenUrl, clientId },
    oauth2Secrets: encryptSecrets(vault, owner, { clientSecret: clientSecret ?? null, refreshToken }),
  };
}

const encryptSecrets = (vault: Vault, owner: Owner, secrets: Secrets) =>
  vault.encrypt(Buffer.from(JSON.stringify(secrets)), oauth2Purpose(owner));

/** Issues with the token URL, judging by its text: a host name may still resolve to a private address. */
export function tokenUrlIssues(outbound: Outbound, { tokenUrl }: Pick<Given, 'tokenUrl'>): Issue[] {
  const path = ['oauth2', 'tokenUrl'];
  if (!tokenUrl) return [];
  if (outbound.refuses(tokenUrl)) {
    return [{ path, problem: PRIVATE_ADDRESS }];
  }
  return isEncrypted(tokenUrl) ? [] : [{ path, problem: 'must begin with https://.' }];
}

const MICROSOFT_SCOPE = 'https://outlook.office.com/SMTP.Send offline_access';

function addressOf({ provider, tenant, tokenUrl }: OAuth2): { url: string; scope?: string } {
  if (provider === 'google') return { url: 'https://oauth2.googleapis.com/token' };
  if (provider !== 'microsoft') return { url: tokenUrl ?? '' };
  const url = `https://login.microsoftonline.com/${tenant ?? 'common'}/oauth2/v2.0/token`;
  return { url, scope: MICROSOFT_SCOPE };
}

/** The grant for renewing access tokens. Throws if the secrets cannot be decrypted. */
export function grantOf(vault: Vault, owner: Owner, oauth2: OAuth2, encrypted: Uint8Array): TokenGrant {
  const secrets = JSON.parse(vault.decrypt(encrypted, oauth2Purpose(owner)).toString()) as Secrets;
  return grantWith(oauth2, secrets);
}

/** The grant for renewing access tokens with these secrets. */
export const grantWith = (oauth2: OAuth2, secrets: Secrets): TokenGrant => ({
  ...addressOf(oauth2),
  clientId: oauth2.clientId,
  ...secrets,
});

/**
 * Stores a new refresh token, which providers return with access tokens, as the old one will expire. Nothing else of the
 * transport changes, so sessions stay open.
 */
export async function keepRefreshToken(
  db: Database,
  vault: Vault,
  owner: Owner & { version: number },
  { clientSecret, refreshToken }: Secrets,
): Promise<void> {
  const secrets = encryptSecrets(vault, owner, { clientSecret, refreshToken });
  await run(
    db,
    sql`update transports set oauth2_secrets = ${secrets}
        where team_id = ${owner.teamId} and id = ${owner.id}::uuid and version = ${owner.version} and oauth2 is not null
        returning id::text`,
  );
}
