import { join } from 'node:path';
import { type Config, SetupError } from '../../config.ts';
import { ehloNameOf } from '../../network/ehlo-name.ts';
import { isEncrypted } from '../../network/loopback.ts';
import { accessTokens } from '../../outbound/access-tokens.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type OwnServer, readMailUrl } from './mail-url.ts';
import { createOutbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';
import type { Transport } from './transport.ts';

type Settings = Pick<Config, 'mailUrl'> & Partial<Pick<Config, 'publicUrl'>>;

/** The transport of MAIL_URL, or without MAIL_URL the outbox under `dataHome`. Throws SetupError. */
export function createTransport({ mailUrl, publicUrl }: Settings, dataHome: string, outbound: Outbound): Transport {
  if (!mailUrl) return createOutbox(join(dataHome, 'outbox'));
  const { tokens, ...server } = readMailUrl(mailUrl);
  return createSmtp({
    ehloName: ehloNameOf(publicUrl),
    ...server,
    ...(tokens && { login: loginBy(tokens, outbound) }),
  });
}

/** A new refresh token lasts until the process ends: MAIL_URL keeps the first one. */
function loginBy({ user, grant }: NonNullable<OwnServer['tokens']>, outbound: Outbound) {
  if (!isEncrypted(grant.url)) throw new SetupError('MAIL_URL: the token URL in oauth2 must begin with https://');
  return { user, tokens: accessTokens(user, grant, { outbound, rotated: async () => {} }) };
}
