import { SetupError } from '../../config.ts';
import { grantWith, OAUTH2_PROVIDERS, type OAuth2Provider, oauth2Input } from '../../domain/transports/oauth2.ts';
import { parseUrl } from '../../network/parse-url.ts';
import type { TokenGrant } from '../../outbound/access-tokens.ts';

/** The settings of MAIL_URL for XOAUTH2, by their fields. */
const SETTINGS = {
  tenant: 'tenant',
  clientId: 'client_id',
  clientSecret: 'client_secret',
  refreshToken: 'refresh_token',
} as const;

export const OAUTH2_SETTINGS: readonly string[] = ['oauth2', ...Object.values(SETTINGS)];

/** The advice for a missing setting. */
const MISSING: Readonly<Record<string, string>> = {
  client_id: 'add &client_id= and the id of the application that you registered at the provider',
  refresh_token: 'add &refresh_token= and the token that the provider gave when the owner of the mailbox consented',
};

/**
 * Reads `oauth2=microsoft&client_id=…&refresh_token=…` from the settings of MAIL_URL. Undefined without `oauth2`. Throws
 * SetupError, with advice and without secrets.
 */
export function readOAuth2(
  settings: ReadonlyMap<string, string>,
  { user, password }: { user: string; password: string },
): TokenGrant | undefined {
  const by = settings.get('oauth2');
  if (by === undefined) {
    const alone = OAUTH2_SETTINGS.find((name) => settings.has(name));
    if (alone) throw new SetupError(`MAIL_URL: ${alone} needs oauth2: add &oauth2=microsoft or &oauth2=google`);
    return undefined;
  }
  if (user === '')
    throw new SetupError(
      'MAIL_URL: oauth2 needs a user: write the mailbox before the host, as in smtp://shop%40shop.example@host',
    );
  if (password !== '') throw new SetupError('MAIL_URL: a password cannot be used with oauth2: remove one of them');
  const provider = OAUTH2_PROVIDERS.find((name) => name === by) as OAuth2Provider | undefined;
  if (!provider && !parseUrl(by)) {
    throw new SetupError(
      `MAIL_URL: oauth2 must be ${OAUTH2_PROVIDERS.join(', ')} or a token URL, such as https://login.provider.example/token`,
    );
  }
  const given = Object.entries(SETTINGS).map(([field, name]) => [field, settings.get(name)]);
  const { data, error } = oauth2Input.safeParse({
    ...Object.fromEntries(given),
    ...(provider ? { provider } : { tokenUrl: by }),
  });
  if (!data) throw new SetupError(`MAIL_URL: ${problemOf(error.issues[0]!)}`);
  const { tenant = null, clientId, clientSecret = null, refreshToken } = data;
  const oauth2 = { provider: provider ?? null, tenant, tokenUrl: provider ? null : by, clientId };
  return grantWith(oauth2, { clientSecret, refreshToken });
}

function problemOf({ path, message }: { path: PropertyKey[]; message: string }): string {
  const field = String(path[0]);
  const name = field in SETTINGS ? SETTINGS[field as keyof typeof SETTINGS] : 'oauth2';
  const todo = message === 'is required.' && MISSING[name];
  return `${name} ${message.replace(/\.$/, '')}${todo ? `: ${todo}` : ''}`;
}
