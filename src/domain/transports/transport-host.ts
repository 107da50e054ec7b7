import type { Config } from '../../config.ts';
import type { Vault } from '../../crypto/vault.ts';
import type { Transport } from '../../generated/prisma/client.ts';
import { ehloNameOf } from '../../network/ehlo-name.ts';
import type { TlsMode } from '../../network/mail-tls.ts';
import type { MailHost } from '../../network/smtp-login.ts';

/** The purpose with which the vault encrypts a transport's password. */
export const passwordPurpose = (teamId: number, id: string): string => `transport ${teamId} ${id}`;

/** The password was encrypted with another APP_SECRET than the installation's. */
export class UnreadablePassword extends Error {
  constructor() {
    super('The password of the transport cannot be decrypted. Was APP_SECRET changed? Set the password again.');
  }
}

/** Returns the address, the security and the login of a transport's server. Throws UnreadablePassword. */
export function hostOf(
  { teamId, id, host, port, secure, tls, ca, fingerprint, ehloName, user, password }: Server,
  { vault, config }: { vault: Vault; config: ServerSettings },
): MailHost {
  const server = {
    ...{ host, port, secure, ca, fingerprint, tls: tls as TlsMode | null },
    ehloName: ehloName ?? ehloNameOf(config.publicUrl),
    publicOnly: !config.privateTransports,
  };
  if (user === null || password === null) return server;
  try {
    return { ...server, login: { user, password: vault.decrypt(password, passwordPurpose(teamId, id)).toString() } };
  } catch {
    throw new UnreadablePassword();
  }
}

/** What connecting to teams' servers depends on. */
export type ServerSettings = Pick<Config, 'privateTransports' | 'publicUrl'>;

type Server = Pick<
  Transport,
  'teamId' | 'id' | 'host' | 'port' | 'secure' | 'tls' | 'ca' | 'fingerprint' | 'ehloName' | 'user' | 'password'
>;
