import type { Config } from '../../config.ts';
import type { Vault } from '../../crypto/vault.ts';
import type { Database } from '../../database/connect.ts';
import type { Transport } from '../../generated/prisma/client.ts';
import { ehloNameOf } from '../../network/ehlo-name.ts';
import type { TlsMode } from '../../network/mail-tls.ts';
import type { Login, MailHost } from '../../network/smtp-login.ts';
import { accessTokens } from '../../outbound/access-tokens.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { grantOf, keepRefreshToken, type OAuth2 } from './oauth2.ts';

/** The purpose with which the vault encrypts a transport's password. */
export const passwordPurpose = (teamId: number, id: string): string => `transport ${teamId} ${id}`;

/** The password was encrypted with another APP_SECRET than the installation's. */
export class UnreadablePassword extends Error {
  constructor() {
    super('The password of the transport cannot be decrypted. Was APP_SECRET changed? Set the password again.');
  }
}

/** Returns the address, the security and the login of a transport's server. Throws UnreadablePassword. */
export function hostOf(row: Server, means: Means): MailHost {
  const { host, port, secure, tls, ca, fingerprint, ehloName } = row;
  const { config } = means;
  return {
    host,
    port,
    secure,
    ca,
    fingerprint,
    tls: tls as TlsMode | null,
    ehloName: ehloName ?? ehloNameOf(config.publicUrl),
    publicOnly: !config.privateTransports,
    login: loginOf(row, means),
  };
}

function loginOf(row: Server, { db, vault, outbound }: Means): Login | undefined {
  const { teamId, id, user, password, oauth2, oauth2Secrets } = row;
  if (user === null) return undefined;
  try {
    if (password) return { user, password: vault.decrypt(password, passwordPurpose(teamId, id)).toString() };
    if (!oauth2 || !oauth2Secrets) return undefined;
    const grant = grantOf(vault, row, oauth2 as unknown as OAuth2, oauth2Secrets);
    const rotated = (refreshToken: string) => keepRefreshToken(db, vault, row, { ...grant, refreshToken });
    return { user, tokens: accessTokens(user, grant, { outbound, rotated }) };
  } catch {
    throw new UnreadablePassword();
  }
}

/** Settings for connecting to teams' servers. */
export type ServerSettings = Pick<Config, 'privateTransports' | 'publicUrl'>;

interface Means {
  db: Database;
  vault: Vault;
  outbound: Outbound;
  config: ServerSettings;
}

export type Server = Pick<
  Transport,
  'teamId' | 'id' | 'host' | 'port' | 'secure' | 'tls' | 'ca' | 'fingerprint' | 'ehloName' | 'user' | 'password'
> &
  Pick<Transport, 'oauth2' | 'oauth2Secrets' | 'version'>;
