import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { ehloNameOf } from '../../network/ehlo-name.ts';
import { readMailUrl } from './mail-url.ts';
import { createOutbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';
import type { Transport } from './transport.ts';

type Settings = Pick<Config, 'mailUrl'> & Partial<Pick<Config, 'publicUrl'>>;

/** The transport of MAIL_URL, or without MAIL_URL the outbox under `dataHome`. Throws SetupError. */
export function createTransport({ mailUrl, publicUrl }: Settings, dataHome: string): Transport {
  if (!mailUrl) return createOutbox(join(dataHome, 'outbox'));
  return createSmtp({ ehloName: ehloNameOf(publicUrl), ...readMailUrl(mailUrl) });
}
