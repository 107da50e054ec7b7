import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { readMailUrl } from './mail-url.ts';
import { createOutbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';
import type { Transport } from './transport.ts';

/** The transport of MAIL_URL, or without MAIL_URL the outbox under `dataHome`. Throws SetupError. */
export function createTransport(config: Pick<Config, 'mailUrl'>, dataHome: string): Transport {
  return config.mailUrl ? createSmtp(readMailUrl(config.mailUrl)) : createOutbox(join(dataHome, 'outbox'));
}
